/* The oracle against closed forms, and against methods without normal forms. */
#include "oracle.h"
#include "random.h"
#include "test.h"

#include "net/marking.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { LIMIT = 100000 };

static struct oracle_traces traces_of(const struct net *net, enum dep_kind kind)
{
    struct dep *dep = dep_create(net, kind);
    struct oracle_traces traces;
    struct oracle oracle;

    oracle_init(&oracle, net, LIMIT);
    assert_true(oracle.terminating);
    assert_true(oracle_traces(&oracle, dep, LIMIT, &traces));
    oracle_finish(&oracle);
    dep_destroy(dep);
    return traces;
}

/* n readers of one marked place, and a consumer of it. */
static struct net *readers(uint32_t n)
{
    struct draft_net *draft;
    char places[256] = "p* q", word[32];

    for (uint32_t i = 0; i < n; i++) {
        const size_t len = strlen(places);

        (void)snprintf(places + len, sizeof places - len, " a%u* b%u", i, i);
    }
    draft = draft_create(places);
    for (uint32_t i = 0; i < n; i++) {
        char pre[32], post[32];

        (void)snprintf(word, sizeof word, "read%u", i);
        (void)snprintf(pre, sizeof pre, "a%u", i);
        (void)snprintf(post, sizeof post, "b%u", i);
        draft_trans(draft, word, pre, post, "p");
    }
    draft_trans(draft, "take", "p", "q", "");
    return draft_finish(draft);
}

static void readers_have_their_closed_forms(void **state)
{
    (void)state;
    for (uint32_t n = 1, orders = 2; n <= 5; n++, orders = n * orders + 1) {
        struct net *net = readers(n);
        const struct oracle_traces classic = traces_of(net, DEP_CLASSIC);
        const struct oracle_traces read = traces_of(net, DEP_READ);

        /* orders = sum over k of n! / (n - k)! */
        assert_int_equal(classic.maximal, orders);
        assert_int_equal(classic.primes, 2 * orders - 1);
        assert_int_equal(read.maximal, 1u << n);
        assert_int_equal(read.primes, n + (1u << n));
        assert_int_equal(read.longest, n + 1);
        net_destroy(net);
    }
}

/* -- Without a normal form: equivalence by swapping neighbours -- */

enum { RUNS = 400, LEN = 10 };

struct runs {
    const struct net *net;
    trans_id at[RUNS][LEN];
    uint32_t len[RUNS];
    uint32_t n;
    uint32_t parent[RUNS]; /* union-find */
    bool overflow;
};

/* All runs of all lengths, by length; overflow when there are too many. */
static void list_runs(struct runs *runs, bits_word *m, bool *maximal)
{
    runs->n = 1;
    runs->len[0] = 0;
    for (uint32_t i = 0; i < runs->n && !runs->overflow; i++) {
        maximal[i] = true;
        marking_initial(runs->net, m);
        for (uint32_t j = 0; j < runs->len[i]; j++)
            marking_fire(runs->net, m, runs->at[i][j]);
        for (trans_id t = 0; t < net_trans_count(runs->net); t++) {
            if (!marking_enabled(runs->net, m, t))
                continue;
            maximal[i] = false;
            runs->overflow |= runs->n == RUNS || runs->len[i] == LEN;
            if (runs->overflow)
                return;
            memcpy(runs->at[runs->n], runs->at[i], sizeof runs->at[i]);
            runs->at[runs->n][runs->len[i]] = t;
            runs->len[runs->n++] = runs->len[i] + 1;
        }
    }
}

static uint32_t root(const struct runs *runs, uint32_t i)
{
    while (runs->parent[i] != i)
        i = runs->parent[i];
    return i;
}

/* Is b the run a with the independent steps at j and j + 1 swapped? */
static bool is_swap(const struct runs *runs, const struct dep *dep, uint32_t a,
                    uint32_t b, uint32_t j)
{
    trans_id word[LEN];
    const size_t bytes = runs->len[a] * sizeof *word;

    if (dep_has(dep, runs->at[a][j], runs->at[a][j + 1]))
        return false;
    memcpy(word, runs->at[a], bytes);
    word[j] = runs->at[a][j + 1];
    word[j + 1] = runs->at[a][j];
    return !memcmp(word, runs->at[b], bytes);
}

static void join_swaps(struct runs *runs, const struct dep *dep)
{
    for (uint32_t a = 0; a < runs->n; a++)
        runs->parent[a] = a;
    for (uint32_t a = 0; a < runs->n; a++)
        for (uint32_t b = 0; b < runs->n; b++)
            for (uint32_t j = 0;
                 runs->len[a] == runs->len[b] && j + 1 < runs->len[a]; j++)
                if (is_swap(runs, dep, a, b, j))
                    runs->parent[root(runs, a)] = root(runs, b);
}

/* A class is prime iff all its runs end with the same transition: any other
 * maximal occurrence could come last, and a transition has only one maximal
 * occurrence. */
static bool is_prime(const struct runs *runs, uint32_t class)
{
    const uint32_t len = runs->len[class];

    for (uint32_t i = 0; i < runs->n; i++)
        if (root(runs, i) == class &&
            runs->at[i][len - 1] != runs->at[class][len - 1])
            return false;
    return true;
}

static void compare_with_swaps(struct runs *runs, const bool *maximal,
                               enum dep_kind kind)
{
    const struct oracle_traces traces = traces_of(runs->net, kind);
    struct dep *dep = dep_create(runs->net, kind);
    uint32_t classes = 0, n_maximal = 0, primes = 0;

    join_swaps(runs, dep);
    for (uint32_t i = 0; i < runs->n; i++)
        if (root(runs, i) == i) {
            classes++;
            n_maximal += maximal[i];
            primes += runs->len[i] > 0 && is_prime(runs, i);
        }
    assert_int_equal(traces.configurations, classes);
    assert_int_equal(traces.maximal, n_maximal);
    assert_int_equal(traces.primes, primes);
    dep_destroy(dep);
}

static void traces_are_runs_up_to_swaps(void **state)
{
    struct runs *runs = mem_alloc(1, sizeof *runs);
    bool *maximal = mem_alloc(RUNS, sizeof *maximal);
    uint32_t n_compared = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 150; seed++) {
        struct random random;
        bits_word m[8];

        random_init(&random, seed);

        struct net *net = random_net(&random, RANDOM_TERMINATING, 1 + seed % 2);

        *runs = (struct runs){.net = net};
        list_runs(runs, m, maximal);
        if (!runs->overflow) {
            compare_with_swaps(runs, maximal, DEP_NONE);
            compare_with_swaps(runs, maximal, DEP_CLASSIC);
            compare_with_swaps(runs, maximal, DEP_READ);
            n_compared++;
        }
        net_destroy(net);
    }
    assert_true(n_compared > 100);
    mem_free(runs);
    mem_free(maximal);
}

/* -- Markings -- */

static void markings_edges_and_deadlocks_are_counted(void **state)
{
    struct draft_net *draft = draft_create("a* b c");
    struct oracle oracle;
    struct net *net;

    (void)state;
    draft_trans(draft, "ab", "a", "b", "");
    draft_trans(draft, "ba", "b", "a", "");
    draft_trans(draft, "ac", "a", "c", "");
    draft_trans(draft, "dead", "", "", "b c");
    net = draft_finish(draft);
    oracle_init(&oracle, net, LIMIT);
    assert_int_equal(oracle.n_markings, 3);
    assert_int_equal(oracle.edges, 3);
    assert_int_equal(oracle.deadlocks, 1);
    assert_true(oracle.complete && !oracle.unsafe && !oracle.terminating);
    assert_true(bits_has(oracle.fireable, 2) && !bits_has(oracle.fireable, 3));
    oracle_finish(&oracle);
    net_destroy(net);
}

static void a_second_token_is_noticed(void **state)
{
    struct draft_net *draft = draft_create("a* b* c");
    struct oracle oracle;
    struct net *net;

    (void)state;
    draft_trans(draft, "ac", "a", "c", "");
    draft_trans(draft, "bc", "b", "c", "");
    net = draft_finish(draft);
    oracle_init(&oracle, net, LIMIT);
    assert_true(oracle.unsafe && !oracle.complete);
    oracle_finish(&oracle);
    net_destroy(net);
}

static void the_limit_is_kept(void **state)
{
    struct net *net = readers(4);
    struct oracle oracle;

    (void)state;
    oracle_init(&oracle, net, 5);
    assert_false(oracle.complete);
    assert_true(oracle.n_markings < 20);
    oracle_finish(&oracle);
    net_destroy(net);
}

MODULE(oracle)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_have_their_closed_forms),
        cmocka_unit_test(traces_are_runs_up_to_swaps),
        cmocka_unit_test(markings_edges_and_deadlocks_are_counted),
        cmocka_unit_test(a_second_token_is_noticed),
        cmocka_unit_test(the_limit_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
