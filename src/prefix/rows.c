#include "prefix/rows.h"

/* An entry of a row far away, in entries that are read one after another. */
enum { ENTER_WORK = 8 };

#include <stdlib.h>

static void enter_bottom(struct rows *rows)
{
    const struct es *const es = rows->es;

    for (uint32_t k = 0; k < rows->needed->n; k++)
        vec_push(&rows->components[k].events, EVENT_BOTTOM);
    for (cond_id b = 0; b < es_produce_count(es, EVENT_BOTTOM); b++) {
        const uint32_t k = rows->needed->component[es->conds.at[b].place];

        if (k != NEEDED_NONE)
            vec_push(&rows->components[k].initial, b);
    }
    vec_push(&rows->number, 0);
}

void rows_init(struct rows *rows, const struct es *es,
               const struct needed *needed)
{
    *rows = (struct rows){.es = es, .needed = needed};
    rows->components = mem_zero(needed->n, sizeof *rows->components);
    enter_bottom(rows);
}

void rows_finish(struct rows *rows)
{
    for (uint32_t k = 0; k < rows->needed->n; k++) {
        vec_free(&rows->components[k].events);
        vec_free(&rows->components[k].initial);
        vec_free(&rows->components[k].rows);
    }
    mem_free(rows->components);
    vec_free(&rows->number);
    pool_finish(&rows->pool);
    vec_free(&rows->after);
    vec_free(&rows->cuts);
    vec_free(&rows->found);
    stamp_finish(&rows->seen);
    vec_free(&rows->youngest);
}

uint32_t rows_component_of(const struct rows *rows, event_id e)
{
    const struct es *const es = rows->es;
    const cond_id produces = es->events.at[e].produces;
    uint32_t k = NEEDED_NONE;

    for (uint32_t i = 0; i < es_produce_count(es, e) && k == NEEDED_NONE; i++)
        k = rows->needed->component[es->conds.at[produces + i].place];
    return k;
}

/* --- concurrent events -------------------------------------------------- */

/* The two sets whose union is the events concurrent with condition b. */
struct concurrent {
    const uint32_t *with, *after;
    uint32_t n_with, n_after;
};

static struct concurrent concurrent_with(const struct rows *rows,
                                         const struct rows_component *in,
                                         cond_id b)
{
    const event_id producer = rows->es->conds.at[b].producer;
    const struct pool_list with = in->rows.at[rows->number.at[producer]].with;
    const struct pool_list after = rows->after.at[b];

    return (struct concurrent){
        .with = pool_at(&rows->pool, with),
        .after = pool_at(&rows->pool, after),
        .n_with = with.len,
        .n_after = after.len,
    };
}

/* The union, in order, into found. */
static void collect(struct rows *rows, struct concurrent set)
{
    uint32_t *found;
    uint32_t i = 0, k = 0, n = 0;

    rows->work += set.n_with + set.n_after;
    vec_clear(&rows->found);
    vec_reserve(&rows->found, set.n_with + set.n_after);
    found = rows->found.at;
    while (i < set.n_with && k < set.n_after)
        if (set.with[i] >> 8 == set.after[k] >> 8)
            found[n++] = set.with[i++] | set.after[k++];
        else
            found[n++] =
                set.with[i] < set.after[k] ? set.with[i++] : set.after[k++];
    while (i < set.n_with)
        found[n++] = set.with[i++];
    while (k < set.n_after)
        found[n++] = set.after[k++];
    rows->found.len = n;
}

/* Keeps of found what is in the union. */
static void keep(struct rows *rows, struct concurrent set)
{
    uint32_t *const found = rows->found.at;
    uint32_t i = 0, k = 0, n = 0;

    rows->work += rows->found.len;
    for (uint32_t m = 0; m < rows->found.len; m++) {
        const uint32_t group = found[m] >> 8;
        const uint32_t members =
            found[m] & (sparse_set_group(set.with, &i, set.n_with, group) |
                        sparse_set_group(set.after, &k, set.n_after, group));

        if (members)
            found[n++] = group << 8 | members;
    }
    vec_cut(&rows->found, n);
}

/* The events that are concurrent with all conditions that e uses, into found:
 * those of the condition with the fewest, which the others reduce. */
static void find_concurrent(struct rows *rows, const struct rows_component *in,
                            event_id e)
{
    const cond_id *const uses = es_uses(rows->es, e);
    const uint32_t n = es_use_count(rows->es, e);
    struct concurrent fewest = concurrent_with(rows, in, uses[0]);
    uint32_t least = 0;

    for (uint32_t i = 1; i < n; i++) {
        const struct concurrent set = concurrent_with(rows, in, uses[i]);

        if (set.n_with + set.n_after < fewest.n_with + fewest.n_after) {
            fewest = set;
            least = i;
        }
    }
    collect(rows, fewest);
    for (uint32_t i = 0; i < n && rows->found.len; i++)
        if (i != least)
            keep(rows, concurrent_with(rows, in, uses[i]));
}

/* --- cuts --------------------------------------------------------------- */

static void note_youngest(struct rows *rows, cond_id b)
{
    const place_id p = rows->es->conds.at[b].place;

    if (!stamp_has(&rows->seen, p) || rows->youngest.at[p] < b)
        rows->youngest.at[p] = b;
    stamp_add(&rows->seen, p);
}

/* The conditions of the component that f has in its cut or produces. */
struct left {
    const struct rows *rows;
    uint32_t cut, n_cut;
    const cond_id *initial; /* of bottom, else NULL: */
    cond_id produces;       /* the first of those that f produces */
    uint32_t n;
};

static struct left left_by(const struct rows *rows,
                           const struct rows_component *in, event_id f)
{
    const struct rows_event *const row = &in->rows.at[rows->number.at[f]];
    const bool bottom = f == EVENT_BOTTOM;

    return (struct left){
        .rows = rows,
        .cut = row->cut,
        .n_cut = row->n_cut,
        .initial = bottom ? in->initial.at : NULL,
        .produces = rows->es->events.at[f].produces,
        .n = row->n_cut +
             (bottom ? in->initial.len : es_produce_count(rows->es, f)),
    };
}

static cond_id left_at(const struct left *left, uint32_t i)
{
    if (i < left->n_cut)
        return left->rows->cuts.at[left->cut + i];
    return left->initial ? left->initial[i - left->n_cut]
                         : left->produces + i - left->n_cut;
}

/* Merges the cuts of the producers of the conditions that e uses: of each place
 * the youngest condition, which is the last of that place in [e]. */
static void merge_cuts(struct rows *rows, const struct rows_component *in,
                       event_id e)
{
    const cond_id *const uses = es_uses(rows->es, e);

    for (uint32_t i = 0; i < es_use_count(rows->es, e); i++) {
        const struct left left =
            left_by(rows, in, rows->es->conds.at[uses[i]].producer);

        rows->work += 2 * (uint64_t)left.n;
        for (uint32_t k = 0; k < left.n; k++)
            note_youngest(rows, left_at(&left, k));
    }
}

/* The merged conditions that are in the cut of [e] and that e does not
 * produce. */
static void set_cut(struct rows *rows, const struct rows_component *in,
                    struct rows_event *to, event_id e)
{
    const struct es *const es = rows->es;
    const cond_id *const uses = es_uses(es, e);
    const cond_id produces = es->events.at[e].produces;

    for (uint32_t k = 0; k < es_produce_count(es, e); k++)
        stamp_remove(&rows->seen, es->conds.at[produces + k].place);
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        stamp_remove(&rows->seen, es->conds.at[uses[i]].place);
    to->cut = rows->cuts.len;
    for (uint32_t i = 0; i < es_use_count(es, e); i++) {
        const struct left left =
            left_by(rows, in, es->conds.at[uses[i]].producer);

        for (uint32_t k = 0; k < left.n; k++) {
            const cond_id b = left_at(&left, k);
            const place_id p = es->conds.at[b].place;

            if (!stamp_has(&rows->seen, p) || rows->youngest.at[p] != b)
                continue;
            stamp_remove(&rows->seen, p);
            if (rows->needed->component[p] != NEEDED_NONE &&
                es_marked(es, es->events.at[e].marking, p))
                vec_push(&rows->cuts, b);
        }
    }
    to->n_cut = rows->cuts.len - to->cut;
}

/* --- rows --------------------------------------------------------------- */

/* Event number `number` of the component into the rows of those that are
 * concurrent with it, and of the conditions in its cut. */
static void enter(struct rows *rows, struct rows_component *in,
                  struct rows_event *to, uint32_t number)
{
    uint64_t n_entered = to->n_cut;

    for (uint32_t i = 0; i < rows->found.len; i++) {
        pool_push(&rows->pool, &to->with, rows->found.at[i]);
        for (uint32_t rest = rows->found.at[i]; sparse_set_more(rest);
             rest = sparse_set_rest(rest), n_entered++)
            sparse_set_add(&rows->pool,
                           &in->rows.at[sparse_set_lowest(rest)].with, number);
    }
    for (uint32_t i = 0; i < to->n_cut; i++)
        sparse_set_add(&rows->pool, &rows->after.at[rows->cuts.at[to->cut + i]],
                       number);
    vec_push(&in->rows, *to);
    rows->work += rows->found.len + ENTER_WORK * n_entered;
}

static void fit(struct rows *rows)
{
    const struct pool_list none = {0};

    while (rows->after.len < rows->es->conds.len)
        vec_push(&rows->after, none);
    stamp_fit(&rows->seen, rows->es->compiled->n_places);
    while (rows->youngest.len < rows->es->compiled->n_places)
        vec_push(&rows->youngest, COND_NONE);
}

static void add_row(struct rows *rows, struct rows_component *in,
                    uint32_t number)
{
    const event_id e = in->events.at[number];
    struct rows_event to = {0};

    if (e != EVENT_BOTTOM) {
        find_concurrent(rows, in, e);
        stamp_start(&rows->seen);
        merge_cuts(rows, in, e);
        set_cut(rows, in, &to, e);
    } else {
        vec_clear(&rows->found);
    }
    enter(rows, in, &to, number);
}

void rows_add(struct rows *rows, uint32_t k, event_id e)
{
    struct rows_component *const in = &rows->components[k];

    if (in->events.len == SPARSE_SET_LIMIT)
        mem_failed(SIZE_MAX);
    while (rows->number.len <= e)
        vec_push(&rows->number, ROWS_NONE);
    rows->number.at[e] = in->events.len;
    vec_push(&in->events, e);
    if (in->rows.len) {
        fit(rows);
        add_row(rows, in, in->rows.len);
    }
}

void rows_open(struct rows *rows, uint32_t k)
{
    struct rows_component *const in = &rows->components[k];

    fit(rows);
    while (in->rows.len < in->events.len)
        add_row(rows, in, in->rows.len);
}

bool rows_pair(const struct rows *rows, uint32_t k, cond_id b, cond_id c)
{
    const struct es *const es = rows->es;
    const cond_id old = b < c ? b : c, young = b < c ? c : b;
    const event_id f = es->conds.at[old].producer;
    const event_id g = es->conds.at[young].producer;
    const uint32_t number = rows->number.at[g];

    return b != c &&
           (f == g ||
            sparse_set_has(&rows->pool, rows_of(rows, k, f)->with, number) ||
            sparse_set_has(&rows->pool, rows->after.at[old], number));
}

cond_id rows_cut_on(const struct rows *rows, event_id e, place_id p)
{
    const cond_id b = rows->youngest.at[p];

    return b != COND_NONE && rows_cut_has(rows, e, b) ? b : COND_NONE;
}

size_t rows_bytes(const struct rows *rows)
{
    size_t bytes = rows->pool.words.cap * sizeof *rows->pool.words.at +
                   rows->number.cap * sizeof *rows->number.at +
                   rows->after.cap * sizeof *rows->after.at +
                   rows->cuts.cap * sizeof *rows->cuts.at;

    for (uint32_t k = 0; k < rows->needed->n; k++)
        bytes += rows->components[k].events.cap * sizeof(event_id) +
                 rows->components[k].initial.cap * sizeof(cond_id) +
                 rows->components[k].rows.cap * sizeof(struct rows_event);
    return bytes;
}
