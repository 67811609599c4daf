/* traces.h - sets of Mazurkiewicz traces, for comparing enumerators.
 *
 * A trace is kept as its Foata normal form, made from any of its runs: two
 * runs are of the same trace iff they have the same normal form.  It is made
 * level by level from the whole run; oracle.c, which grows its normal forms
 * step by step, has no part in it. */
#ifndef TRACES_H
#define TRACES_H

#include "base/hash.h"
#include "base/vec.h"
#include "net/dep.h"

struct traces_span {
    uint32_t from, len; /* a slice of words */
};

struct traces {
    const struct dep *dep;
    struct hash ix;
    VEC(struct traces_span) spans; /* one a trace */
    VEC(uint32_t) words;           /* transitions, TRANS_NONE after a level */
    uint64_t again;                /* traces that were added once more */
};

/* An empty set; dep must outlive it. */
void traces_init(struct traces *traces, const struct dep *dep);
void traces_finish(struct traces *traces);

/* Adds the trace of a run.  self is a struct traces: it is a visitor of runs
 * for those who enumerate. */
void traces_add(void *self, const trans_id *run, uint32_t len);

/* Is every trace of a one of b's? */
bool traces_within(const struct traces *a, const struct traces *b);

#endif
