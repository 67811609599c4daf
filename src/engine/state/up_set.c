#include "engine/state/up_set.h"

#include "base/check.h"
#include "net/marking.h"

#include <stdlib.h>

/* Of a node that holds; no sum of costs reaches it. */
#define HOLDS UINT64_MAX

void up_set_init(struct up_set *r, const struct net *net,
                 const struct enabled_set *at)
{
    *r = (struct up_set){.net = net, .at = at};
}

static void forget(struct up_set *r)
{
    mem_free(r->cost);
    mem_free(r->choice);
    mem_free(r->wanted);
    mem_free(r->unwanted);
    r->cost = NULL;
    r->choice = NULL;
    r->wanted = r->unwanted = NULL;
    vecs_clear(&r->raisers);
}

void up_set_finish(struct up_set *r)
{
    forget(r);
    vecs_free(&r->raisers);
    vec_free(&r->candidates);
    vec_free(&r->gaps);
    vec_free(&r->stack);
    *r = (struct up_set){0};
}

/* --- the formula ---------------------------------------------------------- */

static void mark_all_inputs(const struct net *net, bits_word *set)
{
    for (trans_id t = 0; t < net_trans_count(net); t++)
        marking_add_all(set, net_needs(net, t));
}

static void mark_terms(struct up_set *r, const struct formula_node *node)
{
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(r->formula, node, i);

        bits_add(term.factor > 0 ? r->wanted : r->unwanted, term.place);
    }
}

static void mark_leaf(struct up_set *r, const struct formula_node *node)
{
    switch (node->op) {
    case FORMULA_AT_LEAST:
        mark_terms(r, node);
        break;
    case FORMULA_FIREABLE:
        marking_add_all(r->wanted, net_needs(r->net, node->trans));
        break;
    case FORMULA_DISABLED:
        marking_add_all(r->unwanted, net_needs(r->net, node->trans));
        break;
    case FORMULA_LIVE:
        mark_all_inputs(r->net, r->wanted);
        break;
    case FORMULA_DEADLOCK:
        mark_all_inputs(r->net, r->unwanted);
        break;
    case FORMULA_TRUE:
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
}

void up_set_seek(struct up_set *r, const struct formula *formula)
{
    const uint32_t n = formula->nodes.len, n_words = marking_words(r->net);

    forget(r);
    r->formula = formula;
    r->cost = mem_zero(n, sizeof *r->cost);
    r->choice = mem_zero(n, sizeof *r->choice);
    r->wanted = mem_zero(n_words, sizeof *r->wanted);
    r->unwanted = mem_zero(n_words, sizeof *r->unwanted);
    for (uint32_t i = 0; i < n; i++) {
        const struct formula_node *const node = &formula->nodes.at[i];

        mark_leaf(r, node);
        if (node->op == FORMULA_AT_LEAST)
            formula_raisers(formula, node, r->net, &r->raisers.all);
        vecs_close(&r->raisers);
    }
}

/* --- costs ---------------------------------------------------------------- */

static uint64_t cost_of(struct up_set *r, struct net_trans_span span)
{
    uint64_t cost = span.len;

    for (uint32_t i = 0; i < span.len; i++)
        if (enabled_set_has(r->at, span.at[i]))
            cost += STUBBORN_CLOSURE_ENABLED_WEIGHT - 1;
    r->n_steps += span.len;
    return cost;
}

static uint64_t cost_of_producers(const struct up_set *r, place_id p)
{
    return (uint64_t)r->at->n_enabled_producers[p] *
               (STUBBORN_CLOSURE_ENABLED_WEIGHT - 1) +
           net_producers(r->net, p).len;
}

static uint64_t cost_of_disabling(struct up_set *r, trans_id t)
{
    const struct net_place_span needs = net_needs(r->net, t);
    uint64_t cost = 0;

    for (uint32_t i = 0; i < needs.len; i++)
        cost += cost_of(r, net_consumers(r->net, needs.at[i]));
    return cost;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* By the cost, then by the place. */
static int dearest_first(const void *a, const void *b)
{
    const struct up_set_gap *const x = a, *const y = b;
    const int order = compare(y->cost, x->cost);

    return order ? order : compare(x->place, y->place);
}

/* The sizes are positive. */
static int smallest_first(const void *a, const void *b)
{
    const struct up_set_gap *const x = a, *const y = b;
    const int order = compare((uint64_t)x->size, (uint64_t)y->size);

    return order ? order : compare(x->place, y->place);
}

/* Fills the gaps of a comparison.  Returns by how much the sum may rise. */
static int64_t list_gaps(struct up_set *r, const struct formula_node *node)
{
    int64_t sum = 0;

    vec_clear(&r->gaps);
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(r->formula, node, i);
        const bool marked = enabled_set_marked(r->at, term.place);
        const int64_t value = marked ? term.factor : 0;
        struct up_set_gap gap = {term.place, formula_largest(term) - value, 0};

        sum += value;
        if (gap.size == 0)
            continue;
        gap.cost = marked ? cost_of(r, net_consumers(r->net, term.place))
                          : cost_of_producers(r, term.place);
        vec_push(&r->gaps, gap);
    }
    r->n_steps += node->len;
    return node->bound - 1 - sum;
}

/* Removes gaps that are not needed, in their order, and sums the costs of the
 * others. */
static uint64_t drop_gaps(struct up_set *r, int64_t slack,
                          int (*order)(const void *, const void *))
{
    uint64_t cost = 0;
    uint32_t n = 0;

    if (slack > 0)
        vec_sort(&r->gaps, order);
    for (uint32_t i = 0; i < r->gaps.len; i++) {
        if (r->gaps.at[i].size <= slack) {
            slack -= r->gaps.at[i].size;
            continue;
        }
        cost += r->gaps.at[i].cost;
        r->gaps.at[n++] = r->gaps.at[i];
    }
    vec_cut(&r->gaps, n);
    return cost;
}

/* The costs of the two refutations of a comparison. */
static void compare_cost(struct up_set *r, uint32_t i, uint64_t costs[2])
{
    const int64_t slack = list_gaps(r, &r->formula->nodes.at[i]);

    costs[0] = costs[1] = HOLDS;
    if (slack < 0)
        return;
    costs[0] = drop_gaps(r, slack, dearest_first);
    costs[1] = cost_of(r, net_trans_span_at(&r->raisers, i));
}

/* The empty place that t needs and that costs least. */
static uint64_t look_at_needs(const struct up_set *r, trans_id t,
                              uint32_t *choice)
{
    const struct net_place_span needs = net_needs(r->net, t);
    uint64_t best = HOLDS;

    for (uint32_t k = 0; k < needs.len; k++) {
        const place_id p = needs.at[k];

        if (!enabled_set_marked(r->at, p) && cost_of_producers(r, p) < best) {
            best = cost_of_producers(r, p);
            *choice = p;
        }
    }
    return best;
}

static uint64_t look_at_enabled(struct up_set *r, uint32_t *choice)
{
    uint64_t best = HOLDS;

    for (trans_id t = enabled_set_next(r->at, 0); t != TRANS_NONE;
         t = enabled_set_next(r->at, t + 1)) {
        const uint64_t cost = cost_of_disabling(r, t);

        if (cost < best) {
            best = cost;
            *choice = t;
        }
    }
    return best;
}

static uint64_t look_at_leaf(struct up_set *r, uint32_t i)
{
    const struct formula_node *const node = &r->formula->nodes.at[i];
    uint64_t costs[2];

    switch (node->op) {
    case FORMULA_AT_LEAST:
        compare_cost(r, i, costs);
        r->choice[i] = costs[1] < costs[0];
        return costs[r->choice[i]];
    case FORMULA_FIREABLE:
        return look_at_needs(r, node->trans, &r->choice[i]);
    case FORMULA_DISABLED:
        return enabled_set_has(r->at, node->trans)
                   ? cost_of_disabling(r, node->trans)
                   : HOLDS;
    case FORMULA_DEADLOCK:
        return look_at_enabled(r, &r->choice[i]);
    case FORMULA_LIVE:
        return r->at->n_enabled ? HOLDS : 0;
    case FORMULA_FALSE:
        return 0;
    case FORMULA_TRUE:
    case FORMULA_AND:
    case FORMULA_OR:
        return HOLDS;
    }
    return HOLDS;
}

static uint64_t look_at_join(struct up_set *r, uint32_t i)
{
    const struct formula_node *const node = &r->formula->nodes.at[i];
    uint64_t best = HOLDS, sum = 0;

    for (uint32_t k = node->first; k < node->first + node->len; k++) {
        sum += r->cost[k] == HOLDS ? 0 : r->cost[k];
        if (node->op == FORMULA_OR && r->cost[k] == HOLDS)
            return HOLDS;
        if (r->cost[k] < best) {
            best = r->cost[k];
            r->choice[i] = k;
        }
    }
    return node->op == FORMULA_OR ? sum : best;
}

/* --- candidates ----------------------------------------------------------- */

static void propose(struct up_set *r, uint64_t cost, uint32_t node,
                    uint32_t variant)
{
    const struct up_set_candidate candidate = {cost, node, variant};

    vec_push(&r->candidates, candidate);
}

static void propose_places(struct up_set *r, uint32_t i,
                           struct net_place_span places)
{
    for (uint32_t k = 0; k < places.len; k++)
        if (!enabled_set_marked(r->at, places.at[k]))
            propose(r, cost_of_producers(r, places.at[k]), i, places.at[k]);
}

static void propose_node(struct up_set *r, uint32_t i)
{
    const struct formula_node *const node = &r->formula->nodes.at[i];
    uint64_t costs[2];

    if (node->op == FORMULA_AT_LEAST) {
        compare_cost(r, i, costs);
        propose(r, costs[0], i, 0);
        propose(r, costs[1], i, 1);
    } else if (node->op == FORMULA_FIREABLE) {
        propose_places(r, i, net_needs(r->net, node->trans));
    } else if (node->op == FORMULA_DEADLOCK) {
        for (trans_id t = enabled_set_next(r->at, 0); t != TRANS_NONE;
             t = enabled_set_next(r->at, t + 1))
            propose(r, cost_of_disabling(r, t), i, t);
    } else {
        propose(r, r->cost[i], i, r->choice[i]);
    }
}

static int cheapest_first(const void *a, const void *b)
{
    const struct up_set_candidate *const x = a, *const y = b;
    const int order = compare(x->cost, y->cost);

    return order                ? order
           : x->node != y->node ? compare(x->node, y->node)
                                : compare(x->variant, y->variant);
}

void up_set_look(struct up_set *r)
{
    const struct formula_node *const root = r->formula->nodes.at;

    for (uint32_t i = r->formula->nodes.len; i-- > 0;)
        r->cost[i] =
            formula_is_leaf(&root[i]) ? look_at_leaf(r, i) : look_at_join(r, i);
    ASSERT(r->cost[0] != HOLDS);
    r->n_steps += r->formula->nodes.len;
    vec_clear(&r->candidates);
    if (root->op != FORMULA_AND)
        propose_node(r, 0);
    else
        for (uint32_t k = root->first; k < root->first + root->len; k++)
            if (r->cost[k] != HOLDS)
                propose_node(r, k);
    if (r->candidates.len > 1)
        vec_sort(&r->candidates, cheapest_first);
}

/* --- an up-set --------------------------------------------------------- */

static void add_marked(struct stubborn_closure *closure,
                       struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++) {
        vec_push(&closure->set.places, places.at[i]);
        stubborn_closure_add_consumers(closure, places.at[i]);
    }
}

static void add_empty(struct stubborn_closure *closure, place_id p)
{
    vec_push(&closure->set.places, p);
    stubborn_closure_add_producers(closure, p);
}

static void add_compare(struct up_set *r, uint32_t i, uint32_t variant,
                        struct stubborn_closure *closure)
{
    const struct net_trans_span raisers = net_trans_span_at(&r->raisers, i);
    const int64_t slack = list_gaps(r, &r->formula->nodes.at[i]);

    (void)drop_gaps(r, slack, variant ? smallest_first : dearest_first);
    for (uint32_t k = 0; k < r->gaps.len; k++) {
        const place_id p = r->gaps.at[k].place;

        vec_push(&closure->set.places, p);
        if (variant == 0 && enabled_set_marked(r->at, p))
            stubborn_closure_add_consumers(closure, p);
        else if (variant == 0)
            stubborn_closure_add_producers(closure, p);
    }
    for (uint32_t k = 0; variant == 1 && k < raisers.len; k++)
        stubborn_closure_add(closure, raisers.at[k]);
}

/* At a deadlock: an empty place of every transition. */
static void add_all_disabled(struct up_set *r, struct stubborn_closure *closure)
{
    for (trans_id t = 0; t < net_trans_count(r->net); t++) {
        uint32_t p = PLACE_NONE;

        (void)look_at_needs(r, t, &p);
        add_empty(closure, p);
    }
}

static void add_members_of_leaf(struct up_set *r, uint32_t i, uint32_t variant,
                                struct stubborn_closure *closure)
{
    const struct formula_node *const node = &r->formula->nodes.at[i];

    switch (node->op) {
    case FORMULA_AT_LEAST:
        add_compare(r, i, variant, closure);
        break;
    case FORMULA_FIREABLE:
        add_empty(closure, variant);
        break;
    case FORMULA_DISABLED:
        add_marked(closure, net_needs(r->net, node->trans));
        break;
    case FORMULA_DEADLOCK:
        stubborn_closure_add(closure, variant);
        add_marked(closure, net_needs(r->net, variant));
        break;
    case FORMULA_LIVE:
        add_all_disabled(r, closure);
        break;
    case FORMULA_TRUE:
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
}

void up_set_add(struct up_set *r, const struct up_set_candidate *candidate,
                struct stubborn_closure *closure)
{
    vec_clear(&r->stack);
    vec_push(&r->stack, candidate->node);
    while (r->stack.len) {
        const uint32_t i = vec_pop(&r->stack);
        const struct formula_node *const node = &r->formula->nodes.at[i];

        r->n_steps++;
        if (node->op == FORMULA_AND)
            vec_push(&r->stack, r->choice[i]);
        else if (node->op == FORMULA_OR)
            for (uint32_t k = 0; k < node->len; k++)
                vec_push(&r->stack, node->first + k);
        else
            add_members_of_leaf(
                r, i, i == candidate->node ? candidate->variant : r->choice[i],
                closure);
    }
}
