/* thread_ranks.h - the ranks of a reverse search as threads of a test, with
 * queues for messages. */
#ifndef THREAD_RANKS_H
#define THREAD_RANKS_H

#include "engine/engine.h"

/* Runs the engine by n ranks; the answer, which is new, is that of rank 0. */
void thread_ranks_run(const struct engine *engine,
                      const struct engine_problem *problem,
                      const struct engine_limits *limits, uint32_t n,
                      struct answer *answer);

#endif
