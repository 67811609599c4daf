#include "reduce/reduce.h"

#include "answer/reduction_check.h"
#include "reduce/reduce_rules.h"

/* --- work lists ----------------------------------------------------------- */

static void enqueue(struct reduce_queue *queue, uint32_t id)
{
    while (queue->waits.len <= id)
        vec_push(&queue->waits, false);
    if (queue->waits.at[id])
        return;
    queue->waits.at[id] = true;
    vec_push(&queue->ids, id);
}

static bool is_empty(const struct reduce_queue *queue)
{
    return queue->first == queue->ids.len;
}

static uint32_t dequeue(struct reduce_queue *queue)
{
    const uint32_t id = queue->ids.at[queue->first++];

    queue->waits.at[id] = false;
    if (is_empty(queue)) {
        vec_clear(&queue->ids);
        queue->first = 0;
    }
    return id;
}

static void queue_finish(struct reduce_queue *queue)
{
    vec_free(&queue->ids);
    vec_free(&queue->waits);
}

/* Agglomeration at a place depends on the other places of its transitions only
 * while these are few. */
enum { FEW_ARCS = 4 };

static void enqueue_around(struct reduce *r, trans_id t)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_POST};

    if (mutable_net_degree(&r->net, NET_PRE, t) +
            mutable_net_degree(&r->net, NET_READ, t) >
        FEW_ARCS)
        return;
    for (uint32_t k = 0; k < 2; k++) {
        const struct mutable_net_span span =
            mutable_net_arcs(&r->net, kinds[k], t);

        for (uint32_t i = 0; i < span.len && span.len <= FEW_ARCS; i++)
            enqueue(&r->places, span.at[i]);
    }
}

/* Queues the nodes whose arcs changed. */
static void enqueue_touched(struct reduce *r)
{
    struct mutable_net *const m = &r->net;

    for (uint32_t i = 0; i < m->touched_places.len; i++)
        if (mutable_net_has_place(m, m->touched_places.at[i]))
            enqueue(&r->places, m->touched_places.at[i]);
    for (uint32_t i = 0; i < m->touched_transitions.len; i++) {
        const trans_id t = m->touched_transitions.at[i];

        if (!mutable_net_has_trans(m, t))
            continue;
        enqueue(&r->transitions, t);
        enqueue_around(r, t);
    }
    vec_clear(&m->touched_places);
    vec_clear(&m->touched_transitions);
}

/* --- steps ---------------------------------------------------------------- */

static void note_lengths(struct reduce *r)
{
    while (r->lengths.len < r->net.n_transitions) {
        const uint32_t i = r->lengths.len - net_trans_count(r->net.net);
        const struct reduction_pair pair = r->reduction.pairs.at[i];
        const uint32_t length = r->lengths.at[pair.h] + r->lengths.at[pair.f];

        vec_push(&r->lengths, length);
    }
}

bool reduce_step(struct reduce *r, struct reduction_step step,
                 const place_id *places)
{
    char text[REDUCTION_CHECK_TEXT];

    if (!r->hides && reduction_may_hide(&r->net, &step, places))
        return false;
    CHECK(!r->check || reduction_check(&r->net, r->keeps, &step, places, text));
    reduction_apply(&r->reduction, &r->net, step, places);
    note_lengths(r);
    enqueue_touched(r);
    return true;
}

static bool look_at_place(struct reduce *r, place_id p)
{
    return reduce_unmarked(r, p) || reduce_constant(r, p) ||
           reduce_sink(r, p) || reduce_redundant(r, p) || reduce_post(r, p) ||
           reduce_pre(r, p);
}

static bool look_at_trans(struct reduce *r, trans_id t)
{
    return reduce_dominated(r, t) || reduce_neutral(r, t) || reduce_read(r, t);
}

/* Places come first: their rules remove more. */
static void work_off(struct reduce *r)
{
    while (!is_empty(&r->places) || !is_empty(&r->transitions)) {
        const bool of_place = !is_empty(&r->places);
        const uint32_t id = dequeue(of_place ? &r->places : &r->transitions);

        if (of_place && mutable_net_has_place(&r->net, id)) {
            if (look_at_place(r, id) && mutable_net_has_place(&r->net, id))
                enqueue(&r->places, id);
        } else if (!of_place && mutable_net_has_trans(&r->net, id)) {
            if (look_at_trans(r, id) && mutable_net_has_trans(&r->net, id))
                enqueue(&r->transitions, id);
        }
    }
}

void reduce_run(struct reduce *r)
{
    (void)reduce_overflow(r);
    if (r->net.n_overflows)
        return;
    (void)reduce_dead(r);
    (void)reduce_slice(r);
    for (place_id p = 0; p < r->net.n_places; p++)
        if (mutable_net_has_place(&r->net, p))
            enqueue(&r->places, p);
    for (trans_id t = 0; t < r->net.n_transitions; t++)
        if (mutable_net_has_trans(&r->net, t))
            enqueue(&r->transitions, t);
    work_off(r);
    /* What is left may be cut again.  The slice looks at the whole net, so this
     * is done a fixed number of times. */
    for (uint32_t i = 0; i < 3 && reduce_slice(r); i++)
        work_off(r);
}

void reduce_init(struct reduce *r, const struct net *net,
                 const struct reduction_keeps *keeps, unsigned rules)
{
    *r = (struct reduce){.keeps = keeps, .rules = rules, .hides = !keeps->safe};
    mutable_net_init(&r->net, net);
    reduction_init(&r->reduction, net);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        vec_push(&r->lengths, 1u);
    reduce_dominated_init(r);
}

void reduce_finish(struct reduce *r)
{
    mutable_net_finish(&r->net);
    reduction_finish(&r->reduction);
    queue_finish(&r->places);
    queue_finish(&r->transitions);
    reduce_dominated_finish(r);
    vec_free(&r->lengths);
    stamp_finish(&r->marks);
}
