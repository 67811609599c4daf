#include "engine/ic3/parikh.h"
#include "engine/recovery/recoverable.h"
#include "marking/shorten.h"
#include "net/marking.h"

/* So many more ways to the condition may fail than succeed. */
enum { MORE_FAILED = 8 };

/* Nodes and arcs of a net for which linear programs are solved; simplex
 * iterations of one, and what an iteration costs besides the arcs
 * (watch.h). */
enum {
    MOST_FOR_PROGRAMS = 60000,
    MOST_FIRINGS_ITERATIONS = 20000,
    COST_OF_FIRINGS_ITERATION = 2000,
    COST_OF_ARC = 4,
};

/* The cost of a place that a marking is compared with (watch.h). */
enum { COST_OF_PLACE = 2 };

/* --- inside --------------------------------------------------------------- */

static bool some_needs_are_met(const struct recoverable *r, const bits_word *m)
{
    for (uint32_t i = 0; i < vecs_count(&r->needs); i++)
        if (marking_has_all(m, net_span_at(&r->needs, i)))
            return true;
    return false;
}

bool way_back_is_outside(struct recoverable *r, const bits_word *m)
{
    (void)watch_work(&r->run->watch,
                     COST_OF_PLACE *
                         ((uint64_t)vecs_count(&r->needs) +
                          r->proof->cubes.len + r->condition->nodes.len));
    return !some_needs_are_met(r, m) &&
           recovery_cubes_find(r->proof, m) == RECOVERY_PROOF_CONDITION &&
           !formula_holds(r->condition, r->run->net, m);
}

/* --- ways back ------------------------------------------------------------ */

/* These steps of the way back are a run of the proof. */
static void add_run(struct recoverable *r, uint32_t from, uint32_t len)
{
    net_trans_lists *const runs = &r->proof->runs;

    vec_append_n(&runs->all, r->back.at + from, len);
    vecs_close(runs);
    (void)recovery_proof_needs(r->run->net,
                               net_trans_span_at(runs, vecs_count(runs) - 1),
                               &r->needs.all);
    vecs_close(&r->needs);
}

/* A run for m, and for each marking on the way back that is outside then; m
 * changes.  False if there is none for m. */
static bool add_runs(struct recoverable *r, bits_word *m)
{
    for (uint32_t i = 0; i < r->back.len; i++) {
        if (i == 0 || way_back_is_outside(r, m)) {
            const uint32_t len =
                ranks_extend(&r->ranks, r->back.at + i, r->back.len - i,
                             &r->run->scope, &r->run->watch);

            if (len)
                add_run(r, i, len);
            else if (i == 0)
                return false;
        }
        marking_fire(r->run->net, m, r->back.at[i]);
    }
    return true;
}

static bool is_inside(struct recoverable *r, const bits_word *m)
{
    return !way_back_is_outside(r, m);
}

static bool is_answer(struct recoverable *r, const bits_word *m)
{
    (void)watch_work(&r->run->watch, COST_OF_PLACE * r->condition->nodes.len);
    return formula_holds(r->condition, r->run->net, m);
}

/* False if the state equation has no solution, or at a limit. */
static bool count_firings(struct recoverable *r, const bits_word *m)
{
    const struct net *const net = r->run->net;
    uint64_t n;
    bool good;

    if (!r->firings.program.at)
        firings_init(&r->firings, net, r->wanted, NULL, &r->run->scope);
    firings_from(&r->firings, m);
    good = !lp_simplex(&r->firings.program, GLP_DUALP, MOST_FIRINGS_ITERATIONS,
                       &n);
    (void)watch_work(&r->run->watch, (n + 1) * (COST_OF_FIRINGS_ITERATION +
                                                COST_OF_ARC * net_size(net)));
    return good;
}

/* A walk along a solution of the state equation. */
static bool find_by_equation(struct recoverable *r, const struct net *from,
                             const bits_word *m)
{
    struct recovery_run *const run = r->run;
    struct parikh walks;
    bool found;

    if (!count_firings(r, m))
        return false;
    parikh_init(&walks, from, &run->watch, run->problem->seed);
    (void)parikh_take(&walks, &r->firings.program);
    found = parikh_walk(&walks, &r->goal) == PARIKH_FOUND;
    if (found)
        token_game_copy_run(&walks.game, &r->back);
    parikh_finish(&walks);
    return found;
}

static bool find_by_guide(struct recoverable *r, const struct net *from,
                          const bits_word *m)
{
    if (r->n_failed > MORE_FAILED + r->n_found)
        return false;
    if (!way_find(r, m, is_answer)) {
        r->n_failed++;
        return false;
    }
    r->n_found++;
    (void)watch_work(&r->run->watch, shorten_run(from, &r->goal, &r->back));
    return true;
}

/* A way to the condition itself. */
static bool find_answer(struct recoverable *r, const bits_word *m)
{
    struct net *const from = net_view(r->run->net, m);
    const bool found = (r->is_cube && r->run->has_programs &&
                        net_size(r->run->net) < MOST_FOR_PROGRAMS &&
                        find_by_equation(r, from, m)) ||
                       find_by_guide(r, from, m);

    net_view_destroy(from);
    return found;
}

/* All engines are asked for a way to the condition or to a cube; or to a
 * marking that has what a run needs. */
static enum answer_verdict ask_back(struct recoverable *r, const bits_word *m,
                                    bool with_runs)
{
    struct formula *const inside = recovery_proof_inside(
        r->proof, r->run->net, r->condition, with_runs, false);
    enum answer_verdict verdict = VERDICT_UNKNOWN;

    vec_clear(&r->back);
    if (inside)
        verdict = recovery_run_ask(r->run, m, inside, &r->back);
    formula_destroy(inside);
    return verdict;
}

/* Is there a way from m to where the proof says that the condition can be
 * reached? */
static enum answer_verdict find_way(struct recoverable *r, const bits_word *m)
{
    vec_clear(&r->back);
    return find_answer(r, m) || way_find(r, m, is_inside)
               ? VERDICT_YES
               : ask_back(r, m, r->ranked);
}

enum answer_verdict way_back_take(struct recoverable *r, bits_word *m)
{
    enum answer_verdict verdict = find_way(r, m);

    if (verdict == VERDICT_YES && r->ranked) {
        if (add_runs(r, m))
            return VERDICT_YES;
        verdict = ask_back(r, m, false);
    }
    if (verdict == VERDICT_YES)
        recovery_cubes_add(r->proof, r->run->net, r->condition, m, r->back.at,
                           r->back.len);
    return verdict;
}

enum recoverable_verdict way_back_from_end(struct recoverable *r)
{
    enum answer_verdict back;

    marking_after(r->run->net, r->out.at, r->out.len, r->m);
    back = way_back_take(r, r->m);
    r->n_stuck += back == VERDICT_UNKNOWN;
    return back == VERDICT_NO    ? RECOVERABLE_LOST
           : back == VERDICT_YES ? RECOVERABLE_HOLDS
                                 : RECOVERABLE_OPEN;
}
