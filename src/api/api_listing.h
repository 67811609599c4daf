/* api_listing.h - searches that list markings, or need the complete prefix:
 * what is said when they end early. */
#ifndef API_LISTING_H
#define API_LISTING_H

#include "api/run/api_run.h"

/* The most markings that the options allow, at most `most`. */
uint32_t api_listing_most(const struct api_problem *problem, uint32_t most);

/* More markings were needed, unless the clock has stopped already; did the
 * options allow less than there is room for? */
void api_listing_exceeded(struct api_problem_clock *clock, bool by_option);

/* Reports that t puts a second token on a place; always false. */
bool api_listing_unsafe(const struct net *net, trans_id t, struct diag *diag);

/* Did work that stopped for this reason come to its end?  Otherwise reports
 * that `what` is not complete, and why, unless there is a report already. */
bool api_listing_is_done(enum answer_stop stop, const char *what,
                         struct diag *diag);

/* A run for the complete prefix of a net, with copies of read places, under the
 * options of a problem that began at `start`: under this relation, unless the
 * user names one.  drawn: also with reads and conflicts, as the options say. */
struct api_run api_listing_prefix(const struct api_problem *problem,
                                  const struct net *net, bool drawn,
                                  enum dep_kind kind, double start,
                                  struct diag *diag);

#endif
