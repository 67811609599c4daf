#include "reduce/reducer.h"

/* --- work lists ----------------------------------------------------------- */

/* Adds a node, unless it waits already. */
static void enqueue_node(struct reducer_queue *queue, uint32_t id)
{
    vec_fit(&queue->waits, id + 1);
    if (queue->waits.at[id])
        return;
    queue->waits.at[id] = true;
    vec_push(&queue->ids, id);
}

static bool is_done(const struct reducer_queue *queue)
{
    return queue->first == queue->ids.len;
}

/* The next node; the queue is not empty. */
static uint32_t dequeue_node(struct reducer_queue *queue)
{
    const uint32_t id = queue->ids.at[queue->first++];

    queue->waits.at[id] = false;
    if (is_done(queue)) {
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
            enqueue_node(&r->queues[RULE_PLACES], span.at[i]);
    }
}

/* Queues the nodes whose arcs changed.  Who takes a place from the queue asks
 * whether it is left. */
static void enqueue_touched(struct reducer *r)
{
    struct mutable_net *const m = &r->net;

    for (uint32_t i = 0; i < m->touched_places.len; i++)
        enqueue_node(&r->queues[RULE_PLACES], m->touched_places.at[i]);
    for (uint32_t i = 0; i < m->touched_transitions.len; i++) {
        const trans_id t = m->touched_transitions.at[i];

        if (!mutable_net_has_trans(m, t))
            continue;
        enqueue_node(&r->queues[RULE_TRANSITIONS], t);
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
    r->reduction = (struct reduction){.net = net};
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
    vec_free(&r->sums);
    vec_free(&r->in_set);
    vec_free(&r->lengths);
}

/* --- the search for steps ------------------------------------------------- */

/* Sets of the rules that are wanted and suit the questions. */
struct looks {
    bits_word net, again, node[RULE_QUEUES];
    bits_word hidden; /* no look at a visible place */
};

static struct looks looks_of(const struct reducer *r)
{
    struct looks looks = {0};

    for (uint32_t i = 0; i < REDUCTION_RULES; i++) {
        const struct rule_row *const row = &rule_rows[i];
        const bits_word rule = (bits_word)1 << i;

        if (!(r->rules & rule) ||
            !reduction_rule_suits((enum reduction_rule)i, r->keeps))
            continue;
        looks.net |= row->net ? rule : 0;
        looks.again |= row->again ? rule : 0;
        for (uint32_t q = 0; q < RULE_QUEUES; q++)
            looks.node[q] |= row->node[q] ? rule : 0;
        looks.hidden |= reduction_rule_rows[i].hidden ? rule : 0;
    }
    return looks;
}

static bool look_at_net(struct reducer *r, bits_word rules)
{
    bool found = false;

    for (; rules; rules &= rules - 1)
        found |= rule_rows[bits_lowest(rules)].net(r);
    return found;
}

static bool is_place(enum rule_queue q)
{
    return q == RULE_PLACES || q == RULE_LATE_PLACES;
}

static bool look_at_node(struct reducer *r, const struct looks *looks,
                         enum rule_queue q, uint32_t id)
{
    bits_word rules = looks->node[q];

    if (is_place(q) && reducer_is_visible(r, id))
        rules &= ~looks->hidden;
    for (; rules; rules &= rules - 1)
        if (rule_rows[bits_lowest(rules)].node[q](r, id))
            return true;
    return false;
}

/* The queues may hold nodes that are gone. */
static void look_next(struct reducer *r, const struct looks *looks,
                      enum rule_queue q)
{
    const uint32_t id = dequeue_node(&r->queues[q]);
    bool found;

    if (!(is_place(q) ? mutable_net_has_place(&r->net, id)
                      : mutable_net_has_trans(&r->net, id)))
        return;
    found = look_at_node(r, looks, q, id);
    if (q < RULE_LATE_PLACES)
        enqueue_node(&r->queues[found ? q : q + RULE_LATE_PLACES], id);
}

/* After so many looks at nodes r->stop is asked. */
enum { LOOKS = 256 };

static bool is_stopped(struct reducer *r)
{
    if (!r->stop || ++r->looks < LOOKS)
        return false;
    r->looks = 0;
    return stop_is_due(r->stop);
}

/* Places come first: their rules remove more.  False when it was stopped. */
static bool work_off(struct reducer *r, const struct looks *looks)
{
    uint32_t q = 0;

    while (q < RULE_QUEUES) {
        if (is_stopped(r))
            return false;
        for (q = 0; q < RULE_QUEUES && is_done(&r->queues[q]);)
            q++;
        if (q < RULE_QUEUES)
            look_next(r, looks, (enum rule_queue)q);
    }
    return true;
}

void reducer_run(struct reducer *r)
{
    const struct looks looks = looks_of(r);
    uint32_t n_steps = r->reduction.steps.len;

    (void)rule_rows[REDUCTION_OVERFLOW].net(r);
    if (r->net.n_overflows)
        return;
    (void)look_at_net(r, looks.net);
    for (place_id p = 0; p < r->net.n_places; p++)
        enqueue_node(&r->queues[RULE_PLACES], p);
    for (trans_id t = 0; t < r->net.n_transitions; t++)
        enqueue_node(&r->queues[RULE_TRANSITIONS], t);
    /* What is left may be looked at again.  Such a look takes in the whole net,
     * so this is done a fixed number of times. */
    for (uint32_t i = 0; work_off(r, &looks) && i < 3; i++) {
        const bool found = look_at_net(r, looks.again);

        if (!found && n_steps == r->reduction.steps.len)
            return;
        n_steps = r->reduction.steps.len;
        for (place_id p = 0; p < r->net.n_places; p++)
            enqueue_node(&r->queues[RULE_LATE_PLACES], p);
    }
}
