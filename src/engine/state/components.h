/* components.h - the strongly connected components of a graph of markings, and
 * the signs that they have, while a search goes depth first.  A sign is a
 * transition that an edge carries, or a condition that holds at a marking.
 *
 * This is Tarjan's algorithm [Tar72] without recursion.  Markings are numbered
 * from 1 in the order in which they are met.  A component is complete when the
 * search leaves its root, the marking of the lowest number in it.  It is bottom
 * if no edge leads out of it.  Then the markings met since its root are the
 * markings of the component: another component among them would have an edge
 * leading to it.  So a sign is seen somewhere in the component iff it was seen
 * at a marking whose number is not lower than the number of the root, and the
 * last such number is kept for each sign.
 *
 * The net is live iff every transition fires in every bottom component, and a
 * condition can always be reached again iff it holds in each of them: from each
 * reachable marking some run leads into one (THEORY, Lemma 53). */
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

/* A marking on the path of the search. */
struct components_frame {
    uint32_t number, low; /* low: the lowest number known to be in its
                             component */
    bool leaves;          /* an edge leads out of the component, from it or from
                             a marking above */
};

struct components {
    uint32_t n_signs;
    uint32_t n; /* markings met */
    VEC(uint32_t)
    number; /* by id of a marking: 0: not met; DONE: in a complete
               component */
    VEC(uint32_t)
    open; /* markings of the other components, in the order of
             their numbers */
    VEC(struct components_frame) path;
    uint32_t *seen; /* by sign: the number of the last marking at which it was
                       seen */
};

/* Nothing is met. */
void components_init(struct components *components, uint32_t n_signs);
void components_finish(struct components *components);

/* The search goes on to marking `id`, which is new. */
void components_enter(struct components *components, uint32_t id);

/* Each is about the marking at the end of the path. components_see(): the sign
 * is seen there. components_meet(): a step leads to marking `id`, which was met
 * before. components_omit(): a step leads to a marking that is left out. */
void components_see(struct components *components, uint32_t sign);
void components_meet(struct components *components, uint32_t id);
void components_omit(struct components *components);

/* All transitions of the marking at the end of the path were fired: is it the
 * root of a bottom component? */
bool components_is_bottom(const struct components *components);

/* Then: is the sign seen in that component? */
bool components_has(const struct components *components, uint32_t sign);

/* The search leaves the marking at the end of the path. */
void components_leave(struct components *components);

size_t components_bytes(const struct components *components);

#endif
