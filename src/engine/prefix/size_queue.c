#include "engine/prefix/size_queue.h"

#define IS_RUN ((uint32_t)1 << 31)
#define IS_GROUP SIZE_QUEUE_MOST

void size_queue_finish(struct size_queue *q)
{
    vec_free(&q->words);
    *q = (struct size_queue){0};
}

/* The run at a word: its first id, and how many it has. */
static uint32_t first_of(const struct size_queue *q, uint32_t at)
{
    return q->words.at[at] & ~IS_RUN;
}

static uint32_t count_of(const struct size_queue *q, uint32_t at)
{
    return q->words.at[at] & IS_RUN ? q->words.at[at + 1] : 1;
}

static void lengthen_last(struct size_queue *q, uint32_t n)
{
    const uint32_t count = count_of(q, q->last) + n;

    if (q->words.at[q->last] & IS_RUN) {
        q->words.at[q->last + 1] = count;
        return;
    }
    vec_push(&q->words, count);
    q->words.at[q->last] |= IS_RUN;
}

/* Appends first, first + 1, ...: n ids. */
static void push_ids(struct size_queue *q, uint32_t first, uint32_t n)
{
    ASSERT(n <= SIZE_QUEUE_MOST && first <= SIZE_QUEUE_MOST - n);
    q->n += n;
    if (q->last < q->words.len &&
        first_of(q, q->last) + count_of(q, q->last) == first) {
        lengthen_last(q, n);
        return;
    }
    q->last = q->words.len;
    vec_push(&q->words, first | (n > 1 ? IS_RUN : 0));
    if (n > 1)
        vec_push(&q->words, n);
}

void size_queue_push(struct size_queue *q, event_id first, uint32_t n)
{
    if (!n)
        return;
    if (q->group)
        q->last = q->words.len;
    q->group = 0;
    push_ids(q, first, n);
}

void size_queue_wait(struct size_queue *q, event_id e, trans_id t)
{
    const uint32_t group = e | IS_GROUP;

    if (!q->group || q->words.at[q->group - 1] != group) {
        vec_push(&q->words, group);
        q->group = q->words.len;
        vec_push(&q->words, 0);
        q->last = q->words.len;
    }
    q->words.at[q->group]++;
    q->waits = true;
    push_ids(q, t, 1);
}

/* --- cuts ----------------------------------------------------------------- */

static void find_initial(struct size_queue_reader *r)
{
    const struct compiled_net *const compiled = r->es->compiled;
    const cond_id produces = r->es->events.at[EVENT_BOTTOM].produces;

    r->initial = mem_none(compiled->n_places);
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
    r->past = es_past(es, &r->walk, (struct es_span){&e, 1});
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
    r->n_read = r->word = r->n_of_run = r->n_waiting = 0;
}

/* The extension by t that waited. */
static event_id create_waiting(struct size_queue_reader *r, trans_id t)
{
    const struct es_event ev = r->es->events.at[r->event];
    const struct net_place_span use = compiled_net_use(r->es->compiled, t);

    vec_clear(&r->name);
    for (uint32_t i = 0; i < use.len; i++) {
        ASSERT(r->cut[use.at[i]] != COND_NONE);
        vec_push(&r->name, r->cut[use.at[i]]);
    }
    return es_add(r->es, t, r->name.at, 0, ev.size + 1,
                  markings_fire(&r->es->markings, ev.marking, t));
}

/* Of the next run so many ids, or fewer at its end: how many? */
static uint32_t read_run(const struct size_queue *q,
                         struct size_queue_reader *r, uint32_t most,
                         es_event_list *list)
{
    const uint32_t first = first_of(q, r->word) + r->n_of_run;
    const uint32_t rest = count_of(q, r->word) - r->n_of_run;
    const uint32_t n = rest < most ? rest : most;
    const bool waited = r->n_waiting > 0;

    for (uint32_t i = 0; i < n; i++) {
        const event_id e = waited ? create_waiting(r, first + i) : first + i;

        list->at[list->len] = e;
        list->len += !waited || r->keeps(r->self, e);
    }
    r->n_of_run += n;
    if (n == rest) {
        r->word += q->words.at[r->word] & IS_RUN ? 2 : 1;
        r->n_of_run = 0;
    }
    if (waited && !(r->n_waiting -= n))
        close_cut(r);
    return n;
}

uint32_t size_queue_read(const struct size_queue *q,
                         struct size_queue_reader *r, uint32_t most,
                         es_event_list *list)
{
    const uint64_t rest = q->n - r->n_read;
    const uint32_t n = rest < most ? (uint32_t)rest : most;

    vec_expect(list, list->len + n);
    for (uint32_t left = n; left;)
        if (q->words.at[r->word] & IS_GROUP) {
            r->event = q->words.at[r->word] & ~IS_GROUP;
            r->n_waiting = q->words.at[r->word + 1];
            r->word += 2;
            open_cut(r, r->event);
        } else {
            left -= read_run(q, r, left, list);
        }
    r->n_read += n;
    return n;
}
