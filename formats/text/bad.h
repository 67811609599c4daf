/* bad.h - files of bad markings: names of places that are marked together,
 * between commas or blanks; each line is another marking. */
#ifndef BAD_H
#define BAD_H

#include "base/diag.h"
#include "base/text.h"

#include <stdbool.h>

/* Is it the name of such a file? */
bool bad_is_file(const char *text);

/* Appends the markings as a condition (formula_parser.h): ("p" and "q") or
 * ("r").  False with a report when the file cannot be read or names nothing. */
bool bad_read(const char *path, text_buffer *condition, struct diag *diag);

#endif
