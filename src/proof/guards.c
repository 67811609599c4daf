#include "proof/guards.h"

#include "question/formula_builder.h"

/* Cubes of an edge, at most. */
enum { MOST_CUBES = 64 };

/* Atoms of an edge, those that hold and those that do not, as one formula. */
struct conjunction {
    const struct temporal *temporal;
    uint64_t positive, negative;
};

static struct formula *make(const struct conjunction *c)
{
    struct formula_builder *const b = formula_builder_create();
    uint32_t parts[2 * BUCHI_ATOMS], n = 0;

    for (uint32_t i = 0; i < c->temporal->atoms.len; i++) {
        const bool holds = c->positive >> i & 1, fails = c->negative >> i & 1;
        uint32_t part;

        if (!holds && !fails)
            continue;
        part = formula_part(b, c->temporal->atoms.at[i]);
        if (holds)
            parts[n++] = part;
        if (fails)
            parts[n++] = formula_builder_not(part);
    }
    return formula_builder_finish(
        b, formula_builder_join(b, FORMULA_AND, parts, n), false, NULL);
}

/* False, with an empty list: there are too many. */
static bool list_cubes(const struct conjunction *c, const struct net *net,
                       formula_cubes_list *cubes)
{
    struct formula *const formula = make(c);
    const bool fits =
        formula && formula_cubes_of(formula, net, MOST_CUBES, cubes);

    formula_destroy(formula);
    return fits;
}

/* Takes one atom more, if there are not too many cubes then. */
static bool extend(struct conjunction *c, uint64_t positive, uint64_t negative,
                   const struct net *net, formula_cubes_list *cubes)
{
    const struct conjunction more = {c->temporal, c->positive | positive,
                                     c->negative | negative};
    formula_cubes_list found = {0};

    if (!list_cubes(&more, net, &found))
        return false;
    formula_cubes_free(cubes);
    *cubes = found;
    *c = more;
    return true;
}

/* As many atoms as possible, one after the other. */
static void approximate(const struct conjunction *all, const struct net *net,
                        formula_cubes_list *cubes)
{
    struct conjunction c = {.temporal = all->temporal};

    (void)extend(&c, 0, 0, net, cubes);
    for (uint32_t i = 0; i < all->temporal->atoms.len; i++) {
        const uint64_t bit = UINT64_C(1) << i;

        if ((all->positive | all->negative) & bit)
            (void)extend(&c, all->positive & bit, all->negative & bit, net,
                         cubes);
    }
}

void guards_init(struct guards *guards, const struct net *net,
                 const struct temporal *temporal, const struct buchi *buchi)
{
    *guards = (struct guards){
        .edges = mem_zero(buchi->edges.len + 1, sizeof *guards->edges),
        .n_edges = buchi->edges.len,
        .exact = true,
        .fair = &temporal->fair};
    for (uint32_t e = 0; e < buchi->edges.len; e++) {
        const struct buchi_edge *const edge = &buchi->edges.at[e];
        const struct conjunction all = {temporal, edge->positive,
                                        edge->negative};

        if (list_cubes(&all, net, &guards->edges[e]))
            continue;
        guards->exact = false;
        approximate(&all, net, &guards->edges[e]);
    }
}

void guards_finish(struct guards *guards)
{
    for (uint32_t e = 0; e < guards->n_edges; e++)
        formula_cubes_free(&guards->edges[e]);
    mem_free(guards->edges);
    *guards = (struct guards){0};
}
