/* walks.c - the engines walk and guided on random nets against brute force.
 *
 *     walks FIRST COUNT
 *
 * For each seed a net with questions of every kind that a marking answers.  The
 * oracle lists the markings.  Each yes of an engine must be one of the oracle
 * with a run that replays, and no question may get a no.  The same seed must
 * give the same answer, the other figures included.  A second token must be
 * one.  Most of what is reachable must be found, or the walks do not walk; a
 * best-first search must find all that has a plan. */
#include "condition.h"
#include "engine/race/engines.h"
#include "net/marking.h"
#include "question/formula_parser.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 2000, N_FORMULAS = 4, N_SUMS = 2, FIRINGS = 20000 };

struct counts {
    unsigned long nets, unsafe, questions, reachable, found, sums, exact;
    unsigned long searched;
};

struct asked {
    struct oracle oracle;
    struct condition *formulas[N_FORMULAS], *sums[N_SUMS];
    uint32_t first_formula, first_sum; /* among the goals */
    goal_list goals;
};

static void ask(struct asked *asked, struct random *random)
{
    const struct net *const net = asked->oracle.net;

    goal_add_all_trans(&asked->goals, net);
    goal_add_plain(&asked->goals, "deadlock");
    condition_ask_marking(&asked->goals, net, random);
    asked->first_formula = asked->goals.len;
    condition_create_list(asked->formulas, N_FORMULAS, random, net);
    condition_ask(asked->formulas, N_FORMULAS, "EF", &asked->goals, net);
    asked->first_sum = asked->goals.len;
    condition_ask_sums(asked->sums, N_SUMS, random, &asked->goals, net);
}

/* Does the oracle know a marking that answers? */
static bool is_reachable(const struct asked *asked, uint32_t g)
{
    for (uint32_t i = 0; i < asked->oracle.n_markings; i++) {
        const bits_word *const m = oracle_marking(&asked->oracle, i);

        if (g >= asked->first_formula
                ? condition_holds(asked->formulas[g - asked->first_formula], m)
                : goal_holds(&asked->goals.at[g], asked->oracle.net, m))
            return true;
    }
    return false;
}

static int64_t largest(const struct asked *asked, uint32_t g)
{
    int64_t value = INT64_MIN;

    for (uint32_t i = 0; i < asked->oracle.n_markings; i++) {
        const int64_t at = condition_value(asked->sums[g - asked->first_sum],
                                           oracle_marking(&asked->oracle, i));

        if (at > value)
            value = at;
    }
    return value;
}

static bool is_good_value(const struct asked *asked, uint32_t g,
                          const struct answer_finding *finding,
                          struct counts *counts)
{
    const struct net *const net = asked->oracle.net;
    int64_t reached;

    counts->sums++;
    if (!finding->has_value) /* a limit came first */
        return finding->verdict == VERDICT_UNKNOWN;
    counts->exact += finding->verdict == VERDICT_YES;
    return witness_largest(net, &finding->run, &asked->goals.at[g], &reached) ==
               finding->run.len &&
           reached == finding->value && reached <= largest(asked, g) &&
           (finding->verdict != VERDICT_YES || reached == largest(asked, g));
}

static bool is_good(const struct asked *asked, uint32_t g,
                    const struct answer_finding *finding, struct counts *counts)
{
    const bool reachable = is_reachable(asked, g);
    struct diag diag = {0};

    counts->questions++;
    counts->reachable += reachable;
    counts->found += finding->verdict == VERDICT_YES;
    return finding->verdict == VERDICT_UNKNOWN ||
           (finding->verdict == VERDICT_YES && reachable &&
            witness_replay(asked->oracle.net, &finding->run,
                           &asked->goals.at[g], &diag));
}

static bool same_run(const witness_run *a, const witness_run *b)
{
    return a->len == b->len &&
           (!a->len || !memcmp(a->at, b->at, a->len * sizeof *a->at));
}

static bool same_answer(const struct answer *a, const struct answer *b)
{
    bool same = a->stop == b->stop &&
                !memcmp(a->stats.at, b->stats.at, sizeof a->stats.at) &&
                a->stats.work == b->stats.work;

    for (uint32_t g = 0; g < a->n_findings; g++)
        same &= a->findings[g].verdict == b->findings[g].verdict &&
                same_run(&a->findings[g].run, &b->findings[g].run);
    return same;
}

static void run(const struct engine *engine, const struct asked *asked,
                uint64_t seed, struct answer *answer)
{
    const struct engine_problem problem = {
        .net = asked->oracle.net,
        .question = {asked->goals.at, asked->goals.len},
        .seed = seed,
        .test.check = seed % 8 == 0,
    };
    const struct engine_limits limits = {.max_events = FIRINGS};

    answer_init(answer, asked->goals.len);
    engine->run(&problem, &limits, answer);
}

static bool judge(const struct asked *asked, const struct answer *answer,
                  struct counts *counts)
{
    bool good = true;

    if (answer->stop == STOP_UNSAFE)
        return asked->oracle.unsafe &&
               witness_unsafe(asked->oracle.net, &answer->unsafe_run,
                              answer->unsafe_trans, answer->unsafe_place);
    if (asked->oracle.unsafe)
        return true; /* it knows a part of the markings only */
    for (uint32_t g = 0; g < answer->n_findings && good; g++)
        good = g >= asked->first_sum
                   ? is_good_value(asked, g, &answer->findings[g], counts)
                   : is_good(asked, g, &answer->findings[g], counts);
    return good;
}

/* Are there relaxed plans for the question? */
static bool has_plan(const struct goal *goal)
{
    bool has = goal->kind == GOAL_TRANSITION || goal->kind == GOAL_MARKING ||
               goal->kind == GOAL_FORMULA;

    for (uint32_t i = 0; goal->formula && i < goal->formula->nodes.len; i++)
        has = has && goal->formula->nodes.at[i].op <= FORMULA_DISABLED &&
              goal->formula->nodes.at[i].op >= FORMULA_AND;
    return has;
}

/* Has a search found all that it looks for? */
static bool found_all(const struct asked *asked, const struct answer *answer,
                      struct counts *counts)
{
    for (uint32_t g = 0; g < asked->first_sum; g++)
        if (has_plan(&asked->goals.at[g]) && is_reachable(asked, g)) {
            counts->searched++;
            if (answer->findings[g].verdict != VERDICT_YES)
                return false;
        }
    return true;
}

static bool try_engine(const struct engine *engine, const struct asked *asked,
                       uint64_t seed, struct counts *counts)
{
    struct answer answer, again;
    bool good;

    run(engine, asked, seed, &answer);
    run(engine, asked, seed, &again);
    good = same_answer(&answer, &again) && judge(asked, &answer, counts);
    if (engine == &guided_engine && !asked->oracle.unsafe)
        good = good && found_all(asked, &answer, counts);
    counts->unsafe += answer.stop == STOP_UNSAFE;
    answer_finish(&answer);
    answer_finish(&again);
    return good;
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct asked asked = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, (enum random_kind)(seed % 3),
                     1 + random_below(&random, 4));
    oracle_init(&asked.oracle, net, MAX_MARKINGS);
    if (asked.oracle.complete || asked.oracle.unsafe) {
        counts->nets++;
        ask(&asked, &random);
        good = try_engine(&walk_engine, &asked, seed, counts) &&
               try_engine(&guided_engine, &asked, seed, counts);
        condition_destroy_list(asked.formulas, N_FORMULAS);
        condition_destroy_list(asked.sums, N_SUMS);
        goal_list_free(&asked.goals);
    }
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&asked.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(walks)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu with a second token found; %lu questions, %lu "
           "reachable, %lu of them found; %lu sums, %lu sure; %lu found by "
           "plans\n",
           counts.nets, counts.unsafe, counts.questions, counts.reachable,
           counts.found, counts.sums, counts.exact, counts.searched);
    /* Nearly all, on nets as small as these. */
    good = good && counts.found * 100 >= counts.reachable * 95 &&
           counts.exact > 0 && counts.unsafe > 0 && counts.searched > 0;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
