/* accepted_run.h - a run that an automaton accepts, from the markings from
 * which there is one. */
#ifndef ACCEPTED_RUN_H
#define ACCEPTED_RUN_H

#include "engine/symbolic/accepted.h"
#include "proof/witness.h"

enum accepted_run_end {
    ACCEPTED_RUN_NONE, /* there is none */
    ACCEPTED_RUN_FOUND,
    ACCEPTED_RUN_OPEN, /* the watch has stopped, or it has too many steps */
};

/* A run from the initial marking of which the formula holds, and the steps
 * before those that repeat; LTL_OPEN: it holds however the run goes on. */
enum accepted_run_end accepted_run_find(struct accepted *accepted,
                                        const struct temporal *temporal,
                                        witness_run *run, uint32_t *loop);

#endif
