#include "engine/equation/equation_run.h"

/* The cost of sets of places, for each node and arc (watch.h). */
enum { COST_OF_FACTS = 200 };

/* A search for inductive clauses, which can go on.  It does not move. */
struct clause_search {
    struct skeleton skeleton;
    struct formula_view view; /* of a largest value */
    struct goal goal;
    struct induction *induction;
    struct induction_result result;
    uint32_t n_traps, n_refuted; /* of the question, that it has */
};

void clause_search_drop(struct equation_run_question *open)
{
    struct clause_search *const clauses = open->clauses;

    if (!clauses)
        return;
    induction_destroy(clauses->induction);
    induction_result_finish(&clauses->result);
    skeleton_finish(&clauses->skeleton);
    mem_free(clauses);
    open->clauses = NULL;
}

/* --- facts ---------------------------------------------------------------- */

void clause_search_find_facts(struct equation_run *run)
{
    if (run->knows_facts ||
        watch_work(&run->watch,
                   COST_OF_FACTS * equation_run_size(run->problem->net)))
        return;
    run->knows_facts = true;
    exclusive_clauses_find(run->problem, run->problem->weights.weights,
                           &run->exclusive);
    exclusive_clauses_add_traps(run->problem->net, &run->exclusive,
                                &run->always);
}

/* --- the search ----------------------------------------------------------- */

/* The proof that the cubes of the result exclude what the goal asks for. */
static void derive_induction(struct equation_run *run,
                             struct equation_run_question *open)
{
    struct induction_result *const result = &open->clauses->result;
    const struct case_builder_premises from = {.traps = &run->traps,
                                               .exclusive = &run->exclusive,
                                               .cubes = &result->cubes};

    if (!run->problem->output.proof)
        return;
    vec_append(&open->refuted, &result->comparisons);
    vec_clear(&result->comparisons);
    equation_run_derive(run, open, from, &open->clauses->goal);
}

/* The search for inductive clauses begins.  A largest value: is there a larger
 * one than that of the finding? */
static bool begin_clauses(struct equation_run *run,
                          struct equation_run_question *open)
{
    const struct goal *const goal = open->goal;
    const struct net *const net = run->problem->net;
    struct clause_search *clauses;

    if (watch_work(&run->watch, equation_run_clause_cost(net, goal)))
        return false;
    clauses = mem_zero(1, sizeof *clauses);
    open->clauses = clauses;
    clauses->goal = *goal;
    if (goal->kind == GOAL_BOUND) {
        formula_view(&clauses->view, goal->formula,
                     open->finding->value - goal->constant + 1);
        clauses->goal = goal_of_formula(&clauses->view.formula);
    }
    skeleton_init(&clauses->skeleton, net, &clauses->goal, SKELETON_BY_GOAL,
                  &run->watch, NULL);
    clauses->n_traps = vecs_count(program_search_traps(run, open));
    clauses->induction =
        induction_create(&clauses->skeleton, &run->traps, &run->exclusive,
                         &run->answer->stats.at[EQUATION_frames]);
    return true;
}

/* What linear programs have shown since then. */
static void tell_clauses(const struct equation_run *run,
                         struct equation_run_question *open)
{
    struct clause_search *const clauses = open->clauses;

    induction_demand(clauses->induction, program_search_traps(run, open),
                     &clauses->n_traps);
    while (clauses->n_refuted < open->refuted.len)
        skeleton_exclude(&clauses->skeleton,
                         &open->refuted.at[clauses->n_refuted++]);
}

/* Seeks an answer by inductive clauses, with so much work of the watch. */
static enum induction_verdict
seek_by_clauses(struct equation_run *run, struct equation_run_question *open,
                uint64_t most)
{
    if (!open->clauses && !begin_clauses(run, open))
        return INDUCTION_OPEN;
    tell_clauses(run, open);
    return induction_seek(open->clauses->induction, most,
                          &open->clauses->result);
}

/* The result is a run that answers. */
static void take_run(struct equation_run *run,
                     struct equation_run_question *open)
{
    vec_free(&open->finding->run);
    open->finding->run = open->clauses->result.run;
    open->clauses->result.run = (witness_run){0};
    equation_run_finish_run(run, &open->clauses->goal, &open->finding->run);
}

static void induce_marking(struct equation_run *run,
                           struct equation_run_question *open, uint64_t most)
{
    switch (seek_by_clauses(run, open, most)) {
    case INDUCTION_OPEN:
        break;
    case INDUCTION_NEVER:
        equation_run_answer(run, open->g, VERDICT_NO);
        derive_induction(run, open);
        break;
    case INDUCTION_RUN:
        take_run(run, open);
        equation_run_answer(run, open->g, VERDICT_YES);
        break;
    }
}

/* Larger values are sought until there is none. */
static void induce_largest(struct equation_run *run,
                           struct equation_run_question *open, uint64_t most)
{
    struct answer_finding *const finding = open->finding;
    enum induction_verdict verdict = INDUCTION_RUN;

    while (verdict == INDUCTION_RUN && run->watch.work < most &&
           !watch_closed(&run->watch, open->g)) {
        /* It may seek a value that has been reached since. */
        if (open->clauses &&
            open->clauses->view.node.bound + open->goal->constant <=
                finding->value)
            clause_search_drop(open);
        verdict = seek_by_clauses(run, open, most);
        if (verdict == INDUCTION_RUN) {
            take_run(run, open);
            (void)witness_largest(run->problem->net, &finding->run, open->goal,
                                  &finding->value);
            watch_reached(&run->watch, open->g, finding);
        } else if (verdict == INDUCTION_NEVER) {
            equation_run_note_limit(run, open->g, finding->value);
            equation_run_answer(run, open->g, VERDICT_YES);
            derive_induction(run, open);
        }
    }
}

void clause_search_turn(struct equation_run *run,
                        struct equation_run_question *open, uint64_t most)
{
    const net_place_lists *const traps = program_search_traps(run, open);

    vecs_append(&run->traps, traps);
    vecs_append(&run->traps, &run->always);
    if (open->goal->kind == GOAL_BOUND)
        induce_largest(run, open, most);
    else
        induce_marking(run, open, most);
    vecs_free(&run->traps);
}
