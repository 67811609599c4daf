/* check_independence.h - tries the pairs that a user calls independent although
 * they meet on a place.
 *
 * Only these can fail to commute (THEORY, Lemma 10).  They are tried at every
 * marking that is met.  A pair that fails makes the relation an input error. */
#ifndef CHECK_INDEPENDENCE_H
#define CHECK_INDEPENDENCE_H

#include "base/vec.h"
#include "net/dep.h"

struct check_independence {
    const struct net *net;
    VEC(struct dep_pair) pairs;
};

/* No pairs unless the relation is a user's. */
void check_independence_init(struct check_independence *suspect,
                             const struct net *net, const struct dep *dep);
void check_independence_finish(struct check_independence *suspect);

/* Do all pairs commute at m?  If not, reports the pair and the marking. */
bool check_independence_holds(const struct check_independence *suspect,
                              const bits_word *m, struct diag *diag);

#endif
