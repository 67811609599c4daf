/* merges.c - the engine merged on random nets against brute force.
 *
 *     merges FIRST COUNT
 *
 * For each seed a net with questions of every kind that a marking answers, and
 * one for each reachable marking.  The oracle lists the markings.  Under the
 * relations classic and read and under each order every answer must be that of
 * the oracle, with a run that replays.  A second token must be found where
 * there is one.  Under foata, which is total, the process must be the merged
 * process of the prefix, event by event; the last line counts those that are
 * not.  Half of the nets run with --check 2, half of the safe ones are
 * given as shown to be safe, and of half of them the process may be made from
 * the prefix. */
#include "base/lists.h"
#include "condition.h"
#include "engine/race/engines.h"
#include "net/marking.h"
#include "question/formula_parser.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 150, MAX_EVENTS = 2000, N_FORMULAS = 3, N_SUMS = 2 };

typedef VEC(uint32_t) word_list;

struct counts {
    unsigned long nets, unsafe, questions, reachable, stopped, compared, differ;
};

struct asked {
    struct oracle oracle;
    struct condition *formulas[N_FORMULAS], *sums[N_SUMS];
    uint32_t first_formula, first_sum; /* among the goals */
    goal_list goals;
};

/* --- questions ------------------------------------------------------------ */

static void ask_marking(struct asked *asked, const bits_word *m)
{
    struct goal goal = {.kind = GOAL_MARKING, .text = mem_text("marking")};

    for (place_id p = 0; p < net_place_count(asked->oracle.net); p++)
        if (bits_has(m, p))
            vec_push(&goal.marked, p);
        else
            vec_push(&goal.empty, p);
    vec_push(&asked->goals, goal);
}

/* The last place of a marking is taken away: reachable or not. */
static void ask_other(struct asked *asked, const bits_word *m)
{
    struct goal *goal;

    ask_marking(asked, m);
    goal = vec_top(&asked->goals);
    if (goal->marked.len)
        (void)vec_pop(&goal->marked);
}

static void ask(struct asked *asked, struct random *random)
{
    const struct net *const net = asked->oracle.net;

    goal_add_all_trans(&asked->goals, net);
    goal_add_plain(&asked->goals, "deadlock");
    for (uint32_t i = 0; i < asked->oracle.n_markings; i++)
        ask_marking(asked, oracle_marking(&asked->oracle, i));
    for (uint32_t i = 0; i < asked->oracle.n_markings && i < 3; i++)
        ask_other(asked, oracle_marking(&asked->oracle, i));
    asked->first_formula = asked->goals.len;
    condition_create_list(asked->formulas, N_FORMULAS, random, net);
    condition_ask(asked->formulas, N_FORMULAS, "EF", &asked->goals, net);
    asked->first_sum = asked->goals.len;
    condition_ask_sums(asked->sums, N_SUMS, random, &asked->goals, net);
}

static void free_asked(struct asked *asked)
{
    condition_destroy_list(asked->formulas, N_FORMULAS);
    condition_destroy_list(asked->sums, N_SUMS);
    goal_list_free(&asked->goals);
}

/* --- answers -------------------------------------------------------------- */

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

static bool is_good_value(const struct asked *asked, uint32_t g,
                          const struct answer_finding *finding)
{
    int64_t value = INT64_MIN, reached;

    for (uint32_t i = 0; i < asked->oracle.n_markings; i++) {
        const int64_t at = condition_value(asked->sums[g - asked->first_sum],
                                           oracle_marking(&asked->oracle, i));

        if (at > value)
            value = at;
    }
    return finding->verdict == VERDICT_YES && finding->value == value &&
           witness_largest(asked->oracle.net, &finding->run,
                           &asked->goals.at[g], &reached) == finding->run.len &&
           reached == value;
}

static bool is_good(const struct asked *asked, uint32_t g,
                    const struct answer_finding *finding, struct counts *counts)
{
    const bool reachable = is_reachable(asked, g);
    struct diag diag = {0};

    counts->questions++;
    counts->reachable += reachable;
    return finding->verdict == (reachable ? VERDICT_YES : VERDICT_NO) &&
           (!reachable || witness_replay(asked->oracle.net, &finding->run,
                                         &asked->goals.at[g], &diag));
}

static bool judge(const struct asked *asked, const struct answer *answer,
                  struct counts *counts)
{
    if (answer->stop == STOP_EVENTS) {
        counts->stopped++;
        return true;
    }
    if (asked->oracle.unsafe || answer->stop == STOP_UNSAFE) {
        counts->unsafe++;
        return asked->oracle.unsafe && answer->stop == STOP_UNSAFE &&
               witness_unsafe(asked->oracle.net, &answer->unsafe_run,
                              answer->unsafe_trans, answer->unsafe_place);
    }
    for (uint32_t g = 0; g < answer->n_findings; g++)
        if (!(g >= asked->first_sum
                  ? is_good_value(asked, g, &answer->findings[g])
                  : is_good(asked, g, &answer->findings[g], counts))) {
            fprintf(stderr, "question %s: %s\n", asked->goals.at[g].text,
                    answer_verdict_name(answer->findings[g].verdict));
            return false;
        }
    return answer->stop == STOP_DONE && answer->safe;
}

/* --- the process ---------------------------------------------------------- */

static void name_span(word_list *name, const struct merged *merged,
                      struct prefix_span span)
{
    vec_push(name, span.len);
    for (uint32_t i = 0; i < span.len; i++) {
        const struct merged_condition condition =
            merged->conditions.at[merged->pool.at[span.from + i]];

        vec_push(name, condition.place);
        vec_push(name, condition.depth);
    }
}

static uint32_t intern_event(struct lists *names, const struct merged *merged,
                             uint32_t e)
{
    const struct merged_event *const event = &merged->events.at[e];
    word_list name = {0};
    uint32_t id;

    vec_push(&name, event->trans);
    vec_push(&name, event->cutoff);
    name_span(&name, merged, event->consumes);
    name_span(&name, merged, event->reads);
    name_span(&name, merged, event->produces);
    id = lists_intern(names, name.at, name.len);
    vec_free(&name);
    return id;
}

static bool is_same(const struct merged *a, const struct merged *b)
{
    struct lists names = {0};
    bool same = a->events.len == b->events.len &&
                a->conditions.len == b->conditions.len;

    for (uint32_t e = 0; e < a->events.len; e++)
        (void)intern_event(&names, a, e);
    for (uint32_t e = 0; e < b->events.len; e++)
        same &= intern_event(&names, b, e) < a->events.len;
    lists_finish(&names);
    return same;
}

static void compare(const struct engine_problem *problem,
                    const struct answer *direct, struct counts *counts)
{
    const struct engine_limits limits = {.max_events = MAX_EVENTS};
    struct engine_problem of_prefix = *problem;
    struct answer answer;
    struct merged merged;

    of_prefix.question.n_goals = 0;
    of_prefix.output.prefix = true;
    of_prefix.output.no_conflicts = true;
    answer_init(&answer, 0);
    prefix_engine.run(&of_prefix, &limits, &answer);
    if (answer.stop == STOP_DONE) {
        merged_init(&merged, &answer.prefix, net_place_count(problem->net));
        counts->compared++;
        counts->differ += !is_same(&merged, &direct->merged);
        merged_finish(&merged);
    }
    answer_finish(&answer);
}

/* --- trials --------------------------------------------------------------- */

static bool try_order(const struct asked *asked, enum dep_kind kind,
                      enum engine_order order, uint64_t seed,
                      struct counts *counts)
{
    struct dep *const dep = dep_create(asked->oracle.net, kind);
    const struct engine_problem problem = {
        .net = asked->oracle.net,
        .dep = dep,
        .is_safe = !asked->oracle.unsafe && seed & 4,
        .question = {asked->goals.at, asked->goals.len},
        .unfolding = {order, true},
        .output.complete = true,
        .test.check = seed & 2 ? 2 : 1,
        .from_prefix = seed & 8 ? MAX_EVENTS : 0,
    };
    const struct engine_limits limits = {.max_events = MAX_EVENTS};
    struct answer answer;
    bool good;

    answer_init(&answer, asked->goals.len);
    merged_engine.run(&problem, &limits, &answer);
    good = judge(asked, &answer, counts);
    if (good && order == ORDER_FOATA && answer.stop == STOP_DONE)
        compare(&problem, &answer, counts);
    if (!good)
        fprintf(stderr, "%s, order %u: wrong\n", dep_name(dep),
                (unsigned)order);
    answer_finish(&answer);
    dep_destroy(dep);
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
        good = try_order(&asked, DEP_CLASSIC, ORDER_FOATA, seed, counts) &&
               try_order(&asked, DEP_READ, ORDER_FOATA, seed, counts) &&
               try_order(&asked, DEP_READ, seed % 2 ? ORDER_SIZE : ORDER_PARIKH,
                         seed, counts);
        free_asked(&asked);
    }
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&asked.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(merges)
{
    struct counts counts = {0};
    const bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu times a second token; %lu questions, %lu reachable; "
           "%lu stopped; %lu compared, %lu differ\n",
           counts.nets, counts.unsafe, counts.questions, counts.reachable,
           counts.stopped, counts.compared, counts.differ);
    return good && counts.unsafe > 0 && counts.compared > 0 ? EXIT_SUCCESS
                                                            : EXIT_FAILURE;
}
