#include "engine/cheapest/cheapest.h"

#include "base/cost_queue.h"
#include "engine/prefix/contextual.h"
#include "engine/unfolding/order.h"

struct cheapest_prefix {
    const struct goal *goal;
    const uint32_t *cost;
    const struct cheapest_limits *limits;
    struct cheapest *found;
    enum cheapest_verdict verdict;
    struct compiled_net *compiled;
    struct es *es;
    struct order order;
    struct conc conc;
    struct contextual contextual;
    struct es_past_walk walk;
    VEC(uint64_t) costs; /* by event: of [e] */
    VEC(event_id) least; /* by marking: its least event that came up, or NONE */
    struct cost_queue queue; /* events that are not extended yet: cost and size
                                of [e] */
    es_event_list group;     /* events of one cost and one size */
};

/* All events of the least cost, and of the least size with it: none of them
 * extends another one. */
static void pop_group(struct cheapest_prefix *search)
{
    const struct cost_queue *const queue = &search->queue;
    const struct cost_queue_entry first = queue->heap.at[0];

    vec_clear(&search->group);
    while (queue->heap.len && queue->heap.at[0].cost == first.cost &&
           queue->heap.at[0].next == first.next)
        vec_push(&search->group, cost_queue_pop(&search->queue).id);
}

/* --- extensions ----------------------------------------------------------- */

static bool stop_with(struct cheapest_prefix *search,
                      enum cheapest_verdict verdict)
{
    search->verdict = verdict;
    return false;
}

static bool stop_unsafe(struct cheapest_prefix *search, trans_id t)
{
    search->found->unsafe = t;
    return stop_with(search, CHEAPEST_UNSAFE);
}

/* After [e] and the events that it lacks. */
static bool add_extension(struct cheapest_prefix *search, event_id e,
                          const struct extender_proposal *proposal,
                          const uint32_t *words)
{
    const trans_id t = proposal->subject;
    const event_id *const missing =
        words + proposal->n_words + proposal->n_readers;
    struct es *const es = search->es;
    const uint32_t size = es->events.at[e].size + proposal->n_missing + 1;
    uint64_t cost = search->costs.at[e] + search->cost[t];
    event_id new;

    for (uint32_t i = 0; i < proposal->n_missing; i++)
        cost += search->cost[es->events.at[missing[i]].trans];
    extender_open_marking(es, e, proposal, words);
    if (markings_open_unsafe(&es->markings, t) != PLACE_NONE ||
        net_overflow(search->compiled->net, t) != PLACE_NONE)
        return stop_unsafe(search, t);
    markings_step(&es->markings, t);
    if (es->events.len > search->limits->most)
        return stop_with(search, CHEAPEST_LIMIT);
    new = es_add(es, t, words, proposal->n_readers, size,
                 markings_close(&es->markings, false));
    vec_push(&search->costs, cost);
    cost_queue_push(&search->queue, (struct cost_queue_entry){cost, size, new});
    return true;
}

static bool take(void *self, event_id e,
                 const struct extender_proposal *proposal,
                 const uint32_t *words)
{
    struct cheapest_prefix *const search = self;

    switch (proposal->kind) {
    case EXTENDER_EXTENSION:
        return add_extension(search, e, proposal, words);
    case EXTENDER_PATTERN:
        return stop_unsafe(search,
                           search->compiled->patterns[proposal->subject].trans);
    case EXTENDER_SECOND:
        break;
    }
    return stop_unsafe(search, search->es->events.at[e].trans);
}

static bool look(void *self, uint64_t work)
{
    struct cheapest_prefix *const search = self;

    (void)work;
    return stop_is_due(search->limits->stop) &&
           !stop_with(search, CHEAPEST_LIMIT);
}

/* --- cutoffs -------------------------------------------------------------- */

/* -1, 0 or 1: is [a] smaller than, as good as, or larger than [b]? */
static int compare(struct cheapest_prefix *search, event_id a, event_id b)
{
    const uint64_t *const costs = search->costs.at;

    if (costs[a] != costs[b])
        return costs[a] < costs[b] ? -1 : 1;
    return order_events(&search->order, &search->walk, a, b);
}

static event_id *least_of(struct cheapest_prefix *search, event_id e)
{
    const uint32_t marking = search->es->events.at[e].marking;

    while (search->least.len <= marking)
        vec_push(&search->least, EVENT_NONE);
    return &search->least.at[marking];
}

static void enter(struct cheapest_prefix *search, event_id e)
{
    event_id *const least = least_of(search, e);

    if (*least == EVENT_NONE || compare(search, e, *least) < 0)
        *least = e;
}

static void extend(struct cheapest_prefix *search, event_id e)
{
    (void)contextual_extend(&search->contextual, e, 0, UINT32_MAX);
}

/* --- the search ----------------------------------------------------------- */

static bool answers(struct cheapest_prefix *search, event_id e)
{
    if (search->es->events.at[e].trans != search->goal->trans)
        return false;
    es_past_run(search->es, &search->walk, (struct es_span){&e, 1},
                &search->found->run);
    search->found->cost = search->costs.at[e];
    search->verdict = CHEAPEST_FOUND;
    return true;
}

static void run_group(struct cheapest_prefix *search)
{
    pop_group(search);
    for (uint32_t i = 0; i < search->group.len; i++) {
        if (answers(search, search->group.at[i]))
            return;
        enter(search, search->group.at[i]);
    }
    for (uint32_t i = 0; i < search->group.len; i++) {
        const event_id e = search->group.at[i];

        if (compare(search, *least_of(search, e), e) < 0)
            continue;
        conc_add(&search->conc, e);
        extend(search, e);
        if (search->verdict != CHEAPEST_NONE)
            return;
    }
}

static void run_groups(struct cheapest_prefix *search)
{
    vec_push(&search->costs, 0);
    enter(search, EVENT_BOTTOM);
    extend(search, EVENT_BOTTOM);
    while (search->queue.heap.len && search->verdict == CHEAPEST_NONE)
        if (stop_is_due(search->limits->stop))
            search->verdict = CHEAPEST_LIMIT;
        else
            run_group(search);
}

static void finish(struct cheapest_prefix *search)
{
    contextual_finish(&search->contextual);
    conc_finish(&search->conc);
    order_finish(&search->order);
    es_past_finish(&search->walk);
    es_destroy(search->es);
    compiled_net_destroy(search->compiled);
    vec_free(&search->costs);
    vec_free(&search->least);
    cost_queue_finish(&search->queue);
    vec_free(&search->group);
}

enum cheapest_verdict cheapest_prefix_find(
    const struct net *net, const struct dep *dep, const struct goal *goal,
    const uint32_t *cost, enum engine_order order,
    const struct cheapest_limits *limits, struct cheapest *found)
{
    struct cheapest_prefix search = {.goal = goal,
                                     .cost = cost,
                                     .limits = limits,
                                     .found = found,
                                     .verdict = CHEAPEST_NONE};

    ASSERT(goal->kind == GOAL_TRANSITION && dep_kind(dep) != DEP_USER);
    search.compiled = compiled_net_create(net, dep, NULL, 0, false);
    search.es = es_create(search.compiled);
    search.es->lazy = true;
    order_init(&search.order, order, search.es);
    conc_init(&search.conc, search.es);
    contextual_init(&search.contextual, &search.conc,
                    (struct extender_watch){look, &search},
                    (struct contextual_sink){take, &search});
    run_groups(&search);
    finish(&search);
    return search.verdict;
}
