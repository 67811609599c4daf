#include "prefix_fixture.h"

#include "net/marking.h"
#include "whole_marking.h"

#include <stdlib.h>
#include <string.h>

void prefix_fixture_init(struct prefix_fixture *g, struct net *net,
                         struct dep *dep)
{
    *g = (struct prefix_fixture){.net = net, .dep = dep};
    g->compiled = compiled_net_create(net, dep, NULL, 0, true);
    g->es = es_create(g->compiled);
    g->es->lazy = true;
    prefix_fixture_extend(g, EVENT_BOTTOM);
}

void prefix_fixture_finish(struct prefix_fixture *g)
{
    vec_free(&g->closed);
    es_past_finish(&g->walk);
    es_destroy(g->es);
    compiled_net_destroy(g->compiled);
    dep_destroy(g->dep);
    net_destroy(g->net);
}

void prefix_fixture_draw(struct prefix_fixture *g, uint64_t seed,
                         enum random_kind kind, uint32_t i)
{
    static const enum dep_kind kinds[] = {DEP_NONE, DEP_CLASSIC, DEP_READ};
    struct random random;
    struct net *net;

    random_init(&random, seed);
    net = random_net(&random, kind, 2);
    prefix_fixture_init(g, net, dep_create(net, kinds[i % 3]));
}

/* Do two events of the set consume the same condition, or one of them b or
 * c? */
static bool overlap(const struct es *es, struct es_span set, cond_id b,
                    cond_id c)
{
    bool *const consumed = mem_zero(es->conds.len, sizeof *consumed);
    bool found = false;

    consumed[b] = consumed[c] = true;
    for (uint32_t i = 0; i < set.len; i++)
        for (uint32_t k = 0; k < es_use_count(es, set.at[i]); k++) {
            const cond_id use = es_uses(es, set.at[i])[k];

            found = found || consumed[use];
            consumed[use] = true;
        }
    mem_free(consumed);
    return found;
}

bool prefix_fixture_concurrent(struct prefix_fixture *g, cond_id b, cond_id c)
{
    const event_id producers[] = {g->es->conds.at[b].producer,
                                  g->es->conds.at[c].producer};

    return b != c &&
           !overlap(g->es,
                    es_past(g->es, &g->walk, (struct es_span){producers, 2}), b,
                    c);
}

static bool is_known(const struct es *es, trans_id t, const cond_id *uses,
                     uint32_t n)
{
    for (event_id e = 1; e < es->events.len; e++)
        if (es->events.at[e].trans == t &&
            memcmp(es_uses(es, e), uses, n * sizeof *uses) == 0)
            return true;
    return false;
}

/* Creates the event (t, uses) unless it exists. */
static void create(struct prefix_fixture *g, trans_id t, const cond_id *uses,
                   uint32_t n)
{
    bits_word *const m = mem_zero(marking_words(g->net), sizeof *m);
    es_event_list producers = {0};
    struct es_span past;

    if (!is_known(g->es, t, uses, n)) {
        for (uint32_t i = 0; i < n; i++)
            vec_push(&producers, g->es->conds.at[uses[i]].producer);
        past = es_past(g->es, &g->walk,
                       (struct es_span){producers.at, producers.len});
        marking_initial(g->net, m);
        for (uint32_t i = 0; i < past.len; i++)
            marking_fire(g->net, m, g->es->events.at[past.at[i]].trans);
        marking_fire(g->net, m, t);
        vec_push(&g->closed,
                 es_add(g->es, t, uses, 0, past.len + 1, es_marking(g->es, m)));
    }
    vec_free(&producers);
    mem_free(m);
}

struct choice {
    struct net_place_span places;
    cond_id uses[64], next[64]; /* by place: chosen, and next candidate */
    uint32_t n;
};

static bool fits(struct prefix_fixture *g, const struct choice *c, cond_id b)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (!prefix_fixture_concurrent(g, c->uses[i], b))
            return false;
    return g->es->conds.at[b].place == c->places.at[c->n];
}

/* Tries all conditions for all places of t, from left to right. */
static void try_trans(struct prefix_fixture *g, trans_id t, event_id e)
{
    struct choice c = {.places = compiled_net_use(g->compiled, t)};
    const uint32_t n_conds = g->es->conds.len;

    CHECK(c.places.len > 0 && c.places.len <= 64);
    for (;;) {
        if (c.next[c.n] == n_conds) {
            if (!c.n)
                return;
            c.n--;
        } else if (fits(g, &c, c.next[c.n]++)) {
            c.uses[c.n] = c.next[c.n] - 1;
            if (++c.n < c.places.len) {
                c.next[c.n] = 0;
                continue;
            }
            for (uint32_t i = 0; i < c.n; i++)
                if (g->es->conds.at[c.uses[i]].producer == e) {
                    create(g, t, c.uses, c.n);
                    break;
                }
            c.n--;
        }
    }
}

void prefix_fixture_extend(struct prefix_fixture *g, event_id e)
{
    for (trans_id t = 0; t < g->compiled->n_trans; t++)
        try_trans(g, t, e);
}

event_id prefix_fixture_open(struct prefix_fixture *g, uint32_t i)
{
    const event_id e = g->closed.at[i];

    g->closed.at[i] = g->closed.at[g->closed.len - 1];
    vec_cut(&g->closed, g->closed.len - 1);
    es_produce(g->es, e);
    return e;
}
