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
 * a yes has a run.  Hashes of one bit give the same figures. */
#include "por/explore.h"
#include "random.h"
#include "reverse/search.h"
#include "support.h"
#include "traces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 1500, N_RELATIONS = 4, MAX_EVENTS = 200000 };

struct counts {
    unsigned long nets, runs, yes, no, unknown, traces, unsafe, limited;
};

struct trial {
    struct oracle oracle;
    goal_list goals;
    struct dep *dep;
    uint32_t bound;
    bool weak;
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
    goal_add_deadlock(&trial->goals);
    goal_add_safe(&trial->goals);
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

static void run(const struct trial *trial, const struct engine *engine,
                bool asked, struct traces *traces, struct answer *answer)
{
    const struct engine_problem problem = {
        .net = trial->oracle.net,
        .dep = trial->dep,
        .question = {trial->goals.at, asked ? trial->goals.len : 0},
        .test.weak_order = trial->weak,
        .test.check = trial->weak && engine == &search_engine,
        .output.visitor = {traces ? traces_add : NULL, traces},
    };
    const struct engine_limits limits = {.max_depth = trial->bound,
                                         .max_events = MAX_EVENTS};

    answer_init(answer, problem.question.n_goals);
    engine->run(&problem, &limits, answer);
    trial->counts->runs++;
}

/* The maximal configurations of both engines. */
static bool compare(const struct trial *trial)
{
    struct traces own, other;
    struct answer a, b;
    bool good = true;

    traces_init(&own, trial->dep);
    traces_init(&other, trial->dep);
    run(trial, &search_engine, false, &own, &a);
    run(trial, &explore_engine, false, &other, &b);
    if (a.stop != STOP_EVENTS && b.stop != STOP_EVENTS) {
        /* por sees a second token that an event beyond the bound would put. */
        if (a.stop != b.stop && (a.stop != STOP_DEPTH || b.stop != STOP_UNSAFE))
            good = fail(trial, "another reason to stop than por",
                        answer_stop_name(a.stop));
        else if (b.stop != STOP_UNSAFE &&
                 (own.again || own.spans.len != other.spans.len ||
                  !traces_within(&own, &other) ||
                  a.stats.maximal_configurations != own.spans.len ||
                  a.stats.max_configuration != b.stats.max_configuration))
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

    run(trial, &search_engine, true, NULL, &answer);
    good = check_answer(trial, &answer);
    answer_finish(&answer);
    return good && compare(trial);
}

static bool try_net(uint64_t seed, struct counts *counts)
{
    const enum random_kind kind = (enum random_kind)(seed % 3);
    struct trial trial = {.weak = seed % 5 == 0, .counts = counts};
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

int main(int argc, char **argv)
{
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const uint64_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    struct counts counts = {0};

    for (uint64_t i = 0; i < n; i++)
        if (!try_net(first + i, &counts))
            return 1;
    printf("%lu nets, %lu runs, %lu yes, %lu no, %lu unknown, %lu traces, "
           "%lu unsafe, %lu with a limit\n",
           counts.nets, counts.runs, counts.yes, counts.no, counts.unknown,
           counts.traces, counts.unsafe, counts.limited);
    /* A run without comparisons is a failure. */
    return counts.yes && counts.no && counts.traces > n && counts.unsafe &&
                   counts.limited
               ? 0
               : 1;
}
