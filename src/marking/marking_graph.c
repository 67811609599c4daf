#include "marking/marking_graph.h"

#include "base/ids.h"
#include "base/strong.h"
#include "net/marking.h"

#define NO_PARENT UINT32_MAX

/* -- Markings -- */

/* Adds the step by t from marking m, which has these places; false: it is
 * unsafe. */
static bool add_step(struct marking_graph *g, uint32_t m,
                     const bits_word *places, trans_id t)
{
    uint32_t to;

    if (!marking_enabled(g->net, places, t))
        return true;
    if (marking_unsafe(g->net, places, t) != PLACE_NONE) {
        g->unsafe = t;
        return false;
    }
    to = markings_fire(&g->markings, m, t);
    if (to == g->parent.len)
        vec_push(&g->parent, g->to.len);
    vec_push(&g->to, to);
    vec_push(&g->trans, t);
    return true;
}

/* All steps, or those of a choice that is open. */
static bool add_steps(struct marking_graph *g, uint32_t m,
                      const bits_word *places)
{
    bool good = true;

    for (uint32_t i = 0; i < g->choices.len; i++)
        if (bits_has(places, g->choices.at[i])) {
            const struct net_trans_span made =
                net_consumers(g->net, g->choices.at[i]);

            for (uint32_t k = 0; k < made.len && good; k++)
                good = add_step(g, m, places, made.at[k]);
            return good;
        }
    for (trans_id t = 0; t < net_trans_count(g->net) && good; t++)
        good = add_step(g, m, places, t);
    return good;
}

static bool explore(struct marking_graph *g,
                    const struct marking_graph_limits *limits)
{
    bits_word *const places = mem_zero(marking_words(g->net), sizeof *places);
    bool good = true;

    vec_push(&g->parent, NO_PARENT);
    for (uint32_t m = 0; m < g->parent.len && good; m++) {
        vec_push(&g->first, g->to.len);
        markings_read(&g->markings, m, places);
        good = add_steps(g, m, places) && g->parent.len <= limits->most &&
               (m % MARKING_GRAPH_ASK_EVERY || !stop_is_due(limits->stop));
    }
    vec_push(&g->first, g->to.len);
    mem_free(places);
    return good;
}

/* -- Choices -- */

/* How many of the places are in the set, a bit for each place. */
static uint32_t count_in(struct net_place_span places, const bits_word *set)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < places.len; i++)
        n += bits_has(set, places.at[i]);
    return n;
}

/* Has the set, which has one token, one for ever, as far as the producers of
 * place p tell? */
static bool keeps_one(const struct net *net, place_id p, const bits_word *set)
{
    const struct net_trans_span producers = net_producers(net, p);

    for (uint32_t i = 0; i < producers.len; i++)
        if (count_in(net_pre(net, producers.at[i]), set) != 1 ||
            count_in(net_post(net, producers.at[i]), set) != 1)
            return false;
    return true;
}

/* set is empty before and after. */
static bool is_kept_choice(const struct net *net, place_id p, bits_word *set)
{
    const struct net_trans_span made = net_consumers(net, p);
    bool good = true;

    if (!marking_is_choice(net, p))
        return false;
    bits_add(set, p);
    for (uint32_t i = 0; i < made.len; i++)
        bits_add(set, net_post(net, made.at[i]).at[0]);
    for (uint32_t i = 0; i < made.len && good; i++)
        good = keeps_one(net, net_post(net, made.at[i]).at[0], set);
    bits_remove(set, p);
    for (uint32_t i = 0; i < made.len; i++)
        bits_remove(set, net_post(net, made.at[i]).at[0]);
    return good;
}

static void find_choices(struct marking_graph *g)
{
    bits_word *const set = mem_zero(marking_words(g->net), sizeof *set);

    for (place_id p = 0; p < net_place_count(g->net); p++)
        if (is_kept_choice(g->net, p, set))
            vec_push(&g->choices, p);
    mem_free(set);
}

/* -- Components -- */

static void find_components(struct marking_graph *g)
{
    const uint32_t n = marking_graph_count(g);

    g->component = mem_alloc(n, sizeof *g->component);
    g->n_components =
        strong_components(g->first.at, g->to.at, n, 0, g->component);
    relation_init_keys(&g->members, g->n_components, g->component, n);
}

bool marking_graph_init(struct marking_graph *g, const struct net *net,
                        const struct marking_graph_limits *limits)
{
    bool good;

    *g = (struct marking_graph){.net = net, .unsafe = TRANS_NONE};
    markings_init(&g->markings, net, NULL);
    if (limits->chooses)
        find_choices(g);
    good = explore(g, limits);
    if (good)
        find_components(g);
    return good;
}

void marking_graph_finish(struct marking_graph *g)
{
    markings_finish(&g->markings);
    vec_free(&g->first);
    vec_free(&g->to);
    vec_free(&g->trans);
    vec_free(&g->parent);
    vec_free(&g->choices);
    mem_free(g->component);
    relation_finish(&g->members);
}

uint32_t marking_graph_fire(const struct marking_graph *g, uint32_t m,
                            trans_id t)
{
    uint32_t step = g->first.at[m];

    while (g->trans.at[step] != t)
        step++;
    ASSERT(step < g->first.at[m + 1]);
    return g->to.at[step];
}

/* The marking from which a step leads. */
static uint32_t begin_of(const struct marking_graph *g, uint32_t step)
{
    return ids_find(g->first.at, g->first.len, step + 1) - 1;
}

bool marking_graph_is_terminal(const struct marking_graph *g, uint32_t c)
{
    for (uint32_t i = g->members.start[c]; i < g->members.start[c + 1]; i++) {
        const uint32_t m = g->members.at[i];

        for (uint32_t s = g->first.at[m]; s < g->first.at[m + 1]; s++)
            if (g->component[g->to.at[s]] != c)
                return false;
    }
    return true;
}

void marking_graph_run(const struct marking_graph *g, uint32_t m,
                       witness_run *run)
{
    const uint32_t from = run->len;

    for (; g->parent.at[m] != NO_PARENT; m = begin_of(g, g->parent.at[m]))
        vec_push(run, g->trans.at[g->parent.at[m]]);
    if (run->len > from)
        ids_reverse(run->at + from, run->len - from);
}
