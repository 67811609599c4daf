#include "engine/guided/relaxed_plan.h"

/* In units of work: a step of a list, and an arc. */
enum { STEP_COST = 1, ARC_COST = 3 };

void relaxed_plan_init(struct relaxed_plan *plan, const struct net *net)
{
    const uint32_t n_places = net_place_count(net),
                   n_trans = net_trans_count(net);

    *plan = (struct relaxed_plan){
        .net = net,
        .cost = mem_alloc(n_places, sizeof *plan->cost),
        .producer = mem_alloc(n_places, sizeof *plan->producer),
        .dear = mem_alloc(n_trans, sizeof *plan->dear),
        .missing = mem_alloc(n_trans, sizeof *plan->missing),
        .n_needs = mem_alloc(n_trans, sizeof *plan->n_needs),
        .due = mem_zero(RELAXED_PLAN_DEAREST + 1, sizeof *plan->due),
    };
    for (trans_id t = 0; t < n_trans; t++)
        plan->n_needs[t] = net_needs(net, t).len;
    stamp_fit(&plan->wanted, n_places);
    stamp_fit(&plan->chosen, n_trans);
}

void relaxed_plan_finish(struct relaxed_plan *plan)
{
    mem_free(plan->cost);
    mem_free(plan->producer);
    mem_free(plan->dear);
    mem_free(plan->missing);
    mem_free(plan->n_needs);
    for (uint32_t i = 0; i <= RELAXED_PLAN_DEAREST; i++)
        vec_free(&plan->due[i]);
    mem_free(plan->due);
    stamp_finish(&plan->wanted);
    stamp_finish(&plan->chosen);
    vec_free(&plan->open);
    vec_free(&plan->helpful);
}

/* --- costs ---------------------------------------------------------------- */

static void reach(struct relaxed_plan *plan, place_id p, uint32_t cost)
{
    plan->cost[p] = cost;
    vec_push(&plan->due[cost], p);
    if (cost > plan->dearest)
        plan->dearest = cost;
}

uint32_t relaxed_plan_cost(const struct relaxed_plan *plan, trans_id t)
{
    if (plan->missing[t])
        return RELAXED_PLAN_NONE;
    return plan->dear[t] < RELAXED_PLAN_DEAREST ? plan->dear[t] + 1
                                                : RELAXED_PLAN_DEAREST;
}

/* Nothing is missing of t. */
static void enable(struct relaxed_plan *plan, trans_id t)
{
    const struct net_place_span post = net_post(plan->net, t);
    const uint32_t cost = relaxed_plan_cost(plan, t);

    plan->work += ARC_COST * (uint64_t)post.len;
    for (uint32_t i = 0; i < post.len; i++) {
        const place_id p = post.at[i];

        if (cost < plan->cost[p]) {
            plan->producer[p] = t;
            reach(plan, p, cost);
        }
    }
}

static void tell(struct relaxed_plan *plan, struct net_trans_span users,
                 uint32_t cost)
{
    plan->work += ARC_COST * (uint64_t)users.len;
    for (uint32_t i = 0; i < users.len; i++) {
        const trans_id t = users.at[i];

        plan->dear[t] += cost;
        if (--plan->missing[t] == 0)
            enable(plan, t);
    }
}

/* The marked places, and transitions that need nothing. */
static void start(struct relaxed_plan *plan, const bits_word *m)
{
    const uint32_t n_places = net_place_count(plan->net),
                   n_trans = net_trans_count(plan->net);

    memset(plan->cost, 0xff, n_places * sizeof *plan->cost);
    memcpy(plan->missing, plan->n_needs, n_trans * sizeof *plan->missing);
    memset(plan->dear, 0, n_trans * sizeof *plan->dear);
    for (place_id p = bits_next(m, 0, n_places); p < n_places;
         p = bits_next(m, p + 1, n_places))
        reach(plan, p, 0);
    for (trans_id t = 0; t < n_trans; t++)
        if (!plan->n_needs[t])
            enable(plan, t);
    plan->work += STEP_COST * ((uint64_t)n_places + n_trans);
}

void relaxed_plan_spread(struct relaxed_plan *plan, const bits_word *m,
                         const place_id *awaited, uint32_t n)
{
    uint32_t n_awaited = 0;

    stamp_start(&plan->wanted);
    for (uint32_t i = 0; i < n; i++) {
        n_awaited += !stamp_has(&plan->wanted, awaited[i]);
        stamp_add(&plan->wanted, awaited[i]);
    }
    plan->dearest = 0;
    start(plan, m);
    for (uint32_t cost = 0; cost <= plan->dearest; cost++) {
        for (uint32_t i = 0; i < plan->due[cost].len && n_awaited; i++) {
            const place_id p = plan->due[cost].at[i];

            if (plan->cost[p] != cost) /* it became cheaper */
                continue;
            n_awaited -= stamp_has(&plan->wanted, p);
            tell(plan, net_consumers(plan->net, p), cost);
            tell(plan, net_readers(plan->net, p), cost);
        }
        vec_clear(&plan->due[cost]);
    }
}

/* --- the plan ------------------------------------------------------------- */

void relaxed_plan_begin(struct relaxed_plan *plan)
{
    stamp_start(&plan->wanted);
    stamp_start(&plan->chosen);
    vec_clear(&plan->open);
    vec_clear(&plan->helpful);
    plan->length = 0;
}

void relaxed_plan_mark(struct relaxed_plan *plan, place_id p)
{
    ASSERT(plan->cost[p] != RELAXED_PLAN_NONE);
    if (!plan->cost[p] || stamp_has(&plan->wanted, p))
        return;
    stamp_add(&plan->wanted, p);
    vec_push(&plan->open, p);
}

void relaxed_plan_enable(struct relaxed_plan *plan, trans_id t)
{
    const struct net_place_span needs = net_needs(plan->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        relaxed_plan_mark(plan, needs.at[i]);
    plan->work += ARC_COST * (uint64_t)needs.len;
}

void relaxed_plan_fire(struct relaxed_plan *plan, trans_id t)
{
    if (stamp_has(&plan->chosen, t))
        return;
    stamp_add(&plan->chosen, t);
    plan->length++;
    if (!plan->dear[t])
        vec_push(&plan->helpful, t);
    relaxed_plan_enable(plan, t);
}

void relaxed_plan_complete(struct relaxed_plan *plan)
{
    while (plan->open.len)
        relaxed_plan_fire(plan, plan->producer[vec_pop(&plan->open)]);
}
