/* formula_cubes.h - a formula as a disjunction of cubes: places that are to be
 * marked and places that are to be empty.
 *
 *     (p or q) and not r      p !r,  q !r
 *     p + q + r >= 2          p q,  p r,  q r
 *
 * The number of cubes can be exponential in the size of the formula, so there
 * is a limit.  "deadlock" has no cubes. */
#ifndef FORMULA_CUBES_H
#define FORMULA_CUBES_H

#include "question/formula.h"

enum {
    FORMULA_CUBES_MOST = 64,        /* as questions of their own */
    FORMULA_CUBES_CERTIFIED = 1000, /* in a certificate of a complete prefix */
};

struct formula_cubes_cube {
    net_place_list marked, empty; /* strictly increasing, disjoint */
};

typedef VEC(struct formula_cubes_cube) formula_cubes_list;

void formula_cubes_free(formula_cubes_list *cubes);

/* Fills the list; false, with an empty list, when the formula or a part of it
 * has more than `most` cubes, or asks for a deadlock. */
bool formula_cubes_of(const struct formula *formula, const struct net *net,
                      uint32_t most, formula_cubes_list *cubes);

#endif
