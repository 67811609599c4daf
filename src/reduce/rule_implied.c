#include "reduce/reducer.h"

#include "base/ids.h"

/* Bounds of the search. */
enum {
    MOST_PLACES = 8,     /* in the set */
    MOST_ARCS = 32,      /* of a place */
    MOST_TRIED = 64,     /* sets for one place */
    WORK_BASE = 1 << 22, /* arcs looked at for a net, plus WORK_NODE a node */
    WORK_NODE = 64,
};

/* A set that grows by one place at a time.  next[i] counts the choices for
 * place i that were tried. */
struct growth {
    struct reducer *r;
    place_id p;
    place_id set[MOST_PLACES];
    uint32_t next[MOST_PLACES + 1];
    uint32_t len;
};

/* What the set lacks: one more of the places that t consumes, or reads. */
struct lack {
    trans_id t; /* TRANS_NONE: nothing */
    bool reads;
};

static bool has(const struct growth *g, place_id q)
{
    for (uint32_t i = 0; i < g->len; i++)
        if (g->set[i] == q)
            return true;
    return false;
}

/* How many places of the set are among the arcs of t. */
static int32_t count(struct growth *g, enum net_arc_kind kind, trans_id t)
{
    int32_t n = 0;

    for (uint32_t i = 0; i < g->len; i++)
        n += mutable_net_linked(&g->r->net, kind, t, g->set[i]);
    g->r->work += g->len;
    return n;
}

/* The token that t adds to q, or takes from it: the lists are disjoint. */
static int32_t effect(struct mutable_net *m, trans_id t, place_id q)
{
    return mutable_net_linked(m, NET_POST, t, q)
               ? 1
               : -(int32_t)mutable_net_linked(m, NET_PRE, t, q);
}

/* Does t add more to the set than to p? */
static bool adds_more(struct growth *g, trans_id t)
{
    struct mutable_net *const m = &g->r->net;
    int32_t sum = 0;

    for (uint32_t i = 0; i < g->len; i++)
        sum += effect(m, t, g->set[i]);
    g->r->work += 2 * g->len;
    return sum > effect(m, t, g->p);
}

/* A transition around q that adds more to the set than to p. */
static trans_id find_excess(struct growth *g, enum net_arc_kind kind,
                            place_id q)
{
    const uint32_t n = mutable_net_degree(&g->r->net, kind, q);

    for (uint32_t i = 0; i < n; i++) {
        const trans_id t = mutable_net_arcs(&g->r->net, kind, q).at[i];

        if (adds_more(g, t))
            return t;
    }
    return TRANS_NONE;
}

static struct lack find_lack(struct growth *g)
{
    struct mutable_net *const m = &g->r->net;
    struct lack lack = {find_excess(g, NET_CONSUMERS, g->p), false};

    for (uint32_t i = 0; i < g->len && lack.t == TRANS_NONE; i++)
        lack.t = find_excess(g, NET_PRODUCERS, g->set[i]);
    if (lack.t != TRANS_NONE)
        return lack; /* before what reads p: a place may make up for both */
    for (uint32_t i = 0; i < mutable_net_degree(m, NET_READERS, g->p); i++) {
        const trans_id t = mutable_net_arcs(m, NET_READERS, g->p).at[i];

        if (count(g, NET_PRE, t) + count(g, NET_READ, t) == 0)
            return (struct lack){t, true};
    }
    return lack;
}

/* May q be in the set?  The set has no more initial tokens than p. */
static bool is_candidate(const struct growth *g, place_id q)
{
    const struct net *const net = g->r->net.net;
    uint32_t n_marked = 0;

    if (q == g->p || has(g, q) || reducer_place_arcs(g->r, q) > MOST_ARCS)
        return false;
    for (uint32_t i = 0; i < g->len; i++)
        n_marked += net_marked(net, g->set[i]);
    return n_marked + net_marked(net, q) <= net_marked(net, g->p);
}

/* The next place that makes up for the lack, after those tried before.  What t
 * reads makes up for a read alone. */
static place_id next_choice(struct growth *g, const struct lack *lack)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_READ};
    uint32_t number = 0;

    for (uint32_t k = 0; k < (lack->reads ? 2 : 1); k++) {
        const struct mutable_net_span span =
            mutable_net_arcs(&g->r->net, kinds[k], lack->t);

        for (uint32_t i = 0; i < span.len && i < MOST_ARCS; i++)
            if (is_candidate(g, span.at[i]) && number++ == g->next[g->len]) {
                g->next[g->len]++;
                return span.at[i];
            }
    }
    return PLACE_NONE;
}

/* Depth first; true: the set is found. */
static bool grow(struct growth *g)
{
    for (uint32_t n = 0; n < MOST_TRIED; n++) {
        const struct lack lack = find_lack(g);
        place_id q;

        if (lack.t == TRANS_NONE)
            return true;
        q = g->len == MOST_PLACES ? PLACE_NONE : next_choice(g, &lack);
        if (q != PLACE_NONE) {
            g->set[g->len++] = q;
            g->next[g->len] = 0;
        } else if (g->len-- == 0) {
            return false;
        }
    }
    return false;
}

static bool has_budget(const struct reducer *r)
{
    return r->work < WORK_BASE + WORK_NODE * ((uint64_t)r->net.n_places +
                                              r->net.n_transitions);
}

/* Where no second token may be hidden, one place must be as p is, and
 * rule_redundant_place() has tried those: this saves the search. */
bool rule_implied_try(struct reducer *r, place_id p)
{
    struct reduction_step step = {.rule = REDUCTION_REDUNDANT, .a = p};
    struct growth g = {.r = r, .p = p};

    if (reducer_place_arcs(r, p) > MOST_ARCS || !has_budget(r) || !r->hides ||
        !grow(&g) || g.len == 0)
        return false;
    ids_sort(g.set, g.len);
    step.len = g.len;
    return reducer_step(r, step, g.set);
}
