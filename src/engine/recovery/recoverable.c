#include "engine/recovery/recoverable.h"

#include "base/mem.h"
#include "net/marking.h"

#include <string.h>

/* Is the node about one place?  Then it joins the cube. */
static bool add_literal(struct recoverable *r, const struct formula_node *node)
{
    const int literal = formula_literal(r->condition, node);

    if (literal)
        r->wanted[r->condition->terms.at[node->first].place] = literal > 0;
    return literal != 0;
}

/* Is the condition a conjunction of literals, or one of them? */
static bool find_cube(struct recoverable *r)
{
    const struct formula_node *const nodes = r->condition->nodes.at;

    if (nodes->op != FORMULA_AND)
        return add_literal(r, nodes);
    for (uint32_t i = 0; i < nodes->len; i++)
        if (!add_literal(r, &nodes[nodes->first + i]))
            return false;
    return true;
}

void recoverable_init(struct recoverable *r, struct recovery_run *run,
                      struct formula *condition, bool ranked)
{
    *r = (struct recoverable){.run = run,
                              .condition = condition,
                              .goal = goal_of_formula(condition),
                              .ranked = ranked && run->has_programs};
    r->proof = mem_zero(1, sizeof(struct recovery_proof));
    r->m = mem_zero(marking_words(run->net), sizeof *r->m);
    r->wanted = mem_alloc(net_place_count(run->net), sizeof *r->wanted);
    memset(r->wanted, -1, net_place_count(run->net));
    r->is_cube = find_cube(r);
    if (r->ranked)
        ranks_init(&r->ranks, run->net);
}

void recoverable_rest(struct recoverable *r)
{
    induction_destroy(r->induction);
    induction_result_finish(&r->result);
    state_equation_finish(&r->equation);
    if (r->skeleton)
        skeleton_finish(r->skeleton);
    mem_free(r->skeleton);
    formula_destroy(r->negation);
    exclusive_finish(&r->exclusive);
    vecs_free(&r->traps);
    farkas_list_finish(&r->kept);
    r->kept_size = 0;
    r->skeleton = NULL;
    r->induction = NULL;
    r->negation = NULL;
    r->n_cubes = r->n_runs = r->n_traps = 0;
}

static void count(struct recoverable *r)
{
    uint64_t *const stats = r->run->answer->stats.at;

    stats[RECOVERY_recovery_cubes] += r->proof->cubes.len;
    stats[RECOVERY_ranked_runs] += vecs_count(&r->proof->runs);
}

void recoverable_finish(struct recoverable *r)
{
    if (!r->run)
        return;
    if (r->proof)
        count(r);
    recoverable_rest(r);
    firings_finish(&r->firings);
    recovery_proof_destroy(r->proof);
    ranks_finish(&r->ranks);
    vecs_free(&r->needs);
    vec_free(&r->out);
    vec_free(&r->back);
    mem_free(r->m);
    mem_free(r->wanted);
    *r = (struct recoverable){0};
}

/* --- a proof by cases ----------------------------------------------------- */

/* The nodes of a comparison are those of the condition, not those of the
 * question about what is outside. */
static bool compares(const struct recoverable *r)
{
    bool some = r->result.comparisons.len > 0;

    for (uint32_t i = 0; i < r->kept.len; i++)
        some |= r->kept.at[i].comparisons.len > 0;
    return some;
}

/* NULL: there is none. */
static struct case_proof *derive(struct recoverable *r, const struct goal *goal)
{
    struct formula *const outside =
        recovery_proof_outside(r->proof, r->run->net, goal);
    const struct goal refuted = goal_of_formula(outside);
    net_place_lists traps = {0};
    const struct case_builder_premises from = {.net = r->run->net,
                                               .traps = &traps,
                                               .combinations = &r->kept,
                                               .exclusive = &r->exclusive,
                                               .cubes = &r->result.cubes};
    struct case_proof *cases = NULL;

    vecs_append(&traps, &r->equation.traps);
    vecs_append(&traps, &r->traps);
    if (outside)
        (void)case_builder_of(&from, &refuted, CASE_BUILDER_LARGEST,
                              &r->run->watch, &cases);
    vecs_free(&traps);
    formula_destroy(outside);
    return cases;
}

struct recovery_proof *recoverable_take(struct recoverable *r,
                                        const struct goal *goal,
                                        struct case_proof **cases)
{
    struct recovery_proof *const proof = r->proof;

    *cases = r->is_own && !compares(r) ? derive(r, goal) : NULL;
    count(r);
    r->proof = NULL;
    return proof;
}
