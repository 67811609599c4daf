/* solve.h - questions that are answered on the finished prefix, by a SAT solver
 * (CaDiCaL).
 *
 * The solutions of the solver are the configurations (encoder.h); those of a
 * complete prefix reach all reachable markings ([McM92], [ERV02]).  A deadlock
 * is a configuration that enables no event, cutoffs included: each event uses a
 * condition that is not produced or is consumed (THEORY, Theorem 34). */
#ifndef SOLVE_H
#define SOLVE_H

#include "engine/prefix/saturation.h"

/* Does the question wait until the prefix is finished? */
bool solve_waits(const struct goal *goal);

/* Answers the open questions, until the watch stops it. */
void solve_all(struct saturation *saturation);

/* One question, a GOAL_MARKING or a GOAL_DEADLOCK.  Appends the events of a
 * configuration when there is one.  Unknown when the watch ended the search.
 * No event of the store reads conditions. */
enum cadical_verdict solve_prefix(const struct es *es, const struct goal *goal,
                                  struct watch *watch,
                                  es_event_list *configuration);

#endif
