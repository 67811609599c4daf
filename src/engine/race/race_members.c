#include "engine/race/race_members.h"

#include "engine/race/engines.h"

static bool asks_formula(const struct goal *goals, uint32_t n_goals)
{
    for (uint32_t g = 0; g < n_goals; g++)
        if (goals[g].kind == GOAL_FORMULA)
            return true;
    return false;
}

static unsigned racers_with(unsigned traits)
{
    return engines_with(traits) >> ENGINES_FIRST_RACER &
           ((1u << ENGINES_RACERS) - 1);
}

static bool races_for(const struct engine *engine, const struct goal *goals,
                      uint32_t n_goals)
{
    uint32_t n = 0;

    for (uint32_t g = 0; g < n_goals; g++) {
        if (engine->races >> goals[g].kind & 1)
            return true;
        n += engine->races_for_many >> goals[g].kind & 1;
    }
    return !engine->races || n >= ENGINE_MANY;
}

unsigned race_members_wanted(unsigned racers, bool certifies)
{
    const unsigned wanted = racers ? racers : racers_with(0);

    return certifies ? wanted & racers_with(ENGINE_PROVES) : wanted;
}

unsigned race_members_inferring(unsigned wanted)
{
    return race_members_wanted(wanted & ~RACE_MEMBERS_EVERY, false) &
           racers_with(ENGINE_INFERS);
}

bool race_members_are_complete(unsigned racers)
{
    return racers & racers_with(ENGINE_DECIDES);
}

unsigned race_members_of(unsigned wanted, enum dep_kind kind,
                         const struct net *net, const struct goal *goals,
                         uint32_t n_goals)
{
    unsigned racers = race_members_wanted(wanted & ~RACE_MEMBERS_EVERY, false);
    const bool every =
        (wanted & RACE_MEMBERS_EVERY) || racers != racers_with(0);

    if (kind == DEP_USER)
        racers &= racers_with(ENGINE_UNFOLDS);
    if (race_members_are_complete(racers) && asks_formula(goals, n_goals))
        racers &= ~racers_with(ENGINE_IS_LAST);
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (engines_refuse(engines_racer(i), net, goals, n_goals) ||
            (!every && !races_for(engines_racer(i), goals, n_goals)))
            racers &= ~(1u << i);
    return racers;
}
