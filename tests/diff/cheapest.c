/* cheapest.c - runs of least cost on random nets against brute force.
 *
 *     cheapest FIRST COUNT
 *
 * By all reachable markings the least costs are known (Bellman and Ford).  The
 * run that is found must cost just that, and there must be one where a marking
 * or a transition can be reached. */
#include "api/punfpor.h"
#include "net/marking.h"
#include "random.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 300, QUESTIONS = 4 };

/* Whatever answers: the search, or the prefix under a relation. */
static const struct way {
    const char *engine, *relation;
} ways[] = {{"auto", NULL},
            {"prefix", "classic"},
            {"prefix", "read"},
            {"prefix", "none"}};

static const char *const orders[] = {"foata", "parikh", "size"};

struct counts {
    unsigned long nets, found, none, unsafe, prefixes;
};

struct priced {
    const struct net *net;
    struct oracle oracle;
    uint32_t *cost;  /* by transition */
    uint64_t *least; /* by marking; UINT64_MAX: not known yet */
};

static uint32_t number_of(const struct oracle *oracle, const bits_word *m)
{
    uint32_t i = 0;

    while (!bits_equal(oracle_marking(oracle, i), m, oracle->words))
        i++;
    return i;
}

/* One round over all steps; does a cost fall? */
static bool relax(struct priced *priced, bits_word *m)
{
    const struct oracle *const oracle = &priced->oracle;
    bool falls = false;

    for (uint32_t i = 0; i < oracle->n_markings; i++)
        for (trans_id t = 0; t < net_trans_count(priced->net); t++) {
            uint64_t cost;
            uint32_t to;

            bits_copy(m, oracle_marking(oracle, i), oracle->words);
            if (priced->least[i] == UINT64_MAX ||
                !marking_enabled(priced->net, m, t))
                continue;
            marking_fire(priced->net, m, t);
            to = number_of(oracle, m);
            cost = priced->least[i] + priced->cost[t];
            falls |= cost < priced->least[to];
            if (cost < priced->least[to])
                priced->least[to] = cost;
        }
    return falls;
}

static void find_least(struct priced *priced)
{
    const struct oracle *const oracle = &priced->oracle;
    bits_word *const m = mem_zero(oracle->words, sizeof *m);

    priced->least = mem_alloc(oracle->n_markings, sizeof *priced->least);
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        priced->least[i] = i ? UINT64_MAX : 0;
    while (relax(priced, m))
        ;
    mem_free(m);
}

/* --- questions -------------------------------------------------------------
 */

struct asked {
    trans_id trans; /* or TRANS_NONE: */
    place_id marked, empty;
    bool either; /* marked or empty, instead of and */
    char text[200];
};

static void choose(const struct priced *priced, struct random *random,
                   struct asked *asked)
{
    const struct net *const net = priced->net;

    *asked =
        (struct asked){.trans = random_below(random, 2)
                                    ? random_below(random, net_trans_count(net))
                                    : TRANS_NONE,
                       .marked = random_below(random, net_place_count(net)),
                       .empty = random_below(random, net_place_count(net)),
                       .either = random_below(random, 3) == 0};
    if (asked->trans != TRANS_NONE)
        (void)snprintf(asked->text, sizeof asked->text, "%s",
                       net_trans_label(net, asked->trans));
    else
        (void)snprintf(asked->text, sizeof asked->text,
                       "\"%s\" = 1 %s \"%s\" "
                       "= 0",
                       net_place_label(net, asked->marked),
                       asked->either ? "or" : "and",
                       net_place_label(net, asked->empty));
}

static bool answers(const struct priced *priced, const struct asked *asked,
                    const bits_word *m)
{
    const bool marked = bits_has(m, asked->marked);
    const bool empty = !bits_has(m, asked->empty);

    return asked->trans != TRANS_NONE
               ? marking_enabled(priced->net, m, asked->trans)
           : asked->either ? marked || empty
                           : marked && empty;
}

static uint64_t right_cost(const struct priced *priced,
                           const struct asked *asked)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t i = 0; i < priced->oracle.n_markings; i++)
        if (priced->least[i] < least &&
            answers(priced, asked, oracle_marking(&priced->oracle, i)))
            least = priced->least[i];
    return least == UINT64_MAX || asked->trans == TRANS_NONE
               ? least
               : least + priced->cost[asked->trans];
}

static bool is_right(const struct priced *priced, const struct asked *asked,
                     const punfpor *problem, uint64_t right)
{
    uint64_t cost = UINT64_MAX, sum = 0;
    uint32_t len;
    const uint32_t *const run = punfpor_run(problem, 0, &len);

    if (!punfpor_cost(problem, 0, &cost))
        return right == UINT64_MAX &&
               punfpor_verdict_of(problem, 0) == PUNFPOR_NO;
    for (uint32_t i = 0; i < len; i++)
        sum += priced->cost[run[i]];
    if (len && asked->trans != TRANS_NONE && run[len - 1] != asked->trans)
        return false;
    if (cost != right || sum != right)
        fprintf(stderr, "%s: %" PRIu64 " instead of %" PRIu64 "\n", asked->text,
                cost, right);
    return cost == right && sum == right;
}

static bool set_way(punfpor *problem, const struct way *way, const char *order,
                    punfpor_error *error)
{
    return punfpor_set(problem, "engine", way->engine, error) == PUNFPOR_OK &&
           (!way->relation ||
            (punfpor_set(problem, "order", order, error) == PUNFPOR_OK &&
             punfpor_set(problem, "dependency", way->relation, error) ==
                 PUNFPOR_OK));
}

static bool try_question(const struct priced *priced, const struct asked *asked,
                         const punfpor_net *net, const struct way *way,
                         const char *order, struct counts *counts)
{
    punfpor *const problem = punfpor_create(net, NULL);
    punfpor_error error = {0};
    uint64_t right;
    bool good;

    good = set_way(problem, way, order, &error) &&
           punfpor_set_costs(problem, priced->cost, &error) == PUNFPOR_OK &&
           punfpor_ask(problem, "cheapest", asked->text, NULL, &error) ==
               PUNFPOR_OK;
    if (good && priced->oracle.unsafe) {
        (void)punfpor_solve(problem, &error);
        counts->unsafe += error.status == PUNFPOR_INPUT;
    } else if (good) {
        right = right_cost(priced, asked);
        good = punfpor_solve(problem, &error) == PUNFPOR_OK &&
               is_right(priced, asked, problem, right);
        counts->found += right < UINT64_MAX;
        counts->none += right == UINT64_MAX;
    }
    if (!good)
        fprintf(stderr, "%s, %s: %s\n", asked->text,
                way->relation ? way->relation : way->engine, error.text);
    punfpor_destroy(problem);
    return good;
}

static bool try_priced(const struct priced *priced, struct random *random,
                       struct counts *counts)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const file = open_memstream(&text, &len);
    punfpor_net *net;
    bool good;

    support_print_net(priced->net, file);
    fclose(file);
    net = punfpor_net_parse(text, len, "net", NULL);
    good = net != NULL;
    for (uint32_t i = 0; i < QUESTIONS && good; i++) {
        struct asked asked;

        choose(priced, random, &asked);
        for (size_t k = 0; k < sizeof ways / sizeof *ways && good; k++)
            if (!ways[k].relation || asked.trans != TRANS_NONE) {
                counts->prefixes += ways[k].relation != NULL;
                good = try_question(priced, &asked, net, &ways[k],
                                    orders[random_below(random, 3)], counts);
            }
    }
    if (!good)
        fputs(text, stderr);
    punfpor_net_destroy(net);
    free(text);
    return good;
}

static bool try_net(uint64_t seed, void *self)
{
    static const uint32_t prices[] = {0, 1, 1, 2, 7, 10000};
    struct counts *const counts = self;
    struct priced priced = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random,
                     seed % 11 == 0 ? RANDOM_UNSAFE
                     : seed % 4     ? RANDOM_CYCLIC
                                    : RANDOM_TERMINATING,
                     1 + random_below(&random, 3));
    priced.net = net;
    oracle_init(&priced.oracle, net, MAX_MARKINGS);
    if ((priced.oracle.complete || priced.oracle.unsafe) &&
        net_trans_count(net)) {
        counts->nets++;
        priced.cost = mem_alloc(net_trans_count(net), sizeof *priced.cost);
        for (trans_id t = 0; t < net_trans_count(net); t++)
            priced.cost[t] = prices[random_below(&random, 6)];
        if (!priced.oracle.unsafe)
            find_least(&priced);
        good = try_priced(&priced, &random, counts);
        mem_free(priced.cost);
        mem_free(priced.least);
    }
    oracle_finish(&priced.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(cheapest)
{
    struct counts counts = {0};
    const bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu runs, %lu without one, %lu not safe, %lu times the "
           "prefix\n",
           counts.nets, counts.found, counts.none, counts.unsafe,
           counts.prefixes);
    return good && counts.found && counts.none && counts.unsafe ? EXIT_SUCCESS
                                                                : EXIT_FAILURE;
}
