/* equation_engine.c - the engine `equation`: answers by the state equation.
 *
 * For each question it looks for a marking that answers and is consistent with
 * the state equation and with all traps found so far (skeleton.h,
 * state_equation.h). When there is none, the answer is no.  When there is one,
 * it need not be reachable: some walks along the solution (parikh.h) try to
 * reach it, and the question stays open when they do not.
 *
 * Of a largest value it shows a limit in the same way, by refuting that the sum
 * is larger, and tries to reach it.
 *
 * Of a temporal formula it shows that no run satisfies it (temporal_search.c).
 *
 * When all questions were tried, IC3 (induction.h) goes on with those that are
 * open: it answers each of them in the end.  An answer without a run presumes
 * that the net is safe.
 *
 * Linear programs and IC3 take turns with more and more work.  The last open
 * question keeps both searches from turn to turn. */
#include "base/ids.h"
#include "engine/engine.h"
#include "engine/equation/equation_run.h"

/* In a race linear programs get this much work in all. */
static const uint64_t MOST_IN_RACE = 4000000000;

/* Linear programs and searches for inductive clauses take turns.  The work of
 * the first turns for a question, and what later ones have times as much.
 * Where one question is open, its turns go on with what is done, and inductive
 * clauses get SHARE_OF_ONE times what programs get.  Of several each turn
 * begins anew, and programs that answer mostly do so at once. */
static const uint64_t FIRST_PROGRAMS = 200000000;
static const uint64_t FIRST_SHARE = 200000000;
static const uint64_t SHARE_OF_SOME = 400000000;
enum { FEW_TURNS = 2, SHARE_OF_ONE = 2, GROWTH = 2, GROWTH_ANEW = 16 };

/* --- questions ------------------------------------------------------------ */

static void close_question(struct equation_run_question *open)
{
    program_search_drop(open);
    trap_search_drop(open);
    clause_search_drop(open);
    farkas_list_finish(&open->refuted);
    vecs_free(&open->traps);
}

/* The value at the initial marking, with the empty run. */
static void reach_initial(struct equation_run *run,
                          const struct equation_run_question *open)
{
    open->finding->has_value = true;
    open->finding->value =
        goal_value(open->goal, net_initial(run->problem->net));
    watch_reached(&run->watch, open->g, open->finding);
}

/* May linear programs bring more about the question? */
static bool is_cut(const struct equation_run *run,
                   const struct equation_run_question *open)
{
    return open->cut &&
           (open->programs ? run->left : run->left > run->programs);
}

/* --- turns ---------------------------------------------------------------- */

/* Traps, then inductive clauses. */
static void induce(struct equation_run *run, struct equation_run_question *open,
                   bool is_last, uint64_t share)
{
    if (equation_run_is_open(run, open->g))
        trap_search_turn(run, open, run->watch.work + share);
    if (equation_run_goes_on(run, open->g))
        clause_search_turn(run, open,
                           is_last && open->no_more_traps
                               ? UINT64_MAX
                               : run->watch.work + share);
    if (!run->is_alone || open->no_more_traps)
        trap_search_drop(open);
    if (!run->is_alone)
        clause_search_drop(open);
}

/* All open questions, with so much work each.  The last one has no limit, if
 * linear programs have come to an end. */
static void induce_all(struct equation_run *run, uint64_t share)
{
    const bool is_last = run->open.len == 1 && !is_cut(run, run->open.at);
    uint32_t n_open = 0;

    for (uint32_t i = 0; i < run->open.len; i++) {
        struct equation_run_question *const open = &run->open.at[i];

        if (run->watch.reason == STOP_DONE)
            induce(run, open, is_last, share);
        if (equation_run_is_open(run, open->g))
            run->open.at[n_open++] = *open;
        else
            close_question(open);
    }
    vec_cut(&run->open, n_open);
}

/* Traps prove a deadlock unreachable in few lines.  Where they do not suffice,
 * programs go on without them: they would refute less by themselves. */
static void try_traps(struct equation_run *run,
                      struct equation_run_question *open, uint64_t share)
{
    net_place_lists *const always = &run->always;
    uint32_t n_traps;

    if (!equation_run_goes_on(run, open->g))
        return;
    clause_search_find_facts(run);
    n_traps = vecs_count(always);
    trap_search_turn(run, open, run->watch.work + share);
    if (!equation_run_is_open(run, open->g))
        return;
    trap_search_drop(open);
    open->no_more_traps = false;
    vecs_cut(always, n_traps);
}

/* The traps and the program stay, the cubes do not. */
static void try_programs(struct equation_run *run,
                         struct equation_run_question *open,
                         enum skeleton_order order, uint64_t share)
{
    if (!equation_run_goes_on(run, open->g))
        return;
    run->most = run->watch.work + share;
    program_search_turn(run, open, order);
    program_search_drop(open);
}

/* Which search suits a deadlock is not known before: each gets a share, the one
 * that needs least room the first.  For a proof only traps do. */
static void seek_deadlock(struct equation_run *run,
                          struct equation_run_question *open)
{
    if (!run->problem->test.induction && !run->problem->output.proof) {
        try_programs(run, open, SKELETON_BY_GOAL, FIRST_SHARE / 32);
        try_traps(run, open, FIRST_SHARE / 64);
        try_programs(run, open, SKELETON_MANY_FIRST, FIRST_SHARE / 4);
    }
    try_traps(run, open, FIRST_SHARE / 4);
}

/* Linear programs would be solved for each part of a disjunction. */
static void seek_before_programs(struct equation_run *run,
                                 struct equation_run_question *open)
{
    if (!run->is_alone || !trap_search_suits(run, open))
        return;
    if (open->goal->kind == GOAL_DEADLOCK) {
        seek_deadlock(run, open);
        return;
    }
    clause_search_find_facts(run);
    trap_search_turn(run, open, run->watch.work + FIRST_SHARE);
}

/* Questions about a marking and largest values are for linear programs. */
static bool may_go_on(const struct equation_run *run,
                      const struct equation_run_question *open)
{
    return equation_run_goes_on(run, open->g) && open->goal->kind <= GOAL_BOUND;
}

/* The first or a further turn of linear programs for a question. */
static void seek_by_programs(struct equation_run *run,
                             struct equation_run_question *open)
{
    const uint64_t before = run->watch.work;
    const uint64_t share =
        run->programs < run->left ? run->programs : run->left;
    uint64_t used;

    run->most = before + share;
    if (may_go_on(run, open)) {
        if (open->goal->kind == GOAL_BOUND && !open->finding->has_value)
            reach_initial(run, open);
        if (run->problem->test.induction || !share)
            open->has_traps = true;
        else
            program_search_turn(run, open, SKELETON_BY_GOAL);
    }
    used = run->watch.work - before;
    run->left -= used < run->left ? used : run->left;
    if (may_go_on(run, open))
        vec_push(&run->open, *open);
    else
        close_question(open);
}

/* Of many questions one answer may be enough, and the first turn of them all
 * may not end in time.  So inductive clauses are sought for some of those that
 * programs leave open, with half of the work in all: now for question g, if
 * that is due. */
static void induce_some(struct equation_run *run, uint32_t g, uint64_t *spent)
{
    const uint64_t before = run->watch.work;
    struct equation_run_question *open;

    if (run->problem->question.n_goals < ENGINE_MANY || !run->open.len ||
        vec_top(&run->open)->g != g || before < 2 * *spent + SHARE_OF_SOME ||
        run->watch.reason != STOP_DONE)
        return;
    open = vec_top(&run->open);
    clause_search_find_facts(run);
    clause_search_turn(run, open, before + SHARE_OF_SOME);
    clause_search_drop(open);
    *spent += run->watch.work - before;
    if (!equation_run_is_open(run, open->g)) {
        close_question(open);
        vec_cut(&run->open, run->open.len - 1);
    }
}

static void seek_first(struct equation_run *run)
{
    const uint32_t n = run->problem->question.n_goals;
    /* questions that stand beside each other are often alike */
    const uint64_t stride = n < ENGINE_MANY ? 1 : ids_stride(n);
    uint64_t spent = 0;

    run->is_alone = n == 1;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t g = (uint32_t)(i * stride % n);
        struct equation_run_question open = {
            .g = g,
            .goal = &run->problem->question.goals[g],
            .finding = &run->answer->findings[g],
        };

        seek_before_programs(run, &open);
        seek_by_programs(run, &open);
        induce_some(run, g, &spent);
    }
}

/* Begins anew, with what is kept of the question. */
static void renew(struct equation_run_question *open)
{
    const struct equation_run_question anew = {
        .g = open->g, .goal = open->goal, .finding = open->finding};

    close_question(open);
    *open = anew;
}

/* Those that linear programs have not come to an end with: where they are kept
 * they go on, else they begin anew. */
static void seek_again(struct equation_run *run)
{
    const uint32_t n = run->open.len;
    uint32_t n_open = 0;

    run->is_alone = n == 1;
    if (run->programs < UINT64_MAX / GROWTH_ANEW)
        run->programs *= run->is_alone ? GROWTH : GROWTH_ANEW;
    for (uint32_t i = 0; i < n; i++) {
        struct equation_run_question open = run->open.at[i];

        if (is_cut(run, &open) && run->watch.reason == STOP_DONE) {
            if (!open.programs)
                renew(&open);
            seek_by_programs(run, &open);
        } else {
            run->open.at[n_open++] = open;
        }
    }
    for (uint32_t i = n; i < run->open.len; i++)
        run->open.at[n_open++] = run->open.at[i];
    vec_cut(&run->open, n_open);
}

/* Linear programs and induction in turns, with more work each time. */
static void seek_all(struct equation_run *run)
{
    const uint64_t budget = run->problem->test.budget;
    uint64_t share = budget ? budget : FIRST_SHARE;

    run->programs = budget ? budget : FIRST_PROGRAMS;
    seek_first(run);
    if (run->open.len)
        clause_search_find_facts(run);
    while (run->open.len && run->watch.reason == STOP_DONE) {
        induce_all(run,
                   run->open.len == 1 ? SHARE_OF_ONE * run->programs : share);
        seek_again(run);
        share *= GROWTH;
    }
    for (uint32_t i = 0; i < run->open.len; i++)
        close_question(&run->open.at[i]);
    vec_free(&run->open);
    exclusive_finish(&run->exclusive);
    vecs_free(&run->always);
    parikh_finish(&run->walks);
    state_equation_finish(&run->shared);
}

/* In a race the others can do without GLPK. */
static enum answer_stop without_glpk(const struct equation_run *run)
{
    if (run->watch.limits->race)
        return STOP_OPEN;
    diag_report(&run->answer->diag, DIAG_USAGE, GLPK_SONAME, 0, 0,
                "engine equation needs this library of GLPK, which is not "
                "installed");
    return STOP_INPUT;
}

static enum answer_stop how_it_ended(const struct equation_run *run)
{
    enum answer_stop stop = run->watch.reason;

    for (uint32_t g = 0; g < run->answer->n_findings && stop == STOP_DONE; g++)
        if (run->answer->findings[g].verdict == VERDICT_UNKNOWN)
            stop = run->answer->findings[g].failure ? STOP_SIZE : STOP_OPEN;
    return stop;
}

static const struct answer_figure figures[] = {
    EQUATION_FIGURES(ANSWER_FIGURE){0}};

/* Are all questions about runs that go on for ever? */
static bool is_temporal(const struct engine_problem *problem)
{
    uint32_t g = 0;

    while (g < problem->question.n_goals &&
           problem->question.goals[g].kind == GOAL_LASSO)
        g++;
    return g == problem->question.n_goals;
}

/* Temporal questions are asked within linear programs of their own, so before
 * and behind those of others. */
static void run_equation(const struct engine_problem *problem,
                         const struct engine_limits *limits,
                         struct answer *answer)
{
    struct equation_run run = {.problem = problem,
                               .answer = answer,
                               .left =
                                   limits->race ? MOST_IN_RACE : UINT64_MAX};

    answer->stats.figures = figures;
    watch_init(&run.watch, limits, &answer->stats);
    temporal_search_all(&run, is_temporal(problem) ? UINT32_MAX : FEW_TURNS);
    if (lp_enter(&run.scope)) {
        seek_all(&run);
        lp_leave(&run.scope);
        temporal_search_all(&run, UINT32_MAX);
        if (answer->stop != STOP_UNSAFE)
            answer->stop = how_it_ended(&run);
    } else {
        answer->stop = without_glpk(&run);
    }
    watch_close(&run.watch);
}

static bool certifies(const struct engine_problem *problem, struct diag *diag)
{
    return problem->question.goals->kind != GOAL_SAFE ||
           diag_usage(diag,
                      "engine 'equation' cannot certify that the net is safe");
}

const struct engine equation_engine = {
    .name = "equation",
    .uses = " seed certificate ",
    .figures = figures,
    .techniques = "LP_APPROX SIPHON_TRAP SAT_SMT",
    .traits = ENGINE_NEEDS_QUESTION | ENGINE_INFERS | ENGINE_PROVES,
    .certifies = certifies,
    .goals = ENGINE_REACHES | 1u << GOAL_LASSO,
    .run = run_equation,
};
