#include "engine/recovery/recoverable.h"

#include "base/mem.h"
#include "engine/ic3/parikh.h"

#include "engine/recovery/recovery_cubes.h"
#include "engine/recovery/way.h"
#include "marking/shorten.h"
#include "net/marking.h"
#include "proof/verify_recovery.h"
#include "question/formula_part.h"
#include "structure/safety.h"

#include <math.h>

/* Steps of the longest walks that look for markings outside, in round 0; so
 * many of one length must find none. */
enum { STEPS = 256, QUIET = 4 };

/* So many more ways to the condition may fail than succeed. */
enum { PATIENCE = 8 };

/* Nodes and arcs of a net for which distances are found. */
enum { MOST_FOR_DISTANCE = 20000 };

/* What exceeds a whole number by less is one. */
static const double ROUNDING = 1e-6;

/* Markings of walks in a turn from which no way is found, at most. */
enum { MOST_STUCK = 8 };

/* The cost of the sets of places that exclude each other, for each node and arc
 * (watch.h); of a place that a marking is compared with. */
enum { COST_OF_FACTS = 200, COST_OF_PLACE = 2 };

/* Is the node about one place?  Then it joins the cube. */
static bool add_literal(struct recoverable *r, const struct formula_node *node)
{
    const struct formula_term *term;

    if (node->op != FORMULA_AT_LEAST || node->len != 1)
        return false;
    term = &r->condition->terms.at[node->first];
    if (term->factor > 0 && node->bound > 0 && node->bound <= term->factor)
        vec_push(&r->marked, term->place);
    else if (term->factor < 0 && node->bound <= 0 && node->bound > term->factor)
        vec_push(&r->empty, term->place);
    else
        return false;
    return true;
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

void recoverable_init(struct recoverable *r, struct recovery_run *x,
                      struct formula *condition, bool ranked)
{
    *r = (struct recoverable){
        .x = x, .condition = condition, .ranked = ranked && x->has_programs};
    r->proof = recovery_proof_create();
    r->m = mem_zero(marking_words(x->net), sizeof *r->m);
    r->is_cube = find_cube(r);
    if (r->ranked)
        ranks_init(&r->ranks, x->net);
}

void recoverable_rest(struct recoverable *r)
{
    induction_destroy(r->induction);
    induction_result_finish(&r->result);
    if (r->equation.net)
        state_equation_finish(&r->equation);
    if (r->skeleton)
        skeleton_finish(r->skeleton);
    mem_free(r->skeleton);
    formula_destroy(r->negation);
    exclusive_finish(&r->exclusive);
    farkas_traps_finish(&r->traps);
    for (uint32_t i = 0; i < r->kept.len; i++)
        farkas_finish(&r->kept.at[i]);
    vec_free(&r->kept);
    r->kept_size = 0;
    r->skeleton = NULL;
    r->induction = NULL;
    r->negation = NULL;
    r->result = (struct induction_result){0};
    r->n_cubes = r->n_runs = r->n_traps = 0;
}

static void count(struct recoverable *r)
{
    uint64_t *const stats = r->x->answer->stats.at;

    stats[RECOVERY_recovery_cubes] += r->proof->cubes.len;
    stats[RECOVERY_ranked_runs] += r->proof->runs.ends.len;
}

void recoverable_finish(struct recoverable *r)
{
    if (!r->x)
        return;
    if (r->proof)
        count(r);
    recoverable_rest(r);
    distance_finish(&r->distance);
    recovery_proof_destroy(r->proof);
    if (r->ranked)
        ranks_finish(&r->ranks);
    vec_free(&r->needs);
    vec_free(&r->needs_ends);
    vec_free(&r->out);
    vec_free(&r->back);
    mem_free(r->m);
    vec_free(&r->marked);
    vec_free(&r->empty);
    *r = (struct recoverable){0};
}

/* --- inside --------------------------------------------------------------- */

static bool all_are(const bits_word *m, const place_id *at, uint32_t n,
                    bool marked)
{
    for (uint32_t i = 0; i < n; i++)
        if (bits_has(m, at[i]) != marked)
            return false;
    return true;
}

static bool some_needs_are_met(const struct recoverable *r, const bits_word *m)
{
    uint32_t from = 0;

    for (uint32_t i = 0; i < r->needs_ends.len; i++) {
        const uint32_t end = r->needs_ends.at[i];

        if (all_are(m, r->needs.at + from, end - from, true))
            return true;
        from = end;
    }
    return false;
}

static bool is_in_cube(const struct recoverable *r, const bits_word *m)
{
    for (uint32_t i = 0; i < r->proof->cubes.len; i++) {
        const struct recovery_proof_cube *const c = &r->proof->cubes.at[i];

        if (all_are(m, c->marked.at, c->marked.len, true) &&
            all_are(m, c->empty.at, c->empty.len, false))
            return true;
    }
    return false;
}

static bool is_outside(struct recoverable *r, const bits_word *m)
{
    (void)watch_work(&r->x->watch,
                     COST_OF_PLACE *
                         ((uint64_t)r->needs_ends.len + r->proof->cubes.len +
                          r->condition->nodes.len));
    return !some_needs_are_met(r, m) && !is_in_cube(r, m) &&
           !formula_holds(r->condition, r->x->net, m);
}

/* --- ways back ------------------------------------------------------------ */

/* These steps of the way back are a run of the proof. */
static void add_run(struct recoverable *r, uint32_t from, uint32_t len)
{
    struct recovery_proof_runs *const runs = &r->proof->runs;

    for (uint32_t i = from; i < from + len; i++)
        vec_push(&runs->steps, r->back.at[i]);
    vec_push(&runs->ends, runs->steps.len);
    (void)recovery_proof_needs(
        r->x->net, recovery_proof_run(runs, runs->ends.len - 1), &r->needs);
    vec_push(&r->needs_ends, r->needs.len);
}

/* A run for m, and for each marking on the way back that is outside then; m
 * changes.  False if there is none for m. */
static bool add_runs(struct recoverable *r, bits_word *m)
{
    for (uint32_t i = 0; i < r->back.len; i++) {
        if (i == 0 || is_outside(r, m)) {
            const uint32_t len =
                ranks_extend(&r->ranks, r->back.at + i, r->back.len - i,
                             &r->x->scope, &r->x->watch);

            if (len)
                add_run(r, i, len);
            else if (i == 0)
                return false;
        }
        marking_fire(r->x->net, m, r->back.at[i]);
    }
    return true;
}

static bool is_inside(void *self, const bits_word *m)
{
    return !is_outside(self, m);
}

static bool is_answer(void *self, const bits_word *m)
{
    const struct recoverable *const r = self;

    (void)watch_work(&r->x->watch, COST_OF_PLACE * r->condition->nodes.len);
    return formula_holds(r->condition, r->x->net, m);
}

/* A walk along a solution of the state equation. */
static bool find_by_distance(struct recoverable *r, const struct net *from,
                             const bits_word *m)
{
    struct recovery_run *const x = r->x;
    const struct goal goal = {
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = r->condition};
    struct parikh walks;
    bool found;

    if (!r->distance.program)
        distance_init(&r->distance, x->net, &x->scope, &r->marked, &r->empty);
    if (!distance_find(&r->distance, m, &x->watch))
        return false;
    parikh_init(&walks, from, &x->watch, x->problem->walk.seed);
    parikh_start(&walks);
    for (trans_id t = 0; t < net_trans_count(from); t++) {
        const double n = ceil(distance_firings(&r->distance, t) - ROUNDING);

        if (n > 0)
            parikh_count(&walks, t, (uint32_t)n);
    }
    found = parikh_walk(&walks, &goal) == PARIKH_FOUND;
    if (found)
        token_game_copy_run(&walks.game, &r->back);
    parikh_finish(&walks);
    return found;
}

static bool find_by_guide(struct recoverable *r, const struct net *from,
                          const bits_word *m)
{
    const struct way_end end = {is_answer, r};
    const struct goal goal = {
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = r->condition};

    if (r->n_failed > PATIENCE + r->n_found)
        return false;
    if (!way_find(r->x, m, r->condition, &r->marked, &end, &r->back)) {
        r->n_failed++;
        return false;
    }
    r->n_found++;
    (void)watch_work(&r->x->watch, shorten_run(from, &goal, &r->back));
    return true;
}

/* A way to the condition itself. */
static bool find_answer(struct recoverable *r, const bits_word *m)
{
    struct net *const from = net_view(r->x->net, m);
    const bool found = (r->is_cube && r->x->has_programs &&
                        net_size(r->x->net) < MOST_FOR_DISTANCE &&
                        find_by_distance(r, from, m)) ||
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
        r->proof, r->x->net, r->condition, with_runs, false);
    enum answer_verdict verdict = VERDICT_UNKNOWN;

    vec_clear(&r->back);
    if (inside)
        verdict = recovery_run_ask(r->x, m, inside, &r->back);
    formula_destroy(inside);
    return verdict;
}

/* Is there a way from m to where the proof says that the condition can be
 * reached? */
static enum answer_verdict find_way(struct recoverable *r, const bits_word *m)
{
    const struct way_end end = {is_inside, r};

    vec_clear(&r->back);
    return find_answer(r, m) ||
                   way_find(r->x, m, r->condition, &r->marked, &end, &r->back)
               ? VERDICT_YES
               : ask_back(r, m, r->ranked);
}

/* Is there a way back from m, which changes?  Then the proof grows. */
static enum answer_verdict come_back(struct recoverable *r, bits_word *m)
{
    enum answer_verdict verdict = find_way(r, m);

    if (verdict == VERDICT_YES && r->ranked) {
        if (add_runs(r, m))
            return VERDICT_YES;
        verdict = ask_back(r, m, false);
    }
    if (verdict == VERDICT_YES)
        recovery_cubes_add(r->proof, r->x->net, r->condition, m, r->back.at,
                           r->back.len);
    return verdict;
}

/* `out` leads to a reachable marking that is outside. */
static enum recoverable_verdict return_from_end(struct recoverable *r)
{
    marking_initial(r->x->net, r->m);
    for (uint32_t i = 0; i < r->out.len; i++)
        marking_fire(r->x->net, r->m, r->out.at[i]);
    switch (come_back(r, r->m)) {
    case VERDICT_NO:
        return RECOVERABLE_LOST;
    case VERDICT_YES:
        return RECOVERABLE_HOLDS;
    case VERDICT_UNKNOWN:
        r->n_stuck++;
        break;
    }
    return RECOVERABLE_OPEN;
}

/* --- markings outside ------------------------------------------------------
 *
 * In these functions RECOVERABLE_HOLDS says that the proof covers what was met.
 */

/* From the beginning so many steps; *quiet: none was met. */
static enum recoverable_verdict walk(struct recoverable *r, uint64_t len,
                                     bool *quiet)
{
    struct token_game *const game = &r->x->game;

    token_game_restart(game);
    for (uint32_t i = 0; r->from && i < r->from->len; i++)
        (void)token_game_fire(game, r->from->at[i]);
    *quiet = true;
    for (; len > 0 && recovery_run_step(r->x, game); len--) {
        enum recoverable_verdict verdict;

        if (!is_outside(r, game->marked))
            continue;
        *quiet = false;
        vec_clear(&r->out);
        token_game_copy_run(game, &r->out);
        verdict = return_from_end(r);
        if (verdict == RECOVERABLE_LOST || r->n_stuck > MOST_STUCK)
            return verdict;
    }
    return RECOVERABLE_HOLDS;
}

/* Of walks, longer and longer, until there was so much work: ways back from
 * their first markings are short, and those from others lead there. */
static enum recoverable_verdict walk_all(struct recoverable *r, uint64_t most)
{
    for (uint64_t len = 2; len <= recovery_run_doubled(r->x, STEPS); len *= 2)
        for (uint32_t n_quiet = 0; n_quiet < QUIET;) {
            bool quiet;
            const enum recoverable_verdict verdict = walk(r, len, &quiet);

            if (verdict != RECOVERABLE_HOLDS)
                return verdict;
            if (!recovery_run_is_open(r->x))
                return RECOVERABLE_OPEN;
            if (r->x->watch.work > most)
                return RECOVERABLE_HOLDS;
            n_quiet = quiet ? n_quiet + 1 : 0;
        }
    return RECOVERABLE_HOLDS;
}

/* For a proof only those that a combination shows. */
static void find_exclusive(struct recoverable *r)
{
    const struct engine_problem *const problem = r->x->problem;
    struct exclusive sets = {0};

    if (problem->exclusive)
        exclusive_append(&sets, problem->exclusive);
    safety_find_exclusive(problem->net, false, &sets);
    if (problem->output.proof)
        exclusive_clauses_certify(problem->net, &sets, &r->exclusive);
    else
        exclusive_append(&r->exclusive, &sets);
    exclusive_finish(&sets);
}

static void begin_skeleton(struct recoverable *r)
{
    const struct net *const net = r->x->net;
    struct formula_builder *const b = formula_builder_create();
    struct diag ignored = {0};

    (void)watch_work(&r->x->watch, COST_OF_FACTS * net_size(net));
    r->negation = formula_builder_finish(b, formula_part(b, r->condition), true,
                                         &ignored);
    r->outside = (struct goal){
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = r->negation};
    find_exclusive(r);
    exclusive_clauses_add_traps(net, &r->exclusive, &r->traps);
    r->skeleton = mem_zero(1, sizeof *r->skeleton);
    skeleton_init(r->skeleton, net, &r->outside, &r->x->watch, NULL);
    for (uint32_t i = 0; i < r->traps.ends.len; i++)
        skeleton_demand(r->skeleton, farkas_trap(&r->traps, i));
    if (r->x->has_programs)
        state_equation_init(&r->equation, net, r->negation, &r->x->scope,
                            &r->x->watch, 0);
    r->induction = induction_create(
        &(struct induction_facts){.net = net,
                                  .traps = &r->traps,
                                  .exclusive = &r->exclusive,
                                  .figures =
                                      &r->x->answer->stats.at[RECOVERY_frames]},
        r->skeleton, &r->x->watch);
}

static void leave(struct recoverable *r, const place_id *marked,
                  uint32_t n_marked, const place_id *empty, uint32_t n_empty)
{
    frames_cube cube = {0};

    for (uint32_t i = 0; i < n_marked; i++)
        vec_push(&cube, frames_literal(marked[i], true));
    for (uint32_t i = 0; i < n_empty; i++)
        vec_push(&cube, frames_literal(empty[i], false));
    skeleton_leave(r->skeleton, cube.at, cube.len);
    vec_free(&cube);
}

/* What the proof has gained since the last call. */
static void leave_all(struct recoverable *r)
{
    const struct recovery_proof *const proof = r->proof;

    for (; r->n_cubes < proof->cubes.len; r->n_cubes++) {
        const struct recovery_proof_cube *const c =
            &proof->cubes.at[r->n_cubes];

        leave(r, c->marked.at, c->marked.len, c->empty.at, c->empty.len);
    }
    for (; r->n_runs < r->needs_ends.len; r->n_runs++) {
        const uint32_t from = r->n_runs ? r->needs_ends.at[r->n_runs - 1] : 0;

        leave(r, r->needs.at + from, r->needs_ends.at[r->n_runs] - from, NULL,
              0);
    }
}

/* Reachable ones, by inductive clauses, until there is none. */
static enum recoverable_verdict induce(struct recoverable *r, uint64_t most)
{
    while (recovery_run_is_open(r->x) && r->x->watch.work < most) {
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
        returns = return_from_end(r);
        if (returns != RECOVERABLE_HOLDS)
            return returns;
    }
    return RECOVERABLE_OPEN;
}

/* All engines are asked for one. */
static enum recoverable_verdict ask(struct recoverable *r)
{
    struct formula *const outside =
        recovery_proof_inside(r->proof, r->x->net, r->condition, true, true);
    enum answer_verdict verdict = VERDICT_UNKNOWN;

    marking_initial(r->x->net, r->m);
    vec_clear(&r->out);
    if (outside)
        verdict = recovery_run_ask(r->x, r->m, outside, &r->out);
    formula_destroy(outside);
    if (verdict == VERDICT_NO)
        return RECOVERABLE_HOLDS;
    return verdict == VERDICT_YES && return_from_end(r) == RECOVERABLE_LOST
               ? RECOVERABLE_LOST
               : RECOVERABLE_OPEN;
}

/* Is the cube consistent with the state equation?  If so, the scratch marking
 * is one that the equation allows. */
static bool is_consistent(struct recoverable *r)
{
    struct state_equation *const e = &r->equation;
    const enum state_equation_verdict verdict =
        e->net ? state_equation_try(e, r->skeleton) : STATE_EQUATION_UNKNOWN;

    if (verdict == STATE_EQUATION_REFUTED)
        return false;
    bits_clear(r->m, marking_words(r->x->net));
    for (place_id p = 0; p < net_place_count(r->x->net); p++)
        if (verdict == STATE_EQUATION_MARKING ? lp_tokens(&e->lp, p) > 0.5
                                              : skeleton_marked(r->skeleton, p))
            bits_add(r->m, p);
    return true;
}

/* Takes the combination, for a proof. */
static void keep(struct recoverable *r, struct farkas *farkas)
{
    if (!r->x->problem->output.proof || r->kept_size > CASE_BUILDER_LARGEST)
        return;
    r->kept_size += case_builder_size(farkas);
    vec_push(&r->kept, *farkas);
    *farkas = (struct farkas){0};
}

/* What the equation has refuted, and the traps that it has found. */
static void tell_refuted(struct recoverable *r)
{
    const struct farkas_traps *const traps = &r->equation.traps;

    skeleton_exclude(r->skeleton, &r->equation.reason);
    keep(r, &r->equation.reason);
    for (; r->n_traps < traps->ends.len; r->n_traps++) {
        skeleton_demand(r->skeleton, farkas_trap(traps, r->n_traps));
        induction_demand(r->induction, farkas_trap(traps, r->n_traps));
    }
}

/* Those that the structure allows, reachable or not, while there is a way back.
 * RECOVERABLE_HOLDS: there is none. */
static enum recoverable_verdict guess(struct recoverable *r, uint64_t most)
{
    enum answer_verdict back = VERDICT_YES;

    skeleton_rise(r->skeleton, 0); /* what frames exclude may be reachable */
    if (r->equation.net)
        state_equation_extend(&r->equation, most);
    while (back == VERDICT_YES && recovery_run_is_open(r->x) &&
           r->x->watch.work < most) {
        struct farkas why = {0};

        leave_all(r);
        switch (skeleton_next(r->skeleton)) {
        case SKELETON_NONE:
            return RECOVERABLE_HOLDS;
        case SKELETON_UNKNOWN:
            return RECOVERABLE_OPEN;
        case SKELETON_CUBE:
            break;
        }
        if (!skeleton_settle(r->skeleton, &why)) {
            skeleton_exclude(r->skeleton, &why);
            keep(r, &why);
            farkas_finish(&why);
        } else if (!is_consistent(r)) {
            tell_refuted(r);
        } else {
            back = come_back(r, r->m);
        }
    }
    return RECOVERABLE_OPEN;
}

static enum recoverable_verdict seek(struct recoverable *r, uint64_t most)
{
    const uint64_t left = most - r->x->watch.work;
    enum recoverable_verdict verdict = walk_all(r, most - left / 2);

    if (verdict != RECOVERABLE_HOLDS)
        return verdict;
    if (!r->skeleton)
        begin_skeleton(r);
    verdict = guess(r, most);
    if (verdict == RECOVERABLE_OPEN)
        verdict = induce(r, most);
    r->is_own = verdict == RECOVERABLE_HOLDS;
    if (verdict == RECOVERABLE_OPEN && recovery_run_is_open(r->x) &&
        r->x->watch.work < most)
        verdict = ask(r);
    return verdict;
}

enum recoverable_verdict recoverable_seek(struct recoverable *r, uint64_t work)
{
    struct verify_recovery_fault ignored;
    enum recoverable_verdict verdict;

    if (r->is_broken)
        return RECOVERABLE_OPEN;
    r->n_stuck = 0;
    verdict = seek(r, r->x->watch.work + work);
    if (verdict != RECOVERABLE_HOLDS)
        return verdict;
    if (r->ranked)
        ranks_write(&r->ranks, r->proof);
    r->is_broken = !verify_recovery_proof(r->x->net, r->condition, false,
                                          r->proof, &ignored);
    return r->is_broken ? RECOVERABLE_OPEN : RECOVERABLE_HOLDS;
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
        recovery_proof_outside(r->proof, r->x->net, goal);
    const struct goal refuted = {
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = outside};
    struct farkas_traps traps = {0};
    const struct case_builder_premises from = {.net = r->x->net,
                                               .traps = &traps,
                                               .combinations = &r->kept,
                                               .exclusive = &r->exclusive,
                                               .cubes = &r->result.cubes};
    struct case_proof *cases = NULL;

    farkas_traps_append(&traps, &r->equation.traps);
    farkas_traps_append(&traps, &r->traps);
    if (outside)
        (void)case_builder_of(&from, &refuted, CASE_BUILDER_LARGEST,
                              &r->x->watch, &cases);
    farkas_traps_finish(&traps);
    formula_destroy(outside);
    return cases;
}

struct recovery_proof *recoverable_take(struct recoverable *r,
                                        const struct goal *goal,
                                        const net_place_list *home,
                                        struct case_proof **cases)
{
    struct recovery_proof *const proof = r->proof;

    for (uint32_t i = 0; home && i < home->len; i++)
        vec_push(&proof->home, home->at[i]);
    *cases = r->is_own && !compares(r) ? derive(r, goal) : NULL;
    count(r);
    r->proof = NULL;
    return proof;
}
