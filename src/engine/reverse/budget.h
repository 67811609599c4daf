/* budget.h - how much a worker of a reverse search takes at once.
 *
 * A worker takes some roots, explores their subtrees until its budget of work
 * is spent, and gives back the roots that are left.  While few roots are open,
 * budgets are small, and the roots nearest to the root of the tree are taken,
 * so that large subtrees are split and all workers get some.  While many are
 * open, budgets are large, and the deepest roots are taken, so that their
 * number stays small.  [AJ18] D.  Avis, C.  Jordan: mplrs, a scalable parallel
 * vertex/facet enumeration code (2018), has such budgets.
 *
 * A model of many workers, bench/ranks_model.c, is linked with this file; the
 * numbers were chosen by it. */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget {
    uint32_t n_roots; /* at most this many; more than 0 */
    bool deepest;     /* the deepest roots, which were given back last;
                         otherwise the roots nearest to the root of the tree */
    uint64_t work;    /* in units of the watch, about a nanosecond */
};

/* A worker that is asked for roots goes on for so much work. */
enum { BUDGET_LEAST = 1 << 18 };

/* For one worker, of n_workers, while so many roots are open. */
struct budget budget_for(uint64_t n_open, uint32_t n_workers);

/* Does the first of n_ranks processes, which hands out the roots, explore
 * subtrees, too? */
bool budget_works(uint32_t n_ranks);

#endif
