/* schedule.h - tasks that do not depend on each other, and which comes next.
 *
 * A worker that is free takes the task that is guessed to take longest; of two
 * with one guess, the one that was added with the smaller number.  So the last
 * tasks are short ones, and the workers end at about the same time ([Gra69]
 * R. L. Graham: Bounds on multiprocessing timing anomalies, 1969: at most 4/3
 * of the shortest time, if the guesses have the right order).  A task that a
 * worker has lost goes to another one, if there is one.
 *
 * bench/tasks_model.c simulates many workers with this module. */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "base/vec.h"

#include <stdbool.h>

#define SCHEDULE_NONE UINT32_MAX

struct schedule_task {
    uint64_t guess; /* of its time, in any unit */
    uint32_t number;
    uint32_t lost_by; /* a worker, or SCHEDULE_NONE */
};

/* All zero has no tasks. */
struct schedule {
    VEC(struct schedule_task) open; /* a heap: the next one is the first */
};

void schedule_finish(struct schedule *schedule);

void schedule_add(struct schedule *schedule, const struct schedule_task *task);

/* The next task for this worker, which is removed.  False when there is none;
 * is_alone: other workers will take no more tasks. */
bool schedule_take(struct schedule *schedule, uint32_t worker, bool is_alone,
                   uint32_t *number);

/* Into how many blocks the questions about a net are divided, of a list of so
 * many nets: independent of the number of workers, so that another number goes
 * on with a journal.  Each block reads and reduces the net anew. */
uint32_t schedule_blocks(uint32_t n_questions, uint32_t n_nets);

#endif
