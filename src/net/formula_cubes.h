/* formula_cubes.h - a formula as a disjunction of cubes: places that are to be
 * marked and places that are to be empty.
 *
 *     (p or q) and not r      p !r,  q !r
 *     p + q + r >= 2          p q,  p r,  q r
 *
 * The number of cubes can grow with the power of the size of the formula, so
 * there is a limit; and "deadlock" has no cubes. */
#ifndef FORMULA_CUBES_H
#define FORMULA_CUBES_H

#include "net/formula.h"

/* Cubes of a formula, and of each of its parts, at most. */
enum { FORMULA_CUBES_MOST = 64 };

struct formula_cubes_cube {
    net_place_list marked, empty; /* strictly increasing, disjoint */
};

typedef VEC(struct formula_cubes_cube) formula_cubes_list;

void formula_cubes_free(formula_cubes_list *cubes);

/* Fills the list; false, with an empty list, when there are too many. */
bool formula_cubes_of(const struct formula *formula, const struct net *net,
                      formula_cubes_list *cubes);

#endif
