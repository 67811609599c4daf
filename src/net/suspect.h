/* suspect.h - pairs that a user calls independent though they meet on a place.
 *
 * Only these can fail to commute; they are tried at every marking that is met.
 * A pair that fails makes the relation an input error. */
#ifndef SUSPECT_H
#define SUSPECT_H

#include "base/vec.h"
#include "net/dep.h"

struct suspect {
    const struct net *net;
    VEC(struct dep_pair) pairs;
};

/* No pairs unless the relation is a user's. */
void suspect_init(struct suspect *suspect, const struct net *net,
                  const struct dep *dep);
void suspect_finish(struct suspect *suspect);

/* Do all pairs commute at m?  If not, reports the pair and the marking. */
bool suspect_commute(const struct suspect *suspect, const bits_word *m,
                     struct diag *diag);

#endif
