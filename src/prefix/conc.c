#include "prefix/conc.h"

#include <stdlib.h>

/* A component gets rows when its walks have met WALKED_LEAST events and one for
 * every PAIRS_A_WALK pairs of its events. */
enum { WALKED_LEAST = 4096, PAIRS_A_WALK = 16 };

static void list_condition(struct conc *conc, cond_id b)
{
    const place_id p = conc->es->conds.at[b].place;

    if (conc->needed.component[p] != NEEDED_NONE)
        pool_push(&conc->pool, &conc->on.at[p], b);
}

void conc_init(struct conc *conc, struct es *es)
{
    const struct pool_list none = {0};

    *conc = (struct conc){.es = es};
    needed_init(&conc->needed, es->compiled);
    rows_init(&conc->rows, es, &conc->needed);
    conc->walked = mem_zero(conc->needed.n, sizeof *conc->walked);
    for (place_id p = 0; p < es->compiled->n_places; p++)
        vec_push(&conc->on, none);
    for (cond_id b = 0; b < es_produce_count(es, EVENT_BOTTOM); b++)
        list_condition(conc, b);
}

void conc_finish(struct conc *conc)
{
    rows_finish(&conc->rows);
    needed_finish(&conc->needed);
    mem_free(conc->walked);
    pool_finish(&conc->pool);
    vec_free(&conc->on);
    es_walk_finish(&conc->walk);
    vec_free(&conc->brought);
    stamp_finish(&conc->consumed);
}

static bool has_walked_enough(const struct conc *conc, uint32_t k)
{
    const uint64_t n = conc->rows.components[k].events.len;

    return conc->walked[k] >= WALKED_LEAST &&
           conc->walked[k] >= n * n / PAIRS_A_WALK;
}

void conc_add(struct conc *conc, event_id e)
{
    uint32_t k;

    conc->added = e;
    vec_clear(&conc->brought);
    es_produce(conc->es, e);
    k = rows_component_of(&conc->rows, e);
    if (k == NEEDED_NONE)
        return;
    if (!rows_has(&conc->rows, k) && has_walked_enough(conc, k))
        rows_open(&conc->rows, k);
    rows_add(&conc->rows, k, e);
    for (uint32_t i = 0; i < es_produce_count(conc->es, e); i++)
        list_condition(conc, conc->es->events.at[e].produces + i);
}

/* --- walks -------------------------------------------------------------- */

static void note_consumed(struct conc *conc, es_event_list events)
{
    for (uint32_t i = 0; i < events.len; i++) {
        const cond_id *const uses = es_uses(conc->es, events.at[i]);

        for (uint32_t k = 0; k < es_use_count(conc->es, events.at[i]); k++)
            stamp_add(&conc->consumed, uses[k]);
    }
}

/* Does no event consume b or what was noted? */
static bool consumes_none(const struct conc *conc, es_event_list events,
                          cond_id b)
{
    for (uint32_t i = 0; i < events.len; i++) {
        const cond_id *const uses = es_uses(conc->es, events.at[i]);

        for (uint32_t k = 0; k < es_use_count(conc->es, events.at[i]); k++)
            if (uses[k] == b || stamp_has(&conc->consumed, uses[k]))
                return false;
    }
    return true;
}

/* Is b concurrent with what the event added last produces?  Afterwards walk.out
 * has the events below b that [e] lacks. */
static bool is_partner(struct conc *conc, cond_id b)
{
    const struct es *const es = conc->es;
    const uint64_t before = conc->walk.work;

    es_difference(es, &conc->walk, es->conds.at[b].producer, conc->added);
    conc->walked[conc->needed.component[es->conds.at[b].place]] +=
        1 + conc->walk.work - before;
    stamp_fit(&conc->consumed, es->conds.len);
    stamp_start(&conc->consumed);
    note_consumed(conc, conc->walk.out);
    return consumes_none(conc, conc->walk.other, b);
}

/* Of bottom, and no event consumes it? */
static bool is_untouched(const struct conc *conc, cond_id b)
{
    return conc->es->conds.at[b].producer == EVENT_BOTTOM &&
           conc->es->conds.at[b].n_users == 0;
}

/* --- partners ----------------------------------------------------------- */

static struct conc_partner by_rows(cond_id b)
{
    return (struct conc_partner){.cond = b};
}

static void put_first(conc_list *list, uint32_t from, cond_id b)
{
    vec_push(list, by_rows(b));
    for (uint32_t i = list->len - 1; i > from; i--)
        list->at[i] = list->at[i - 1];
    list->at[from] = by_rows(b);
}

/* With what the last walk found. */
static void put(struct conc *conc, conc_list *list, cond_id b)
{
    const struct conc_partner partner = {
        .cond = b,
        .brought = conc->brought.len,
        .n_brought = conc->walk.out.len,
    };

    for (uint32_t i = 0; i < conc->walk.out.len; i++)
        vec_push(&conc->brought, conc->walk.out.at[i]);
    vec_push(list, partner);
}

static void walk_partners(struct conc *conc, place_id p, conc_list *partners)
{
    const struct es *const es = conc->es;
    const uint32_t from = partners->len;

    for (uint32_t i = 0; i < conc->on.at[p].len; i++) {
        const cond_id b = conc_on(conc, p)[i];

        if (es->conds.at[b].producer == conc->added)
            continue;
        if (is_untouched(conc, b))
            put_first(partners, from, b);
        else if (!is_partner(conc, b))
            continue;
        else if (!conc->walk.out.len)
            put_first(partners, from, b);
        else
            put(conc, partners, b);
    }
}

static void row_partners(struct conc *conc, uint32_t k, place_id p,
                         conc_list *partners)
{
    const struct rows *const rows = &conc->rows;
    const struct pool_list with = rows_of(rows, k, conc->added)->with;
    const uint32_t *const entries = pool_at(&rows->pool, with);
    const cond_id in_cut = rows_cut_on(rows, conc->added, p);
    uint32_t at = 0;

    if (in_cut != COND_NONE)
        vec_push(partners, by_rows(in_cut));
    for (uint32_t i = 0; i < conc->on.at[p].len; i++) {
        const cond_id b = conc_on(conc, p)[i];
        const uint32_t number =
            rows_number(rows, conc->es->conds.at[b].producer);

        if (sparse_set_next(entries, &at, with.len, number))
            vec_push(partners, by_rows(b));
    }
}

void conc_partners(struct conc *conc, place_id p, conc_list *partners)
{
    const uint32_t k = conc->needed.component[p];

    conc->work += conc->on.at[p].len;
    if (rows_has(&conc->rows, k))
        row_partners(conc, k, p, partners);
    else
        walk_partners(conc, p, partners);
}

/* Those of e's row that produce on the places. */
static void list_row(struct conc *conc, const struct rows_event *row,
                     const struct rows_component *in,
                     const struct stamp *places, conc_list *partners)
{
    const struct es *const es = conc->es;
    const uint32_t *const entries = pool_at(&conc->rows.pool, row->with);

    for (uint32_t i = 0; i < row->with.len; i++)
        for (uint32_t rest = entries[i]; sparse_set_more(rest);
             rest = sparse_set_rest(rest)) {
            const event_id g = in->events.at[sparse_set_lowest(rest)];
            const cond_id produces = es->events.at[g].produces;
            const uint32_t n = es_produce_count(es, g);

            conc->work += 1 + n;
            for (uint32_t b = produces; b < produces + n; b++)
                if (stamp_has(places, es->conds.at[b].place))
                    vec_push(&partners[es->conds.at[b].place], by_rows(b));
        }
}

bool conc_partners_on(struct conc *conc, uint32_t n_listed,
                      const struct stamp *places, conc_list *partners)
{
    const struct rows *const rows = &conc->rows;
    const uint32_t k = rows_component_of(rows, conc->added);
    const struct rows_event *row;

    if (k == NEEDED_NONE || !rows_has(rows, k))
        return false;
    row = rows_of(rows, k, conc->added);
    if (row->n_cut + row->with.len > n_listed)
        return false;
    conc->work += row->n_cut;
    for (uint32_t i = 0; i < row->n_cut; i++) {
        const cond_id b = rows->cuts.at[row->cut + i];

        if (stamp_has(places, conc->es->conds.at[b].place))
            vec_push(&partners[conc->es->conds.at[b].place], by_rows(b));
    }
    list_row(conc, row, &rows->components[k], places, partners);
    return true;
}

size_t conc_bytes(const struct conc *conc)
{
    return rows_bytes(&conc->rows) +
           conc->pool.words.cap * sizeof *conc->pool.words.at +
           conc->on.cap * sizeof *conc->on.at +
           conc->es->compiled->n_places * sizeof *conc->needed.component;
}
