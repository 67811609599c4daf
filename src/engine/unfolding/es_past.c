#include "engine/unfolding/es_past.h"

void es_past_finish(struct es_past_walk *walk)
{
    stamp_finish(&walk->seen);
    vec_free(&walk->out);
    vec_free(&walk->other);
    id_queue_finish(&walk->waiting);
    stamp_finish(&walk->used);
}

/* An empty set whose members have one of so many colours. */
static void start_walk(const struct es *es, struct es_past_walk *walk,
                       uint32_t n_colours)
{
    vec_clear(&walk->out);
    (es->lazy ? stamp_fit : stamp_refit)(&walk->seen, es->events.len);
    stamp_start_colours(&walk->seen, n_colours);
}

void es_past_start(const struct es *es, struct es_past_walk *walk)
{
    start_walk(es, walk, 1);
}

void es_past_add(struct es_past_walk *walk, event_id e)
{
    if (e == EVENT_BOTTOM || stamp_has(&walk->seen, e))
        return;
    stamp_add(&walk->seen, e);
    vec_push(&walk->out, e);
}

struct es_span es_past_any(const struct es *es, struct es_past_walk *walk,
                           struct es_span events)
{
    es_past_start(es, walk);
    for (uint32_t i = 0; i < events.len; i++)
        es_past_add(walk, events.at[i]);
    for (uint32_t i = 0; i < walk->out.len; i++) {
        const struct es_name name = es_name(es, walk->out.at[i]);

        for (uint32_t k = 0; k < name.n; k++)
            es_past_add(walk, es_name_cause(es, name, k));
    }
    walk->work += walk->out.len;
    return (struct es_span){walk->out.at, walk->out.len};
}

struct es_span es_past(const struct es *es, struct es_past_walk *walk,
                       struct es_span events)
{
    const struct es_span past = es_past_any(es, walk, events);

    ids_sort(walk->out.at, walk->out.len);
    walk->work += ids_sort_work(walk->out.len) / 2;
    return past;
}

void es_past_run(const struct es *es, struct es_past_walk *walk,
                 struct es_span events, witness_run *run)
{
    const struct es_span past = es_past(es, walk, events);

    for (uint32_t i = 0; i < past.len; i++)
        vec_push(run, es->events.at[past.at[i]].trans);
}

/* In whose past an event is known to be: its colour. */
enum side { SIDE_A, SIDE_B, SIDE_BOTH, N_SIDES };

/* Notes that e is in the past of a side; returns by how much the number of
 * waiting events that are on one side only changes. */
static inline int note_side(struct es_past_walk *walk, event_id e,
                            uint32_t side)
{
    uint32_t known;

    if (e == EVENT_BOTTOM)
        return 0;
    known = stamp_colour(&walk->seen, e);
    if (known >= N_SIDES) {
        stamp_paint(&walk->seen, e, side);
        id_queue_push(&walk->waiting, e);
        return side != SIDE_BOTH;
    }
    if (known == side || known == SIDE_BOTH)
        return 0;
    stamp_paint(&walk->seen, e, SIDE_BOTH);
    return -1;
}

/* From the youngest event on: causes are older, so that an event is looked at
 * after all that put it on a side.  When only common events wait, all that is
 * below is common. */
void es_past_difference(const struct es *es, struct es_past_walk *walk,
                        event_id a, event_id b)
{
    int64_t one_sided = 0;

    start_walk(es, walk, N_SIDES);
    vec_clear(&walk->other);
    id_queue_clear(&walk->waiting);
    one_sided += note_side(walk, a, SIDE_A);
    one_sided += note_side(walk, b, SIDE_B);
    while (one_sided > 0) {
        const event_id e = id_queue_pop(&walk->waiting);
        const uint32_t side = stamp_colour(&walk->seen, e);
        const struct es_name name = es_name(es, e);

        walk->work++;
        one_sided -= side != SIDE_BOTH;
        if (side == SIDE_A)
            vec_push(&walk->out, e);
        else if (side == SIDE_B)
            vec_push(&walk->other, e);
        for (uint32_t i = 0; i < name.n; i++)
            one_sided += note_side(walk, es_name_cause(es, name, i), side);
    }
}

/* How an event of one side uses a condition: its colour. */
enum { USED_READ, USED_CONSUMED, N_USED };

static void note_used(const struct es *es, struct es_past_walk *walk,
                      event_id e)
{
    const struct es_name name = es_name(es, e);

    walk->n_uses += name.n_uses;
    for (uint32_t i = 0; i < name.n_consumed; i++)
        stamp_paint(&walk->used, name.at[i], USED_CONSUMED);
    for (uint32_t i = name.n_consumed; i < name.n_uses; i++)
        if (!stamp_is(&walk->used, name.at[i], USED_CONSUMED))
            stamp_paint(&walk->used, name.at[i], USED_READ);
}

/* Is e, of the other side, in no conflict with what was noted, and does it not
 * consume c? */
static bool agrees(const struct es *es, struct es_past_walk *walk, event_id e,
                   cond_id c)
{
    const struct es_name name = es_name(es, e);

    walk->n_uses += name.n_uses;
    for (uint32_t i = 0; i < name.n_consumed; i++)
        if (name.at[i] == c || stamp_has(&walk->used, name.at[i]))
            return false;
    for (uint32_t i = name.n_consumed; i < name.n_uses; i++)
        if (stamp_is(&walk->used, name.at[i], USED_CONSUMED))
            return false;
    return true;
}

bool es_past_agree(const struct es *es, struct es_past_walk *walk, event_id a,
                   event_id b, cond_id c)
{
    es_past_difference(es, walk, a, b);
    stamp_fit(&walk->used, es->conds.len);
    stamp_start_colours(&walk->used, N_USED);
    for (uint32_t i = 0; i < walk->out.len; i++)
        note_used(es, walk, walk->out.at[i]);
    for (uint32_t i = 0; i < walk->other.len; i++)
        if (!agrees(es, walk, walk->other.at[i], c))
            return false;
    return true;
}

void es_past_check(const struct es *es)
{
    struct es_past_walk walk = {0};

    es_check(es);
    for (event_id e = 1; e < es->events.len; e++)
        CHECK(es_past(es, &walk, (struct es_span){&e, 1}).len ==
              es->events.at[e].size);
    es_past_finish(&walk);
}
