#include "question/formula.h"

#include "base/ids.h"

/* Steps that list the cubes of one comparison, at most. */
enum { MOST_STEPS = 10000 };

static void free_cube(struct formula_cubes_cube *cube)
{
    vec_free(&cube->marked);
    vec_free(&cube->empty);
}

void formula_cubes_free(formula_cubes_list *cubes)
{
    for (uint32_t i = 0; i < cubes->len; i++)
        free_cube(&cubes->at[i]);
    vec_free(cubes);
}

/* Orders the places of a cube; false when no marking is in it. */
static bool normalise(struct formula_cubes_cube *cube)
{
    cube->marked.len = ids_unique(cube->marked.at, cube->marked.len);
    cube->empty.len = ids_unique(cube->empty.at, cube->empty.len);
    return ids_common(cube->marked.at, cube->marked.len, cube->empty.at,
                      cube->empty.len) == PLACE_NONE;
}

/* Takes the cube; false when there is no room. */
static bool add_cube(formula_cubes_list *cubes, struct formula_cubes_cube cube,
                     uint32_t most)
{
    if (!normalise(&cube)) {
        free_cube(&cube);
        return true;
    }
    vec_push(cubes, cube);
    return cubes->len <= most;
}

/* The places of both. */
static struct formula_cubes_cube join_cubes(const struct formula_cubes_cube *a,
                                            const struct formula_cubes_cube *b)
{
    struct formula_cubes_cube cube = {0};

    vec_append(&cube.marked, &a->marked);
    vec_append(&cube.marked, &b->marked);
    vec_append(&cube.empty, &a->empty);
    vec_append(&cube.empty, &b->empty);
    return cube;
}

/* --- leaves --------------------------------------------------------------- */

static bool add_fireable(const struct net *net, trans_id t, uint32_t most,
                         formula_cubes_list *cubes)
{
    const struct net_place_span needs = net_needs(net, t);
    struct formula_cubes_cube cube = {0};

    vec_append(&cube.marked, &needs);
    return add_cube(cubes, cube, most);
}

static bool add_empty(struct net_place_span places, uint32_t most,
                      formula_cubes_list *cubes)
{
    for (uint32_t i = 0; i < places.len; i++) {
        struct formula_cubes_cube cube = {0};

        vec_push(&cube.empty, places.at[i]);
        if (!add_cube(cubes, cube, most))
            return false;
    }
    return true;
}

/* A choice among the terms of a comparison before the i-th. */
struct partial {
    struct formula_cubes_cube cube;
    uint32_t i;
    int64_t most; /* the sum when all later places help */
};

typedef VEC(struct partial) partial_list;

/* Term i helps, or the place is free and counts for the worse. */
static void branch(const struct formula *formula,
                   const struct formula_node *node, struct partial at,
                   partial_list *stack)
{
    const struct formula_term term = formula_term(formula, node, at.i);
    const int64_t size = term.factor > 0 ? term.factor : -term.factor;
    const struct formula_cubes_cube none = {0};
    struct partial without = {join_cubes(&at.cube, &none), at.i + 1,
                              at.most - size};
    struct partial with = {at.cube, at.i + 1, at.most};

    if (term.factor > 0)
        vec_push(&with.cube.marked, term.place);
    else
        vec_push(&with.cube.empty, term.place);
    vec_push(stack, without);
    vec_push(stack, with);
}

/* Does the choice suffice without the later terms? */
static bool suffices(const struct formula *formula,
                     const struct formula_node *node, const struct partial *at)
{
    int64_t sum = at->most;

    for (uint32_t i = at->i; i < node->len; i++) {
        const int64_t factor = formula_term(formula, node, i).factor;

        sum -= factor > 0 ? factor : -factor;
    }
    return sum >= node->bound;
}

static bool add_compare(const struct formula *formula,
                        const struct formula_node *node, uint32_t most,
                        formula_cubes_list *cubes)
{
    partial_list stack = {0};
    uint32_t n_steps = 0;
    bool fits = true;

    vec_push(&stack, ((struct partial){.most = formula_limit(formula, node)}));
    while (stack.len) {
        struct partial at = vec_pop(&stack);

        fits = fits && n_steps++ < MOST_STEPS;
        if (!fits || at.most < node->bound)
            free_cube(&at.cube);
        else if (suffices(formula, node, &at))
            fits = add_cube(cubes, at.cube, most);
        else
            branch(formula, node, at, &stack);
    }
    vec_free(&stack);
    return fits;
}

static bool add_live(const struct net *net, uint32_t most,
                     formula_cubes_list *cubes)
{
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (!add_fireable(net, t, most, cubes))
            return false;
    return true;
}

static bool add_leaf(const struct formula *formula, const struct net *net,
                     const struct formula_node *node, uint32_t most,
                     formula_cubes_list *cubes)
{
    const struct formula_cubes_cube all = {0};

    switch (node->op) {
    case FORMULA_TRUE:
        return add_cube(cubes, all, most);
    case FORMULA_AT_LEAST:
        return add_compare(formula, node, most, cubes);
    case FORMULA_FIREABLE:
        return add_fireable(net, node->trans, most, cubes);
    case FORMULA_DISABLED:
        return add_empty(net_needs(net, node->trans), most, cubes);
    case FORMULA_LIVE:
        return add_live(net, most, cubes);
    case FORMULA_FALSE:
        return true;
    case FORMULA_DEADLOCK:
    case FORMULA_AND:
    case FORMULA_OR:
        return false;
    }
    return false;
}

/* --- operators ------------------------------------------------------------ */

/* Each cube of the one with each cube of the other. */
static bool multiply_cubes(formula_cubes_list *cubes,
                           const formula_cubes_list *more, uint32_t most)
{
    formula_cubes_list product = {0};
    bool fits = true;

    for (uint32_t i = 0; i < cubes->len; i++)
        for (uint32_t k = 0; k < more->len && fits; k++)
            fits = add_cube(&product, join_cubes(&cubes->at[i], &more->at[k]),
                            most);
    formula_cubes_free(cubes);
    *cubes = product;
    return fits;
}

/* Operands with one cube first, all at once: a formula may have thousands of
 * them. */
static bool add_conjunction(const formula_cubes_list *operands, uint32_t n,
                            uint32_t most, formula_cubes_list *cubes)
{
    struct formula_cubes_cube common = {0};
    bool fits;

    for (uint32_t k = 0; k < n; k++)
        if (operands[k].len == 1) {
            vec_append(&common.marked, &operands[k].at[0].marked);
            vec_append(&common.empty, &operands[k].at[0].empty);
        }
    fits = add_cube(cubes, common, most);
    for (uint32_t k = 0; k < n && fits; k++)
        fits =
            operands[k].len == 1 || multiply_cubes(cubes, &operands[k], most);
    return fits;
}

static bool add_disjunction(const formula_cubes_list *operands, uint32_t n,
                            uint32_t most, formula_cubes_list *cubes)
{
    const struct formula_cubes_cube none = {0};
    bool fits = true;

    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < operands[k].len && fits; i++)
            fits = add_cube(cubes, join_cubes(&operands[k].at[i], &none), most);
    return fits;
}

bool formula_cubes_of(const struct formula *formula, const struct net *net,
                      uint32_t most, formula_cubes_list *cubes)
{
    const uint32_t n = formula->nodes.len;
    formula_cubes_list *lists = mem_zero(n, sizeof *lists);
    bool fits = true;

    for (uint32_t i = n; i-- > 0 && fits;) {
        const struct formula_node *const node = &formula->nodes.at[i];

        if (formula_is_leaf(node))
            fits = add_leaf(formula, net, node, most, &lists[i]);
        else
            fits = (node->op == FORMULA_OR ? add_disjunction : add_conjunction)(
                lists + node->first, node->len, most, &lists[i]);
    }
    *cubes = lists[0];
    lists[0] = (formula_cubes_list){0};
    for (uint32_t i = 1; i < n; i++)
        formula_cubes_free(&lists[i]);
    mem_free(lists);
    if (!fits)
        formula_cubes_free(cubes);
    return fits;
}
