/* solve.h - questions about a complete prefix for a SAT solver (CaDiCaL).
 *
 * There is a variable for each event that was opened (es_open()) and one for
 * "condition b is consumed": an event needs the producers of what it uses, and
 * a condition is consumed at most once.  The solutions are the configurations;
 * on a complete prefix these reach all reachable markings ([McM92], [ERV02]). A
 * deadlock is a configuration that enables no event, cutoffs included: of what
 * each event uses, something was not produced or is consumed (THEORY,
 * Theorem 34). */
#ifndef SOLVE_H
#define SOLVE_H

#include "engine/watch.h"
#include "unfolding/es.h"

enum solve_verdict { SOLVE_NO, SOLVE_YES, SOLVE_UNKNOWN };

/* Each appends the events of a configuration when there is one.  Unknown when
 * the watch ended the search.  No event of the store reads conditions. */
enum solve_verdict solve_deadlock(const struct es *es, struct watch *watch,
                                  es_event_list *configuration);

/* goal is a GOAL_MARKING. */
enum solve_verdict solve_marking(const struct es *es, const struct goal *goal,
                                 struct watch *watch,
                                 es_event_list *configuration);

#endif
