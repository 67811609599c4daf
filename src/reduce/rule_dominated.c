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

static bool same(struct reducer *r, enum net_arc_kind kind, trans_id t,
                 trans_id u)
{
    const struct mutable_net_span a = mutable_net_arcs(&r->net, kind, t);
    const struct mutable_net_span b = mutable_net_arcs(&r->net, kind, u);

    return ids_equal(a.at, a.len, b.at, b.len);
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
    if (!same(r, NET_PRE, t, u) || !same(r, NET_POST, t, u))
        return false;
    if (reducer_within_reads(r, NET_READ, u, t) &&
        (u < t || !reducer_within_reads(r, NET_READ, t, u)))
        return remove_for(r, t, u);
    return reducer_within_reads(r, NET_READ, t, u) && remove_for(r, u, t);
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
