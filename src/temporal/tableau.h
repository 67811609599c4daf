/* tableau.h - the states and edges of an automaton, from a formula: the tableau
 * of buchi.h, before anything is left out.
 *
 * The parts of the formula are numbered anew, in the order of their numbers.  A
 * state is the set of the parts that the rest of the word must satisfy.  What a
 * set demands of the next letter and of the word behind it is found part by
 * part, from the largest number on, as a part has smaller parts:
 *
 *     a and b   a, b                      a U b   b; or a, and a U b behind
 *     a or b    a; or b                   a R b   a, b; or b, and a R b behind
 *     X a       a behind
 *
 * Where a set demands one alternative of a part anyhow, the other alternative
 * is left out. */
#ifndef TABLEAU_H
#define TABLEAU_H

#include "temporal/buchi.h"

/* States that engines ask for at most; edges and looks at edges, at most. */
enum {
    TABLEAU_STATES = 4096,
    TABLEAU_EDGES = 16 * TABLEAU_STATES,
    TABLEAU_WORK = 1 << 26,
};

/* The automaton of a formula (THEORY, Theorem 94): the tableau itself, without
 * components.  NULL with DIAG_USAGE when the formula has more atoms or sets
 * than are handled, and with DIAG_LIMIT and its size when the tableau has more
 * states or edges, or takes more work. */
struct buchi *tableau_plain(const struct ltl *ltl, ltl_id formula,
                            uint32_t most_states, struct diag *diag);

/* The same, simplified. */
struct buchi *tableau_create(const struct ltl *ltl, ltl_id formula,
                             uint32_t most_states, struct diag *diag);

#endif
