#include "question/formula.h"

#include "base/ids.h"
#include "net/marking.h"

void formula_destroy(struct formula *formula)
{
    if (!formula)
        return;
    vec_free(&formula->nodes);
    vec_free(&formula->terms);
    mem_free(formula);
}

struct formula *formula_copy(const struct formula *formula)
{
    struct formula *const twin = mem_zero(1, sizeof *twin);

    twin->entry = formula->entry;
    vec_append(&twin->nodes, &formula->nodes);
    vec_append(&twin->terms, &formula->terms);
    return twin;
}

void formula_view(struct formula_view *view, const struct formula *formula,
                  int64_t bound)
{
    view->formula = *formula;
    view->node = formula->nodes.at[0];
    view->node.bound = bound;
    view->formula.nodes.at = &view->node;
}

bool formula_is_leaf(const struct formula_node *node)
{
    return node->op != FORMULA_AND && node->op != FORMULA_OR;
}

int64_t formula_limit(const struct formula *formula,
                      const struct formula_node *node)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->len; i++)
        sum += formula_largest(formula_term(formula, node, i));
    return sum;
}

int64_t formula_least(const struct formula *formula,
                      const struct formula_node *node)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->len; i++) {
        const int64_t factor = formula_term(formula, node, i).factor;

        sum += factor < 0 ? factor : 0;
    }
    return sum;
}

int64_t formula_sum_at(const struct formula *formula,
                       const struct formula_node *node, const bits_word *m)
{
    const struct formula_term *const terms = formula->terms.at + node->first;
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->len; i++)
        if (bits_has(m, terms[i].place))
            sum += terms[i].factor;
    return sum;
}

int formula_literal(const struct formula *formula,
                    const struct formula_node *node)
{
    int64_t factor;

    if (node->op != FORMULA_AT_LEAST || node->len != 1)
        return 0;
    factor = formula->terms.at[node->first].factor;
    return (node->bound <= factor) - (node->bound <= 0);
}

bool formula_places(const struct formula *formula, const struct net *net,
                    net_place_list *places)
{
    bool of_all = false;

    for (uint32_t i = 0; i < formula->nodes.len; i++) {
        const struct formula_node *const node = &formula->nodes.at[i];

        if (node->op == FORMULA_AT_LEAST) {
            for (uint32_t k = 0; k < node->len; k++)
                vec_push(places, formula_term(formula, node, k).place);
        } else if (node->op == FORMULA_FIREABLE ||
                   node->op == FORMULA_DISABLED) {
            const struct net_place_span needs = net_needs(net, node->trans);

            vec_append(places, &needs);
        }
        of_all |= node->op == FORMULA_DEADLOCK || node->op == FORMULA_LIVE;
    }
    return of_all;
}

/* What a transition does to the sum by one of its arcs. */
struct effect {
    trans_id trans;
    int64_t change;
};

typedef VEC(struct effect) effect_list;

static void add_effects(effect_list *effects, struct net_trans_span span,
                        int64_t change)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const struct effect effect = {span.at[i], change};

        vec_push(effects, effect);
    }
}

void formula_raisers(const struct formula *formula,
                     const struct formula_node *node, const struct net *net,
                     net_trans_list *raisers)
{
    const struct formula_term *const terms = formula->terms.at + node->first;
    effect_list effects = {0};

    for (uint32_t i = 0; i < node->len; i++) {
        const place_id p = terms[i].place;

        add_effects(&effects, net_producers(net, p), terms[i].factor);
        add_effects(&effects, net_consumers(net, p), -terms[i].factor);
    }
    vec_sort(&effects, ids_compare);
    for (uint32_t i = 0; i < effects.len;) {
        const trans_id t = effects.at[i].trans;
        int64_t change = 0;

        for (; i < effects.len && effects.at[i].trans == t; i++)
            change += effects.at[i].change;
        if (change > 0)
            vec_push(raisers, t);
    }
    vec_free(&effects);
}

bool formula_leaf_holds(const struct formula *formula,
                        const struct formula_node *leaf, const struct net *net,
                        const bits_word *m)
{
    switch (leaf->op) {
    case FORMULA_TRUE:
        return true;
    case FORMULA_AT_LEAST:
        return formula_sum_at(formula, leaf, m) >= leaf->bound;
    case FORMULA_FIREABLE:
        return marking_enabled(net, m, leaf->trans);
    case FORMULA_DISABLED:
        return !marking_enabled(net, m, leaf->trans);
    case FORMULA_DEADLOCK:
        return marking_is_dead(net, m);
    case FORMULA_LIVE:
        return !marking_is_dead(net, m);
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        return false;
    }
    return false;
}

bool formula_join_holds(const struct formula_node *node, const bool *known)
{
    const bool decides = node->op == FORMULA_OR;

    for (uint32_t i = 0; i < node->len; i++)
        if (known[node->first + i] == decides)
            return decides;
    return !decides;
}

static bool leaf_holds_at(const struct formula *formula,
                          const struct formula_node *leaf,
                          struct formula_marking at)
{
    if (!at.missing)
        return formula_leaf_holds(formula, leaf, at.net, at.marking);
    if (leaf->op == FORMULA_FIREABLE || leaf->op == FORMULA_DISABLED)
        return !at.missing[leaf->trans] == (leaf->op == FORMULA_FIREABLE);
    if (leaf->op == FORMULA_DEADLOCK || leaf->op == FORMULA_LIVE)
        return !at.n_enabled == (leaf->op == FORMULA_DEADLOCK);
    return formula_leaf_holds(formula, leaf, at.net, at.marking);
}

bool formula_holds_at(const struct formula *formula, struct formula_marking at)
{
    uint32_t next = formula->entry;

    while (next != FORMULA_YES && next != FORMULA_NO) {
        const struct formula_node *const leaf = &formula->nodes.at[next];

        next =
            leaf_holds_at(formula, leaf, at) ? leaf->if_true : leaf->if_false;
    }
    return next == FORMULA_YES;
}

bool formula_holds(const struct formula *formula, const struct net *net,
                   const bits_word *m)
{
    return formula_holds_at(formula,
                            (struct formula_marking){.net = net, .marking = m});
}

static bool same_terms(const struct formula *a, const struct formula_node *x,
                       const struct formula *b, const struct formula_node *y)
{
    if (x->len != y->len || x->bound != y->bound)
        return false;
    for (uint32_t i = 0; i < x->len; i++) {
        const struct formula_term s = formula_term(a, x, i);
        const struct formula_term t = formula_term(b, y, i);

        if (s.place != t.place || s.factor != t.factor)
            return false;
    }
    return true;
}

bool formula_equal(const struct formula *a, const struct formula *b)
{
    if (a->nodes.len != b->nodes.len)
        return false;
    for (uint32_t i = 0; i < a->nodes.len; i++) {
        const struct formula_node *const x = &a->nodes.at[i];
        const struct formula_node *const y = &b->nodes.at[i];

        if (x->op != y->op)
            return false;
        if (x->op == FORMULA_AT_LEAST
                ? !same_terms(a, x, b, y)
                : x->first != y->first || x->len != y->len ||
                      x->trans != y->trans)
            return false;
    }
    return true;
}
