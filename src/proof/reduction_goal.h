/* reduction_goal.h - a question about a net as a question about what a
 * reduction leaves of it.
 *
 * Places that are never marked or always marked have a value when removed; no
 * other place that matters to the question is removed.  A question that their
 * values decide becomes a formula that is true or false. */
#ifndef REDUCTION_GOAL_H
#define REDUCTION_GOAL_H

#include "proof/reduction.h"

/* Appends the questions in their order, with the same texts and labels.  map
 * has the nodes of the reduced net.  A GOAL_BOUND becomes a GOAL_FORMULA where
 * its sum has one value, which goes to values (one for each question).  False
 * when a formula becomes too large. */
bool reduction_goal_translate(goal_list *to, const struct reduction *reduction,
                              const struct mutable_net_map *map,
                              const struct goal *goals, uint32_t n_goals,
                              int64_t *values);

#endif
