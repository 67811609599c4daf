/* rank_program.h - a rank that shows that some pairs of a recurrence do not
 * recur (recurrence.h), by a linear program.
 *
 * The unknowns are the weights of the places and of the states of the
 * automaton.  No pair of a component may increase the rank.  The program seeks
 * a rank that decreases with as many pairs as possible: with all pairs that are
 * in no cyclic combination of pairs. */
#ifndef RANK_PROGRAM_H
#define RANK_PROGRAM_H

#include "proof/recurrence.h"
#include "structure/lp.h"

/* Pairs of a component that are handled at most. */
enum { RANK_PROGRAM_PAIRS = 20000 };

/* Appends a rank for the component with this first state. work is as for
 * lp_solve().  False: there is no such rank, or it was not found. */
bool rank_program_find(const struct net *net, const struct buchi *buchi,
                       const struct recurrence *recurrence, uint32_t component,
                       const struct lp_scope *scope,
                       bool (*work)(void *self, uint64_t n), void *self,
                       case_proof_ranks *ranks);

#endif
