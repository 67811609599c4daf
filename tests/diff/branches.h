/* branches.h - do the runs of a finding show what they say of a formula of CTL?
 */
#ifndef BRANCHES_H
#define BRANCHES_H

#include "answer/answer.h"
#include "oracle.h"
#include "question/temporal.h"

/* The markings of a run from at[0] on, one more than its steps; false: it
 * cannot be fired. */
bool branches_follow(const struct oracle *oracle, const witness_run *run,
                     uint32_t *at);

/* Fires each branch from where it begins, and evaluates its path formula on it:
 * the truth of conditions is found by the definition of each operator as a
 * fixpoint on the graph.  The oracle is complete. */
bool branches_show(const struct oracle *oracle, const struct temporal *formula,
                   const struct answer_finding *finding);

#endif
