/* api_prepare.h - what the questions about one net have in common, found out
 * once: a proof that the net is safe, and a reduction that keeps what all of
 * them ask about.
 *
 * It belongs to the problem that was prepared.  The runs of this problem, and
 * of problems that borrow it, begin with it: each goes on with the reduction
 * for its own questions. */
#ifndef API_PREPARE_H
#define API_PREPARE_H

#include "api/api_safety.h"
#include "reduce/reducer.h"

struct api_prepare {
    struct api_safety safety;
    unsigned rules; /* 0: no reduction */
    struct reduction_keeps keeps;
    struct reducer work;
};

void api_prepare_destroy(struct api_prepare *prepared); /* may be NULL */

/* What a run of the problem begins with; NULL: with nothing. */
const struct api_prepare *api_prepare_of(const struct api_problem *problem);

/* Shows that the net is safe, by the same (api_safety.h). */
void api_prepare_safety(const struct api_problem *problem,
                        struct api_safety *safety);

#endif
