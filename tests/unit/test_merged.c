/* Merged processes by hand, and against the definition by paths on random
 * nets. */
#include "engine/race/engines.h"
#include "occurrence/merged.h"
#include "prefix_text.h"
#include "random.h"
#include "test.h"

static void conditions_and_events_are_merged(void **state)
{
    struct prefix prefix = {0};
    struct merged merged;

    (void)state;
    /* Two events compete for condition 0 and produce on place 1; what follows
     * is the same transition, once as a cutoff. */
    prefix_text_begin(&prefix, "0");
    prefix_text_event(&prefix, 7, "0", "0", "", "1");   /* condition 1 */
    prefix_text_event(&prefix, 8, "0", "0", "", "1");   /* 2 */
    prefix_text_event(&prefix, 9, "1", "1", "", "0 -"); /* 3, 4 */
    prefix_text_event(&prefix, 9, "2", "2", "", "0 -"); /* 5, 6 */
    prefix_text_cutoff(&prefix, 4, 3);
    merged_init(&merged, &prefix, 2);
    assert_int_equal(merged.conditions.len, 3); /* 0/1 0/2 1/1 */
    assert_int_equal(merged.conditions.at[1].place, 0);
    assert_int_equal(merged.conditions.at[1].depth, 2);
    assert_int_equal(merged.condition_of[3], 1);
    assert_int_equal(merged.condition_of[5], 1);
    assert_int_equal(merged.condition_of[4], MERGED_NONE);
    assert_int_equal(merged.events.len, 3);
    assert_int_equal(merged.event_of[3], merged.event_of[4]);
    assert_int_equal(merged.events.at[2].n, 2);
    assert_int_equal(merged.events.at[2].first, 3);
    assert_int_equal(merged.events.at[2].produces.len, 1);
    assert_false(merged.events.at[2].cutoff);
    merged_finish(&merged);
    prefix_finish(&prefix);
}

static void nothing_stays_nothing(void **state)
{
    struct prefix prefix = {0};
    struct merged merged;

    (void)state;
    merged_init(&merged, &prefix, 1);
    assert_int_equal(merged.conditions.len + merged.events.len, 0);
    merged_finish(&merged);
}

/* By event and place: the most conditions of the place on a path of arcs that
 * ends with the event. */
static void find_paths(const struct prefix *prefix, uint32_t n_places,
                       uint32_t *counts)
{
    for (uint32_t e = 0; e < prefix->events.len; e++) {
        const struct prefix_event *const event = &prefix->events.at[e];
        const struct prefix_span spans[] = {event->consumes, event->reads};
        uint32_t *const own = counts + (size_t)e * n_places;

        for (uint32_t k = 0; k < 2; k++)
            for (uint32_t i = 0; i < spans[k].len; i++) {
                const uint32_t b = prefix->pool.at[spans[k].from + i];
                const uint32_t *const before =
                    counts +
                    (size_t)prefix->conditions.at[b].producer * n_places;

                for (place_id p = 0; p < n_places; p++)
                    if (before[p] > own[p])
                        own[p] = before[p];
            }
        for (uint32_t i = 0; i < event->produces.len; i++) {
            const uint32_t b = prefix->pool.at[event->produces.from + i];

            if (prefix->conditions.at[b].place != PLACE_NONE)
                own[prefix->conditions.at[b].place]++;
        }
    }
}

static void depths_are_those_of_paths(void **state)
{
    uint32_t deepest = 0;

    (void)state;
    for (uint32_t i = 0; i < 200; i++) {
        struct random random;
        struct net *net;
        struct dep *dep;
        struct answer answer;
        struct merged merged;
        uint32_t *counts;
        const struct engine_limits limits = {.max_events = 800};

        random_init(&random, i);
        net = random_net(&random, RANDOM_CYCLIC, 2 + i % 5);
        dep = dep_create(net, DEP_CLASSIC);

        const uint32_t n = net_place_count(net);
        const struct engine_problem problem = {.net = net,
                                               .dep = dep,
                                               .unfolding.cutoffs = true,
                                               .unfolding.order = ORDER_FOATA,
                                               .output.no_conflicts = true,
                                               .output.prefix = true};

        answer_init(&answer, 0);
        prefix_engine.run(&problem, &limits, &answer);
        merged_init(&merged, &answer.prefix, n);
        counts =
            mem_zero((size_t)answer.prefix.events.len * n + 1, sizeof *counts);
        find_paths(&answer.prefix, n, counts);
        for (uint32_t b = 0; b < answer.prefix.conditions.len; b++) {
            const struct prefix_condition *const condition =
                &answer.prefix.conditions.at[b];
            const struct merged_condition *m;

            if (condition->place == PLACE_NONE)
                continue;
            m = &merged.conditions.at[merged.condition_of[b]];
            assert_int_equal(m->place, condition->place);
            assert_int_equal(
                m->depth,
                counts[(size_t)condition->producer * n + condition->place]);
            if (m->depth > deepest)
                deepest = m->depth;
        }
        mem_free(counts);
        merged_finish(&merged);
        answer_finish(&answer);
        dep_destroy(dep);
        net_destroy(net);
    }
    assert_true(deepest >= 3);
}

MODULE(merged)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_and_events_are_merged),
        cmocka_unit_test(nothing_stays_nothing),
        cmocka_unit_test(depths_are_those_of_paths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
