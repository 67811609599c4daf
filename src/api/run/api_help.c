#include "api/run/api_help.h"

#include "api/run/api_explore.h"
#include "engine/race/engines.h"

/* By one thread: the engines race already. */
static struct api_problem problem_of(const struct api_problem_helped *help,
                                     const struct net *net, goal_list goals)
{
    struct api_problem problem =
        api_problem_part(help->request->problem, net, goals);

    problem.progress = NULL;
    problem.settings.values[SETTING_threads].number = 1;
    problem.settings.values[SETTING_racers].number = 0;
    problem.settings.values[SETTING_check].number = 0;
    return problem;
}

void api_help_ask(const void *self, const bits_word *m, struct goal *goals,
                  uint32_t n_goals, uint64_t work, int (*terminate)(void *data),
                  void *data, struct answer *answer)
{
    const struct api_problem_helped *const help = self;
    struct net *const net = net_view(help->net, m);
    const goal_list list = {.at = goals, .len = n_goals};
    struct api_problem problem = problem_of(help, net, list);
    const struct api_safety safety = {
        .shown = help->request->safety->shown,
        .exclusive = *help->exclusive,
    };
    struct dep *const dep = dep_create(net, DEP_READ);
    /* What asks is about more than a marking, what it asks is about less. */
    const struct api_problem_request request = {
        .problem = &problem,
        .help = help->request->help,
        .engine = engines_list[0],
        .dep = dep,
        .safety = &safety,
        .work = work,
        .start = help->request->start,
    };
    struct api_goals own;
    struct diag diag = {0};
    struct api_run run;

    problem.terminate = terminate;
    problem.terminate_data = data;
    api_goals_init(&own, &problem.goals, net, false);
    run = api_explore_run(&request, &own, &diag);
    api_goals_finish(&own);
    *answer = run.answer;
    run.answer = (struct answer){0};
    api_run_finish(&run);
    dep_destroy(dep);
    net_view_destroy(net);
}
