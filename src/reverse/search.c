#include "reverse/search.h"

#include "base/system.h"
#include "reverse/first_answers.h"
#include "reverse/root_list.h"
#include "reverse/subtree.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct search_worker {
    struct search_crew *crew;
    const struct engine_problem *problem;
    struct engine_limits limits;
    struct answer answer;
    struct compiled_net *compiled; /* its own: the matcher reorders patterns */
    struct es *es;
    struct watch watch;
    struct run_goals goals;
    struct subtree subtree;
    VEC(trans_id) run;   /* scratch */
    uint64_t n_reported; /* extensions that the crew knows of */
    enum answer_stop reason;
    struct answer_stats stats; /* at the end */
    bool is_beyond;            /* an event was left out */
    pthread_t thread;
    bool is_thread;
};

/* The workers of a search. */
struct search_crew {
    const struct engine_problem *problem;
    const struct engine_limits *limits;
    struct root_list roots;
    struct first_answers answers;
    pthread_mutex_t visitor_lock;
    _Atomic uint64_t n_found, n_maximal; /* extensions; configurations */
    struct search_worker *workers;
    uint32_t n_workers;
};

/* --- a worker ------------------------------------------------------------- */

static void found(void *self, uint32_t g, uint32_t n_events)
{
    struct search_worker *const x = self;
    const struct first_answers_place place = {x->subtree.path.at,
                                              x->subtree.path.len, n_events};

    first_answers_add(&x->crew->answers, g, &place, &x->answer);
}

static void show_maximal(struct search_worker *x)
{
    const struct engine_visitor *const visitor = &x->problem->output.visitor;
    const struct sorted_run *const r = &x->subtree.run;

    vec_clear(&x->run);
    for (uint32_t pos = 1; pos < config_len(&r->c); pos++)
        vec_push(&x->run, sorted_run_trans(r, pos));
    pthread_mutex_lock(&x->crew->visitor_lock);
    visitor->maximal(visitor->self, x->run.at, x->run.len);
    pthread_mutex_unlock(&x->crew->visitor_lock);
}

static void count(struct search_worker *x)
{
    struct answer_stats *const stats = &x->answer.stats;
    const uint32_t len = sorted_run_len(&x->subtree.run);

    if (len > stats->max_configuration)
        stats->max_configuration = len;
    if (!stats->maximal_configurations || len < stats->min_configuration)
        stats->min_configuration = len;
    stats->maximal_configurations++;
    stats->total_length += len;
    x->watch.depth = len;
}

/* What the crew knows together. */
static void report(struct search_worker *x)
{
    const uint64_t fresh = x->subtree.run.n_found - x->n_reported;

    x->n_reported += fresh;
    atomic_fetch_add_explicit(&x->crew->n_maximal, 1, memory_order_relaxed);
    watch_events(&x->watch,
                 fresh + atomic_fetch_add_explicit(&x->crew->n_found, fresh,
                                                   memory_order_relaxed));
}

static void give(struct search_worker *x)
{
    struct subtree_name name;

    while (root_list_wants(&x->crew->roots) && subtree_give(&x->subtree, &name))
        root_list_put(&x->crew->roots, &name);
}

static void visit(struct search_worker *x)
{
    count(x);
    report(x);
    if (x->problem->output.visitor.maximal)
        show_maximal(x);
    run_goals_end(&x->goals, &x->subtree.run);
    if (x->crew->n_workers > 1)
        give(x);
}

/* The subtree, up to where nothing counts any more. */
static void explore(struct search_worker *x, const struct subtree_name *name)
{
    struct subtree *const subtree = &x->subtree;

    run_goals_restart(&x->goals, &subtree->run);
    if (first_answers_is_past(&x->crew->answers, name->path, name->n_path))
        return;
    subtree_start(subtree, name);
    while (!root_list_is_stopped(&x->crew->roots) && subtree_next(subtree) &&
           !first_answers_is_past(&x->crew->answers, subtree->path.at,
                                  subtree->path.len))
        visit(x);
}

static void init_worker(struct search_worker *x)
{
    const struct engine_problem *const problem = x->problem;

    answer_init(&x->answer, problem->question.n_goals);
    watch_init(&x->watch, &x->limits, &x->answer.stats);
    x->compiled =
        compiled_net_create(problem->net, problem->dep, problem->question.goals,
                            problem->question.n_goals);
    x->es = es_create(x->compiled);
    x->es->lazy = true;
    run_goals_init(&x->goals, problem, &x->answer, &x->watch,
                   (struct run_goals_hook){found, x});
    subtree_init(&x->subtree, x->es, &x->goals, &x->watch, x->limits.max_depth,
                 &problem->test);
}

/* What is left of the worker is plain data. */
static void finish_worker(struct search_worker *x)
{
    struct answer_stats *const stats = &x->answer.stats;

    stats->pushes = x->subtree.run.n_pushed;
    stats->extensions = x->subtree.run.n_found;
    stats->tested = x->subtree.n_tested;
    stats->tree_depth = x->subtree.deepest;
    x->is_beyond = x->subtree.run.is_beyond;
    x->reason = x->watch.reason;
    watch_close(&x->watch);
    x->stats = *stats;
    subtree_finish(&x->subtree);
    run_goals_finish(&x->goals);
    es_destroy(x->es);
    compiled_net_destroy(x->compiled);
    vec_free(&x->run);
    answer_finish(&x->answer);
}

static void work(struct search_worker *x)
{
    struct root_list_root *root;

    init_worker(x);
    while ((root = root_list_take(&x->crew->roots)) != NULL) {
        explore(x, &root->name);
        mem_free(root);
        if (x->watch.reason != STOP_DONE)
            root_list_stop(&x->crew->roots);
    }
    finish_worker(x);
}

/* Works in a scope of its thread. */
static void *run_thread(void *self)
{
    struct search_worker *const x = self;
    struct mem_scope scope;

    mem_enter(&scope);
    if (setjmp(scope.back)) {
        x->reason = STOP_MEMORY;
        root_list_stop(&x->crew->roots);
        return NULL;
    }
    work(x);
    mem_leave(&scope);
    return NULL;
}

/* --- the crew ------------------------------------------------------------- */

static int must_terminate(void *self)
{
    const struct search_crew *const crew = self;
    const struct engine_limits *const limits = crew->limits;

    return root_list_is_stopped(&crew->roots) ||
           (limits->terminate && limits->terminate(limits->terminate_data));
}

/* The first worker shows the progress of all. */
static void show(void *self, const struct answer_stats *stats, uint32_t depth,
                 uint32_t bound)
{
    const struct search_crew *const crew = self;
    const struct engine_progress *const progress = &crew->limits->progress;
    struct answer_stats sum = *stats;

    sum.maximal_configurations =
        atomic_load_explicit(&crew->n_maximal, memory_order_relaxed);
    progress->show(progress->self, &sum, depth, bound);
}

static uint32_t thread_count(const struct engine_limits *limits)
{
    return limits->threads ? limits->threads : system_processors();
}

static void init(struct search_crew *crew, const struct engine_problem *problem,
                 const struct engine_limits *limits)
{
    const uint32_t n = thread_count(limits);

    *crew = (struct search_crew){
        .problem = problem, .limits = limits, .n_workers = n};
    root_list_init(&crew->roots, n);
    first_answers_init(&crew->answers, problem->question.n_goals);
    pthread_mutex_init(&crew->visitor_lock, NULL);
    crew->workers = mem_zero(n, sizeof *crew->workers);
    for (uint32_t i = 0; i < n; i++) {
        struct search_worker *const x = &crew->workers[i];

        x->crew = crew;
        x->problem = problem;
        x->limits = *limits;
        x->limits.terminate = must_terminate;
        x->limits.terminate_data = crew;
        x->limits.progress = (struct engine_progress){0};
        x->limits.profile = NULL;
    }
    if (limits->progress.show)
        crew->workers[0].limits.progress =
            (struct engine_progress){.show = show, .self = crew};
}

static void finish(struct search_crew *crew)
{
    mem_free(crew->workers);
    pthread_mutex_destroy(&crew->visitor_lock);
    first_answers_finish(&crew->answers);
    root_list_finish(&crew->roots);
}

/* A worker without a thread never waits, so it must not be waited for. */
static void start_worker(struct search_worker *x)
{
    x->is_thread = pthread_create(&x->thread, NULL, run_thread, x) == 0;
    if (x->is_thread)
        return;
    x->reason = STOP_MEMORY;
    root_list_stop(&x->crew->roots);
}

static void run_workers(struct search_crew *crew)
{
    root_list_put(&crew->roots, &(struct subtree_name){0});
    if (crew->n_workers == 1) {
        work(crew->workers);
        return;
    }
    for (uint32_t i = 0; i < crew->n_workers; i++)
        start_worker(&crew->workers[i]);
    for (uint32_t i = 0; i < crew->n_workers; i++)
        if (crew->workers[i].is_thread)
            pthread_join(crew->workers[i].thread, NULL);
}

/* --- the answer ----------------------------------------------------------- */

static void add_stats(struct answer_stats *sum, const struct answer_stats *own)
{
    if (own->maximal_configurations &&
        (!sum->maximal_configurations ||
         own->min_configuration < sum->min_configuration))
        sum->min_configuration = own->min_configuration;
    if (own->max_configuration > sum->max_configuration)
        sum->max_configuration = own->max_configuration;
    if (own->tree_depth > sum->tree_depth)
        sum->tree_depth = own->tree_depth;
    sum->maximal_configurations += own->maximal_configurations;
    sum->total_length += own->total_length;
    sum->pushes += own->pushes;
    sum->extensions += own->extensions;
    sum->tested += own->tested;
    sum->work += own->work;
}

/* Why the search was not complete: a limit, before the interruption of those
 * that were stopped for it. */
static enum answer_stop find_reason(const struct search_crew *crew)
{
    enum answer_stop reason = STOP_DONE;

    for (uint32_t i = 0; i < crew->n_workers; i++) {
        const struct search_worker *const x = &crew->workers[i];

        if (x->reason != STOP_DONE &&
            (reason == STOP_DONE || reason == STOP_INTERRUPTED))
            reason = x->reason;
    }
    for (uint32_t i = 0; i < crew->n_workers && reason == STOP_DONE; i++)
        if (crew->workers[i].is_beyond)
            reason = STOP_DEPTH;
    return reason;
}

static void say_no(struct answer *answer, struct watch *watch)
{
    answer->safe = true;
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];

        if (finding->verdict != VERDICT_UNKNOWN)
            continue;
        finding->verdict = VERDICT_NO;
        finding->safe = true;
        watch_found(watch, g, finding);
    }
}

static void take_answer(const struct search_crew *crew, struct answer *answer,
                        struct watch *watch)
{
    answer->stop = STOP_DONE;
    if (!first_answers_take(&crew->answers, answer)) {
        answer->stop = find_reason(crew);
        if (answer->stop == STOP_DONE)
            say_no(answer, watch);
    }
    for (uint32_t i = 0; i < crew->n_workers; i++)
        add_stats(&answer->stats, &crew->workers[i].stats);
    watch->work = answer->stats.work;
}

static void run(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer)
{
    struct search_crew crew;
    struct watch watch;

    answer->stats.figures = FIGURES_REVERSE;
    watch_init(&watch, limits, &answer->stats);
    init(&crew, problem, limits);
    run_workers(&crew);
    take_answer(&crew, answer, &watch);
    watch_close(&watch);
    finish(&crew);
}

const struct engine search_engine = {
    .name = "reverse",
    .about = "reverse search: every maximal configuration once",
    .visits = true,
    .run = run,
};
