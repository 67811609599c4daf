/* What pnml_prefix.c writes, read back as a net: an occurrence net that has
 * the events of the prefix, and whose markings are those of the net. */
#include "test.h"

#include "engine/engine.h"
#include "engine/race/engines.h"
#include "formats/net/mci.h"
#include "formats/net/registry.h"
#include "oracle.h"
#include "random.h"

#include <unistd.h>

enum { MAX_EVENTS = 300, MAX_MARKINGS = 4000 };

static void temp_path(char path[64])
{
    (void)snprintf(path, 64, "test_pnml_prefix.%ld.pnml", (long)getpid());
}

static void build(const struct net *net, const struct dep *dep,
                  struct answer *answer)
{
    const struct engine_problem problem = {.net = net,
                                           .dep = dep,
                                           .unfolding.order = ORDER_FOATA,
                                           .unfolding.cutoffs = true,
                                           .output.prefix = true,
                                           .output.no_conflicts = true,
                                           .output.copies = true,
                                           .output.complete = true};
    const struct engine_limits limits = {.max_events = MAX_EVENTS};

    answer_init(answer, 0);
    prefix_engine.run(&problem, &limits, answer);
}

/* The net that the file holds. */
static struct net *written(const struct net *net, const struct prefix *prefix)
{
    struct diag diag = {0};
    struct net *back;
    char path[64];

    temp_path(path);
    if (!pnml_prefix_write(net, prefix, path, &diag))
        fail_msg("%s", diag.text);
    back = registry_read(path, NULL, &diag);
    if (!back)
        fail_msg("%s:%u: %s", path, diag.line, diag.text);
    (void)unlink(path);
    net_check(back);
    return back;
}

/* Events have larger numbers than their causes, so arcs that lead to larger
 * numbers make no cycle.  Together with one producer at most, and a token
 * where there is none, this makes the net safe. */
static void check_occurrence_net(const struct net *net)
{
    assert_int_equal(net_read_count(net), 0);
    for (place_id b = 0; b < net_place_count(net); b++) {
        const struct net_trans_span producers = net_producers(net, b);
        const struct net_trans_span consumers = net_consumers(net, b);

        assert_true(producers.len <= 1);
        assert_true(net_marked(net, b) == !producers.len);
        for (uint32_t i = 0; producers.len && i < consumers.len; i++)
            assert_true(consumers.at[i] > producers.at[0]);
    }
    for (trans_id e = 0; e < net_trans_count(net); e++)
        assert_true(net_pre(net, e).len > 0);
}

/* The tokens that a marking of the prefix puts on the copies of each place. */
static void count_tokens(const struct net *net, const struct net *prefix,
                         const bits_word *marking, uint32_t *tokens)
{
    struct diag diag = {0};

    memset(tokens, 0, net_place_count(net) * sizeof *tokens);
    for (place_id b = 0; b < net_place_count(prefix); b++)
        if (bits_has(marking, b) && net_place_name(prefix, b)) {
            const place_id p =
                net_find_place(net, net_place_name(prefix, b), &diag);

            assert_true(p != PLACE_NONE);
            tokens[p]++;
        }
}

/* The number of the marking in which these places are marked. */
static uint32_t find_marking(const struct oracle *oracle,
                             const uint32_t *tokens)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        const bits_word *marking = oracle_marking(oracle, i);
        place_id p = 0;

        while (p < net_place_count(oracle->net) &&
               bits_has(marking, p) == (tokens[p] > 0))
            p++;
        if (p == net_place_count(oracle->net))
            return i;
    }
    fail_msg("a marking of the prefix is none of the net");
    return 0;
}

/* Each marking of the prefix is one of the net, and the other way round.  All
 * copies of a place have tokens at the same time. */
static void compare_markings(const struct oracle *all,
                             const struct oracle *some)
{
    const uint32_t n = net_place_count(all->net);
    uint32_t *copies = mem_zero(n, sizeof *copies);
    uint32_t *tokens = mem_zero(n, sizeof *tokens);
    uint8_t *met = mem_zero(all->n_markings, 1);
    uint32_t n_met = 0;

    for (uint32_t i = 0; i < some->n_markings; i++) {
        uint32_t k;

        count_tokens(all->net, some->net, oracle_marking(some, i), tokens);
        for (place_id p = 0; p < n; p++) {
            copies[p] = copies[p] ? copies[p] : tokens[p];
            assert_true(!tokens[p] || tokens[p] == copies[p]);
        }
        k = find_marking(all, tokens);
        n_met += !met[k];
        met[k] = 1;
    }
    assert_int_equal(n_met, all->n_markings);
    mem_free(copies);
    mem_free(tokens);
    mem_free(met);
}

/* True when the markings of both nets were few enough to compare them. */
static bool has_the_markings(const struct net *net, const struct net *prefix)
{
    struct oracle all, some;
    bool compared;

    oracle_init(&all, net, MAX_MARKINGS);
    oracle_init(&some, prefix, MAX_MARKINGS);
    assert_false(some.unsafe);
    compared = all.complete && some.complete;
    if (compared) {
        assert_true(some.terminating);
        compare_markings(&all, &some);
    }
    oracle_finish(&all);
    oracle_finish(&some);
    return compared;
}

static void check_names(const struct net *net, const struct net *back,
                        const struct prefix *prefix)
{
    char id[16];

    assert_int_equal(net_trans_count(back), prefix->events.len - 1);
    assert_int_equal(net_place_count(back), prefix->conditions.len);
    for (trans_id e = 0; e < net_trans_count(back); e++) {
        (void)snprintf(id, sizeof id, "e%u", e + 1);
        assert_string_equal(net_trans_label(back, e), id);
        assert_string_equal(
            net_trans_name(back, e),
            net_trans_label(net, prefix->events.at[e + 1].trans));
    }
}

static void prefixes_are_occurrence_nets(void **state)
{
    static const enum dep_kind kinds[] = {DEP_CLASSIC, DEP_READ, DEP_NONE};
    uint32_t n = 0, n_compared = 0;

    (void)state;
    for (uint32_t i = 0; i < 240; i++) {
        struct random random;
        struct answer answer;
        struct net *net, *back;
        struct dep *dep;

        random_init(&random, i);
        net = random_net(&random, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                         1 + i % 2);
        dep = dep_create(net, kinds[i / 2 % 3]);
        build(net, dep, &answer);
        if (answer.stop == STOP_DONE) {
            n++;
            back = written(net, &answer.prefix);
            check_names(net, back, &answer.prefix);
            check_occurrence_net(back);
            n_compared += has_the_markings(net, back);
            net_destroy(back);
        }
        answer_finish(&answer);
        dep_destroy(dep);
        net_destroy(net);
    }
    print_message("# %u prefixes, %u compared with brute force\n", n,
                  n_compared);
    assert_true(n > 150 && n_compared > 100);
}

static void prefixes_that_read_are_refused(void **state)
{
    struct net *net = test_net("p* | a: ? p");
    struct prefix prefix = {0};
    struct diag diag = {0};
    struct prefix_event bottom = {.produces = {0, 1}};
    struct prefix_event a = {.trans = 0, .reads = {0, 1}, .size = 1};

    (void)state;
    vec_push(&prefix.pool, 0);
    vec_push(&prefix.conditions, ((struct prefix_condition){0, 0, 0, 0}));
    vec_push(&prefix.events, bottom);
    vec_push(&prefix.events, a);
    assert_false(pnml_prefix_write(net, &prefix, "out.pnml", &diag));
    assert_report(&diag, 0,
                  "the prefix has read arcs (an event of 'a' reads): option "
                  "'prefix' must be pnml");
    prefix_finish(&prefix);
    net_destroy(net);
}

MODULE(pnml_prefix)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefixes_are_occurrence_nets),
        cmocka_unit_test(prefixes_that_read_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
