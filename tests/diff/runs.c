/* runs.c - the maximal configurations of random terminating nets.
 *
 *     runs FIRST COUNT
 *
 * Without cutoffs the exploration visits each of them once, for every k, and
 * the set of traces equals that of the engine reverse, of a naive reverse
 * search and of brute force.  With k = 0 no run is blocked.  The test covers
 * all relations, choices of the next event, and several k. */
#include "engine/race/engines.h"
#include "figure.h"
#include "oracle.h"
#include "random.h"
#include "reverse.h"
#include "support.h"
#include "traces.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_MARKINGS = 1500, MAX_TRACES = 1500, N_RELATIONS = 4 };

static const uint32_t ks[] = {0, 1, 2, 3, 10};

struct counts {
    unsigned nets;
    unsigned long sets, traces, blocked;
};

static bool fail(const struct dep *dep, const char *what, uint64_t is,
                 uint64_t should)
{
    fprintf(stderr, "dependency %s: %s: %llu, not %llu\n", dep_name(dep), what,
            (unsigned long long)is, (unsigned long long)should);
    return false;
}

/* Does the set equal that of brute force, with each trace once? */
static bool same(const struct traces *found, const struct traces *all,
                 const char *who)
{
    if (found->again)
        return fail(found->dep, who, found->spans.len + found->again,
                    found->spans.len);
    if (found->spans.len != all->spans.len)
        return fail(found->dep, who, found->spans.len, all->spans.len);
    if (!traces_within(found, all))
        return fail(found->dep, who, 0, all->spans.len);
    return true;
}

static bool try_reverse(const struct net *net, const struct traces *all)
{
    struct traces found;
    bool good;

    traces_init(&found, all->dep);
    good = reverse_search(net, all->dep, 2 * MAX_TRACES, traces_add, &found)
               ? same(&found, all, "reverse search")
               : fail(all->dep, "reverse search gave up", 0, all->spans.len);
    traces_finish(&found);
    return good;
}

static bool try_engine(const struct net *net, const struct traces *all,
                       uint32_t k, enum engine_choice choice,
                       struct counts *counts)
{
    struct traces found;
    struct answer answer;
    char who[64];
    bool good;

    traces_init(&found, all->dep);
    answer_init(&answer, 0);
    por_engine.run(
        &(struct engine_problem){.net = net,
                                 .dep = all->dep,
                                 .por.k = k,
                                 .por.choice = choice,
                                 .output.visitor = {traces_add, &found}},
        &(struct engine_limits){0}, &answer);
    (void)snprintf(who, sizeof who, "explorer, k = %u, choice %d", k,
                   (int)choice);
    good = same(&found, all, who);
    if (good &&
        figure(&answer.stats, "maximal_configurations") != all->spans.len)
        good = fail(all->dep, "counted",
                    figure(&answer.stats, "maximal_configurations"),
                    all->spans.len);
    if (good && k == 0 && figure(&answer.stats, "ssb"))
        good = fail(all->dep, "blocked runs", figure(&answer.stats, "ssb"), 0);
    counts->blocked += figure(&answer.stats, "ssb");
    counts->sets++;
    answer_finish(&answer);
    traces_finish(&found);
    return good;
}

/* The engine reverse finds the same runs, whatever its hashes. */
static bool try_search(const struct net *net, const struct traces *all,
                       bool weak, struct counts *counts)
{
    struct traces found;
    struct answer answer;
    bool good;

    traces_init(&found, all->dep);
    answer_init(&answer, 0);
    reverse_engine.run(
        &(struct engine_problem){.net = net,
                                 .dep = all->dep,
                                 .test.weak_order = weak,
                                 .test.postponed = weak,
                                 .test.check = weak,
                                 .output.visitor = {traces_add, &found}},
        &(struct engine_limits){.threads = 1}, &answer);
    good = same(&found, all, weak ? "search, weak hashes" : "search");
    if (good &&
        figure(&answer.stats, "maximal_configurations") != all->spans.len)
        good = fail(all->dep, "search counted",
                    figure(&answer.stats, "maximal_configurations"),
                    all->spans.len);
    counts->sets++;
    answer_finish(&answer);
    traces_finish(&found);
    return good;
}

static bool try_relation(const struct oracle *oracle, const struct dep *dep,
                         struct counts *counts)
{
    struct oracle_traces figures;
    struct traces all;
    bool good = true;

    traces_init(&all, dep);
    if (oracle_maximal(oracle, dep, MAX_TRACES, &figures, traces_add, &all)) {
        counts->traces += all.spans.len;
        good = (all.again == 0 && all.spans.len == figures.maximal) ||
               fail(dep, "brute force", all.spans.len, figures.maximal);
        good = good && try_reverse(oracle->net, &all) &&
               try_search(oracle->net, &all, false, counts) &&
               try_search(oracle->net, &all, true, counts);
        for (size_t i = 0; i < sizeof ks / sizeof *ks && good; i++)
            good =
                try_engine(oracle->net, &all, ks[i], CHOICE_LARGEST, counts) &&
                try_engine(oracle->net, &all, ks[i], CHOICE_OLDEST, counts);
    }
    traces_finish(&all);
    return good;
}

static bool try_net(const struct net *net, struct random *random,
                    struct counts *counts)
{
    struct oracle oracle;
    bool good = true;

    oracle_init(&oracle, net, MAX_MARKINGS);
    for (uint32_t i = 0; i < N_RELATIONS && oracle.terminating && good; i++) {
        struct dep *const dep = i < DEP_USER ? dep_create(net, (enum dep_kind)i)
                                             : random_dep(random, &oracle);

        good = try_relation(&oracle, dep, counts);
        dep_destroy(dep);
    }
    counts->nets += oracle.terminating;
    oracle_finish(&oracle);
    return good;
}

static bool try_seed(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct random random;
    struct net *net;
    bool good;

    random_init(&random, seed);
    net = random_net(&random, RANDOM_TERMINATING,
                     (uint32_t)(1 + seed % 5 + 2 * (seed % 7 == 6)));
    good = try_net(net, &random, counts);
    if (!good) {
        fprintf(stderr, "again with: runs %llu 1\n", (unsigned long long)seed);
        support_print_net(net, stderr);
    }
    net_destroy(net);
    return good;
}

PROGRAM(runs)
{
    struct counts counts = {0};

    if (!support_try_seeds(argc, argv, try_seed, &counts))
        return 1;
    printf("%u nets, %lu traces, %lu explorations, %lu blocked runs\n",
           counts.nets, counts.traces, counts.sets, counts.blocked);

    /* A run without comparisons is a failure. */
    return counts.traces > counts.nets && counts.blocked > 0 ? 0 : 1;
}
