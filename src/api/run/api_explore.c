#include "api/run/api_explore.h"

#include "api/run/api_verdicts.h"
#include "base/system.h"
#include "engine/race/race_members.h"
#include "formats/text/checkpoint.h"

#include <string.h>

/* --- the input of the engine ---------------------------------------------- */

struct dep *api_explore_relation(const struct api_problem *problem,
                                 const struct net *net)
{
    const char *const name =
        settings_text(&problem->settings, SETTING_dependency);

    if (problem->dep)
        return NULL;
    return dep_create(net, !strcmp(name, "none")      ? DEP_NONE
                           : !strcmp(name, "classic") ? DEP_CLASSIC
                                                      : DEP_READ);
}

/* With the goals, which may be about a reduced net, and what is known of the
 * net.  A prefix can be a certificate. */
static struct engine_problem
engine_problem(const struct api_problem_request *request,
               const struct api_goals *goals, const struct api_reduce *reduced,
               const struct dep *dep)
{
    const struct api_problem *const problem = request->problem;
    const struct api_safety *const safety = request->safety;
    struct engine_problem given = api_check_given(problem, dep);

    given.question = (struct engine_question){goals->list.at, goals->list.len};
    if (request->way.infers)
        given.racers = race_members_inferring(given.racers);
    if (given.output.proof && engine_has(request->engine, ENGINE_COMPLETES))
        given.output.prefix = given.output.copies = true;
    given.is_safe = safety->shown != API_SAFETY_OPEN;
    given.weights.weights = safety->has_weights ? &safety->weights : NULL;
    given.weights.net = problem->net;
    if (reduced) {
        given.net = reduced->net;
        given.question.goals = reduced->goals.at;
        given.exclusive = &reduced->exclusive;
        given.weights.old_place = reduced->map.old_place;
    } else {
        given.exclusive = &safety->exclusive;
        given.units = api_safety_open_units(problem, safety);
    }
    return given;
}

/* Of auto: three quarters, so that what the C library and the kernel hold fits
 * into the rest. */
static uint64_t memory_limit(uint64_t wanted)
{
    return wanted == SETTINGS_OFF ? system_memory() / 4 * 3 : wanted;
}

/* An engine whose threads matter to its runs has several on demand only. */
static uint32_t thread_limit(const struct api_problem *problem)
{
    const uint32_t n = (uint32_t)api_problem_number(problem, SETTING_threads);

    return n == 0 && settings_given(&problem->settings, SETTING_threads)
               ? system_processors()
               : n;
}

/* The limits of the options, less the time since the start. */
static struct engine_limits
engine_limits(const struct api_problem_request *request, struct api_run *run)
{
    const struct api_problem *const problem = request->problem;
    const double seconds = settings_real(&problem->settings, SETTING_timeout);
    const double left = seconds - (system_now() - request->start);

    return (struct engine_limits){
        .seconds = seconds > 0 && left < 0.001 ? 0.001
                   : seconds > 0               ? left
                                               : 0,
        .work = request->way.work,
        .max_events = api_problem_number(problem, SETTING_max_events),
        .max_bytes =
            memory_limit(api_problem_number(problem, SETTING_max_memory)),
        .max_depth = (uint32_t)api_problem_number(problem, SETTING_max_depth),
        .threads = thread_limit(problem),
        .terminate = problem->terminate,
        .terminate_data = problem->terminate_data,
        .ranks = problem->ranks.n_ranks ? &problem->ranks : NULL,
        .profile =
            api_problem_number(problem, SETTING_profile) ? &run->profile : NULL,
    };
}

/* The options checkpoint and resume of a run. */
struct files {
    struct checkpoint_search search;
    struct partial_search from; /* what --resume has read */
    const char *path;
};

/* NULL: no file is named. */
static const char *file_of(const struct api_problem *problem,
                           enum settings_id id)
{
    const char *const text = settings_text(&problem->settings, id);

    return strcmp(text, "off") ? text : NULL;
}

/* While an answer that ends the search is known, the last file stays. */
static bool write(void *self, const struct partial_search *state,
                  struct diag *diag)
{
    const struct files *const files = self;

    for (uint32_t i = 0; i < state->answers.len; i++)
        if (state->answers.at[i].goal == files->search.n_goals)
            return true;
    return checkpoint_write(files->path, &files->search, state, diag);
}

/* Of several processes the first one does that.
 *
 * Reads the file of option resume, if it is set, and lets the limits write the
 * file of option checkpoint; both must outlive the run.  False with a report
 * when the file cannot be read, or is of another search. */
static bool begin_checkpoint(struct files *files,
                             const struct api_problem *problem,
                             const struct engine_problem *given,
                             struct engine_limits *limits, struct diag *diag)
{
    const char *const from = file_of(problem, SETTING_resume);

    *files = (struct files){0};
    if (problem->ranks.rank)
        return true;
    *files = (struct files){
        .search = {.net = given->net,
                   .dep = given->dep,
                   .goals = given->question.goals,
                   .n_goals = given->question.n_goals,
                   .max_depth = limits->max_depth},
        .path = file_of(problem, SETTING_checkpoint),
    };
    if (from && !checkpoint_read(from, &files->search, &files->from, diag))
        return false;
    limits->checkpoint = (struct engine_checkpoint){
        .write = files->path ? write : NULL,
        .self = files,
        .seconds = settings_real(&problem->settings, SETTING_checkpoint_every),
        .from = from ? &files->from : NULL,
    };
    return true;
}

/* --- the result ----------------------------------------------------------- */

static void report_unsafe(const struct net *net, const struct answer *answer,
                          struct diag *diag)
{
    const trans_id t = net_given_trans(net, answer->unsafe_trans);
    const place_id p = answer->unsafe_place;
    char limit[80] = "";

    if (net_capacity(net, p))
        (void)snprintf(limit, sizeof limit,
                       "; the capacity of %u that the place has is not "
                       "modelled",
                       net_capacity(net, p));
    diag_input(diag, NULL,
               "the net is not safe: transition '%s' puts a second token on "
               "place '%s'%s",
               net_trans_label(net, t), net_place_label(net, p), limit);
}

/* Reports an input error: an unsafe net, or an invalid relation. */
static void report_input(const struct api_problem *problem,
                         const struct answer *answer, struct diag *diag)
{
    if (answer->stop == STOP_UNSAFE) {
        report_unsafe(problem->net, answer, diag);
        return;
    }
    *diag = answer->diag;
    if (answer->stop == STOP_INPUT && !diag->file[0])
        (void)snprintf(diag->file, sizeof diag->file, "%s",
                       settings_text(&problem->settings, SETTING_dependency));
}

void api_explore_refute_safety(const goal_list *goals, struct answer *answer)
{
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];
        const struct question *const question = goals->at[g].question;

        finding->has_limit = false;
        if (finding->verdict == VERDICT_NO || goals->at[g].kind == GOAL_BOUND)
            finding->verdict = VERDICT_UNKNOWN;
        /* Also of a net whose places can have several tokens (goal.c). */
        if (!question || question->goal != GOAL_SAFE ||
            finding->verdict == VERDICT_YES)
            continue;
        finding->verdict = VERDICT_YES;
        finding->engine = answer->engine;
        finding->seconds = answer->stats.seconds;
        vec_append(&finding->run, &answer->unsafe_run);
        if (goals->at[g].kind == GOAL_SAFE) /* others ask for what is before */
            vec_push(&finding->run, answer->unsafe_trans);
    }
}

/* Whatever the engine has seen: the structure has shown that the net is
 * safe. */
static void note_safety(const goal_list *goals, enum api_safety_shown by,
                        struct answer *answer)
{
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];

        if (goals->at[g].kind != GOAL_SAFE ||
            finding->verdict != VERDICT_UNKNOWN)
            continue;
        finding->verdict = VERDICT_NO; /* no second token */
        finding->engine = api_safety_word(by);
        finding->safe = true;
    }
}

/* Is it correct, as an answer of what the engine was given? */
static bool is_correct(const struct engine_problem *given,
                       const struct answer *answer, struct diag *diag)
{
    if (answer->stop == STOP_FAULT)
        *diag = answer->diag;
    return answer->stop != STOP_FAULT &&
           (answer->stop == STOP_INPUT || prove_answer(given, answer, diag));
}

/* Who is done has answered every question. */
static bool is_complete(const struct api_goals *goals,
                        const struct answer *answer, struct diag *diag)
{
    const struct goal *const open =
        answer->stop == STOP_DONE ? api_goals_open(goals, answer->findings)
                                  : NULL;

    ASSERT(!open);
    return !open ||
           diag_internal(diag,
                         "the engine is done without an answer to '%.400s'",
                         open->text);
}

/* A correct answer about the net of the caller. */
static void conclude(const struct api_problem_request *request,
                     const struct api_goals *goals, struct answer *answer,
                     struct api_run *run, struct diag *diag)
{
    const struct api_problem *const problem = request->problem;
    const enum api_safety_shown shown = request->safety->shown;
    const bool reported = answer->stop == STOP_INPUT;
    const bool safe = shown && !reported && answer->stop != STOP_UNSAFE;

    if (answer->stop == STOP_UNSAFE)
        api_explore_refute_safety(&goals->list, answer);
    else if (safe)
        note_safety(&goals->list, shown, answer);
    if (!is_complete(goals, answer, diag)) {
        answer_finish(answer);
        return;
    }
    if (api_safety_open_units(problem, request->safety))
        run->warning =
            api_safety_warning(problem->net, answer, run->reduced != NULL);
    api_run_take(run, problem, goals, answer);
    if (safe && goals->safe)
        note_safety(&problem->goals, shown, &run->answer);
    if (reported || answer->stop == STOP_UNSAFE)
        report_input(problem, &run->answer, diag);
}

/* Is there nothing left to do for an engine?  A drawing and a profile are about
 * what it has seen. */
static bool is_done_without_engine(const struct api_problem_request *request)
{
    const struct api_problem *const problem = request->problem;
    const bool certifies = api_problem_number(problem, SETTING_certificate);

    return request->safety->shown && problem->goals.len &&
           !api_problem_number(problem, SETTING_prefix) &&
           !api_problem_number(problem, SETTING_profile) &&
           (!certifies || request->safety->has_weights) &&
           api_goals_ask_safety(&problem->goals);
}

static void tell_safety(struct api_verdicts *verdicts)
{
    const struct answer_finding finding = {
        .verdict = VERDICT_NO,
        .safe = true,
        .engine = api_safety_word(verdicts->request->safety->shown),
    };
    const goal_list *const list = &verdicts->goals->list;
    const goal_list *const asked = verdicts->goals->asked;

    for (uint32_t g = 0; g < list->len; g++)
        if (list->at[g].kind == GOAL_SAFE)
            api_verdicts_tell(verdicts, g, &finding, finding.engine);
    for (uint32_t q = 0; verdicts->goals->safe && q < asked->len; q++)
        if (asked->at[q].kind == GOAL_SAFE)
            api_verdicts_tell_question(verdicts, q, &finding);
}

/* Tells verdicts on the reduced net as verdicts on the original. */
static void tell_lifted(void *self, uint32_t goal,
                        const struct answer_finding *finding,
                        const char *engine)
{
    const struct api_verdicts *const verdicts = self;
    struct answer_finding lifted =
        api_lift_finding(verdicts->reduced, &verdicts->goals->list.at[goal],
                         goal, finding, NULL);

    api_verdicts_tell(self, goal, &lifted, engine);
    vec_free(&lifted.run);
}

/* Passes the progress of the engine to the caller. */
static void show(void *self, const struct answer_progress *progress,
                 uint32_t depth, uint32_t bound)
{
    const struct api_verdicts *const verdicts = self;
    const struct api_problem *const problem = verdicts->request->problem;
    const uint64_t *const counts = progress->counts;
    const punfpor_progress now = {
        .seconds = progress->seconds,
        .steps = counts[COUNT_STEPS],
        .histories = counts[COUNT_HISTORIES],
        .maximal = counts[COUNT_MAXIMAL],
        .markings = counts[COUNT_MARKINGS],
        .bytes = progress->peak_bytes,
        .depth = depth,
        .bound = bound,
        .explored = counts[COUNT_EXPLORED],
        .cutoffs = counts[COUNT_CUTOFFS],
        .programs = counts[COUNT_PROGRAMS],
        .clauses = counts[COUNT_CLAUSES],
        .walks = counts[COUNT_WALKS],
        .automaton = counts[COUNT_AUTOMATON],
        .components = counts[COUNT_COMPONENTS],
    };

    problem->progress(problem->progress_data, &now);
}

/* Fills the answer, which is new: about the reduced net, if there is one. */
static void solve(const struct api_problem_request *request,
                  const struct api_goals *goals,
                  const struct api_reduce *reduced,
                  const struct engine_problem *given,
                  struct engine_limits limits, struct answer *answer)
{
    struct api_verdicts verdicts;

    api_verdicts_init(&verdicts, request, goals, reduced);
    if (request->problem->found || request->problem->final) {
        limits.verdicts = (struct engine_verdicts){
            reduced ? tell_lifted : api_verdicts_tell, &verdicts};
        limits.settled = (struct engine_settled){api_verdicts_settle, &verdicts,
                                                 goals->list.len};
    }
    if (request->problem->progress)
        limits.progress =
            (struct engine_progress){.show = show, .self = &verdicts};
    limits.joint = api_goals_joint(goals);
    if (request->safety->shown)
        tell_safety(&verdicts);
    if (!is_done_without_engine(request))
        request->engine->run(given, &limits, answer);
    api_verdicts_finish(&verdicts);
}

/* Seconds to fire a step of a run again, when all are checked at the end, and
 * to free it; and to lift one from a reduced net first. */
static const double PROVE_TIME = 16e-9;
static const double LIFT_TIME = 54e-9;

/* False if the answer for the reduced net cannot be lifted. */
static bool run_once(const struct api_problem_request *request,
                     const struct api_goals *goals, const struct dep *dep,
                     struct api_run *run, struct diag *diag)
{
    const struct api_problem *const problem = request->problem;
    const struct api_reduce *const reduced = run->reduced;
    struct engine_problem given = engine_problem(request, goals, reduced, dep);
    const struct api_problem_helped helped = {request, given.net,
                                              given.exclusive};
    struct engine_limits limits = engine_limits(request, run);
    struct engine_closing closing = {.step = reduced ? PROVE_TIME + LIFT_TIME
                                                     : PROVE_TIME};
    struct files checkpoint;
    struct answer answer;
    bool correct = false, lifted = true;

    limits.closing = &closing;
    if (request->helps)
        given.help = (struct engine_help){api_part_help, &helped};
    answer_init(&answer, goals->list.len);
    if (begin_checkpoint(&checkpoint, problem, &given, &limits, diag)) {
        solve(request, goals, reduced, &given, limits, &answer);
        correct = is_correct(&given, &answer, diag);
    }
    partial_finish(&checkpoint.from);
    if (correct && reduced && answer.stop != STOP_INPUT) {
        lifted = api_lift_answer(reduced, goals->list.at, limits.seconds > 0,
                                 &answer);
        correct =
            lifted && prove_runs(problem->net, goals->list.at, &answer, diag);
    }
    if (correct)
        conclude(request, goals, &answer, run, diag);
    else
        answer_finish(&answer);
    return lifted;
}

/* False if there is no answer by a reduced net. */
static bool run_reduced(const struct api_problem_request *request,
                        const struct api_goals *goals, struct api_run *run,
                        struct diag *diag)
{
    struct dep *dep;
    bool lifted;

    run->reduced = api_reduce_create(request, &goals->list);
    if (!run->reduced)
        return false;
    dep = api_explore_relation(request->problem, run->reduced->net);
    lifted = run_once(request, goals, dep, run, diag);
    dep_destroy(dep);
    if (!lifted) {
        api_reduce_destroy(run->reduced);
        run->reduced = NULL;
    }
    return lifted;
}

struct api_run api_explore_run(const struct api_problem_request *request,
                               const struct api_goals *goals, struct diag *diag)
{
    struct api_run run = {0};

    if (!run_reduced(request, goals, &run, diag))
        (void)run_once(request, goals, request->dep, &run, diag);
    return run;
}
