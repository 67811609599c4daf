/* bad.h - files of bad markings: names of places that are marked together,
 * between commas or blanks; each line is another marking. */
#ifndef BAD_H
#define BAD_H

#include "base/diag.h"
#include "base/text.h"
#include "net/net.h"

#include <stdbool.h>

/* Is it the name of such a file? */
bool bad_is_file(const char *text);

/* The markings as a condition (formula_parser.h): ("p" and "q") or ("r"), and
 * where each name begins, there and in the file. */
struct bad {
    text_buffer condition;
    VEC(struct bad_name {
        uint32_t at;
        struct net_where where;
    })
    names;
};

/* False with a report when the file cannot be read or names nothing. */
bool bad_read(struct bad *bad, const char *path, struct diag *diag);
void bad_finish(struct bad *bad);

/* Makes an error in the condition one in the file. */
void bad_locate(const struct bad *bad, const char *path, struct diag *diag);

#endif
