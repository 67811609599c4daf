#include "engine/recovery/recoverable.h"

#include "base/ids.h"
#include "base/mem.h"
#include "net/marking.h"

struct recovery_cubes {
    const struct net *net;
    const struct formula *condition;
    struct recovery_proof *proof;
};

/* --- base cubes ----------------------------------------------------------- */

static void need(struct recovery_proof_cube *cube, place_id p, bool marked)
{
    vec_push(marked ? &cube->marked : &cube->empty, p);
}

static void need_enabled(struct recovery_proof_cube *cube,
                         const struct net *net, trans_id t)
{
    const struct net_place_span needs = net_needs(net, t);

    vec_append(&cube->marked, &needs);
}

/* One place that t lacks at m. */
static void need_disabled(struct recovery_proof_cube *cube,
                          const struct net *net, const bits_word *m, trans_id t)
{
    const struct net_place_span needs = net_needs(net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        if (!bits_has(m, needs.at[i])) {
            need(cube, needs.at[i], false);
            return;
        }
}

/* Places of the sum, as they are at m, until it is large enough whatever the
 * others have: those of positive factors that are marked, those of negative
 * ones that are empty. */
static void need_sum(struct recovery_proof_cube *cube,
                     const struct formula *formula,
                     const struct formula_node *node, const bits_word *m)
{
    int64_t least = formula_least(formula, node);

    for (uint32_t i = 0; i < node->len && least < node->bound; i++) {
        const struct formula_term term = formula_term(formula, node, i);
        const bool marked = bits_has(m, term.place);

        if (marked != (term.factor > 0))
            continue;
        least += term.factor > 0 ? term.factor : -term.factor;
        need(cube, term.place, marked);
    }
}

static trans_id some_enabled(const struct net *net, const bits_word *m)
{
    trans_id t = 0;

    while (!marking_enabled(net, m, t))
        t++;
    return t;
}

static void need_leaf(struct recovery_proof_cube *cube,
                      const struct recovery_cubes *cubes,
                      const struct formula_node *node, const bits_word *m)
{
    const struct net *const net = cubes->net;

    switch (node->op) {
    case FORMULA_AT_LEAST:
        need_sum(cube, cubes->condition, node, m);
        break;
    case FORMULA_FIREABLE:
        need_enabled(cube, net, node->trans);
        break;
    case FORMULA_DISABLED:
        need_disabled(cube, net, m, node->trans);
        break;
    case FORMULA_DEADLOCK:
        for (trans_id t = 0; t < net_trans_count(net); t++)
            need_disabled(cube, net, m, t);
        break;
    case FORMULA_LIVE:
        need_enabled(cube, net, some_enabled(net, m));
        break;
    case FORMULA_TRUE:
    case FORMULA_FALSE:
    case FORMULA_AND:
    case FORMULA_OR:
        break;
    }
}

/* Does the node hold at m?  Its children are known. */
static bool holds(const struct recovery_cubes *cubes,
                  const struct formula_node *node, const bool *known,
                  const bits_word *m)
{
    return formula_is_leaf(node)
               ? formula_leaf_holds(cubes->condition, node, cubes->net, m)
               : formula_join_holds(node, known);
}

/* The condition holds at m: a cube of m in which it is true. */
static struct recovery_proof_cube base_at(const struct recovery_cubes *cubes,
                                          const bits_word *m)
{
    const uint32_t n = cubes->condition->nodes.len;
    const struct formula_node *const nodes = cubes->condition->nodes.at;
    bool *const known = mem_alloc(n, sizeof *known);
    bool *const needed = mem_zero(n, sizeof *needed);
    struct recovery_proof_cube cube = {.trans = TRANS_NONE,
                                       .next = RECOVERY_PROOF_CONDITION};

    for (uint32_t i = n; i-- > 0;)
        known[i] = holds(cubes, &nodes[i], known, m);
    needed[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t left = nodes[i].op == FORMULA_AND ? nodes[i].len : 1;

        if (!needed[i])
            continue;
        if (formula_is_leaf(&nodes[i])) {
            need_leaf(&cube, cubes, &nodes[i], m);
            continue;
        }
        for (uint32_t k = nodes[i].first; left; k++)
            if (known[k]) {
                needed[k] = true;
                left--;
            }
    }
    mem_free(known);
    mem_free(needed);
    cube.marked.len = ids_unique(cube.marked.at, cube.marked.len);
    cube.empty.len = ids_unique(cube.empty.at, cube.empty.len);
    return cube;
}

/* --- steps ---------------------------------------------------------------- */

static void add_without(net_place_list *to, const net_place_list *from,
                        struct net_place_span without)
{
    for (uint32_t i = 0; i < from->len; i++)
        if (!ids_has(without.at, without.len, from->at[i]))
            vec_push(to, from->at[i]);
}

/* One step backwards over t. */
static struct recovery_proof_cube before(const struct recovery_cubes *cubes,
                                         uint32_t next, trans_id t)
{
    const struct net *const net = cubes->net;
    const struct recovery_proof_cube *const d = &cubes->proof->cubes.at[next];
    struct recovery_proof_cube c = {.trans = t, .next = next};

    need_enabled(&c, net, t);
    add_without(&c.marked, &d->marked, net_post(net, t));
    add_without(&c.empty, &d->empty, net_pre(net, t));
    c.marked.len = ids_unique(c.marked.at, c.marked.len);
    c.empty.len = ids_unique(c.empty.at, c.empty.len);
    return c;
}

/* Does t change a place of the cube? */
static bool touches(const struct recovery_cubes *cubes, uint32_t cube,
                    trans_id t)
{
    const struct recovery_proof_cube *const d = &cubes->proof->cubes.at[cube];

    return net_spans_meet(net_span_of(&d->marked), net_post(cubes->net, t)) ||
           net_spans_meet(net_span_of(&d->empty), net_pre(cubes->net, t));
}

uint32_t recovery_cubes_find(const struct recovery_proof *proof,
                             const bits_word *m)
{
    for (uint32_t i = 0; i < proof->cubes.len; i++) {
        const struct recovery_proof_cube *const c = &proof->cubes.at[i];

        if (marking_has_all(m, net_span_of(&c->marked)) &&
            !marking_meets(m, net_span_of(&c->empty)))
            return i;
    }
    return RECOVERY_PROOF_CONDITION;
}

/* A cube that m is in, or a new base cube; RECOVERY_PROOF_CONDITION: m is in
 * none. */
static uint32_t cube_at(struct recovery_cubes *cubes, const bits_word *m)
{
    const uint32_t cube = recovery_cubes_find(cubes->proof, m);

    if (cube != RECOVERY_PROOF_CONDITION ||
        !formula_holds(cubes->condition, cubes->net, m))
        return cube;
    vec_push(&cubes->proof->cubes, base_at(cubes, m));
    return cubes->proof->cubes.len - 1;
}

void recovery_cubes_add(struct recovery_proof *proof, const struct net *net,
                        const struct formula *condition, bits_word *m,
                        const trans_id *run, uint32_t len)
{
    struct recovery_cubes cubes = {net, condition, proof};
    uint32_t n = 0, cube;

    while ((cube = cube_at(&cubes, m)) == RECOVERY_PROOF_CONDITION && n < len)
        marking_fire(net, m, run[n++]);
    for (; cube != RECOVERY_PROOF_CONDITION && n > 0; n--)
        if (touches(&cubes, cube, run[n - 1])) {
            const struct recovery_proof_cube c =
                before(&cubes, cube, run[n - 1]);

            vec_push(&proof->cubes, c);
            cube = proof->cubes.len - 1;
        }
}
