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

struct api_problem_clock api_problem_clock(const struct api_problem *problem)
{
    const double seconds = settings_real(&problem->settings, SETTING_timeout);
    const double now = system_now();

    return (struct api_problem_clock){.problem = problem,
                                      .start = now,
                                      .end = seconds > 0 ? now + seconds : 0};
}

struct api_problem_clock api_problem_half(const struct api_problem *problem,
                                          double start)
{
    const double seconds = settings_real(&problem->settings, SETTING_timeout);
    const uint64_t bytes = api_problem_number(problem, SETTING_max_memory);

    return (struct api_problem_clock){
        .problem = problem,
        .start = start,
        .end = seconds > 0 ? (system_now() + start + seconds) / 2 : 0,
        .memory = bytes == SETTINGS_OFF ? 0 : bytes / 2,
    };
}

static bool is_over(void *self)
{
    struct api_problem_clock *const clock = self;
    const struct api_problem *const problem = clock->problem;

    if (clock->memory && mem_held() > clock->memory)
        return true; /* what comes next may have room again */
    if (clock->end > 0 && system_now() >= clock->end)
        clock->stop = STOP_TIME;
    else if (problem->terminate && problem->terminate(problem->terminate_data))
        clock->stop = STOP_INTERRUPTED;
    return clock->stop != STOP_DONE;
}

struct stop api_problem_stop(struct api_problem_clock *clock)
{
    return (struct stop){is_over, clock};
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
