/* disjunction.h - parts of a large disjunction that exclusive sets refute.
 *
 * A question about a circuit is one of thousands of conflicts:
 *
 *     t and u are enabled, or ...        t consumes p, u consumes q
 *
 * Where p and q exclude each other this part never holds.  To tell so of each
 * part takes a look at the sets of its places; a SAT solver, which chooses
 * places, learns it part by part, and a linear program for each part takes
 * longer still. */
#ifndef DISJUNCTION_H
#define DISJUNCTION_H

#include "question/goal.h"
#include "structure/exclusive.h"

/* Is the goal a disjunction of many parts? */
bool disjunction_is_large(const struct goal *goal);

/* A part that needs two places of a set. */
struct disjunction_part {
    uint32_t node;
    struct exclusive_pair pair;
};

typedef VEC(struct disjunction_part) disjunction_parts;

/* Appends these parts, in their order.  The root of the formula is a
 * disjunction. */
void disjunction_refute(const struct net *net, const struct formula *formula,
                        const struct exclusive *sets,
                        disjunction_parts *refuted);

#endif
