/* Transitions beside others that do the same, and transitions that do
 * nothing. */
#include "base/hash.h"
#include "reduce/reduce_rules.h"

/* At most so many transitions are compared at one look. */
enum { MOST_COMPARED = 16, MOST_TRIED = 64 };

void reduce_dominated_init(struct reduce *r)
{
    uint32_t size = 16;

    while (size < r->net.n_transitions)
        size *= 2;
    r->changes.heads = mem_zero(size, sizeof *r->changes.heads);
    r->changes.mask = size - 1;
}

void reduce_dominated_finish(struct reduce *r)
{
    mem_free(r->changes.heads);
    vec_free(&r->changes.entries);
    vec_free(&r->changes.hashes);
}

static uint32_t hash_of(struct reduce *r, trans_id t)
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

/* Notes that t changes what hash says; 0 is no hash. */
static void note(struct reduce *r, trans_id t, uint32_t hash)
{
    struct reduce_changes *const c = &r->changes;
    uint32_t *const head = &c->heads[hash & c->mask];
    const struct reduce_entry entry = {t, hash, *head};

    while (c->hashes.len <= t)
        vec_push(&c->hashes, 0u);
    if (c->hashes.at[t] == hash)
        return;
    c->hashes.at[t] = hash;
    vec_push(&c->entries, entry);
    *head = c->entries.len;
}

static bool same(struct reduce *r, enum net_arc_kind kind, trans_id t,
                 trans_id u)
{
    const struct mutable_net_span a = mutable_net_arcs(&r->net, kind, t);
    const struct mutable_net_span b = mutable_net_arcs(&r->net, kind, u);

    for (uint32_t i = 0; i < a.len && i < b.len; i++)
        if (a.at[i] != b.at[i])
            return false;
    return a.len == b.len;
}

/* Does u read only what t reads? */
static bool reads_less(struct reduce *r, trans_id u, trans_id t)
{
    const struct mutable_net_span span = mutable_net_arcs(&r->net, NET_READ, u);

    if (span.len > mutable_net_degree(&r->net, NET_READ, t))
        return false;
    for (uint32_t i = 0; i < span.len; i++)
        if (!mutable_net_linked(&r->net, NET_READ, t, span.at[i]))
            return false;
    return true;
}

static void remove_for(struct reduce *r, trans_id t, trans_id u)
{
    const struct reduction_step step = {
        .rule = REDUCTION_DOMINATED, .a = t, .b = u};

    (void)reduce_step(r, step, NULL);
}

bool reduce_dominated(struct reduce *r, trans_id t)
{
    const uint32_t hash = hash_of(r, t);
    uint32_t n = 0;

    if (!reduce_may(r, REDUCTION_DOMINATED))
        return false;
    note(r, t, hash);
    for (uint32_t i = r->changes.heads[hash & r->changes.mask];
         i && n < MOST_COMPARED; i = r->changes.entries.at[i - 1].next) {
        const struct reduce_entry entry = r->changes.entries.at[i - 1];
        const trans_id u = entry.trans;

        if (entry.hash != hash || u == t || r->changes.hashes.at[u] != hash ||
            !mutable_net_has_trans(&r->net, u))
            continue;
        n++;
        if (!same(r, NET_PRE, t, u) || !same(r, NET_POST, t, u))
            continue;
        /* Of two that are equal the older one stays. */
        if (reads_less(r, u, t) && (u < t || !reads_less(r, t, u))) {
            remove_for(r, t, u);
            return true;
        }
        if (reads_less(r, t, u)) {
            remove_for(r, u, t);
            return true;
        }
    }
    return false;
}

/* --- transitions that change nothing -------------------------------------- */

static bool needs_within(struct reduce *r, enum net_arc_kind kind, trans_id u,
                         trans_id t)
{
    const struct mutable_net_span span = mutable_net_arcs(&r->net, kind, u);

    if (span.len > mutable_net_degree(&r->net, NET_READ, t))
        return false;
    for (uint32_t i = 0; i < span.len; i++)
        if (!mutable_net_linked(&r->net, NET_READ, t, span.at[i]))
            return false;
    return true;
}

/* Another transition that is enabled wherever t is. */
static trans_id find_enabled_with(struct reduce *r, trans_id t)
{
    static const enum net_arc_kind users[] = {NET_CONSUMERS, NET_READERS};
    const uint32_t n_reads = mutable_net_degree(&r->net, NET_READ, t);
    uint32_t n_tried = 0;

    for (uint32_t i = 0; i < n_reads; i++)
        for (uint32_t k = 0; k < 2; k++) {
            const place_id p = mutable_net_arcs(&r->net, NET_READ, t).at[i];
            const uint32_t n = mutable_net_degree(&r->net, users[k], p);

            for (uint32_t j = 0; j < n && n_tried < MOST_TRIED; j++) {
                const trans_id u = mutable_net_arcs(&r->net, users[k], p).at[j];

                n_tried++;
                if (u != t && needs_within(r, NET_PRE, u, t) &&
                    needs_within(r, NET_READ, u, t))
                    return u;
            }
        }
    return TRANS_NONE;
}

bool reduce_neutral(struct reduce *r, trans_id t)
{
    struct reduction_step step = {
        .rule = REDUCTION_NEUTRAL, .a = t, .b = TRANS_NONE};
    const bool needs_other = r->keeps->dead || r->keeps->markings;

    if (!reduce_may(r, REDUCTION_NEUTRAL) ||
        mutable_net_degree(&r->net, NET_PRE, t) ||
        mutable_net_degree(&r->net, NET_POST, t))
        return false;
    if (needs_other)
        step.b = find_enabled_with(r, t);
    if (needs_other && step.b == TRANS_NONE)
        return false;
    return reduce_step(r, step, NULL);
}
