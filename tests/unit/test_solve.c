/* A solver finds a configuration that enables nothing iff brute force does. */
#include "test.h"

#include "base/ids.h"
#include "engine/prefix/saturation.h"
#include "prefix_fixture.h"

enum { N_NETS = SWEEP(120), N_EVENTS = 24 };

static const struct goal deadlock = {.kind = GOAL_DEADLOCK};

/* Are all causes of e in the set, and all conditions that it uses available? */
static bool enabled(const struct es *es, const bool *in, const bool *consumed,
                    event_id e)
{
    for (uint32_t i = 0; i < es_use_count(es, e); i++) {
        const cond_id b = es_uses(es, e)[i];

        if (consumed[b] || !in[es->conds.at[b].producer])
            return false;
    }
    return true;
}

static bool enables_nothing(const struct es *es, const bool *in,
                            const bool *consumed)
{
    for (event_id e = 1; e < es->events.len; e++)
        if (enabled(es, in, consumed, e))
            return false;
    return true;
}

static void put(const struct es *es, bool *in, bool *consumed, event_id e,
                bool value)
{
    in[e] = value;
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        consumed[es_uses(es, e)[i]] = value;
}

/* Tries every configuration of the open events: includes each one where
 * possible, then omits it. */
static bool by_brute_force(const struct es *es, const es_event_list *open)
{
    bool *const in = mem_zero(es->events.len, sizeof *in);
    bool *const consumed = mem_zero(es->conds.len, sizeof *consumed);
    uint32_t i = 0;
    bool found = false;

    in[EVENT_BOTTOM] = true;
    for (bool more = true; more && !found;) {
        while (i < open->len) {
            if (enabled(es, in, consumed, open->at[i]))
                put(es, in, consumed, open->at[i], true);
            i++;
        }
        found = enables_nothing(es, in, consumed);
        while (i > 0 && !in[open->at[i - 1]])
            i--;
        more = i > 0;
        if (more)
            put(es, in, consumed, open->at[i - 1], false);
    }
    mem_free(in);
    mem_free(consumed);
    return found;
}

/* The result must be a configuration that enables nothing. */
static void replay(const struct es *es, const es_event_list *found)
{
    bool *const in = mem_zero(es->events.len, sizeof *in);
    bool *const consumed = mem_zero(es->conds.len, sizeof *consumed);

    in[EVENT_BOTTOM] = true;
    for (uint32_t i = 0; i < found->len; i++) {
        assert_int_not_equal(es->events.at[found->at[i]].produces, COND_NONE);
        assert_true(enabled(es, in, consumed, found->at[i]));
        put(es, in, consumed, found->at[i], true);
    }
    assert_true(enables_nothing(es, in, consumed));
    mem_free(in);
    mem_free(consumed);
}

static bool compare(struct prefix_fixture *g, es_event_list *open)
{
    const struct engine_limits limits = {0};
    es_event_list found = {0};
    struct answer_stats stats = {0};
    struct watch watch;
    bool expected;

    watch_init(&watch, &limits, &stats);
    ids_sort(open->at, open->len);
    expected = by_brute_force(g->es, open);
    assert_int_equal(solve_prefix(g->es, &deadlock, &watch, &found),
                     expected ? CADICAL_YES : CADICAL_NO);
    if (expected)
        replay(g->es, &found);
    else
        assert_int_equal(found.len, 0);
    vec_free(&found);
    return expected;
}

/* Events are opened in random order, and some never: these are the cutoffs. */
static void verdicts_are_those_of_brute_force(void **state)
{
    uint32_t n_yes = 0, n_no = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct prefix_fixture g;
        es_event_list open = {0};

        random_init(&random, i);
        prefix_fixture_draw(&g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                            i / 2);
        for (uint32_t n = 0; n < N_EVENTS && g.closed.len; n++) {
            const event_id e =
                prefix_fixture_open(&g, random_below(&random, g.closed.len));

            vec_push(&open, e);
            prefix_fixture_extend(&g, e);
            if (n % 6 == 5 || !g.closed.len) {
                const bool yes = compare(&g, &open);

                n_yes += yes;
                n_no += !yes;
            }
        }
        vec_free(&open);
        prefix_fixture_finish(&g);
    }
    assert_true(n_yes > SWEEP(60) && n_no > SWEEP(60));
}

static void the_empty_configuration_counts(void **state)
{
    struct net *const net = test_net("p* q | t: p q >");
    es_event_list open = {0};
    struct prefix_fixture g;

    (void)state;
    prefix_fixture_init(&g, net, dep_create(net, DEP_READ));
    assert_true(compare(&g, &open));
    prefix_fixture_finish(&g);
}

/* n pigeons, n - 1 holes: hard enough for the solver to call the watch. */
static struct net *pigeons(uint32_t n)
{
    char text[8192] = "x*", line[64];

    for (uint32_t p = 0; p < n; p++) {
        (void)snprintf(line, sizeof line, " p%u*", p);
        strcat(text, line);
    }
    for (uint32_t h = 1; h < n; h++) {
        (void)snprintf(line, sizeof line, " h%u*", h);
        strcat(text, line);
    }
    /* A pigeon without a hole can always move. */
    for (uint32_t p = 0; p < n; p++)
        for (uint32_t h = 1; h < n; h++) {
            (void)snprintf(line, sizeof line, " | t%u_%u: p%u h%u >", p, h, p,
                           h);
            strcat(text, line);
        }
    for (uint32_t p = 0; p < n; p++) {
        (void)snprintf(line, sizeof line, " | idle%u: p%u > p%u", p, p, p);
        strcat(text, line);
    }
    return test_net(text);
}

static void unknown_when_the_watch_ends_the_search(void **state)
{
    int interrupted = 1;
    const struct engine_limits limits = {.terminate = support_flag,
                                         .terminate_data = &interrupted};
    struct net *const net = pigeons(11);
    struct answer_stats stats = {0};
    es_event_list found = {0};
    struct watch watch;
    struct prefix_fixture g;

    (void)state;
    prefix_fixture_init(&g, net, dep_create(net, DEP_READ));
    for (uint32_t i = g.closed.len; i-- > 0;)
        if (net_post(net, g.es->events.at[g.closed.at[i]].trans).len == 0 &&
            net_read(net, g.es->events.at[g.closed.at[i]].trans).len == 0)
            (void)prefix_fixture_open(&g, i); /* idle events are cutoffs */
    watch_init(&watch, &limits, &stats);
    assert_int_equal(solve_prefix(g.es, &deadlock, &watch, &found),
                     CADICAL_UNKNOWN);
    assert_int_equal(found.len, 0);
    assert_int_equal(watch.reason, STOP_INTERRUPTED);
    prefix_fixture_finish(&g);
}

MODULE(solve)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_brute_force),
        cmocka_unit_test(the_empty_configuration_counts),
        cmocka_unit_test(unknown_when_the_watch_ends_the_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
