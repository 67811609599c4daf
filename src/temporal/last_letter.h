/* last_letter.h - formulas of linear temporal logic about words whose last
 * letter repeats for ever.
 *
 * Such words are the runs of a net whose runs all end: the last marking is a
 * deadlock.  A formula holds there if its parts do, without any time:
 *
 *     F G p               F (last and p)
 *     G F p and F G q     F (last and p and q)
 *     F p                 true, if p holds at the last letter
 *     G p                 false, if p does not
 */
#ifndef LAST_LETTER_H
#define LAST_LETTER_H

#include "temporal/ltl.h"

/* What is known of the last letter. */
struct last_letter {
    const ltl_id *ends; /* by atom: what holds of the last letter if the atom
                           does, without temporal operators */
    ltl_id last;        /* what holds of the last letter and of no letter before
                           it, without temporal operators */
};

/* A formula that is equivalent on these words (THEORY, Lemma 141).  *end: what
 * holds of the last letter if the formula does, without temporal operators. */
ltl_id last_letter_simplify(struct ltl *ltl, ltl_id formula,
                            const struct last_letter *letter, ltl_id *end);

#endif
