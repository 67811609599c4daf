#include "base/keys.h"
#include "proof/diagram.h"
#include "question/goal.h"

struct selecting {
    const struct net *net;
    struct diagram_nodes *nodes;
    uint32_t root;
    /* Of a comparison: by place its factor; by level, what it and those below
     * add, at least and at most. */
    int64_t *factors, *least, *most;
};

/* --- nodes by pairs --------------------------------------------------------
 */

/* A set under construction: each of its nodes is made of a node and another
 * number. */
struct set_maker {
    struct selecting *c;
    struct keys pairs;
    uint32_t *found;  /* by pair; NULL: pairs are still being listed */
    bool both;        /* pairs of nodes: their intersection, not their union */
    struct keys sums; /* pairs with sums of the levels above, by their index */
    int64_t bound;
};

static uint32_t find_pair(struct set_maker *m, uint64_t pair)
{
    if (m->found)
        return m->found[keys_find(&m->pairs, pair)];
    (void)keys_intern(&m->pairs, pair);
    return DIAGRAM_NODES_NONE;
}

/* First lists all pairs, those above before those below; then makes what their
 * arcs are, backwards. */
static uint32_t make_set(struct set_maker *m, uint64_t first,
                         void (*add_arcs)(struct set_maker *m, uint64_t pair))
{
    struct diagram_nodes *const nodes = m->c->nodes;
    uint32_t *found, result;

    (void)keys_intern(&m->pairs, first);
    for (uint32_t i = 0; i < m->pairs.len; i++)
        add_arcs(m, m->pairs.at[i]);
    m->found = found = mem_alloc(m->pairs.len, sizeof *found);
    for (uint32_t i = m->pairs.len; i-- > 0;) {
        const uint64_t pair = m->pairs.at[i];

        add_arcs(m, pair);
        found[i] = diagram_nodes_make(nodes, nodes->levels.at[pair >> 32]);
    }
    result = found[0];
    mem_free(found);
    keys_finish(&m->pairs);
    keys_finish(&m->sums);
    return result;
}

/* --- union and intersection ------------------------------------------------
 */

/* Is the union or intersection known at once? */
static bool is_plain(bool both, uint32_t a, uint32_t b, uint32_t *result)
{
    if (a != DIAGRAM_NODES_NONE && b != DIAGRAM_NODES_NONE && a != b)
        return false;
    *result = a == b || (!both && b == DIAGRAM_NODES_NONE) ? a
              : both                                       ? DIAGRAM_NODES_NONE
                                                           : b;
    return true;
}

/* For each value of either node what its children make. */
static void combine_arcs(struct set_maker *m, uint64_t pair)
{
    const struct diagram_nodes_arcs a =
        diagram_nodes_arcs(m->c->nodes, (uint32_t)(pair >> 32));
    const struct diagram_nodes_arcs b =
        diagram_nodes_arcs(m->c->nodes, (uint32_t)pair);

    for (uint32_t i = 0, k = 0; i < a.len || k < b.len;) {
        const bool in_a = i < a.len && (k == b.len || a.at[i] <= b.at[k]);
        const bool in_b = k < b.len && (i == a.len || b.at[k] <= a.at[i]);
        const uint32_t of_a = in_a ? a.at[i + 1] : DIAGRAM_NODES_NONE;
        const uint32_t of_b = in_b ? b.at[k + 1] : DIAGRAM_NODES_NONE;
        uint32_t result;

        if (!is_plain(m->both, of_a, of_b, &result))
            result = find_pair(m, (uint64_t)of_a << 32 | of_b);
        if (m->found)
            diagram_nodes_add(m->c->nodes, in_a ? a.at[i] : b.at[k], result);
        i += 2 * in_a;
        k += 2 * in_b;
    }
}

/* The union of two sets of a level, or their intersection. */
static uint32_t combine(struct selecting *c, bool both, uint32_t a, uint32_t b)
{
    struct set_maker m = {.c = c, .both = both};
    uint32_t result;

    return is_plain(both, a, b, &result)
               ? result
               : make_set(&m, (uint64_t)a << 32 | b, combine_arcs);
}

/* --- sums ------------------------------------------------------------------
 */

static int64_t factor_of(const struct selecting *c, uint32_t level,
                         uint32_t value)
{
    const net_place_lists *const levels = &c->nodes->diagram->levels;

    return value ? c->factors[vecs_at(levels, level - 1)[value - 1]] : 0;
}

static void find_ranges(struct selecting *c)
{
    const net_place_lists *const levels = &c->nodes->diagram->levels;

    for (uint32_t level = 1; level <= vecs_count(levels); level++) {
        const uint32_t n = vecs_len(levels, level - 1);
        int64_t least = 0, most = 0;

        for (uint32_t v = 1; v <= n; v++) {
            const int64_t factor = factor_of(c, level, v);

            least = factor < least ? factor : least;
            most = factor > most ? factor : most;
        }
        c->least[level] = c->least[level - 1] + least;
        c->most[level] = c->most[level - 1] + most;
    }
}

/* Is the part of the node known for which sum + what it adds >= bound? */
static bool is_decided(const struct selecting *c, int64_t bound, uint32_t node,
                       int64_t sum, uint32_t *result)
{
    const uint32_t level = c->nodes->levels.at[node];
    const bool all = sum + c->least[level] >= bound;

    *result = all ? node : DIAGRAM_NODES_NONE;
    return all || sum + c->most[level] < bound;
}

static void sum_arcs(struct set_maker *m, uint64_t pair)
{
    struct selecting *const c = m->c;
    const uint32_t node = (uint32_t)(pair >> 32);
    const int64_t above = (int64_t)m->sums.at[(uint32_t)pair];
    const struct diagram_nodes_arcs arcs = diagram_nodes_arcs(c->nodes, node);

    for (uint32_t i = 0; i < arcs.len; i += 2) {
        const uint32_t to = arcs.at[i + 1];
        const int64_t sum =
            above + factor_of(c, c->nodes->levels.at[node], arcs.at[i]);
        uint32_t result;

        if (!is_decided(c, m->bound, to, sum, &result))
            result = find_pair(m, (uint64_t)to << 32 |
                                      keys_intern(&m->sums, (uint64_t)sum));
        if (m->found)
            diagram_nodes_add(c->nodes, arcs.at[i], result);
    }
}

/* The markings of the set with sum >= bound, for factors that are set. */
static uint32_t select_sum(struct selecting *c, uint32_t set, int64_t bound)
{
    struct set_maker m = {.c = c, .bound = bound};
    uint32_t result;

    find_ranges(c);
    return is_decided(c, bound, set, 0, &result)
               ? result
               : make_set(&m, (uint64_t)set << 32 | keys_intern(&m.sums, 0),
                          sum_arcs);
}

static void set_factors(struct selecting *c, struct net_place_span places,
                        int64_t factor)
{
    for (uint32_t i = 0; i < places.len; i++)
        c->factors[places.at[i]] = factor;
}

/* The markings that mark some places and leave others empty. */
static uint32_t select_marked(struct selecting *c, uint32_t set,
                              struct net_place_span marked,
                              struct net_place_span empty)
{
    set_factors(c, marked, 1);
    set_factors(c, empty, -1);
    set = select_sum(c, set, marked.len);
    set_factors(c, marked, 0);
    set_factors(c, empty, 0);
    return set;
}

/* The markings that enable t, or that do not. */
static uint32_t select_enabled(struct selecting *c, uint32_t set, trans_id t,
                               bool enabled)
{
    const struct net_place_span needs = net_needs(c->net, t);

    set_factors(c, needs, enabled ? 1 : -1);
    set = select_sum(c, set, enabled ? needs.len : 1 - (int64_t)needs.len);
    set_factors(c, needs, 0);
    return set;
}

static uint32_t select_dead(struct selecting *c, uint32_t set)
{
    for (trans_id t = 0; t < net_trans_count(c->net); t++)
        set = select_enabled(c, set, t, false);
    return set;
}

static uint32_t select_live(struct selecting *c, uint32_t set)
{
    uint32_t live = DIAGRAM_NODES_NONE;

    for (trans_id t = 0; t < net_trans_count(c->net); t++)
        live = combine(c, false, live, select_enabled(c, set, t, true));
    return live;
}

static uint32_t select_compared(struct selecting *c,
                                const struct formula *formula,
                                const struct formula_node *node)
{
    const struct formula_term *const terms = formula->terms.at + node->first;
    uint32_t set;

    for (uint32_t i = 0; i < node->len; i++)
        c->factors[terms[i].place] = terms[i].factor;
    set = select_sum(c, c->root, node->bound);
    for (uint32_t i = 0; i < node->len; i++)
        c->factors[terms[i].place] = 0;
    return set;
}

static uint32_t select_leaf(struct selecting *c, const struct formula *formula,
                            const struct formula_node *node)
{
    switch (node->op) {
    case FORMULA_TRUE:
        return c->root;
    case FORMULA_AT_LEAST:
        return select_compared(c, formula, node);
    case FORMULA_FIREABLE:
    case FORMULA_DISABLED:
        return select_enabled(c, c->root, node->trans,
                              node->op == FORMULA_FIREABLE);
    case FORMULA_DEADLOCK:
        return select_dead(c, c->root);
    case FORMULA_LIVE:
        return select_live(c, c->root);
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
    return DIAGRAM_NODES_NONE;
}

/* Children have larger numbers than their parents. */
static uint32_t select_formula(struct selecting *c,
                               const struct formula *formula)
{
    uint32_t *const found = mem_alloc(formula->nodes.len, sizeof *found);
    uint32_t result;

    for (uint32_t i = formula->nodes.len; i-- > 0;) {
        const struct formula_node *const node = &formula->nodes.at[i];
        const bool both = node->op == FORMULA_AND;

        if (!both && node->op != FORMULA_OR) {
            found[i] = select_leaf(c, formula, node);
            continue;
        }
        found[i] = both ? c->root : DIAGRAM_NODES_NONE;
        for (uint32_t k = node->first; k < node->first + node->len; k++)
            found[i] = combine(c, both, found[i], found[k]);
    }
    result = found[0];
    mem_free(found);
    return result;
}

/* The markings that answer the question; a second token does by no marking. */
static uint32_t select_answers(struct selecting *c, const struct goal *goal)
{
    if (goal->kind == GOAL_TRANSITION)
        return select_enabled(c, c->root, goal->trans, true);
    if (goal->kind == GOAL_MARKING)
        return select_marked(c, c->root, net_span_of(&goal->marked),
                             net_span_of(&goal->empty));
    if (goal->kind == GOAL_DEADLOCK)
        return select_dead(c, c->root);
    return goal->kind == GOAL_FORMULA ? select_formula(c, goal->formula)
                                      : DIAGRAM_NODES_NONE;
}

uint32_t diagram_select_answers(struct diagram_nodes *nodes,
                                const struct net *net, uint32_t root,
                                const struct goal *goal)
{
    const size_t n_levels = (size_t)vecs_count(&nodes->diagram->levels) + 1;
    struct selecting c = {
        .net = net,
        .nodes = nodes,
        .root = root,
        .factors = mem_zero(net_place_count(net), sizeof *c.factors),
        .least = mem_zero(n_levels, sizeof *c.least),
        .most = mem_zero(n_levels, sizeof *c.most),
    };
    const uint32_t found = select_answers(&c, goal);

    mem_free(c.factors);
    mem_free(c.least);
    mem_free(c.most);
    return found;
}
