/* rank_workers.h - workers that are processes of `mpirun`, the ranks.
 *
 * Rank 0 leads: it has the list of tasks, gives them out and prints.  Each
 * rank, also rank 0, has a process that runs its tasks (task_server.h), so that
 * a rank always listens.
 *
 *     a follower sends       the leader sends
 *
 *                      <-    RUN         an assignment
 *     REPORT           ->                of the task
 *     GONE             ->                its process for tasks has ended
 *                      <-    INTERRUPT   end the running task
 *                      <-    STOP        all is done
 *     an empty one     ->                it has failed: it takes no more tasks
 *                      <-    an empty one: the leader has failed; as STOP */
#ifndef RANK_WORKERS_H
#define RANK_WORKERS_H

#include "api/punfpor.h"
#include "cli/task_server.h"

struct rank_workers_one {
    bool is_busy, is_gone;
    uint32_t number; /* of its task */
};

struct rank_workers {
    const punfpor_ranks *ranks;
    struct task_server *server;
    VEC(struct rank_workers_one) all;
    assignment_words words;
};

/* Of rank 0.  Both must remain valid. */
void rank_workers_init(struct rank_workers *x, const punfpor_ranks *ranks,
                       struct task_server *server);

/* Tells the others to stop. */
void rank_workers_finish(struct rank_workers *x);

struct workers rank_workers_of(struct rank_workers *x);

/* Of the other ranks: works until it is told to stop. */
void rank_workers_follow(const punfpor_ranks *ranks, struct task_server *server,
                         const volatile sig_atomic_t *interrupted);

#endif
