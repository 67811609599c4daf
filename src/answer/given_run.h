/* given_run.h - runs by the transitions of the input.
 *
 * In a net with resets (net/given_arcs.h) engines fire a transition and its
 * steps.  Users see the transition alone, which stands for all of them: the
 * steps after it are determined, and change nothing that another transition
 * does before they are over. */
#ifndef GIVEN_RUN_H
#define GIVEN_RUN_H

#include "proof/witness.h"

/* Removes the steps of resets from a run. */
void given_run_cut(const struct net *net, witness_run *run);

/* Appends the run to full, with all steps behind their transitions, and before
 * it the steps of transitions that are under way initially.  Steps that the run
 * already has are skipped.  Behind the first transition that cannot fire no
 * steps are added. */
void given_run_fill(const struct net *net, const witness_run *run,
                    witness_run *full);

/* The same for a run that answers the goal: for a transition, `full` ends with
 * it; for a formula, before a step that would put a second token. */
void given_run_answer(const struct net *net, const struct goal *goal,
                      const witness_run *run, witness_run *full);

/* How many steps of a run that given_run_fill() has filled come before
 * transition number n of the input, or all of them. */
uint32_t given_run_before(const struct net *net, const witness_run *full,
                          uint32_t n);

#endif
