/* relations.c - how the transitions of random nets are ordered, against brute
 * force.
 *
 *     relations FIRST COUNT
 *
 * By all reachable markings: a can fire before b if b can fire at a marking
 * that a leads to, maybe after other steps; and both can fire in one step if a
 * marking enables both and they are independent. */
#include "api/punfpor.h"
#include "net/marking.h"
#include "random.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 300 };

struct counts {
    unsigned long nets, unsafe, pairs[PUNFPOR_INTERLEAVING + 1];
};

struct expected {
    const struct net *net;
    struct oracle oracle;
    struct dep *dep;
    uint32_t n;
    bool *order, *concurrent; /* n * n */
};

static uint32_t number_of(const struct oracle *oracle, const bits_word *m)
{
    uint32_t i = 0;

    while (!bits_equal(oracle_marking(oracle, i), m, oracle->words))
        i++;
    return i;
}

/* The marking behind t; UINT32_MAX: it is not enabled. */
static uint32_t after(const struct expected *expected, uint32_t m, trans_id t)
{
    bits_word *const at = mem_copy(oracle_marking(&expected->oracle, m),
                                   expected->oracle.words, sizeof *at);
    uint32_t to = UINT32_MAX;

    if (marking_enabled(expected->net, at, t)) {
        marking_fire(expected->net, at, t);
        to = number_of(&expected->oracle, at);
    }
    mem_free(at);
    return to;
}

static void order_before(struct expected *expected, trans_id b)
{
    bool *const can = oracle_can_fire(&expected->oracle, b);

    for (uint32_t m = 0; m < expected->oracle.n_markings; m++)
        for (trans_id a = 0; a < expected->n; a++) {
            const uint32_t to = after(expected, m, a);

            if (to == UINT32_MAX)
                continue;
            expected->order[a * expected->n + b] |= can[to];
            expected->concurrent[a * expected->n + b] |=
                a != b && after(expected, m, b) != UINT32_MAX &&
                !dep_has(expected->dep, a, b);
        }
    mem_free(can);
}

static enum punfpor_relation relation(const struct expected *expected,
                                      trans_id a, trans_id b)
{
    const bool there = expected->order[a * expected->n + b],
               back = expected->order[b * expected->n + a];

    return expected->concurrent[a * expected->n + b] ? PUNFPOR_CONCURRENT
           : there && back                           ? PUNFPOR_INTERLEAVING
           : there                                   ? PUNFPOR_BEFORE
           : back                                    ? PUNFPOR_AFTER
                                                     : PUNFPOR_EXCLUSIVE;
}

static bool is_table(const struct expected *expected,
                     const unsigned char *table, struct counts *counts)
{
    for (trans_id a = 0; a < expected->n; a++)
        for (trans_id b = 0; b < expected->n; b++) {
            const enum punfpor_relation right = relation(expected, a, b);

            if (table[a * expected->n + b] != right) {
                fprintf(stderr, "%s and %s: %s instead of %s\n",
                        net_trans_label(expected->net, a),
                        net_trans_label(expected->net, b),
                        punfpor_relation_text(
                            (enum punfpor_relation)table[a * expected->n + b]),
                        punfpor_relation_text(right));
                return false;
            }
            counts->pairs[right]++;
        }
    return true;
}

static bool try_parsed(const struct expected *expected, const punfpor_net *net,
                       struct counts *counts)
{
    punfpor *const problem = punfpor_create(net, NULL);
    unsigned char *const table = mem_zero((size_t)expected->n * expected->n, 1);
    punfpor_error error = {0};
    enum punfpor_status status;
    bool good;

    (void)punfpor_set(problem, "dependency", dep_name(expected->dep), NULL);
    status = punfpor_relations(problem, table, &error);
    good = expected->oracle.unsafe
               ? status == PUNFPOR_INPUT && strstr(error.text, "not safe")
               : status == PUNFPOR_OK && is_table(expected, table, counts);
    if (!good)
        fprintf(stderr, "%s: %s\n", dep_name(expected->dep), error.text);
    mem_free(table);
    punfpor_destroy(problem);
    return good;
}

static bool try_printed(const struct expected *expected, struct counts *counts)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const file = open_memstream(&text, &len);
    punfpor_net *net;
    bool good;

    support_print_net(expected->net, file);
    fclose(file);
    net = punfpor_net_parse(text, len, "net", NULL);
    good = net && try_parsed(expected, net, counts);
    if (!good)
        fputs(text, stderr);
    punfpor_net_destroy(net);
    free(text);
    return good;
}

static bool try_relation(struct expected *expected, enum dep_kind kind,
                         struct counts *counts)
{
    const size_t size = (size_t)expected->n * expected->n;
    bool good;

    expected->dep = dep_create(expected->net, kind);
    expected->order = mem_zero(size, sizeof *expected->order);
    expected->concurrent = mem_zero(size, sizeof *expected->concurrent);
    for (trans_id b = 0; b < expected->n && !expected->oracle.unsafe; b++)
        order_before(expected, b);
    good = try_printed(expected, counts);
    mem_free(expected->order);
    mem_free(expected->concurrent);
    dep_destroy(expected->dep);
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
    struct expected expected = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random,
                     seed % 7 == 0   ? RANDOM_UNSAFE
                     : seed % 7 == 1 ? RANDOM_WEIGHTED
                     : seed % 3      ? RANDOM_CYCLIC
                                     : RANDOM_TERMINATING,
                     1 + random_below(&random, 3));
    expected.net = net;
    expected.n = net_trans_count(net);
    oracle_init(&expected.oracle, net, MAX_MARKINGS);
    if ((expected.oracle.complete || expected.oracle.unsafe) && expected.n &&
        !has_weights(net)) {
        counts->nets++;
        counts->unsafe += expected.oracle.unsafe;
        good = try_relation(&expected, DEP_READ, counts) &&
               try_relation(&expected, DEP_CLASSIC, counts);
    }
    oracle_finish(&expected.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(relations)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu not safe", counts.nets, counts.unsafe);
    for (uint32_t k = 0; k <= PUNFPOR_INTERLEAVING; k++) {
        printf(", %lu %s", counts.pairs[k],
               punfpor_relation_text((enum punfpor_relation)k));
        good = good && counts.pairs[k];
    }
    putchar('\n');
    return good && counts.unsafe ? EXIT_SUCCESS : EXIT_FAILURE;
}
