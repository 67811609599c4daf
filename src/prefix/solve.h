/* solve.h - questions about a complete prefix for a SAT solver (CaDiCaL).
 *
 * A variable for each event that was opened (es_open()) and for "condition b
 * was taken": an event needs the makers of what it uses, a condition is taken
 * at most once.  What satisfies that is a configuration; on a complete prefix
 * these reach all reachable markings ([McM92], [ERV02]).  A deadlock is a
 * configuration that enables no event, cutoffs included: of what each uses,
 * something is missing or taken. */
#ifndef SOLVE_H
#define SOLVE_H

#include "engine/watch.h"
#include "unfolding/es.h"

enum solve_verdict { SOLVE_NO, SOLVE_YES, SOLVE_UNKNOWN };

/* Each appends the events of a configuration when there is one.  Unknown when
 * the watch ended the search.  No event of the store tests conditions. */
enum solve_verdict solve_deadlock(const struct es *es, struct watch *watch,
                                  es_event_list *configuration);

/* goal is a GOAL_MARKING. */
enum solve_verdict solve_marking(const struct es *es, const struct goal *goal,
                                 struct watch *watch,
                                 es_event_list *configuration);

#endif
