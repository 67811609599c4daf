/* id_runs.h - a list of ids in which neighbours often follow each other.
 *
 *     push 5   push 6   push 7   push 3        two runs: 5 6 7, and 3
 *
 * A run of ids that increase by one takes two words, an id that stands alone
 * takes one.  So no list is longer than its ids are many.
 *
 * All zero is an empty list. */
#ifndef ID_RUNS_H
#define ID_RUNS_H

#include "base/vec.h"

/* Ids are below this number. */
#define ID_RUNS_MOST ((uint32_t)1 << 31)

struct id_runs {
    /* an id, or with the highest bit the first of a run, and then how many */
    VEC(uint32_t) words;
    uint32_t len;  /* ids */
    uint32_t last; /* where the last run is among the words */
};

void id_runs_finish(struct id_runs *runs);

/* Appends first, first + 1, ...: n ids. */
void id_runs_push(struct id_runs *runs, uint32_t first, uint32_t n);

/* Where the next id is; all zero is the first. */
struct id_runs_at {
    uint32_t word;
    uint32_t n; /* of the run there: the number of ids before it */
};

/* The next n ids, which there are, while nothing is appended. */
void id_runs_read(const struct id_runs *runs, struct id_runs_at *at, uint32_t n,
                  uint32_t *to);

#endif
