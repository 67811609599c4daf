#include "net/dep.h"

#include "net/marking.h"
#include "base/check.h"
#include "base/ids.h"
#include "base/mem.h"

struct dep {
    const struct net *net;
    enum dep_kind kind;
    struct relation others; /* DEP_USER: by transition, those above it that are
                               independent of it */
};

struct dep *dep_create(const struct net *net, enum dep_kind kind)
{
    struct dep *dep = mem_zero(1, sizeof *dep);

    dep->net = net;
    dep->kind = kind;
    return dep;
}

static struct relation_pair ordered(trans_id t, trans_id u)
{
    return t < u ? (struct relation_pair){t, u} : (struct relation_pair){u, t};
}

struct dep *dep_create_user(const struct net *net, const struct dep_pair *pairs,
                            uint32_t n_pairs)
{
    const uint32_t n_trans = net_trans_count(net);
    struct dep *dep = dep_create(net, DEP_USER);
    struct relation_pair *sorted = mem_alloc(n_pairs, sizeof *sorted);

    for (uint32_t i = 0; i < n_pairs; i++) {
        ASSERT(pairs[i].a < n_trans && pairs[i].b < n_trans);
        ASSERT(pairs[i].a != pairs[i].b);
        sorted[i] = ordered(pairs[i].a, pairs[i].b);
    }
    relation_sort(sorted, n_pairs);
    relation_init(&dep->others, n_trans, sorted, n_pairs);
    mem_free(sorted);
    return dep;
}

void dep_destroy(struct dep *dep)
{
    if (!dep)
        return;
    relation_finish(&dep->others);
    mem_free(dep);
}

enum dep_kind dep_kind(const struct dep *dep)
{
    return dep->kind;
}

const char *dep_name(const struct dep *dep)
{
    static const char *const names[] = {
        [DEP_NONE] = "none",
        [DEP_CLASSIC] = "classic",
        [DEP_READ] = "read",
        [DEP_USER] = "user",
    };

    return names[dep->kind];
}

/* May firing t disable or enable u?  It does so through the places that u
 * consumes from or reads. */
static bool changes_enabledness(const struct net *net, trans_id t, trans_id u)
{
    return net_spans_meet(net_pre(net, t), net_pre(net, u)) ||
           net_spans_meet(net_pre(net, t), net_read(net, u)) ||
           net_spans_meet(net_post(net, t), net_pre(net, u)) ||
           net_spans_meet(net_post(net, t), net_read(net, u));
}

static bool disturb(const struct net *net, trans_id t, trans_id u)
{
    return changes_enabledness(net, t, u) || changes_enabledness(net, u, t);
}

static bool independent_by_user(const struct dep *dep, trans_id t, trans_id u)
{
    const struct relation_pair pair = ordered(t, u);

    return net_span_finds(net_places_of(&dep->others, pair.key), pair.partner);
}

bool dep_has(const struct dep *dep, trans_id t, trans_id u)
{
    if (t == u)
        return true;
    switch (dep->kind) {
    case DEP_NONE:
        return true;
    case DEP_CLASSIC:
        return net_spans_meet(net_read(dep->net, t), net_read(dep->net, u)) ||
               disturb(dep->net, t, u);
    case DEP_READ:
        return disturb(dep->net, t, u);
    case DEP_USER:
        return !independent_by_user(dep, t, u);
    }
    return true;
}

/* Are the places marked after t, which is enabled at m, has fired there? */
static bool enabled_after(const struct net *net, const bits_word *m, trans_id t,
                          struct net_place_span places)
{
    const struct net_place_span pre = net_pre(net, t), post = net_post(net, t);

    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];
        const bool kept = bits_has(m, p) && !net_span_finds(pre, p);

        if (!kept && !net_span_finds(post, p))
            return false;
    }
    return true;
}

/* t is enabled at m.  Does firing t preserve whether u is enabled? */
static bool preserves_enabledness(const struct net *net, const bits_word *m,
                                  trans_id t, trans_id u)
{
    return marking_enabled(net, m, u) ==
           enabled_after(net, m, t, net_needs(net, u));
}

bool dep_commute(const struct net *net, const bits_word *m, trans_id t,
                 trans_id u)
{
    /* If both can fire in both orders, both orders consume and produce the same
     * tokens, hence reach the same marking. */
    return (!marking_enabled(net, m, t) ||
            preserves_enabledness(net, m, t, u)) &&
           (!marking_enabled(net, m, u) || preserves_enabledness(net, m, u, t));
}
