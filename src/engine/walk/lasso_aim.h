/* lasso_aim.h - a temporal question, as walks are guided by its automaton
 * (lasso_walk.h). */
#ifndef LASSO_AIM_H
#define LASSO_AIM_H

#include "engine/watch.h"
#include "temporal/buchi.h"

/* All zero: not asked yet. */
struct lasso_aim {
    const struct temporal *temporal;
    struct buchi *automaton; /* NULL: it is too large */
    uint32_t *distance;      /* by state: edges to an accepting component */
    uint64_t *changes;       /* temporal_changes() */
    uint64_t all_sets;       /* temporal_fair_sets() */
    VEC(struct formula *) negations; /* of the atoms */
};

/* The finding tells if the automaton is too large. */
void lasso_aim_init(struct lasso_aim *aim, const struct net *net,
                    const struct temporal *temporal, struct watch *watch,
                    struct answer_finding *finding);
void lasso_aim_finish(struct lasso_aim *aim);

/* Is the state in an accepting component? */
static inline bool lasso_aim_accepts(const struct lasso_aim *aim,
                                     uint32_t state)
{
    return aim->distance[state] == 0;
}

#endif
