#include "linear/equation.h"

#include "engine/watch.h"
#include "linear/refuter.h"

/* The cost of the programs of a question before they are solved, for each node
 * and arc (watch.h). */
enum { COST_OF_ARC = 300 };

/* In a race the engine leaves after this much work, so that the others have
 * the rest. */
static const uint64_t MOST_IN_RACE = 3000000000;

struct equation {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch watch;
};

static bool is_about_a_marking(const struct goal *goal)
{
    return goal->kind == GOAL_TRANSITION || goal->kind == GOAL_MARKING ||
           goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_FORMULA;
}

/* Passes what the refuter has learnt to the skeleton. */
static void demand_traps(const struct refuter *r, struct skeleton *s,
                         uint32_t *n)
{
    while (*n < r->traps.ends.len)
        skeleton_demand(s, farkas_trap(&r->traps, (*n)++));
}

/* Are all cubes of the question refuted? */
static bool refute(struct equation *x, struct skeleton *s, struct refuter *r)
{
    uint32_t n_traps = 0;

    for (;;) {
        switch (skeleton_next(s)) {
        case SKELETON_NONE:
            return x->watch.reason == STOP_DONE;
        case SKELETON_UNKNOWN:
            return false;
        case SKELETON_CUBE:
            break;
        }
        if (refuter_try(r, s) != REFUTER_REFUTED)
            return false;
        skeleton_exclude(s, &r->reason);
        demand_traps(r, s, &n_traps);
    }
}

static uint64_t set_up_cost(const struct net *net)
{
    return COST_OF_ARC *
           (1000 + (uint64_t)net_place_count(net) + net_trans_count(net) +
            net_arc_count(net) + net_read_count(net));
}

static void seek(struct equation *x, uint32_t g)
{
    const struct net *const net = x->problem->net;
    const struct goal *const goal = &x->problem->question.goals[g];
    struct answer_finding *const finding = &x->answer->findings[g];
    struct answer_stats *const stats = &x->answer->stats;
    struct skeleton s;
    struct refuter r;

    if (watch_work(&x->watch, set_up_cost(net)))
        return;
    skeleton_init(&s, net, goal, &x->watch);
    refuter_init(&r, net, goal->kind == GOAL_FORMULA ? goal->formula : NULL,
                 &x->watch, x->watch.limits->race ? MOST_IN_RACE : UINT64_MAX);
    if (refute(x, &s, &r)) {
        finding->verdict = VERDICT_NO;
        watch_found(&x->watch, g, finding);
    }
    stats->programs += r.counts.programs;
    stats->refuted_cubes += r.counts.refuted;
    stats->traps += r.counts.traps;
    refuter_finish(&r);
    skeleton_finish(&s);
}

static void run(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer)
{
    struct equation x = {.problem = problem, .answer = answer};

    answer->stats.figures = FIGURES_EQUATION;
    watch_init(&x.watch, limits, &answer->stats);
    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        if (is_about_a_marking(&problem->question.goals[g]) &&
            x.watch.reason == STOP_DONE && !watch_closed(&x.watch, g) &&
            !(limits->race && x.watch.work > MOST_IN_RACE))
            seek(&x, g);
    answer->stop = x.watch.reason;
    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        if (answer->stop == STOP_DONE &&
            answer->findings[g].verdict == VERDICT_UNKNOWN)
            answer->stop = STOP_OPEN;
    watch_close(&x.watch);
}

const struct engine equation_engine = {
    .name = "equation",
    .about = "the state equation and traps; it only answers no",
    .run = run,
};
