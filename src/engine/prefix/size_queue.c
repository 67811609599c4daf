#include "engine/prefix/size_queue.h"

/* --- runs of ids ---------------------------------------------------------- */

#define IS_RUN SIZE_QUEUE_MOST

/* The run at a place: its first id, and how many it has. */
static uint32_t first_of(const struct size_queue_runs *runs, uint32_t at)
{
    return runs->words.at[at] & ~IS_RUN;
}

static uint32_t count_of(const struct size_queue_runs *runs, uint32_t at)
{
    return runs->words.at[at] & IS_RUN ? runs->words.at[at + 1] : 1;
}

static void lengthen_last(struct size_queue_runs *runs, uint32_t n)
{
    const uint32_t count = count_of(runs, runs->last) + n;

    if (runs->words.at[runs->last] & IS_RUN) {
        runs->words.at[runs->last + 1] = count;
        return;
    }
    vec_push(&runs->words, count);
    runs->words.at[runs->last] |= IS_RUN;
}

/* Appends first, first + 1, ...: n ids. */
static void push_ids(struct size_queue_runs *runs, uint32_t first, uint32_t n)
{
    ASSERT(n <= SIZE_QUEUE_MOST && first <= SIZE_QUEUE_MOST - n);
    if (!n)
        return;
    if (runs->len > UINT32_MAX - n)
        mem_failed(SIZE_MAX);
    if (runs->len &&
        first_of(runs, runs->last) + count_of(runs, runs->last) == first) {
        lengthen_last(runs, n);
    } else {
        const uint32_t at = runs->words.len;

        vec_push(&runs->words, first | (n > 1 ? IS_RUN : 0));
        if (n > 1)
            vec_push(&runs->words, n);
        runs->last = at;
    }
    runs->len += n;
}

/* The next n ids, which there are. */
static void read_ids(const struct size_queue_runs *runs,
                     struct size_queue_runs_at *at, uint32_t n, uint32_t *to)
{
    while (n) {
        const uint32_t count = count_of(runs, at->word), left = count - at->n;
        const uint32_t first = first_of(runs, at->word) + at->n;
        const uint32_t some = left < n ? left : n;

        for (uint32_t k = 0; k < some; k++)
            *to++ = first + k;
        n -= some;
        at->n += some;
        if (some == left)
            *at = (struct size_queue_runs_at){at->word + 1 + (count > 1), 0};
    }
}

/* --- the queue ------------------------------------------------------------ */

void size_queue_finish(struct size_queue *q)
{
    vec_free(&q->events.words);
    vec_free(&q->trans.words);
    vec_free(&q->groups);
    *q = (struct size_queue){0};
}

void size_queue_push(struct size_queue *q, event_id first, uint32_t n)
{
    push_ids(&q->events, first, n);
}

void size_queue_wait_at(struct size_queue *q, event_id e)
{
    const struct size_queue_group group = {e, q->events.len, 0};

    if (!q->groups.len || vec_top(&q->groups)->event != e ||
        vec_top(&q->groups)->before != q->events.len)
        vec_push(&q->groups, group);
}

void size_queue_wait_for(struct size_queue *q, trans_id t)
{
    push_ids(&q->trans, t, 1);
    vec_top(&q->groups)->n++;
}

/* --- cuts ----------------------------------------------------------------- */

static void find_initial(struct size_queue_reader *r)
{
    const struct compiled_net *const compiled = r->es->compiled;
    const cond_id produces = r->es->events.at[EVENT_BOTTOM].produces;

    r->initial = mem_alloc(compiled->n_places, sizeof *r->initial);
    for (place_id p = 0; p < compiled->n_places; p++)
        r->initial[p] = COND_NONE;
    for (uint32_t i = 0; i < compiled->n_initial; i++)
        r->initial[compiled->initial[i]] = produces + i;
    r->cut = mem_copy(r->initial, compiled->n_places, sizeof *r->cut);
}

/* Of the conditions that events of [e] produce on a place, the cut can have the
 * one of the last event alone: a token that comes there follows those that were
 * there before. */
static void open_cut(struct size_queue_reader *r, event_id e)
{
    const struct es *const es = r->es;

    if (!r->initial)
        find_initial(r);
    r->past = es_past(es, &r->walk, (struct es_span){&e, e != EVENT_BOTTOM});
    for (uint32_t i = 0; i < r->past.len; i++) {
        const cond_id produces = es->events.at[r->past.at[i]].produces;

        for (uint32_t k = 0; k < es_produce_count(es, r->past.at[i]); k++)
            r->cut[es->conds.at[produces + k].place] = produces + k;
    }
}

static void close_cut(struct size_queue_reader *r)
{
    for (uint32_t i = 0; i < r->past.len; i++) {
        const struct net_place_span places = compiled_net_produce(
            r->es->compiled, r->es->events.at[r->past.at[i]].trans);

        for (uint32_t k = 0; k < places.len; k++)
            r->cut[places.at[k]] = r->initial[places.at[k]];
    }
    r->past.len = 0;
}

/* --- reading -------------------------------------------------------------- */

void size_queue_reader_init(struct size_queue_reader *r, struct es *es,
                            bool (*keeps)(void *self, event_id e), void *self)
{
    *r = (struct size_queue_reader){.es = es, .keeps = keeps, .self = self};
}

void size_queue_reader_finish(struct size_queue_reader *r)
{
    mem_free(r->initial);
    mem_free(r->cut);
    vec_free(&r->name);
    es_past_finish(&r->walk);
}

void size_queue_start(struct size_queue_reader *r)
{
    if (r->initial)
        close_cut(r);
    r->events = r->trans = (struct size_queue_runs_at){0};
    r->n_events = r->n_groups = r->n_trans = r->n_created = 0;
}

/* The extension of [e] by t. */
static event_id create_waiting(struct size_queue_reader *r, event_id e,
                               trans_id t)
{
    const struct net_place_span use = compiled_net_use(r->es->compiled, t);

    vec_clear(&r->name);
    for (uint32_t i = 0; i < use.len; i++) {
        ASSERT(r->cut[use.at[i]] != COND_NONE);
        vec_push(&r->name, r->cut[use.at[i]]);
    }
    return es_add(
        r->es, t, r->name.at, 0, r->es->events.at[e].size + 1,
        marking_numbers_fire(&r->es->markings, r->es->events.at[e].marking, t));
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The next n events before a group. */
static void read_events(const struct size_queue *q, struct size_queue_reader *r,
                        uint32_t n, es_event_list *list)
{
    read_ids(&q->events, &r->events, n, list->at + list->len);
    r->n_events += n;
    list->len += n;
}

/* The next n of a group. */
static void read_group(const struct size_queue *q, struct size_queue_reader *r,
                       uint32_t n, es_event_list *list)
{
    const struct size_queue_group *const group = &q->groups.at[r->n_groups];
    uint32_t *const at = list->at + list->len;

    r->event = group->event;
    if (!r->n_created)
        open_cut(r, group->event);
    read_ids(&q->trans, &r->trans, n, at);
    for (uint32_t i = 0; i < n; i++) {
        const event_id e = create_waiting(r, group->event, at[i]);

        if (r->keeps(r->self, e))
            list->at[list->len++] = e;
    }
    r->n_trans += n;
    r->n_created += n;
    if (r->n_created < group->n)
        return;
    close_cut(r);
    r->n_created = 0;
    r->n_groups++;
}

uint32_t size_queue_read(const struct size_queue *q,
                         struct size_queue_reader *r, uint32_t most,
                         es_event_list *list)
{
    const uint64_t rest = size_queue_count(q) - r->n_events - r->n_trans;
    const uint32_t n = rest < most ? (uint32_t)rest : most;
    uint32_t some;

    vec_expect(list, list->len + n);
    for (uint32_t left = n; left; left -= some) {
        const struct size_queue_group *const group =
            r->n_groups < q->groups.len ? &q->groups.at[r->n_groups] : NULL;
        const uint32_t n_before =
            (group ? group->before : q->events.len) - r->n_events;

        some = lesser(left, n_before ? n_before : group->n - r->n_created);
        (n_before ? read_events : read_group)(q, r, some, list);
    }
    return n;
}
