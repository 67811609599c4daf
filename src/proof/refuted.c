#include "proof/refuted.h"

void refuted_init(struct refuted *refuted, const struct net *net,
                  const struct formula *formula)
{
    const uint32_t n = formula->nodes.len;

    *refuted = (struct refuted){.net = net, .formula = formula};
    refuted->is_refuted = mem_zero(n, sizeof *refuted->is_refuted);
    for (uint32_t i = 0; i < n; i++) {
        if (formula->nodes.at[i].op == FORMULA_AT_LEAST)
            formula_raisers(formula, &formula->nodes.at[i], net,
                            &refuted->raisers.all);
        vecs_close(&refuted->raisers);
    }
}

void refuted_finish(struct refuted *refuted)
{
    vecs_free(&refuted->raisers);
    mem_free(refuted->is_refuted);
    *refuted = (struct refuted){0};
}

static bool are_members(const struct refuted_cube *cube,
                        struct net_trans_span span)
{
    for (uint32_t i = 0; cube->member && i < span.len; i++)
        if (cube->member[span.at[i]] != cube->stamp)
            return false;
    return true;
}

static bool is_fixed_empty(const struct refuted *r,
                           const struct refuted_cube *cube, place_id p)
{
    return cube->neg[p] == cube->stamp &&
           are_members(cube, net_producers(r->net, p));
}

static bool is_fixed_marked(const struct refuted *r,
                            const struct refuted_cube *cube, place_id p)
{
    return cube->pos[p] == cube->stamp &&
           are_members(cube, net_consumers(r->net, p));
}

/* The largest value of a term at markings of the cube; if `fixed` is set, of
 * those that agree on the fixed places only. */
static int64_t largest_term(const struct refuted *r,
                            const struct refuted_cube *cube,
                            struct formula_term term, bool fixed)
{
    const place_id p = term.place;
    const bool empty =
        fixed ? is_fixed_empty(r, cube, p) : cube->neg[p] == cube->stamp;
    const bool marked =
        fixed ? is_fixed_marked(r, cube, p) : cube->pos[p] == cube->stamp;

    return empty ? 0 : marked ? term.factor : formula_largest(term);
}

static bool stays_below(const struct refuted *r,
                        const struct refuted_cube *cube,
                        const struct formula_node *node, bool fixed)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->len; i++)
        sum += largest_term(r, cube, formula_term(r->formula, node, i), fixed);
    return sum < node->bound;
}

static bool refutes_compare(const struct refuted *r,
                            const struct refuted_cube *cube, uint32_t i)
{
    const struct formula_node *const node = &r->formula->nodes.at[i];
    const struct net_trans_span raisers = net_trans_span_at(&r->raisers, i);

    return stays_below(r, cube, node, true) ||
           (stays_below(r, cube, node, false) && are_members(cube, raisers));
}

static bool stays_disabled(const struct refuted *r,
                           const struct refuted_cube *cube, trans_id t)
{
    const struct net_place_span needs = net_needs(r->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        if (is_fixed_empty(r, cube, needs.at[i]))
            return true;
    return false;
}

static bool stays_enabled(const struct refuted *r,
                          const struct refuted_cube *cube, trans_id t)
{
    const struct net_place_span needs = net_needs(r->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        if (!is_fixed_marked(r, cube, needs.at[i]))
            return false;
    return true;
}

static bool stays_dead(const struct refuted *r, const struct refuted_cube *cube)
{
    for (trans_id t = 0; t < net_trans_count(r->net); t++)
        if (!stays_disabled(r, cube, t))
            return false;
    return true;
}

/* A conjunction is refuted by one operand, a disjunction by all. */
static bool refutes_join(const struct refuted *r,
                         const struct formula_node *node)
{
    const bool any = node->op == FORMULA_AND;

    for (uint32_t k = 0; k < node->len; k++)
        if (r->is_refuted[node->first + k] == any)
            return any;
    return !any;
}

static bool refutes_node(const struct refuted *r,
                         const struct refuted_cube *cube, uint32_t i)
{
    const struct formula_node *const node = &r->formula->nodes.at[i];

    switch (node->op) {
    case FORMULA_AND:
    case FORMULA_OR:
        return refutes_join(r, node);
    case FORMULA_AT_LEAST:
        return refutes_compare(r, cube, i);
    case FORMULA_FIREABLE:
        return stays_disabled(r, cube, node->trans);
    case FORMULA_DISABLED:
        return stays_enabled(r, cube, node->trans);
    case FORMULA_DEADLOCK:
        return cube->has_active;
    case FORMULA_LIVE:
        return stays_dead(r, cube);
    case FORMULA_FALSE:
        return true;
    case FORMULA_TRUE:
        return false;
    }
    return false;
}

bool refuted_in(struct refuted *refuted, const struct refuted_cube *cube)
{
    for (uint32_t i = refuted->formula->nodes.len; i-- > 0;)
        refuted->is_refuted[i] = refutes_node(refuted, cube, i);
    return refuted->is_refuted[0];
}
