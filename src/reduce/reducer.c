#include "reduce/reducer.h"

/* --- work lists ----------------------------------------------------------- */

void reducer_enqueue(struct reducer_queue *queue, uint32_t id)
{
    while (queue->waits.len <= id)
        vec_push(&queue->waits, false);
    if (queue->waits.at[id])
        return;
    queue->waits.at[id] = true;
    vec_push(&queue->ids, id);
}

uint32_t reducer_dequeue(struct reducer_queue *queue)
{
    const uint32_t id = queue->ids.at[queue->first++];

    queue->waits.at[id] = false;
    if (reducer_is_done(queue)) {
        vec_clear(&queue->ids);
        queue->first = 0;
    }
    return id;
}

/* Agglomeration at a place depends on the other places of its transitions only
 * while these are few. */
enum { FEW_ARCS = 4 };

static void enqueue_around(struct reducer *r, trans_id t)
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
            reducer_enqueue(&r->queues[RULE_PLACES], span.at[i]);
    }
}

/* Queues the nodes whose arcs changed.  Who takes a place from the queue asks
 * whether it is left. */
static void enqueue_touched(struct reducer *r)
{
    struct mutable_net *const m = &r->net;

    for (uint32_t i = 0; i < m->touched_places.len; i++)
        reducer_enqueue(&r->queues[RULE_PLACES], m->touched_places.at[i]);
    for (uint32_t i = 0; i < m->touched_transitions.len; i++) {
        const trans_id t = m->touched_transitions.at[i];

        if (!mutable_net_has_trans(m, t))
            continue;
        reducer_enqueue(&r->queues[RULE_TRANSITIONS], t);
        enqueue_around(r, t);
    }
    vec_clear(&m->touched_places);
    vec_clear(&m->touched_transitions);
}

/* --- steps ---------------------------------------------------------------- */

static void note_lengths(struct reducer *r)
{
    while (r->lengths.len < r->net.n_transitions) {
        const uint32_t i = r->lengths.len - net_trans_count(r->net.net);
        const struct reduction_made *const made = &r->reduction.made.at[i];
        const enum reduction_rule rule = r->reduction.steps.at[made->step].rule;

        vec_push(&r->lengths,
                 rule_rows[rule].length(r, made) + r->lengths.at[made->f]);
    }
}

bool reducer_step(struct reducer *r, struct reduction_step step,
                  const place_id *places)
{
    char text[REDUCTION_RULE_TEXT];

    if (!r->hides && reduction_rule_hides(&r->net, &step, places))
        return false;
    CHECK(!r->check ||
          reduction_rule_check(&r->net, r->keeps, &step, places, text));
    reduction_rule_apply(&r->reduction, &r->net, step, places);
    note_lengths(r);
    enqueue_touched(r);
    return true;
}

void reducer_init(struct reducer *r, const struct net *net,
                  const struct reduction_keeps *keeps, unsigned rules)
{
    *r =
        (struct reducer){.keeps = keeps, .rules = rules, .hides = !keeps->safe};
    mutable_net_init(&r->net, net);
    reduction_init(&r->reduction, net);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        vec_push(&r->lengths, 1u);
    change_table_init(&r->changes, r->net.n_transitions);
}

void reducer_continue(struct reducer *r, const struct reducer *from,
                      const struct reduction_keeps *keeps)
{
    ASSERT(reduction_keeps_include(from->keeps, keeps, from->net.net));
    *r = (struct reducer){.keeps = keeps,
                          .rules = from->rules,
                          .hides = !keeps->safe,
                          .check = from->check};
    mutable_net_copy(&r->net, &from->net);
    reduction_copy(&r->reduction, &from->reduction);
    vec_append(&r->lengths, &from->lengths);
    change_table_init(&r->changes, r->net.n_transitions);
}

void reducer_finish(struct reducer *r)
{
    mutable_net_finish(&r->net);
    reduction_finish(&r->reduction);
    for (uint32_t i = 0; i < RULE_QUEUES; i++) {
        vec_free(&r->queues[i].ids);
        vec_free(&r->queues[i].waits);
    }
    change_table_finish(&r->changes);
    vec_free(&r->lengths);
}

bool reducer_within_reads(struct reducer *r, enum net_arc_kind kind, trans_id u,
                          trans_id t)
{
    const struct mutable_net_span span = mutable_net_arcs(&r->net, kind, u);

    /* Such a list cannot be within the other; this is for speed alone. */
    if (span.len > mutable_net_degree(&r->net, NET_READ, t))
        return false;
    for (uint32_t i = 0; i < span.len; i++)
        if (!mutable_net_linked(&r->net, NET_READ, t, span.at[i]))
            return false;
    return true;
}
