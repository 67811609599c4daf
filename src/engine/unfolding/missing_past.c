#include "engine/unfolding/missing_past.h"

void missing_past_finish(struct missing_past *missing)
{
    vec_free(&missing->at);
    stamp_finish(&missing->listed);
}

static void list_event(struct missing_past *missing, event_id e)
{
    if (stamp_has(&missing->listed, e))
        return;
    stamp_add(&missing->listed, e);
    vec_push(&missing->at, e);
}

void missing_past_start(struct missing_past *missing, event_id e)
{
    stamp_refit(&missing->listed, missing->c->es->events.len);
    stamp_start(&missing->listed);
    vec_clear(&missing->at);
    list_event(missing, e);
}

/* One loop over the conditions: alternatives spend their time here. */
bool missing_past_expand(struct missing_past *missing, uint32_t i, bool stops)
{
    const struct config *const c = missing->c;
    const event_id e = missing->at.at[i];
    const struct es_name name = es_name(c->es, e);

    for (uint32_t k = 0; k < name.n_uses; k++)
        if (c->state.at[name.at[k]] == COND_OUT) {
            list_event(missing, c->es->conds.at[name.at[k]].producer);
        } else if (stops && c->state.at[name.at[k]] == COND_CONSUMED) {
            missing->consumed = name.at[k];
            return false;
        }
    for (uint32_t k = name.n_uses; k < name.n; k++)
        if (!config_has(c, name.at[k]))
            list_event(missing, name.at[k]);
    return true;
}
