/* marking_goals.h - the open questions of a search on markings, and which of
 * them a marking answers.
 *
 * A second token is an answer too: the net is refused, and the search ends. */
#ifndef MARKING_GOALS_H
#define MARKING_GOALS_H

#include "engine/watch.h"
#include "marking/enabled_set.h"
#include "structure/unit_breach.h"

#define STATE_FIGURES(X)                                                     \
    X(states, MARKINGS, "markings explored")                                 \
    X(fired, STEPS, "transitions fired, from one marking to another")        \
    X(met_again, NOTHING, "of these, to a marking that was explored before") \
    X(covered, NOTHING, "of these, to a marking in a cube of another one")   \
    X(deadlocks, NOTHING, "explored markings that enable nothing")           \
    X(most_tokens, NOTHING,                                                  \
      "tokens of the largest marking explored, of a list")                   \
    X(largest_stack, NOTHING, "markings on the longest path of the search")  \
    X(sets, NOTHING, "sets of transitions that were tried")                  \
    X(widened, NOTHING, "markings whose persistent set was not enough")      \
    X(automaton, AUTOMATON, "states of the automata of temporal formulas")   \
    X(components, COMPONENTS, "components of products with these, closed")   \
    X(cubes, NOTHING, "cubes learnt")                                        \
    X(compared, NOTHING, "cubes compared with a marking")                    \
    X(renewed, NOTHING,                                                      \
      "uses of a cube taken back because it had become smaller")             \
    X(store_bytes, NOTHING, "bytes held by the store of markings and cubes")

enum {
#define X(name, count, meaning) STATE_##name,
    STATE_FIGURES(X)
#undef X
};

struct marking_goals {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch *watch;
    uint32_t *goal_of, *same; /* goal_index() */
    uint32_t n_open;          /* questions without an answer */
    uint32_t n_done; /* the first ones have an answer, here or in a race */
    uint32_t goal;   /* sought now, or UINT32_MAX: all of them, or none */
    bool refused;    /* the net is unsafe */
    struct unit_breach breach;
    int64_t *rising; /* the bound of the comparison that is sought, for a
                        question of a largest value; or NULL */

    /* Set by the owner: appends the run to the current marking, backwards. */
    void (*add_run)(const void *self, witness_run *run);
    const void *self;
};

/* All questions are open; add_run is the caller's to set. */
void marking_goals_init(struct marking_goals *goals,
                        const struct engine_problem *problem,
                        struct answer *answer, struct watch *watch);
void marking_goals_finish(struct marking_goals *goals);

/* Answers the questions that the marking of `at` answers. */
void marking_goals_ask(struct marking_goals *goals,
                       const struct enabled_set *at);

/* t is enabled at m, the current marking, and is about to fire: answers the
 * questions about t.  False when that ends the search. */
bool marking_goals_fire(struct marking_goals *goals, const bits_word *m,
                        trans_id t);

/* The step behind t, or t itself, would put a second token on p; the run to the
 * current marking has transitions of the input alone. */
void marking_goals_refuse_behind(struct marking_goals *goals, trans_id t,
                                 trans_id step, place_id p);

/* The current marking is lost for question g, a question about what stays
 * possible; of a GOAL_LIVE, t never fires again. */
void marking_goals_lose(struct marking_goals *goals, uint32_t g, trans_id t);

/* Question g has this verdict, and its run if that needs one. */
void marking_goals_answer(struct marking_goals *goals, uint32_t g,
                          enum answer_verdict verdict);

/* Is every question of this search answered, or the net refused? */
bool marking_goals_over(const struct marking_goals *goals);

/* Answers question g with no, unless it has an answer, here or in a race.
 * Returns whether it did. */
bool marking_goals_deny(struct marking_goals *goals, uint32_t g);

#endif
