/* clauses.h - clauses, and what follows from them by unit propagation.
 *
 *     clauses_put(&c, 2 * x), clauses_put(&c, 2 * y + 1);     x or not y
 *     clauses_close(&c);
 *
 * Variables are numbered from 0; literal 2x says that x is true, 2x + 1 that it
 * is false.  A clause is implied by unit propagation if assuming all its
 * literals false makes unit propagation meet a clause whose literals are all
 * false.  Each clause watches two of its literals.
 *
 * What is implied follows from the clauses; the converse does not hold. */
#ifndef CLAUSES_H
#define CLAUSES_H

#include "base/vec.h"

#include <stdbool.h>

typedef VEC(uint32_t) clauses_numbers;

struct clauses {
    VECS(VEC(uint32_t)) literals; /* by clause */
    uint32_t *first;              /* by literal: its first watch */
    VEC(uint32_t) next;           /* by watch, 2 * clause + 0 or 1 */
    bool *truth;                  /* by literal: it is true */
    uint32_t *reason;    /* by variable: the clause that it follows from */
    bool *seen;          /* by variable, scratch */
    VEC(uint32_t) trail; /* true literals, in their order */
    uint32_t head;       /* the first that was not propagated */
    uint32_t conflict;   /* a clause that is false by itself; or none */
    uint64_t work;       /* literals looked at */
};

/* n_variables is below 2^30. */
void clauses_init(struct clauses *clauses, uint32_t n_variables);
void clauses_finish(struct clauses *clauses);

/* clauses_put() appends a literal to the clause under way; clauses_close() adds
 * that clause. */
void clauses_put(struct clauses *clauses, uint32_t literal);
void clauses_close(struct clauses *clauses);

/* clauses_drop() drops the clause under way; clauses_under_way() returns its
 * literals, *n of them. */
void clauses_drop(struct clauses *clauses);
const uint32_t *clauses_under_way(const struct clauses *clauses, uint32_t *n);

uint32_t clauses_count(const struct clauses *clauses);

/* Is the clause under way implied by the others?  It stays under way.  If so,
 * and used is not NULL, the clauses that show it are appended to used. */
bool clauses_imply(struct clauses *clauses, clauses_numbers *used);

/* Do the clauses contradict each other?  used as above. */
bool clauses_refuted(struct clauses *clauses, clauses_numbers *used);

#endif
