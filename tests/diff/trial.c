#include "checks.h"
#include "trial.h"

#include "engine/race/engines.h"
#include "engine/race/race.h"
#include "figure.h"
#include "net/marking.h"
#include "proof_oracle.h"
#include "unfolding.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_MARKINGS = 4000,
    MAX_TRACES = 3000, /* configurations that the oracle lists */
    MAX_EVENTS = 4000, /* created: weak orders may create far more */
    MAX_CHECKED = 500, /* the same under --check */
    MAX_SECONDS = 20,  /* far more than any of these nets needs */
    MAX_TREE = 150,    /* markings of a net explored without independence */
    MAX_PREFIX = 400,  /* events, for unfolding_compare() */
    N_DEPS = 4,
    N_COVERS = 6,
    N_EXACT = 24,
};

static const double growths[] = {0, 1.3, 2};
static const uint64_t caches[] = {ENGINE_NO_CACHE, 1, 20000};

struct setting {
    uint32_t dep;
    enum engine_order order;
    bool cutoffs, table;
    double deepening;
    uint64_t table_limit; /* the other fields are random for each setting */
    uint32_t check;
    uint32_t alternatives;
    enum engine_choice choice;
    enum engine_stubborn por; /* these two: of the engine state */
    bool interpolation;
    uint64_t cache;
    uint32_t evictions;
    bool threads;   /* of the engine state: several */
    bool exclusive; /* some places are known to exclude each other */
    bool no_copies; /* of the engine prefix: of read places */
};

struct trial {
    const struct engine *engine;
    const struct net *net;
    struct random *random;
    struct oracle oracle;
    struct exclusive exclusive;
    struct dep *deps[N_DEPS];
    bool has_traces[N_DEPS];
    struct oracle_traces traces[N_DEPS];
    struct setting setting;
    struct trial_counts *counts;
};

/* -- Settings -- */

uint32_t trial_settings(void)
{
    return N_DEPS * 3 * 2 * 2 * 3;
}

/* --check and a bound on the table must change no answer.  They are slow, so
 * few settings have them. */
static struct setting setting_of(uint32_t i, struct random *random)
{
    struct setting s = {0};

    s.por = (enum engine_stubborn)(i % 3);
    s.interpolation = i / 3 % 2 == 0;
    s.dep = i % N_DEPS;
    i /= N_DEPS;
    s.cutoffs = i % 2 == 0;
    i /= 2;
    s.table = i % 2 == 0;
    i /= 2;
    s.order = (enum engine_order)(i % 3);
    s.deepening = growths[i / 3];
    if (random_chance(random, 25))
        s.table_limit = 1 + random_below(random, 8);
    if (random_chance(random, 40))
        s.alternatives = 1 + random_below(random, 4);
    if (random_chance(random, 30))
        s.choice = CHOICE_OLDEST;
    if (random_chance(random, 60))
        s.cache = caches[random_below(random, 3)];
    if (s.cache && random_chance(random, 30))
        s.evictions = 1 + random_below(random, 9);
    if (random_chance(random, 15))
        s.check = 1 + random_below(random, 2);
    s.exclusive = random_chance(random, 50);
    s.threads = random_chance(random, 60);
    s.no_copies = random_chance(random, 50);
    return s;
}

static bool fail(const struct trial *trial, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(const struct trial *trial, const char *format, ...)
{
    static const char *const orders[] = {"size", "parikh", "foata"};
    static const char *const pors[] = {"property", "persistent", "none"};
    const struct setting *s = &trial->setting;
    va_list args;

    fprintf(stderr, "%s, dependency %s, order %s, cutoffs %s, table %s, ",
            trial->engine->name, dep_name(trial->deps[s->dep]),
            orders[s->order], s->cutoffs ? "on" : "off",
            s->table ? "on" : "off");
    fprintf(stderr, "deepening %g, table limit %u, ", s->deepening,
            (unsigned)s->table_limit);
    fprintf(stderr, "check %u, k %u, choice %u, cache %lld, evictions %u, ",
            s->check, s->alternatives, (unsigned)s->choice, (long long)s->cache,
            s->evictions);
    fprintf(stderr, "por %s, interpolation %s, exclusive %s, threads %s, ",
            pors[s->por], s->interpolation ? "on" : "off",
            s->exclusive ? "on" : "off", s->threads ? "several" : "1");
    fprintf(stderr, "copies %s:\n    ", s->no_copies ? "off" : "on");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    return false;
}

/* -- Runs of the engine -- */

static bool is_on_markings(const struct trial *trial)
{
    return trial->engine == &state_engine;
}

static struct engine_problem problem_of(const struct trial *trial)
{
    const struct setting *s = &trial->setting;

    return (struct engine_problem){
        .net = trial->net,
        .dep = trial->deps[s->dep],
        .exclusive = s->exclusive ? &trial->exclusive : NULL,
        .unfolding.order = s->order,
        .unfolding.cutoffs = s->cutoffs,
        .por.table = s->table,
        .por.table_limit = s->table_limit,
        .por.deepening = s->deepening,
        .test.check = is_on_markings(trial) ? 1 : s->check,
        .por.k = s->alternatives,
        .por.choice = s->choice,
        .state.stubborn = s->por,
        .state.interpolation = s->interpolation,
        /* A race leaves out the racers that cannot certify. */
        .output.proof = trial->engine != &race_engine ||
                        (s->por == STUBBORN_PROPERTY && s->interpolation),
        .por.cache = s->cache,
        .test.evictions = s->evictions,
        .test.piece = 1 + s->alternatives,
        .test.no_copies = s->no_copies,
    };
}

static bool is_saturation(const struct trial *trial)
{
    return trial->engine == &prefix_engine;
}

static bool has_threads(const struct trial *trial)
{
    return (is_on_markings(trial) || is_saturation(trial)) &&
           trial->setting.threads;
}

/* Another number in each run.  The engine state has other runs and figures with
 * one thread. */
static uint32_t threads_of(const struct trial *trial)
{
    static const uint32_t numbers[] = {1, 2, 3, 8};
    const uint64_t n = trial->counts->runs;

    if (trial->engine == &race_engine ||
        (is_saturation(trial) && has_threads(trial)))
        return numbers[n % 4];
    return has_threads(trial) ? numbers[1 + n % 3] : 1;
}

static void run(struct trial *trial, const struct engine_problem *problem,
                struct answer *answer)
{
    /* There are at most as many markings as the oracle found. */
    const struct engine_limits limits = {.seconds = MAX_SECONDS,
                                         .max_events = is_on_markings(trial) ? 0
                                                       : problem->test.check
                                                           ? MAX_CHECKED
                                                           : MAX_EVENTS,
                                         .threads = threads_of(trial)};

    answer_init(answer, problem->question.n_goals);
    trial->engine->run(problem, &limits, answer);
    trial->counts->runs++;
}

/* A run that reached the limit is skipped; any other must end well. */
static bool has_ended(struct trial *trial, const struct answer *answer,
                      bool *good)
{
    *good = true;
    if (answer->stop == STOP_EVENTS) {
        trial->counts->skipped++;
        return false;
    }
    if (answer->stop != STOP_DONE)
        *good = fail(trial, "stopped: %s %s", answer_stop_name(answer->stop),
                     answer->diag.text);
    return *good;
}

/* The engine state proves each no, where its cubes can. */
static bool check_proof(struct trial *trial, const struct goal *goal,
                        const struct answer_finding *finding)
{
    const bool proves = is_on_markings(trial) &&
                        trial->setting.por == STUBBORN_PROPERTY &&
                        trial->setting.interpolation;
    const char *why;

    if (finding->verdict != VERDICT_NO)
        return !finding->proof || fail(trial, "a proof of no for a yes");
    if (!finding->proof)
        return !proves || fail(trial, "%s: there is no proof", goal->text);
    why = proof_oracle_proof(finding->proof, trial->net, goal);
    trial->counts->cubes += finding->proof->cubes.len;
    return !why || fail(trial, "%s: the proof is none: %s", goal->text, why);
}

static bool check_finding(struct trial *trial, const struct goal *goal,
                          const struct answer_finding *finding, bool expected)
{
    const enum answer_verdict verdict = expected ? VERDICT_YES : VERDICT_NO;
    struct diag diag = {0};

    trial->counts->verdicts++;
    if (finding->verdict != verdict)
        return fail(trial, "%s: verdict %d, not %d", goal->text,
                    finding->verdict, verdict);
    if (expected && !witness_replay(trial->net, &finding->run, goal, &diag))
        return fail(trial, "%s: %s", goal->text, diag.text);
    if (goal->kind == GOAL_SAFE && !finding->safe)
        return fail(trial, "that the net is safe presumes that it is");
    if (goal->kind == GOAL_SAFE)
        return true;
    return check_proof(trial, goal, finding);
}

static bool same_run(const witness_run *a, const witness_run *b)
{
    return a->len == b->len &&
           (!a->len || !memcmp(a->at, b->at, a->len * sizeof *a->at));
}

/* Is it the same answer from the same engine? */
static bool same_finding(const struct answer_finding *a,
                         const struct answer_finding *b)
{
    return a->verdict == b->verdict && a->engine == b->engine &&
           same_run(&a->run, &b->run);
}

/* It is the same with another number of threads. */
static bool check_threads(struct trial *trial,
                          const struct engine_problem *problem,
                          const struct answer *answer)
{
    struct answer again;
    enum answer_stop stop;
    bool same;

    run(trial, problem, &again);
    same = !memcmp(answer->stats.at, again.stats.at, sizeof answer->stats.at) &&
           answer->stats.work == again.stats.work &&
           answer->engine == again.engine && answer->stop == again.stop &&
           answer->unsafe_trans == again.unsafe_trans &&
           answer->unsafe_place == again.unsafe_place &&
           same_run(&answer->unsafe_run, &again.unsafe_run);
    for (uint32_t i = 0; i < answer->n_findings; i++)
        same = same && same_finding(&answer->findings[i], &again.findings[i]);
    stop = again.stop;
    answer_finish(&again);
    return same || fail(trial, "a second run ends differently: %s, %s",
                        answer_stop_name(answer->stop), answer_stop_name(stop));
}

static bool ask(struct trial *trial, const goal_list *goals,
                const bool *expected)
{
    struct engine_problem problem = problem_of(trial);
    struct answer answer;
    bool good;

    problem.question.goals = goals->at;
    problem.question.n_goals = goals->len;
    run(trial, &problem, &answer);
    if (has_ended(trial, &answer, &good))
        for (uint32_t i = 0; i < goals->len && good; i++)
            good = check_finding(trial, &goals->at[i], &answer.findings[i],
                                 expected[i]);
    if (good && (trial->engine == &race_engine || has_threads(trial)))
        good = check_threads(trial, &problem, &answer);
    answer_finish(&answer);
    return good;
}

/* -- Questions -- */

struct questions {
    goal_list goals;
    VEC(bool) expected;
};

static void questions_free(struct questions *questions)
{
    goal_list_free(&questions->goals);
    vec_free(&questions->expected);
}

static bool ask_transitions(struct trial *trial)
{
    const struct oracle *oracle = &trial->oracle;
    struct questions q = {0};
    bool good;

    goal_add_all_trans(&q.goals, trial->net);
    goal_add_plain(&q.goals, "deadlock");
    if (random_chance(trial->random, 50))
        goal_add_plain(&q.goals, "safe");
    for (trans_id t = 0; t < net_trans_count(trial->net); t++)
        vec_push(&q.expected, bits_has(oracle->fireable, t));
    vec_push(&q.expected, oracle->deadlocks > 0);
    vec_push(&q.expected, false); /* a second token */
    good = ask(trial, &q.goals, q.expected.at);
    questions_free(&q);
    return good;
}

static void add_marking(struct questions *q, const struct oracle *oracle,
                        const bits_word *marked, const bits_word *empty)
{
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    char text[512];

    for (place_id p = 0; p < net_place_count(oracle->net); p++) {
        if (bits_has(marked, p))
            vec_push(&goal.marked, p);
        else if (bits_has(empty, p))
            vec_push(&goal.empty, p);
    }
    marking_print(oracle->net, marked, text, sizeof text / 2);
    strcat(text, " but not ");
    marking_print(oracle->net, empty, text + strlen(text), sizeof text / 2 - 9);
    goal.text = mem_text(text);
    vec_push(&q->goals, goal);
    vec_push(&q->expected, oracle_covers(oracle, marked, empty));
}

/* Keeps each place of m with some chance. */
static void thin(struct random *random, bits_word *m, uint32_t n_places,
                 uint32_t percent)
{
    for (place_id p = 0; p < n_places; p++)
        if (!random_chance(random, percent))
            bits_remove(m, p);
}

/* A marking goal near a reachable marking: exact or thinned out, sometimes with
 * one place flipped, so that both yes and no occur. */
static void draw_marking(struct trial *trial, struct questions *q, uint32_t i,
                         bool exact)
{
    const struct oracle *oracle = &trial->oracle;
    const uint32_t n_places = net_place_count(trial->net);
    bits_word *marked =
        mem_copy(oracle_marking(oracle, i), oracle->words, sizeof *marked);
    bits_word *empty = mem_zero(oracle->words, sizeof *empty);

    if (n_places && !exact) {
        const place_id p = random_below(trial->random, n_places);

        if (bits_has(marked, p))
            bits_remove(marked, p);
        else
            bits_add(marked, p);
    }
    for (place_id p = 0; p < n_places; p++)
        if (!bits_has(marked, p))
            bits_add(empty, p);
    if (!exact && random_chance(trial->random, 70)) {
        thin(trial->random, marked, n_places, 50);
        thin(trial->random, empty, n_places, 50);
    }
    add_marking(q, oracle, marked, empty);
    mem_free(marked);
    mem_free(empty);
}

/* All reachable markings of small nets, some of others. */
static bool ask_markings(struct trial *trial)
{
    const uint32_t n = trial->oracle.n_markings;
    struct questions q = {0};
    bool good;

    for (uint32_t k = 0; k < n && k < N_EXACT; k++)
        draw_marking(trial, &q,
                     n <= N_EXACT ? k : random_below(trial->random, n), true);
    for (uint32_t k = 0; k < N_COVERS; k++)
        draw_marking(trial, &q, random_below(trial->random, n), false);
    trial->counts->markings += q.goals.len;
    good = ask(trial, &q.goals, q.expected.at);
    questions_free(&q);
    return good;
}

/* -- Exploring everything -- */

#define SAME(a, b)         \
    ((a).len == (b).len && \
     (!(a).len || !memcmp((a).at, (b).at, (a).len * sizeof *(a).at)))

static bool same_prefix(const struct prefix *a, const struct prefix *b)
{
    bool same = a->events.len == b->events.len &&
                SAME(a->conditions, b->conditions) &&
                SAME(a->conflicts, b->conflicts) && SAME(a->pool, b->pool);

    for (uint32_t e = 0; same && e < a->events.len; e++) {
        const struct prefix_event *const x = &a->events.at[e];
        const struct prefix_event *const y = &b->events.at[e];

        same = x->trans == y->trans && x->causes.from == y->causes.from &&
               x->causes.len == y->causes.len && x->size == y->size &&
               x->cutoff == y->cutoff && x->companion == y->companion &&
               x->witness == y->witness;
    }
    return same;
}

static bool check_again(struct trial *trial,
                        const struct engine_problem *problem,
                        const struct answer *answer)
{
    struct answer again;
    enum answer_stop stop;
    bool same;

    run(trial, problem, &again);
    same = !memcmp(answer->stats.at, again.stats.at, sizeof answer->stats.at) &&
           same_prefix(&answer->prefix, &again.prefix);
    stop = again.stop;
    answer_finish(&again);
    return same || fail(trial, "a second run ends differently: %s, %s",
                        answer_stop_name(answer->stop), answer_stop_name(stop));
}

/* Figures that are exact without cutoffs. */
static bool check_figures(const struct trial *trial,
                          const struct answer_stats *stats)
{
    const struct oracle_traces *traces = &trial->traces[trial->setting.dep];
    const struct {
        const char *name;
        bool of_runs; /* only of an engine that visits configurations */
        uint64_t is, should;
    } rows[] = {
        {"maximal configurations", true,
         figure(stats, "maximal_configurations"), traces->maximal},
        {"events", false, figure(stats, "histories"),
         traces->primes + figure(stats, "rebuilt")},
        {"explored events", false,
         figure(stats, "evicted") ? traces->primes
                                  : figure(stats, "explored_histories"),
         traces->primes},
        {"events of the largest", true, figure(stats, "max_configuration"),
         traces->longest},
        {"blocked runs", true,
         trial->setting.alternatives ? 0 : figure(stats, "ssb"), 0},
        {"cutoffs", false, figure(stats, "cutoffs"), 0},
    };

    trial->counts->traces += traces->maximal;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is != rows[i].should &&
            !(rows[i].of_runs && trial->engine != &por_engine))
            return fail(trial, "%s: %llu, not %llu", rows[i].name,
                        (unsigned long long)rows[i].is,
                        (unsigned long long)rows[i].should);
    return true;
}

static bool check_prefix(struct trial *trial, const struct answer *answer)
{
    const struct prefix *prefix = &answer->prefix;
    uint32_t n_cutoffs = 0;
    const char *why = NULL;

    prefix_check(prefix);
    if (prefix->events.len != figure(&answer->stats, "histories") + 1)
        return fail(trial, "%u events in the prefix, not %llu",
                    prefix->events.len - 1,
                    (unsigned long long)figure(&answer->stats, "histories"));
    for (uint32_t e = 0; e < prefix->events.len; e++)
        n_cutoffs += prefix->events.at[e].cutoff;
    if (n_cutoffs != figure(&answer->stats, "cutoffs"))
        return fail(trial, "%u cutoffs in the prefix, not %llu", n_cutoffs,
                    (unsigned long long)figure(&answer->stats, "cutoffs"));
    if (prefix->events.len <= MAX_PREFIX)
        why = unfolding_compare(prefix, trial->net,
                                trial->deps[trial->setting.dep]);
    return !why || fail(trial, "%s", why);
}

/* The events of the engine prefix with copies of read places are those without
 * (THEORY, Lemma 81). */
static bool check_copies(struct trial *trial,
                         const struct engine_problem *problem,
                         const struct answer *answer)
{
    struct engine_problem other = *problem;
    struct answer again;
    bool good;

    if (!is_saturation(trial))
        return true;
    other.test.no_copies = !other.test.no_copies;
    run(trial, &other, &again);
    if (has_ended(trial, &again, &good))
        good = (figure(&answer->stats, "histories") ==
                    figure(&again.stats, "histories") &&
                figure(&answer->stats, "cutoffs") ==
                    figure(&again.stats, "cutoffs") &&
                figure(&answer->stats, "explored_histories") ==
                    figure(&again.stats, "explored_histories") &&
                figure(&answer->stats, "conditions") ==
                    figure(&again.stats, "conditions") &&
                figure(&answer->stats, "table_entries") ==
                    figure(&again.stats, "table_entries")) ||
               fail(trial, "copies of read places change the prefix");
    answer_finish(&again);
    return good;
}

static bool explore(struct trial *trial)
{
    struct engine_problem problem = problem_of(trial);
    struct answer answer;
    bool good;

    problem.output.prefix = !problem.por.cache;
    run(trial, &problem, &answer);
    if (has_ended(trial, &answer, &good))
        good =
            (trial->setting.cutoffs || check_figures(trial, &answer.stats)) &&
            (problem.por.cache || check_prefix(trial, &answer)) &&
            check_copies(trial, &problem, &answer) &&
            check_again(trial, &problem, &answer);
    answer_finish(&answer);
    return good;
}

/* Without a question: all markings, or all deadlocks. */
static bool explore_markings(struct trial *trial)
{
    const struct engine_problem problem = problem_of(trial);
    const struct oracle *const oracle = &trial->oracle;
    const bool all = problem.state.stubborn != STUBBORN_PERSISTENT;
    struct answer answer;
    bool good;

    run(trial, &problem, &answer);
    good = answer.stop == STOP_DONE ||
           fail(trial, "stopped: %s", answer_stop_name(answer.stop));
    if (good && (all ? figure(&answer.stats, "states") != oracle->n_markings ||
                           figure(&answer.stats, "fired") != oracle->edges
                     : figure(&answer.stats, "states") > oracle->n_markings))
        good = fail(trial, "%llu markings, %llu edges, not %u and %llu",
                    (unsigned long long)figure(&answer.stats, "states"),
                    (unsigned long long)figure(&answer.stats, "fired"),
                    oracle->n_markings, (unsigned long long)oracle->edges);
    if (good && figure(&answer.stats, "deadlocks") != oracle->deadlocks)
        good = fail(trial, "%llu deadlocks, not %u",
                    (unsigned long long)figure(&answer.stats, "deadlocks"),
                    oracle->deadlocks);
    good = good && check_again(trial, &problem, &answer);
    answer_finish(&answer);
    return good;
}

/* A full exploration with cutoffs must find the second token, and the search
 * for it. */
static bool meet_unsafety(struct trial *trial)
{
    struct engine_problem problem = problem_of(trial);
    goal_list goals = {0};
    struct answer answer;
    bool good = true;

    if (random_chance(trial->random, 50))
        goal_add_plain(&goals, "safe");
    problem.question.goals = goals.at;
    problem.question.n_goals = goals.len;
    run(trial, &problem, &answer);
    trial->counts->unsafe++;
    if (answer.stop == STOP_EVENTS)
        trial->counts->skipped++;
    else if (answer.stop != STOP_UNSAFE)
        good = fail(trial, "the net is unsafe, but: %s",
                    answer_stop_name(answer.stop));
    else if (!witness_unsafe(trial->net, &answer.unsafe_run,
                             answer.unsafe_trans, answer.unsafe_place))
        good = fail(trial, "the run to an unsafe firing is none");
    good = good &&
           (!has_threads(trial) || check_threads(trial, &problem, &answer));
    answer_finish(&answer);
    goal_list_free(&goals);
    return good;
}

/* A race may end before an engine finds the second token; its answers must be
 * correct. */
static bool race_unsafe(struct trial *trial)
{
    struct engine_problem problem = problem_of(trial);
    goal_list goals = {0};
    struct answer answer;
    bool good;

    goal_add_all_trans(&goals, trial->net);
    goal_add_plain(&goals, "deadlock");
    problem.question.goals = goals.at;
    problem.question.n_goals = goals.len;
    run(trial, &problem, &answer);
    good = answer.stop != STOP_UNSAFE ||
           witness_unsafe(trial->net, &answer.unsafe_run, answer.unsafe_trans,
                          answer.unsafe_place) ||
           fail(trial, "the run to an unsafe firing is none");
    for (uint32_t g = 0; g < goals.len && good; g++)
        if (answer.findings[g].verdict == VERDICT_YES)
            good =
                check_finding(trial, &goals.at[g], &answer.findings[g], true);
        else if (answer.findings[g].safe)
            good = fail(trial, "%s: the net is not safe", goals.at[g].text);
    good = good && check_threads(trial, &problem, &answer);
    answer_finish(&answer);
    goal_list_free(&goals);
    return good;
}

/* -- A net -- */

/* Without cutoffs only terminating nets are explored completely, and the oracle
 * must have the complete list for a comparison. */
static bool applies(const struct trial *trial)
{
    const struct setting *s = &trial->setting;

    if (is_on_markings(trial))
        return !trial->oracle.unsafe || s->por != STUBBORN_PERSISTENT;
    if (trial->oracle.unsafe)
        return s->cutoffs && dep_kind(trial->deps[s->dep]) != DEP_USER;
    if (!s->cutoffs)
        return trial->has_traces[s->dep];
    return dep_kind(trial->deps[s->dep]) != DEP_NONE ||
           trial->oracle.n_markings <= MAX_TREE;
}

static bool try_setting(struct trial *trial)
{
    if (!applies(trial))
        return true;
    if (trial->oracle.unsafe)
        return meet_unsafety(trial) &&
               (trial->engine != &race_engine || race_unsafe(trial));
    if (trial->engine != &race_engine &&
        !(is_on_markings(trial) ? explore_markings(trial) : explore(trial)))
        return false;
    return ask_transitions(trial) && ask_markings(trial);
}

static void prepare(struct trial *trial)
{
    const struct oracle *oracle = &trial->oracle;

    trial->deps[0] = dep_create(trial->net, DEP_NONE);
    trial->deps[1] = dep_create(trial->net, DEP_CLASSIC);
    trial->deps[2] = dep_create(trial->net, DEP_READ);
    trial->deps[3] = random_dep(trial->random, oracle);
    for (uint32_t i = 0; i < N_DEPS; i++)
        trial->has_traces[i] =
            oracle->terminating && oracle_traces(oracle, trial->deps[i],
                                                 MAX_TRACES, &trial->traces[i]);
}

bool trial_run(const struct engine *engine, const struct net *net,
               struct random *random, uint32_t first, uint32_t n,
               struct trial_counts *counts)
{
    struct trial trial = {
        .engine = engine, .net = net, .random = random, .counts = counts};
    bool good = true;

    oracle_init(&trial.oracle, net, MAX_MARKINGS);
    prepare(&trial);
    if (trial.oracle.complete)
        random_exclusive(random, &trial.oracle, &trial.exclusive);
    counts->nets++;
    if (trial.oracle.complete || trial.oracle.unsafe)
        for (uint32_t i = 0; i < n && good; i++) {
            trial.setting = setting_of((first + i) % trial_settings(), random);
            good = try_setting(&trial);
        }
    for (uint32_t i = 0; i < N_DEPS; i++)
        dep_destroy(trial.deps[i]);
    exclusive_finish(&trial.exclusive);
    oracle_finish(&trial.oracle);
    return good;
}
