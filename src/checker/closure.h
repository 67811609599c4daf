/* closure.h - does the prefix contain every event that it must contain?
 *
 * Each set of pairwise concurrent conditions that is the preset of a transition
 * must have an event of this transition (THEORY, Definition 44). */
#ifndef CLOSURE_H
#define CLOSURE_H

#include "checker/process.h"

/* False with a report about a missing event; line is the line of the report. */
bool closure_check(struct process *process, uint32_t line);

/* False with a report when these places have pairwise concurrent conditions;
 * line is the line of the report. */
bool closure_avoids(struct process *process, const place_id *places, uint32_t n,
                    uint32_t line);

#endif
