/* buchi.h - Büchi automata with acceptance sets on their edges, from formulas.
 *
 *     F p and G F q          state 0  --true--> 0  --p--> 1
 *                            state 1  --true--> 1  --q {0}--> 1
 *
 * An edge reads a letter that has all atoms of `positive` and none of
 * `negative`.  A word is accepted by a run that takes edges of each acceptance
 * set infinitely often; without sets each infinite run accepts.  The automaton
 * of a formula accepts the words of which the formula holds.
 *
 * The construction is the tableau of Gerth, Peled, Vardi and Wolper [GPVW95]
 * with the promises of Couvreur [Cou99] on edges: a state is a set of parts of
 * the formula that the rest of the word must satisfy, and an acceptance set for
 * each a U b has the edges that do not put b off.  Then states from which no
 * word is accepted are left out, and states with equal edges are one. */
#ifndef BUCHI_H
#define BUCHI_H

#include "base/diag.h"
#include "temporal/ltl.h"

/* Atoms of a formula, and acceptance sets of an automaton, at most. */
enum { BUCHI_ATOMS = 64, BUCHI_SETS = 64 };

/* Which words the runs that stay in a component accept. */
enum buchi_strength {
    BUCHI_REJECTING, /* none */
    BUCHI_TERMINAL,  /* every word */
    BUCHI_WEAK,      /* each infinite run in the component accepts */
    BUCHI_STRONG,
};

struct buchi_edge {
    uint64_t positive, negative;
    uint64_t sets; /* acceptance sets that it belongs to */
    uint32_t target;
};

typedef VEC(struct buchi_edge) buchi_edge_list;

struct buchi {
    buchi_edge_list edges; /* of a state: those to components of small numbers
                              first, which others do not lead to */
    VEC(uint32_t)
    first; /* by state: its first edge; and behind the last state the number of
              edges */
    VEC(uint32_t) component;           /* by state */
    VEC(bool) accepts_all;             /* by state: every word, from there on */
    VEC(enum buchi_strength) strength; /* by component */
    uint32_t n_states; /* 0: no word is accepted; else state 0 is initial */
    uint32_t n_sets;
    uint64_t work; /* looks at edges while it was made */
};

/* Leaves out states from which no word is accepted, and finds components and
 * their strengths. */
void buchi_simplify(struct buchi *buchi);
void buchi_destroy(struct buchi *buchi); /* may be NULL */

/* The sets 0 to n - 1 as bits; and all sets of an automaton. */
static inline uint64_t buchi_sets(uint32_t n)
{
    return n == BUCHI_SETS ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

static inline uint64_t buchi_all_sets(const struct buchi *buchi)
{
    return buchi_sets(buchi->n_sets);
}

static inline bool buchi_reads(const struct buchi_edge *edge, uint64_t letter)
{
    return (edge->positive & ~letter) == 0 && (edge->negative & letter) == 0;
}

/* Adds an edge to the last state, whose edges begin at `first`.  An edge that
 * accepts no more than another one is left out. */
void buchi_add_edge(struct buchi *buchi, uint32_t first,
                    const struct buchi_edge *edge);

/* Is the infinite repetition of the letter accepted from this state on? */
bool buchi_accepts_repeated(const struct buchi *buchi, uint32_t state,
                            uint64_t letter);

#endif
