#include "api/api_safety.h"

#include "api/api_prepare.h"
#include "net/unit_safety.h"
#include "structure/safety.h"
#include "structure/safety_programs.h"

#include <string.h>

/* What answers, instead of an engine. */
static const char UNITS[] = "units", WEIGHTS[] = "weights";

static bool asks(const punfpor *problem)
{
    for (uint32_t i = 0; i < problem->goals.len; i++)
        if (problem->goals.at[i].kind == GOAL_SAFE)
            return true;
    return false;
}

/* More if safety is asked, and a quarter of the time at most. */
uint64_t api_safety_work(const punfpor *problem)
{
    const uint64_t most =
        asks(problem) ? UINT64_C(4000000000) : UINT64_C(20000000);
    const double seconds = settings_real(&problem->settings, SETTING_timeout);

    return seconds > 0 && seconds * 0.25e9 < (double)most
               ? (uint64_t)(seconds * 0.25e9)
               : most;
}

static void search(punfpor *problem)
{
    const struct net *const net = problem->net;
    const struct units *const units = net_units(net);

    if (units && unit_safety_prove(units, net)) {
        problem->structure = UNITS;
        problem->has_safe_units = true;
        exclusive_add_units(&problem->exclusive, units);
    }
    if (problem->structure && !problem->certified)
        return;
    if (safety_by_machines(net, &problem->weights) ||
        safety_by_semiflows(net, &problem->weights) ||
        safety_programs_prove(net, api_safety_work(problem),
                              &problem->weights)) {
        problem->structure = WEIGHTS;
        problem->has_weights = problem->certified;
    }
    safety_exclude(net, &problem->weights, &problem->exclusive);
    if (problem->has_weights)
        safety_prune(net, &problem->weights);
    else
        weights_finish(&problem->weights);
}

/* Is what was found out before all that a search of this problem could find? */
static bool suffices(const punfpor *problem, const struct api_prepare *from)
{
    return problem->certified
               ? from->safety.has_weights
               : from->safety.structure ||
                     from->safety.work >= api_safety_work(problem);
}

static void copy(punfpor *problem, const struct api_prepare *from)
{
    problem->structure = from->safety.structure;
    problem->has_safe_units = from->safety.has_safe_units;
    problem->has_weights = from->safety.has_weights;
    vec_append(&problem->weights.terms, &from->safety.weights.terms);
    vec_append(&problem->weights.vectors, &from->safety.weights.vectors);
    exclusive_append(&problem->exclusive, &from->safety.exclusive);
}

void api_safety_prove(punfpor *problem)
{
    const struct api_prepare *const from = api_prepare_of(problem);

    if (from && suffices(problem, from))
        copy(problem, from);
    else
        search(problem);
}

const char *api_safety_techniques(const char *structure)
{
    return !strcmp(structure, UNITS) ? "TOPOLOGICAL USE_NUPN"
           : !strcmp(structure, WEIGHTS) || !strcmp(structure, "structure")
               ? "TOPOLOGICAL"
               : "EXPLICIT STUBBORN_SETS";
}
