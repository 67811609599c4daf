#include "question/temporal.h"

#include "base/mem.h"
#include "net/marking.h"
#include "question/at_deadlocks.h"
#include "question/formula_builder.h"

/* Does the formula hold at all markings, or at none, as its sums show?  The
 * children of a node have larger numbers. */
static bool is_constant(const struct formula *formula)
{
    const uint32_t n = formula->nodes.len;
    bool *const may = mem_alloc(n, sizeof *may);
    bool *const must = mem_alloc(n, sizeof *must);
    bool is;

    for (uint32_t i = n; i-- > 0;) {
        const struct formula_node *const node = &formula->nodes.at[i];
        const bool is_sum = node->op == FORMULA_AT_LEAST;

        if (formula_is_leaf(node)) {
            may[i] = !is_sum || node->bound <= formula_limit(formula, node);
            must[i] = is_sum && node->bound <= formula_least(formula, node);
        } else {
            may[i] = formula_join_holds(node, may);
            must[i] = formula_join_holds(node, must);
        }
    }
    is = may[0] == must[0];
    mem_free(may);
    mem_free(must);
    return is;
}

uint64_t begun_constant(const struct temporal *temporal)
{
    uint64_t constant = 0;

    for (uint32_t i = 0; i < temporal->atoms.len; i++)
        if (is_constant(temporal->atoms.at[i]))
            constant |= UINT64_C(1) << i;
    return constant;
}

static ltl_id begin(struct temporal *temporal, const struct net *net)
{
    bits_word *const m = marking_create(net);
    uint64_t letter;
    ltl_id settled;

    letter = temporal_letter(temporal, net, m);
    mem_free(m);
    temporal->constant |= begun_constant(temporal);
    settled = ltl_settle(&temporal->ltl, temporal->sought, temporal->constant,
                         letter);
    settled = at_deadlocks_simplify(temporal, net, settled);
    return ltl_begin(&temporal->ltl, settled, letter);
}

/* Appends to the builder the part of these numbers, which has no temporal
 * operator. */
static uint32_t add_part(const struct temporal *temporal,
                         struct formula_builder *b, ltl_id id,
                         const uint32_t *made)
{
    const struct ltl_node *const node = &temporal->ltl.nodes.at[id];
    const bool is_atom = node->op == LTL_ATOM || node->op == LTL_NOT;
    uint32_t part;

    if (node->op < LTL_ATOM)
        return formula_builder_constant(b, node->op == LTL_TRUE);
    if (!is_atom)
        return formula_builder_two(
            b, node->op == LTL_AND ? FORMULA_AND : FORMULA_OR, made[node->left],
            made[node->right]);
    part = formula_part(b, temporal->atoms.at[node->left]);
    return node->op == LTL_ATOM ? part : formula_builder_not(part);
}

/* The formula `id` as a condition; NULL if it has a temporal operator. */
static struct formula *condition(const struct temporal *temporal, ltl_id id)
{
    struct formula_builder *b;
    struct diag ignored = {0};
    uint32_t *made, root;
    bool *is_part;

    if (!temporal_is_state(temporal, id))
        return NULL;
    b = formula_builder_create();
    is_part = ltl_parts(&temporal->ltl, id);
    made = mem_zero(id + 1, sizeof *made);
    for (ltl_id i = 0; i <= id; i++)
        if (is_part[i])
            made[i] = add_part(temporal, b, i, made);
    root = made[id];
    mem_free(made);
    mem_free(is_part);
    return formula_builder_finish(b, root, false, &ignored);
}

struct formula *begun_find(struct temporal *temporal, const struct net *net)
{
    const struct ltl_node *node;

    temporal->begun = begin(temporal, net);
    node = &temporal->ltl.nodes.at[temporal->begun];
    return condition(temporal, node->op == LTL_UNTIL && node->left == LTL_YES
                                   ? node->right
                                   : temporal->begun);
}
