/* formula_sum.h - linear sums of places: constant + factor * place + ... */
#ifndef FORMULA_SUM_H
#define FORMULA_SUM_H

#include "question/formula.h"

/* A sum; all zero is 0.  A place may occur in several terms. */
struct formula_sum {
    formula_terms terms;
    int64_t constant;
    bool too_large; /* a number went beyond FORMULA_LARGEST: the sum is not
                       meaningful */
};

void formula_sum_free(struct formula_sum *sum);
void formula_sum_place(struct formula_sum *sum, place_id p, int64_t factor);

/* Adds the number of tokens of p, which is a sum of several places if p can
 * have several tokens. */
void formula_sum_tokens(struct formula_sum *sum, const struct net *net,
                        place_id p);
void formula_sum_constant(struct formula_sum *sum, int64_t constant);

/* Adds factor times the other sum. */
void formula_sum_add(struct formula_sum *sum, const struct formula_sum *other,
                     int64_t factor);

/* Orders the terms by place, one a place, without factors of 0. */
void formula_sum_sort(struct formula_sum *sum);

#endif
