/* closure.h - does the prefix contain every event that it must contain?
 *
 * Where conditions are pairwise concurrent and are all that a transition
 * consumes, its event must be there (THEORY, Definition 44). */
#ifndef CLOSURE_H
#define CLOSURE_H

#include "checker/process.h"

/* False with a report, for which line is the line, of an event that is
 * missing. */
bool closure_check(struct process *process, uint32_t line);

/* Are no concurrent conditions on all of these places?  False with a report
 * when there are some. */
bool closure_avoids(struct process *process, const place_id *places, uint32_t n,
                    uint32_t line);

#endif
