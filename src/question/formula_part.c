#include "question/formula_builder.h"

#include "base/mem.h"

static uint32_t copy_compare(const void *self, struct formula_builder *b,
                             const struct formula *formula,
                             const struct formula_node *node)
{
    const struct formula_sum bound = {.constant = node->bound};
    struct formula_sum sum = {0};
    uint32_t made;

    (void)self;
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(formula, node, i);

        formula_sum_place(&sum, term.place, term.factor);
    }
    made = formula_builder_compare(b, &sum, FORMULA_GE, &bound);
    formula_sum_free(&sum);
    return made;
}

static uint32_t copy_fireable(const void *self, struct formula_builder *b,
                              trans_id t)
{
    (void)self;
    return formula_builder_fireable(b, t);
}

/* The children were made before. */
static uint32_t make_node(struct formula_builder *b,
                          const struct formula *formula,
                          const struct formula_node *node,
                          const struct formula_builder_leaves *leaves,
                          const uint32_t *made)
{
    switch (node->op) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        return formula_builder_constant(b, node->op == FORMULA_TRUE);
    case FORMULA_AND:
    case FORMULA_OR:
        return formula_builder_join(b, node->op, made + node->first, node->len);
    case FORMULA_AT_LEAST:
        return leaves->compare(leaves->self, b, formula, node);
    case FORMULA_FIREABLE:
        return leaves->fireable(leaves->self, b, node->trans);
    case FORMULA_DISABLED:
        return formula_builder_not(
            leaves->fireable(leaves->self, b, node->trans));
    case FORMULA_DEADLOCK:
        return formula_builder_deadlock(b);
    case FORMULA_LIVE:
        return formula_builder_not(formula_builder_deadlock(b));
    }
    return 0;
}

uint32_t formula_part(struct formula_builder *b, const struct formula *formula)
{
    static const struct formula_builder_leaves copies = {
        .compare = copy_compare, .fireable = copy_fireable};

    return formula_part_of(b, formula, &copies);
}

struct formula *formula_part_negation(const struct formula *formula)
{
    struct formula_builder *const b = formula_builder_create();

    return formula_builder_finish(b, formula_part(b, formula), true, NULL);
}

uint32_t formula_part_of(struct formula_builder *b,
                         const struct formula *formula,
                         const struct formula_builder_leaves *leaves)
{
    const uint32_t n = formula->nodes.len;
    uint32_t *const made = mem_alloc(n, sizeof *made);
    uint32_t root;

    for (uint32_t i = n; i-- > 0;)
        made[i] = make_node(b, formula, &formula->nodes.at[i], leaves, made);
    root = made[0];
    mem_free(made);
    return root;
}

uint32_t formula_part_place(struct formula_builder *b, place_id p, bool marked)
{
    const struct formula_sum one = {.constant = 1};
    struct formula_sum sum = {0};
    uint32_t made;

    formula_sum_place(&sum, p, 1);
    made = formula_builder_compare(b, &sum, marked ? FORMULA_GE : FORMULA_LT,
                                   &one);
    formula_sum_free(&sum);
    return made;
}

uint32_t formula_part_cube(struct formula_builder *b,
                           struct net_place_span marked,
                           struct net_place_span empty)
{
    formula_builder_nodes parts = {0};

    for (uint32_t i = 0; i < marked.len; i++)
        vec_push(&parts, formula_part_place(b, marked.at[i], true));
    for (uint32_t i = 0; i < empty.len; i++)
        vec_push(&parts, formula_part_place(b, empty.at[i], false));
    return formula_builder_all(b, FORMULA_AND, &parts);
}
