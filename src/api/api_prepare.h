/* api_prepare.h - what the questions about one net have in common, found out
 * once: a proof that the net is safe, and a reduction that keeps what all of
 * them ask about.
 *
 * It belongs to the problem that was prepared.  The runs of this problem and of
 * those that borrow it begin with it: each goes on with the reduction for its
 * own questions. */
#ifndef API_PREPARE_H
#define API_PREPARE_H

#include "api/handle.h"
#include "reduce/reducer.h"

struct api_prepare {
    struct {
        const char *structure; /* as in the handle */
        bool has_weights, has_safe_units;
        struct weights weights;
        struct exclusive exclusive;
        uint64_t work; /* that linear programs might take */
    } safety;
    unsigned rules; /* 0: no reduction */
    struct reduction_keeps keeps;
    struct reducer work;
};

void api_prepare_destroy(struct api_prepare *prepared); /* may be NULL */

/* What a run of the problem begins with; NULL: with nothing. */
const struct api_prepare *api_prepare_of(const punfpor *problem);

#endif
