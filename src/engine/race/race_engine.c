#include "base/check.h"
#include "engine/race/engines.h"
#include "engine/race/race.h"
#include "engine/race/race_members.h"

/* Without the racers that cannot certify, if a proof of answers is wanted. */
static unsigned certifying(const struct engine_problem *problem,
                           unsigned racers)
{
    if (!problem->output.proof || !problem->question.n_goals)
        return racers;
    for (uint32_t i = 0; i < ENGINES_RACERS; i++) {
        const struct engine *const engine = engines_racer(i);

        if (!engine_has(engine, ENGINE_PROVES) ||
            (engine->certifies && !engine->certifies(problem, NULL)))
            racers &= ~(1u << i);
    }
    return racers;
}

static unsigned all_members(const struct engine_problem *problem)
{
    return race_members_of(problem->racers, dep_kind(problem->dep),
                           problem->net, problem->question.goals,
                           problem->question.n_goals);
}

/* Where none can certify, the others answer without a proof. */
static unsigned members(const struct engine_problem *problem)
{
    const unsigned all = all_members(problem);
    const unsigned some = certifying(problem, all);

    return some ? some : all;
}

static bool supports(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct diag *diag)
{
    (void)limits;
    return all_members(problem) ||
           diag_usage(diag, "none of the engines of option 'racers' can answer "
                            "all questions");
}

/* A racer without proofs cannot certify alone, unless none of the others was
 * wanted. */
static bool certifies(const struct engine_problem *problem, struct diag *diag)
{
    const unsigned racers = certifying(problem, all_members(problem));
    bool refused = false;

    for (uint32_t i = 0; i < ENGINES_RACERS; i++) {
        const struct engine *const engine = engines_racer(i);

        if (!engine_has(engine, ENGINE_PROVES) || !engine->certifies)
            continue;
        if (racers >> i & 1)
            return true;
        refused |= !engine->certifies(problem, refused ? NULL : diag);
    }
    return !refused;
}

static void run_race(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct answer *answer)
{
    const unsigned racers = members(problem);
    const struct engine *list[ENGINES_RACERS];
    uint32_t n = 0;

    if (!problem->question.n_goals) {
        engines_first(ENGINE_EXPLORES)->run(problem, limits, answer);
        return;
    }
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (racers >> i & 1)
            list[n++] = engines_racer(i);
    ASSERT(n > 0);
    race_run(list, n, problem, limits, answer);
}

const struct engine race_engine = {
    .name = "auto",
    .uses = " racers seed check max-events max-depth threads ",
    .techniques = "EXPLICIT STUBBORN_SETS",
    .traits = ENGINE_RACES | ENGINE_WHOLE,
    .supports = supports,
    .certifies = certifies,
    .goals = ~0u, /* what a racer answers */
    .run = run_race,
};
