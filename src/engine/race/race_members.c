#include "engine/race/race_members.h"

#include "engine/race/engines.h"

static bool asks_formula(const struct goal *goals, uint32_t n_goals)
{
    for (uint32_t g = 0; g < n_goals; g++)
        if (goals[g].kind == GOAL_FORMULA)
            return true;
    return false;
}

/* Without those of which has() is false. */
static unsigned select_racers(unsigned racers,
                              bool (*has)(const struct engine *engine))
{
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (!has(engines_racer(i)))
            racers &= ~(1u << i);
    return racers;
}

static bool unfolds(const struct engine *engine)
{
    return engine->unfolds;
}

static bool proves(const struct engine *engine)
{
    return engine->proves;
}

static bool is_complete(const struct engine *engine)
{
    return engine->is_complete;
}

static bool infers(const struct engine *engine)
{
    return engine->infers;
}

static bool is_not_last(const struct engine *engine)
{
    return !engine->is_last;
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
    const unsigned wanted = racers ? racers : (1u << ENGINES_RACERS) - 1;

    return certifies ? select_racers(wanted, proves) : wanted;
}

unsigned race_members_inferring(unsigned wanted)
{
    return select_racers(
        race_members_wanted(wanted & ~RACE_MEMBERS_EVERY, false), infers);
}

bool race_members_are_complete(unsigned racers)
{
    return select_racers(racers, is_complete) != 0;
}

unsigned race_members_of(unsigned wanted, enum dep_kind kind,
                         const struct net *net, const struct goal *goals,
                         uint32_t n_goals)
{
    unsigned racers = race_members_wanted(wanted & ~RACE_MEMBERS_EVERY, false);
    const bool every = (wanted & RACE_MEMBERS_EVERY) ||
                       racers != race_members_wanted(0, false);

    if (kind == DEP_USER)
        racers = select_racers(racers, unfolds);
    if (race_members_are_complete(racers) && asks_formula(goals, n_goals))
        racers = select_racers(racers, is_not_last);
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (engines_refuse(engines_racer(i), net, goals, n_goals) ||
            (!every && !races_for(engines_racer(i), goals, n_goals)))
            racers &= ~(1u << i);
    return racers;
}
