/* api_reduce.h - a problem as the engines see it: a reduced net with the
 * questions about it; and the way back, to answers about the net of the
 * caller. */
#ifndef API_REDUCE_H
#define API_REDUCE_H

#include "api/run/api_safety.h"
#include "reduce/lift.h"
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

/* What a finding about question g of the reduced net says about the original.
 * The result owns its run, which is trimmed if there is a budget (or NULL); its
 * proof is that of the finding. */
struct answer_finding api_lift_finding(const struct api_reduce *reduced,
                                       const struct goal *goal, uint32_t g,
                                       const struct answer_finding *finding,
                                       struct lift_budget *budget);

/* Makes an answer of the reduced problem one of the original.  A run to a
 * second token becomes the reason to stop.  False if a run cannot be fired: the
 * net is not safe, and the rules presume that it is.  Where time is limited,
 * fewer runs are trimmed. */
bool api_lift_answer(const struct api_reduce *reduced, const struct goal *goals,
                     bool is_timed, struct answer *answer);

#endif
