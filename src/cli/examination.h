/* examination.h - the examinations of the Model Checking Contest that have an
 * answer here. */
#ifndef EXAMINATION_H
#define EXAMINATION_H

#include <stdbool.h>

enum examination {
    EXAMINATION_DEADLOCK,
    EXAMINATION_FORMULAS, /* a file of formulas */
    EXAMINATION_BOUNDS,   /* a file of bounds */
    EXAMINATION_SAFE,
    EXAMINATION_QUASI_LIVE,
    EXAMINATION_LIVE,
    EXAMINATION_STABLE,
    EXAMINATION_STATES,
    EXAMINATION_OTHER, /* it has no answer */
};

/* By the name that the contest gives it. */
enum examination examination_named(const char *name);

/* Are its questions in a file of the name of the examination? */
bool examination_has_file(enum examination examination);

#endif
