#include "api/run/api_reduce.h"

#include "engine/race/race_members.h"
#include "structure/safety.h"

/* --- whether -------------------------------------------------------------- */

static bool given(const struct api_problem *problem, enum settings_id id)
{
    return settings_given(&problem->settings, id);
}

/* Is what is to stay possible about deadlocks, or a question about fair runs,
 * or one about runs that sees a transition and the steps behind it as one? */
static bool asks_too_much(const struct api_problem *problem)
{
    for (uint32_t q = 0; q < problem->goals.len; q++) {
        const struct goal *const goal = &problem->goals.at[q];

        if ((goal->kind == GOAL_LASSO && goal->temporal->fair.len) ||
            (question_is_temporal(goal->kind) && net_has_steps(problem->net)))
            return true;
        for (uint32_t i = 0;
             goal->kind == GOAL_HOME && i < goal->formula->nodes.len; i++)
            if (goal->formula->nodes.at[i].op == FORMULA_DEADLOCK ||
                goal->formula->nodes.at[i].op == FORMULA_LIVE)
                return true;
    }
    return false;
}

/* Without a word of the caller only a race works on a reduced net.  Whoever
 * names an engine, a relation or a depth wants to see what they do to the net
 * as it is.  Some questions ask for more than what a reduction keeps. */
static unsigned rules_for(const struct api_problem_request *request)
{
    const struct api_problem *const problem = request->problem;
    const uint64_t rules = api_problem_number(problem, SETTING_reduce);

    if (!problem->goals.len || problem->dep || asks_too_much(problem) ||
        api_problem_keeps(problem, QUESTION_KEEPS_ALL))
        return 0;
    if (rules != SETTINGS_OFF)
        return (unsigned)rules;
    return !engine_has(request->engine, ENGINE_RACES) ||
                   given(problem, SETTING_dependency) ||
                   given(problem, SETTING_order) ||
                   given(problem, SETTING_cutoffs) ||
                   given(problem, SETTING_max_depth)
               ? 0
               : REDUCER_ALL & ~request->way.without;
}

/* --- reducing ------------------------------------------------------------- */

void api_reduce_destroy(struct api_reduce *reduced)
{
    if (!reduced)
        return;
    reduction_keeps_finish(&reduced->keeps);
    reducer_finish(&reduced->work);
    net_destroy(reduced->net);
    exclusive_finish(&reduced->exclusive);
    mutable_net_map_free(&reduced->map);
    goal_list_free(&reduced->goals);
    mem_free(reduced->values);
    mem_free(reduced);
}

/* The steps of a reduction stand before a proof by cubes, or before a prefix
 * for a question about a transition or a marking. */
static bool certifies(const struct api_reduce *reduced,
                      const struct api_problem_request *request)
{
    const struct api_problem *const problem = request->problem;
    enum question_evidence evidence;

    if (!api_problem_number(problem, SETTING_certificate))
        return true;
    evidence = problem->goals.at->question->evidence;
    return (evidence == QUESTION_RUN_OR_PROOF ||
            evidence == QUESTION_RUN_OR_WEIGHTS) &&
           (!engine_has(request->engine, ENGINE_COMPLETES) ||
            reduced->goals.at->kind != GOAL_FORMULA);
}

/* A question about a transition may become a formula, which an engine of the
 * race refuses.  Then another one must answer it. */
static bool keeps_racers(const struct api_reduce *reduced,
                         const struct api_problem_request *request,
                         const goal_list *goals)
{
    const struct net *const net = request->problem->net;
    const enum dep_kind relation = dep_kind(request->dep);
    const unsigned wanted = api_check_racers(request->problem);
    const unsigned before =
        race_members_of(wanted, relation, net, goals->at, goals->len);
    const unsigned after = race_members_of(
        wanted, relation, reduced->net, reduced->goals.at, reduced->goals.len);

    return before == after || race_members_are_complete(after);
}

/* False when the questions cannot be asked of what is left. */
static bool translate(struct api_reduce *reduced,
                      const struct api_problem_request *request,
                      const goal_list *goals)
{
    reduced->net = mutable_net_freeze(&reduced->work.net, &reduced->map);
    reduced->values = mem_zero(goals->len, sizeof *reduced->values);
    return reduction_goal_translate(&reduced->goals, &reduced->work.reduction,
                                    &reduced->map, goals->at, goals->len,
                                    reduced->values) &&
           !engines_refuse(request->engine, reduced->net, reduced->goals.at,
                           reduced->goals.len) &&
           (!engine_has(request->engine, ENGINE_RACES) ||
            keeps_racers(reduced, request, goals));
}

/* Goes on where another reduction is, if there is one. */
static void reduce_by(struct reducer *r,
                      const struct api_problem_request *request,
                      const struct reducer *from,
                      const struct reduction_keeps *keeps, unsigned rules,
                      bool hides)
{
    const struct api_problem *const problem = request->problem;
    struct api_problem_clock half = api_problem_half(problem, request->start);
    const struct stop stop = api_problem_stop(&half);

    if (from)
        reducer_continue(r, from, keeps);
    else
        reducer_init(r, problem->net, keeps, rules);
    r->check = api_problem_number(problem, SETTING_check) > 0;
    r->hides &= hides;
    r->stop = &stop;
    reducer_run(r);
    r->stop = NULL;
}

static uint64_t size_of(const struct reducer *r)
{
    return (uint64_t)r->net.live_places + r->net.live_transitions;
}

/* A verdict of a net whose safety is not known is worth more when the search
 * shows that it is safe, or finds the second token.  So, unless the caller asks
 * for reductions, a step that may hide a second token must pay: all of them
 * together must halve the net that the others leave, unless that is small. */
enum { SMALL = 100 }; /* nodes */

/* Lifted runs to lost markings, and those that repeat for ever, must be
 * right. */
static bool must_not_hide(const struct api_problem_request *request)
{
    return !request->safety->shown &&
           (api_problem_keeps(request->problem, QUESTION_KEEPS_WAYS) ||
            api_problem_keeps(request->problem, QUESTION_KEEPS_STEPS));
}

static bool may_hide(const struct api_problem_request *request)
{
    return request->safety->shown ||
           (given(request->problem, SETTING_reduce) && !must_not_hide(request));
}

/* What the problem was prepared with, if all of it may be taken over. */
static const struct reducer *
prepared_work(const struct api_problem_request *request, unsigned rules,
              const struct reduction_keeps *keeps)
{
    const struct api_problem *const problem = request->problem;
    const struct api_reduce_prepared *const from =
        api_reduce_prepared_of(problem);
    const bool check = api_problem_number(problem, SETTING_check) > 0;

    return from && from->rules && from->rules == rules &&
                   from->work.check == check &&
                   (!from->work.reduction.hides || may_hide(request)) &&
                   reduction_keeps_include(&from->keeps, keeps, problem->net)
               ? &from->work
               : NULL;
}

static void reduce_all(struct api_reduce *reduced,
                       const struct api_problem_request *request,
                       unsigned rules)
{
    const struct reducer *const from =
        request->way.anew ? NULL
                          : prepared_work(request, rules, &reduced->keeps);
    struct reducer cautious;

    reduce_by(&reduced->work, request, from, &reduced->keeps, rules,
              !must_not_hide(request));
    if (may_hide(request) || !reduced->work.reduction.hides)
        return;
    reduce_by(&cautious, request, from, &reduced->keeps, rules, false);
    if (size_of(&cautious) <= SMALL ||
        2 * size_of(&reduced->work) > size_of(&cautious)) {
        reducer_finish(&reduced->work);
        reduced->work = cautious;
    } else {
        reducer_finish(&cautious);
    }
}

static void keep_all(struct reduction_keeps *keeps, const struct net *net,
                     const goal_list *goals)
{
    reduction_keeps_init(keeps, net);
    for (uint32_t g = 0; g < goals->len; g++)
        reduction_keeps_add(keeps, net, &goals->at[g]);
}

/* What is left of sets is exclusive if the net is safe (THEORY, Lemma 68).
 * Where it may not be, and steps may hide a second token, sets of the reduced
 * net itself are sought. */
static void find_exclusive(struct api_reduce *reduced,
                           const struct api_safety *safety)
{
    if (safety->shown)
        exclusive_restrict(&safety->exclusive, reduced->map.place,
                           &reduced->exclusive);
    else
        safety_find_exclusive(reduced->net, true, &reduced->exclusive);
}

bool api_reduce_applies(const struct api_problem_request *request)
{
    return rules_for(request) != 0;
}

bool api_reduce_is_common(const struct api_problem_request *request)
{
    const struct api_problem *const problem = request->problem;
    const struct api_reduce_prepared *const from =
        api_reduce_prepared_of(problem);
    struct reduction_keeps keeps;
    bool is_common;

    if (!from || !from->rules || !api_reduce_applies(request))
        return false;
    keep_all(&keeps, problem->net, &problem->goals);
    is_common = prepared_work(request, from->rules, &keeps) &&
                !reduction_keeps_include(&keeps, &from->keeps, problem->net);
    reduction_keeps_finish(&keeps);
    return is_common;
}

struct api_reduce *api_reduce_create(const struct api_problem_request *request,
                                     const goal_list *goals)
{
    const unsigned rules = rules_for(request);
    struct api_reduce *reduced;

    if (!rules)
        return NULL;
    reduced = mem_zero(1, sizeof *reduced);
    keep_all(&reduced->keeps, request->problem->net, goals);
    reduce_all(reduced, request, rules);
    if (!reduced->work.reduction.steps.len || reduced->work.net.n_overflows ||
        (reduced->work.reduction.hides && must_not_hide(request)) ||
        !translate(reduced, request, goals) || !certifies(reduced, request)) {
        api_reduce_destroy(reduced);
        return NULL;
    }
    find_exclusive(reduced, request->safety);
    return reduced;
}

void api_reduce_prepare(const struct api_problem_request *request,
                        const goal_list *goals,
                        struct api_reduce_prepared *prepared)
{
    prepared->rules = rules_for(request);
    if (!prepared->rules)
        return;
    keep_all(&prepared->keeps, request->problem->net, goals);
    reduce_by(&prepared->work, request, NULL, &prepared->keeps, prepared->rules,
              may_hide(request));
}

void api_reduce_forget(struct api_reduce_prepared *prepared)
{
    if (!prepared)
        return;
    api_safety_finish(&prepared->safety);
    if (prepared->rules) {
        reduction_keeps_finish(&prepared->keeps);
        reducer_finish(&prepared->work);
    }
    mem_free(prepared);
}

const struct api_reduce_prepared *
api_reduce_prepared_of(const struct api_problem *problem)
{
    const struct api_problem *const by = problem->begun_by;

    return problem->prepared               ? problem->prepared
           : by && by->net == problem->net ? by->prepared
                                           : NULL;
}
