#include "reduce/reducer.h"

bool rule_dead_overflow(struct reducer *r)
{
    const struct net *const net = r->net.net;
    bool found = false;

    if (r->net.n_overflows == 0)
        return false; /* none, or all gone */
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct reduction_step step = {.rule = REDUCTION_OVERFLOW, .a = t};

        if (net_overflow(net, t) != PLACE_NONE)
            found |= reducer_step(r, step, NULL);
    }
    return found;
}

/* A flood from the initial marking, without tokens that are taken away. */
struct flood {
    struct reducer *r;
    bits_word *marked; /* places that may have a token */
    uint32_t *missing; /* by transition: inputs that have none yet */
    mutable_net_ids queue;
};

static void reach(struct flood *flood, place_id p)
{
    if (bits_has(flood->marked, p))
        return;
    bits_add(flood->marked, p);
    vec_push(&flood->queue, p);
}

static void fire(struct flood *flood, trans_id t)
{
    const struct mutable_net_span post =
        mutable_net_arcs(&flood->r->net, NET_POST, t);

    for (uint32_t i = 0; i < post.len; i++)
        reach(flood, post.at[i]);
}

static void start(struct flood *flood)
{
    struct mutable_net *const m = &flood->r->net;

    for (place_id p = 0; p < m->n_places; p++)
        if (mutable_net_has_place(m, p) && net_marked(m->net, p))
            reach(flood, p);
    for (trans_id t = 0; t < m->n_transitions; t++) {
        if (!mutable_net_has_trans(m, t))
            continue;
        flood->missing[t] = mutable_net_degree(m, NET_PRE, t) +
                            mutable_net_degree(m, NET_READ, t);
        if (flood->missing[t] == 0)
            fire(flood, t);
    }
}

static void spread(struct flood *flood)
{
    while (flood->queue.len) {
        struct mutable_net_walk walk = mutable_net_walk(
            &flood->r->net, NET_CONSUMERS, NET_READERS, vec_pop(&flood->queue));

        while (mutable_net_next(&walk))
            if (--flood->missing[walk.node] == 0)
                fire(flood, walk.node);
    }
}

bool rule_dead_places(struct reducer *r)
{
    struct flood flood = {.r = r};
    mutable_net_ids dead = {0};
    bool found;

    flood.marked = mem_zero(bits_words(r->net.n_places), sizeof *flood.marked);
    flood.missing = mem_zero(r->net.n_transitions, sizeof *flood.missing);
    start(&flood);
    spread(&flood);
    for (place_id p = 0; p < r->net.n_places; p++)
        if (mutable_net_has_place(&r->net, p) && !bits_has(flood.marked, p))
            vec_push(&dead, p);
    found = dead.len > 0;
    if (found)
        (void)reducer_step(
            r, (struct reduction_step){.rule = REDUCTION_DEAD, .len = dead.len},
            dead.at);
    vec_free(&dead);
    vec_free(&flood.queue);
    mem_free(flood.marked);
    mem_free(flood.missing);
    return found;
}

bool rule_dead_place(struct reducer *r, place_id p)
{
    const struct reduction_step step = {.rule = REDUCTION_DEAD, .len = 1};

    return !net_marked(r->net.net, p) &&
           !mutable_net_degree(&r->net, NET_PRODUCERS, p) &&
           reducer_step(r, step, &p);
}

bool rule_dead_constant(struct reducer *r, place_id p)
{
    const struct reduction_step step = {.rule = REDUCTION_CONSTANT, .a = p};

    return net_marked(r->net.net, p) &&
           !mutable_net_degree(&r->net, NET_CONSUMERS, p) &&
           reducer_step(r, step, NULL);
}
