/* temporal.c - temporal formulas on random safe nets against brute force.
 *
 *     temporal FIRST COUNT
 *
 * For each seed a net and some formulas (temporal_tree.h).  Each engine must
 * give the verdict of the fixpoints or none, with a run of which the formula
 * holds; `state` must give one, and `prefix` where it does not say that guards
 * are too large. */
#include "engine/race/engines.h"
#include "net/dep.h"
#include "support.h"
#include "temporal_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 80, N_FORMULAS = 6 };

struct counts {
    unsigned long nets, formulas, found, plain, lassos, dead, proved, unfair,
        left;
};

/* --- engines -------------------------------------------------------------- */

static bool is_good(const struct net *net, const struct goal *goal,
                    const struct answer_finding *finding, bool found, bool must,
                    struct counts *counts)
{
    struct diag diag = {0};

    if (finding->verdict == VERDICT_UNKNOWN)
        return !must;
    counts->proved += finding->verdict == VERDICT_NO && !must;
    if (finding->verdict == VERDICT_NO)
        return !found;
    if (goal->kind == GOAL_FORMULA) {
        counts->plain++;
        return found && witness_replay(net, &finding->run, goal, &diag);
    }
    counts->lassos++;
    counts->dead += finding->loop == finding->run.len;
    return found && witness_replay(net, &finding->run, NULL, &diag) &&
           temporal_holds(goal->temporal, net, finding->run.at,
                          finding->run.len, finding->loop, &diag);
}

/* Engines that may go on for ever get so many looks at the limits. */
static int is_late(void *data)
{
    enum { MOST = 400 };
    unsigned *const n = data;

    return ++*n > MOST;
}

/* The questions that the engine does not refuse, and which have a run. */
static void choose(const struct engine *engine, const struct net *net,
                   const goal_list *goals, const bool *found, goal_list *chosen,
                   bool *with_run)
{
    for (uint32_t g = 0; g < goals->len; g++) {
        if (engine->refuses && engine->refuses(net, &goals->at[g]))
            continue;
        with_run[chosen->len] = found[g];
        vec_push(chosen, goals->at[g]);
    }
}

static bool check_findings(const struct engine *engine, const struct net *net,
                           const goal_list *goals, const bool *found,
                           const struct answer *answer, struct counts *counts)
{
    const bool must =
        engine_has(engine, ENGINE_DECIDES) && answer->stop == STOP_DONE;
    bool good = true;

    counts->left += engine_has(engine, ENGINE_DECIDES) && !must;
    for (uint32_t g = 0; g < goals->len && good; g++) {
        good = is_good(net, &goals->at[g], &answer->findings[g], found[g], must,
                       counts);
        if (!good)
            fprintf(stderr, "engine %s on '%s', which %s\n", engine->name,
                    goals->at[g].text, found[g] ? "has a run" : "has none");
    }
    return good;
}

static bool try_engine(const struct engine *engine, const struct net *net,
                       const goal_list *goals, const bool *found, uint64_t seed,
                       struct counts *counts)
{
    static const enum dep_kind kinds[] = {DEP_READ, DEP_CLASSIC, DEP_NONE};
    struct dep *const dep = dep_create(net, kinds[seed % 3]);
    goal_list chosen = {0};
    bool with_run[N_FORMULAS];
    struct engine_problem problem = {
        .net = net,
        .dep = dep,
        .unfolding = {ORDER_FOATA, true},
        .state.stubborn = seed % 3 ? STUBBORN_PROPERTY : STUBBORN_NONE,
        .seed = seed,
        .test.budget = seed % 2 ? 1000 : 1000000,
        .test.no_copies = seed % 5 == 0,
        .test.check = (unsigned)(seed / 2 % 3),
    };
    unsigned n_looks = 0;
    const struct engine_limits limits = {
        .max_events = engine_has(engine, ENGINE_DECIDES) ? 0 : 3000,
        .threads = 1,
        .terminate = engine_has(engine, ENGINE_DECIDES) ? NULL : is_late,
        .terminate_data = &n_looks};
    struct answer answer;
    bool good;

    choose(engine, net, goals, found, &chosen, with_run);
    problem.question = (struct engine_question){chosen.at, chosen.len};
    answer_init(&answer, chosen.len);
    if (chosen.len)
        engine->run(&problem, &limits, &answer);
    good = check_findings(engine, net, &chosen, with_run, &answer, counts);
    answer_finish(&answer);
    vec_free(&chosen);
    dep_destroy(dep);
    return good;
}

static bool ask(const struct oracle *oracle, struct random *random,
                uint64_t seed, struct counts *counts)
{
    const struct net *const net = oracle->net;
    bool found[N_FORMULAS], good = true;
    goal_list goals = {0};

    while (goals.len < N_FORMULAS) {
        struct temporal_tree *const tree = temporal_tree_create(random, net);
        const char *const text = temporal_tree_text(tree);
        net_trans_list fair = {0};
        struct diag diag = {0};

        if (!goal_add_formula(&goals, net, text, &diag)) {
            fprintf(stderr, "'%s': column %u: %s\n", text, diag.column,
                    diag.text);
            abort();
        }
        for (uint32_t n =
                 random_chance(random, 15) ? 1 + random_below(random, 3) : 0;
             n > 0; n--)
            vec_push(&fair, random_below(random, net_trans_count(net)));
        if (vec_top(&goals)->temporal)
            vec_append(&vec_top(&goals)->temporal->fair, &fair);
        found[goals.len - 1] = temporal_tree_found(tree, oracle, &fair);
        counts->formulas++;
        counts->found += found[goals.len - 1];
        counts->unfair +=
            fair.len && !found[goals.len - 1] &&
            temporal_tree_found(tree, oracle, &(net_trans_list){0});
        temporal_tree_destroy(tree);
        vec_free(&fair);
    }
    for (uint32_t i = 0; i < ENGINES_COUNT && good; i++)
        if ((engines_list[i]->goals >> GOAL_LASSO & 1) &&
            !engine_has(engines_list[i], ENGINE_RACES))
            good =
                try_engine(engines_list[i], net, &goals, found, seed, counts);
    goal_list_free(&goals);
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
    net = random_net(&random, (enum random_kind)(seed % 4 == 0 ? 0 : 1),
                     1 + random_below(&random, 3));
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

PROGRAM(temporal)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf(
        "%lu nets, %lu formulas, %lu with a run; %lu runs shown, %lu of them "
        "to a deadlock, %lu to a marking; that there is none, %lu times by "
        "others than state; %lu with unfair runs alone; %lu times open\n",
        counts.nets, counts.formulas, counts.found, counts.lassos, counts.dead,
        counts.plain, counts.proved, counts.unfair, counts.left);
    return good && counts.left < counts.nets / 4 && counts.dead &&
                   counts.plain && counts.lassos > counts.dead
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
