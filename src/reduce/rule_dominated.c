#include "reduce/reducer.h"

#include "base/hash.h"

/* At most so many transitions are compared at one look. */
enum { MOST_COMPARED = 16 };

static uint32_t hash_of(struct reducer *r, trans_id t)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_POST};
    uint32_t hash = 0;

    for (uint32_t k = 0; k < 2; k++) {
        const struct mutable_net_span span =
            mutable_net_arcs(&r->net, kinds[k], t);

        for (uint32_t i = 0; i < span.len; i++)
            hash = hash_mix(hash, 2 * span.at[i] + k);
    }
    return hash_mix(hash, mutable_net_degree(&r->net, NET_PRE, t)) | 1;
}

/* Does t read all that u reads? */
static bool reads_all(struct reducer *r, trans_id t, trans_id u)
{
    return mutable_net_within(&r->net, NET_READ, u, NET_READ, t);
}

static bool remove_for(struct reducer *r, trans_id t, trans_id u)
{
    const struct reduction_step step = {
        .rule = REDUCTION_DOMINATED, .a = t, .b = u};

    return reducer_step(r, step, NULL);
}

/* Removes t for u, or u for t; of two that are equal the older one stays. */
static bool compare(struct reducer *r, trans_id t, trans_id u)
{
    if (!mutable_net_same(&r->net, NET_PRE, t, u) ||
        !mutable_net_same(&r->net, NET_POST, t, u))
        return false;
    if (reads_all(r, t, u) && (u < t || !reads_all(r, u, t)))
        return remove_for(r, t, u);
    return reads_all(r, u, t) && remove_for(r, u, t);
}

bool rule_dominated_try(struct reducer *r, trans_id t)
{
    const uint32_t hash = hash_of(r, t);
    uint32_t i = 0, n = 0;

    change_table_note(&r->changes, t, hash);
    while (n < MOST_COMPARED &&
           (i = change_table_next(&r->changes, hash, i)) != 0) {
        const trans_id u = change_table_trans(&r->changes, i);

        if (!mutable_net_has_trans(&r->net, u))
            change_table_forget(&r->changes, u);
        if (u == t || !mutable_net_has_trans(&r->net, u))
            continue;
        n++;
        if (compare(r, t, u))
            return true;
    }
    return false;
}
