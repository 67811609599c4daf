/* agree.c - the engines por and prefix against each other on random nets.
 *
 *     agree FIRST COUNT
 *
 * On terminating nets without cutoffs, both must find exactly the same events,
 * under every relation.  A transition and its maximal causes identify an event,
 * so equal events of both engines get equal numbers.  On all nets both must
 * give the same verdict on every question. */
#include "base/hash.h"
#include "engine/race/engines.h"
#include "figure.h"
#include "random.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_EVENTS = 2000, N_MARKINGS = 6 };

static const struct engine *const engines[] = {&por_engine, &prefix_engine};

struct counts {
    unsigned nets, compared, left_out;
    unsigned long events, verdicts;
};

/* -- The same events -- */

/* The key of an event: transition, number of causes, their numbers,
 * increasing. */
struct names {
    struct hash hash;
    VEC(uint32_t) starts;
    VEC(uint32_t) words;
};

static int by_number(const void *x, const void *y)
{
    const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

static bool same_name(const struct names *names, uint32_t id,
                      const uint32_t *name, uint32_t len)
{
    const uint32_t *const known = names->words.at + names->starts.at[id];

    for (uint32_t i = 0; i < len; i++)
        if (known[i] != name[i])
            return false;
    return true;
}

static uint32_t number_of(struct names *names, const uint32_t *name,
                          uint32_t len)
{
    uint32_t h = 0, id;

    for (uint32_t i = 0; i < len; i++)
        h = hash_mix(h, name[i]);
    for (uint32_t p = hash_first(&names->hash, h);
         (id = hash_id(&names->hash, p)) != HASH_FREE;
         p = hash_next(&names->hash, p))
        if (hash_at(&names->hash, p) == h && same_name(names, id, name, len))
            return id;
    id = names->starts.len;
    vec_push(&names->starts, names->words.len);
    for (uint32_t i = 0; i < len; i++)
        vec_push(&names->words, name[i]);
    hash_put(&names->hash, h, id);
    return id;
}

/* Numbers all events of the prefix. */
static void number_events(struct names *names, const struct prefix *prefix)
{
    uint32_t *const number = mem_zero(prefix->events.len, sizeof *number);

    for (uint32_t e = 0; e < prefix->events.len; e++) {
        const struct prefix_event *const ev = &prefix->events.at[e];
        uint32_t *const name = mem_alloc(ev->causes.len + 2, sizeof *name);

        name[0] = ev->trans;
        name[1] = ev->causes.len;
        for (uint32_t i = 0; i < ev->causes.len; i++)
            name[i + 2] = number[prefix->pool.at[ev->causes.from + i]];
        if (ev->causes.len)
            qsort(name + 2, ev->causes.len, sizeof *name, by_number);
        number[e] = number_of(names, name, ev->causes.len + 2);
        mem_free(name);
    }
    mem_free(number);
}

static bool run(const struct engine *engine, struct engine_problem *problem,
                struct answer *answer)
{
    const struct engine_limits limits = {.max_events = MAX_EVENTS};

    answer_init(answer, problem->question.n_goals);
    engine->run(problem, &limits, answer);
    return answer->stop == STOP_DONE;
}

/* Both prefixes use all numbers, so the two sets of events are equal. */
static bool same_events(struct engine_problem problem, struct counts *counts)
{
    struct names names = {0};
    struct answer answers[2];
    bool done = true, same = true;

    problem.unfolding.cutoffs = false;
    problem.output.prefix = true;
    for (uint32_t i = 0; i < 2; i++)
        done = run(engines[i], &problem, &answers[i]) && done;
    if (done) {
        for (uint32_t i = 0; i < 2; i++) {
            number_events(&names, &answers[i].prefix);
            same = same && names.starts.len == answers[i].prefix.events.len;
        }
        same = same &&
               figure(&answers[0].stats, "histories") ==
                   figure(&answers[1].stats, "histories") &&
               figure(&answers[0].stats, "conditions") ==
                   figure(&answers[1].stats, "conditions");
        counts->events += names.starts.len;
    }
    counts->compared += done;
    counts->left_out += !done;
    for (uint32_t i = 0; i < 2; i++)
        answer_finish(&answers[i]);
    hash_finish(&names.hash);
    vec_free(&names.starts);
    vec_free(&names.words);
    return same;
}

/* -- The same verdicts -- */

/* A goal with a random marking of some places. */
static void ask_marking(goal_list *goals, const struct net *net,
                        struct random *random)
{
    char text[4096] = "";
    size_t len = 0;
    struct diag diag = {0};

    for (place_id p = 0; p < net_place_count(net); p++)
        if (random_chance(random, 25))
            len += (size_t)snprintf(text + len, sizeof text - len, "%s%s ",
                                    random_chance(random, 50) ? "!" : "",
                                    net_place_id(net, p));
    CHECK(len < sizeof text);
    if (len)
        CHECK(goal_add_marking(goals, net, text, false, &diag));
}

static void ask_all(goal_list *goals, const struct net *net,
                    struct random *random)
{
    struct diag diag = {0};

    for (trans_id t = 0; t < net_trans_count(net); t++)
        CHECK(goal_add_trans(goals, net, net_trans_id(net, t), &diag));
    for (uint32_t i = 0; i < N_MARKINGS; i++)
        ask_marking(goals, net, random);
    goal_add_plain(goals, "deadlock");
}

static bool same_verdicts(struct engine_problem problem, const goal_list *goals,
                          struct counts *counts)
{
    struct answer answers[2];
    bool done = true, same = true;

    problem.unfolding.cutoffs = true;
    problem.por.table = true;
    problem.por.deepening = 1.5;
    problem.question.goals = goals->at;
    problem.question.n_goals = goals->len;
    for (uint32_t i = 0; i < 2; i++)
        done = run(engines[i], &problem, &answers[i]) && done;
    for (uint32_t g = 0; done && g < goals->len; g++) {
        same = same &&
               answers[0].findings[g].verdict == answers[1].findings[g].verdict;
        counts->verdicts++;
    }
    counts->left_out += !done;
    for (uint32_t i = 0; i < 2; i++)
        answer_finish(&answers[i]);
    return same;
}

/* -- Nets -- */

static bool try_seed(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    static const enum dep_kind kinds[] = {DEP_NONE, DEP_CLASSIC, DEP_READ};
    const bool ends = seed % 2 == 0;
    struct random random;
    struct net *net;
    goal_list goals = {0};
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, ends ? RANDOM_TERMINATING : RANDOM_CYCLIC,
                     1 + (uint32_t)(seed / 2 % 3));
    ask_all(&goals, net, &random);
    for (uint32_t k = 0; k < 3 && good; k++) {
        struct dep *const dep = dep_create(net, kinds[k]);
        const struct engine_problem problem = {
            .net = net,
            .dep = dep,
            .unfolding.order = (enum engine_order)(seed / 6 % 3),
        };

        good = (!ends || same_events(problem, counts)) &&
               same_verdicts(problem, &goals, counts);
        if (!good)
            fprintf(stderr, "seed %lu, relation %s: the engines differ\n",
                    (unsigned long)seed, dep_name(dep));
        dep_destroy(dep);
    }
    if (!good)
        support_print_net(net, stderr);
    counts->nets++;
    goal_list_free(&goals);
    net_destroy(net);
    return good;
}

PROGRAM(agree)
{
    struct counts counts = {0};

    if (!support_try_seeds(argc, argv, try_seed, &counts))
        return 1;
    printf("%u nets, %u pairs of prefixes with %lu events, %lu verdicts; %u "
           "runs met the limit\n",
           counts.nets, counts.compared, counts.events, counts.verdicts,
           counts.left_out);
    return counts.compared && counts.left_out * 5 < counts.nets * 3 ? 0 : 1;
}
