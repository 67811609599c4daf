/* reduce_lift.h - runs of a reduced net as runs of the original. */
#ifndef REDUCE_LIFT_H
#define REDUCE_LIFT_H

#include "answer/reduction.h"

/* Appends the steps that a run of the reduced net stands for. */
void reduce_lift_run(const struct reduction *reduction,
                     const struct mutable_net_map *map, const witness_run *run,
                     witness_run *lifted);

/* The run leads to a marking that is dead in the reduced net.  Appends the steps
 * that the rule PRE has put off, so that it is dead in the original. */
void reduce_lift_settle(const struct reduction *reduction, witness_run *run);

#endif
