/* examine.h - the questions of a contest's examination, in a child process.
 *
 * The child tells its parent what it finds in lines:
 *
 *     answer Q TRUE if_safe ENGINE      on question Q; also FALSE, a number,
 *     states N N N                      markings, firings, most tokens of one
 *     safe yes|no [engine] */
#ifndef EXAMINE_H
#define EXAMINE_H

#include "api/punfpor.h"
#include "base/vec.h"

#include <signal.h>
#include <stdbool.h>

struct examine {
    const punfpor_net *net;
    const punfpor *common; /* what all begin with (punfpor_prepare()) */
    const punfpor_properties *properties; /* NULL: none */
    const uint32_t *asked;                /* questions: numbers of properties */
    uint32_t n_asked;
    const char *engine; /* the option "engine" */
    const char *racers; /* "racers", for engine auto; NULL: as usual */
    const char *reduce; /* "reduce"; NULL: as usual */
    double seconds;     /* 0: no limit */
    uint64_t bytes;     /* 0: no limit */
    int fd;             /* for the lines */
    const volatile sig_atomic_t *interrupted; /* in the parent; NULL: no use */
};

/* Prepares what the children for the properties have in common, or for
 * deadlocks; NULL when that fails.  In the parent. */
punfpor *examine_prepare(struct examine *x, bool asks_deadlock);

/* Each answers all that it can within the limits.  To run in a child. */
void examine_formulas(const struct examine *x);
void examine_deadlock(const struct examine *x);
void examine_safety(const struct examine *x);
void examine_transitions(const struct examine *x);
void examine_states(const struct examine *x);

/* Is the net live?  By a list of all markings; and two that know no more than a
 * no: from a deadlock that is reachable, or a transition that never fires. */
void examine_live(const struct examine *x);
void examine_deadlock_for_live(const struct examine *x);
void examine_dead_for_live(const struct examine *x);

#endif
