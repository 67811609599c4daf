#include "occurrence/run_events.h"

#include <string.h>

#define NO_EVENT UINT32_MAX

/* Turns counts at start[e + 1] into where e's list ends up beginning. */
static void add_up(uint32_t *start, uint32_t n)
{
    for (uint32_t e = 0; e < n; e++)
        start[e + 1] += start[e];
}

/* Filling the lists has moved each beginning to the next one. */
static void move_back(uint32_t *start, uint32_t n)
{
    memmove(start + 1, start, n * sizeof *start);
    start[0] = 0;
}

static void list_effects(struct run_events *r)
{
    const struct prefix *const prefix = r->prefix;
    const uint32_t n = prefix->events.len;
    uint32_t *const start = mem_zero((size_t)n + 1, sizeof *start);

    for (uint32_t e = 1; e < n; e++)
        for (uint32_t i = 0; i < prefix->events.at[e].causes.len; i++)
            start[prefix->pool.at[prefix->events.at[e].causes.from + i] + 1]++;
    add_up(start, n);
    r->effects = mem_alloc(start[n], sizeof *r->effects);
    for (uint32_t e = 1; e < n; e++)
        for (uint32_t i = 0; i < prefix->events.at[e].causes.len; i++)
            r->effects[start[prefix->pool
                                 .at[prefix->events.at[e].causes.from + i]]++] =
                e;
    move_back(start, n);
    r->effect_start = start;
}

static void list_rivals(struct run_events *r)
{
    const struct prefix *const prefix = r->prefix;
    const uint32_t n = prefix->events.len;
    uint32_t *const start = mem_zero((size_t)n + 1, sizeof *start);

    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        start[prefix->conflicts.at[i].a + 1]++;
        start[prefix->conflicts.at[i].b + 1]++;
    }
    add_up(start, n);
    r->rivals = mem_alloc(start[n], sizeof *r->rivals);
    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        const struct prefix_conflict pair = prefix->conflicts.at[i];

        r->rivals[start[pair.a]++] = pair.b;
        r->rivals[start[pair.b]++] = pair.a;
    }
    move_back(start, n);
    r->rival_start = start;
}

void run_events_init(struct run_events *r, const struct prefix *prefix,
                     uint32_t n_trans)
{
    const uint32_t n = prefix->events.len;

    *r = (struct run_events){.prefix = prefix};
    list_effects(r);
    list_rivals(r);
    r->n_missing = mem_alloc(n, sizeof *r->n_missing);
    for (uint32_t e = 0; e < n; e++)
        r->n_missing[e] = prefix->events.at[e].causes.len;
    r->n_against = mem_zero(n, sizeof *r->n_against);
    r->previous = mem_alloc(n, sizeof *r->previous);
    r->latest = mem_alloc(n_trans, sizeof *r->latest);
    for (trans_id t = 0; t < n_trans; t++)
        r->latest[t] = NO_EVENT;
}

void run_events_finish(struct run_events *r)
{
    mem_free(r->effect_start);
    mem_free(r->effects);
    mem_free(r->rival_start);
    mem_free(r->rivals);
    mem_free(r->n_missing);
    mem_free(r->n_against);
    mem_free(r->latest);
    mem_free(r->previous);
    vec_free(&r->added);
}

static void add_run_event(struct run_events *r, uint32_t e)
{
    vec_push(&r->added, e);
    for (uint32_t i = r->rival_start[e]; i < r->rival_start[e + 1]; i++)
        r->n_against[r->rivals[i]]++;
    for (uint32_t i = r->effect_start[e]; i < r->effect_start[e + 1]; i++) {
        const uint32_t f = r->effects[i];
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

        for (uint32_t i = r->rival_start[e]; i < r->rival_start[e + 1]; i++)
            r->n_against[r->rivals[i]]--;
        for (uint32_t i = r->effect_start[e]; i < r->effect_start[e + 1]; i++) {
            const uint32_t f = r->effects[i];

            r->n_missing[f]++;
            r->latest[r->prefix->events.at[f].trans] = NO_EVENT;
        }
    }
    vec_clear(&r->added);
}

/* The event of t that is enabled at C.  An event that is not and never will be
 * leaves the list. */
static uint32_t take_enabled(struct run_events *r, trans_id t)
{
    while (r->latest[t] != NO_EVENT && r->n_against[r->latest[t]])
        r->latest[t] = r->previous[r->latest[t]];
    return r->latest[t];
}

run_events_list *run_events_find(struct run_events *r, const trans_id *run,
                                 uint32_t len)
{
    clear(r);
    if (!r->prefix->events.len)
        return &r->added;
    add_run_event(r, 0);
    for (uint32_t i = 0; i < len; i++) {
        const uint32_t e = take_enabled(r, run[i]);

        if (e == NO_EVENT)
            break;
        r->latest[run[i]] = r->previous[e];
        add_run_event(r, e);
    }
    return &r->added;
}
