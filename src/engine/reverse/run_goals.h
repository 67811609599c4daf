/* run_goals.h - the questions that are open while a reverse search runs.
 *
 * The search visits every maximal configuration, so every reachable marking
 * belongs to a configuration that is part of a maximal one.  A transition is
 * answered by an event, a marking by a match of its pattern (compiled_net.h), a
 * deadlock and a formula that asks for one by the end of a run. */
#ifndef RUN_GOALS_H
#define RUN_GOALS_H

#include "engine/reverse/first_answers.h"
#include "engine/reverse/sorted_run.h"
#include "engine/watch.h"
#include "net/check_independence.h"

struct run_goals {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch *watch;
    struct first_answers *answers;
    const first_answers_path *path;
    struct check_independence independence;
    bits_word *marking;       /* scratch */
    uint32_t *goal_of, *same; /* goal_index() */
    uint32_t n_open;
    bool finished; /* all answered, or the net or the relation is refused */
    causality_positions positions;
};

/* Can the engine answer the formula?  It can if the formula is false at every
 * marking that enables a transition, as it says `deadlock` and more. */
bool run_goals_fit(const struct formula *formula);

/* The answer is that of a worker, and `answers` are those of all; path: of the
 * configuration that is visited or approached. */
void run_goals_init(struct run_goals *q, const struct engine_problem *problem,
                    struct answer *answer, struct watch *watch,
                    struct first_answers *answers,
                    const first_answers_path *path);
void run_goals_finish(struct run_goals *q);

/* Opens all questions again, for another subtree. */
void run_goals_restart(struct run_goals *q, struct sorted_run *r);

/* After each push, and once for bottom. */
void run_goals_push(struct run_goals *q, struct sorted_run *r);

/* C is maximal. */
void run_goals_end(struct run_goals *q, const struct sorted_run *r);

#endif
