/* connected.h - which copies of places have to do with each other.
 *
 * Copies are connected when a transition consumes or produces both, or when a
 * goal is about both, directly or by others.  What an event consumes and
 * produces is connected, so that the concurrency of two conditions on connected
 * copies follows from that of others on connected copies; and nobody asks about
 * two that are not connected. */
#ifndef CONNECTED_H
#define CONNECTED_H

#include "checker/copies.h"

struct connected {
    uint32_t *up; /* by copy: another one that it is connected with; itself:
                     it stands for all of them */
};

void connected_init(struct connected *connected, const struct copies *copies);
void connected_finish(struct connected *connected);

/* From now on the two copies are connected. */
void connected_join(struct connected *connected, uint32_t a, uint32_t b);

/* The copy that stands for all that are connected with this one.  Shortens the
 * way there. */
uint32_t connected_find(struct connected *connected, uint32_t copy);

#endif
