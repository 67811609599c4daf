#include "unfolding/missing_past.h"

#include "base/ids.h"
void missing_past_init(struct missing_past *rest, const struct config *c)
{
    *rest = (struct missing_past){.c = c};
}

void missing_past_finish(struct missing_past *rest)
{
    vec_free(&rest->at);
    stamp_finish(&rest->listed);
}

static void want(struct missing_past *rest, event_id e)
{
    if (stamp_has(&rest->listed, e))
        return;
    stamp_add(&rest->listed, e);
    vec_push(&rest->at, e);
}

void missing_past_start(struct missing_past *rest, event_id e)
{
    stamp_fit(&rest->listed, rest->c->es->events.len);
    stamp_start(&rest->listed);
    vec_clear(&rest->at);
    want(rest, e);
}

bool missing_past_expand(struct missing_past *rest, uint32_t i)
{
    const struct config *const c = rest->c;
    const event_id e = rest->at.at[i];
    const uint32_t n_uses = es_use_count(c->es, e);
    const uint32_t n = n_uses + c->es->events.at[e].n_readers;
    const uint32_t *const name = es_uses(c->es, e);

    for (uint32_t k = 0; k < n_uses; k++)
        if (c->state.at[name[k]] == COND_GONE) {
            rest->gone = name[k];
            return false;
        } else if (c->state.at[name[k]] == COND_OUT) {
            want(rest, c->es->conds.at[name[k]].producer);
        }
    for (uint32_t k = n_uses; k < n; k++)
        if (!config_has(c, name[k]))
            want(rest, name[k]);
    return true;
}

void missing_past_sort(struct missing_past *rest)
{
    ids_sort(rest->at.at, rest->at.len);
}
