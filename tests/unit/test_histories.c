/* Histories of one event, by hand, and against what engines count. */
#include "engine/race/engines.h"
#include "figure.h"
#include "occurrence/histories.h"
#include "prefix_text.h"
#include "random.h"
#include "test.h"

static void histories_produce_one_condition(void **state)
{
    struct prefix prefix = {0};
    struct histories x;

    (void)state;
    /* 1 and 2 read condition 0 and produce 2 and 3; three histories of an event
     * consume 0: after none, after 1, after both.  Each produces on place 4. */
    prefix_text_begin(&prefix, "0 1");
    prefix_text_event(&prefix, 7, "0", "", "0", "2"); /* condition 2 */
    prefix_text_event(&prefix, 8, "0", "", "0", "3"); /* 3 */
    prefix_text_event(&prefix, 9, "0", "0", "", "4"); /* 4 */
    prefix_text_event(&prefix, 9, "1", "0", "", "4"); /* 5 */
    prefix_text_event(&prefix, 9, "1 2", "0", "", "4");
    /* They are continued as one: consuming 4 or 5 is the same event. */
    prefix_text_event(&prefix, 5, "3", "4", "", "5"); /* 7 */
    prefix_text_event(&prefix, 5, "4", "5", "", "5"); /* 8 */
    /* Another transition is another event, and so are other conditions. */
    prefix_text_event(&prefix, 6, "4", "5", "", "5");
    prefix_text_event(&prefix, 9, "0", "1", "", "4");
    histories_init(&x, &prefix);
    assert_int_equal(x.n_events, 6);
    assert_int_equal(x.n_conditions, 8);
    assert_int_equal(prefix.conditions.len, 11);
    for (uint32_t c = 0; c < 11; c++) {
        static const uint32_t expected[] = {0, 1, 2, 3, 4, 4, 4, 7, 7, 9, 10};

        assert_int_equal(x.condition[c], expected[c]);
    }
    for (uint32_t e = 0; e < 10; e++) {
        static const uint32_t expected[] = {0, 1, 2, 3, 3, 3, 6, 6, 8, 9};

        assert_int_equal(x.event[e], expected[e]);
    }
    histories_finish(&x);
    prefix_finish(&prefix);
}

static void nothing_has_no_histories(void **state)
{
    struct prefix prefix = {0};
    struct histories x;

    (void)state;
    histories_init(&x, &prefix);
    assert_int_equal(x.n_events, 0);
    assert_int_equal(x.n_conditions, 0);
    histories_finish(&x);
}

static void check(const struct engine *engine, const struct net *net,
                  enum dep_kind kind, uint32_t *n_merged)
{
    struct dep *const dep = dep_create(net, kind);
    const struct engine_limits limits = {.max_events = 3000};
    const struct engine_problem problem = {.net = net,
                                           .dep = dep,
                                           .unfolding.cutoffs = true,
                                           .unfolding.order = ORDER_FOATA,
                                           .por.table = true,
                                           .output.prefix = true,
                                           .output.no_conflicts = true};
    struct answer answer;

    answer_init(&answer, 0);
    engine->run(&problem, &limits, &answer);
    if (answer.stop == STOP_DONE) {
        struct histories x;

        histories_init(&x, &answer.prefix);
        assert_int_equal(answer.prefix.events.len - 1,
                         figure(&answer.stats, "histories"));
        assert_int_equal(x.n_events, figure(&answer.stats, "events"));
        assert_int_equal(x.n_conditions, figure(&answer.stats, "conditions"));
        *n_merged += answer.prefix.events.len - 1 - x.n_events;
        histories_finish(&x);
    }
    answer_finish(&answer);
    dep_destroy(dep);
}

static void figures_count_what_is_drawn(void **state)
{
    struct random random;
    uint32_t n_merged[3] = {0};

    (void)state;
    random_init(&random, 41);
    for (uint32_t i = 0; i < SWEEP(1500); i++) {
        struct net *const net =
            random_net(&random, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                       1 + random_below(&random, 3));
        static const enum dep_kind kinds[] = {DEP_NONE, DEP_CLASSIC, DEP_READ};

        for (uint32_t k = i % 5 ? 1 : 0; k < 3; k++) {
            check(&por_engine, net, kinds[k], &n_merged[k]);
            check(&prefix_engine, net, kinds[k], &n_merged[k]);
        }
        net_destroy(net);
    }
    /* Only under read there are several. */
    assert_int_equal(n_merged[0], 0);
    assert_int_equal(n_merged[1], 0);
    assert_true(n_merged[2] > SWEEP(1000));
}

MODULE(histories)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(histories_produce_one_condition),
        cmocka_unit_test(nothing_has_no_histories),
        cmocka_unit_test(figures_count_what_is_drawn),
    };

    return cmocka_run_group_tests_name("histories", tests, NULL, NULL);
}
