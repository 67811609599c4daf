#include "engine/race/engines.h"

#include "base/bits.h"

#include <string.h>

const struct engine *const engines_list[ENGINES_COUNT] = {
#define X(word, module, help) &module##_engine,
    ENGINES(X)
#undef X
};

unsigned engines_with(unsigned traits)
{
    unsigned set = 0;

    for (uint32_t i = 0; i < ENGINES_COUNT; i++)
        if ((engines_list[i]->traits & traits) == traits)
            set |= 1u << i;
    return set;
}

const struct engine *engines_first(unsigned traits)
{
    return engines_list[bits_lowest(engines_with(traits))];
}

static bool has_figure(const struct engine *engine, const char *name)
{
    const struct answer_figure *figure = engine->figures;

    while (figure && figure->name &&
           (*figure->name != *name || strcmp(figure->name, name) != 0))
        figure++;
    return figure && figure->name;
}

const struct answer_figure *engines_figure(uint32_t i)
{
    const struct engine *list[ENGINES_COUNT + 1] = {
        engines_first(ENGINE_EXPLORES)};

    memcpy(list + 1, engines_list, sizeof engines_list);
    for (uint32_t k = 0; k <= ENGINES_COUNT; k++) {
        const struct answer_figure *figure = list[k]->figures;

        for (; figure && figure->name; figure++) {
            uint32_t before = 0;

            while (before < k && !has_figure(list[before], figure->name))
                before++;
            if (before == k && i-- == 0)
                return figure;
        }
    }
    return NULL;
}

/* Does the option stand in the list, between blanks? */
static bool lists(const char *at, const char *option)
{
    const size_t len = strlen(option);

    while ((at = strstr(at, option)) && (at[-1] != ' ' || at[len] != ' '))
        at++;
    return at != NULL;
}

bool engines_use(const struct engine *engine, const char *option)
{
    return lists(ENGINES_ALL_USE, option) || lists(engine->uses, option);
}

/* A run of least cost and a list are sought among all markings or on a complete
 * prefix.  The traits of which an engine for that has one; 0: any engine may
 * be asked. */
static unsigned traits_for(const struct goal *goal)
{
    const struct question *const question = goal->question;

    if (!question || (!question->has_cost && !question->lists))
        return 0;
    return ENGINE_RACES | (question->has_cost ? ENGINE_LISTS | ENGINE_COMPLETES
                           : goal->formula    ? ENGINE_COMPLETES
                                              : ENGINE_LISTS | ENGINE_SETTLES);
}

static const char *refuse(const struct engine *engine, const struct net *net,
                          const struct goal *goal)
{
    const unsigned traits = traits_for(goal);
    const bool other = goal->kind == GOAL_OTHER;

    if (traits)
        return engine->traits & traits ? NULL : "";
    if (other && !goal->question->circuit)
        return NULL;
    if (!(engine->goals >> (other ? GOAL_FORMULA : goal->kind) & 1))
        return "";
    if (question_is_temporal(goal->kind) && net_has_steps(net) &&
        !(engine->traits & ENGINE_WHOLE))
        return ", which is about a net with resets or several tokens";
    return engine->refuses && !other ? engine->refuses(net, goal) : NULL;
}

const char *engines_refuse(const struct engine *engine, const struct net *net,
                           const struct goal *goals, uint32_t n_goals)
{
    const char *why = NULL;

    for (uint32_t g = 0; g < n_goals && !why; g++) {
        why = refuse(engine, net, &goals[g]);
        for (uint32_t i = 0; i < goals[g].n_parts && !why; i++)
            why = refuse(engine, net, &goals[g].parts[i]);
    }
    return why;
}
