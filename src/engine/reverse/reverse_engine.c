/* reverse_engine.c - the reverse search over maximal configurations: engine
 * `reverse`.
 *
 * It visits every maximal configuration once, in a tree that subtree.h walks.
 * Its memory is that of one run, and of the names of the subtrees that are
 * still to be visited.  It needs a net whose runs all end, or a bound on the
 * size of events.
 *
 * Several workers, which are threads, share the tree.  The answers are those of
 * one worker (first_answers.h), and so are the counts of a search that visits
 * everything.  A visitor is called by any of the threads, by one at a time. */
#include "engine/engine.h"
#include "base/system.h"
#include "engine/reverse/ranks.h"
#include "engine/reverse/run_goals.h"
#include "net/termination.h"

#include <setjmp.h>

#define REVERSE_FIGURES(X)                                                     \
    CONFIG_MAXIMAL_FIGURE(X)                                                   \
    CONFIG_LARGEST_FIGURE(X)                                                   \
    CONFIG_PUSHES_FIGURE(X)                                                    \
    X(min_configuration, NOTHING, "events in the smallest configuration")      \
    X(total_length, NOTHING, "events of all configurations, added up")         \
    X(extensions, NOTHING, "extensions found, again after each pop and push")  \
    X(tested, NOTHING, "extensions that were tried as first event of a child") \
    X(tree_depth, NOTHING, "configurations on the longest path of the tree")

enum {
#define X(name, count, meaning) REVERSE_##name,
    REVERSE_FIGURES(X)
#undef X
};

struct search_worker {
    struct search_crew *crew;
    uint32_t number;
    struct worker worker;
    pthread_t thread;
    bool is_thread;
};

struct search_crew {
    const struct engine_problem *problem;
    const struct engine_limits *limits;
    struct engine_limits worker_limits;
    struct first_answers answers;
    struct ledger ledger;
    struct worker_totals totals;
    pthread_mutex_t visitor_lock;
    struct search_worker *workers;
    uint32_t n_workers;
    double saved; /* when the last checkpoint was written (watch.h) */
    struct diag diag;
};

/* --- checkpoints ---------------------------------------------------------- */

/* The first worker writes them, so that one is written at a time. */
static void write_checkpoint(struct search_crew *crew)
{
    const struct engine_checkpoint *const checkpoint =
        &crew->limits->checkpoint;
    struct partial_search state = {0};

    ledger_save(&crew->ledger, &state);
    first_answers_save(&crew->answers, false, &state);
    if (!checkpoint->write(checkpoint->self, &state, &crew->diag))
        ledger_stop(&crew->ledger, STOP_FAULT);
    partial_finish(&state);
    crew->saved = system_now();
}

static void write_when_due(void *self)
{
    struct search_crew *const crew = self;
    const struct engine_checkpoint *const checkpoint =
        &crew->limits->checkpoint;

    if (checkpoint->write && system_now() - crew->saved >= checkpoint->seconds)
        write_checkpoint(crew);
}

/* --- a worker ------------------------------------------------------------- */

static bool must_thread_commit(void *self, uint64_t work)
{
    const struct search_worker *const worker = self;
    const struct ledger *const ledger = &worker->crew->ledger;

    return ledger_is_stopped(ledger) ||
           (work >= LEDGER_LEAST && ledger_wants(ledger));
}

static void visit_maximal(void *self, const trans_id *run, uint32_t len)
{
    const struct search_worker *const worker = self;
    const struct engine_visitor *const visitor =
        &worker->crew->problem->output.visitor;

    pthread_mutex_lock(&worker->crew->visitor_lock);
    visitor->maximal(visitor->self, run, len);
    pthread_mutex_unlock(&worker->crew->visitor_lock);
}

static void work_until_done(struct search_worker *worker)
{
    struct search_crew *const crew = worker->crew;
    const bool is_first = worker->number == 0;
    struct engine_limits limits = crew->worker_limits;
    struct ledger_lease lease;

    if (!is_first)
        limits.progress = (struct engine_progress){0};
    worker_init(
        &worker->worker, crew->problem, &limits, &crew->answers, &crew->totals,
        (struct worker_hooks){
            .must_commit = must_thread_commit,
            .maximal =
                crew->problem->output.visitor.maximal ? visit_maximal : NULL,
            .self = worker,
        });
    while (ledger_wait(&crew->ledger, worker->number, &lease)) {
        if (crew->n_workers == 1 && !crew->limits->checkpoint.write)
            lease.work = UINT64_MAX;
        worker_explore(&worker->worker, &lease);
        ledger_commit(&crew->ledger, worker->number, &worker->worker.done);
        if (is_first)
            write_when_due(crew);
    }
    worker_finish(&worker->worker);
}

/* Works in a scope of its thread. */
static void *run_thread(void *self)
{
    struct search_worker *const worker = self;
    struct mem_scope scope;

    mem_enter(&scope);
    if (setjmp(scope.back)) {
        ledger_stop(&worker->crew->ledger, STOP_MEMORY);
        return NULL;
    }
    work_until_done(worker);
    mem_leave(&scope);
    return NULL;
}

/* --- the crew ------------------------------------------------------------- */

static int must_terminate(void *self)
{
    const struct search_crew *const crew = self;
    const struct engine_limits *const limits = crew->limits;

    return ledger_is_stopped(&crew->ledger) ||
           (limits->terminate && limits->terminate(limits->terminate_data));
}

/* The first worker shows the progress of all. */
static void show(void *self, const struct answer_progress *now, uint32_t depth,
                 uint32_t bound)
{
    const struct search_crew *const crew = self;
    const struct engine_progress *const progress = &crew->limits->progress;
    struct answer_progress sum = *now;

    sum.counts[COUNT_MAXIMAL] =
        atomic_load_explicit(&crew->totals.n_maximal, memory_order_relaxed);
    progress->show(progress->self, &sum, depth, bound);
}

/* With several processes each of them is one. */
static uint32_t worker_count(const struct engine_limits *limits)
{
    return limits->ranks     ? limits->ranks->n_ranks
           : limits->threads ? limits->threads
                             : system_processors();
}

static void init(struct search_crew *crew, const struct engine_problem *problem,
                 const struct engine_limits *limits)
{
    const struct partial_search *const from = limits->checkpoint.from;
    const uint32_t n = worker_count(limits);

    *crew = (struct search_crew){.problem = problem,
                                 .limits = limits,
                                 .worker_limits = *limits,
                                 .n_workers = n};
    crew->worker_limits.terminate = must_terminate;
    crew->worker_limits.terminate_data = crew;
    crew->worker_limits.profile = NULL;
    if (limits->progress.show)
        crew->worker_limits.progress =
            (struct engine_progress){.show = show, .self = crew};
    first_answers_init(&crew->answers, problem->question.n_goals);
    ledger_init(&crew->ledger, n, &crew->answers);
    pthread_mutex_init(&crew->visitor_lock, NULL);
    crew->workers = mem_zero(n, sizeof *crew->workers);
    for (uint32_t i = 0; i < n; i++) {
        crew->workers[i].crew = crew;
        crew->workers[i].number = i;
    }
    ledger_open(&crew->ledger, from);
    if (!from)
        return;
    CHECK(first_answers_load(&crew->answers, from));
    atomic_store_explicit(&crew->totals.n_maximal,
                          from->sums.maximal_configurations,
                          memory_order_relaxed);
}

static void finish(struct search_crew *crew)
{
    mem_free(crew->workers);
    pthread_mutex_destroy(&crew->visitor_lock);
    ledger_finish(&crew->ledger);
    first_answers_finish(&crew->answers);
}

/* A worker without a thread never waits, so it must not be waited for. */
static void start_worker(struct search_worker *worker)
{
    worker->is_thread =
        pthread_create(&worker->thread, NULL, run_thread, worker) == 0;
    if (!worker->is_thread)
        ledger_stop(&worker->crew->ledger, STOP_MEMORY);
}

/* --- several processes ---------------------------------------------------- */

static void lead(struct search_crew *crew)
{
    struct worker *const worker = &crew->workers[0].worker;
    struct ranks_lead lead = {
        .worker = worker,
        .ledger = &crew->ledger,
        .answers = &crew->answers,
        .totals = &crew->totals,
        .limits = crew->limits,
        .diag = &crew->diag,
        .pause = write_when_due,
        .self = crew,
    };

    worker_init(worker, crew->problem, &crew->worker_limits, &crew->answers,
                &crew->totals,
                (struct worker_hooks){.must_commit = ranks_lead_must_commit,
                                      .self = &lead});
    ranks_lead(&lead);
    worker_finish(worker);
}

static void run_workers(struct search_crew *crew)
{
    if (crew->limits->ranks) {
        lead(crew);
        return;
    }
    if (crew->n_workers == 1) {
        work_until_done(crew->workers);
        return;
    }
    for (uint32_t i = 0; i < crew->n_workers; i++)
        start_worker(&crew->workers[i]);
    for (uint32_t i = 0; i < crew->n_workers; i++)
        if (crew->workers[i].is_thread)
            pthread_join(crew->workers[i].thread, NULL);
}

/* --- the answer ----------------------------------------------------------- */

static void take_answer(const struct search_crew *crew, struct answer *answer,
                        struct watch *watch)
{
    answer->stop = STOP_DONE;
    if (crew->diag.code != DIAG_NONE) {
        answer->stop = STOP_FAULT;
        answer->diag = crew->diag;
    } else if (!first_answers_take(&crew->answers, answer)) {
        answer->stop = crew->ledger.reason;
        if (answer->stop == STOP_DONE && crew->ledger.is_beyond)
            answer->stop = STOP_DEPTH;
        if (answer->stop == STOP_DONE)
            watch_say_no(watch, answer);
    }
#define X(name, count, meaning) \
    answer->stats.at[REVERSE_##name] = crew->ledger.sums.name;
    REVERSE_FIGURES(X)
#undef X
    watch->work = crew->ledger.sums.work;
}

static void run_search(const struct engine_problem *problem,
                       const struct engine_limits *limits,
                       struct answer *answer)
{
    struct search_crew crew;
    struct watch watch;

    watch_init(&watch, limits, &answer->stats);
    init(&crew, problem, limits);
    if (limits->checkpoint.write) /* so that a file that cannot be written
                                     ends the run at its beginning */
        write_checkpoint(&crew);
    run_workers(&crew);
    if (limits->checkpoint.write && crew.diag.code == DIAG_NONE)
        write_checkpoint(&crew);
    take_answer(&crew, answer, &watch);
    watch_close(&watch);
    finish(&crew);
}

static const struct answer_figure figures[] = {
    REVERSE_FIGURES(ANSWER_FIGURE){0}};

static void run_reverse(const struct engine_problem *problem,
                        const struct engine_limits *limits,
                        struct answer *answer)
{
    answer->stats.figures = figures;
    if (limits->ranks && limits->ranks->rank) {
        ranks_follow(problem, limits);
        answer->stop = STOP_INTERRUPTED; /* another process has the answer */
    } else {
        run_search(problem, limits, answer);
    }
}

static const char *refuses(const struct net *net, const struct goal *goal)
{
    (void)net;
    return goal->kind == GOAL_FORMULA && !run_goals_fit(goal->formula)
               ? ", which is not about the ends of runs: 'EF (deadlock and "
                 "...)'"
               : NULL;
}

/* Without cutoffs, a search ends if all runs do. */
static bool supports(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct diag *diag)
{
    const trans_id t =
        limits->max_depth ? TRANS_NONE : termination_find_endless(problem->net);

    return t == TRANS_NONE ||
           diag_usage(diag,
                      "engine 'reverse' needs option 'max-depth' for a net "
                      "whose runs may have no end: as far as its structure "
                      "shows, transition '%.300s' may fire for ever",
                      net_trans_label(problem->net, t));
}

const struct engine reverse_engine = {
    .name = "reverse",
    .uses = " dependency check max-events max-depth threads checkpoint "
            "checkpoint-every resume ",
    .figures = figures,
    .techniques = "NET_UNFOLDING PARTIAL_ORDER",
    .traits = ENGINE_UNFOLDS | ENGINE_VISITS | ENGINE_SHARES,
    .goals = ENGINE_REACHES & ~(1u << GOAL_BOUND),
    .refuses = refuses,
    .supports = supports,
    .run = run_reverse,
};
