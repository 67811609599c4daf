/* reduced_runs.c - temporal formulas on reduced nets against brute force.
 *
 *     reduced-runs FIRST COUNT
 *
 * For each seed a net, some of whose transitions are two steps with a place in
 * between, and some formulas (temporal_tree.h).  The net is reduced for each
 * formula.  Engine `state` must give the verdict of the fixpoints on the given
 * net, and its run, lifted to that net, must show it. */
#include "engine/race/engines.h"
#include "reduce/lift.h"
#include "reduced.h"
#include "support.h"
#include "temporal_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 80, N_FORMULAS = 6 };

struct counts {
    unsigned long nets, formulas, found, steps, pairs;
};

/* --- nets ----------------------------------------------------------------- */

static void add_arcs(struct net_builder *b, enum net_given_kind kind,
                     struct net_place_span places, trans_id t)
{
    for (uint32_t i = 0; i < places.len; i++)
        net_builder_arc(b, kind, places.at[i], t, 1);
}

static trans_id add_trans(struct net_builder *b, uint32_t n)
{
    char text[16];
    struct diag ignored = {0};

    (void)snprintf(text, sizeof text, "t%u", n);
    return net_builder_trans(b, text, NULL, (struct net_where){0}, &ignored);
}

static place_id add_place(struct net_builder *b, uint32_t n, bool is_marked)
{
    char text[16];
    struct diag ignored = {0};

    (void)snprintf(text, sizeof text, "p%u", n);
    return net_builder_place(b, text, NULL, is_marked, (struct net_where){0},
                             &ignored);
}

/* Transition t as one, or as two steps with a place of this number. */
static void add_split(struct net_builder *b, const struct net *net, trans_id t,
                      bool is_split, uint32_t n_places, uint32_t *n_trans)
{
    const trans_id first = add_trans(b, (*n_trans)++);
    trans_id last = first;

    if (is_split) {
        const place_id p = add_place(b, n_places, false);

        last = add_trans(b, (*n_trans)++);
        net_builder_arc(b, GIVEN_PRODUCE, p, first, 1);
        net_builder_arc(b, GIVEN_CONSUME, p, last, 1);
    }
    add_arcs(b, GIVEN_CONSUME, net_pre(net, t), first);
    add_arcs(b, GIVEN_READ, net_read(net, t), first);
    add_arcs(b, GIVEN_PRODUCE, net_post(net, t), last);
}

/* Frees the net. */
static struct net *split(struct net *net, struct random *random)
{
    struct net_builder *const b = net_builder_create();
    const uint32_t n = net_place_count(net);
    uint32_t n_trans = 0;

    for (place_id p = 0; p < n; p++)
        (void)add_place(b, p, net_marked(net, p));
    for (trans_id t = 0; t < net_trans_count(net); t++)
        add_split(b, net, t, random_chance(random, 40), n + t, &n_trans);
    net_destroy(net);
    return net_builder_finish(b);
}

/* --- reductions ----------------------------------------------------------- */

static bool is_good(const struct net *net, const struct goal *goal,
                    const struct answer_finding *finding, bool found)
{
    struct diag diag = {0};

    return finding->verdict == VERDICT_YES
               ? found && witness_replay(net, &finding->run, NULL, &diag) &&
                     temporal_holds(goal->temporal, net, finding->run.at,
                                    finding->run.len, finding->loop, &diag)
               : finding->verdict == VERDICT_NO && !found;
}

static bool try_reduced(const struct net *net, const struct goal *goal,
                        bool found, uint64_t seed, struct counts *counts)
{
    const struct engine_limits limits = {.threads = 1};
    struct reduced reduced;
    struct engine_problem problem = {
        .state.stubborn = seed % 3 ? STUBBORN_PROPERTY : STUBBORN_NONE};
    struct answer answer;
    bool good;

    reduced_init(&reduced, net, goal, 1);
    counts->steps += reduced.work.reduction.steps.len;
    counts->pairs += reduced.work.reduction.made.len;
    problem.net = reduced.net;
    problem.question = (struct engine_question){reduced.goals.at, 1};
    answer_init(&answer, 1);
    engines_list[ENGINES_state]->run(&problem, &limits, &answer);
    if (answer.findings->verdict == VERDICT_YES) {
        struct answer_finding *const finding = answer.findings;
        const witness_run run = finding->run;

        finding->run = (witness_run){0};
        finding->loop = lift_lasso(&reduced.work.reduction, &reduced.map, &run,
                                   finding->loop, &finding->run);
        mem_free(run.at);
    }
    good = is_good(net, goal, answer.findings, found);
    if (!good)
        fprintf(stderr, "reduced: '%s', which %s\n", goal->text,
                found ? "has a run" : "has none");
    counts->found += found;
    counts->formulas++;
    answer_finish(&answer);
    reduced_finish(&reduced);
    return good;
}

/* --- questions ------------------------------------------------------------ */

static bool ask(const struct oracle *oracle, struct random *random,
                uint64_t seed, struct counts *counts)
{
    const net_trans_list none = {0};
    bool good = true;

    for (uint32_t i = 0; i < N_FORMULAS && good; i++) {
        struct temporal_tree *const tree =
            temporal_tree_create(random, oracle->net);
        goal_list goals = {0};
        struct diag diag = {0};

        if (!goal_add_formula(&goals, oracle->net, temporal_tree_text(tree),
                              &diag))
            abort();
        if (goals.at[0].kind == GOAL_LASSO)
            good = try_reduced(oracle->net, goals.at,
                               temporal_tree_found(tree, oracle, &none), seed,
                               counts);
        goal_list_free(&goals);
        temporal_tree_destroy(tree);
    }
    return good;
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct oracle oracle;
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net =
        split(random_net(&random, seed % 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                         1 + random_below(&random, 2)),
              &random);
    oracle_init(&oracle, net, MAX_MARKINGS);
    if (oracle.complete) {
        counts->nets++;
        good = ask(&oracle, &random, seed, counts);
    }
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&oracle);
    net_destroy(net);
    return good;
}

PROGRAM(reduced_runs)
{
    struct counts counts = {0};
    const bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu formulas, %lu with a run; %lu steps of reductions, "
           "%lu transitions made\n",
           counts.nets, counts.formulas, counts.found, counts.steps,
           counts.pairs);
    return good && counts.found && counts.pairs ? EXIT_SUCCESS : EXIT_FAILURE;
}
