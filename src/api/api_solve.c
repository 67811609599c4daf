#include "api/api_solve.h"

#include "api/api_explore.h"
#include "api/api_reduce.h"
#include "api/api_rounds.h"
#include "api/api_safety.h"
#include "api/call.h"
#include "api/fits.h"
#include "api/members.h"
#include "engine/watch.h"

#include <string.h>

static uint64_t number(const punfpor *problem, enum settings_id id)
{
    return settings_number(&problem->settings, id);
}

/* --- which engine --------------------------------------------------------- */

static bool asks(const punfpor *problem, enum goal_kind kind)
{
    for (uint32_t i = 0; i < problem->goals.len; i++)
        if (problem->goals.at[i].kind == kind)
            return true;
    return false;
}

/* Can a prefix certify the question?  It does not show when places are empty,
 * which make a sum with negative factors larger.  It also shows that the net is
 * safe; whoever names engines that race wants one of these. */
static bool prefix_suits(const punfpor *problem)
{
    const struct formula *sum;

    if (!asks(problem, GOAL_BOUND))
        return asks(problem, GOAL_SAFE);
    sum = problem->goals.at->formula;
    for (uint32_t i = 0; i < sum->nodes.at[0].len; i++)
        if (sum->terms.at[sum->nodes.at[0].first + i].factor < 0)
            return false;
    return !settings_given(&problem->settings, SETTING_racers);
}

/* The first engine of which this is true; there is one. */
static const struct engine *find(bool (*has)(const struct engine *engine))
{
    uint32_t i = 0;

    while (!has(engines_list[i]))
        i++;
    return engines_list[i];
}

static bool completes(const struct engine *engine)
{
    return engine->completes;
}

static bool explores(const struct engine *engine)
{
    return engine->explores;
}

static bool decides(const struct engine *engine)
{
    return engine->is_complete && engine->proves;
}

/* The engine for a race: only one engine may support the options, and without
 * questions there is nothing to race for. */
static const struct engine *needed_engine(const punfpor *problem,
                                          const struct engine *race)
{
    const uint64_t prefix = number(problem, SETTING_prefix);
    const bool of_explorer = prefix || number(problem, SETTING_cache) ||
                             number(problem, SETTING_alternatives) ||
                             number(problem, SETTING_choose) != CHOICE_LARGEST;

    if (prefix >= SETTINGS_PREFIX_COMPLETE ||
        (number(problem, SETTING_certificate) && prefix_suits(problem)))
        return find(completes);
    if (number(problem, SETTING_certificate))
        return problem->dep ? find(decides) : race;
    if (asks(problem, GOAL_LIVE))
        return find(decides);
    return of_explorer || !problem->goals.len ? find(explores) : race;
}

const struct engine *api_solve_engine(const punfpor *problem)
{
    const struct engine *const engine =
        engines_list[number(problem, SETTING_engine)];

    return engine->is_race ? needed_engine(problem, engine) : engine;
}

/* --- the result ----------------------------------------------------------- */

void api_solve_clear(punfpor *problem)
{
    answer_finish(&problem->answer);
    prefix_finish(&problem->folded);
    problem->folded = (struct prefix){0};
    for (uint32_t t = 0; t < problem->n_members; t++) {
        vec_free(&problem->members[t].run);
        proof_destroy(problem->members[t].proof);
        case_proof_destroy(problem->members[t].cases);
    }
    mem_free(problem->members);
    mem_free(problem->conflicts.at);
    mem_free(problem->conflicts.start);
    mem_free(problem->certificate);
    mem_free(problem->warning);
    profile_finish(&problem->profile);
    problem->profile = (struct profile){0};
    exclusive_finish(&problem->exclusive);
    api_reduce_destroy(problem->reduced);
    problem->reduced = NULL;
    problem->conflicts.at = problem->conflicts.start = NULL;
    problem->members = NULL;
    problem->n_members = 0;
    problem->certificate = NULL;
    problem->warning = NULL;
    problem->has_safe_units = false;
    problem->engine = NULL;
    problem->certified = false;
    problem->prefix = SETTINGS_PREFIX_OFF;
    problem->structure = NULL;
    problem->has_weights = false;
    weights_finish(&problem->weights);
}

/* --- one run -------------------------------------------------------------- */

static void run(punfpor *problem, const struct engine *engine,
                const struct dep *dep, struct diag *diag)
{
    const struct api_explore_part all = {
        .engine = engine, .dep = dep, .start = watch_now()};
    struct members members;

    problem->engine = engine->name;
    problem->certified = number(problem, SETTING_certificate);
    problem->prefix = (enum settings_prefix)number(problem, SETTING_prefix);
    problem->relation = dep_kind(dep);
    api_safety_prove(problem);
    if (api_rounds_suit(problem, &all)) {
        api_rounds_run(problem, &all, diag);
        return;
    }
    members_init(&members, &problem->goals, problem->net,
                 problem->structure != NULL);
    api_explore_run(problem, &members, &all, diag);
    members_finish(&members);
}

/* The relation of the options.  *made is to be destroyed; it is NULL when the
 * relation is the user's. */
static const struct dep *relation(const punfpor *problem, struct dep **made)
{
    *made = api_explore_relation(problem, problem->net);
    return *made ? *made : problem->dep;
}

static void check(const punfpor *problem, struct diag *diag)
{
    struct dep *made;
    const struct dep *const dep = relation(problem, &made);

    (void)fits_problem(problem, api_solve_engine(problem), dep, diag);
    dep_destroy(made);
}

static void solve(punfpor *problem, struct diag *diag)
{
    const struct engine *const engine = api_solve_engine(problem);
    struct dep *made;
    const struct dep *const dep = relation(problem, &made);

    if (fits_problem(problem, engine, dep, diag))
        run(problem, engine, dep, diag);
    dep_destroy(made);
}

enum punfpor_status punfpor_check(const punfpor *problem, punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    check(problem, &call.diag);
    return call_end(&call, error);
}

/* After a failed allocation: the blocks of the answer are already free. */
enum punfpor_status api_solve_lose(punfpor *problem, struct call *call,
                                   punfpor_error *error)
{
    problem->answer = (struct answer){0};
    problem->folded = (struct prefix){0};
    problem->exclusive = (struct exclusive){0};
    problem->reduced = NULL;
    problem->members = NULL;
    problem->n_members = 0;
    problem->conflicts.at = problem->conflicts.start = NULL;
    problem->weights = (struct weights){0};
    problem->profile = (struct profile){0};
    problem->warning = NULL;
    api_solve_clear(problem);
    return call_failed(call, error);
}

enum punfpor_status punfpor_solve(punfpor *problem, punfpor_error *error)
{
    struct call call;

    api_solve_clear(problem);
    call_begin(&call);
    if (setjmp(call.scope.back))
        return api_solve_lose(problem, &call, error);
    solve(problem, &call.diag);
    return call_end(&call, error);
}
