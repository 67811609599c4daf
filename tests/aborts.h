/* aborts.h - does a check abort? */
#ifndef ABORTS_H
#define ABORTS_H

#include <stdbool.h>

/* Runs the attempt in a silent child process.  True: abort(); false: it
 * returned.  Any other end fails the test program. */
bool aborts(void (*attempt)(void *self), void *self);

#endif
