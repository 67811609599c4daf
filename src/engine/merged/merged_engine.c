/* merged_engine.c - the complete merged process, directly, or from a small
 * prefix. */
#include "engine/inner_run.h"
#include "engine/merged/mp_questions.h"
#include "engine/prefix/saturation.h"

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
    X(solver_clauses, NOTHING, "clauses that it was given")           \
    X(unfolded, NOTHING,                                              \
      "events of the prefix that the process was made from, or 0")

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
    struct mp_builder builder;
    struct mp_questions questions;
};

/* The figures of the process. */
static void count_nodes(struct answer *answer)
{
    const struct merged *const merged = &answer->merged;
    uint64_t *const at = answer->stats.at;

    at[MERGED_conditions] = merged->conditions.len;
    at[MERGED_events] = merged->events.len;
    for (uint32_t e = 0; e < merged->events.len; e++)
        at[MERGED_cutoffs] += merged->events.at[e].cutoff;
}

/* The figures of a builder; those of an attempt that gave up are its calls. */
static void count_work(struct merging_run *run, bool gave_up)
{
    const struct mp_builder *const b = &run->builder;
    uint64_t *const at = run->answer->stats.at;

    at[MERGED_solver_calls] += b->clauses.solver.n_calls;
    at[MERGED_solver_clauses] += b->clauses.solver.n_clauses;
    if (gave_up)
        return;
    at[MERGED_cut_configurations] = b->n_cutoffs;
    at[MERGED_single_cutoffs] = b->cutoffs.n_single;
    at[MERGED_cycles] = b->clauses.n_cycles;
}

/* --- by the builder ------------------------------------------------------- */

enum merging_way {
    WAY_BRIEFLY,  /* directly, as far as it comes with a few calls */
    WAY_DIRECTLY, /* to the end */
    WAY_TAKEN,    /* the answer has the process */
};

enum { BRIEF_EVENTS = 250, BRIEF_CALLS = 4 };

/* Builds or takes the process, and answers the questions by it; false: it gave
 * up. */
static bool run_builder(struct merging_run *run, enum merging_way way)
{
    const struct engine_problem *const problem = run->problem;
    const bool is_made = way == WAY_TAKEN;
    struct mp_builder *const builder = &run->builder;
    struct compiled_net *const compiled =
        compiled_net_create(problem->net, problem->dep, NULL, 0, false);
    bool gave_up;

    mp_builder_init(builder, problem, compiled, is_made, &run->watch);
    mp_questions_init(&run->questions, problem, run->answer, builder);
    run->questions.is_safe |= is_made;
    if (way == WAY_BRIEFLY) {
        builder->most_events = BRIEF_EVENTS;
        builder->most_calls = BRIEF_CALLS;
    }
    if (is_made)
        mp_builder_take(builder, &run->answer->merged);
    else
        mp_builder_run(builder);
    gave_up = mp_builder_gives_up(builder);
    if (!gave_up)
        mp_questions_close(&run->questions);
    if (!gave_up && !is_made)
        mp_process_export(&builder->process, &run->answer->merged);
    count_work(run, gave_up);
    mp_questions_finish(&run->questions);
    mp_builder_finish(builder);
    compiled_net_destroy(compiled);
    return !gave_up;
}

/* --- from the prefix -------------------------------------------------------
 *
 * A small prefix is complete before the solver has answered a few questions.
 * While it grows, it is compared with the merged process of the part so far:
 * where n events make fewer than 2 n^(2/5), the solver is the better way. Where
 * they make fewer than 2 n/5, it may hardly be asked, and gets a few calls. */

/* Histories of the first part, and how many times more the next one has. */
enum { FIRST_PART = 60, PART_GROWTH = 4 };

/* Part of the memory for that, so that the other way has the rest; the work
 * (watch.h) for each history. */
enum { MEMORY_SHARE = 4, WORK_PER_HISTORY = 1000000 };

/* Unfolds until there are so many histories. */
static void unfold(struct merging_run *run, uint64_t most,
                   struct answer *unfolded)
{
    struct engine_problem problem = *run->problem;
    struct saturation saturation;
    struct inner_run inner;

    problem.output =
        (struct engine_output){.prefix = true, .no_conflicts = true};
    problem.question = (struct engine_question){0};
    problem.unfolding.cutoffs = true;
    answer_init(unfolded, 0);
    inner_run_init(&inner, &run->watch, 0,
                   run->watch.work + WORK_PER_HISTORY * most);
    inner.limits.max_events = most;
    inner.limits.max_bytes /= MEMORY_SHARE;
    if (saturation_run_init(&saturation, &problem, &inner.limits, unfolded,
                            NULL)) {
        saturation_run(&saturation);
        saturation_run_finish(&saturation);
    }
    watch_work(&run->watch, unfolded->stats.work);
}

enum part_end {
    PART_WHOLE, /* it is the prefix: the merged process is in the answer */
    PART_SMALL, /* a larger one is worth while */
    PART_DENSE, /* the same, but the solver may have less to do */
    PART_LARGE, /* it is not, or something else has ended this one */
};

/* Do n events make fewer than 2 n^(2/5) merged ones? */
static bool merges_much(double n, double n_merged)
{
    const double half = n_merged / 2;

    return half * half * half * half * half < n * n;
}

static enum part_end fold(struct merging_run *run, uint64_t most)
{
    struct merged *const merged = &run->answer->merged;
    enum part_end end = PART_LARGE;
    struct answer unfolded;
    uint32_t n_events;

    unfold(run, most, &unfolded);
    n_events = unfolded.prefix.events.len;
    if (unfolded.stop == STOP_DONE || unfolded.stop == STOP_EVENTS) {
        merged_init(merged, &unfolded.prefix,
                    net_place_count(run->problem->net));
        merged_forget_prefix(merged);
        if (unfolded.stop == STOP_DONE)
            end = PART_WHOLE;
        else if (!merges_much(n_events, merged->events.len))
            end = 2 * (uint64_t)n_events > 5 * (uint64_t)merged->events.len
                      ? PART_DENSE
                      : PART_SMALL;
    }
    if (end == PART_WHOLE) {
        run->answer->stats.at[MERGED_unfolded] = n_events - 1; /* no bottom */
    } else {
        merged_finish(merged);
        *merged = (struct merged){0};
    }
    answer_finish(&unfolded);
    return end;
}

/* From a prefix of so many histories at most, or briefly; false: it takes
 * more. */
static bool fold_prefix(struct merging_run *run, uint64_t most)
{
    const uint64_t limit = run->watch.limits->max_events;
    bool tries = !run->problem->question.n_goals;
    enum part_end end = PART_SMALL;

    if (limit && limit < most)
        most = limit;
    for (uint64_t part = FIRST_PART, at = 0;
         end != PART_WHOLE && end != PART_LARGE && at < most &&
         run->watch.reason == STOP_DONE;
         part *= PART_GROWTH) {
        at = part < most ? part : most;
        end = fold(run, at);
        if (tries && end == PART_DENSE) {
            tries = false;
            if (run_builder(run, WAY_BRIEFLY))
                end = PART_WHOLE;
        }
    }
    return end == PART_WHOLE;
}

/* --- the engine ----------------------------------------------------------- */

static void run_merged(const struct engine_problem *problem,
                       const struct engine_limits *limits,
                       struct answer *answer)
{
    struct merging_run run = {.problem = problem, .answer = answer};
    bool is_made;

    answer->stats.figures = figures;
    watch_init(&run.watch, limits, &answer->stats);
    is_made = !limits->max_depth && fold_prefix(&run, problem->from_prefix);
    if (!is_made || problem->question.n_goals)
        (void)run_builder(&run, is_made ? WAY_TAKEN : WAY_DIRECTLY);
    count_nodes(answer);
    watch_close(&run.watch);
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
    .uses = " dependency order from-prefix check max-events max-depth prefix "
            "conflicts ",
    .figures = figures,
    .techniques = "NET_UNFOLDING SAT_SMT",
    .traits = ENGINE_MERGES | ENGINE_DECIDES,
    .goals = ENGINE_REACHES,
    .supports = supports,
    .run = run_merged,
};
