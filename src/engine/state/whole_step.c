#include "engine/state/whole_step.h"

#include "base/mem.h"
#include "net/marking.h"

#include <string.h>

void whole_step_init(struct whole_step *step, struct marking_goals *goals,
                     struct markings *markings)
{
    const struct net *const net = goals->problem->net;

    *step = (struct whole_step){
        .goals = goals, .markings = markings, .is_long = net_has_steps(net)};
    if (step->is_long)
        step->m = marking_create(net);
}

void whole_step_finish(struct whole_step *step)
{
    mem_free(step->m);
    vec_free(&step->fired);
    *step = (struct whole_step){0};
}

place_id whole_step_unsafe(struct whole_step *step, const bits_word *m,
                           trans_id t)
{
    const struct net *const net = step->goals->problem->net;

    if (!step->is_long)
        return marking_unsafe(net, m, t);
    memcpy(step->m, m, marking_words(net) * sizeof *m);
    vec_clear(&step->fired);
    return marking_fire_given(net, step->m, t, t, &step->fired)
               ? PLACE_NONE
               : marking_unsafe(net, step->m, *vec_top(&step->fired));
}

bool whole_step_tell(struct whole_step *step, const bits_word *m, trans_id t)
{
    place_id clash;

    if (!step->is_long)
        return marking_goals_fire(step->goals, m, t);
    clash = whole_step_unsafe(step, m, t);
    if (clash != PLACE_NONE)
        marking_goals_refuse_behind(step->goals, t, *vec_top(&step->fired),
                                    clash);
    return !marking_goals_over(step->goals);
}

uint32_t whole_step_fire(struct whole_step *step, uint32_t marking, trans_id t)
{
    if (!step->is_long)
        return markings_fire(step->markings, marking, t);
    markings_open(step->markings, marking);
    for (uint32_t i = 0; i < step->fired.len; i++)
        markings_step(step->markings, step->fired.at[i]);
    return markings_close(step->markings, false);
}

void whole_step_move(const struct whole_step *step, struct enabled_set *at,
                     trans_id t, uint32_t marking, bool back)
{
    if (step->is_long)
        enabled_set_read(at, step->markings, marking);
    else if (back)
        enabled_set_unfire(at, t);
    else
        enabled_set_fire(at, t);
}
