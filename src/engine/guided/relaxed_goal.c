#include "engine/guided/relaxed_goal.h"

/* In units of work: a term of a sum, and a step that is sorted. */
enum { TERM_COST = 4, SORT_COST = 40 };

/* --- what matters --------------------------------------------------------- */

static void await_needs(struct relaxed_goal *aim, trans_id t)
{
    const struct net_place_span needs = net_needs(aim->plan->net, t);

    vec_append(&aim->awaited, &needs);
}

static void await_consumers(struct relaxed_goal *aim, place_id p)
{
    const struct net_trans_span users = net_consumers(aim->plan->net, p);

    for (uint32_t i = 0; i < users.len; i++)
        await_needs(aim, users.at[i]);
}

static void await_terms(struct relaxed_goal *aim,
                        const struct formula_term *terms, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (terms[i].factor > 0)
            vec_push(&aim->awaited, terms[i].place);
        else
            await_consumers(aim, terms[i].place);
}

static bool await_formula(struct relaxed_goal *aim,
                          const struct formula *formula)
{
    for (uint32_t i = 0; i < formula->nodes.len; i++) {
        const struct formula_node *const node = &formula->nodes.at[i];

        if (node->op == FORMULA_AT_LEAST) {
            await_terms(aim, formula->terms.at + node->first, node->len);
        } else if (node->op == FORMULA_FIREABLE) {
            await_needs(aim, node->trans);
        } else if (node->op == FORMULA_DISABLED) {
            const struct net_place_span needs =
                net_needs(aim->plan->net, node->trans);

            for (uint32_t k = 0; k < needs.len; k++)
                await_consumers(aim, needs.at[k]);
        } else if (node->op != FORMULA_AND && node->op != FORMULA_OR) {
            return false;
        }
    }
    return true;
}

static void add_terms(struct relaxed_goal *aim, const net_place_list *places,
                      int64_t factor)
{
    for (uint32_t i = 0; i < places->len; i++)
        vec_push(&aim->terms, ((struct formula_term){places->at[i], factor}));
}

bool relaxed_goal_init(struct relaxed_goal *aim, struct relaxed_plan *plan,
                       const struct goal *goal)
{
    *aim = (struct relaxed_goal){.goal = goal, .plan = plan};
    if (goal->kind == GOAL_FORMULA)
        return await_formula(aim, goal->formula);
    if (goal->kind == GOAL_TRANSITION) {
        await_needs(aim, goal->trans);
        return true;
    }
    if (goal->kind != GOAL_MARKING)
        return false;
    add_terms(aim, &goal->marked, 1);
    add_terms(aim, &goal->empty, -1);
    await_terms(aim, aim->terms.at, aim->terms.len);
    return true;
}

void relaxed_goal_finish(struct relaxed_goal *aim)
{
    vec_free(&aim->terms);
    vec_free(&aim->awaited);
    vec_free(&aim->costs);
    vec_free(&aim->steps);
    vec_free(&aim->nodes);
}

/* --- costs ---------------------------------------------------------------- */

static uint32_t add_costs(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - 1 - b ? UINT32_MAX - 1 : a + b;
}

static uint32_t cost_of_needs(const struct relaxed_goal *aim, trans_id t)
{
    const uint32_t cost = relaxed_plan_cost(aim->plan, t);

    return cost == RELAXED_PLAN_NONE ? cost : cost - 1;
}

/* The cheaper one; TRANS_NONE has no cost. */
static trans_id cheaper(const struct relaxed_goal *aim, trans_id t, trans_id u)
{
    const bool can_fire =
        u != TRANS_NONE && relaxed_plan_cost(aim->plan, u) != RELAXED_PLAN_NONE;

    return can_fire && (t == TRANS_NONE || relaxed_plan_cost(aim->plan, u) <
                                               relaxed_plan_cost(aim->plan, t))
               ? u
               : t;
}

/* The cheapest way to take the token from p. */
static trans_id find_consumer(const struct relaxed_goal *aim, place_id p)
{
    const struct net_trans_span users = net_consumers(aim->plan->net, p);
    trans_id best = TRANS_NONE;

    for (uint32_t i = 0; i < users.len; i++)
        best = cheaper(aim, best, users.at[i]);
    aim->plan->work += TERM_COST * (uint64_t)users.len;
    return best;
}

static void add_step(struct relaxed_goal *aim, const struct formula_term *term)
{
    const place_id p = term->place;
    struct relaxed_goal_step step = {.mark = PLACE_NONE, .fire = TRANS_NONE};

    if (term->factor > 0) {
        step.mark = p;
        step.gain = term->factor;
        step.cost = aim->plan->cost[p];
    } else {
        step.fire = find_consumer(aim, p);
        step.gain = -term->factor;
        step.cost = step.fire == TRANS_NONE
                        ? RELAXED_PLAN_NONE
                        : relaxed_plan_cost(aim->plan, step.fire);
    }
    if (step.cost != RELAXED_PLAN_NONE)
        vec_push(&aim->steps, step);
}

/* By cost for what is gained; each number is below 2^32. */
static int compare(const void *a, const void *b)
{
    const struct relaxed_goal_step *const x = a, *const y = b;
    const uint64_t left = (uint64_t)x->cost * (uint64_t)y->gain,
                   right = (uint64_t)y->cost * (uint64_t)x->gain;

    if (left != right)
        return left < right ? -1 : 1;
    return x->mark != y->mark ? (x->mark < y->mark ? -1 : 1)
                              : (x->fire > y->fire) - (x->fire < y->fire);
}

/* The steps that make the sum as large as the bound, the first ones of
 * aim->steps; their cost, or NONE. */
static uint32_t choose_steps(struct relaxed_goal *aim,
                             const struct formula_term *terms, uint32_t n,
                             int64_t bound)
{
    uint32_t cost = 0, n_steps = 0;
    int64_t lacking = bound;

    vec_clear(&aim->steps);
    for (uint32_t i = 0; i < n; i++) {
        const bool is_marked = bits_has(aim->marked, terms[i].place);

        lacking -= is_marked ? terms[i].factor : 0;
        if (is_marked != (terms[i].factor > 0))
            add_step(aim, &terms[i]);
    }
    vec_sort(&aim->steps, compare);
    while (lacking > 0 && n_steps < aim->steps.len) {
        lacking -= aim->steps.at[n_steps].gain;
        cost = add_costs(cost, aim->steps.at[n_steps++].cost);
    }
    aim->plan->work +=
        TERM_COST * (uint64_t)n + SORT_COST * (uint64_t)aim->steps.len;
    vec_cut(&aim->steps, n_steps);
    return lacking > 0 ? RELAXED_PLAN_NONE : cost;
}

/* The cheapest consumer that disables t, which is enabled. */
static trans_id find_disabler(struct relaxed_goal *aim, trans_id t)
{
    const struct net_place_span needs = net_needs(aim->plan->net, t);
    trans_id best = TRANS_NONE;

    for (uint32_t i = 0; i < needs.len; i++)
        best = cheaper(aim, best, find_consumer(aim, needs.at[i]));
    return best;
}

static bool is_enabled(const struct relaxed_goal *aim, trans_id t)
{
    return cost_of_needs(aim, t) == 0;
}

static uint32_t cost_of_leaf(struct relaxed_goal *aim,
                             const struct formula_node *leaf)
{
    const struct formula *const formula = aim->goal->formula;
    trans_id t;

    if (leaf->op == FORMULA_AT_LEAST)
        return choose_steps(aim, formula->terms.at + leaf->first, leaf->len,
                            leaf->bound);
    if (leaf->op == FORMULA_FIREABLE)
        return cost_of_needs(aim, leaf->trans);
    if (!is_enabled(aim, leaf->trans))
        return 0;
    t = find_disabler(aim, leaf->trans);
    return t == TRANS_NONE ? RELAXED_PLAN_NONE
                           : relaxed_plan_cost(aim->plan, t);
}

/* Of all children together, or of the cheapest one. */
static uint32_t cost_of_children(const struct relaxed_goal *aim,
                                 const struct formula_node *node)
{
    const bool all = node->op == FORMULA_AND;
    uint32_t cost = all ? 0 : RELAXED_PLAN_NONE;

    for (uint32_t i = 0; i < node->len; i++) {
        const uint32_t child = aim->costs.at[node->first + i];

        if (!all)
            cost = child < cost ? child : cost;
        else if (child == RELAXED_PLAN_NONE)
            return child;
        else
            cost = add_costs(cost, child);
    }
    return cost;
}

/* Children have larger numbers. */
static uint32_t cost_of_formula(struct relaxed_goal *aim)
{
    const struct formula *const formula = aim->goal->formula;

    vec_fit(&aim->costs, formula->nodes.len);
    for (uint32_t i = formula->nodes.len; i-- > 0;) {
        const struct formula_node *const node = &formula->nodes.at[i];

        aim->costs.at[i] = formula_is_leaf(node) ? cost_of_leaf(aim, node)
                                                 : cost_of_children(aim, node);
    }
    return aim->costs.at[0];
}

/* --- plans ---------------------------------------------------------------- */

static void take_steps(struct relaxed_goal *aim)
{
    for (uint32_t i = 0; i < aim->steps.len; i++)
        if (aim->steps.at[i].mark != PLACE_NONE)
            relaxed_plan_mark(aim->plan, aim->steps.at[i].mark);
        else
            relaxed_plan_fire(aim->plan, aim->steps.at[i].fire);
}

static void take_leaf(struct relaxed_goal *aim, const struct formula_node *leaf)
{
    const struct formula *const formula = aim->goal->formula;

    if (leaf->op == FORMULA_AT_LEAST) {
        (void)choose_steps(aim, formula->terms.at + leaf->first, leaf->len,
                           leaf->bound);
        take_steps(aim);
    } else if (leaf->op == FORMULA_FIREABLE) {
        relaxed_plan_enable(aim->plan, leaf->trans);
    } else if (is_enabled(aim, leaf->trans)) {
        relaxed_plan_fire(aim->plan, find_disabler(aim, leaf->trans));
    }
}

static void take_formula(struct relaxed_goal *aim)
{
    const struct formula *const formula = aim->goal->formula;

    vec_clear(&aim->nodes);
    vec_push(&aim->nodes, 0);
    while (aim->nodes.len) {
        const struct formula_node *const node =
            &formula->nodes.at[vec_pop(&aim->nodes)];
        uint32_t best = node->first;

        if (formula_is_leaf(node)) {
            take_leaf(aim, node);
            continue;
        }
        for (uint32_t i = 0; i < node->len; i++) {
            const uint32_t child = node->first + i;

            if (node->op == FORMULA_AND)
                vec_push(&aim->nodes, child);
            else if (aim->costs.at[child] < aim->costs.at[best])
                best = child;
        }
        if (node->op == FORMULA_OR)
            vec_push(&aim->nodes, best);
    }
}

uint32_t relaxed_goal_plan(struct relaxed_goal *aim, const bits_word *m)
{
    const struct goal *const goal = aim->goal;
    uint32_t cost;

    aim->marked = m;
    relaxed_plan_spread(aim->plan, m, aim->awaited.at, aim->awaited.len);
    if (goal->kind == GOAL_TRANSITION)
        cost = cost_of_needs(aim, goal->trans);
    else if (goal->kind == GOAL_FORMULA)
        cost = cost_of_formula(aim);
    else
        cost = choose_steps(aim, aim->terms.at, aim->terms.len,
                            (int64_t)goal->marked.len);
    if (cost == RELAXED_PLAN_NONE)
        return cost;
    relaxed_plan_begin(aim->plan);
    if (goal->kind == GOAL_TRANSITION)
        relaxed_plan_enable(aim->plan, goal->trans);
    else if (goal->kind == GOAL_FORMULA)
        take_formula(aim);
    else
        take_steps(aim);
    relaxed_plan_complete(aim->plan);
    return aim->plan->length;
}
