#include "engine/prefix/rows.h"

#include "net/marking.h"

#include <string.h>

static void enter_bottom(struct rows *rows)
{
    const struct es *const es = rows->es;

    for (uint32_t k = 0; k < rows->places->n; k++)
        vec_push(&rows->components[k].events, EVENT_BOTTOM);
    for (cond_id b = 0; b < es_produce_count(es, EVENT_BOTTOM); b++) {
        const uint32_t k = rows->places->component[es->conds.at[b].place];

        if (k != PLACE_COMPONENTS_NONE)
            vec_push(&rows->components[k].initial, b);
    }
    vec_push(&rows->number, 0);
}

void rows_init(struct rows *rows, const struct es *es,
               const struct place_components *places)
{
    *rows = (struct rows){.es = es, .places = places};
    rows->components = mem_zero(places->n, sizeof *rows->components);
    enter_bottom(rows);
}

static void free_parts(void *self)
{
    struct rows *const rows = self;

    for (uint32_t i = 0; i < ROWS_PARTS; i++) {
        pool_finish(&rows->parts[i].pool);
        vec_free(&rows->parts[i].cuts);
    }
}

/* A block of no scope stays one when it grows. */
static void keep_blocks(struct rows_part *part)
{
    vec_reserve(&part->pool.words, 1);
    mem_keep(part->pool.words.at);
    vec_reserve(&part->cuts, 1);
    mem_keep(part->cuts.at);
    for (uint32_t k = 0; k < 32; k++) {
        vec_reserve(&part->pool.spare[k], 1);
        mem_keep(part->pool.spare[k].at);
    }
}

static struct pool_list copy_list(struct pool *to, const struct pool *from,
                                  struct pool_list list)
{
    struct pool_list copy = {0};

    pool_fill(to, &copy, pool_at(from, list), list.len);
    return copy;
}

/* What one part has had goes to the part where it belongs. */
static void divide(struct rows *rows, const struct rows_part *from)
{
    for (uint32_t k = 0; k < rows->places->n; k++)
        for (uint32_t n = 0; n < rows->components[k].rows.len; n++) {
            struct rows_event *const row = &rows->components[k].rows.at[n];
            struct rows_part *const to = &rows->parts[rows_part_of(rows, n)];
            const cond_id *const cut = from->cuts.at + row->cut;

            row->with = copy_list(&to->pool, &from->pool, row->with);
            row->cut = to->cuts.len;
            vec_append_n(&to->cuts, cut, row->n_cut);
        }
    for (cond_id b = 0; b < rows->after.len; b++)
        rows->after.at[b] = copy_list(&rows->parts[rows_part_of(rows, b)].pool,
                                      &from->pool, rows->after.at[b]);
}

void rows_share(struct rows *rows)
{
    struct rows_part first = rows->parts[0];

    if (rows->part_mask)
        return;
    rows->parts[0] = (struct rows_part){0};
    rows->part_mask = ROWS_PARTS - 1;
    mem_guard(&rows->guard, free_parts, rows);
    for (uint32_t i = 0; i < ROWS_PARTS; i++)
        keep_blocks(&rows->parts[i]);
    divide(rows, &first);
    pool_finish(&first.pool);
    vec_free(&first.cuts);
}

void rows_finish(struct rows *rows)
{
    mem_unguard(&rows->guard);
    free_parts(rows);
    for (uint32_t k = 0; k < rows->places->n; k++) {
        vec_free(&rows->components[k].events);
        vec_free(&rows->components[k].initial);
        vec_free(&rows->components[k].rows);
    }
    mem_free(rows->components);
    vec_free(&rows->number);
    vec_free(&rows->after);
}

void rows_worker_finish(struct rows_worker *worker)
{
    vec_free(&worker->found);
    vec_free(&worker->cut);
    stamp_finish(&worker->seen);
    vec_free(&worker->youngest);
    mem_free(worker->marking);
    vec_free(&worker->columns);
    vec_free(&worker->met);
}

uint32_t rows_component_of(const struct rows *rows, event_id e)
{
    const struct es *const es = rows->es;
    const cond_id produces = es->events.at[e].produces;
    uint32_t k = PLACE_COMPONENTS_NONE;

    for (uint32_t i = 0;
         i < es_produce_count(es, e) && k == PLACE_COMPONENTS_NONE; i++)
        k = rows->places->component[es->conds.at[produces + i].place];
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
    const uint32_t n = rows->number.at[producer];
    const struct pool_list with = in->rows.at[n].with;
    const struct pool_list after = rows->after.at[b];

    return (struct concurrent){
        .with = rows_with(rows, n, with),
        .after = pool_at(&rows->parts[rows_part_of(rows, b)].pool, after),
        .n_with = with.len,
        .n_after = after.len,
    };
}

static uint32_t size_before(struct concurrent set, uint32_t first)
{
    return rows_count_before(set.with, set.n_with, first / 8) +
           rows_count_before(set.after, set.n_after, first / 8);
}

/* The union, in order, into found. */
static void collect(struct rows_worker *worker, struct concurrent set)
{
    uint32_t *found;
    uint32_t i = 0, k = 0, n = 0;

    vec_clear(&worker->found);
    vec_reserve(&worker->found, set.n_with + set.n_after);
    found = worker->found.at;
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
    worker->found.len = n;
}

/* Keeps of found what is in the union. */
static void keep_row(struct rows_worker *worker, struct concurrent set)
{
    uint32_t *const found = worker->found.at;
    uint32_t i = 0, k = 0, n = 0;

    for (uint32_t m = 0; m < worker->found.len; m++) {
        const uint32_t group = found[m] >> 8;
        const uint32_t members =
            found[m] & (sparse_set_group(set.with, &i, set.n_with, group) |
                        sparse_set_group(set.after, &k, set.n_after, group));

        if (members)
            found[n++] = group << 8 | members;
    }
    vec_cut(&worker->found, n);
}

/* The events that are concurrent with all conditions that e uses, into found:
 * those of the condition with the fewest, which the others reduce. */
static void find_concurrent(const struct rows *rows, struct rows_worker *worker,
                            const struct rows_component *in, event_id e,
                            uint32_t first)
{
    const cond_id *const uses = es_uses(rows->es, e);
    const uint32_t n = es_use_count(rows->es, e);
    struct concurrent fewest = concurrent_with(rows, in, uses[0]);
    uint32_t least = 0, size = size_before(fewest, first);

    for (uint32_t i = 1; i < n; i++) {
        const struct concurrent set = concurrent_with(rows, in, uses[i]);
        const uint32_t other = size_before(set, first);

        if (other < size) {
            fewest = set;
            least = i;
            size = other;
        }
    }
    worker->work += (uint64_t)n * size;
    collect(worker, fewest);
    for (uint32_t i = 0; i < n && worker->found.len; i++)
        if (i != least)
            keep_row(worker, concurrent_with(rows, in, uses[i]));
}

/* What a set has from number `first` on. */
static struct concurrent cut_before(struct concurrent set, uint32_t first)
{
    const uint32_t with = rows_count_before(set.with, set.n_with, first / 8);
    const uint32_t after = rows_count_before(set.after, set.n_after, first / 8);

    return (struct concurrent){
        .with = set.with ? set.with + with : NULL,
        .after = set.after ? set.after + after : NULL,
        .n_with = set.n_with - with,
        .n_after = set.n_after - after,
    };
}

void rows_find_beside(const struct rows *rows, struct rows_worker *worker,
                      uint32_t k, uint32_t n, uint32_t first)
{
    const struct rows_component *const in = &rows->components[k];
    const event_id e = in->events.at[n];
    const cond_id *const uses = es_uses(rows->es, e);
    const uint32_t below = ((uint32_t)1 << first % 8) - 1;

    collect(worker, cut_before(concurrent_with(rows, in, uses[0]), first));
    if (worker->found.len && worker->found.at[0] >> 8 == first / 8) {
        worker->found.at[0] &= ~below;
        if (!(worker->found.at[0] & 0xff)) {
            worker->found.len--;
            memmove(worker->found.at, worker->found.at + 1,
                    worker->found.len * sizeof *worker->found.at);
        }
    }
    for (uint32_t i = 1; i < es_use_count(rows->es, e) && worker->found.len;
         i++)
        keep_row(worker, cut_before(concurrent_with(rows, in, uses[i]), first));
}

/* --- cuts --------------------------------------------------------------- */

/* The conditions of the component that f has in its cut, and those that it
 * produces: by id from `produces` on, or of bottom a list. */
struct left {
    event_id producer;
    const cond_id *cut;
    uint32_t n_cut;
    const cond_id *initial;
    cond_id produces;
    uint32_t n_produced;
};

static struct left left_by(const struct rows *rows,
                           const struct rows_component *in, event_id f)
{
    const uint32_t n = rows->number.at[f];
    const struct rows_event *const row = &in->rows.at[n];
    const bool bottom = f == EVENT_BOTTOM;

    return (struct left){
        .producer = f,
        .cut = row->n_cut ? rows_cut(rows, n, row) : NULL,
        .n_cut = row->n_cut,
        .initial = bottom ? in->initial.at : NULL,
        .produces = rows->es->events.at[f].produces,
        .n_produced = bottom ? in->initial.len : es_produce_count(rows->es, f),
    };
}

static cond_id produced_by(const struct left *left, uint32_t i)
{
    return left->initial ? left->initial[i] : left->produces + i;
}

static inline void note_youngest(struct rows_worker *worker, place_id p,
                                 cond_id b)
{
    if (!stamp_has(&worker->seen, p) || worker->youngest.at[p] < b)
        worker->youngest.at[p] = b;
    stamp_add(&worker->seen, p);
}

/* Notes of each place the youngest condition, which is the last of that place
 * in [e]. */
static void note_left(const struct rows *rows, struct rows_worker *worker,
                      struct left left)
{
    const struct es_cond *const conds = rows->es->conds.at;

    for (uint32_t i = 0; i < left.n_cut; i++)
        note_youngest(worker, conds[left.cut[i]].place, left.cut[i]);
    for (uint32_t i = 0; i < left.n_produced; i++)
        note_youngest(worker, conds[produced_by(&left, i)].place,
                      produced_by(&left, i));
}

/* Is the place, which is no longer on the list afterwards, marked after [e]
 * with b as its youngest condition? */
static inline bool takes(const struct rows *rows, struct rows_worker *worker,
                         place_id p, cond_id b)
{
    if (!stamp_has(&worker->seen, p) || worker->youngest.at[p] != b)
        return false;
    stamp_remove(&worker->seen, p);
    return es_marked_in(rows->es, worker->marking, p);
}

static void take_left(const struct rows *rows, struct rows_worker *worker,
                      struct left left)
{
    const struct es_cond *const conds = rows->es->conds.at;
    const uint32_t *const component = rows->places->component;

    for (uint32_t i = 0; i < left.n_cut; i++)
        if (takes(rows, worker, conds[left.cut[i]].place, left.cut[i]))
            vec_push(&worker->cut, left.cut[i]);
    for (uint32_t i = 0; i < left.n_produced; i++) {
        const cond_id b = produced_by(&left, i);

        if (takes(rows, worker, conds[b].place, b) &&
            component[conds[b].place] != PLACE_COMPONENTS_NONE)
            vec_push(&worker->cut, b);
    }
}

static void remove_own(const struct rows *rows, struct rows_worker *worker,
                       event_id e)
{
    const struct es *const es = rows->es;
    const cond_id *const uses = es_uses(es, e);
    const cond_id produces = es->events.at[e].produces;

    for (uint32_t k = 0; k < es_produce_count(es, e); k++)
        stamp_remove(&worker->seen, es->conds.at[produces + k].place);
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        stamp_remove(&worker->seen, es->conds.at[uses[i]].place);
}

static bool is_used(const cond_id *uses, uint32_t n, cond_id b)
{
    for (uint32_t i = 0; i < n; i++)
        if (uses[i] == b)
            return true;
    return false;
}

/* What one event leaves, except what e uses. */
static void copy_left(const struct rows *rows, struct rows_worker *worker,
                      struct left left, event_id e)
{
    const struct es_cond *const conds = rows->es->conds.at;
    const cond_id *const uses = es_uses(rows->es, e);
    const uint32_t n = es_use_count(rows->es, e);
    cond_id *to;

    vec_reserve(&worker->cut, left.n_cut + left.n_produced);
    to = worker->cut.at;
    for (uint32_t i = 0; i < left.n_cut; i++)
        if (!is_used(uses, n, left.cut[i]))
            *to++ = left.cut[i];
    for (uint32_t i = 0; i < left.n_produced; i++) {
        const cond_id b = produced_by(&left, i);

        if (!is_used(uses, n, b) &&
            rows->places->component[conds[b].place] != PLACE_COMPONENTS_NONE)
            *to++ = b;
    }
    worker->cut.len = (uint32_t)(to - worker->cut.at);
}

/* Of the conditions of the component that the producers leave, those that are
 * in the cut of [e] and that e does not produce. */
static void find_cut(const struct rows *rows, struct rows_worker *worker,
                     const struct rows_component *in, event_id e)
{
    const struct es *const es = rows->es;
    const cond_id *const uses = es_uses(es, e);
    const uint32_t n = es_use_count(es, e);
    const event_id producer = es->conds.at[uses[0]].producer;
    bool is_one = true;

    vec_clear(&worker->cut);
    for (uint32_t i = 0; i < n; i++) {
        const struct left left =
            left_by(rows, in, es->conds.at[uses[i]].producer);

        worker->work += 2 * ((uint64_t)left.n_cut + left.n_produced);
        is_one = is_one && left.producer == producer;
    }
    if (is_one) {
        copy_left(rows, worker, left_by(rows, in, producer), e);
        return;
    }
    stamp_start(&worker->seen);
    for (uint32_t i = 0; i < n; i++)
        note_left(rows, worker,
                  left_by(rows, in, es->conds.at[uses[i]].producer));
    remove_own(rows, worker, e);
    markings_read(&es->markings, es->events.at[e].marking, worker->marking);
    for (uint32_t i = 0; i < n; i++)
        take_left(rows, worker,
                  left_by(rows, in, es->conds.at[uses[i]].producer));
}

void rows_find(const struct rows *rows, struct rows_worker *worker, uint32_t k,
               uint32_t n, uint32_t first)
{
    const struct rows_component *const in = &rows->components[k];
    const event_id e = in->events.at[n];

    if (!worker->marking) {
        const struct compiled_net *const compiled = rows->es->compiled;

        stamp_fit(&worker->seen, compiled->n_places);
        vec_reserve(&worker->youngest, compiled->n_places);
        worker->marking =
            mem_zero(marking_words(compiled->net), sizeof *worker->marking);
    }
    find_concurrent(rows, worker, in, e, first);
    find_cut(rows, worker, in, e);
}

/* --- rows --------------------------------------------------------------- */

/* Event number n of the component into the rows of those that are concurrent
 * with it, and of the conditions in its cut. */
static void enter_found(struct rows *rows, struct rows_worker *worker,
                        struct rows_component *in, uint32_t n)
{
    struct rows_part *const own = &rows->parts[rows_part_of(rows, n)];
    struct rows_event to = {.cut = own->cuts.len, .n_cut = worker->cut.len};
    struct rows_event *const others = in->rows.at;
    uint64_t n_entered = to.n_cut;

    for (uint32_t i = 0; i < worker->found.len; i++) {
        const uint32_t entry = worker->found.at[i];
        struct pool *const pool =
            &rows->parts[rows_part_of_group(rows, entry >> 8)].pool;

        pool_push(&own->pool, &to.with, entry);
        for (uint32_t rest = entry; sparse_set_more(rest);
             rest = sparse_set_rest(rest), n_entered++)
            sparse_set_add(pool, &others[sparse_set_lowest(rest)].with, n);
    }
    vec_reserve(&own->cuts, worker->cut.len);
    for (uint32_t i = 0; i < worker->cut.len; i++) {
        const cond_id b = worker->cut.at[i];

        own->cuts.at[own->cuts.len++] = b;
        sparse_set_add(&rows->parts[rows_part_of(rows, b)].pool,
                       &rows->after.at[b], n);
    }
    vec_push(&in->rows, to);
    worker->work += ROWS_ENTER_WORK * n_entered;
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
}

uint32_t rows_end_of_batch(const struct rows *rows, uint32_t k)
{
    const struct rows_component *const in = &rows->components[k];
    const struct es_event *const events = rows->es->events.at;
    const uint32_t first = in->rows.len;
    uint32_t end = first;

    while (end < in->events.len && end < first + ROWS_BATCH &&
           events[in->events.at[end]].size == events[in->events.at[first]].size)
        end++;
    return end;
}

void rows_fill(struct rows *rows, struct rows_worker *worker, uint32_t k)
{
    struct rows_component *const in = &rows->components[k];

    vec_fit(&rows->after, rows->es->conds.len);
    if (!in->rows.len) { /* of bottom */
        vec_clear(&worker->found);
        vec_clear(&worker->cut);
        enter_found(rows, worker, in, 0);
    }
    while (in->rows.len < in->events.len) {
        const uint32_t first = in->rows.len, end = rows_end_of_batch(rows, k);

        for (uint32_t n = first; n < end; n++) {
            rows_find(rows, worker, k, n, first);
            enter_found(rows, worker, in, n);
        }
    }
}

bool rows_pair(const struct rows *rows, uint32_t k, cond_id b, cond_id c)
{
    const struct es *const es = rows->es;
    const cond_id old = b < c ? b : c, young = b < c ? c : b;
    const event_id f = es->conds.at[old].producer;
    const event_id g = es->conds.at[young].producer;
    const uint32_t number = rows->number.at[g];
    const struct rows_part *const of_f =
        &rows->parts[rows_part_of(rows, rows->number.at[f])];
    const struct rows_part *const of_old =
        &rows->parts[rows_part_of(rows, old)];

    return b != c &&
           (f == g ||
            sparse_set_has(&of_f->pool, rows_of(rows, k, f)->with, number) ||
            sparse_set_has(&of_old->pool, rows->after.at[old], number));
}

size_t rows_bytes(const struct rows *rows)
{
    size_t bytes = rows->number.len * sizeof *rows->number.at +
                   rows->after.len * sizeof *rows->after.at;

    for (cond_id b = 0; b < rows->after.len; b++)
        bytes += rows->after.at[b].len * sizeof(uint32_t);
    for (uint32_t i = 0; i < ROWS_PARTS; i++)
        bytes += rows->parts[i].cuts.len * sizeof(cond_id);
    for (uint32_t k = 0; k < rows->places->n; k++) {
        const struct rows_component *const in = &rows->components[k];

        bytes += in->events.len * sizeof *in->events.at +
                 in->initial.len * sizeof *in->initial.at +
                 in->rows.len * sizeof *in->rows.at;
        for (uint32_t n = 0; n < in->rows.len; n++)
            bytes += in->rows.at[n].with.len * sizeof(uint32_t);
    }
    return bytes;
}
