/* firings.h - how often transitions must fire on the way from a marking to
 * places that are wanted marked or empty, by the state equation.
 *
 *     M' = M + C x,   0 <= M' <= 1,   M' = wanted,   x >= 0,   least  cost · x
 *
 * Rows: the places.  Columns: the transitions, and what the user of this module
 * adds.  Only M changes between two programs, so each begins with the solution
 * of the one before. */
#ifndef FIRINGS_H
#define FIRINGS_H

#include "structure/lp.h"

struct firings {
    const struct net *net;
    const signed char *wanted; /* by place: 1 marked, 0 empty, -1 any */
    struct lp_program program;
};

/* cost: by transition; NULL: each firing costs 1.  The net, wanted and the
 * scope must outlive it. */
void firings_init(struct firings *firings, const struct net *net,
                  const signed char *wanted, const uint32_t *cost,
                  const struct lp_scope *scope);
void firings_finish(struct firings *firings);

/* The next program is about this marking.  Its solution has how often each
 * transition fires, which need not be a whole number. */
void firings_from(struct firings *firings, const bits_word *m);

#endif
