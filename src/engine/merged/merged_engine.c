/* merged_engine.c - the complete merged process, directly. */
#include "engine/engine.h"
#include "engine/merged/mp_questions.h"

#define MERGED_FIGURES(X)                                             \
    X(conditions, NOTHING, "conditions of the merged process")        \
    X(events, HISTORIES, "events of the merged process")              \
    X(cutoffs, CUTOFFS, "of these, cutoffs")                          \
    X(cut_configurations, NOTHING,                                    \
      "local configurations found to be "                             \
      "cutoffs, each with those alike")                               \
    X(single_cutoffs, NOTHING, "of these, alone or with one marking") \
    X(cycles, NOTHING, "sets of events without a causal order")       \
    X(solver_calls, NOTHING, "calls of the SAT solver")               \
    X(solver_clauses, NOTHING, "clauses that it was given")

enum {
#define X(name, count, meaning) MERGED_##name,
    MERGED_FIGURES(X)
#undef X
};

static const struct answer_figure figures[] = {
    MERGED_FIGURES(ANSWER_FIGURE){0}};

struct merging_run {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch watch;
    struct compiled_net *compiled;
    struct mp_builder builder;
    struct mp_questions questions;
};

static void close_figures(struct merging_run *run)
{
    const struct mp_builder *const b = &run->builder;
    struct merged *const merged = &run->answer->merged;
    uint64_t *const at = run->answer->stats.at;

    mp_process_export(&b->process, merged);
    at[MERGED_conditions] = merged->conditions.len;
    at[MERGED_events] = merged->events.len;
    for (uint32_t e = 0; e < merged->events.len; e++)
        at[MERGED_cutoffs] += merged->events.at[e].cutoff;
    at[MERGED_cut_configurations] = b->n_cutoffs;
    at[MERGED_single_cutoffs] = b->cutoffs.n_single;
    at[MERGED_cycles] = b->clauses.n_cycles;
    at[MERGED_solver_calls] = b->clauses.n_calls;
    at[MERGED_solver_clauses] = b->clauses.n_clauses;
}

static bool meet(void *self, const struct mp_config *config)
{
    struct mp_questions *const questions = self;

    mp_questions_met(questions, config);
    return questions->finished;
}

static void run_merged(const struct engine_problem *problem,
                       const struct engine_limits *limits,
                       struct answer *answer)
{
    struct merging_run run = {.problem = problem, .answer = answer};

    answer->stats.figures = figures;
    watch_init(&run.watch, limits, &answer->stats);
    run.compiled =
        compiled_net_create(problem->net, problem->dep, NULL, 0, false);
    mp_builder_init(&run.builder, run.compiled, problem->unfolding.order,
                    &run.watch);
    mp_questions_init(&run.questions, problem, answer, &run.builder);
    run.builder.check = problem->test.check;
    run.builder.max_depth = limits->max_depth;
    run.builder.listener = (struct mp_builder_listener){meet, &run.questions};
    mp_builder_run(&run.builder);
    mp_questions_close(&run.questions);
    close_figures(&run);
    watch_close(&run.watch);
    mp_questions_finish(&run.questions);
    mp_builder_finish(&run.builder);
    compiled_net_destroy(run.compiled);
}

/* engine.supports: relations under which an event has the conditions of the net
 * alone. */
static bool supports(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct diag *diag)
{
    const enum dep_kind kind = dep_kind(problem->dep);

    (void)limits;
    return kind == DEP_CLASSIC || kind == DEP_READ ||
           diag_usage(diag, "engine 'merged' needs option 'dependency' to be "
                            "classic or read");
}

const struct engine merged_engine = {
    .name = "merged",
    .uses = " dependency order check max-events max-depth prefix conflicts ",
    .figures = figures,
    .techniques = "NET_UNFOLDING SAT_SMT",
    .merges = true,
    .is_complete = true,
    .goals = ENGINE_REACHES,
    .supports = supports,
    .run = run_merged,
};
