/* searches.c - the engine reverse on random nets against brute force and
 * against the engine por.
 *
 *     searches FIRST COUNT
 *
 * Each net is asked whether its transitions can fire, for markings, for a
 * deadlock, for formulas about deadlocks, and whether it is safe, under each
 * relation.  On nets whose runs all end each verdict equals that of the oracle.
 * On the others events are left out by their size: then the maximal
 * configurations are those of por with the same bound and without cutoffs, and
 * a yes has a run.  Hashes of one bit give the same figures.  Two, three and
 * eight workers give the answers of one, with the same runs, as threads that
 * share a ledger and as ranks that send messages.  So do searches
 * that a limit ends again and again, and that go on from a checkpoint. */
#include "engine/race/engines.h"
#include "figure.h"
#include "formats/text/checkpoint.h"
#include "random.h"
#include "support.h"
#include "thread_ranks.h"
#include "traces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_MARKINGS = 1500, N_RELATIONS = 4, MAX_EVENTS = 200000 };

struct counts {
    unsigned long nets, runs, yes, no, unknown, traces, unsafe, limited;
    unsigned long resumed, ranks;
};

struct trial {
    struct oracle oracle;
    goal_list goals;
    struct dep *dep;
    uint32_t bound;
    bool weak, pieces, ranks;
    struct counts *counts;
};

static bool fail(const struct trial *trial, const char *what, const char *text)
{
    fprintf(stderr, "dependency %s, bound %u: %s: %s\n", dep_name(trial->dep),
            trial->bound, text, what);
    return false;
}

static void add_marking(struct trial *trial, struct random *random)
{
    const struct net *const net = trial->oracle.net;
    char text[400] = "";
    struct diag diag = {0};

    for (place_id p = 0; p < net_place_count(net); p++)
        if (random_chance(random, 20) && strlen(text) < 300) {
            strcat(text, random_chance(random, 70) ? " " : " !");
            strcat(text, net_place_label(net, p));
        }
    CHECK(!*text || goal_add_marking(&trial->goals, net, text, false, &diag));
}

static void ask(struct trial *trial, struct random *random)
{
    const struct net *const net = trial->oracle.net;
    const place_id p = random_below(random, net_place_count(net));
    struct diag diag = {0};
    char text[200];

    goal_add_all_trans(&trial->goals, net);
    goal_add_plain(&trial->goals, "deadlock");
    goal_add_plain(&trial->goals, "safe");
    add_marking(trial, random);
    add_marking(trial, random);
    (void)snprintf(text, sizeof text, "EF (deadlock and %s >= 1)",
                   net_place_label(net, p));
    CHECK(goal_add_formula(&trial->goals, net, text, &diag));
}

static bool is_reachable(const struct trial *trial, const struct goal *goal)
{
    for (uint32_t i = 0; i < trial->oracle.n_markings; i++)
        if (goal_holds(goal, trial->oracle.net,
                       oracle_marking(&trial->oracle, i)))
            return true;
    return false;
}

static bool check_finding(const struct trial *trial, const struct goal *goal,
                          const struct answer_finding *finding, bool complete)
{
    const bool reachable = is_reachable(trial, goal);
    struct diag diag = {0};

    trial->counts->yes += finding->verdict == VERDICT_YES;
    trial->counts->no += finding->verdict == VERDICT_NO;
    trial->counts->unknown += finding->verdict == VERDICT_UNKNOWN;
    if (finding->verdict == VERDICT_UNKNOWN)
        return !complete || fail(trial, "no verdict", goal->text);
    if ((finding->verdict == VERDICT_YES) != reachable)
        return fail(trial, "the verdict is wrong", goal->text);
    return finding->verdict == VERDICT_NO ||
           witness_replay(trial->oracle.net, &finding->run, goal, &diag) ||
           fail(trial, diag.text, goal->text);
}

static bool check_answer(const struct trial *trial, const struct answer *answer)
{
    const bool complete = answer->stop == STOP_DONE;
    bool good = true;

    if (answer->stop == STOP_UNSAFE) {
        trial->counts->unsafe++;
        return (trial->oracle.unsafe &&
                witness_unsafe(trial->oracle.net, &answer->unsafe_run,
                               answer->unsafe_trans, answer->unsafe_place)) ||
               fail(trial, "the net is safe", "second token");
    }
    if (trial->oracle.unsafe)
        return !complete || fail(trial, "not seen", "second token");
    trial->counts->limited += !complete;
    if (!complete && (!trial->bound || answer->stop != STOP_DEPTH))
        return answer->stop == STOP_EVENTS || fail(trial, "stopped", "search");
    for (uint32_t g = 0; g < answer->n_findings && good; g++)
        good = check_finding(trial, &trial->goals.at[g], &answer->findings[g],
                             complete);
    return good;
}

/* The runs of maximal configurations, each behind its length.  Workers of other
 * threads add them, so they are in no scope (mem.h). */
struct collection {
    uint32_t *words;
    size_t len, cap;
};

static void collect(void *self, const trans_id *run, uint32_t len)
{
    struct collection *const c = self;

    if (c->len + len + 1 > c->cap) {
        c->cap = 2 * c->cap + len + 1;
        c->words = realloc(c->words, c->cap * sizeof *c->words);
        CHECK(c->words);
    }
    c->words[c->len++] = len;
    for (uint32_t i = 0; i < len; i++)
        c->words[c->len++] = run[i];
}

static void add_traces(struct collection *c, struct traces *traces)
{
    for (size_t i = 0; i < c->len; i += 1 + c->words[i])
        traces_add(traces, c->words + i + 1, c->words[i]);
    free(c->words);
}

static void run(const struct trial *trial, const struct engine *engine,
                bool asked, uint32_t threads, struct traces *traces,
                struct answer *answer)
{
    struct collection found = {0};
    const struct engine_problem problem = {
        .net = trial->oracle.net,
        .dep = trial->dep,
        .question = {trial->goals.at, asked ? trial->goals.len : 0},
        .test.weak_order = trial->weak,
        .test.postponed = trial->weak,
        .test.check = trial->weak && engine == &reverse_engine,
        .output.visitor = {traces ? collect : NULL, &found},
    };
    /* Several workers find some extensions once more. */
    const struct engine_limits limits = {.max_depth = trial->bound,
                                         .max_events =
                                             threads > 1 ? 0 : MAX_EVENTS,
                                         .threads = threads};

    answer_init(answer, problem.question.n_goals);
    engine->run(&problem, &limits, answer);
    trial->counts->runs++;
    if (traces)
        add_traces(&found, traces);
}

static bool same_run(const witness_run *a, const witness_run *b)
{
    return a->len == b->len &&
           (!a->len || !memcmp(a->at, b->at, a->len * sizeof *a->at));
}

static bool same_answer(const struct answer *a, const struct answer *b)
{
    bool same = a->stop == b->stop && a->safe == b->safe &&
                same_run(&a->unsafe_run, &b->unsafe_run) &&
                a->unsafe_trans == b->unsafe_trans &&
                a->unsafe_place == b->unsafe_place;

    for (uint32_t g = 0; g < a->n_findings; g++)
        same = same && a->findings[g].verdict == b->findings[g].verdict &&
               same_run(&a->findings[g].run, &b->findings[g].run);
    return same;
}

/* The figures of a search that has visited everything. */
static bool same_figures(const struct answer_stats *a,
                         const struct answer_stats *b)
{
    return figure(a, "maximal_configurations") ==
               figure(b, "maximal_configurations") &&
           figure(a, "min_configuration") == figure(b, "min_configuration") &&
           figure(a, "max_configuration") == figure(b, "max_configuration") &&
           figure(a, "total_length") == figure(b, "total_length") &&
           figure(a, "tested") == figure(b, "tested") &&
           figure(a, "tree_depth") == figure(b, "tree_depth");
}

/* Several workers against the answer of one. */
static bool try_workers(const struct trial *trial, bool asked,
                        const struct answer *one)
{
    static const uint32_t workers[] = {2, 3, 8};
    bool good = true;

    for (uint32_t i = 0; i < 3 && good && one->stop != STOP_EVENTS; i++) {
        struct traces traces;
        struct answer answer;

        traces_init(&traces, trial->dep);
        run(trial, &reverse_engine, asked, workers[i], &traces, &answer);
        if (!same_answer(one, &answer))
            good = fail(trial, "another answer", "workers");
        else if (!asked && one->stop != STOP_UNSAFE &&
                 (!same_figures(&one->stats, &answer.stats) || traces.again ||
                  traces.spans.len !=
                      figure(&one->stats, "maximal_configurations")))
            good = fail(trial, "other figures", "workers");
        answer_finish(&answer);
        traces_finish(&traces);
    }
    return good;
}

/* --- checkpoints ---------------------------------------------------------- */

struct pieces {
    const struct trial *trial;
    char path[32];
    struct checkpoint_search search;
    struct collection found;
    uint32_t n;
    bool good;
};

/* As the library does: while the end is known, the last file stays. */
static bool write_piece(void *self, const struct partial_search *state,
                        struct diag *diag)
{
    struct pieces *const x = self;

    for (uint32_t i = 0; i < state->answers.len; i++)
        if (state->answers.at[i].goal == x->search.n_goals)
            return true;
    return checkpoint_write(x->path, &x->search, state, diag);
}

static bool read_piece(struct pieces *x, struct partial_search *from)
{
    struct diag diag = {0};

    *from = (struct partial_search){0};
    return !x->n || checkpoint_read(x->path, &x->search, from, &diag) ||
           fail(x->trial, diag.text, "checkpoint");
}

/* Each piece may do more than the one before, so that one is the last. */
static void run_piece(struct pieces *x, struct answer *answer)
{
    struct partial_search from;
    const struct engine_problem problem = {
        .net = x->search.net,
        .dep = x->search.dep,
        .question = {x->search.goals, x->search.n_goals},
        .test.weak_order = x->trial->weak,
        .test.postponed = x->trial->weak,
        .output.visitor = {collect, &x->found},
    };
    const struct engine_limits limits = {
        .max_depth = x->search.max_depth,
        .max_events = UINT64_C(20) << x->n / 2,
        .threads = 1 + x->n % 3,
        .checkpoint = {.write = write_piece,
                       .self = x,
                       .from = x->n ? &from : NULL},
    };

    x->good = read_piece(x, &from);
    answer_init(answer, x->search.n_goals);
    if (x->good)
        reverse_engine.run(&problem, &limits, answer);
    partial_finish(&from);
    x->trial->counts->resumed += x->n > 0;
    x->n++;
}

/* A limit may end a search whose answers are all found but not known to be the
 * first ones: these are right, too, with other runs. */
static bool same_pieces(struct pieces *x, const struct answer *one,
                        const struct answer *answer)
{
    struct traces traces;
    bool good = x->good && check_answer(x->trial, answer);

    traces_init(&traces, x->trial->dep);
    add_traces(&x->found, &traces);
    if (good && (one->stop != answer->stop || one->safe != answer->safe))
        good = fail(x->trial, "another answer", "pieces");
    if (good && !x->search.n_goals && one->stop != STOP_UNSAFE &&
        (!same_figures(&one->stats, &answer->stats) || traces.again ||
         traces.spans.len != figure(&one->stats, "maximal_configurations")))
        good = fail(x->trial, "other figures", "pieces");
    traces_finish(&traces);
    return good;
}

static bool try_pieces(const struct trial *trial, bool asked,
                       const struct answer *one)
{
    if (!trial->pieces || one->stop == STOP_EVENTS)
        return true;

    struct pieces x = {
        .trial = trial,
        .path = "/tmp/searches-XXXXXX",
        .search = {.net = trial->oracle.net,
                   .dep = trial->dep,
                   .goals = trial->goals.at,
                   .n_goals = asked ? trial->goals.len : 0,
                   .max_depth = trial->bound},
    };
    const int fd = mkstemp(x.path);
    struct answer answer;
    bool good;

    CHECK(fd >= 0);
    (void)close(fd);
    run_piece(&x, &answer);
    while (x.good && answer.stop == STOP_EVENTS) {
        answer_finish(&answer);
        run_piece(&x, &answer);
    }
    good = same_pieces(&x, one, &answer);
    answer_finish(&answer);
    (void)unlink(x.path);
    return good;
}

/* --- comparison ----------------------------------------------------------- */

/* --- ranks ---------------------------------------------------------------- */

static bool try_ranks(const struct trial *trial, bool asked,
                      const struct answer *one)
{
    static const uint32_t n_ranks[] = {2, 3, 8};
    const struct engine_problem problem = {
        .net = trial->oracle.net,
        .dep = trial->dep,
        .question = {trial->goals.at, asked ? trial->goals.len : 0},
        .test.weak_order = trial->weak,
        .test.postponed = trial->weak,
    };
    const struct engine_limits limits = {.max_depth = trial->bound};
    bool good = true;

    if (!trial->ranks || one->stop == STOP_EVENTS)
        return true;
    for (uint32_t i = 0; i < 3 && good; i++) {
        struct answer answer;

        answer_init(&answer, problem.question.n_goals);
        thread_ranks_run(&reverse_engine, &problem, &limits, n_ranks[i],
                         &answer);
        if (!same_answer(one, &answer))
            good = fail(trial, "another answer", "ranks");
        else if (!asked && one->stop != STOP_UNSAFE &&
                 !same_figures(&one->stats, &answer.stats))
            good = fail(trial, "other figures", "ranks");
        trial->counts->ranks += n_ranks[i];
        answer_finish(&answer);
    }
    return good;
}

/* The maximal configurations of both engines. */
static bool compare(const struct trial *trial)
{
    struct traces own, other;
    struct answer a, b;
    bool good = true;

    traces_init(&own, trial->dep);
    traces_init(&other, trial->dep);
    run(trial, &reverse_engine, false, 1, &own, &a);
    run(trial, &por_engine, false, 1, &other, &b);
    good = try_workers(trial, false, &a) && try_pieces(trial, false, &a) &&
           try_ranks(trial, false, &a);
    if (good && a.stop != STOP_EVENTS && b.stop != STOP_EVENTS) {
        /* por sees a second token that an event beyond the bound would put. */
        if (a.stop != b.stop && (a.stop != STOP_DEPTH || b.stop != STOP_UNSAFE))
            good = fail(trial, "another reason to stop than por",
                        answer_stop_name(a.stop));
        else if (b.stop != STOP_UNSAFE &&
                 (own.again || own.spans.len != other.spans.len ||
                  !traces_within(&own, &other) ||
                  figure(&a.stats, "maximal_configurations") != own.spans.len ||
                  figure(&a.stats, "max_configuration") !=
                      figure(&b.stats, "max_configuration")))
            good = fail(trial, "other configurations than por", "search");
    }
    trial->counts->traces += own.spans.len;
    answer_finish(&a);
    answer_finish(&b);
    traces_finish(&own);
    traces_finish(&other);
    return good;
}

static bool try_relation(struct trial *trial)
{
    struct answer answer;
    bool good;

    run(trial, &reverse_engine, true, 1, NULL, &answer);
    good = check_answer(trial, &answer) && try_workers(trial, true, &answer) &&
           try_pieces(trial, true, &answer) && try_ranks(trial, true, &answer);
    answer_finish(&answer);
    return good && compare(trial);
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    const enum random_kind kind = (enum random_kind)(seed % 3);
    struct trial trial = {.weak = seed % 5 == 0,
                          .pieces = seed % 4 == 0,
                          .ranks = seed % 4 == 1,
                          .counts = counts};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, kind, 1 + random_below(&random, 4));
    oracle_init(&trial.oracle, net, MAX_MARKINGS);
    if (trial.oracle.complete || trial.oracle.unsafe) {
        counts->nets++;
        ask(&trial, &random);
        if (kind != RANDOM_TERMINATING || random_chance(&random, 30))
            trial.bound = 1 + random_below(&random, 7);
        for (uint32_t i = 0; i < N_RELATIONS && good; i++) {
            if (i == DEP_USER && trial.oracle.unsafe)
                break; /* the oracle knows a part of the markings only */
            trial.dep = i < DEP_USER ? dep_create(net, (enum dep_kind)i)
                                     : random_dep(&random, &trial.oracle);
            good = try_relation(&trial);
            dep_destroy(trial.dep);
        }
        goal_list_free(&trial.goals);
    }
    if (!good) {
        fprintf(stderr, "again with: searches %llu 1\n",
                (unsigned long long)seed);
        support_print_net(net, stderr);
    }
    oracle_finish(&trial.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(searches)
{
    struct counts counts = {0};

    if (!support_try_seeds(argc, argv, try_net, &counts))
        return 1;
    printf("%lu nets, %lu runs, %lu yes, %lu no, %lu unknown, %lu traces, "
           "%lu unsafe, %lu with a limit, %lu went on, %lu ranks\n",
           counts.nets, counts.runs, counts.yes, counts.no, counts.unknown,
           counts.traces, counts.unsafe, counts.limited, counts.resumed,
           counts.ranks);
    /* A run without comparisons is a failure. */
    return counts.yes && counts.no && counts.traces > counts.nets &&
                   counts.unsafe && counts.limited && counts.resumed &&
                   counts.ranks
               ? 0
               : 1;
}
