/* lift.h - runs of a reduced net as runs of the original. */
#ifndef LIFT_H
#define LIFT_H

#include "proof/reduction/reduction.h"

/* Appends the steps that a run of the reduced net stands for. */
void lift_run(const struct reduction *reduction,
              const struct mutable_net_map *map, const witness_run *run,
              witness_run *lifted);

/* The same for a run to a marking that is dead in the reduced net.  Appends the
 * steps that were put off, so that the run leads to a marking that is dead in
 * the original. */
void lift_dead_run(const struct reduction *reduction,
                   const struct mutable_net_map *map, const witness_run *run,
                   witness_run *lifted);

/* The same for a run with what repeats from `loop` steps on, as of a finding.
 * Returns how many steps come before that.  No step has merged a cycle. */
uint32_t lift_lasso(const struct reduction *reduction,
                    const struct mutable_net_map *map, const witness_run *run,
                    uint32_t loop, witness_run *lifted);

/* The work that trimming several runs may take, in nodes, arcs and words of
 * sets.  Each run has a share; the part that a run does not use goes to the
 * runs behind it. */
struct lift_budget {
    uint64_t left, share;
    uint32_t n_runs; /* behind, at most */
};

void lift_budget_init(struct lift_budget *budget, uint64_t most,
                      uint32_t n_runs);

/* Is there enough work for the next run besides the shares of the runs behind
 * it?  If so, takes it from the budget. */
bool lift_budget_take(struct lift_budget *budget, const struct net *net,
                      const witness_run *run);

/* Removes steps that the visible places do not depend on: the shorter run leads
 * to a marking with the same visible places.  In a net that is not safe, the
 * run may stay as it is. */
void lift_trim(const struct net *net, const bits_word *visible,
               witness_run *run);

#endif
