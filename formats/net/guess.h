/* guess.h - what a file that is no net seems to be, for messages. */
#ifndef GUESS_H
#define GUESS_H

#include <stddef.h>

/* "an HTML page", from the first bytes of a file; NULL when they show
 * nothing. */
const char *guess_kind(const char *page, size_t len);

#endif
