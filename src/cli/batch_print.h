/* batch_print.h - what tasks of a batch have said, as lines about their nets.
 *
 * With several nets the lines are printed behind the name of the net; a line
 * that begins with the name already, as errors do, stays as it is. */
#ifndef BATCH_PRINT_H
#define BATCH_PRINT_H

#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>

/* Where texts of a net go, and how. */
struct batch_print_page {
    FILE *out;
    const char *net; /* each line begins with it; NULL: it does not */
    bool is_named;   /* lines may begin with it already */
    bool is_cut;     /* a last line without its end is left out */
};

/* Prints the lines of the text; returns their number. */
uint32_t batch_print_text(const struct batch_print_page *page,
                          const text_buffer *text);

/* Prints "net: text", or the text alone; a control character as \xNN. */
void batch_print_line(FILE *out, const char *net, const char *text);

#endif
