/* influences.h - which digits influence which, and steps without which all runs
 * can end.
 *
 * For nets where each step changes one digit, and each digit has two values in
 * use, as those of Boolean networks.  Digit u influences digit v if a step of v
 * needs a value of u: positively, if v rises with the larger value of u or
 * falls with the smaller one, otherwise negatively.  Some digits are retained:
 * they keep a value once they have it.  If each cycle of influences with an
 * odd number of negative ones has a retained digit, a run without the steps
 * that leave retained values leads from each marking to one that enables no
 * other steps (THEORY, Lemma 147). */
#ifndef INFLUENCES_H
#define INFLUENCES_H

#include "engine/symbolic/families.h"
#include "structure/feedback.h"

/* Changes `level` from one of its values to the other. */
struct influences_step {
    trans_id trans;
    uint32_t level;
    uint32_t change; /* its first one (effects.h) */
    uint32_t rank;   /* steps are sorted by ranks: digits come after those that
                        influence them, as far as they can */
    bool rises;
    bool is_left_out; /* it leaves a retained value */
};

struct influences {
    const struct families *families;
    struct sets *sets; /* of the families */
    uint32_t n_levels;
    uint32_t *low, *high; /* by level: its values, the same if it has one */
    bool *retained;       /* by level */
    VEC(struct influences_step) steps; /* by rank and level */
    uint32_t *of_rank;        /* by rank, from 0 to n_levels, and one more: its
                                 steps */
    feedback_edge_list edges; /* between levels, sorted */
    uint32_t *first;          /* by level, and one more: its edges */
};

/* False if the net is another one; the caller finishes the result in any case.
 * The families are borrowed. */
bool influences_init(struct influences *influences,
                     const struct families *families);
void influences_finish(struct influences *influences);

#endif
