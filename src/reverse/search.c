#include "reverse/search.h"

#include "reverse/subtree.h"

struct search_worker {
    const struct engine_problem *problem;
    struct answer *answer;
    struct compiled_net *compiled;
    struct es *es;
    struct watch watch;
    struct run_goals goals;
    struct subtree subtree;
    VEC(trans_id) run; /* scratch */
};

static void show_maximal(struct search_worker *x)
{
    const struct engine_visitor *const visitor = &x->problem->output.visitor;
    const struct sorted_run *const r = &x->subtree.run;

    vec_clear(&x->run);
    for (uint32_t pos = 1; pos < config_len(&r->c); pos++)
        vec_push(&x->run, sorted_run_trans(r, pos));
    visitor->maximal(visitor->self, x->run.at, x->run.len);
}

static void count(struct search_worker *x)
{
    struct answer_stats *const stats = &x->answer->stats;
    const uint32_t len = sorted_run_len(&x->subtree.run);

    if (len > stats->max_configuration)
        stats->max_configuration = len;
    if (!stats->maximal_configurations || len < stats->min_configuration)
        stats->min_configuration = len;
    stats->maximal_configurations++;
    stats->total_length += len;
    x->watch.depth = len;
}

static void explore(struct search_worker *x)
{
    if (!x->goals.finished)
        subtree_start(&x->subtree, NULL, 0);
    while (subtree_next(&x->subtree)) {
        count(x);
        if (x->problem->output.visitor.maximal)
            show_maximal(x);
        run_goals_end(&x->goals, &x->subtree.run);
    }
}

static void init(struct search_worker *x, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    *x = (struct search_worker){.problem = problem, .answer = answer};
    answer->stats.figures = FIGURES_REVERSE;
    watch_init(&x->watch, limits, &answer->stats);
    x->compiled =
        compiled_net_create(problem->net, problem->dep, problem->question.goals,
                            problem->question.n_goals);
    x->es = es_create(x->compiled);
    x->es->lazy = true;
    run_goals_init(&x->goals, problem, answer, &x->watch);
    subtree_init(&x->subtree, x->es, &x->goals, &x->watch, limits->max_depth,
                 &problem->test);
}

static void finish(struct search_worker *x)
{
    subtree_finish(&x->subtree);
    run_goals_finish(&x->goals);
    es_destroy(x->es);
    compiled_net_destroy(x->compiled);
    vec_free(&x->run);
}

static void close_stats(struct search_worker *x)
{
    struct answer_stats *const stats = &x->answer->stats;

    stats->pushes = x->subtree.run.n_pushed;
    stats->extensions = x->subtree.run.n_found;
    stats->tested = x->subtree.n_tested;
    stats->tree_depth = x->subtree.deepest;
    watch_close(&x->watch);
}

static void run(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer)
{
    struct search_worker x;

    init(&x, problem, limits, answer);
    explore(&x);
    if (x.watch.reason == STOP_DONE && x.subtree.run.is_beyond)
        x.watch.reason = STOP_DEPTH;
    run_goals_close(&x.goals, x.watch.reason);
    close_stats(&x);
    finish(&x);
}

const struct engine search_engine = {
    .name = "reverse",
    .about = "reverse search: every maximal configuration once",
    .visits = true,
    .run = run,
};
