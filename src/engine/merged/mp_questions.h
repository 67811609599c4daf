/* mp_questions.h - questions to a merged process.
 *
 * A transition is answered as soon as the process has an event of it.  Every
 * other question is put to the solver, from time to time and when the process
 * is complete: is there a configuration of extended events with such a marking?
 * Then each reachable marking is that of one (THEORY, Theorem 125).  A run
 * fires the events of a configuration in its causal order. */
#ifndef MP_QUESTIONS_H
#define MP_QUESTIONS_H

#include "engine/merged/mp_builder.h"

struct mp_questions {
    const struct engine_problem *problem;
    struct answer *answer;
    struct mp_builder *builder;
    uint32_t *goal_of, *same; /* goal_index() */
    bool is_safe;             /* no run puts a second token on a place */
    uint32_t n_open;
    uint64_t due;  /* calls of the solver before they are asked again */
    bool finished; /* all are answered and no more is asked */
};

/* All outlive the struct, which hears of what the builder finds. */
void mp_questions_init(struct mp_questions *questions,
                       const struct engine_problem *problem,
                       struct answer *answer, struct mp_builder *builder);
void mp_questions_finish(struct mp_questions *questions);

/* After the process was built, or after the watch stopped it: answers what it
 * can, and fills answer.stop. */
void mp_questions_close(struct mp_questions *questions);

#endif
