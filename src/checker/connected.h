/* connected.h - which copies of places are connected by transitions or goals.
 *
 * Two copies are joined when a transition consumes or produces both, or when a
 * goal is about both; connected is the transitive closure.  The conditions that
 * an event consumes and produces are on connected copies, so the concurrency of
 * two conditions on connected copies follows from that of other such pairs; the
 * concurrency of other pairs is never needed. */
#ifndef CONNECTED_H
#define CONNECTED_H

#include "checker/copies.h"

struct connected {
    uint32_t *up; /* by copy: another one that it is connected with; itself:
                     it stands for all of them */
};

void connected_init(struct connected *connected, const struct copies *copies);
void connected_finish(struct connected *connected);

/* Connects the two copies. */
void connected_join(struct connected *connected, uint32_t a, uint32_t b);

/* The copy that stands for all that are connected with this one.  Shortens the
 * way there. */
uint32_t connected_find(struct connected *connected, uint32_t copy);

#endif
