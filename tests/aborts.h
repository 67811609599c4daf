/* aborts.h - does a check abort? */
#ifndef ABORTS_H
#define ABORTS_H

#include <stdbool.h>

/* Tried in a process of its own, which says nothing.  Anything but a good end
 * and abort() fails the test program. */
bool aborts(void (*attempt)(void *self), void *self);

#endif
