#include "api/run/api_problem.h"

#include "base/system.h"

struct api_problem api_problem_part(const struct api_problem *problem,
                                    const struct net *net, goal_list goals)
{
    struct api_problem part = *problem;

    part.net = net;
    part.dep = NULL;
    part.goals = goals;
    part.found = part.final = NULL;
    part.ranks = (struct engine_ranks){0};
    part.prepared = NULL;
    part.begun_by = NULL;
    part.vectors = NULL;
    part.settings.values[SETTING_certificate].number = 0;
    part.settings.values[SETTING_prefix].number = 0;
    part.settings.values[SETTING_profile].number = 0;
    return part;
}

void api_problem_shorten(struct api_problem *part, double start)
{
    struct settings_value *const timeout =
        &part->settings.values[SETTING_timeout];

    if (timeout->real <= 0)
        return;
    timeout->real -= system_now() - start;
    if (timeout->real <= 0)
        timeout->real = 1e-3;
}
