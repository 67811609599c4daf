/* given_run.h - runs by the transitions of the input.
 *
 * In a net with resets (net/given_arcs.h) engines fire a transition and its
 * steps.  Users see the transition alone, which stands for all of them: the
 * steps after it are determined, and change nothing that another transition
 * does before they are over. */
#ifndef GIVEN_RUN_H
#define GIVEN_RUN_H

#include "proof/witness.h"

/* Drops the steps of a run. */
void given_run_cut(const struct net *net, witness_run *run);

/* Appends the run with all steps behind their transitions, and before it those
 * of transitions that are under way initially.  Steps that the run has already,
 * anywhere, are not added; what cannot be fired stays as it is. */
void given_run_fill(const struct net *net, const witness_run *run,
                    witness_run *full);

/* The same of a run that answers the goal: for a transition, it ends there; for
 * a formula, before a step that puts a token too many. */
void given_run_answer(const struct net *net, const struct goal *goal,
                      const witness_run *run, witness_run *full);

#endif
