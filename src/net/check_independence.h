/* check_independence.h - tests the pairs that a user calls independent although
 * they share a place.
 *
 * Only these pairs can fail to commute (THEORY, Lemma 10).  The engines test
 * them at every reachable marking that they find.  A pair that fails makes the
 * relation an input error. */
#ifndef CHECK_INDEPENDENCE_H
#define CHECK_INDEPENDENCE_H

#include "base/vec.h"
#include "net/dep.h"

struct check_independence {
    const struct net *net;
    VEC(struct dep_pair) pairs;
};

/* Collects the pairs; there are none unless the relation is a user's. */
void check_independence_init(struct check_independence *check,
                             const struct net *net, const struct dep *dep);
void check_independence_finish(struct check_independence *check);

/* Do all pairs commute at m?  If not, reports the pair and the marking. */
bool check_independence_holds(const struct check_independence *check,
                              const bits_word *m, struct diag *diag);

#endif
