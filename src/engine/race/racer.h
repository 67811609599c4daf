/* racer.h - the engines of a race, each with its answer, and one answer from
 * these.
 *
 * Each question gets the finding of the engine that has won it (race_clock.h);
 * for a largest value, another engine may have shown that it is the largest.  A
 * question without a winner gets the largest value that was found.  Two engines
 * that contradict each other are a fault. */
#ifndef RACER_H
#define RACER_H

#include "engine/engine.h"
#include "engine/race/race_clock.h"
#include "engine/race/race_values.h"

#include <pthread.h>

struct racer_group;

/* Has the racer answered a question?  With its figures at that time, and when
 * it reached the value that it has. */
struct racer_answer {
    bool given;
    struct answer_stats stats, reached;
};

struct racer {
    struct racer_group *race;
    uint32_t number;
    const struct engine *engine;
    pthread_t thread;
    bool started;
    bool closed_joint; /* that it answers all questions is known */
    struct engine_limits limits;
    struct engine_race_hooks hooks;
    struct answer answer;
    struct answer_progress shown; /* of it, the last time */
    struct racer_answer *answers; /* by question */
    struct mem_link blocks;       /* of its thread, once that has ended */
};

/* All engines of a race. */
struct racer_group {
    const struct engine_problem *problem;
    const struct engine_limits *limits;
    struct race_clock race_clock;
    struct race_values values;
    struct racer *racers;
    uint32_t n_racers;
    pthread_mutex_t show_lock;
};

/* Fills the answer, after all racers have ended; moves findings and figures out
 * of their answers. */
void race_answer_join(struct racer_group *race, struct answer *answer);

#endif
