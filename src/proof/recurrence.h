/* recurrence.h - what a run that an automaton accepts can repeat for ever.
 *
 * In the end such a run stays in one component of the automaton, which has
 * edges of all acceptance sets.  The pairs of a transition t and an edge e,
 * which reads the marking that t leaves behind, are those of the component at
 * first.  What cannot happen infinitely often is left out, until nothing
 * changes:
 *
 *     - t with e, if the marking that e reads does not enable t, or if after t
 *       no edge behind e can be taken;
 *     - t, if no other transition produces on a place that it consumes from, or
 *       consumes from a place that it produces on;
 *     - t with e, if that decreases a rank, a weighted sum of places and of
 *       states of the automaton, and no pair increases it;
 *     - e, if it has no t, or does not belong to a component with all sets.
 *
 * A run that ends at a deadlock repeats edges alone: `stays` has these edges.
 * The net is presumed to be safe (THEORY, Theorem 97). */
#ifndef RECURRENCE_H
#define RECURRENCE_H

#include "proof/case_proof.h"
#include "proof/guards.h"

struct recurrence {
    bool *stays;         /* by edge: it can be repeated at a deadlock */
    bool *recurs;        /* by edge: with some transition */
    bool *fires;         /* by transition: it can be repeated */
    uint64_t sets;       /* some edge that can be repeated is not in these */
    uint32_t *component; /* by state: the first one of its component */
    bool *pairs;         /* by edge and transition; NULL: too many, so all */
};

/* Numbers of pairs with a next edge, and factors of ranks, at most. */
#define RECURRENCE_PAIRS ((uint64_t)1 << 26)
#define RECURRENCE_LARGEST ((int64_t)1 << 24)

void recurrence_init(struct recurrence *recurrence, const struct net *net,
                     const struct buchi *buchi, const struct guards *guards,
                     const case_proof_ranks *ranks);
void recurrence_finish(struct recurrence *recurrence);

#endif
