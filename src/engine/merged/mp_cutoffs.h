/* mp_cutoffs.h - what is known about cutoffs, as clauses.
 *
 * Let C and C' be local configurations with the same marking, C' smaller, and
 * K what both have in common, with its past.  C is K and the events A after it,
 * C' is K and the events B after it.  So whatever A leads from and to, B does.
 * Then every local configuration that ends with A is larger than another one
 * with its marking, where B stands in the place of A (THEORY, Theorem 126).  A
 * clause says so:
 *
 *     not all of A, or another event uses what A leaves, or what B uses besides
 *     is not there
 *
 * For the last event of C the clause speaks of the selected transition and,
 * when the event is extended, of the event. */
#ifndef MP_CUTOFFS_H
#define MP_CUTOFFS_H

#include "engine/merged/mp_clauses.h"
#include "engine/unfolding/order.h"

/* About the events A without the last one, which is `event`. */
struct mp_cutoffs_found {
    uint32_t event;
    bool alike; /* else about one configuration alone */
    mp_solver_literals literals;
};

struct mp_cutoffs {
    struct mp_clauses *clauses;
    struct order order;
    VEC(struct mp_cutoffs_found) found;
    bool needs_more; /* of the clause being made: B uses a condition that A does
                        not use, and an event produces it.  That event could
                        follow the last one of A, so the clause is about the
                        selected transition alone */
    uint64_t n_single; /* those about one marking or configuration alone */
    /* scratch: by event 1: in K, 2: in A, 4: in B; by condition: what A and B
     * do to those before them */
    VEC(unsigned char) sides, uses;
    mp_process_list used, list;
    mp_solver_literals literals;
};

void mp_cutoffs_init(struct mp_cutoffs *cutoffs, struct mp_clauses *clauses,
                     enum engine_order order);
void mp_cutoffs_finish(struct mp_cutoffs *cutoffs);

/* -1, 0, 1: is a smaller than, incomparable to, or larger than b? */
int mp_cutoffs_compare(struct mp_cutoffs *cutoffs, const struct mp_config *a,
                       const struct mp_config *b);

/* The last event of c makes it a cutoff, as d is smaller.  d has no events when
 * it is the initial marking. */
void mp_cutoffs_add(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                    const struct mp_config *d);

/* Excludes the configuration c with its last event, where the literal is
 * assumed. */
void mp_cutoffs_exclude(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                        int assumed);

/* Event e has become extended: what was found about it. */
void mp_cutoffs_extend(struct mp_cutoffs *cutoffs, uint32_t e);

#endif
