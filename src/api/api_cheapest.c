#include "api/askers.h"
#include "base/system.h"
#include "engine/cheapest/cheapest.h"

/* Or events. */
enum { MOST_SEARCHED = 1 << 24 };

/* By transition of the net.  Steps of resets cost nothing. */
static uint32_t *list_costs(const struct api_problem *problem)
{
    const struct net *const net = problem->net;
    uint32_t *const cost = mem_zero(net_trans_count(net), sizeof *cost);

    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (!net_is_step(net, t))
            cost[t] =
                problem->costs ? problem->costs[net_given_trans(net, t)] : 1;
    return cost;
}

/* Fires the run, and adds up what it costs. */
static bool check_run(const struct api_problem *problem, const uint32_t *cost,
                      const struct cheapest *found, struct diag *diag)
{
    const struct goal *const goal = &problem->goals.at[0];
    struct diag why = {0};
    uint64_t sum = 0;

    for (uint32_t i = 0; i < found->run.len; i++)
        sum += cost[found->run.at[i]];
    if (sum != found->cost)
        return diag_internal(diag,
                             "the run found for '%s' costs something "
                             "else",
                             goal->text);
    return witness_replay(problem->net, &found->run, goal, &why) ||
           diag_internal(diag, "the run found for '%s' does not replay: %s",
                         goal->text, why.text);
}

static enum cheapest_verdict search(const struct api_problem *problem,
                                    const uint32_t *cost,
                                    const struct cheapest_limits *limits,
                                    struct cheapest *found)
{
    struct lp_scope scope;
    const bool programs = lp_enter(&scope);
    const enum cheapest_verdict verdict =
        cheapest_find(problem->net, &problem->goals.at[0], cost,
                      programs ? &scope : NULL, limits, found);

    if (programs)
        lp_leave(&scope);
    return verdict;
}

/* dep: NULL to search the markings. */
static void find_cheapest(const struct api_problem *problem,
                          const struct dep *dep,
                          struct api_problem_clock *clock,
                          struct answer_finding *finding, struct diag *diag)
{
    const struct stop stop = api_problem_stop(clock);
    const struct cheapest_limits limits = {
        &stop, api_listing_most(problem, MOST_SEARCHED)};
    uint32_t *const cost = list_costs(problem);
    struct cheapest found = {0};
    const enum cheapest_verdict verdict =
        dep ? cheapest_prefix_find(
                  problem->net, dep, &problem->goals.at[0], cost,
                  (enum engine_order)api_problem_number(problem, SETTING_order),
                  &limits, &found)
            : search(problem, cost, &limits, &found);

    if (verdict == CHEAPEST_UNSAFE)
        (void)api_listing_unsafe(problem->net, found.unsafe, diag);
    else if (verdict == CHEAPEST_NONE)
        finding->verdict = VERDICT_NO;
    else if (verdict == CHEAPEST_LIMIT)
        api_listing_exceeded(clock, limits.most < MOST_SEARCHED);
    else if (verdict == CHEAPEST_FOUND &&
             check_run(problem, cost, &found, diag)) {
        finding->verdict = VERDICT_YES;
        finding->cost = found.cost;
        vec_append(&finding->run, &found.run);
        given_run_cut(problem->net, &finding->run);
    }
    vec_free(&found.run);
    mem_free(cost);
}

struct api_run api_cheapest_run(const struct api_problem_request *request,
                                struct diag *diag)
{
    const struct api_problem *const problem = request->problem;
    const struct dep *const dep =
        engine_has(api_problem_engine(problem), ENGINE_COMPLETES) ? request->dep
                                                                  : NULL;
    struct api_problem_clock clock = api_problem_clock(problem);
    struct api_run run = {0};
    struct answer_finding *finding;

    answer_init(&run.answer, 1);
    finding = &run.answer.findings[0];
    find_cheapest(problem, dep, &clock, finding, diag);
    if (finding->verdict == VERDICT_NO)
        api_safety_prove(problem, NULL, &run.safety);
    finding->seconds = system_now() - clock.start;
    run.answer.stop = clock.stop;
    run.answer.stats.seconds = finding->seconds;
    return run;
}
