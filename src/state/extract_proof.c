#include "state/extract_proof.h"

#include "base/check.h"
#include "base/mem.h"

#include <stdlib.h>

struct derive {
    struct interpolants *interpolants;
    struct stubborn *sets;
    struct proof *proof;
    VEC(uint32_t) order; /* nodes, by the number of their cube */
    uint32_t *cube_of;   /* by node, or UINT32_MAX */
    uint32_t *target;    /* by transition: where the node's link leads */
};

static uint32_t cube_of(struct derive *d, uint32_t node)
{
    if (d->cube_of[node] == UINT32_MAX) {
        d->cube_of[node] = d->order.len;
        vec_push(&d->order, node);
    }
    return d->cube_of[node];
}

static void add_places(struct derive *d, uint32_t node)
{
    const uint32_t n = net_place_count(d->interpolants->net);
    const bits_word *const marking =
        interpolants_marking(d->interpolants, node);
    const bits_word *const literals =
        interpolants_literals(d->interpolants, node);

    for (place_id p = bits_next(literals, 0, n); p < n;
         p = bits_next(literals, p + 1, n))
        if (bits_has(marking, p))
            proof_pos(d->proof, p);
    for (place_id p = bits_next(literals, 0, n); p < n;
         p = bits_next(literals, p + 1, n))
        if (!bits_has(marking, p))
            proof_neg(d->proof, p);
}

static void add_members(struct derive *d, uint32_t node)
{
    const struct stubborn_closure_set *const set = &d->sets->best;
    const struct interpolants *const interpolants = d->interpolants;

    for (uint32_t l = interpolants->nodes.at[node].out; l != INTERPOLANTS_NONE;
         l = interpolants->links.at[l].next_out)
        d->target[interpolants->links.at[l].trans] =
            interpolants->links.at[l].to;
    for (uint32_t i = 0; i < set->active.len; i++)
        proof_active(d->proof, set->active.at[i],
                     cube_of(d, d->target[set->active.at[i]]));
    for (uint32_t i = 0; i < set->blocked.len; i++)
        proof_blocked(d->proof, set->blocked.at[i], set->scapegoats.at[i]);
}

static void add_cube(struct derive *d, uint32_t node,
                     struct enabled_set *enabled_set)
{
    enabled_set_move(enabled_set, interpolants_marking(d->interpolants, node));
    stubborn_property(d->sets);
    (void)proof_add(d->proof, d->sets->best.reason, d->sets->best.node);
    add_places(d, node);
    add_members(d, node);
    proof_sort(d->proof);
}

struct proof *extract_proof_of(struct interpolants *interpolants,
                               uint32_t first, struct stubborn *sets,
                               struct enabled_set *enabled_set,
                               struct watch *watch)
{
    const uint32_t n_nodes = interpolants->nodes.len;
    struct derive d = {
        .interpolants = interpolants, .sets = sets, .proof = proof_create()};

    d.cube_of = mem_alloc(n_nodes, sizeof *d.cube_of);
    d.target = mem_alloc(net_trans_count(interpolants->net), sizeof *d.target);
    for (uint32_t i = 0; i < n_nodes; i++)
        d.cube_of[i] = UINT32_MAX;
    d.proof->initial = cube_of(&d, first);
    for (uint32_t i = 0; i < d.order.len && !watch_tick(watch); i++)
        add_cube(&d, d.order.at[i], enabled_set);
    if (watch->reason != STOP_DONE) {
        proof_destroy(d.proof);
        d.proof = NULL;
    }
    mem_free(d.cube_of);
    mem_free(d.target);
    vec_free(&d.order);
    return d.proof;
}
