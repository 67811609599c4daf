/* listings.c - attractors and doomed configurations of random nets against
 * brute force.
 *
 *     listings FIRST COUNT
 *
 * Brute force says which markings reach which.  The attractors must be the
 * terminal components, each once, with its size.  The initial marking must be
 * doomed or free as brute force says; a configuration that is listed must be
 * doomed, free without any of its maximal events, and listed once; there are
 * some if the initial marking is free and a bad one reachable. */
#include "api/punfpor.h"
#include "net/marking.h"
#include "random.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 300 };

struct counts {
    unsigned long nets, attractors, fixed, bounds, groups, doomed,
        configurations;
};

struct asked {
    const struct net *net;
    struct oracle oracle;
    bool *reaches; /* n * n: by one step or more */
    place_id bad[2];
    bool read; /* the relation, or sets in place of lists */
    const char *checks;
};

static uint32_t count(const struct asked *asked)
{
    return asked->oracle.n_markings;
}

static bool reaches(const struct asked *asked, uint32_t a, uint32_t b)
{
    return asked->reaches[(size_t)a * count(asked) + b];
}

/* Warshall's algorithm. */
static void close(struct asked *asked)
{
    const uint32_t n = count(asked);

    asked->reaches = mem_zero((size_t)n * n, sizeof *asked->reaches);
    for (uint32_t i = 0; i < asked->oracle.graph.len; i++)
        asked->reaches[(size_t)asked->oracle.graph.at[i].from * n +
                       asked->oracle.graph.at[i].to] = true;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n && reaches(asked, i, k); j++)
                asked->reaches[(size_t)i * n + j] |= reaches(asked, k, j);
}

static bool together(const struct asked *asked, uint32_t a, uint32_t b)
{
    return a == b || (reaches(asked, a, b) && reaches(asked, b, a));
}

static bool is_terminal(const struct asked *asked, uint32_t m)
{
    for (uint32_t i = 0; i < count(asked); i++)
        if (reaches(asked, m, i) && !together(asked, m, i))
            return false;
    return true;
}

static uint32_t size_of(const struct asked *asked, uint32_t m)
{
    uint32_t size = 0;

    for (uint32_t i = 0; i < count(asked); i++)
        size += together(asked, m, i);
    return size;
}

static bool is_bad(const struct asked *asked, uint32_t m)
{
    const bits_word *const at = oracle_marking(&asked->oracle, m);

    return bits_has(at, asked->bad[0]) && bits_has(at, asked->bad[1]);
}

/* Bad, or behind a bad one. */
static bool is_lost(const struct asked *asked, uint32_t m)
{
    for (uint32_t i = 0; i < count(asked); i++)
        if (is_bad(asked, i) && (i == m || reaches(asked, i, m)))
            return true;
    return false;
}

static uint32_t number_of(const struct asked *asked, const bits_word *m)
{
    uint32_t i = 0;

    while (
        !bits_equal(oracle_marking(&asked->oracle, i), m, asked->oracle.words))
        i++;
    return i;
}

static uint32_t after(const struct asked *asked, uint32_t m, trans_id t)
{
    bits_word *const at = mem_copy(oracle_marking(&asked->oracle, m),
                                   asked->oracle.words, sizeof *at);
    uint32_t to = UINT32_MAX;

    if (marking_enabled(asked->net, at, t)) {
        marking_fire(asked->net, at, t);
        to = number_of(asked, at);
    }
    mem_free(at);
    return to;
}

static bool fires_inside(const struct asked *asked, uint32_t m, trans_id t)
{
    for (uint32_t i = 0; i < count(asked); i++) {
        const uint32_t to =
            together(asked, m, i) ? after(asked, i, t) : UINT32_MAX;

        if (to != UINT32_MAX && together(asked, m, to))
            return true;
    }
    return false;
}

/* Does a transition that fires in the component of m take a token that t needs?
 */
static bool is_disturbed(const struct asked *asked, uint32_t m, trans_id t)
{
    const struct net_place_span needs[] = {net_pre(asked->net, t),
                                           net_read(asked->net, t)};

    for (trans_id u = 0; u < net_trans_count(asked->net); u++) {
        const struct net_place_span pre = net_pre(asked->net, u);

        for (uint32_t k = 0; k < 2; k++)
            for (uint32_t i = 0; i < needs[k].len; i++)
                for (uint32_t j = 0; j < pre.len; j++)
                    if (pre.at[j] == needs[k].at[i] &&
                        fires_inside(asked, m, u))
                        return true;
    }
    return false;
}

static bool can_stay(const struct asked *asked, uint32_t m)
{
    if (is_lost(asked, m) || !reaches(asked, m, m))
        return false;
    for (uint32_t i = 0; i < count(asked); i++)
        for (trans_id t = 0;
             together(asked, m, i) && t < net_trans_count(asked->net); t++)
            if (after(asked, i, t) != UINT32_MAX &&
                !fires_inside(asked, m, t) && !is_disturbed(asked, m, t))
                return false;
    return true;
}

static bool is_doomed(const struct asked *asked, uint32_t m)
{
    for (uint32_t i = 0; i < count(asked); i++)
        if ((i == m || reaches(asked, m, i)) && can_stay(asked, i))
            return false;
    return true;
}

/* --- the answers ---------------------------------------------------------- */

/* The marking behind the run without step `but`. */
static uint32_t replay(const struct asked *asked, const uint32_t *run,
                       uint32_t len, uint32_t but)
{
    uint32_t m = 0;

    for (uint32_t i = 0; i < len && m != UINT32_MAX; i++)
        if (i != but)
            m = after(asked, m, run[i]);
    return m;
}

/* Of items that stand for several: do those of this size, or all if it is NULL,
 * have as many markings as there are?  Where some of them are not counted,
 * those of the size may be fewer, and all have at least so many. */
static bool is_right_number(const struct asked *asked, const punfpor *problem,
                            const char *size)
{
    unsigned long said = 0, there = 0;
    bool counted = true;

    for (uint32_t i = 0; i < punfpor_items(problem, 0); i++) {
        const char *const own = punfpor_item_size(problem, 0, i);

        counted = counted && !punfpor_item_at_most(problem, 0, i);
        if (!size ||
            (!punfpor_item_at_most(problem, 0, i) && !strcmp(own, size)))
            said += strtoul(own, NULL, 10) *
                    strtoul(punfpor_item_times(problem, 0, i), NULL, 10);
    }
    for (uint32_t i = 0; i < count(asked); i++)
        there += is_terminal(asked, i) &&
                 (!size || size_of(asked, i) == strtoul(size, NULL, 10));
    return counted ? said == there : size ? said <= there : said >= there;
}

/* Are there as many items, with what they stand for, as attractors? */
static bool is_right_count(const struct asked *asked, const punfpor *problem)
{
    unsigned long n = 0;

    for (uint32_t i = 0; i < punfpor_items(problem, 0); i++)
        n += strtoul(punfpor_item_times(problem, 0, i), NULL, 10);
    for (uint32_t i = 0; i < count(asked); i++) {
        uint32_t first = 0;

        while (!together(asked, first, i))
            first++;
        n -= first == i && is_terminal(asked, i);
    }
    return n == 0;
}

static bool is_right_size(const punfpor *problem, uint32_t item, uint32_t size)
{
    const unsigned long said =
        strtoul(punfpor_item_size(problem, 0, item), NULL, 10);

    return punfpor_item_at_most(problem, 0, item) ? size <= said : size == said;
}

static bool is_right_list(const struct asked *asked, const punfpor *problem,
                          struct counts *counts)
{
    bool groups = false;
    const uint32_t n = count(asked), n_items = punfpor_items(problem, 0);
    bool *const met = mem_zero(n, sizeof *met);
    bool good = punfpor_verdict_of(problem, 0) == PUNFPOR_YES;

    for (uint32_t k = 0; k < n_items && good; k++) {
        uint32_t len;
        const uint32_t *const run = punfpor_item_run(problem, 0, k, &len);
        const uint32_t m = replay(asked, run, len, UINT32_MAX);

        good = m != UINT32_MAX && !met[m] && is_terminal(asked, m) &&
               is_right_size(problem, k, size_of(asked, m));
        for (uint32_t i = 0; i < n && good; i++)
            met[i] |= together(asked, m, i);
        for (place_id p = 0; p < net_place_count(asked->net) && good; p++)
            good = bits_has(oracle_marking(&asked->oracle, m), p) ==
                   (punfpor_item_marks(problem, 0, k, p) != 0);
        good = good && is_right_number(asked, problem,
                                       punfpor_item_size(problem, 0, k));
        groups |= strcmp(punfpor_item_times(problem, 0, k), "1") != 0;
        counts->attractors++;
        counts->bounds += punfpor_item_at_most(problem, 0, k);
        counts->fixed += size_of(asked, m) == 1;
    }
    for (uint32_t i = 0; i < n && good; i++)
        good = groups || met[i] == is_terminal(asked, i);
    good = good && is_right_number(asked, problem, NULL) &&
           is_right_count(asked, problem);
    counts->groups += groups;
    mem_free(met);
    return good;
}

static bool meet(struct net_place_span a, struct net_place_span b)
{
    for (uint32_t i = 0; i < a.len; i++)
        for (uint32_t j = 0; j < b.len; j++)
            if (a.at[i] == b.at[j])
                return true;
    return false;
}

/* Under the relation `read` two readers are independent. */
static bool depends(const struct asked *asked, trans_id t, trans_id u)
{
    const struct net_place_span of_t[] = {net_pre(asked->net, t),
                                          net_post(asked->net, t),
                                          net_read(asked->net, t)};
    const struct net_place_span of_u[] = {net_pre(asked->net, u),
                                          net_post(asked->net, u),
                                          net_read(asked->net, u)};

    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < 3; j++)
            if (meet(of_t[i], of_u[j]) && (i < 2 || j < 2 || !asked->read))
                return true;
    return false;
}

/* Does no later step depend on step i? */
static bool is_last(const struct asked *asked, const uint32_t *run,
                    uint32_t len, uint32_t i)
{
    for (uint32_t k = i + 1; k < len; k++)
        if (depends(asked, run[i], run[k]))
            return false;
    return true;
}

/* Do both have the same configuration: the first step of one run that the other
 * has not taken so far can come next in it? */
static bool is_same(const struct asked *asked, const uint32_t *a, uint32_t n,
                    const uint32_t *b, uint32_t len)
{
    bool *const taken = mem_zero((size_t)len + 1, sizeof *taken);
    bool same = n == len;

    for (uint32_t i = 0; i < n && same; i++) {
        uint32_t k = 0;

        while (k < len && (taken[k] || b[k] != a[i]))
            k++;
        same = k < len;
        for (uint32_t j = 0; j < k && same; j++)
            same = taken[j] || !depends(asked, b[j], a[i]);
        if (same)
            taken[k] = true;
    }
    mem_free(taken);
    return same;
}

static bool is_new(const struct asked *asked, const punfpor *problem,
                   uint32_t item)
{
    uint32_t len, n;
    const uint32_t *const run = punfpor_item_run(problem, 0, item, &len);

    for (uint32_t i = 0; i < item; i++) {
        const uint32_t *const other = punfpor_item_run(problem, 0, i, &n);

        if (is_same(asked, other, n, run, len))
            return false;
    }
    return true;
}

static bool meets_bad(const struct asked *asked)
{
    for (uint32_t i = 0; i < count(asked); i++)
        if (is_bad(asked, i))
            return true;
    return false;
}

static bool is_right_doom(const struct asked *asked, const punfpor *problem,
                          struct counts *counts)
{
    const bool doomed = is_doomed(asked, 0);
    bool good =
        punfpor_verdict_of(problem, 0) == (doomed ? PUNFPOR_NO : PUNFPOR_YES);

    counts->doomed += doomed;
    for (uint32_t k = 0; k < punfpor_items(problem, 0) && good; k++) {
        uint32_t len;
        const uint32_t *const run = punfpor_item_run(problem, 0, k, &len);
        const uint32_t m = replay(asked, run, len, UINT32_MAX);

        counts->configurations++;
        good =
            m != UINT32_MAX && is_doomed(asked, m) && is_new(asked, problem, k);
        for (uint32_t i = 0; i < len && good; i++)
            good = !is_last(asked, run, len, i) ||
                   !is_doomed(asked, replay(asked, run, len, i));
    }
    return good &&
           (punfpor_items(problem, 0) > 0) == (!doomed && meets_bad(asked));
}

static bool try_question(const struct asked *asked, const punfpor_net *net,
                         bool doom, struct counts *counts)
{
    punfpor *const problem = punfpor_create(net, NULL);
    punfpor_error error = {0};
    char text[200];
    bool good;

    (void)snprintf(text, sizeof text, "\"%s\" \"%s\"",
                   net_place_label(asked->net, asked->bad[0]),
                   net_place_label(asked->net, asked->bad[1]));
    if (doom && asked->read)
        (void)punfpor_set(problem, "dependency", "read", NULL);
    if (!doom && asked->read) { /* without a list of the markings */
        (void)punfpor_set(problem, "engine", "symbolic", NULL);
        (void)punfpor_set(problem, "check", asked->checks, NULL);
    }
    good = punfpor_ask(problem, doom ? "doomed" : "attractors",
                       doom ? text : NULL, NULL, &error) == PUNFPOR_OK &&
           punfpor_solve(problem, &error) == PUNFPOR_OK &&
           (doom ? is_right_doom : is_right_list)(asked, problem, counts);
    if (!good)
        fprintf(stderr, "%s %s: %s\n", doom ? "doomed" : "attractors", text,
                error.text);
    punfpor_destroy(problem);
    return good;
}

static bool try_asked(const struct asked *asked, struct counts *counts)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const file = open_memstream(&text, &len);
    punfpor_net *net;
    bool good;

    support_print_net(asked->net, file);
    fclose(file);
    net = punfpor_net_parse(text, len, "net", NULL);
    good = net && try_question(asked, net, false, counts) &&
           try_question(asked, net, true, counts);
    if (!good)
        fputs(text, stderr);
    punfpor_net_destroy(net);
    free(text);
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
    net = seed % 8 == 7
              ? random_network(&random)
              : random_net_padded(&random,
                                  seed % 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                                  1 + random_below(&random, 2),
                                  seed % 3   ? 0
                                  : seed % 2 ? 100
                                             : 200);
    asked.net = net;
    asked.read = seed % 5 < 2;
    asked.checks = seed % 5 ? "2" : "1";
    oracle_init(&asked.oracle, net, MAX_MARKINGS);
    if (asked.oracle.complete && net_trans_count(net)) {
        counts->nets++;
        for (uint32_t i = 0; i < 2; i++)
            asked.bad[i] = random_below(&random, net_place_count(net));
        close(&asked);
        good = try_asked(&asked, counts);
        mem_free(asked.reaches);
    }
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&asked.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(listings)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu attractors, %lu of them fixed points, %lu without a "
           "number of markings, %lu lists with one for several, %lu doomed, "
           "%lu configurations\n",
           counts.nets, counts.attractors, counts.fixed, counts.bounds,
           counts.groups, counts.doomed, counts.configurations);
    return good && counts.configurations && counts.groups && counts.bounds &&
                   counts.doomed < counts.nets &&
                   counts.fixed < counts.attractors
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
