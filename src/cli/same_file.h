/* same_file.h - do two names denote one file? */
#ifndef SAME_FILE_H
#define SAME_FILE_H

#include <stdbool.h>

/* Also when neither of the two exists yet.  False for pipes and devices, which
 * any number of outputs may share. */
bool same_file_is(const char *a, const char *b);

#endif
