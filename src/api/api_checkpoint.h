/* api_checkpoint.h - the options checkpoint and resume of a run. */
#ifndef API_CHECKPOINT_H
#define API_CHECKPOINT_H

#include "api/handle.h"
#include "formats/text/checkpoint.h"

struct api_checkpoint {
    struct checkpoint_search search;
    struct partial_search from; /* what --resume has read */
    const char *path;
};

/* Of several processes the first one does that.
 *
 * Reads the file of option resume, if it is set, and lets the limits write the
 * file of option checkpoint; both must outlive the run.  False with a report
 * when the file cannot be read, or is of another search. */
bool api_checkpoint_begin(struct api_checkpoint *x, const punfpor *problem,
                          const struct engine_problem *given,
                          struct engine_limits *limits, struct diag *diag);
void api_checkpoint_finish(struct api_checkpoint *x);

#endif
