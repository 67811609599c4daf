#include "reduce/reducer.h"

enum {
    MOST_AROUND_MIDDLE = 256, /* transitions at the place */
    MOST_NEW_ARCS = 8,        /* more than before */
    /* steps that a new transition stands for times its arcs, which are copied
     * for each of these steps */
    MOST_COPIED = 1 << 22,
};

struct middle {
    struct mutable_net_span h, f; /* producers and consumers of p */
};

static uint32_t n_arcs(const struct reducer *r, trans_id t)
{
    return mutable_net_degree(&r->net, NET_PRE, t) +
           mutable_net_degree(&r->net, NET_POST, t) +
           mutable_net_degree(&r->net, NET_READ, t);
}

/* Of some transitions: their arcs but one of each, and the most arcs and steps
 * of one. */
struct group {
    uint64_t arcs, widest;
    uint32_t longest;
};

static struct group measure(const struct reducer *r,
                            struct mutable_net_span transitions)
{
    struct group group = {0};

    for (uint32_t i = 0; i < transitions.len; i++) {
        const trans_id t = transitions.at[i];
        const uint32_t arcs = n_arcs(r, t) - 1, length = r->lengths.at[t];

        group.arcs += arcs;
        group.widest = arcs > group.widest ? arcs : group.widest;
        group.longest = length > group.longest ? length : group.longest;
    }
    return group;
}

/* Does the net not grow beyond the bounds? */
static bool is_small(const struct reducer *r, const struct middle *at)
{
    const struct group h = measure(r, at->h), f = measure(r, at->f);
    const uint64_t before = h.arcs + at->h.len + f.arcs + at->f.len;
    const uint64_t length = h.longest + f.longest;

    return (uint64_t)at->h.len * at->f.len <= at->h.len + at->f.len &&
           h.arcs * at->f.len + f.arcs * at->h.len <= before + MOST_NEW_ARCS &&
           length <= REDUCER_MOST_LENGTH &&
           length * (h.widest + f.widest) <= MOST_COPIED;
}

/* What both kinds need of p. */
static bool find_middle(struct reducer *r, place_id p, struct middle *at)
{
    const struct mutable_net *const m = &r->net;

    if (net_marked(m->net, p) || mutable_net_degree(m, NET_READERS, p) ||
        !mutable_net_degree(m, NET_CONSUMERS, p) ||
        mutable_net_degree(m, NET_CONSUMERS, p) +
                mutable_net_degree(m, NET_PRODUCERS, p) >
            MOST_AROUND_MIDDLE)
        return false;
    at->h = mutable_net_arcs(&r->net, NET_PRODUCERS, p);
    at->f = mutable_net_arcs(&r->net, NET_CONSUMERS, p);
    return is_small(r, at);
}

/* Is no place that f produces on produced or read by h? */
static bool are_apart(struct reducer *r, trans_id h,
                      struct mutable_net_span produced)
{
    for (uint32_t i = 0; i < produced.len; i++)
        if (mutable_net_linked(&r->net, NET_POST, h, produced.at[i]) ||
            mutable_net_linked(&r->net, NET_READ, h, produced.at[i]))
            return false;
    return true;
}

/* Can f always follow, unseen? */
static bool may_follow(struct reducer *r, const struct middle *at, trans_id f)
{
    const struct mutable_net_span post = mutable_net_arcs(&r->net, NET_POST, f);

    if (mutable_net_degree(&r->net, NET_PRE, f) != 1 ||
        mutable_net_degree(&r->net, NET_READ, f) != 0)
        return false;
    for (uint32_t i = 0; i < post.len; i++)
        if (reducer_is_visible(r, post.at[i]))
            return false;
    for (uint32_t i = 0; i < at->h.len; i++)
        if (!are_apart(r, at->h.at[i], post))
            return false;
    return true;
}

bool rule_agglomerate_post(struct reducer *r, place_id p)
{
    const struct reduction_step step = {.rule = REDUCTION_POST, .a = p};
    struct middle at;

    if (!find_middle(r, p, &at))
        return false;
    for (uint32_t i = 0; i < at.f.len; i++)
        if (!may_follow(r, &at, at.f.at[i]))
            return false;
    return reducer_step(r, step, NULL);
}

/* Does h move one token that nothing else needs, and read only what never
 * loses its token? */
static bool may_wait(struct reducer *r, const struct middle *at, trans_id h)
{
    const struct mutable_net_span reads =
        mutable_net_arcs(&r->net, NET_READ, h);
    place_id a;

    if (mutable_net_degree(&r->net, NET_PRE, h) != 1 ||
        mutable_net_degree(&r->net, NET_POST, h) != 1)
        return false;
    a = mutable_net_arcs(&r->net, NET_PRE, h).at[0];
    if (mutable_net_degree(&r->net, NET_CONSUMERS, a) != 1 ||
        mutable_net_degree(&r->net, NET_READERS, a) || reducer_is_visible(r, a))
        return false;
    for (uint32_t i = 0; i < reads.len; i++) {
        if (mutable_net_degree(&r->net, NET_CONSUMERS, reads.at[i]))
            return false;
        for (uint32_t k = 0; k < at->f.len; k++)
            if (mutable_net_linked(&r->net, NET_POST, at->f.at[k], reads.at[i]))
                return false;
    }
    return true;
}

bool rule_agglomerate_pre(struct reducer *r, place_id p)
{
    const struct reduction_step step = {.rule = REDUCTION_PRE, .a = p};
    struct middle at;

    return find_middle(r, p, &at) && at.h.len == 1 &&
           may_wait(r, &at, at.h.at[0]) && reducer_step(r, step, NULL);
}

/* h, then f. */
void rule_agglomerate_lift(struct rule_lifter *l,
                           const struct reduction_made *made)
{
    vec_push(&l->stack, made->f);
    vec_push(&l->stack, made->h);
}

uint32_t rule_agglomerate_length(const struct reducer *r,
                                 const struct reduction_made *made)
{
    return r->lengths.at[made->h];
}
