#include "engine/prefix/conc.h"

/* A component gets rows when its walks have met WALKED_LEAST events and one for
 * every PAIRS_A_WALK pairs of its events.  Rows have the cut of each event: a
 * component where that of bottom has more conditions than LARGEST_CUT has walks
 * for good. */
enum { WALKED_LEAST = 4096, PAIRS_A_WALK = 16, LARGEST_CUT = 4096 };

static void list_condition(struct conc *conc, cond_id b)
{
    const place_id p = conc->es->conds.at[b].place;

    if (conc->components.component[p] != PLACE_COMPONENTS_NONE)
        pool_push(&conc->pool, &conc->on.at[p], b);
}

void conc_init(struct conc *conc, struct es *es)
{
    *conc = (struct conc){.es = es, .links = true};
    place_components_init(&conc->components, es->compiled);
    rows_init(&conc->rows, es, &conc->components);
    conc->walked = mem_zero(conc->components.n, sizeof *conc->walked);
    conc->used = mem_zero(bits_words(es_produce_count(es, EVENT_BOTTOM)),
                          sizeof *conc->used);
    vec_fit(&conc->on, es->compiled->n_places);
    for (cond_id b = 0; b < es_produce_count(es, EVENT_BOTTOM); b++)
        list_condition(conc, b);
}

void conc_finish(struct conc *conc)
{
    rows_finish(&conc->rows);
    place_components_finish(&conc->components);
    mem_free(conc->walked);
    mem_free(conc->used);
    pool_finish(&conc->pool);
    vec_free(&conc->on);
}

static bool has_walked_enough(const struct conc *conc, uint32_t k)
{
    const struct rows_component *const in = &conc->rows.components[k];
    const uint64_t n = in->events.len;

    return conc->eager ||
           (in->initial.len <= LARGEST_CUT && conc->walked[k] >= WALKED_LEAST &&
            conc->walked[k] >= n * n / PAIRS_A_WALK);
}

static void note_used(struct conc *conc, event_id e)
{
    const cond_id *const uses = es_uses(conc->es, e);
    const uint32_t n_initial = es_produce_count(conc->es, EVENT_BOTTOM);

    for (uint32_t i = 0; i < es_use_count(conc->es, e); i++)
        if (uses[i] < n_initial)
            bits_add(conc->used, uses[i]);
}

void conc_add(struct conc *conc, event_id e)
{
    uint32_t k;

    (conc->links ? es_produce : es_produce_only)(conc->es, e);
    note_used(conc, e);
    k = rows_component_of(&conc->rows, e);
    if (k == PLACE_COMPONENTS_NONE)
        return;
    rows_add(&conc->rows, k, e);
    for (uint32_t i = 0; i < es_produce_count(conc->es, e); i++)
        list_condition(conc, conc->es->events.at[e].produces + i);
}

bool conc_wants_rows(const struct conc *conc, event_id e)
{
    const uint32_t k = rows_component_of(&conc->rows, e);

    return k != PLACE_COMPONENTS_NONE &&
           (rows_has(&conc->rows, k) || has_walked_enough(conc, k));
}

size_t conc_bytes(const struct conc *conc)
{
    return rows_bytes(&conc->rows) +
           conc->pool.words.cap * sizeof *conc->pool.words.at +
           conc->on.cap * sizeof *conc->on.at +
           conc->es->compiled->n_places * sizeof *conc->components.component;
}

/* --- queries -------------------------------------------------------------- */

void conc_query_finish(struct conc_query *query)
{
    es_past_finish(&query->walk);
    vec_free(&query->brought);
}

void conc_query_start(struct conc_query *query, event_id e)
{
    query->added = e;
    query->end = query->conc->es->events.at[e].produces;
    query->walked = 0;
    query->has_row = false;
    vec_clear(&query->brought);
}

static uint32_t component_of(const struct conc_query *query)
{
    return rows_component_of(&query->conc->rows, query->added);
}

/* Of the row, the numbers below that of e. */
static void load_row(struct conc_query *query)
{
    const struct rows *const rows = &query->conc->rows;
    const uint32_t number = rows_number(rows, query->added);
    const struct pool_list with =
        rows_of(rows, component_of(query), query->added)->with;
    const uint32_t *const entries = rows_with(rows, number, with);
    const uint32_t below = ((uint32_t)1 << number % 8) - 1;
    const uint32_t n = rows_count_before(entries, with.len, number / 8);

    query->has_row = true;
    query->row = (struct conc_row){entries, n, number / 8, 0};
    if (n < with.len && entries[n] >> 8 == number / 8 && (entries[n] & below))
        query->row.last = entries[n] & (~(uint32_t)0xff | below);
}

/* Of increasing numbers: is it in the row?  Advances *at, first 0. */
static inline bool row_has(struct conc_row row, uint32_t *at, uint32_t number)
{
    return number / 8 == row.group
               ? row.last >> number % 8 & 1
               : sparse_set_next(row.at, at, row.len, number);
}

/* The condition of p in the cut of [e], or COND_NONE. */
static cond_id cut_on(const struct conc_query *query, place_id p)
{
    const struct es *const es = query->conc->es;
    const cond_id *const on = conc_on(query->conc, p);

    if (!es_marked(es, es->events.at[query->added].marking, p))
        return COND_NONE;
    for (uint32_t i = conc_count_on(query->conc, p); i-- > 0;)
        if (on[i] < query->end &&
            rows_cut_has(&query->conc->rows, query->added, on[i]))
            return on[i];
    return COND_NONE;
}

bool conc_has(struct conc_query *query, event_id f)
{
    uint32_t at = 0;

    if (!query->has_row)
        load_row(query);
    return row_has(query->row, &at, rows_number(&query->conc->rows, f));
}

/* --- walks -------------------------------------------------------------- */

/* Is b concurrent with what e produces?  Afterwards walk.out has the events
 * below b that [e] lacks. */
static bool is_partner(struct conc_query *query, cond_id b)
{
    const struct es *const es = query->conc->es;
    const uint64_t before = query->walk.work;
    const bool agrees = es_past_agree(
        es, &query->walk, es->conds.at[b].producer, query->added, b);

    query->walked += 1 + query->walk.work - before;
    return agrees;
}

/* Of bottom, and no event consumes it? */
static bool is_untouched(const struct conc_query *query, cond_id b)
{
    const struct conc *const conc = query->conc;

    return b < es_produce_count(conc->es, EVENT_BOTTOM) &&
           !bits_has(conc->used, b);
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
static void put_partner(struct conc_query *query, conc_list *list, cond_id b)
{
    const struct conc_partner partner = {
        .cond = b,
        .brought = query->brought.len,
        .n_brought = query->walk.out.len,
    };

    vec_append(&query->brought, &query->walk.out);
    vec_push(list, partner);
}

static void walk_partners(struct conc_query *query, place_id p,
                          conc_list *partners)
{
    const cond_id *const on = conc_on(query->conc, p);
    const uint32_t from = partners->len;

    for (uint32_t i = 0; i < conc_count_on(query->conc, p); i++) {
        const cond_id b = on[i];

        if (b >= query->end)
            return;
        if (is_untouched(query, b))
            put_first(partners, from, b);
        else if (!is_partner(query, b))
            continue;
        else if (!query->walk.out.len)
            put_first(partners, from, b);
        else
            put_partner(query, partners, b);
    }
}

static void row_partners(struct conc_query *query, place_id p,
                         conc_list *partners)
{
    const struct conc *const conc = query->conc;
    const struct es_cond *const conds = conc->es->conds.at;
    const uint32_t *const numbers = conc->rows.number.at;
    const cond_id *const on = conc_on(conc, p);
    const uint32_t n = conc_count_on(conc, p);
    const cond_id end = query->end;
    const cond_id in_cut = cut_on(query, p);
    struct conc_row row;
    uint32_t at = 0;

    if (!query->has_row)
        load_row(query);
    row = query->row;
    if (in_cut != COND_NONE)
        vec_push(partners, by_rows(in_cut));
    for (uint32_t i = 0; i < n && on[i] < end; i++)
        if (row_has(row, &at, numbers[conds[on[i]].producer]))
            vec_push(partners, by_rows(on[i]));
}

void conc_partners(struct conc_query *query, place_id p, conc_list *partners)
{
    const struct conc *const conc = query->conc;

    query->work += conc_count_on(conc, p);
    if (rows_has(&conc->rows, conc->components.component[p]))
        row_partners(query, p, partners);
    else
        walk_partners(query, p, partners);
}

/* Those of the entry's events that are on the places. */
static inline void list_entry(struct conc_query *query,
                              const struct rows_component *in, uint32_t entry,
                              const struct stamp *places, conc_list *partners)
{
    const struct es *const es = query->conc->es;

    for (uint32_t rest = entry; sparse_set_more(rest);
         rest = sparse_set_rest(rest)) {
        const event_id g = in->events.at[sparse_set_lowest(rest)];
        const cond_id produces = es->events.at[g].produces;
        const uint32_t n = es_produce_count(es, g);

        query->work += 1 + n;
        for (uint32_t b = produces; b < produces + n; b++)
            if (stamp_has(places, es->conds.at[b].place))
                vec_push(&partners[es->conds.at[b].place], by_rows(b));
    }
}

bool conc_partners_on(struct conc_query *query, uint32_t n_listed,
                      const struct stamp *places, conc_list *partners)
{
    const struct conc *const conc = query->conc;
    const struct rows *const rows = &conc->rows;
    const uint32_t k = component_of(query);
    const struct rows_component *in;
    const struct rows_event *row;

    if (k == PLACE_COMPONENTS_NONE || !rows_has(rows, k))
        return false;
    in = &rows->components[k];
    row = rows_of(rows, k, query->added);
    if (row->n_cut > n_listed)
        return false;
    if (!query->has_row)
        load_row(query);
    if (row->n_cut + query->row.len + (query->row.last > 0) > n_listed)
        return false;
    query->work += row->n_cut;
    for (uint32_t i = 0; i < row->n_cut; i++) {
        const cond_id b =
            rows_cut(rows, rows_number(rows, query->added), row)[i];

        if (stamp_has(places, conc->es->conds.at[b].place))
            vec_push(&partners[conc->es->conds.at[b].place], by_rows(b));
    }
    for (uint32_t i = 0; i < query->row.len; i++)
        list_entry(query, in, query->row.at[i], places, partners);
    list_entry(query, in, query->row.last, places, partners);
    return true;
}
