/* usage.h - the texts of --help, from the table of options.h. */
#ifndef USAGE_H
#define USAGE_H

#include "base/diag.h"

/* What a new user needs, in 25 lines; of a topic, its options; of an option,
 * its row; of "all", everything.  Dashes before the word do not count.  False
 * with a report when there is no such topic.  NULL: none was given. */
bool usage_print(FILE *out, const char *topic, struct diag *diag);

#endif
