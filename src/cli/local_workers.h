/* local_workers.h - workers that are child processes, one for each task. */
#ifndef LOCAL_WORKERS_H
#define LOCAL_WORKERS_H

#include "cli/batch_block.h"
#include "cli/jobs.h"
#include "cli/workers.h"

struct local_workers_one {
    bool is_busy;
    bool done, was_interrupted; /* what it says at its end, and the next */
    uint32_t milliseconds;      /* of processor time */
    uint32_t number;            /* of its task */
    struct batch_block block;
};

struct local_workers {
    const struct workers_task *task;
    struct jobs jobs;
    VEC(struct local_workers_one) all;
};

/* interrupted is passed on to the children; the task must remain valid. */
void local_workers_init(struct local_workers *x, uint32_t n,
                        const struct workers_task *task,
                        const volatile sig_atomic_t *interrupted);
void local_workers_finish(struct local_workers *x);

struct workers local_workers_of(struct local_workers *x);

#endif
