/* elimination.h - sparse elimination of unknowns from equations with integer
 * coefficients and no constant.
 *
 *     x - y = 0, x + y - 2 z = 0      x = y from the first, 2 y - 2 z = 0,
 *                                     so y = z; z is free
 *
 * Each step solves the shortest equation for the unknown in it that the fewest
 * other equations have, and combines the other equations with it so that they
 * lose this unknown.  An equation is divided by the greatest common divisor of
 * its coefficients, so there are no fractions.  An unknown with an equation of
 * its own is not in the equations of later steps; what is in no equation is
 * free. (Markowitz, The Elimination Form of the Inverse, 1957, without the
 * numerical part.)
 *
 * If a coefficient becomes too large, or the work is over, unknowns are set to
 * 0: each solution that is found solves the equations, but there may be
 * others. */
#ifndef ELIMINATION_H
#define ELIMINATION_H

#include "base/pool.h"
#include "question/formula.h"

/* The absolute value of a coefficient at most, so that products of two and sums
 * of two products fit 64 bits. */
#define ELIMINATION_LARGEST ((int64_t)1 << 30)

/* Lists of rows by length; rows of length 64 or more count as 64. */
enum { ELIMINATION_LENGTHS = 65 };

/* Terms with increasing unknowns, which are numbers of places. */
typedef VEC(struct formula_term) elimination_row;

struct elimination_pivot {
    uint32_t row;
    place_id unknown;
};

struct elimination {
    VEC(elimination_row) rows;
    VEC(struct elimination_pivot) pivots; /* in the order of the steps */
    bool *is_zero;                        /* by unknown: taken to be 0 */
    bool complete;                        /* none is */
    uint64_t work, most;                  /* terms looked at */
    /* while it runs */
    VEC(bool) is_active;  /* by row: it is not 0, and has no pivot */
    uint32_t *n_rows;     /* by unknown: active rows that have it */
    struct pool_list *in; /* the same, and some that have lost it */
    struct pool lists;    /* that `in` names */
    VEC(uint32_t) sized[ELIMINATION_LENGTHS]; /* rows that had this length */
    uint32_t shortest;                        /* no active row is shorter */
    elimination_row scratch;
};

/* most: bounds the work, in terms looked at. */
void elimination_init(struct elimination *e, uint32_t n_unknowns,
                      uint64_t most);
void elimination_finish(struct elimination *e);

/* Adds an equation: terms with increasing unknowns and factors of at most
 * ELIMINATION_LARGEST. */
void elimination_add(struct elimination *e, const struct formula_term *terms,
                     uint32_t n);

/* To be called once, after all equations were added. */
void elimination_run(struct elimination *e);

/* The largest number that divides both, which are not both 0. */
int64_t elimination_divisor(int64_t a, int64_t b);

/* The absolute value. */
static inline int64_t elimination_size(int64_t factor)
{
    return factor < 0 ? -factor : factor;
}

#endif
