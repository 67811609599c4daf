/* marking_goals.h - the questions that are open while markings are explored,
 * and what a marking says about them.
 *
 * A second token is an answer too: it refuses the net and ends everything. */
#ifndef MARKING_GOALS_H
#define MARKING_GOALS_H

#include "engine/watch.h"
#include "state/enabled_set.h"

struct marking_goals {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch *watch;
    uint32_t *goal_of; /* by transition: its first question, or UINT32_MAX */
    uint32_t *same;    /* by question: the next one about that transition */
    uint32_t n_open;   /* questions without an answer */
    uint32_t goal;     /* sought now, or UINT32_MAX: all of them, or none */
    bool refused;      /* the net is unsafe */

    /* The owner's: appends the run to the marking at hand, backwards. */
    void (*add_run)(const void *self, witness_run *run);
    const void *self;
};

/* All questions are open; add_run is the caller's to set. */
void marking_goals_init(struct marking_goals *goals,
                        const struct engine_problem *problem,
                        struct answer *answer, struct watch *watch);
void marking_goals_finish(struct marking_goals *goals);

/* Which questions does the marking of `at` answer? */
void marking_goals_ask(struct marking_goals *goals,
                       const struct enabled_set *at);

/* t is enabled at marking m, the one at hand, and is about to fire: answers
 * what is asked of t.  False when the net is unsafe. */
bool marking_goals_fire(struct marking_goals *goals, const bits_word *m,
                        trans_id t);

/* Can the search at hand find nothing more? */
bool marking_goals_over(const struct marking_goals *goals);

/* Question g is answered no, unless it has an answer, here or in a race.  True
 * when it was. */
bool marking_goals_deny(struct marking_goals *goals, uint32_t g);

#endif
