#include "proof/recovery_proof.h"

#include "base/ids.h"
#include "base/mem.h"
#include "question/formula_builder.h"

#include <stdlib.h>

void recovery_proof_destroy(struct recovery_proof *proof)
{
    if (!proof)
        return;
    for (uint32_t i = 0; i < proof->cubes.len; i++) {
        vec_free(&proof->cubes.at[i].marked);
        vec_free(&proof->cubes.at[i].empty);
    }
    vec_free(&proof->cubes);
    vecs_free(&proof->runs);
    vec_free(&proof->levels);
    vecs_free(&proof->weights);
    vec_free(&proof->home);
    vecs_free(&proof->walks);
    mem_free(proof);
}

/* --- what a run needs ----------------------------------------------------- */

/* By place, what the steps so far tell of it. */
enum known { UNKNOWN, MARKED, EMPTY };

/* False: a place is empty. */
static bool need_all(unsigned char *known, struct net_place_span places,
                     net_place_list *needs)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];

        if (known[p] == EMPTY)
            return false;
        if (known[p] == UNKNOWN)
            vec_push(needs, p);
        known[p] = MARKED;
    }
    return true;
}

static bool fire_known(unsigned char *known, const struct net *net, trans_id t,
                       net_place_list *needs)
{
    const struct net_place_span pre = net_pre(net, t), post = net_post(net, t);

    if (!need_all(known, net_needs(net, t), needs))
        return false;
    for (uint32_t i = 0; i < pre.len; i++)
        known[pre.at[i]] = EMPTY;
    for (uint32_t i = 0; i < post.len; i++)
        known[post.at[i]] = MARKED;
    return true;
}

bool recovery_proof_needs(const struct net *net, struct net_trans_span run,
                          net_place_list *needs)
{
    unsigned char *const known = mem_zero(net_place_count(net), sizeof *known);
    const uint32_t before = needs->len;
    bool good = true;

    for (uint32_t i = 0; i < run.len && good; i++)
        good = fire_known(known, net, run.at[i], needs);
    mem_free(known);
    if (needs->len > before)
        qsort(needs->at + before, needs->len - before, sizeof *needs->at,
              ids_compare);
    return good;
}

/* --- as a formula --------------------------------------------------------- */

/* That all of them are marked. */
static uint32_t node_of(struct formula_builder *b, const net_place_list *places)
{
    return formula_part_cube(b, net_span_of(places),
                             (struct net_place_span){0});
}

struct formula *recovery_proof_home(const net_place_list *home)
{
    struct formula_builder *const b = formula_builder_create();

    return formula_builder_finish(b, node_of(b, home), false, NULL);
}

static void add_cubes(struct formula_builder *b,
                      const struct recovery_proof *proof,
                      formula_builder_nodes *nodes)
{
    for (uint32_t i = 0; i < proof->cubes.len; i++) {
        const struct recovery_proof_cube *const cube = &proof->cubes.at[i];

        if (cube->trans != TRANS_NONE)
            vec_push(nodes, formula_part_cube(b, net_span_of(&cube->marked),
                                              net_span_of(&cube->empty)));
    }
}

static void add_runs(struct formula_builder *b,
                     const struct recovery_proof *proof, const struct net *net,
                     formula_builder_nodes *nodes)
{
    net_place_list needs = {0};

    for (uint32_t i = 0; i < vecs_count(&proof->runs); i++) {
        vec_clear(&needs);
        if (recovery_proof_needs(net, net_trans_span_at(&proof->runs, i),
                                 &needs))
            vec_push(nodes, node_of(b, &needs));
    }
    vec_free(&needs);
}

struct formula *recovery_proof_inside(const struct recovery_proof *proof,
                                      const struct net *net,
                                      const struct formula *condition,
                                      bool with_runs, bool negated)
{
    struct formula_builder *const b = formula_builder_create();
    formula_builder_nodes nodes = {0};

    vec_push(&nodes, formula_part(b, condition));
    add_cubes(b, proof, &nodes);
    if (with_runs)
        add_runs(b, proof, net, &nodes);
    return formula_builder_finish(b, formula_builder_all(b, FORMULA_OR, &nodes),
                                  negated, NULL);
}

struct formula *recovery_proof_outside(const struct recovery_proof *proof,
                                       const struct net *net,
                                       const struct goal *goal)
{
    struct formula *const home =
        goal->kind == GOAL_LIVE ? recovery_proof_home(&proof->home) : NULL;
    struct formula *const condition = home ? home : goal->formula;
    struct formula *const outside =
        condition ? recovery_proof_inside(proof, net, condition, true, true)
                  : NULL;

    formula_destroy(home);
    return outside;
}
