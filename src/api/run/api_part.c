#include "api/run/api_explore.h"

/* A run of all engines for the questions of the problem of the request. */
static struct api_run run_all_engines(struct api_problem_request request)
{
    const struct api_problem *const problem = request.problem;
    struct dep *const dep = dep_create(problem->net, DEP_READ);
    struct api_goals goals;
    struct diag ignored = {0};
    struct api_run run;

    request.engine = engines_list[0];
    request.dep = dep;
    api_goals_init(&goals, &problem->goals, problem->net, false);
    run = api_explore_run(&request, &goals, &ignored);
    run.relation = dep_kind(dep);
    api_goals_finish(&goals);
    dep_destroy(dep);
    return run;
}

/* --- a question of an engine ---------------------------------------------- */

void api_part_help(const void *self, const bits_word *m, struct goal *goals,
                   uint32_t n_goals, uint64_t work,
                   int (*terminate)(void *data), void *data,
                   struct answer *answer)
{
    const struct api_problem_helped *const help = self;
    const struct api_problem_request *const asker = help->request;
    struct net *const net = net_view(help->net, m);
    const goal_list list = {.at = goals, .len = n_goals};
    struct api_problem problem = api_problem_part(asker->problem, net, list);
    const struct api_safety safety = {
        .shown = asker->safety->shown,
        .exclusive = *help->exclusive,
    };
    struct api_run run;

    problem.progress = NULL;
    problem.terminate = terminate;
    problem.terminate_data = data;
    problem.settings.values[SETTING_threads].number = 1; /* engines race */
    problem.settings.values[SETTING_racers].number = 0;
    problem.settings.values[SETTING_check].number = 0;
    /* What asks is about more than a marking, what it asks is about less. */
    run = run_all_engines((struct api_problem_request){.problem = &problem,
                                                       .helps = asker->helps,
                                                       .safety = &safety,
                                                       .way.work = work,
                                                       .start = asker->start});
    *answer = run.answer;
    run.answer = (struct answer){0};
    api_run_finish(&run);
    net_view_destroy(net);
}

/* --- the second part of a certificate ------------------------------------- */

/* The net from the end of the run on. */
static struct net *view_from(const struct net *net, const witness_run *run)
{
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);
    witness_run full = {0};
    struct net *view;

    given_run_fill(net, run, &full);
    marking_after(net, full.at, full.len, m);
    view = net_view(net, m);
    vec_free(&full);
    mem_free(m);
    return view;
}

/* False: the formula is too large. */
static bool ask(struct api_run_part *part, const struct net *net,
                const struct goal *goal, const struct answer_finding *finding)
{
    const bool lost = finding->verdict == VERDICT_YES;
    const bool fires = lost && goal->kind == GOAL_LIVE;
    struct goal asked = {.kind = fires ? GOAL_TRANSITION : GOAL_FORMULA,
                         .question = question_find(fires ? "reach" : "formula"),
                         .trans = fires ? finding->trans : TRANS_NONE,
                         .text = mem_text(goal->text),
                         .label = goal->label};

    if (lost && !fires)
        asked.formula = formula_copy(goal->formula);
    else if (!lost)
        asked.formula = recovery_proof_outside(finding->recovery, net, goal);
    vec_push(&part->goals, asked);
    return fires || asked.formula;
}

static void solve_part(struct api_run_part *part,
                       const struct api_problem_request *request,
                       const struct api_run *run, const struct net *net)
{
    struct api_problem problem =
        api_problem_part(request->problem, net, part->goals);
    const struct api_safety safety = {.shown = run->safety.shown,
                                      .exclusive = run->safety.exclusive};

    problem.settings.values[SETTING_certificate].number = 1;
    part->run = mem_zero(1, sizeof *part->run);
    *part->run = run_all_engines((struct api_problem_request){
        .problem = &problem, .safety = &safety, .start = request->start});
}

void api_part_solve(const struct api_problem_request *request,
                    struct api_run *run)
{
    const struct api_problem *const problem = request->problem;
    const struct goal *const goal = problem->goals.at;
    const struct answer_finding *const finding = run->answer.findings;
    struct api_run_part *const part = &run->part;
    const struct net *net = problem->net;

    if (!api_problem_number(problem, SETTING_certificate) ||
        problem->goals.len != 1 ||
        goal->question->evidence != QUESTION_TWO_PARTS || !finding ||
        (finding->verdict != VERDICT_YES &&
         (!finding->recovery || finding->cases)))
        return;
    if (finding->verdict == VERDICT_YES)
        net = part->view = view_from(net, &finding->run);
    if (ask(part, net, goal, finding))
        solve_part(part, request, run, net);
}

const struct answer_finding *api_part_proof(const struct api_run *run)
{
    const struct api_run *const part = run->part.run;
    const struct answer_finding *const finding =
        part ? part->answer.findings : run->answer.findings;

    return finding && finding->verdict == VERDICT_NO &&
                   (answer_is_proved(finding) ||
                    (part && part->answer.prefix.events.len))
               ? finding
               : NULL;
}
