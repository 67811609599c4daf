#include "engine/state/goal_search.h"

#include "base/mem.h"

struct extraction {
    struct goal_search *search; /* `at` has the marking of a node */
    struct proof *proof;
    VEC(uint32_t) order; /* nodes, by the number of their cube */
    uint32_t *cube_of;   /* by node, or UINT32_MAX */
    uint32_t *target;    /* by transition: where the node's link leads */
    bits_word *literals; /* of a node */
};

static uint32_t cube_of(struct extraction *extraction, uint32_t node)
{
    if (extraction->cube_of[node] == UINT32_MAX) {
        extraction->cube_of[node] = extraction->order.len;
        vec_push(&extraction->order, node);
    }
    return extraction->cube_of[node];
}

static void add_places(struct extraction *extraction, uint32_t node)
{
    const struct goal_search *const search = extraction->search;
    const uint32_t n = net_place_count(search->net);
    const bits_word *const literals = extraction->literals;

    literals_read(&search->interpolants.literals, node, extraction->literals);
    for (place_id p = bits_next(literals, 0, n); p < n;
         p = bits_next(literals, p + 1, n))
        if (enabled_set_marked(&search->at, p))
            proof_pos(extraction->proof, p);
    for (place_id p = bits_next(literals, 0, n); p < n;
         p = bits_next(literals, p + 1, n))
        if (!enabled_set_marked(&search->at, p))
            proof_neg(extraction->proof, p);
}

static void add_members(struct extraction *extraction, uint32_t node)
{
    const struct stubborn_closure_set *const set =
        &extraction->search->sets.best;
    struct interpolants *const interpolants = &extraction->search->interpolants;

    for (uint32_t l = interpolants_out(interpolants, node);
         l != INTERPOLANTS_NONE; l = interpolants->next_out.at[l])
        extraction->target[interpolants->links.at[l].trans] =
            interpolants->links.at[l].to;
    for (uint32_t i = 0; i < set->active.len; i++)
        proof_active(
            extraction->proof, set->active.at[i],
            cube_of(extraction, extraction->target[set->active.at[i]]));
    for (uint32_t i = 0; i < set->blocked.len; i++)
        proof_blocked(extraction->proof, set->blocked.at[i],
                      set->scapegoats.at[i]);
}

static void add_cube(struct extraction *extraction, uint32_t node)
{
    struct stubborn *const sets = &extraction->search->sets;

    goal_search_move(extraction->search, node);
    stubborn_property(sets);
    (void)proof_add(extraction->proof, sets->best.reason, sets->best.node);
    add_places(extraction, node);
    add_members(extraction, node);
    proof_sort(extraction->proof);
}

struct proof *extract_proof_of(struct goal_search *search, uint32_t first)
{
    struct extraction extraction = {.search = search,
                                    .proof = mem_zero(1, sizeof(struct proof))};

    extraction.cube_of = mem_none(search->interpolants.nodes.len);
    extraction.literals =
        mem_zero(search->at.words, sizeof *extraction.literals);
    extraction.target =
        mem_alloc(net_trans_count(search->net), sizeof *extraction.target);
    extraction.proof->initial = cube_of(&extraction, first);
    for (uint32_t i = 0;
         i < extraction.order.len && !watch_tick(&search->watch); i++)
        add_cube(&extraction, extraction.order.at[i]);
    if (search->watch.reason != STOP_DONE) {
        proof_destroy(extraction.proof);
        extraction.proof = NULL;
    }
    mem_free(extraction.cube_of);
    mem_free(extraction.target);
    mem_free(extraction.literals);
    vec_free(&extraction.order);
    return extraction.proof;
}
