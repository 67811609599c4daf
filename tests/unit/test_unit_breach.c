/* Markings that contradict what a file says about units. */
#include "structure/unit_breach.h"

#include "engine/engine.h"
#include "engine/race/engines.h"
#include "net/marking.h"
#include "net/unit_safety.h"
#include "oracle.h"
#include "random.h"
#include "support.h"
#include "test.h"
#include "same_net.h"

static bool is_unit_safe(const struct units *units, const bits_word *m)
{
    for (place_id p = 0; p < units->n_places; p++)
        for (place_id q = p + 1; q < units->n_places; q++)
            if (bits_has(m, p) && bits_has(m, q) &&
                same_net_exclude(units, p, q))
                return false;
    return true;
}

/* The run leads from unit-safe markings to one that is not. */
static void assert_leads_to_breach(const struct net *net,
                                   const struct units *units,
                                   const witness_run *run)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);

    marking_initial(net, m);
    for (uint32_t i = 0; i < run->len; i++) {
        assert_true(is_unit_safe(units, m));
        assert_true(marking_enabled(net, m, run->at[i]));
        marking_fire(net, m, run->at[i]);
    }
    assert_false(is_unit_safe(units, m));
    mem_free(m);
}

/* Does the engine, which asks nothing, meet a marking that is not unit-safe? */
static bool meets(const struct engine *engine, const struct net *net,
                  const struct units *units, enum engine_stubborn stubborn)
{
    struct dep *dep = dep_create(net, DEP_READ);
    const struct engine_problem problem = {
        .net = net,
        .dep = dep,
        .units = units,
        .unfolding = {.order = ORDER_FOATA, .cutoffs = true},
        .por.table = true,
        .state.stubborn = stubborn,
    };
    const struct engine_limits limits = {0};
    struct answer answer;
    bool met;

    answer_init(&answer, 0);
    engine->run(&problem, &limits, &answer);
    met = answer.breach.met;
    if (met)
        assert_leads_to_breach(net, units, &answer.breach.run);
    answer_finish(&answer);
    dep_destroy(dep);
    return met;
}

static void what_engines_meet_is_true(void **state)
{
    struct random random;
    uint32_t n_wrong = 0, n_prefix = 0, n_por = 0;

    (void)state;
    random_init(&random, 11);
    for (uint32_t i = 0; i < 4000; i++) {
        struct net *net = random_net(&random, RANDOM_CYCLIC, 1);
        struct units *const units =
            random_units(&random, 1 + i % 6, net_place_count(net));
        struct oracle oracle;
        place_id p, q;

        oracle_init(&oracle, net, 2000);
        if (unit_safety_start(units, net, &p, &q) && !oracle.unsafe) {
            bool wrong = false;

            for (uint32_t k = 0; k < oracle.n_markings; k++)
                wrong |= !is_unit_safe(units, oracle_marking(&oracle, k));
            n_wrong += wrong;
            assert_int_equal(meets(&state_engine, net, units, STUBBORN_NONE),
                             wrong);
            n_prefix += meets(&prefix_engine, net, units, STUBBORN_NONE);
            n_por += meets(&por_engine, net, units, STUBBORN_NONE);
            (void)meets(&state_engine, net, units, STUBBORN_PERSISTENT);
        }
        oracle_finish(&oracle);
        units_destroy(units);
        net_destroy(net);
    }
    assert_true(n_wrong > 100 && n_prefix > n_wrong / 2 && n_por > n_wrong / 2);
    assert_true(n_prefix <= n_wrong && n_por <= n_wrong);
}

/* The outer unit is named first, whichever place gets its token last. */
static void the_unit_around_comes_first(void **state)
{
    /* 0 contains 1 with a and 2 with c and d; b is in 0 itself. */
    const uint32_t parent[] = {UNITS_NONE, 0, 0}, unit_of[] = {1, 0, 2, 2};
    struct net *net = test_net("a b c* d* | t: c > b | u: d > a");
    struct units *units = units_create(3, parent, 4, unit_of, true);
    struct unit_breach breach;
    struct unit_breach_found found;
    bits_word *m = mem_zero(marking_words(net), sizeof *m);

    (void)state;
    unit_breach_init(&breach, units, net);
    assert_true(unit_breach_suspects(&breach, 0));
    bits_add(m, 0);
    bits_add(m, 1);
    for (trans_id t = 0; t < 2; t++) {
        assert_true(unit_breach_at(&breach, m, t, &found));
        assert_int_equal(found.p, 1);
        assert_int_equal(found.q, 0);
    }
    bits_remove(m, 0);
    assert_false(unit_breach_at(&breach, m, 0, &found));
    unit_breach_finish(&breach);
    units_destroy(units);
    net_destroy(net);
    mem_free(m);
}

MODULE(unit_breach)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_engines_meet_is_true),
        cmocka_unit_test(the_unit_around_comes_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
