/* whole_step.h - a transition of the input and the steps behind it, as one step
 * between two markings of a store.
 *
 * In a net with resets, or with several tokens on a place, steps follow behind
 * a transition (net/given_arcs.h).  A temporal formula is about the markings
 * before and after all of them, and runs for it have the transitions of the
 * input alone.  In other nets a step is a transition. */
#ifndef WHOLE_STEP_H
#define WHOLE_STEP_H

#include "engine/state/marking_goals.h"
#include "marking/enabled_set.h"
#include "marking/markings.h"

struct whole_step {
    struct marking_goals *goals;
    struct markings *markings;
    bool is_long; /* steps follow behind transitions */
    bits_word *m; /* scratch, if it is long; */
    net_trans_list fired;
};

/* All of them are borrowed. */
void whole_step_init(struct whole_step *step, struct marking_goals *goals,
                     struct markings *markings);
void whole_step_finish(struct whole_step *step);

/* The place on which the step by t, which m enables, would put a second token,
 * or PLACE_NONE. */
place_id whole_step_unsafe(struct whole_step *step, const bits_word *m,
                           trans_id t);

/* marking_goals_fire(), for the whole step. */
bool whole_step_tell(struct whole_step *step, const bits_word *m, trans_id t);

/* Where the step by t leads, of which whole_step_unsafe() or whole_step_tell()
 * was asked last at the marking of this number, and which is not unsafe. */
uint32_t whole_step_fire(struct whole_step *step, uint32_t marking, trans_id t);

/* Moves `at` over the step by t to this marking, or back to it. */
void whole_step_move(const struct whole_step *step, struct enabled_set *at,
                     trans_id t, uint32_t marking, bool back);

#endif
