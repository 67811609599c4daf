#include "engine/equation/equation_run.h"

#include "engine/inner_run.h"

#include "marking/shorten.h"

/* The cost of the formula of a question, for each node (watch.h). */
enum { COST_OF_NODE = 1000 };

/* Besides the nodes and arcs: what any net costs. */
enum { LEAST_SIZE = 1000 };

uint64_t equation_run_size(const struct net *net)
{
    return LEAST_SIZE + net_size(net);
}

uint64_t equation_run_clause_cost(const struct net *net,
                                  const struct goal *goal)
{
    const uint64_t n_nodes =
        goal->kind == GOAL_FORMULA ? goal->formula->nodes.len : 0;

    return EQUATION_RUN_COST_OF_CLAUSE * equation_run_size(net) +
           COST_OF_NODE * n_nodes;
}

bool equation_run_is_open(const struct equation_run *run, uint32_t g)
{
    return run->answer->findings[g].verdict == VERDICT_UNKNOWN &&
           run->answer->stop != STOP_UNSAFE && !watch_closed(&run->watch, g);
}

bool equation_run_goes_on(const struct equation_run *run, uint32_t g)
{
    return run->watch.reason == STOP_DONE && equation_run_is_open(run, g);
}

void equation_run_answer(struct equation_run *run, uint32_t g,
                         enum answer_verdict verdict)
{
    struct answer_finding *const finding = &run->answer->findings[g];

    finding->verdict = verdict;
    watch_found(&run->watch, g, finding);
}

void equation_run_note_limit(struct equation_run *run, uint32_t g,
                             int64_t limit)
{
    struct answer_finding *const finding = &run->answer->findings[g];

    if (finding->has_limit && finding->limit <= limit)
        return; /* known from an earlier round */
    finding->has_limit = true;
    finding->limit = limit;
    watch_limited(&run->watch, g, limit);
}

void equation_run_finish_run(const struct equation_run *equation,
                             const struct goal *goal, witness_run *run)
{
    shorten_run(equation->problem->net, goal, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_push(run, goal->trans);
}

/* --- reasons and proofs --------------------------------------------------- */

static uint32_t largest_proof(const struct equation_run *run)
{
    const uint32_t wanted = run->problem->test.proof;

    return wanted ? wanted : CASE_BUILDER_LARGEST;
}

/* What is kept for induction alone is less. */
static uint32_t largest_kept(const struct equation_run *run)
{
    enum { USUAL = 1 << 20 };

    return run->problem->output.proof ? largest_proof(run) : USUAL;
}

void equation_run_keep(const struct equation_run *run,
                       struct equation_run_question *open,
                       struct state_equation *r)
{
    if (open->size > largest_kept(run))
        return;
    open->size += case_builder_size(&r->reason);
    vec_push(&open->refuted, r->reason);
    r->reason = (struct farkas){0};
}

void equation_run_derive(struct equation_run *run,
                         struct equation_run_question *open,
                         struct case_builder_premises from,
                         const struct goal *goal)
{
    struct answer_finding *const finding = open->finding;
    enum case_builder_verdict verdict = CASE_BUILDER_TOO_LARGE;

    if (!run->problem->output.proof)
        return;
    watch_settle(&run->watch);
    case_proof_destroy(finding->cases); /* of a larger limit */
    finding->cases = NULL;
    from.net = run->problem->net;
    from.combinations = &open->refuted;
    if (open->size <= largest_proof(run))
        verdict = case_builder_of(&from, goal, largest_proof(run), &run->watch,
                                  &finding->cases);
    if (verdict == CASE_BUILDER_TOO_LARGE)
        finding->no_proof = "the proof by cases would be too large";
    else if (verdict == CASE_BUILDER_FAILED)
        finding->no_proof = "no proof by cases was found";
}

void equation_run_ask(struct equation_run *run, const struct net *net,
                      const struct goal *goal, uint32_t g, uint64_t most,
                      struct answer *answer)
{
    struct inner_run inner;
    struct engine_problem problem = *run->problem;

    problem.net = net;
    problem.dep = NULL;
    problem.units = NULL;
    problem.weights.weights = NULL;
    problem.question = (struct engine_question){goal, 1};
    answer_init(answer, 1);
    inner_run_init(&inner, &run->watch, g, most);
    equation_engine.run(&problem, &inner.limits, answer);
    inner_run_close(&inner, answer);
}
