/* api_lift.h - from answers about a reduced net to answers about the net of the
 * caller. */
#ifndef API_LIFT_H
#define API_LIFT_H

#include "answer/answer.h"
#include "api/run/api_reduce.h"
#include "reduce/lift.h"

/* What a finding about question g of the reduced net says about the original,
 * without its proof.  The result owns its run, which is trimmed if there is a
 * budget; that may be NULL. */
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
