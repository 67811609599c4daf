/* symbolic.c - the engine symbolic on random nets against brute force.
 *
 *     symbolic FIRST COUNT
 *
 * For each seed a net with questions of every kind, with and without places
 * that exclude each other.  The oracle lists the markings, breadth first.  The
 * engine must count them and their steps, answer every question as they do, by
 * a run as short as there is one, and find second tokens.  When it is stopped
 * at any time, what it says must still be true. */
#include "condition.h"
#include "engine/race/engines.h"
#include "figure.h"
#include "net/marking.h"
#include "question/formula_parser.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 2000, N_FORMULAS = 4, N_SUMS = 2 };

struct counts {
    unsigned long nets, unsafe, agglomerated, questions, reachable, lost,
        stopped, unknown;
};

struct asked {
    struct oracle oracle;
    struct exclusive exclusive;
    uint32_t *distance; /* by marking: steps from the initial one */
    struct condition *formulas[N_FORMULAS], *sums[N_SUMS];
    uint32_t first_formula, first_home, first_sum; /* among the goals */
    goal_list goals;
};

static void ask(struct asked *asked, struct random *random)
{
    const struct net *const net = asked->oracle.net;

    goal_add_all_trans(&asked->goals, net);
    goal_add_plain(&asked->goals, "deadlock");
    goal_add_plain(&asked->goals, "safe");
    goal_add_plain(&asked->goals, "live");
    condition_ask_marking(&asked->goals, net, random);
    condition_create_list(asked->formulas, N_FORMULAS, random, net);
    asked->first_formula = asked->goals.len;
    condition_ask(asked->formulas, N_FORMULAS, "EF", &asked->goals, net);
    asked->first_home = asked->goals.len;
    condition_ask(asked->formulas, N_FORMULAS, "AG EF", &asked->goals, net);
    asked->first_sum = asked->goals.len;
    condition_ask_sums(asked->sums, N_SUMS, random, &asked->goals, net);
}

static int64_t value_at(const struct asked *asked, uint32_t g, uint32_t i)
{
    return condition_value(asked->sums[g - asked->first_sum],
                           oracle_marking(&asked->oracle, i));
}

/* By marking: does it answer the question by yes?  Of what stays possible, is
 * it lost?  The transition is the one that a question about all has named. */
static bool *find_answers(const struct asked *asked, uint32_t g, trans_id t)
{
    const struct oracle *const oracle = &asked->oracle;
    const struct goal *const goal = &asked->goals.at[g];
    const bool asks_again = question_asks_again(goal->kind);
    bool *const holds = mem_zero(oracle->n_markings, sizeof *holds);
    int64_t largest = INT64_MIN;

    for (uint32_t i = 0; i < oracle->n_markings && goal->kind == GOAL_BOUND;
         i++)
        largest =
            value_at(asked, g, i) > largest ? value_at(asked, g, i) : largest;
    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        const bits_word *const m = oracle_marking(oracle, i);

        if (goal->kind == GOAL_BOUND)
            holds[i] = value_at(asked, g, i) == largest;
        else if (goal->kind == GOAL_LIVE)
            holds[i] = marking_enabled(oracle->net, m, t);
        else if (g >= asked->first_formula)
            holds[i] = condition_holds(
                asked->formulas[(g - asked->first_formula) % N_FORMULAS], m);
        else
            holds[i] = goal_holds(goal, oracle->net, m);
    }
    if (asks_again)
        oracle_go_back(oracle, holds);
    for (uint32_t i = 0; i < oracle->n_markings && asks_again; i++)
        holds[i] = !holds[i];
    return holds;
}

static bool is_live(const struct asked *asked)
{
    for (trans_id t = 0; t < net_trans_count(asked->oracle.net); t++)
        if (!oracle_live(&asked->oracle, t))
            return false;
    return true;
}

/* The run is as short as one to any marking that answers, and its end is one of
 * these. */
static bool is_good_run(const struct asked *asked, uint32_t g,
                        const witness_run *run, const bool *holds,
                        uint32_t shortest)
{
    const struct oracle *const oracle = &asked->oracle;
    const bool steps = asked->goals.at[g].kind == GOAL_TRANSITION;
    bits_word *const m = mem_zero(oracle->words, sizeof *m);
    uint32_t end = 0;
    bool good = run->len == shortest + steps;

    marking_initial(oracle->net, m);
    for (uint32_t i = 0; i + steps < run->len && good; i++) {
        good = marking_enabled(oracle->net, m, run->at[i]);
        marking_fire(oracle->net, m, run->at[i]);
    }
    while (good && !bits_equal(oracle_marking(oracle, end), m, oracle->words))
        end++;
    good = good && holds[end] &&
           (!steps || *vec_top(run) == asked->goals.at[g].trans);
    mem_free(m);
    return good;
}

static bool is_good(const struct asked *asked, uint32_t g,
                    const struct answer_finding *finding, struct counts *counts)
{
    const struct goal *const goal = &asked->goals.at[g];
    uint32_t shortest = UINT32_MAX;
    bool *holds, good;

    counts->questions++;
    if (goal->kind == GOAL_SAFE)
        return finding->verdict == VERDICT_NO;
    if (goal->kind == GOAL_LIVE && finding->verdict == VERDICT_NO)
        return is_live(asked);
    holds = find_answers(asked, g, finding->trans);
    for (uint32_t i = 0; i < asked->oracle.n_markings; i++)
        if (holds[i] && asked->distance[i] < shortest)
            shortest = asked->distance[i];
    counts->reachable += finding->verdict == VERDICT_YES;
    counts->lost +=
        finding->verdict == VERDICT_YES && question_asks_again(goal->kind);
    good = finding->verdict == VERDICT_YES
               ? shortest != UINT32_MAX &&
                     is_good_run(asked, g, &finding->run, holds, shortest)
               : finding->verdict == VERDICT_NO && shortest == UINT32_MAX;
    for (uint32_t i = 0; i < asked->oracle.n_markings && good; i++)
        good = goal->kind != GOAL_BOUND || !holds[i] ||
               (finding->has_value && finding->value == value_at(asked, g, i));
    mem_free(holds);
    return good;
}

static uint64_t most_tokens(const struct oracle *oracle)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        uint64_t n = 0;

        for (place_id p = 0; p < net_given_places(oracle->net); p++)
            n += bits_has(oracle_marking(oracle, i), p);

        most = n > most ? n : most;
    }
    return most;
}

static bool counts_are_good(const struct asked *asked,
                            const struct answer *answer)
{
    return figure(&answer->stats, "states") == asked->oracle.n_markings &&
           figure(&answer->stats, "fired") == asked->oracle.edges &&
           figure(&answer->stats, "most_tokens") == most_tokens(&asked->oracle);
}

/* It may have been stopped before it has counted. */
static bool counts_are_none(const struct answer *answer)
{
    return !figure(&answer->stats, "states") &&
           !figure(&answer->stats, "fired") &&
           !figure(&answer->stats, "most_tokens");
}

static bool answer_is_open(const struct answer *answer)
{
    bool open = true;

    for (uint32_t g = 0; g < answer->n_findings; g++)
        open &= answer->findings[g].verdict == VERDICT_UNKNOWN;
    return open;
}

static bool judge(const struct asked *asked, const struct answer *answer,
                  struct counts *counts)
{
    const bool stopped = answer->stop == STOP_OVERTAKEN;
    bool good = true;

    counts->stopped += stopped;
    if (asked->oracle.unsafe && stopped)
        return !answer->safe && answer_is_open(answer);
    if (asked->oracle.unsafe) {
        counts->unsafe += answer->stop == STOP_UNSAFE;
        if (answer->stop == STOP_OPEN) /* two tokens on no place of the net */
            return exclusive_count(&asked->exclusive) && answer_is_open(answer);
        return answer->stop == STOP_UNSAFE &&
               witness_unsafe(asked->oracle.net, &answer->unsafe_run,
                              answer->unsafe_trans, answer->unsafe_place);
    }
    counts->agglomerated += figure(&answer->stats, "agglomerated") > 0;
    if (!answer->n_findings)
        return counts_are_good(asked, answer) ||
               (stopped && counts_are_none(answer));
    for (uint32_t g = 0; g < answer->n_findings && good; g++) {
        if (stopped && answer->findings[g].verdict == VERDICT_UNKNOWN) {
            counts->unknown++;
            continue;
        }
        good = is_good(asked, g, &answer->findings[g], counts);
        if (!good)
            fprintf(stderr, "question %u, %s\n", g, asked->goals.at[g].text);
    }
    return good;
}

/* --- runs ----------------------------------------------------------------- */

static uint64_t look(void *self, uint64_t work)
{
    (void)self;
    (void)work;
    return UINT64_MAX;
}

static void ignore_found(void *self, uint32_t goal, uint64_t work)
{
    (void)self;
    (void)goal;
    (void)work;
}

static void ignore_reached(void *self, uint32_t goal,
                           const struct answer_finding *finding, uint64_t work)
{
    (void)finding;
    ignore_found(self, goal, work);
}

/* All questions, or none; so much work at most.  *work: what was done. */
static bool try_run(const struct asked *asked, bool exclusive, bool questions,
                    uint64_t most, uint64_t *work, struct counts *counts)
{
    const struct engine_problem problem = {
        .net = asked->oracle.net,
        .exclusive = exclusive ? &asked->exclusive : NULL,
        .question = {asked->goals.at, questions ? asked->goals.len : 0},
        .test.check = 1 + exclusive,
    };
    _Atomic bool *const closed = mem_zero(asked->goals.len, sizeof *closed);
    const _Atomic uint64_t end = most;
    const struct engine_race_hooks race = {.end = &end,
                                           .closed = closed,
                                           .look = look,
                                           .found = ignore_found,
                                           .reached = ignore_reached};
    const struct engine_limits limits = {.race = &race};
    struct answer answer;
    bool good;

    answer_init(&answer, problem.question.n_goals);
    symbolic_engine.run(&problem, &limits, &answer);
    good = judge(asked, &answer, counts);
    *work = answer.stats.work;
    answer_finish(&answer);
    mem_free(closed);
    return good;
}

/* The whole run, and some that are stopped. */
static bool try_runs(const struct asked *asked, bool exclusive, bool questions,
                     struct random *random, struct counts *counts)
{
    uint64_t work, part;
    bool good = try_run(asked, exclusive, questions, UINT64_MAX, &work, counts);

    for (uint32_t i = 0; i < 3 && good; i++)
        good = try_run(asked, exclusive, questions,
                       random_below(random, (uint32_t)work + 1), &part, counts);
    return good;
}

static void finish(struct asked *asked)
{
    condition_destroy_list(asked->formulas, N_FORMULAS);
    condition_destroy_list(asked->sums, N_SUMS);
    mem_free(asked->distance);
    goal_list_free(&asked->goals);
    exclusive_finish(&asked->exclusive);
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct asked asked = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, (enum random_kind)(seed % 4),
                     1 + random_below(&random, 4));
    oracle_init(&asked.oracle, net, MAX_MARKINGS);
    if (asked.oracle.complete || asked.oracle.unsafe) {
        counts->nets++;
        ask(&asked, &random);
        if (asked.oracle.n_markings)
            random_exclusive(&random, &asked.oracle, &asked.exclusive);
        asked.distance = oracle_distances(&asked.oracle);
        for (uint32_t i = 0; i < 4 && good; i++)
            good = try_runs(&asked, i % 2, i / 2, &random, counts);
        finish(&asked);
    }
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&asked.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(symbolic)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu runs to a second token, %lu with agglomerated "
           "places; %lu questions, %lu "
           "reachable, %lu of them lost markings; %lu runs stopped, with %lu "
           "open questions\n",
           counts.nets, counts.unsafe, counts.agglomerated, counts.questions,
           counts.reachable, counts.lost, counts.stopped, counts.unknown);
    return good && counts.reachable && counts.lost && counts.unsafe &&
                   counts.unknown
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
