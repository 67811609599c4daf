#include "engine/race/engines.h"

#include <string.h>

const struct engine *const engines_list[ENGINES_COUNT] = {
#define X(word, module, help) &module##_engine,
    ENGINES(X)
#undef X
};

bool engines_use(const struct engine *engine, const char *option)
{
    const size_t len = strlen(option);
    const char *at = engine->uses;

    while ((at = strstr(at, option)) && (at[-1] != ' ' || at[len] != ' '))
        at++;
    return at != NULL;
}

bool engines_refuse(const struct engine *engine, const struct net *net,
                    const struct goal *goals, uint32_t n_goals)
{
    for (uint32_t g = 0; g < n_goals; g++)
        if (engine->refuses && engine->refuses(net, &goals[g]))
            return true;
    return false;
}
