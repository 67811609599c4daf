#include "reduce/reducer.h"

#include "base/ids.h"

/* Bounds of the search. */
enum {
    MOST_IN_SET = 64, /* in the set */
    MOST_ARCS = 256,  /* of a place */
    FEW_TRIED = 48,   /* sets for one place, plus MORE_TRIED for each place */
    MORE_TRIED = 4,   /* of the largest one */
    WORK_BASE = 1 << 25, /* arcs looked at for a net, plus WORK_NODE a node */
    WORK_NODE = 256,
};

/* A set that grows by one place at a time. */
struct growth {
    struct reducer *r;
    place_id p;
    uint32_t len, n_marked;
    place_id set[MOST_IN_SET];
    struct {
        uint32_t next;     /* choices for the next place that were tried */
        uint32_t checked;  /* lists of transitions that lack nothing: what
                              consumes p, and what produces each place */
    } at[MOST_IN_SET + 1]; /* by length */
};

/* What the set lacks: one more of the places that t consumes, or reads. */
struct lack {
    trans_id t; /* TRANS_NONE: nothing */
    bool reads;
};

static struct mutable_net_span look_at(struct growth *g, enum net_arc_kind kind,
                                       uint32_t id)
{
    const struct mutable_net_span span = mutable_net_arcs(&g->r->net, kind, id);

    g->r->work += span.len;
    return span;
}

/* By transition: what it adds to the set, less what it adds to p. */
static void add_to_sums(struct growth *g, place_id q, int32_t by)
{
    const struct mutable_net_span producers = look_at(g, NET_PRODUCERS, q);

    for (uint32_t i = 0; i < producers.len; i++)
        g->r->sums.at[producers.at[i]] += by;

    const struct mutable_net_span consumers = look_at(g, NET_CONSUMERS, q);

    for (uint32_t i = 0; i < consumers.len; i++)
        g->r->sums.at[consumers.at[i]] -= by;
}

static void start_growth(struct growth *g)
{
    struct reducer *const r = g->r;

    vec_fit(&r->sums, r->net.n_transitions);
    vec_fit(&r->in_set, r->net.n_places);
    add_to_sums(g, g->p, -1);
}

static void add_place(struct growth *g, place_id q)
{
    add_to_sums(g, q, 1);
    g->r->in_set.at[q] = true;
    g->n_marked += net_marked(g->r->net.net, q);
    g->set[g->len++] = q;
    g->at[g->len].next = 0;
    g->at[g->len].checked = g->at[g->len - 1].checked;
}

static void drop_place(struct growth *g)
{
    const place_id q = g->set[--g->len];

    add_to_sums(g, q, -1);
    g->r->in_set.at[q] = false;
    g->n_marked -= net_marked(g->r->net.net, q);
}

static void end_growth(struct growth *g)
{
    while (g->len)
        drop_place(g);
    add_to_sums(g, g->p, 1);
}

/* A transition of the list that adds more to the set than to p. */
static trans_id find_excess(struct growth *g, enum net_arc_kind kind,
                            place_id q)
{
    const struct mutable_net_span span = look_at(g, kind, q);

    for (uint32_t i = 0; i < span.len; i++)
        if (g->r->sums.at[span.at[i]] > 0)
            return span.at[i];
    return TRANS_NONE;
}

/* Does the transition need a place of the set? */
static bool needs_one(struct growth *g, trans_id t)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_READ};

    for (uint32_t k = 0; k < 2; k++) {
        const struct mutable_net_span span = look_at(g, kinds[k], t);

        for (uint32_t i = 0; i < span.len; i++)
            if (g->r->in_set.at[span.at[i]])
                return true;
    }
    return false;
}

/* A place that is added makes up for what others lack, and only its own
 * producers may lack more.  Reads come last: a place may make up for both. */
static struct lack find_lack(struct growth *g)
{
    uint32_t *const checked = &g->at[g->len].checked;
    struct mutable_net_span readers;

    for (; *checked <= g->len; ++*checked) {
        const trans_id t =
            *checked ? find_excess(g, NET_PRODUCERS, g->set[*checked - 1])
                     : find_excess(g, NET_CONSUMERS, g->p);

        if (t != TRANS_NONE)
            return (struct lack){t, false};
    }
    readers = look_at(g, NET_READERS, g->p);
    for (uint32_t i = 0; i < readers.len; i++)
        if (!needs_one(g, readers.at[i]))
            return (struct lack){readers.at[i], true};
    return (struct lack){TRANS_NONE, false};
}

/* May q be in the set?  The set has no more initial tokens than p. */
static bool is_candidate(const struct growth *g, place_id q)
{
    const struct net *const net = g->r->net.net;

    return q != g->p && !g->r->in_set.at[q] &&
           reducer_place_arcs(g->r, q) <= MOST_ARCS &&
           g->n_marked + net_marked(net, q) <= net_marked(net, g->p);
}

/* Will the producers of q lack nothing? */
static bool is_closing(struct growth *g, place_id q)
{
    const struct mutable_net_span producers = look_at(g, NET_PRODUCERS, q);

    for (uint32_t i = 0; i < producers.len; i++)
        if (g->r->sums.at[producers.at[i]] >= 0)
            return false;
    return true;
}

/* The next place that makes up for the lack, after those tried before: those
 * first that lack nothing themselves.  What t reads makes up for a read alone.
 */
static place_id next_choice(struct growth *g, const struct lack *lack)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_READ};
    uint32_t number = 0;

    for (uint32_t way = 0; way < 2; way++)
        for (uint32_t k = 0; k < (lack->reads ? 2 : 1); k++) {
            const struct mutable_net_span span = look_at(g, kinds[k], lack->t);

            for (uint32_t i = 0; i < span.len && i < MOST_ARCS; i++)
                if (is_candidate(g, span.at[i]) &&
                    is_closing(g, span.at[i]) == !way &&
                    number++ == g->at[g->len].next) {
                    g->at[g->len].next++;
                    return span.at[i];
                }
        }
    return PLACE_NONE;
}

/* Depth first, from the empty set; true: a set of so many places at most is
 * found. */
static bool grow(struct growth *g, uint32_t most)
{
    g->at[0].next = g->at[0].checked = 0;
    for (uint32_t n = 0; n < FEW_TRIED + MORE_TRIED * most; n++) {
        const struct lack lack = find_lack(g);
        place_id q;

        if (lack.t == TRANS_NONE)
            return g->len > 0;
        q = g->len == most ? PLACE_NONE : next_choice(g, &lack);
        if (q != PLACE_NONE)
            add_place(g, q);
        else if (g->len)
            drop_place(g);
        else
            return false;
    }
    return false;
}

static bool has_budget(const struct reducer *r)
{
    return r->work < WORK_BASE + WORK_NODE * ((uint64_t)r->net.n_places +
                                              r->net.n_transitions);
}

/* Small sets first: a search that goes astray finds only large ones. */
static bool find_set(struct growth *g)
{
    for (uint32_t most = 4; most <= MOST_IN_SET; most *= 4) {
        if (grow(g, most))
            return true;
        while (g->len)
            drop_place(g);
    }
    return false;
}

/* Where no second token may be hidden, one place must be as p is, and
 * rule_redundant_place() has tried those: this saves the search. */
bool rule_implied_try(struct reducer *r, place_id p)
{
    struct reduction_step step = {.rule = REDUCTION_REDUNDANT, .a = p};
    struct growth g = {.r = r, .p = p};

    if (reducer_place_arcs(r, p) > MOST_ARCS || !has_budget(r) || !r->hides)
        return false;
    start_growth(&g);
    if (find_set(&g))
        step.len = g.len;
    end_growth(&g);
    ids_sort(g.set, step.len);
    return step.len && reducer_step(r, step, g.set);
}
