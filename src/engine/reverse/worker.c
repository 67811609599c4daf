#include "engine/reverse/worker.h"

static void found(void *self, uint32_t g, uint32_t n_events)
{
    struct worker *const x = self;
    const struct first_answers_place place = {x->subtree.path.at,
                                              x->subtree.path.len, n_events};

    first_answers_add(x->answers, g, &place, &x->answer);
}

void worker_init(struct worker *x, const struct engine_problem *problem,
                 const struct engine_limits *limits,
                 struct first_answers *answers, struct worker_totals *totals,
                 struct worker_hooks hooks)
{
    *x = (struct worker){.problem = problem,
                         .limits = *limits,
                         .answers = answers,
                         .totals = totals,
                         .hooks = hooks};
    answer_init(&x->answer, problem->question.n_goals);
    watch_init(&x->watch, &x->limits, &x->answer.stats);
    x->compiled =
        compiled_net_create(problem->net, problem->dep, problem->question.goals,
                            problem->question.n_goals, false);
    x->es = es_create(x->compiled);
    x->es->lazy = true;
    run_goals_init(&x->goals, problem, &x->answer, &x->watch,
                   (struct run_goals_hook){found, x});
    subtree_init(&x->subtree, x->es, &x->goals, &x->watch, x->limits.max_depth,
                 &problem->test);
}

void worker_finish(struct worker *x)
{
    watch_close(&x->watch);
    subtree_finish(&x->subtree);
    run_goals_finish(&x->goals);
    es_destroy(x->es);
    compiled_net_destroy(x->compiled);
    vec_free(&x->run);
    partial_finish(&x->done);
    answer_finish(&x->answer);
}

/* --- a configuration ------------------------------------------------------ */

static void show_maximal(struct worker *x)
{
    const struct sorted_run *const r = &x->subtree.run;

    vec_clear(&x->run);
    for (uint32_t pos = 1; pos < config_len(&r->c); pos++)
        vec_push(&x->run, sorted_run_trans(r, pos));
    x->hooks.maximal(x->hooks.self, x->run.at, x->run.len);
}

static void count(struct worker *x)
{
    struct partial_sums *const sums = &x->done.sums;
    const uint32_t len = sorted_run_len(&x->subtree.run);

    if (len > sums->max_configuration)
        sums->max_configuration = len;
    if (!sums->maximal_configurations || len < sums->min_configuration)
        sums->min_configuration = len;
    sums->maximal_configurations++;
    sums->total_length += len;
    x->watch.depth = len;
}

/* What the workers know together. */
static void report(struct worker *x)
{
    const uint64_t fresh = x->subtree.run.n_found - x->n_reported;

    x->n_reported += fresh;
    atomic_fetch_add_explicit(&x->totals->n_maximal, 1, memory_order_relaxed);
    watch_events(&x->watch,
                 fresh + atomic_fetch_add_explicit(&x->totals->n_found, fresh,
                                                   memory_order_relaxed));
}

static void visit(struct worker *x)
{
    count(x);
    report(x);
    if (x->hooks.maximal)
        show_maximal(x);
    run_goals_end(&x->goals, &x->subtree.run);
}

/* --- subtrees ------------------------------------------------------------- */

static bool must_commit(struct worker *x, uint64_t budget)
{
    const uint64_t work = x->watch.work - x->at.work;

    return work >= budget || x->hooks.must_commit(x->hooks.self, work);
}

static void keep_root(struct worker *x, const struct subtree_name *name)
{
    partial_add_root(&x->done, name->path, name->n_path, name->trans,
                     name->n_trans);
}

/* What is left of the subtree whose root has that name. */
static void keep_rest(struct worker *x, const struct subtree_name *name)
{
    struct subtree_name left;

    if (x->subtree.is_started)
        keep_root(x, name);
    else
        while (subtree_give(&x->subtree, &left))
            keep_root(x, &left);
}

/* True when the budget is spent, or the watch ends the work: what is left of
 * the subtree is kept then.  What is behind all answers does not count. */
static bool explore(struct worker *x, const struct subtree_name *name,
                    uint64_t budget)
{
    struct subtree *const subtree = &x->subtree;
    bool ends = false;

    run_goals_restart(&x->goals, &subtree->run);
    if (first_answers_is_past(x->answers, name->path, name->n_path))
        return false;
    subtree_start(subtree, name);
    while (!ends && subtree_next(subtree)) {
        if (first_answers_is_past(x->answers, subtree->path.at,
                                  subtree->path.len))
            return false;
        visit(x);
        ends = must_commit(x, budget);
    }
    if (x->goals.finished)
        return false;
    ends |= x->watch.reason != STOP_DONE;
    if (ends)
        keep_rest(x, name);
    return ends;
}

/* The sums that only grow. */
static struct partial_sums growing(const struct worker *x)
{
    return (struct partial_sums){
        .pushes = x->subtree.run.n_pushed,
        .extensions = x->subtree.run.n_found,
        .tested = x->subtree.n_tested,
        .work = x->watch.work,
    };
}

/* Since it has taken its roots. */
static void take_sums(struct worker *x)
{
    struct partial_sums *const sums = &x->done.sums;
    const struct partial_sums now = growing(x);

    sums->pushes = now.pushes - x->at.pushes;
    sums->extensions = now.extensions - x->at.extensions;
    sums->tested = now.tested - x->at.tested;
    sums->work = now.work - x->at.work;
    sums->tree_depth = x->subtree.deepest;
    x->done.is_beyond = x->subtree.run.is_beyond;
    x->done.reason = x->watch.reason;
    x->at = now;
}

void worker_explore(struct worker *x, const struct ledger_lease *lease)
{
    const struct ledger_root *root = lease->first;

    partial_clear(&x->done);
    while (root && x->watch.reason == STOP_DONE) {
        const bool ends = explore(x, &root->name, lease->work);

        root = root->next;
        if (ends)
            break;
    }
    for (; root; root = root->next)
        keep_root(x, &root->name);
    take_sums(x);
}
