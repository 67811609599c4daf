/* askers.h - questions that one run of an engine does not answer.
 *
 * Each kind has a module.  Its function gives the answers to all questions of a
 * problem with such a goal as those of a run; of the request it uses problem,
 * dep and start.  All but those about circuits are asked alone.
 *
 *     parts.c          a question that holds if all of its parts do.  Each part
 *                      is asked as a question for itself, with the engine and
 *                      the reduction that suit it.  The first one that fails
 *                      decides, and its run is the run of the whole.  The first
 *                      part asks whether the net is safe, so a second token is
 *                      an answer and no error.  The figures are those of the
 *                      last part that was asked
 *     api_cheapest.c   a run of least cost: with the engine `prefix` on its
 *                      prefix, with `state` and in a race among the markings
 *     api_listing.c    the attractors of a net, and its minimal doomed
 *                      configurations, from the graph of all markings
 *     api_circuit.c    questions about circuits: each is asked of a net of its
 *                      own (circuit_net.h), by a run with an engine or a race
 *                      like any other, and the answer is about the net of the
 *                      caller again.  The other questions get a run together */
#ifndef ASKERS_H
#define ASKERS_H

#include "api/run/api_run.h"

typedef struct api_run askers_run(const struct api_problem_request *request,
                                  struct diag *diag);

askers_run parts_run, api_cheapest_run, api_listing_run, api_circuit_run;

/* A workflow net with the initial marking that it lacks (soundness_source()),
 * for net_view_destroy(); NULL: it has one. */
struct net *parts_view(const struct net *net);

/* --- what they share, with the tables of nodes (api_listing.c) -------------
 */

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
