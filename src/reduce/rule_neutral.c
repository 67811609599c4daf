#include "reduce/reducer.h"

/* At most so many other transitions are tried at one look. */
enum { MOST_OTHERS = 64 };

/* Another transition that is enabled wherever t is. */
static trans_id find_enabled_with(struct reducer *r, trans_id t)
{
    const struct mutable_net_span reads =
        mutable_net_arcs(&r->net, NET_READ, t);
    uint32_t n_tried = 0;

    for (uint32_t i = 0; i < reads.len; i++) {
        struct mutable_net_walk walk =
            mutable_net_walk(&r->net, NET_CONSUMERS, NET_READERS, reads.at[i]);

        while (n_tried < MOST_OTHERS && mutable_net_next(&walk)) {
            n_tried++;
            if (walk.node != t &&
                mutable_net_within(&r->net, NET_PRE, walk.node, NET_READ, t) &&
                mutable_net_within(&r->net, NET_READ, walk.node, NET_READ, t))
                return walk.node;
        }
    }
    return TRANS_NONE;
}

bool rule_neutral_try(struct reducer *r, trans_id t)
{
    struct reduction_step step = {
        .rule = REDUCTION_NEUTRAL, .a = t, .b = TRANS_NONE};
    const bool needs_other = r->keeps->dead || r->keeps->markings;

    if (mutable_net_degree(&r->net, NET_PRE, t) ||
        mutable_net_degree(&r->net, NET_POST, t))
        return false;
    if (needs_other)
        step.b = find_enabled_with(r, t);
    if (needs_other && step.b == TRANS_NONE)
        return false;
    return reducer_step(r, step, NULL);
}
