/* usage.h - the texts of --help, from the table of options.h. */
#ifndef USAGE_H
#define USAGE_H

#include "base/diag.h"

/* Prints the help about a topic, which is a word of HEAD, an option or "all";
 * NULL: what a new user needs, in 25 lines.  Dashes before the word do not
 * count.  False with a report when there is no such topic. */
bool usage_print(FILE *out, const char *topic, struct diag *diag);

#endif
