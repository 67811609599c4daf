/* ltl.h - formulas of linear temporal logic, in negation normal form.
 *
 *     G (p -> F q)
 *
 *     2  LTL_NOT   atom 0 (p)
 *     3  LTL_ATOM  atom 1 (q)
 *     4  LTL_UNTIL 1, 3         true U q, that is F q
 *     5  LTL_OR    2, 4
 *     6  LTL_RELEASE 0, 5       false R (not p or F q), that is G of it
 *
 * Atoms are numbers here: conditions on a marking, which their owner knows.
 * The words are infinite.  F, G, W and M are written with U and R:
 *
 *     F a = true U a     a W b = b R (a or b)
 *     G a = false R a    a M b = b U (a and b)
 *
 * A store makes each formula once, so equal formulas have equal numbers, and
 * the parts of a formula have smaller numbers than it.  Laws of the logic,
 * which are in ltl.c, simplify each formula that is made. */
#ifndef LTL_H
#define LTL_H

#include "base/hash.h"
#include "base/vec.h"

#include <stdbool.h>

enum ltl_op {
    LTL_FALSE,
    LTL_TRUE,
    LTL_ATOM,
    LTL_NOT, /* an atom does not hold */
    LTL_AND,
    LTL_OR,
    LTL_NEXT,
    LTL_UNTIL,   /* left holds until right does, and right will */
    LTL_RELEASE, /* right holds up to where left does, or for ever */
};

typedef uint32_t ltl_id;

/* In every store. */
enum { LTL_NO, LTL_YES };

struct ltl_node {
    enum ltl_op op;
    uint32_t left, right; /* LTL_ATOM, LTL_NOT: left is the atom; LTL_NEXT: left
                             is the part */
    bool is_eventual;  /* holds of a word if it holds of one of its suffixes */
    bool is_universal; /* holds of all suffixes of a word of which it holds */
};

struct ltl {
    VEC(struct ltl_node) nodes;
    struct hash index;
};

void ltl_init(struct ltl *ltl);
void ltl_finish(struct ltl *ltl);

/* Each makes a formula, or finds it.  op is LTL_AND, LTL_OR, LTL_UNTIL or
 * LTL_RELEASE. */
ltl_id ltl_atom(struct ltl *ltl, uint32_t atom);
/* An atom that stands for a formula with these properties. */
ltl_id ltl_atom_of(struct ltl *ltl, uint32_t atom, bool is_eventual,
                   bool is_universal);
ltl_id ltl_next(struct ltl *ltl, ltl_id part);
ltl_id ltl_binary(struct ltl *ltl, enum ltl_op op, ltl_id left, ltl_id right);
ltl_id ltl_finally(struct ltl *ltl, ltl_id part);
ltl_id ltl_globally(struct ltl *ltl, ltl_id part);

/* The operator of a negation, whose operands are negated. */
enum ltl_op ltl_dual(enum ltl_op op);

/* The negation; each part is negated once. */
ltl_id ltl_negation(struct ltl *ltl, ltl_id formula);

/* A formula that is equivalent on the words that begin with this letter, as
 * small as that allows. */
ltl_id ltl_begin(struct ltl *ltl, ltl_id formula, uint64_t letter);

/* Makes a formula without the laws; LTL_ATOM, LTL_NOT: left is the atom. */
ltl_id ltl_append(struct ltl *ltl, enum ltl_op op, uint32_t left,
                  uint32_t right);
/* A formula that is equivalent on the words in which these atoms have, at every
 * letter, the value that they have in `letter`. */
ltl_id ltl_settle(struct ltl *ltl, ltl_id formula, uint64_t atoms,
                  uint64_t letter);

/* The same formula in another store; names: what atom a is called there, or
 * NULL, and it keeps its name. */
ltl_id ltl_copy(struct ltl *to, const struct ltl *from, ltl_id formula,
                const uint32_t *names);

/* The same as the laws shorten it. */
ltl_id ltl_rename(struct ltl *to, const struct ltl *from, ltl_id formula,
                  const uint32_t *names);

/* Which formulas up to this one are it or parts of it, by number.  The caller
 * frees it. */
bool *ltl_parts(const struct ltl *ltl, ltl_id formula);

/* Its atoms, as bits. */
uint64_t ltl_atom_set(const struct ltl *ltl, ltl_id formula);

/* Has the formula no X? Then repeating a letter of a word does not change
 * whether it holds. */
bool ltl_is_without_next(const struct ltl *ltl, ltl_id formula);

/* Nothing is known of the letters that follow. */
#define LTL_OPEN UINT32_MAX

/* A word of n letters whose end repeats from letter `loop` on.  Bit a of a
 * letter: atom a holds there. */
struct ltl_word {
    const uint64_t *letters;
    uint32_t n, loop; /* loop < n, or LTL_OPEN */
};

/* Sets holds[i] for each i < n: does the formula hold of the suffix from letter
 * i on?  Evaluates the definition of each operator as least and greatest
 * fixpoints along the word (THEORY, Lemma 93), without an automaton.  On an
 * open word holds[i] is true only if the formula holds whichever letters
 * follow. */
void ltl_evaluate(const struct ltl *ltl, ltl_id formula,
                  const struct ltl_word *word, bool *holds);

#endif
