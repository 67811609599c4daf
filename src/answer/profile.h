/* profile.h - how a run of an engine grew: its figures over its work.
 *
 * A row is taken about every `step` units of work.  When there are 1000 rows,
 * every second one is dropped and the step doubles, so that a profile of a long
 * run has between 500 and 1000 rows. */
#ifndef PROFILE_H
#define PROFILE_H

#include "answer/answer.h"

/* The columns.  X(name, text) */
#define PROFILE_COLUMNS(X)                                                \
    X(work, "units of work, which are the same on every machine")         \
    X(milliseconds, "time")                                               \
    X(histories, "histories created, or markings explored")               \
    X(cutoffs, "cutoffs")                                                 \
    X(maximal, "maximal configurations visited in this pass")             \
    X(depth, "events in the current configuration, or markings on the "   \
             "path of the search")                                        \
    X(bound, "of the pass; 0: none")                                      \
    X(u, "|U| at the latest maximal configuration, with a bounded cache") \
    X(bytes, "resident memory of the process")

struct profile_row {
#define X(name, text) uint64_t name;
    PROFILE_COLUMNS(X)
#undef X
};

struct profile {
    VEC(struct profile_row) rows;
    uint64_t step, due; /* of work */
};

void profile_finish(struct profile *profile);

/* Must a row be taken at this amount of work? */
static inline bool profile_is_due(const struct profile *profile, uint64_t work)
{
    return work >= profile->due;
}

void profile_add(struct profile *profile, const struct profile_row *row);

#endif
