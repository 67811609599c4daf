/* solve_formula.h - formulas about the markings of a complete prefix, by
 * CaDiCaL (THEORY, Theorem 51).
 *
 * One solver serves all formulas: it has the clauses of a configuration
 * (encoder.h) and, for each formula, clauses that a variable of its own
 * implies; that variable is assumed while the formula is asked about.
 *
 * formula_clauses.h has the clauses; the variables "p is marked" and "p is
 * empty" are about the conditions of p. */
#ifndef SOLVE_FORMULA_H
#define SOLVE_FORMULA_H

#include "base/pool.h"
#include "engine/prefix/encoder.h"
#include "question/formula.h"

struct solve_formula {
    struct encoder encoder;
    const struct net *net;
    struct pool pool;
    struct pool_list *conds; /* by place: its conditions */
    int *marked, *empty;     /* by place: variables, or 0 */
    bool ready;
};

/* The arguments must outlive the struct, which must not move. */
void solve_formula_init(struct solve_formula *s, const struct es *es,
                        const struct net *net, struct watch *watch);
void solve_formula_finish(struct solve_formula *s);

/* Appends the events of a configuration at whose marking the formula holds, if
 * there is one.  Unknown when the watch ended the run, or the clauses would be
 * too many. */
enum cadical_verdict solve_formula_ask(struct solve_formula *s,
                                       const struct formula *formula,
                                       es_event_list *configuration);

/* The value of the sum of a comparison after a configuration. */
int64_t solve_formula_value(const struct solve_formula *s,
                            const struct formula *formula,
                            const es_event_list *configuration);

#endif
