/* exclusive_uses.h - transitions that no event can follow at once: they use a
 * place that excludes one on which the event produces.
 *
 * The event e produces on r, the transition t uses p, and p and r are in one
 * exclusive set (exclusive.h).  Then no condition of p is concurrent with that
 * of r, so no occurrence of t uses conditions of e (THEORY, Lemma 68).  A copy
 * of a place counts as the place. */
#ifndef EXCLUSIVE_USES_H
#define EXCLUSIVE_USES_H

#include "base/stamp.h"
#include "engine/unfolding/compiled_net.h"

struct exclusive_uses {
    uint32_t *set_of;   /* by place; NULL: no sets are known */
    place_id *original; /* by place: itself, or of which it is a copy */
    struct stamp met;   /* sets in which e produces */
    place_id *produced; /* by such a set: there */
};

/* compiled must outlive the result. */
void exclusive_uses_init(struct exclusive_uses *x,
                         const struct compiled_net *compiled);
void exclusive_uses_finish(struct exclusive_uses *x);

/* The places on which e produces. */
void exclusive_uses_start(struct exclusive_uses *x,
                          struct net_place_span produced);

/* Does one of these places exclude one on which e produces? */
bool exclusive_uses_has(const struct exclusive_uses *x,
                        struct net_place_span places);

#endif
