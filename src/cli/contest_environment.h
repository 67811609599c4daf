/* contest_environment.h - what the contest says in the environment:
 * BK_EXAMINATION, BK_TIME_CONFINEMENT (seconds) and BK_MEMORY_CONFINEMENT
 * (megabytes). */
#ifndef CONTEST_ENVIRONMENT_H
#define CONTEST_ENVIRONMENT_H

#include "base/diag.h"

#include <stdint.h>

struct contest_environment {
    const char *examination;
    double seconds; /* 0: no limit */
    uint64_t bytes; /* 0: no limit */
};

/* Fills what is 0 or NULL; of the time, a reserve is kept.  False with
 * a report when there is no examination, or when a number is none.  The strings
 * live as long as the environment. */
bool contest_environment_read(struct contest_environment *environment,
                              struct diag *diag);

#endif
