/* place_components.h - which places are needed together, by the structure of
 * the net.
 *
 * Saturation asks whether two conditions are concurrent only if their places
 * p and q are a needed pair:
 *
 *     a transition uses both, or a pattern has both; or
 *     p = q, and the place is fed twice: two transitions produce it, or it is
 *     marked and one does, and no exclusive set (exclusive.h) shows that it
 *     never has a second token; or
 *     a transition that produces p uses r, and r and q are a needed pair.
 *
 * The pairs may be as many as the square of the places, so only their
 * components are kept: places that needed pairs connect are in one component,
 * and all pairs inside it count as needed.  A place in no needed pair has no
 * component.  An event that produces in a component uses conditions of this
 * component only (THEORY, Lemma 48).
 *
 *     W chains without a meeting       no component
 *     W rings                          W components
 *     a transition that joins all      one component */
#ifndef PLACE_COMPONENTS_H
#define PLACE_COMPONENTS_H

#include "base/bits.h"
#include "engine/unfolding/compiled_net.h"

struct place_components {
    uint32_t *component; /* by place: below n, or PLACE_COMPONENTS_NONE */
    uint32_t n;
    bits_word *fed_twice; /* places */
};

#define PLACE_COMPONENTS_NONE UINT32_MAX

void place_components_init(struct place_components *components,
                           const struct compiled_net *compiled);
void place_components_finish(struct place_components *components);

#endif
