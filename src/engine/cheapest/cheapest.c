#include "engine/cheapest/cheapest.h"

#include "base/cost_queue.h"
#include "base/ids.h"
#include "engine/state/stubborn.h"
#include "marking/markings.h"
#include "net/marking.h"
#include "question/formula.h"
#include "structure/cost_bound.h"

/* Markings between two questions whether to stop.  A program that raises no
 * bound makes programs rarer, down to one for so many markings. */
enum { ASK_EVERY = 256, RAREST = 64 };
#define NO_MARKING UINT32_MAX

/* A part of a firing below this is rounding. */
static const double EPSILON = 1e-6;

struct found_marking {
    uint64_t cost;   /* of the best known run to it */
    uint32_t parent; /* before the last step of that run */
    trans_id trans;  /* that step */
    uint32_t guide;  /* the marking whose solution the run follows since then;
                        NO_MARKING: it follows none */
    uint32_t first, n_firings; /* of its own solution, in `firings` */
    bool is_closed;            /* no run costs less */
};

/* Firings in the solution for a marking, at least one whole one each. */
struct guide_firing {
    trans_id trans;
    uint32_t n;
};

struct cheapest_search {
    const struct net *net;
    const struct goal *goal;
    const uint32_t *cost;
    const struct cheapest_limits *limits;
    struct cheapest *found;
    struct markings markings;
    VEC(struct found_marking) at;
    struct cost_queue queue;
    struct cost_bound bound;
    signed char *wanted;
    bits_word *m;
    struct enabled_set enabled; /* at m, when transitions are chosen */
    struct stubborn sets;
    VEC(struct guide_firing) firings; /* of all guides */
    uint32_t rare, skipped;           /* one program for so many markings */
};

/* --- what is wanted ------------------------------------------------------- */

static void want_all(struct cheapest_search *search,
                     const net_place_list *places, bool marked)
{
    for (uint32_t i = 0; i < places->len; i++)
        search->wanted[places->at[i]] = marked;
}

/* What all cubes of the formula agree on. */
static void want_common(struct cheapest_search *search,
                        const formula_cubes_list *cubes)
{
    for (place_id p = 0; p < net_place_count(search->net); p++) {
        uint32_t n_marked = 0, n_empty = 0;

        for (uint32_t i = 0; i < cubes->len; i++) {
            const struct formula_cubes_cube *const cube = &cubes->at[i];

            n_marked += ids_has(cube->marked.at, cube->marked.len, p);
            n_empty += ids_has(cube->empty.at, cube->empty.len, p);
        }
        if (cubes->len && n_marked == cubes->len)
            search->wanted[p] = 1;
        else if (cubes->len && n_empty == cubes->len)
            search->wanted[p] = 0;
    }
}

static void find_wanted(struct cheapest_search *search)
{
    const uint32_t n = net_place_count(search->net);
    formula_cubes_list cubes = {0};

    search->wanted = mem_alloc(n, sizeof *search->wanted);
    memset(search->wanted, -1, n);
    want_all(search, &search->sets.wanted, true);
    want_all(search, &search->sets.refused, false);
    if (search->goal->kind == GOAL_FORMULA &&
        formula_cubes_of(search->goal->formula, search->net, FORMULA_CUBES_MOST,
                         &cubes))
        want_common(search, &cubes);
    formula_cubes_free(&cubes);
}

/* --- guides --------------------------------------------------------------- */

/* Keeps the solution that was found for a marking. */
static void keep_guide(struct cheapest_search *search, uint32_t marking)
{
    struct found_marking *const at = &search->at.at[marking];

    at->guide = marking;
    at->first = search->firings.len;
    for (trans_id t = 0; t < net_trans_count(search->net); t++) {
        const double n =
            lp_value(&search->bound.firings.program, lp_number(t)) + EPSILON;

        if (n >= 1)
            vec_push(&search->firings,
                     ((struct guide_firing){t, (uint32_t)(n < 1e9 ? n : 1e9)}));
    }
    at->n_firings = search->firings.len - at->first;
}

/* How often does t fire in the solution, and how often has it fired on the run
 * from the guide to the marking? */
static bool follows(const struct cheapest_search *search, uint32_t marking,
                    trans_id t)
{
    const uint32_t guide = search->at.at[marking].guide;
    uint32_t n = 0;

    if (guide == NO_MARKING)
        return false;

    const struct found_marking at = search->at.at[guide];

    for (uint32_t i = at.first; i < at.first + at.n_firings && !n; i++)
        n = search->firings.at[i].trans == t ? search->firings.at[i].n : 0;
    for (; n && marking != guide; marking = search->at.at[marking].parent)
        n -= search->at.at[marking].trans == t;
    return n > 0;
}

/* Solves a program for the marking, which m has, unless its bound cannot be
 * raised, or programs were of no use lately. */
static void raise_bound(struct cheapest_search *search, uint32_t marking)
{
    const uint32_t before = search->bound.kept.len;

    if (search->at.at[marking].guide != NO_MARKING ||
        ++search->skipped < search->rare)
        return;
    search->skipped = 0;
    if (!cost_bound_solve(&search->bound, search->m, search->limits->stop))
        return;
    keep_guide(search, marking);
    search->rare = search->bound.kept.len > before ? 1
                   : search->rare < RAREST         ? 2 * search->rare
                                                   : RAREST;
}

/* --- the search ----------------------------------------------------------- */

/* The marking, which m has, waits with its cost and a bound for the rest as a
 * total.  Of equal totals comes first what is nearer to the end, and then what
 * was found last. */
static void push_waiting(struct cheapest_search *search, uint32_t marking,
                         uint64_t total)
{
    const struct cost_queue_entry new = {
        total, UINT64_MAX - search->at.at[marking].cost, UINT32_MAX - marking};

    cost_queue_push(&search->queue, new);
}

static uint64_t total_of(struct cheapest_search *search, uint32_t marking)
{
    return search->at.at[marking].cost +
           cost_bound_at(&search->bound, search->m);
}

/* A run to a marking, which m has. */
static void add_cheaper_run(struct cheapest_search *search, uint32_t marking,
                            uint64_t cost, uint32_t parent, trans_id t)
{
    const struct found_marking new = {.cost = UINT64_MAX, .guide = NO_MARKING};
    struct found_marking *at;

    if (marking == search->at.len)
        vec_push(&search->at, new);
    at = &search->at.at[marking];
    if (cost >= at->cost)
        return;
    at->cost = cost;
    at->parent = parent;
    at->trans = t;
    at->guide = parent != NO_MARKING && follows(search, parent, t)
                    ? search->at.at[parent].guide
                    : NO_MARKING;
    push_waiting(search, marking, total_of(search, marking));
}

static bool is_unsafe(struct cheapest_search *search, trans_id t)
{
    if (marking_unsafe(search->net, search->m, t) == PLACE_NONE)
        return false;
    search->found->unsafe = t;
    return true;
}

/* Fires the transitions that m enables and that suffice: each run to an answer
 * fires one of a stubborn set, and the first of them that it fires can go
 * first, with the same cost.  CHEAPEST_NONE: the search goes on. */
static enum cheapest_verdict fire_chosen(struct cheapest_search *search,
                                         uint32_t marking)
{
    const uint64_t cost = search->at.at[marking].cost;
    const net_trans_list *const chosen = &search->sets.best.active;

    enabled_set_move(&search->enabled, search->m);
    if (search->enabled.n_enabled)
        stubborn_property(&search->sets);
    for (uint32_t i = 0; search->enabled.n_enabled && i < chosen->len; i++) {
        const trans_id t = chosen->at[i];

        if (is_unsafe(search, t))
            return CHEAPEST_UNSAFE;
        if (search->at.len > search->limits->most)
            return CHEAPEST_LIMIT;
        marking_fire(search->net, search->m, t);
        add_cheaper_run(search, markings_fire(&search->markings, marking, t),
                        cost + search->cost[t], marking, t);
        marking_unfire(search->net, search->m, t);
    }
    return CHEAPEST_NONE;
}

/* Is it its turn?  If not, it waits again, with a larger bound. */
static bool is_due(struct cheapest_search *search, uint32_t marking,
                   uint64_t waiting)
{
    uint64_t total = total_of(search, marking);

    if (total == waiting) {
        raise_bound(search, marking);
        total = total_of(search, marking);
    }
    if (total > waiting)
        push_waiting(search, marking, total);
    return total <= waiting;
}

static void keep_run(struct cheapest_search *search, uint32_t marking)
{
    struct cheapest *const found = search->found;

    found->cost = search->at.at[marking].cost;
    for (uint32_t i = marking; search->at.at[i].parent != NO_MARKING;
         i = search->at.at[i].parent)
        vec_push(&found->run, search->at.at[i].trans);
    ids_reverse(found->run.at, found->run.len);
}

static enum cheapest_verdict run_search(struct cheapest_search *search)
{
    for (uint32_t n = 0; search->queue.heap.len; n++) {
        const struct cost_queue_entry first = cost_queue_pop(&search->queue);
        const uint32_t marking = UINT32_MAX - first.id;
        struct found_marking *const at = &search->at.at[marking];
        enum cheapest_verdict verdict;

        if (at->is_closed || first.next != UINT64_MAX - at->cost)
            continue;
        if (n % ASK_EVERY == 0 && stop_is_due(search->limits->stop))
            return CHEAPEST_LIMIT;
        markings_read(&search->markings, marking, search->m);
        if (!is_due(search, marking, first.cost))
            continue;
        at->is_closed = true;
        if (goal_holds(search->goal, search->net, search->m)) {
            keep_run(search, marking);
            return CHEAPEST_FOUND;
        }
        verdict = fire_chosen(search, marking);
        if (verdict == CHEAPEST_UNSAFE)
            keep_run(search, marking);
        if (verdict != CHEAPEST_NONE)
            return verdict;
    }
    return CHEAPEST_NONE;
}

/* Fires the transition that was asked for. */
static enum cheapest_verdict end_run(struct cheapest_search *search)
{
    const trans_id t = search->goal->trans;

    if (search->goal->kind != GOAL_TRANSITION)
        return CHEAPEST_FOUND;
    if (is_unsafe(search, t))
        return CHEAPEST_UNSAFE;
    vec_push(&search->found->run, t);
    search->found->cost += search->cost[t];
    return CHEAPEST_FOUND;
}

enum cheapest_verdict
cheapest_find(const struct net *net, const struct goal *goal,
              const uint32_t *cost, const struct lp_scope *scope,
              const struct cheapest_limits *limits, struct cheapest *found)
{
    struct cheapest_search search = {.net = net,
                                     .goal = goal,
                                     .cost = cost,
                                     .limits = limits,
                                     .found = found,
                                     .rare = 1};
    enum cheapest_verdict verdict;

    search.m = mem_zero(marking_words(net), sizeof *search.m);
    enabled_set_init(&search.enabled, net);
    enabled_set_count_producers(&search.enabled);
    stubborn_init(&search.sets, net, &search.enabled);
    stubborn_seek(&search.sets, goal);
    find_wanted(&search);
    cost_bound_init(&search.bound, net, cost, search.wanted, scope);
    markings_init(&search.markings, net, NULL);
    marking_initial(net, search.m);
    add_cheaper_run(&search, MARKINGS_INITIAL, 0, NO_MARKING, TRANS_NONE);
    verdict = run_search(&search);
    if (verdict == CHEAPEST_FOUND)
        verdict = end_run(&search);
    stubborn_finish(&search.sets);
    enabled_set_finish(&search.enabled);
    markings_finish(&search.markings);
    cost_bound_finish(&search.bound);
    vec_free(&search.at);
    cost_queue_finish(&search.queue);
    vec_free(&search.firings);
    mem_free(search.wanted);
    mem_free(search.m);
    return verdict;
}
