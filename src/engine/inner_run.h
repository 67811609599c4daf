/* inner_run.h - a run of an engine within one, about another net: its work is
 * that of the outer run, whose limits end it.
 *
 *     inner_run_init(&inner, &watch, g, most);
 *     engine.run(&problem, &inner.limits, &answer);
 *     inner_run_close(&inner, &answer);
 *
 * The inner run has one question at most. */
#ifndef INNER_RUN_H
#define INNER_RUN_H

#include "engine/watch.h"

struct inner_run {
    struct engine_limits limits;
    struct engine_race_hooks hooks;
    struct watch *watch;  /* of the outer run */
    uint64_t start, most; /* of its work */
    uint32_t g;
    _Atomic uint64_t end;
    _Atomic bool closed;
};

/* For question g of the outer run, while that has less work than `most`.  It
 * must not move. */
void inner_run_init(struct inner_run *inner, struct watch *watch, uint32_t g,
                    uint64_t most);

/* The figures of the answer are added to those of the outer run. */
void inner_run_close(struct inner_run *inner, const struct answer *answer);

#endif
