#include "api/askers.h"
#include "api/run/api_explore.h"
#include "api/handle.h"
#include "base/system.h"

/* --- which engine --------------------------------------------------------- */

/* Can a prefix certify the question?  It does not show when places are empty,
 * which make a sum with negative factors larger.  It also shows that the net is
 * safe; whoever names engines that race wants one of these. */
static bool prefix_suits(const struct api_problem *problem)
{
    const struct formula *const formula =
        problem->goals.len == 1 ? problem->goals.at->formula : NULL;

    if (problem->goals.len != 1 || !problem->goals.at->question->by_prefix)
        return false;
    return !formula || ((formula->nodes.at->op != FORMULA_AT_LEAST ||
                         formula_least(formula, formula->nodes.at) == 0) &&
                        !settings_given(&problem->settings, SETTING_racers));
}

/* Of liveness, and the other questions about what stays possible. */
static const struct engine *certifier_of_live(void)
{
    uint32_t i = 0;

    while (engine_has(engines_list[i], ENGINE_RACES) ||
           engine_has(engines_list[i], ENGINE_PROVES) ||
           !engines_list[i]->certifies ||
           !(engines_list[i]->goals >> GOAL_LIVE & 1))
        i++;
    return engines_list[i];
}

/* The answer is found on a complete prefix. */
static bool asks_for_doomed(const struct api_problem *problem)
{
    return problem->goals.len && problem->goals.at->question->lists &&
           problem->goals.at->formula;
}

/* The engine for a race: only one engine may support the options, and without
 * questions there is nothing to race for. */
static const struct engine *needed_engine(const struct api_problem *problem,
                                          const struct engine *race)
{
    const uint64_t prefix = api_problem_number(problem, SETTING_prefix);
    const struct engine *const explorer = engines_first(ENGINE_EXPLORES);
    const bool of_explorer =
        prefix || api_problem_number(problem, SETTING_cache) ||
        api_problem_number(problem, SETTING_alternatives) ||
        api_problem_number(problem, SETTING_choose) != CHOICE_LARGEST;

    if (prefix >= SETTINGS_PREFIX_COMPLETE || asks_for_doomed(problem) ||
        (api_problem_number(problem, SETTING_certificate) &&
         prefix_suits(problem)))
        return engines_first(ENGINE_COMPLETES);
    if (api_problem_number(problem, SETTING_certificate) &&
        problem->goals.len == 1 &&
        problem->goals.at->question->evidence == QUESTION_TWO_PARTS)
        return certifier_of_live();
    if (api_problem_number(problem, SETTING_certificate))
        return problem->dep ? engines_first(ENGINE_DECIDES | ENGINE_PROVES)
                            : race;
    return (of_explorer || !problem->goals.len) &&
                   !engines_refuse(explorer, problem->net, problem->goals.at,
                                   problem->goals.len)
               ? explorer
               : race;
}

const struct engine *api_solve_engine(const struct api_problem *problem)
{
    const struct engine *const engine = api_problem_engine(problem);

    return engine_has(engine, ENGINE_RACES) ? needed_engine(problem, engine)
                                            : engine;
}

static void prove_safety(const struct api_problem *problem,
                         struct api_safety *safety)
{
    const struct api_reduce_prepared *const from =
        api_reduce_prepared_of(problem);

    api_safety_prove(problem, from ? &from->safety : NULL, safety);
}

/* --- one run -------------------------------------------------------------- */

static struct api_run run_engine(const struct api_problem_request *of,
                                 struct diag *diag)
{
    const struct api_problem *const problem = of->problem;
    struct api_problem_request request = *of;
    struct api_safety safety = {0};
    struct api_goals goals;
    struct api_run run;

    request.helps = true;
    request.safety = &safety;
    prove_safety(problem, &safety);
    if (api_rounds_suit(&request)) {
        run = api_rounds_run(&request, diag);
    } else {
        api_goals_init(&goals, &problem->goals, problem->net,
                       safety.shown != API_SAFETY_OPEN);
        run = api_explore_run(&request, &goals, diag);
        api_goals_finish(&goals);
    }
    run.safety = safety;
    api_part_solve(&request, &run);
    return run;
}

static askers_run *asker_of(const struct goal *goal)
{
    return goal->n_parts              ? parts_run
           : goal->question->has_cost ? api_cheapest_run
           : goal->question->lists    ? api_listing_run
           : goal->question->circuit  ? api_circuit_run
                                      : NULL;
}

/* By the asker of a question, or by a run of an engine. */
static struct api_run answer_problem(const struct api_problem_request *request,
                                     struct diag *diag)
{
    const goal_list *const goals = &request->problem->goals;
    askers_run *run = NULL;

    for (uint32_t q = 0; q < goals->len && !run; q++)
        run = asker_of(&goals->at[q]);
    return run ? run(request, diag) : run_engine(request, diag);
}

/* The relation of the options.  *made is to be destroyed; it is NULL when the
 * relation is the user's. */
static const struct dep *relation(const struct api_problem *problem,
                                  struct dep **made)
{
    *made = asks_for_doomed(problem) &&
                    !settings_given(&problem->settings, SETTING_dependency)
                ? dep_create(problem->net, DEP_CLASSIC)
                : api_explore_relation(problem, problem->net);
    return *made ? *made : problem->dep;
}

/* Stores the transitions of option `fair` in the questions. */
static void set_fair(const struct api_problem *problem)
{
    for (uint32_t q = 0; q < problem->goals.len; q++) {
        struct temporal *const temporal = problem->goals.at[q].temporal;
        struct diag ignored = {0};

        if (!temporal)
            continue;
        vec_clear(&temporal->fair);
        (void)fair_read(problem->net,
                        settings_text(&problem->settings, SETTING_fair),
                        &temporal->fair, &ignored);
    }
}

struct api_run api_solve_run(const struct api_problem *problem,
                             struct diag *diag)
{
    const struct engine *const engine = api_solve_engine(problem);
    struct api_run result = {0};
    struct dep *made;
    const struct dep *const dep = relation(problem, &made);
    const struct api_problem_request request = {.problem = problem,
                                                .engine = engine,
                                                .dep = dep,
                                                .start = system_now()};

    set_fair(problem);
    if (api_check_problem(problem, engine, dep, diag))
        result = answer_problem(&request, diag);
    if (result.answer.findings) {
        result.engine = engine->name;
        result.certified = api_problem_number(problem, SETTING_certificate);
        result.prefix =
            (enum settings_prefix)api_problem_number(problem, SETTING_prefix);
        result.relation = dep_kind(dep);
        api_run_keep_process(&result, problem);
    }
    dep_destroy(made);
    return result;
}

enum punfpor_status punfpor_check(const punfpor *problem, punfpor_error *error)
{
    const struct api_problem *const asked = &problem->asked;
    const struct dep *dep;
    struct dep *made;

    CALL(call, error);
    dep = relation(asked, &made);
    set_fair(asked);
    (void)api_check_problem(asked, api_solve_engine(asked), dep, &call.diag);
    dep_destroy(made);
    return call_end(&call, error);
}

enum punfpor_status punfpor_solve(punfpor *problem, punfpor_error *error)
{
    api_run_finish(&problem->run);
    CALL(call, error);
    problem->run = api_solve_run(&problem->asked, &call.diag);
    problem->run.answer.stats.peak_bytes = system_peak();
    return call_end(&call, error);
}

/* --- what runs begin with ------------------------------------------------- */

static struct api_reduce_prepared *prepare(const struct api_problem *problem)
{
    struct api_reduce_prepared *const prepared = mem_zero(1, sizeof *prepared);
    const struct api_problem_request request = {
        .problem = problem,
        .engine = api_solve_engine(problem),
        .safety = &prepared->safety,
        .start = system_now(),
    };
    struct api_goals goals;

    api_goals_init(&goals, &problem->goals, problem->net, false);
    prove_safety(problem, &prepared->safety);
    api_reduce_prepare(&request, &goals.list, prepared);
    api_goals_finish(&goals);
    return prepared;
}

enum punfpor_status punfpor_prepare(punfpor *problem, punfpor_error *error)
{
    api_run_finish(&problem->run);
    api_reduce_forget(problem->asked.prepared);
    problem->asked.prepared = NULL;
    CALL(call, error);
    problem->asked.prepared = prepare(&problem->asked);
    return call_end(&call, error);
}

void punfpor_begin_with(punfpor *problem, const punfpor *prepared)
{
    problem->asked.begun_by = prepared ? &prepared->asked : NULL;
}
