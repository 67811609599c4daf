#include "engine/state/goal_search.h"

#include "base/check.h"
#include "base/mem.h"

struct extraction {
    struct interpolants *interpolants;
    struct stubborn *sets;
    struct proof *proof;
    VEC(uint32_t) order; /* nodes, by the number of their cube */
    uint32_t *cube_of;   /* by node, or UINT32_MAX */
    uint32_t *target;    /* by transition: where the node's link leads */
    bits_word *marking, *literals; /* of a node */
};

static uint32_t cube_of(struct extraction *x, uint32_t node)
{
    if (x->cube_of[node] == UINT32_MAX) {
        x->cube_of[node] = x->order.len;
        vec_push(&x->order, node);
    }
    return x->cube_of[node];
}

static void add_places(struct extraction *x, uint32_t node)
{
    const uint32_t n = net_place_count(x->interpolants->net);
    const bits_word *const literals = x->literals;

    interpolants_read_literals(x->interpolants, node, x->literals);
    for (place_id p = bits_next(literals, 0, n); p < n;
         p = bits_next(literals, p + 1, n))
        if (bits_has(x->marking, p))
            proof_pos(x->proof, p);
    for (place_id p = bits_next(literals, 0, n); p < n;
         p = bits_next(literals, p + 1, n))
        if (!bits_has(x->marking, p))
            proof_neg(x->proof, p);
}

static void add_members(struct extraction *x, uint32_t node)
{
    const struct stubborn_closure_set *const set = &x->sets->best;
    struct interpolants *const interpolants = x->interpolants;

    for (uint32_t l = interpolants_out(interpolants, node);
         l != INTERPOLANTS_NONE; l = interpolants->next_out.at[l])
        x->target[interpolants->links.at[l].trans] =
            interpolants->links.at[l].to;
    for (uint32_t i = 0; i < set->active.len; i++)
        proof_active(x->proof, set->active.at[i],
                     cube_of(x, x->target[set->active.at[i]]));
    for (uint32_t i = 0; i < set->blocked.len; i++)
        proof_blocked(x->proof, set->blocked.at[i], set->scapegoats.at[i]);
}

static void add_cube(struct extraction *x, uint32_t node,
                     struct enabled_set *enabled_set)
{
    interpolants_read_marking(x->interpolants, node, x->marking);
    enabled_set_move(enabled_set, x->marking);
    stubborn_property(x->sets);
    (void)proof_add(x->proof, x->sets->best.reason, x->sets->best.node);
    add_places(x, node);
    add_members(x, node);
    proof_sort(x->proof);
}

struct proof *extract_proof_of(struct interpolants *interpolants,
                               uint32_t first, struct stubborn *sets,
                               struct enabled_set *enabled_set,
                               struct watch *watch)
{
    const uint32_t n_nodes = interpolants->nodes.len;
    struct extraction x = {
        .interpolants = interpolants, .sets = sets, .proof = proof_create()};

    x.cube_of = mem_alloc(n_nodes, sizeof *x.cube_of);
    x.marking = mem_zero(enabled_set->words, sizeof *x.marking);
    x.literals = mem_zero(enabled_set->words, sizeof *x.literals);
    x.target = mem_alloc(net_trans_count(interpolants->net), sizeof *x.target);
    for (uint32_t i = 0; i < n_nodes; i++)
        x.cube_of[i] = UINT32_MAX;
    x.proof->initial = cube_of(&x, first);
    for (uint32_t i = 0; i < x.order.len && !watch_tick(watch); i++)
        add_cube(&x, x.order.at[i], enabled_set);
    if (watch->reason != STOP_DONE) {
        proof_destroy(x.proof);
        x.proof = NULL;
    }
    mem_free(x.cube_of);
    mem_free(x.target);
    mem_free(x.marking);
    mem_free(x.literals);
    vec_free(&x.order);
    return x.proof;
}
