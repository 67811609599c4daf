#include "reduce/reducer.h"

/* Places with more transitions than this are not compared with others: they
 * change often, and each look would cost that much. */
enum { MOST_ARCS_COMPARED = 1024, MOST_TRIED = 16 };

bool rule_redundant_sink(struct reducer *r, place_id p)
{
    const struct reduction_step step = {.rule = REDUCTION_SINK, .a = p};

    return !mutable_net_degree(&r->net, NET_CONSUMERS, p) &&
           !mutable_net_degree(&r->net, NET_READERS, p) &&
           reducer_step(r, step, NULL);
}

/* Does each transition that reads p read or consume q?  (Where some consume it,
 * rule_implied_try() would find q, too, at the cost of a search.) */
static bool readers_within(struct reducer *r, place_id p, place_id q)
{
    const struct mutable_net_span span =
        mutable_net_arcs(&r->net, NET_READERS, p);

    for (uint32_t i = 0; i < span.len; i++)
        if (!mutable_net_linked(&r->net, NET_READERS, q, span.at[i]) &&
            !mutable_net_linked(&r->net, NET_CONSUMERS, q, span.at[i]))
            return false;
    return true;
}

/* Has p a token whenever q has?  The lists of producers are compared last, and
 * their lengths first, which is for speed alone. */
static bool implies(struct reducer *r, place_id q, place_id p)
{
    const struct net *const net = r->net.net;

    return p != q && net_marked(net, q) <= net_marked(net, p) &&
           reducer_place_arcs(r, q) <= MOST_ARCS_COMPARED &&
           mutable_net_degree(&r->net, NET_PRODUCERS, q) <=
               mutable_net_degree(&r->net, NET_PRODUCERS, p) &&
           mutable_net_within(&r->net, NET_CONSUMERS, p, NET_CONSUMERS, q) &&
           mutable_net_within(&r->net, NET_PRODUCERS, q, NET_PRODUCERS, p);
}

/* A transition that needs p. */
static trans_id user_of(struct reducer *r, place_id p)
{
    struct mutable_net_walk walk =
        mutable_net_walk(&r->net, NET_CONSUMERS, NET_READERS, p);

    return mutable_net_next(&walk) ? walk.node : TRANS_NONE;
}

/* Takes the step that removes p, or that t reads it, for a place that t needs
 * and that implies p. */
static bool try_needs(struct reducer *r, trans_id t, place_id p,
                      struct reduction_step step)
{
    static const enum net_arc_kind needs[] = {NET_PRE, NET_READ};

    for (uint32_t k = 0; k < 2; k++) {
        const struct mutable_net_span span =
            mutable_net_arcs(&r->net, needs[k], t);

        for (uint32_t i = 0; i < span.len && i < MOST_TRIED; i++) {
            const place_id q = span.at[i];

            if (implies(r, q, p) &&
                (step.rule == REDUCTION_READ || readers_within(r, p, q)) &&
                reducer_step(r, step, &q))
                return true;
        }
    }
    return false;
}

bool rule_redundant_place(struct reducer *r, place_id p)
{
    const struct reduction_step step = {
        .rule = REDUCTION_REDUNDANT, .a = p, .len = 1};
    const trans_id t = user_of(r, p);

    return t != TRANS_NONE && reducer_place_arcs(r, p) <= MOST_ARCS_COMPARED &&
           try_needs(r, t, p, step);
}

bool rule_redundant_read(struct reducer *r, trans_id t)
{
    const struct mutable_net_span reads =
        mutable_net_arcs(&r->net, NET_READ, t);

    for (uint32_t i = 0; i < reads.len && i < MOST_TRIED; i++) {
        const place_id p = reads.at[i];
        const struct reduction_step step = {
            .rule = REDUCTION_READ, .a = t, .b = p, .len = 1};

        if (reducer_place_arcs(r, p) <= MOST_ARCS_COMPARED &&
            try_needs(r, t, p, step))
            return true;
    }
    return false;
}
