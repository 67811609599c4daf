#include "api/api_prepare.h"
#include "api/api_reduce.h"
#include "api/api_safety.h"
#include "api/api_solve.h"
#include "api/call.h"
#include "api/members.h"
#include "engine/watch.h"

/* Moves what the search has found out. */
static void take_safety(struct api_prepare *prepared, punfpor *problem)
{
    prepared->safety.structure = problem->structure;
    prepared->safety.has_weights = problem->has_weights;
    prepared->safety.has_safe_units = problem->has_safe_units;
    prepared->safety.weights = problem->weights;
    prepared->safety.exclusive = problem->exclusive;
    prepared->safety.work = api_safety_work(problem);
    problem->weights = (struct weights){0};
    problem->exclusive = (struct exclusive){0};
}

static void prepare(punfpor *problem)
{
    struct api_prepare *const prepared = mem_zero(1, sizeof *prepared);
    const double start = watch_now();
    struct members members;

    members_init(&members, &problem->goals, problem->net, false);
    problem->certified =
        settings_number(&problem->settings, SETTING_certificate);
    api_safety_prove(problem);
    api_reduce_prepare(problem, &members.goals, api_solve_engine(problem),
                       start, prepared);
    members_finish(&members);
    take_safety(prepared, problem);
    api_solve_clear(problem);
    problem->prepared = prepared;
}

enum punfpor_status punfpor_prepare(punfpor *problem, punfpor_error *error)
{
    struct call call;

    api_solve_clear(problem);
    api_prepare_destroy(problem->prepared);
    problem->prepared = NULL;
    call_begin(&call);
    if (setjmp(call.scope.back))
        return api_solve_lose(problem, &call, error);
    prepare(problem);
    return call_end(&call, error);
}

void punfpor_begin_with(punfpor *problem, const punfpor *prepared)
{
    problem->begun_by = prepared;
}
