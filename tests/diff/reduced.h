/* reduced.h - a net reduced for some questions, whose runs are lifted to the
 * given one. */
#ifndef REDUCED_H
#define REDUCED_H

#include "reduce/reducer.h"

struct reduced {
    struct reduction_keeps keeps;
    struct reducer work;
    struct mutable_net_map map;
    struct net *net;
    goal_list goals;
};

/* By all rules, with a check of each step. */
void reduced_init(struct reduced *reduced, const struct net *net,
                  const struct goal *goals, uint32_t n_goals);
void reduced_finish(struct reduced *reduced);

#endif
