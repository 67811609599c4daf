#include "engine/equation/attempt.h"

#include "marking/shorten.h"

/* The cost of the formula of a question, for each node (watch.h). */
enum { COST_OF_NODE = 1000 };

void attempt_count(struct attempt *x, struct refuter *r)
{
    struct answer_stats *const stats = &x->answer->stats;

    stats->programs += r->counts.programs;
    stats->refuted_cubes += r->counts.refuted;
    stats->traps += r->counts.traps;
    r->counts = (struct refuter_counts){0};
}

void attempt_close_refuter(struct attempt *x, struct refuter *r)
{
    attempt_count(x, r);
    refuter_finish(r);
}

void attempt_demand(const struct farkas_traps *traps, struct skeleton *s,
                    uint32_t *n)
{
    while (*n < traps->ends.len)
        skeleton_demand(s, farkas_trap(traps, (*n)++));
}

/* Besides the nodes and arcs: what any net costs. */
enum { LEAST_SIZE = 1000 };

uint64_t attempt_size(const struct net *net)
{
    return LEAST_SIZE + net_size(net);
}

uint64_t attempt_clause_cost(const struct net *net, const struct goal *goal)
{
    const uint64_t n_nodes =
        goal->kind == GOAL_FORMULA ? goal->formula->nodes.len : 0;

    return ATTEMPT_COST_OF_CLAUSE * attempt_size(net) + COST_OF_NODE * n_nodes;
}

bool attempt_is_open(const struct attempt *x, uint32_t g)
{
    return x->answer->findings[g].verdict == VERDICT_UNKNOWN &&
           x->answer->stop != STOP_UNSAFE && !watch_closed(&x->watch, g);
}

struct goal attempt_larger(struct formula_view *view)
{
    return (struct goal){
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = &view->formula};
}

void attempt_note_limit(struct attempt *x, uint32_t g, int64_t limit)
{
    struct answer_finding *const finding = &x->answer->findings[g];

    if (finding->has_limit && finding->limit <= limit)
        return; /* known from an earlier round */
    finding->has_limit = true;
    finding->limit = limit;
    watch_limited(&x->watch, g, limit);
}

void attempt_finish_run(const struct attempt *x, const struct goal *goal,
                        witness_run *run)
{
    shorten_run(x->problem->net, goal, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_push(run, goal->trans);
}
