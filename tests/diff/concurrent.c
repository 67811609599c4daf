/* concurrent.c - which places of random nets are marked together, and which
 * transitions fire together, against all reachable markings.
 *
 *     concurrent FIRST COUNT
 *
 * Each net is asked by the engines symbolic and prefix. */
#include "api/punfpor.h"
#include "net/marking.h"
#include "random.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 300 };

struct counts {
    unsigned long nets, unsafe, together[2], apart[2];
};

static bool can_fire_together(const struct net *net, const struct dep *dep,
                              const bits_word *m, trans_id a, trans_id b)
{
    return marking_enabled(net, m, a) && marking_enabled(net, m, b) &&
           (a == b || !dep_has(dep, a, b));
}

static bool is_together(const struct oracle *oracle, const struct dep *dep,
                        enum punfpor_nodes nodes, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        const bits_word *const m = oracle_marking(oracle, i);

        if (nodes == PUNFPOR_PLACES
                ? bits_has(m, a) && bits_has(m, b)
                : can_fire_together(oracle->net, dep, m, a, b))
            return true;
    }
    return false;
}

static bool is_table(const struct oracle *oracle, const struct dep *dep,
                     enum punfpor_nodes nodes, uint32_t n,
                     const unsigned char *table, struct counts *counts)
{
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            const bool right = is_together(oracle, dep, nodes, a, b);

            if (table[a * n + b] != right) {
                fprintf(stderr, "%s %u and %u: %u\n",
                        nodes == PUNFPOR_PLACES ? "places" : "transitions", a,
                        b, table[a * n + b]);
                return false;
            }
            counts->together[nodes] += right && a != b;
            counts->apart[nodes] += !right;
        }
    return true;
}

static bool try_engine(const struct oracle *oracle, const struct dep *dep,
                       const punfpor_net *net, const char *engine,
                       enum punfpor_nodes nodes, struct counts *counts)
{
    const uint32_t n = nodes == PUNFPOR_PLACES
                           ? punfpor_net_given_places(net)
                           : punfpor_net_given_transitions(net);
    unsigned char *const table = mem_zero((size_t)n * n, 1);
    punfpor *const problem = punfpor_create(net, NULL);
    punfpor_error error = {0};
    enum punfpor_status status;
    bool good;

    (void)punfpor_set(problem, "engine", engine, NULL);
    if (!strcmp(engine, "symbolic"))
        (void)punfpor_set(problem, "check", "2", NULL);
    status = punfpor_concurrent(problem, nodes, table, &error);
    good = oracle->unsafe
               ? status == PUNFPOR_INPUT && strstr(error.text, "not safe")
               : status == PUNFPOR_OK &&
                     is_table(oracle, dep, nodes, n, table, counts);
    if (!good)
        fprintf(stderr, "%s: %s\n", engine, error.text);
    mem_free(table);
    punfpor_destroy(problem);
    return good;
}

static bool try_parsed(const struct oracle *oracle, const punfpor_net *net,
                       struct counts *counts)
{
    struct dep *const dep = dep_create(oracle->net, DEP_READ);
    bool good = true;

    for (uint32_t i = 0; good && i < 4; i++)
        good = try_engine(oracle, dep, net, i & 1 ? "prefix" : "symbolic",
                          i & 2 ? PUNFPOR_TRANSITIONS : PUNFPOR_PLACES, counts);
    dep_destroy(dep);
    return good;
}

static bool try_printed(const struct oracle *oracle, struct counts *counts)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const file = open_memstream(&text, &len);
    punfpor_net *net;
    bool good;

    support_print_net(oracle->net, file);
    fclose(file);
    net = punfpor_net_parse(text, len, "net", NULL);
    good = net && try_parsed(oracle, net, counts);
    if (!good)
        fputs(text, stderr);
    punfpor_net_destroy(net);
    free(text);
    return good;
}

/* The file that is parsed has no weights. */
static bool has_weights(const struct net *net)
{
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (net_overflow(net, t) != PLACE_NONE)
            return true;
    return false;
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct oracle oracle;
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random,
                     seed % 7 == 0 ? RANDOM_UNSAFE
                     : seed % 3    ? RANDOM_CYCLIC
                                   : RANDOM_TERMINATING,
                     1 + random_below(&random, 3));
    oracle_init(&oracle, net, MAX_MARKINGS);
    if ((oracle.complete || oracle.unsafe) && net_trans_count(net) &&
        !has_weights(net)) {
        counts->nets++;
        counts->unsafe += oracle.unsafe;
        good = try_printed(&oracle, counts);
    }
    oracle_finish(&oracle);
    net_destroy(net);
    return good;
}

PROGRAM(concurrent)
{
    struct counts counts = {0};
    const bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu not safe; pairs of places %lu together, %lu not; of "
           "transitions %lu, %lu\n",
           counts.nets, counts.unsafe, counts.together[0], counts.apart[0],
           counts.together[1], counts.apart[1]);
    return good && counts.unsafe && counts.together[0] && counts.apart[0] &&
                   counts.together[1] && counts.apart[1]
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
