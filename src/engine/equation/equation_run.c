#include "engine/equation/equation_run.h"

#include "marking/shorten.h"

/* The cost of the formula of a question, for each node (watch.h). */
enum { COST_OF_NODE = 1000 };

void equation_run_count(struct equation_run *x, struct state_equation *r)
{
    struct answer_stats *const stats = &x->answer->stats;

    stats->programs += r->counts.programs;
    stats->refuted_cubes += r->counts.refuted;
    stats->traps += r->counts.traps;
    r->counts = (struct state_equation_counts){0};
}

void equation_run_close_refuter(struct equation_run *x,
                                struct state_equation *r)
{
    equation_run_count(x, r);
    state_equation_finish(r);
}

void equation_run_demand(const struct farkas_traps *traps, struct skeleton *s,
                         uint32_t *n)
{
    while (*n < traps->ends.len)
        skeleton_demand(s, farkas_trap(traps, (*n)++));
}

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

bool equation_run_is_open(const struct equation_run *x, uint32_t g)
{
    return x->answer->findings[g].verdict == VERDICT_UNKNOWN &&
           x->answer->stop != STOP_UNSAFE && !watch_closed(&x->watch, g);
}

struct goal equation_run_larger(struct formula_view *view)
{
    return (struct goal){
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = &view->formula};
}

void equation_run_note_limit(struct equation_run *x, uint32_t g, int64_t limit)
{
    struct answer_finding *const finding = &x->answer->findings[g];

    if (finding->has_limit && finding->limit <= limit)
        return; /* known from an earlier round */
    finding->has_limit = true;
    finding->limit = limit;
    watch_limited(&x->watch, g, limit);
}

void equation_run_finish_run(const struct equation_run *x,
                             const struct goal *goal, witness_run *run)
{
    shorten_run(x->problem->net, goal, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_push(run, goal->trans);
}
