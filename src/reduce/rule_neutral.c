#include "reduce/reducer.h"

/* At most so many other transitions are tried at one look. */
enum { MOST_OTHERS = 64 };

/* Another transition that is enabled wherever t is. */
static trans_id find_enabled_with(struct reducer *r, trans_id t)
{
    static const enum net_arc_kind users[] = {NET_CONSUMERS, NET_READERS};
    const uint32_t n_reads = mutable_net_degree(&r->net, NET_READ, t);
    uint32_t n_tried = 0;

    for (uint32_t i = 0; i < n_reads; i++)
        for (uint32_t k = 0; k < 2; k++) {
            const place_id p = mutable_net_arcs(&r->net, NET_READ, t).at[i];
            const uint32_t n = mutable_net_degree(&r->net, users[k], p);

            for (uint32_t j = 0; j < n && n_tried < MOST_OTHERS; j++) {
                const trans_id u = mutable_net_arcs(&r->net, users[k], p).at[j];

                n_tried++;
                if (u != t && reducer_within_reads(r, NET_PRE, u, t) &&
                    reducer_within_reads(r, NET_READ, u, t))
                    return u;
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
