/* api_reduce.h - a problem as the engines see it: a reduced net with the
 * questions about it.  api_lift.h has the way back. */
#ifndef API_REDUCE_H
#define API_REDUCE_H

#include "api/run/api_safety.h"
#include "reduce/reducer.h"

struct api_reduce {
    struct reduction_keeps keeps;
    struct reducer work;
    struct net *net; /* what is left */
    struct mutable_net_map map;
    struct exclusive exclusive; /* of places of the reduced net */
    goal_list goals;            /* the questions about it */
    int64_t *values;            /* by question: of a sum with one value */
};

/* The work that all questions about a net have in common: a proof that the net
 * is safe, and a reduction that keeps what all of these questions ask about.
 * It belongs to the problem that was prepared.  The runs of this problem, and
 * of problems that borrow it, begin with it; each run continues the reduction
 * for its own questions. */
struct api_reduce_prepared {
    struct api_safety safety;
    unsigned rules; /* 0: no reduction */
    struct reduction_keeps keeps;
    struct reducer work;
};

void api_reduce_forget(struct api_reduce_prepared *prepared); /* may be NULL */

/* What a run of the problem begins with; NULL: with nothing. */
const struct api_reduce_prepared *
api_reduce_prepared_of(const struct api_problem *problem);

/* Do the options of the problem ask for a reduction? */
bool api_reduce_applies(const struct api_problem_request *request);

/* Would the run begin with a reduction that keeps more than what its questions
 * ask about? */
bool api_reduce_is_common(const struct api_problem_request *request);

/* Reduces the net of the problem for these questions if its options say so for
 * the engine.  NULL: they do not, or no rule applies.  Goes on with what the
 * problem was prepared with, unless it is to begin anew. */
struct api_reduce *api_reduce_create(const struct api_problem_request *request,
                                     const goal_list *goals);

/* The reduction that keeps what all these questions ask about, for others to go
 * on with.  One that may hide a second token is taken only where each of them
 * would take it, too. */
void api_reduce_prepare(const struct api_problem_request *request,
                        const goal_list *goals,
                        struct api_reduce_prepared *prepared);
void api_reduce_destroy(struct api_reduce *reduced); /* may be NULL */

#endif
