#include "api/api_help.h"

#include "api/api_explore.h"
#include "engine/race/engines.h"

/* Without what the caller hears, and by one thread: the engines race already.
 */
static struct api_problem problem_of(const struct api_problem_helped *help,
                                     const struct net *net, struct goal *goals,
                                     uint32_t n_goals)
{
    struct api_problem problem = *help->request->problem;

    problem.net = net;
    problem.dep = NULL;
    problem.goals.at = goals;
    problem.goals.len = n_goals;
    problem.progress = NULL;
    problem.found = problem.final = NULL;
    problem.ranks = (struct engine_ranks){0};
    problem.prepared = NULL;
    problem.begun_by = NULL;
    problem.settings.values[SETTING_threads].number = 1;
    problem.settings.values[SETTING_racers].number = 0;
    problem.settings.values[SETTING_certificate].number = 0;
    problem.settings.values[SETTING_prefix].number = 0;
    problem.settings.values[SETTING_profile].number = 0;
    return problem;
}

void api_help_ask(const void *self, const bits_word *m, struct goal *goals,
                  uint32_t n_goals, uint64_t work, int (*terminate)(void *data),
                  void *data, struct answer *answer)
{
    const struct api_problem_helped *const help = self;
    struct net *const net = net_view(help->net, m);
    struct api_problem problem = problem_of(help, net, goals, n_goals);
    const struct api_safety safety = {
        .shown = help->request->safety->shown,
        .exclusive = *help->exclusive,
    };
    struct dep *const dep = dep_create(net, DEP_READ);
    const struct api_problem_request request = {
        .problem = &problem,
        .engine = engines_list[0],
        .dep = dep,
        .safety = &safety,
        .work = work,
        .start = help->request->start,
    };
    struct members members;
    struct diag diag = {0};
    struct api_run run;

    problem.terminate = terminate;
    problem.terminate_data = data;
    members_init(&members, &problem.goals, net, false);
    run = api_explore_run(&request, &members, &diag);
    members_finish(&members);
    *answer = run.answer;
    run.answer = (struct answer){0};
    api_run_finish(&run);
    dep_destroy(dep);
    net_view_destroy(net);
}
