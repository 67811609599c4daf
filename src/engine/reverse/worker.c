#include "engine/reverse/worker.h"

void worker_init(struct worker *worker, const struct engine_problem *problem,
                 const struct engine_limits *limits,
                 struct first_answers *answers, struct worker_totals *totals,
                 struct worker_hooks hooks)
{
    *worker = (struct worker){.problem = problem,
                              .limits = *limits,
                              .answers = answers,
                              .totals = totals,
                              .hooks = hooks};
    answer_init(&worker->answer, problem->question.n_goals);
    watch_init(&worker->watch, &worker->limits, &worker->answer.stats);
    worker->compiled =
        compiled_net_create(problem->net, problem->dep, problem->question.goals,
                            problem->question.n_goals, false);
    worker->es = es_create(worker->compiled);
    worker->es->lazy = true;
    run_goals_init(&worker->goals, problem, &worker->answer, &worker->watch,
                   answers, &worker->subtree.path);
    subtree_init(&worker->subtree, worker->es, &worker->goals, &worker->watch,
                 worker->limits.max_depth, &problem->test);
}

void worker_finish(struct worker *worker)
{
    watch_close(&worker->watch);
    subtree_finish(&worker->subtree);
    run_goals_finish(&worker->goals);
    es_destroy(worker->es);
    compiled_net_destroy(worker->compiled);
    vec_free(&worker->run);
    partial_finish(&worker->done);
    answer_finish(&worker->answer);
}

/* --- a configuration ------------------------------------------------------ */

static void show_maximal(struct worker *worker)
{
    const struct sorted_run *const r = &worker->subtree.run;

    vec_clear(&worker->run);
    for (uint32_t pos = 1; pos < config_len(&r->c); pos++)
        vec_push(&worker->run, sorted_run_trans(r, pos));
    worker->hooks.maximal(worker->hooks.self, worker->run.at, worker->run.len);
}

static void count(struct worker *worker)
{
    struct partial_sums *const sums = &worker->done.sums;
    const uint32_t len = sorted_run_len(&worker->subtree.run);

    if (len > sums->max_configuration)
        sums->max_configuration = len;
    if (!sums->maximal_configurations || len < sums->min_configuration)
        sums->min_configuration = len;
    sums->maximal_configurations++;
    sums->total_length += len;
    worker->watch.depth = len;
}

/* What the workers know together. */
static void report(struct worker *worker)
{
    const uint64_t fresh = worker->subtree.run.n_found - worker->n_reported;

    worker->n_reported += fresh;
    atomic_fetch_add_explicit(&worker->totals->n_maximal, 1,
                              memory_order_relaxed);
    watch_events(&worker->watch, fresh + atomic_fetch_add_explicit(
                                             &worker->totals->n_found, fresh,
                                             memory_order_relaxed));
}

static void visit(struct worker *worker)
{
    count(worker);
    report(worker);
    if (worker->hooks.maximal)
        show_maximal(worker);
    run_goals_end(&worker->goals, &worker->subtree.run);
}

/* --- subtrees ------------------------------------------------------------- */

static bool must_commit(struct worker *worker, uint64_t budget)
{
    const uint64_t work = worker->watch.work - worker->at.work;

    return work >= budget ||
           worker->hooks.must_commit(worker->hooks.self, work);
}

/* What is left of the subtree whose root has that name. */
static void keep_rest(struct worker *worker, const struct partial_name *name)
{
    struct partial_name left;

    if (worker->subtree.is_started)
        partial_add_root(&worker->done, name);
    else
        while (subtree_give(&worker->subtree, &left))
            partial_add_root(&worker->done, &left);
}

/* True when the budget is spent, or the watch ends the work: what is left of
 * the subtree is kept then.  What is behind all answers does not count. */
static bool search_subtree(struct worker *worker,
                           const struct partial_name *name, uint64_t budget)
{
    struct subtree *const subtree = &worker->subtree;
    bool ends = false;

    run_goals_restart(&worker->goals, &subtree->run);
    if (first_answers_is_past(worker->answers, name->path, name->n_path))
        return false;
    subtree_start(subtree, name);
    while (!ends && subtree_next(subtree)) {
        if (first_answers_is_past(worker->answers, subtree->path.at,
                                  subtree->path.len))
            return false;
        visit(worker);
        ends = must_commit(worker, budget);
    }
    if (worker->goals.finished)
        return false;
    ends |= worker->watch.reason != STOP_DONE;
    if (ends)
        keep_rest(worker, name);
    return ends;
}

/* The sums that only grow. */
static struct partial_sums growing(const struct worker *worker)
{
    return (struct partial_sums){
        .pushes = worker->subtree.run.n_pushed,
        .extensions = worker->subtree.run.n_found,
        .tested = worker->subtree.n_tested,
        .work = worker->watch.work,
    };
}

/* Since it has taken its roots. */
static void take_sums(struct worker *worker)
{
    struct partial_sums *const sums = &worker->done.sums;
    const struct partial_sums now = growing(worker);

    sums->pushes = now.pushes - worker->at.pushes;
    sums->extensions = now.extensions - worker->at.extensions;
    sums->tested = now.tested - worker->at.tested;
    sums->work = now.work - worker->at.work;
    sums->tree_depth = worker->subtree.deepest;
    worker->done.is_beyond = worker->subtree.run.is_beyond;
    worker->done.reason = worker->watch.reason;
    worker->at = now;
}

void worker_explore(struct worker *worker, const struct ledger_lease *lease)
{
    bool ends = worker->watch.reason != STOP_DONE;

    partial_clear(&worker->done);
    for (const struct ledger_root *root = lease->first; root; root = root->next)
        if (ends)
            partial_add_root(&worker->done, &root->name);
        else
            ends = search_subtree(worker, &root->name, lease->work) ||
                   worker->watch.reason != STOP_DONE;
    take_sums(worker);
}
