#include "api/api_explore.h"

#include "answer/given_run.h"
#include "api/api_checkpoint.h"
#include "api/api_reduce.h"
#include "api/api_units.h"
#include "api/fits.h"
#include "api/news.h"
#include "api/prove.h"
#include "base/check.h"
#include "base/system.h"
#include "engine/watch.h"
#include "occurrence/prefix_fold.h"
#include "structure/safety.h"

#include <stdlib.h>
#include <string.h>

static uint64_t number(const punfpor *problem, enum settings_id id)
{
    return settings_number(&problem->settings, id);
}

/* --- the input of the engine ---------------------------------------------- */

struct dep *api_explore_relation(const punfpor *problem, const struct net *net)
{
    const char *const name =
        settings_text(&problem->settings, SETTING_dependency);

    if (problem->dep)
        return NULL;
    return dep_create(net, !strcmp(name, "none")      ? DEP_NONE
                           : !strcmp(name, "classic") ? DEP_CLASSIC
                                                      : DEP_READ);
}

static struct engine_problem engine_problem(const punfpor *problem,
                                            const struct members *members,
                                            const struct engine *engine,
                                            const struct dep *dep)
{
    const struct api_reduce *const reduced = problem->reduced;
    const uint64_t prefix = number(problem, SETTING_prefix);
    const bool certificate = number(problem, SETTING_certificate);
    const bool cutoffs = number(problem, SETTING_cutoffs);
    const uint64_t table = number(problem, SETTING_table);
    const bool certifies = certificate && engine->completes;

    return (struct engine_problem){
        .net = reduced ? reduced->net : problem->net,
        .dep = dep,
        .units = reduced ? NULL : api_units_of(problem),
        .exclusive = reduced ? &reduced->exclusive : &problem->exclusive,
        .question.goals = reduced ? reduced->goals.at : members->goals.at,
        .question.n_goals = members->goals.len,
        .racers = fits_racers(problem),
        .unfolding.order = (enum engine_order)number(problem, SETTING_order),
        .unfolding.cutoffs = cutoffs,
        .por.table = cutoffs && table != SETTINGS_OFF,
        .por.table_limit = table == SETTINGS_OFF ? 0 : table,
        .por.choice = (enum engine_choice)number(problem, SETTING_choose),
        .por.k = (uint32_t)number(problem, SETTING_alternatives),
        .por.cache = number(problem, SETTING_cache),
        .por.deepening =
            cutoffs ? settings_real(&problem->settings, SETTING_deepening) : 0,
        .test.check = (uint32_t)number(problem, SETTING_check),
        .state.stubborn =
            (enum engine_stubborn)number(problem, SETTING_stubborn),
        .state.interpolation = number(problem, SETTING_interpolation),
        .walk.seed = number(problem, SETTING_seed),
        .output.proof = certificate,
        .output.prefix = prefix || certifies,
        .output.no_conflicts = !prefix || !number(problem, SETTING_conflicts),
        .output.steps = prefix && number(problem, SETTING_steps),
        .output.copies = prefix >= SETTINGS_PREFIX_MCI || certifies,
        .output.complete = prefix >= SETTINGS_PREFIX_COMPLETE,
    };
}

/* Passes the progress of the engine to the caller. */
static void show(void *self, const struct answer_stats *stats, uint32_t depth,
                 uint32_t bound)
{
    const punfpor *const problem = self;
    const punfpor_progress now = {
        .seconds = stats->seconds,
        .steps = stats->pushes + stats->fired + stats->firings,
        .histories = stats->histories_created,
        .maximal = stats->maximal_configurations,
        .markings = stats->states,
        .bytes = stats->peak_bytes,
        .depth = depth,
        .bound = bound,
        .explored = stats->pushes ? 0 : stats->explored_histories,
        .cutoffs = stats->cutoffs,
        .programs = stats->programs,
        .clauses = stats->frame_cubes,
        .walks = stats->walks,
    };

    problem->progress(problem->progress_data, &now);
}

/* Of auto: three quarters, so that what the C library and the kernel hold fits
 * into the rest. */
static uint64_t memory_limit(uint64_t wanted)
{
    return wanted == SETTINGS_OFF ? system_memory() / 4 * 3 : wanted;
}

/* An engine whose threads matter to its runs has several on demand only. */
static uint32_t thread_limit(const punfpor *problem)
{
    const uint32_t n = (uint32_t)number(problem, SETTING_threads);

    return n == 0 && settings_given(&problem->settings, SETTING_threads)
               ? system_processors()
               : n;
}

static struct engine_limits engine_limits(punfpor *problem)
{
    return (struct engine_limits){
        .seconds = settings_real(&problem->settings, SETTING_timeout),
        .max_events = number(problem, SETTING_max_events),
        .max_bytes = memory_limit(number(problem, SETTING_max_memory)),
        .max_depth = (uint32_t)number(problem, SETTING_max_depth),
        .threads = thread_limit(problem),
        .terminate = problem->terminate,
        .terminate_data = problem->terminate_data,
        .progress.show = problem->progress ? show : NULL,
        .progress.self = problem,
        .ranks = problem->ranks.n_ranks ? &problem->ranks : NULL,
        .profile = number(problem, SETTING_profile) ? &problem->profile : NULL,
    };
}

/* --- the result ----------------------------------------------------------- */

/* Sorts the conflicts by event.  Those of an event come out increasing, since
 * the list is sorted by (a, b). */
static void index_conflicts(punfpor *problem)
{
    const struct prefix *const prefix = &problem->answer.prefix;
    const uint32_t n_events = prefix->events.len;
    uint32_t *start = mem_zero((size_t)n_events + 2, sizeof *start);
    uint32_t *at = mem_alloc((size_t)2 * prefix->conflicts.len, sizeof *at);

    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        start[prefix->conflicts.at[i].a + 2]++;
        start[prefix->conflicts.at[i].b + 2]++;
    }
    for (uint32_t e = 0; e < n_events; e++)
        start[e + 2] += start[e + 1];
    for (uint32_t i = 0; i < prefix->conflicts.len; i++)
        at[start[prefix->conflicts.at[i].b + 1]++] = prefix->conflicts.at[i].a;
    for (uint32_t i = 0; i < prefix->conflicts.len; i++)
        at[start[prefix->conflicts.at[i].a + 1]++] = prefix->conflicts.at[i].b;
    problem->conflicts.at = at;
    problem->conflicts.start = start;
}

/* Certificates and some files need copies of read places; all else shows
 * reads.  A prefix for files alone, without conflicts, stays as it is. */
static void fold_prefix(punfpor *problem)
{
    if (problem->answer.prefix.has_copies && problem->prefix &&
        (problem->prefix < SETTINGS_PREFIX_MCI ||
         number(problem, SETTING_conflicts)))
        prefix_fold_reads(&problem->answer.prefix, &problem->folded);
}

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
    diag_report(diag, DIAG_INPUT, NULL, 0, 0,
                "the net is not safe: transition '%s' puts a second token "
                "on place '%s'%s",
                net_trans_label(net, t), net_place_label(net, p), limit);
}

/* Reports an input error: an unsafe net, or an invalid relation. */
static void report_input(const punfpor *problem, struct diag *diag)
{
    const struct answer *const answer = &problem->answer;

    if (answer->stop == STOP_UNSAFE) {
        report_unsafe(problem->net, answer, diag);
        return;
    }
    *diag = answer->diag;
    if (answer->stop == STOP_INPUT && !diag->file[0])
        (void)snprintf(diag->file, sizeof diag->file, "%s",
                       settings_text(&problem->settings, SETTING_dependency));
}

void api_explore_copy(witness_run *to, const witness_run *from, uint32_t n)
{
    vec_reserve(to, n);
    for (uint32_t i = 0; i < n; i++)
        vec_push(to, from->at[i]);
}

void api_explore_refute_safety(const goal_list *goals, struct answer *answer)
{
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];

        finding->has_limit = false;
        if (finding->verdict == VERDICT_NO || goals->at[g].kind == GOAL_BOUND)
            finding->verdict = VERDICT_UNKNOWN;
        if (goals->at[g].kind != GOAL_SAFE)
            continue;
        finding->verdict = VERDICT_YES;
        finding->engine = answer->engine;
        finding->seconds = answer->stats.seconds;
        api_explore_copy(&finding->run, &answer->unsafe_run,
                         answer->unsafe_run.len);
        vec_push(&finding->run, answer->unsafe_trans);
    }
}

/* Whatever the engine has seen: the structure has shown that the net is
 * safe. */
static void note_safety(const goal_list *goals, const char *structure,
                        struct answer *answer)
{
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];

        if (goals->at[g].kind != GOAL_SAFE ||
            finding->verdict != VERDICT_UNKNOWN)
            continue;
        finding->verdict = VERDICT_NO; /* no second token */
        finding->engine = structure;
        finding->safe = true;
    }
}

/* Moves the answer into the handle, by question, with runs by the transitions
 * of the input. */
void api_explore_take(punfpor *problem, const struct members *members,
                      struct answer *answer)
{
    problem->members = members_fold(members, answer);
    problem->n_members = members->n;
    problem->answer = *answer;
    for (uint32_t t = 0; problem->members && t < members->n; t++)
        given_run_cut(problem->net, &problem->members[t].run);
    for (uint32_t g = 0; g < answer->n_findings; g++)
        given_run_cut(problem->net, &problem->answer.findings[g].run);
    given_run_cut(problem->net, &problem->answer.unsafe_run);
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
static bool is_complete(const struct members *members,
                        const struct answer *answer, struct diag *diag)
{
    const struct goal *const open =
        answer->stop == STOP_DONE ? members_open(members, answer->findings)
                                  : NULL;

    ASSERT(!open);
    return !open || diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                                "the engine is done without an answer to "
                                "'%.400s'",
                                open->text);
}

/* A correct answer about the net of the caller. */
static void conclude(punfpor *problem, const struct members *members,
                     struct answer *answer, struct diag *diag)
{
    const bool reported = answer->stop == STOP_INPUT;
    const bool safe =
        problem->structure && !reported && answer->stop != STOP_UNSAFE;

    if (answer->stop == STOP_UNSAFE)
        api_explore_refute_safety(&members->goals, answer);
    else if (safe)
        note_safety(&members->goals, problem->structure, answer);
    if (!is_complete(members, answer, diag)) {
        answer_finish(answer);
        return;
    }
    api_units_note(problem, answer);
    api_explore_take(problem, members, answer);
    if (safe && members->safe)
        note_safety(&problem->goals, problem->structure, &problem->answer);
    fold_prefix(problem);
    if (problem->prefix && number(problem, SETTING_conflicts))
        index_conflicts(problem);
    if (reported || answer->stop == STOP_UNSAFE)
        report_input(problem, diag);
}

/* Is there nothing left to do for an engine?  A drawing is about what it has
 * seen. */
static bool is_answered(const punfpor *problem)
{
    if (!problem->structure || !problem->goals.len || problem->prefix ||
        (problem->certified && !problem->has_weights))
        return false;
    for (uint32_t g = 0; g < problem->goals.len; g++)
        if (problem->goals.at[g].kind != GOAL_SAFE)
            return false;
    return true;
}

static void tell_safety(struct news *news)
{
    const struct answer_finding finding = {
        .verdict = VERDICT_NO,
        .safe = true,
        .engine = news->problem->structure,
    };
    const goal_list *const goals = &news->members->goals;
    const goal_list *const asked = news->members->asked;

    for (uint32_t g = 0; g < goals->len; g++)
        if (goals->at[g].kind == GOAL_SAFE)
            news_tell(news, g, &finding, news->problem->structure);
    for (uint32_t q = 0; news->members->safe && q < asked->len; q++)
        if (asked->at[q].kind == GOAL_SAFE)
            news_tell_question(news, q, &finding);
}

/* Tells news of the reduced net as news of the original. */
static void tell_lifted(void *self, uint32_t goal,
                        const struct answer_finding *finding,
                        const char *engine)
{
    const struct news *const news = self;
    struct answer_finding lifted =
        api_reduce_lift(news->problem->reduced, &news->members->goals.at[goal],
                        goal, finding, NULL);

    news_tell(self, goal, &lifted, engine);
    vec_free(&lifted.run);
}

/* Fills the answer, which is new: about the reduced net, if there is one. */
static void explore(const punfpor *problem, const struct members *members,
                    const struct engine *engine,
                    const struct engine_problem *given,
                    struct engine_limits limits, struct answer *answer)
{
    struct news news;

    news_init(&news, problem, members, engine->name, engine->is_race);
    if (problem->found || problem->final) {
        limits.news = (struct engine_news){
            problem->reduced ? tell_lifted : news_tell, &news};
        limits.settled =
            (struct engine_settled){news_settle, &news, members->goals.len};
    }
    limits.joint = members_joint(members);
    if (problem->structure)
        tell_safety(&news);
    if (!is_answered(problem))
        engine->run(given, &limits, answer);
    news_finish(&news);
}

/* Seconds to fire a step of a run again, when all are checked at the end, and
 * to free it; and to lift one from a reduced net first. */
static const double PROVE_TIME = 16e-9;
static const double LIFT_TIME = 54e-9;

/* False if the answer for the reduced net cannot be lifted. */
static bool run_once(punfpor *problem, const struct members *members,
                     const struct engine *engine, const struct dep *dep,
                     struct engine_limits limits, struct diag *diag)
{
    const struct engine_problem given =
        engine_problem(problem, members, engine, dep);
    const struct goal *const goals = members->goals.at;
    struct engine_closing closing = {
        .step = problem->reduced ? PROVE_TIME + LIFT_TIME : PROVE_TIME};
    struct api_checkpoint checkpoint;
    struct answer answer;
    bool correct = false, lifted = true;

    limits.closing = &closing;
    answer_init(&answer, members->goals.len);
    if (api_checkpoint_begin(&checkpoint, problem, &given, &limits, diag)) {
        explore(problem, members, engine, &given, limits, &answer);
        correct = is_correct(&given, &answer, diag);
    }
    api_checkpoint_finish(&checkpoint);
    if (correct && problem->reduced && answer.stop != STOP_INPUT) {
        lifted = api_reduce_answer(problem->reduced, goals, limits.seconds > 0,
                                   &answer);
        correct = lifted && prove_runs(problem->net, goals, &answer, diag);
    }
    if (correct)
        conclude(problem, members, &answer, diag);
    else
        answer_finish(&answer);
    return lifted;
}

/* The limits, less the time since the start. */
static struct engine_limits limits_from(punfpor *problem,
                                        const struct api_explore_part *part)
{
    struct engine_limits limits = engine_limits(problem);
    const double left = limits.seconds - (watch_now() - part->start);

    limits.work = part->work;
    if (limits.seconds > 0)
        limits.seconds = left > 0.001 ? left : 0.001;
    return limits;
}

/* What is left of sets is exclusive if the net is safe (THEORY, Lemma 68).
 * Where it may not be, and steps may hide a second token, sets of the reduced
 * net itself are sought. */
static void find_exclusive(const punfpor *problem, struct api_reduce *reduced)
{
    if (problem->structure)
        exclusive_restrict(&problem->exclusive, reduced->map.place,
                           &reduced->exclusive);
    else
        safety_find_exclusive(reduced->net, true, &reduced->exclusive);
}

/* False if there is no answer by a reduced net. */
static bool run_reduced(punfpor *problem, const struct members *members,
                        const struct api_explore_part *part, struct diag *diag)
{
    struct dep *dep;
    bool lifted;

    problem->reduced = api_reduce_create(problem, &members->goals, part->engine,
                                         part->anew, part->start);
    if (!problem->reduced)
        return false;
    find_exclusive(problem, problem->reduced);
    dep = api_explore_relation(problem, problem->reduced->net);
    lifted = run_once(problem, members, part->engine, dep,
                      limits_from(problem, part), diag);
    dep_destroy(dep);
    if (!lifted) {
        api_reduce_destroy(problem->reduced);
        problem->reduced = NULL;
    }
    return lifted;
}

void api_explore_run(punfpor *problem, const struct members *members,
                     const struct api_explore_part *part, struct diag *diag)
{
    if (!run_reduced(problem, members, part, diag))
        (void)run_once(problem, members, part->engine, part->dep,
                       limits_from(problem, part), diag);
}
