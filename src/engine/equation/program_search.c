#include "engine/equation/equation_run.h"
#include "marking/shorten.h"

/* The cost of a program before it is solved, for each node and arc
 * (watch.h). */
enum { COST_OF_ARC = 100 };

/* The cubes of a goal, one after another.  They do not move. */
struct question_cubes {
    struct skeleton skeleton;
    uint32_t n_traps; /* that the skeleton has */
    bool is_cut;      /* a turn ended at the one at hand */
};

/* Linear programs for a question, which can go on.  They do not move. */
struct program_search {
    struct state_equation own; /* all zero: the shared one */
    struct question_cubes cubes;
    struct formula_view view; /* of a largest value */
};

/* --- runs ----------------------------------------------------------------- */

/* Longer solutions are not tried. */
enum { LONGEST = 1 << 20 };

/* Does a walk along the solution lead to an answer?  *run gets it. */
static bool walk_along(struct equation_run *equation,
                       const struct state_equation *r, const struct goal *goal,
                       witness_run *run)
{
    const struct net *const net = equation->problem->net;
    enum parikh_verdict verdict;

    if (watch_work(&equation->watch,
                   EQUATION_RUN_COST_OF_CLAUSE * equation_run_size(net)))
        return false;
    if (!equation->walks.net)
        parikh_init(&equation->walks, net, &equation->watch,
                    equation->problem->seed);
    if (parikh_take(&equation->walks, &r->lp.program) > LONGEST)
        return false;
    verdict = parikh_walk(&equation->walks, goal);
    if (verdict == PARIKH_UNSAFE)
        shorten_unsafe(&equation->walks.game, equation->walks.trans,
                       equation->walks.place, equation->answer);
    if (verdict != PARIKH_FOUND)
        return false;
    token_game_copy_run(&equation->walks.game, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_cut(run, run->len - 1);
    equation_run_finish_run(equation, goal, run);
    return true;
}

/* --- questions ------------------------------------------------------------ */

void program_search_drop(struct equation_run_question *open)
{
    struct program_search *const programs = open->programs;

    if (!programs)
        return;
    state_equation_finish(&programs->own);
    skeleton_finish(&programs->cubes.skeleton);
    mem_free(programs);
    open->programs = NULL;
}

static struct state_equation *
state_equation_of(struct equation_run *run,
                  const struct equation_run_question *open)
{
    return open->programs->own.net ? &open->programs->own : &run->shared;
}

/* The proof for the question, if all cubes of the goal are refuted. */
static void derive(struct equation_run *run, struct equation_run_question *open,
                   const struct goal *goal)
{
    const struct case_builder_premises from = {
        .traps = &state_equation_of(run, open)->traps};

    equation_run_derive(run, open, from, goal);
}

/* What linear programs have shown stays with the question. */
static void leave_open(struct equation_run *run,
                       struct equation_run_question *open)
{
    const struct state_equation *const r = state_equation_of(run, open);

    open->cut = run->watch.work > run->most;
    if (open->cut && run->is_alone)
        return;
    open->has_traps = r != &run->shared;
    if (open->has_traps)
        vecs_append(&open->traps, &r->traps);
    program_search_drop(open);
}

const net_place_lists *
program_search_traps(const struct equation_run *run,
                     const struct equation_run_question *open)
{
    if (open->programs && open->programs->own.net)
        return &open->programs->own.traps;
    return open->has_traps ? &open->traps : &run->shared.traps;
}

/* --- the search ----------------------------------------------------------- */

/* Are all cubes refuted, from the one on at which the last turn ended?  *last:
 * what became of the last one. */
static bool refute(struct equation_run *run, struct equation_run_question *open,
                   struct question_cubes *cubes, enum lp_verdict *last)
{
    struct state_equation *const r = state_equation_of(run, open);
    struct skeleton *const s = &cubes->skeleton;

    *last = LP_UNKNOWN;
    for (;;) {
        const enum cadical_verdict verdict =
            cubes->is_cut ? CADICAL_YES : skeleton_next(s);

        if (verdict != CADICAL_YES)
            return verdict == CADICAL_NO && run->watch.reason == STOP_DONE;
        *last = cubes->is_cut ? state_equation_go_on(r, s)
                              : state_equation_try(r, s);
        cubes->is_cut = *last == LP_UNKNOWN;
        if (*last != LP_REFUTED)
            return false;
        skeleton_exclude(s, &r->reason);
        equation_run_keep(run, open, r);
        skeleton_demand(s, &r->traps, &cubes->n_traps);
    }
}

/* The state equation of the questions without comparisons is one for all: the
 * program and the traps are about the net. */
static bool begin_programs(struct equation_run *run,
                           struct equation_run_question *open)
{
    const struct goal *const goal = open->goal;
    const struct net *const net = run->problem->net;
    const bool is_bound = goal->kind == GOAL_BOUND;
    const bool compares = is_bound || goal->kind == GOAL_FORMULA;
    struct program_search *programs;
    struct state_equation *r;

    if ((compares || !run->shared.net) &&
        watch_work(&run->watch, COST_OF_ARC * equation_run_size(net)))
        return false;
    programs = mem_zero(1, sizeof *programs);
    open->programs = programs;
    if (is_bound)
        formula_view(&programs->view, goal->formula,
                     formula_limit(goal->formula, goal->formula->nodes.at));
    r = compares ? &programs->own : &run->shared;
    if (!r->net)
        state_equation_init(r, net,
                            is_bound   ? &programs->view.formula
                            : compares ? goal->formula
                                       : NULL,
                            &run->scope, &run->watch,
                            &run->answer->stats.at[EQUATION_programs]);
    return true;
}

static void seek_marking(struct equation_run *run,
                         struct equation_run_question *open,
                         enum skeleton_order order)
{
    const struct goal *const goal = open->goal;
    struct question_cubes *const cubes = &open->programs->cubes;
    enum lp_verdict last;

    if (!cubes->skeleton.solver) {
        if (watch_work(&run->watch,
                       equation_run_clause_cost(run->problem->net, goal)))
            return;
        skeleton_init(&cubes->skeleton, run->problem->net, goal, order,
                      &run->watch, NULL);
    }
    if (refute(run, open, cubes, &last)) {
        equation_run_answer(run, open->g, VERDICT_NO);
        derive(run, open, goal);
    } else if (last == LP_CONSISTENT &&
               walk_along(run, state_equation_of(run, open), goal,
                          &open->finding->run)) {
        equation_run_answer(run, open->g, VERDICT_YES);
    }
}

/* --- largest values ------------------------------------------------------- */

/* What was refuted for another value is no longer needed. */
static void forget(struct equation_run_question *open)
{
    farkas_list_finish(&open->refuted);
    open->size = 0;
}

static bool refute_larger(struct equation_run *run,
                          struct equation_run_question *open,
                          enum lp_verdict *last)
{
    const struct goal larger = goal_of_formula(&open->programs->view.formula);
    struct question_cubes cubes = {0};
    bool refuted;

    forget(open);
    *last = LP_UNKNOWN;
    if (watch_closed(&run->watch, open->g) ||
        watch_work(&run->watch,
                   equation_run_clause_cost(run->problem->net, &larger)))
        return false;
    skeleton_init(&cubes.skeleton, run->problem->net, &larger, SKELETON_BY_GOAL,
                  &run->watch, NULL);
    refuted = refute(run, open, &cubes, last);
    skeleton_finish(&cubes.skeleton);
    return refuted;
}

/* The solution at hand has the value that is a limit: is it reached? */
static void reach_limit(struct equation_run *equation,
                        struct equation_run_question *open)
{
    struct answer_finding *const finding = open->finding;
    struct formula_view *const view = &open->programs->view;
    const struct goal larger = goal_of_formula(&view->formula);
    witness_run run = {0};

    if (walk_along(equation, state_equation_of(equation, open), &larger,
                   &run)) {
        vec_free(&finding->run);
        finding->run = run;
        finding->value = view->node.bound + open->goal->constant;
        watch_reached(&equation->watch, open->g, finding);
    } else {
        vec_free(&run);
    }
}

/* For a certificate a limit counts once it has a proof: another engine of the
 * race may reach it. */
static void prove_limit(struct equation_run *run,
                        struct equation_run_question *open, int64_t limit,
                        int64_t most)
{
    struct formula_view *const view = &open->programs->view;
    const struct goal larger = goal_of_formula(&view->formula);
    enum lp_verdict last;

    view->node.bound = limit + 1;
    if (limit < most) {
        if (!refute_larger(run, open, &last))
            return;
        derive(run, open, &larger);
        if (!open->finding->cases)
            return;
    }
    equation_run_note_limit(run, open->g, limit + open->goal->constant);
}

/* From the limit of the program on, larger values are refuted one after the
 * other. */
static void lower_limit(struct equation_run *run,
                        struct equation_run_question *open)
{
    const struct formula *const formula = open->goal->formula;
    const int64_t constant = open->goal->constant;
    const int64_t most = formula_limit(formula, formula->nodes.at);
    struct state_equation *const r = state_equation_of(run, open);
    struct formula_view *const view = &open->programs->view;
    const bool proves = run->problem->output.proof && run->watch.limits->race;
    const struct goal larger = goal_of_formula(&view->formula);
    enum lp_verdict last = LP_REFUTED;
    int64_t limit;

    view->node.bound = most;
    if (!state_equation_limit(r, &limit))
        return;
    for (view->node.bound = limit + 1;; view->node.bound--) {
        if (view->node.bound <= most && !refute_larger(run, open, &last))
            break;
        limit = view->node.bound - 1;
        if (!proves)
            equation_run_note_limit(run, open->g, limit + constant);
        if (limit + constant == open->finding->value)
            break;
    }
    if (last == LP_CONSISTENT)
        reach_limit(run, open);
    if (limit + constant != open->finding->value) {
        if (proves)
            prove_limit(run, open, limit, most);
        return;
    }
    view->node.bound = limit + 1;
    /* To try to refute the limit is to forget why no value is larger.  What
     * was refuted before is refuted again, whatever is left of the work. */
    if (run->problem->output.proof && limit < most && last != LP_REFUTED) {
        r->most = UINT64_MAX;
        (void)refute_larger(run, open, &last);
    }
    equation_run_answer(run, open->g, VERDICT_YES);
    derive(run, open, &larger);
}

/* --- turns ---------------------------------------------------------------- */

void program_search_turn(struct equation_run *run,
                         struct equation_run_question *open,
                         enum skeleton_order order)
{
    if (!open->programs && !begin_programs(run, open))
        return;
    state_equation_of(run, open)->most = run->most;
    if (open->goal->kind == GOAL_BOUND) {
        lower_limit(run, open);
        forget(open);
    } else {
        seek_marking(run, open, order);
    }
    if (equation_run_goes_on(run, open->g))
        leave_open(run, open);
}
