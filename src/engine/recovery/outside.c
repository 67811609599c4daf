#include "engine/recovery/recoverable.h"
#include "net/marking.h"
#include "question/formula_builder.h"

/* The cost of the sets of places that exclude each other, for each node and arc
 * (watch.h). */
enum { COST_OF_FACTS = 200 };

static void begin_outside(struct recoverable *r)
{
    const struct net *const net = r->run->net;

    (void)watch_work(&r->run->watch, COST_OF_FACTS * net_size(net));
    r->negation = formula_part_negation(r->condition);
    r->outside = goal_of_formula(r->negation);
    exclusive_clauses_find(r->run->problem, false, &r->exclusive);
    exclusive_clauses_add_traps(net, &r->exclusive, &r->traps);
    r->skeleton = mem_zero(1, sizeof *r->skeleton);
    skeleton_init(r->skeleton, net, &r->outside, SKELETON_BY_GOAL,
                  &r->run->watch, NULL);
    if (r->run->has_programs)
        state_equation_init(&r->equation, net, r->negation, &r->run->scope,
                            &r->run->watch, r->figures);
    r->induction = induction_create(r->skeleton, &r->traps, &r->exclusive,
                                    &r->run->answer->stats.at[RECOVERY_frames]);
}

/* What the proof has gained since the last call. */
static void leave_all(struct recoverable *r)
{
    const struct recovery_proof *const proof = r->proof;

    for (; r->n_cubes < proof->cubes.len; r->n_cubes++) {
        const struct recovery_proof_cube *const c =
            &proof->cubes.at[r->n_cubes];

        skeleton_leave(r->skeleton, net_span_of(&c->marked),
                       net_span_of(&c->empty));
    }
    for (; r->n_runs < vecs_count(&r->needs); r->n_runs++)
        skeleton_leave(r->skeleton, net_span_at(&r->needs, r->n_runs),
                       (struct net_place_span){0});
}

enum recoverable_verdict outside_induce(struct recoverable *r, uint64_t most)
{
    while (recovery_run_is_open(r->run) && r->run->watch.work < most) {
        enum induction_verdict verdict;
        enum recoverable_verdict returns;

        leave_all(r);
        verdict = induction_seek(r->induction, most, &r->result);
        if (verdict == INDUCTION_NEVER)
            return RECOVERABLE_HOLDS;
        if (verdict == INDUCTION_OPEN)
            return RECOVERABLE_OPEN;
        vec_clear(&r->out);
        vec_append(&r->out, &r->result.run);
        vec_clear(&r->result.run);
        returns = way_back_from_end(r);
        if (returns != RECOVERABLE_HOLDS)
            return returns;
    }
    return RECOVERABLE_OPEN;
}

/* Is the cube consistent with the state equation?  If so, the scratch marking
 * is one that the equation allows. */
static bool is_consistent(struct recoverable *r)
{
    struct state_equation *const e = &r->equation;
    const enum lp_verdict verdict =
        e->net ? state_equation_try(e, r->skeleton) : LP_UNKNOWN;

    if (verdict == LP_REFUTED)
        return false;
    bits_clear(r->m, marking_words(r->run->net));
    for (place_id p = 0; p < net_place_count(r->run->net); p++)
        if (verdict == LP_CONSISTENT ? lp_tokens(&e->lp, p) > 0.5
                                     : skeleton_marked(r->skeleton, p))
            bits_add(r->m, p);
    return true;
}

/* Takes the combination, for a proof. */
static void keep(struct recoverable *r, struct farkas *farkas)
{
    if (!r->run->problem->output.proof || r->kept_size > CASE_BUILDER_LARGEST)
        return;
    r->kept_size += case_builder_size(farkas);
    vec_push(&r->kept, *farkas);
    *farkas = (struct farkas){0};
}

/* What the equation has refuted, and the traps that it has found. */
static void tell_refuted(struct recoverable *r)
{
    skeleton_exclude(r->skeleton, &r->equation.reason);
    keep(r, &r->equation.reason);
    induction_demand(r->induction, &r->equation.traps, &r->n_traps);
}

enum recoverable_verdict outside_guess(struct recoverable *r, uint64_t most)
{
    enum answer_verdict back = VERDICT_YES;

    if (!r->skeleton)
        begin_outside(r);
    r->skeleton->level = 0; /* what frames exclude may be reachable */
    r->equation.most = most;
    while (back == VERDICT_YES && recovery_run_is_open(r->run) &&
           r->run->watch.work < most) {
        enum cadical_verdict verdict;
        struct farkas why = {0};

        leave_all(r);
        verdict = skeleton_next(r->skeleton);
        if (verdict != CADICAL_YES)
            return verdict == CADICAL_NO ? RECOVERABLE_HOLDS : RECOVERABLE_OPEN;
        if (!skeleton_settle(r->skeleton, &why)) {
            skeleton_exclude(r->skeleton, &why);
            keep(r, &why);
            farkas_finish(&why);
        } else if (!is_consistent(r)) {
            tell_refuted(r);
        } else {
            back = way_back_take(r, r->m);
        }
    }
    return RECOVERABLE_OPEN;
}
