#include "occurrence/run_events.h"

#define NO_EVENT UINT32_MAX

void run_events_init(struct run_events *r, const struct prefix *prefix,
                     uint32_t n_trans)
{
    const uint32_t n = prefix->events.len;

    *r = (struct run_events){.prefix = prefix};
    r->effects = mem_zero(n, sizeof *r->effects);
    r->rivals = mem_zero(n, sizeof *r->rivals);
    r->n_missing = mem_zero(n, sizeof *r->n_missing);
    for (uint32_t e = 1; e < n; e++) {
        const struct prefix_span causes = prefix->events.at[e].causes;

        r->n_missing[e] = causes.len;
        for (uint32_t i = 0; i < causes.len; i++)
            pool_push(&r->lists, &r->effects[prefix->pool.at[causes.from + i]],
                      e);
    }
    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        const struct prefix_conflict pair = prefix->conflicts.at[i];

        pool_push(&r->lists, &r->rivals[pair.a], pair.b);
        pool_push(&r->lists, &r->rivals[pair.b], pair.a);
    }
    r->n_against = mem_zero(n, sizeof *r->n_against);
    r->previous = mem_alloc(n, sizeof *r->previous);
    r->latest = mem_none(n_trans);
}

void run_events_finish(struct run_events *r)
{
    pool_finish(&r->lists);
    mem_free(r->effects);
    mem_free(r->rivals);
    mem_free(r->n_missing);
    mem_free(r->n_against);
    mem_free(r->latest);
    mem_free(r->previous);
    vec_free(&r->added);
}

static void add_run_event(struct run_events *r, uint32_t e)
{
    const uint32_t *const rivals = pool_at(&r->lists, r->rivals[e]);
    const uint32_t *const effects = pool_at(&r->lists, r->effects[e]);

    vec_push(&r->added, e);
    for (uint32_t i = 0; i < r->rivals[e].len; i++)
        r->n_against[rivals[i]]++;
    for (uint32_t i = 0; i < r->effects[e].len; i++) {
        const uint32_t f = effects[i];
        const trans_id t = r->prefix->events.at[f].trans;

        if (--r->n_missing[f])
            continue;
        r->previous[f] = r->latest[t];
        r->latest[t] = f;
    }
}

/* Makes C empty again. */
static void clear(struct run_events *r)
{
    for (uint32_t k = 0; k < r->added.len; k++) {
        const uint32_t e = r->added.at[k];
        const uint32_t *const rivals = pool_at(&r->lists, r->rivals[e]);
        const uint32_t *const effects = pool_at(&r->lists, r->effects[e]);

        for (uint32_t i = 0; i < r->rivals[e].len; i++)
            r->n_against[rivals[i]]--;
        for (uint32_t i = 0; i < r->effects[e].len; i++) {
            const uint32_t f = effects[i];

            r->n_missing[f]++;
            r->latest[r->prefix->events.at[f].trans] = NO_EVENT;
        }
    }
    vec_clear(&r->added);
}

run_events_list *run_events_find(struct run_events *r, const trans_id *run,
                                 uint32_t len)
{
    clear(r);
    if (!r->prefix->events.len)
        return &r->added;
    add_run_event(r, 0);
    for (uint32_t i = 0; i < len; i++) {
        uint32_t e = r->latest[run[i]];

        while (e != NO_EVENT && r->n_against[e]) /* it will never be enabled */
            e = r->previous[e];
        if (e == NO_EVENT)
            break;
        r->latest[run[i]] = r->previous[e];
        add_run_event(r, e);
    }
    return &r->added;
}
