/* traces.h - sets of Mazurkiewicz traces, to compare enumerators.
 *
 * A trace is stored as its Foata normal form, computed from any of its runs:
 * two runs have the same trace iff they have the same normal form.  The
 * computation goes level by level over the whole run.  oracle.c computes its
 * normal forms step by step, with other code. */
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
    VEC(struct traces_span) spans; /* one for each trace */
    VEC(uint32_t) words;           /* transitions, TRANS_NONE after a level */
    uint64_t again; /* repetitions: traces added more than once */
};

/* Creates an empty set; dep must outlive it. */
void traces_init(struct traces *traces, const struct dep *dep);
void traces_finish(struct traces *traces);

/* Adds the trace of a run.  self is a struct traces, so this can be the visitor
 * of an enumerator. */
void traces_add(void *self, const trans_id *run, uint32_t len);

/* Is a a subset of b? */
bool traces_within(const struct traces *a, const struct traces *b);

#endif
