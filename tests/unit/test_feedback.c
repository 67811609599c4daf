/* Unit tests of feedback.c: nodes that are on all negative cycles. */
#include "test.h"

#include "random.h"
#include "structure/feedback.h"

enum { NODES = 7, BOTH = FEEDBACK_POSITIVE | FEEDBACK_NEGATIVE };

static void add(feedback_edge_list *edges, uint32_t from, uint32_t to,
                uint32_t signs)
{
    vec_push(edges, ((struct feedback_edge){from, to, (uint8_t)signs}));
}

/* Chooses nodes, and returns how many they are; frees the edges. */
static uint32_t choose_all(feedback_edge_list *edges, bool *chosen)
{
    uint32_t n = 0;

    feedback_sort(edges);
    feedback_find(edges, NODES, chosen);
    for (uint32_t v = 0; v < NODES; v++)
        n += chosen[v];
    vec_free(edges);
    return n;
}

static void positive_cycles_are_left(void **state)
{
    feedback_edge_list edges = {0};
    bool chosen[NODES];

    (void)state;
    add(&edges, 0, 1, FEEDBACK_NEGATIVE);
    add(&edges, 1, 0, FEEDBACK_NEGATIVE);
    add(&edges, 2, 2, FEEDBACK_POSITIVE);
    add(&edges, 1, 2, BOTH);
    add(&edges, 2, 3, FEEDBACK_NEGATIVE);
    assert_int_equal(choose_all(&edges, chosen), 0);
}

static void one_node_is_on_all_negative_cycles(void **state)
{
    feedback_edge_list edges = {0};
    bool chosen[NODES];

    (void)state;
    for (uint32_t v = 1; v < NODES; v++) {
        add(&edges, 0, v, FEEDBACK_POSITIVE);
        add(&edges, v, 0, FEEDBACK_NEGATIVE);
    }
    assert_int_equal(choose_all(&edges, chosen), 1);
    assert_true(chosen[0]);
}

static void loops_and_edges_of_both_signs_count(void **state)
{
    feedback_edge_list edges = {0};
    bool chosen[NODES];

    (void)state;
    add(&edges, 3, 3, FEEDBACK_NEGATIVE);
    add(&edges, 4, 5, FEEDBACK_POSITIVE);
    add(&edges, 5, 4, FEEDBACK_POSITIVE);
    add(&edges, 5, 4, FEEDBACK_NEGATIVE);
    assert_int_equal(choose_all(&edges, chosen), 2);
    assert_true(chosen[3]);
    assert_true(chosen[4] || chosen[5]);
}

/* Node 2 v + k stands for v behind paths of parity k: a negative cycle is there
 * iff one of 2 v leads to 2 v + 1. */
static bool has_negative_cycle(const feedback_edge_list *edges,
                               const bool *chosen)
{
    bool reaches[2 * NODES][2 * NODES] = {0};
    bool found = false;

    for (uint32_t e = 0; e < edges->len; e++) {
        const struct feedback_edge edge = edges->at[e];

        if (chosen[edge.from] || chosen[edge.to])
            continue;
        for (uint32_t k = 0; k < 2; k++) {
            if (edge.signs & FEEDBACK_POSITIVE)
                reaches[2 * edge.from + k][2 * edge.to + k] = true;
            if (edge.signs & FEEDBACK_NEGATIVE)
                reaches[2 * edge.from + k][2 * edge.to + 1 - k] = true;
        }
    }
    for (uint32_t k = 0; k < 2 * NODES; k++)
        for (uint32_t i = 0; i < 2 * NODES; i++)
            for (uint32_t j = 0; j < 2 * NODES; j++)
                reaches[i][j] |= reaches[i][k] && reaches[k][j];
    for (uint32_t v = 0; v < NODES; v++)
        found |= reaches[2 * v][2 * v + 1];
    return found;
}

static void no_negative_cycle_is_left_in_random_graphs(void **state)
{
    uint32_t n_cyclic = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        feedback_edge_list edges = {0};
        const bool none[NODES] = {false};
        bool chosen[NODES];
        struct random random;

        random_init(&random, seed);
        for (uint32_t i = random_below(&random, 14); i > 0; i--)
            add(&edges, random_below(&random, NODES),
                random_below(&random, NODES),
                FEEDBACK_POSITIVE << random_below(&random, 2));
        feedback_sort(&edges);
        feedback_find(&edges, NODES, chosen);
        n_cyclic += has_negative_cycle(&edges, none);
        assert_false(has_negative_cycle(&edges, chosen));
        if (!has_negative_cycle(&edges, none))
            assert_int_equal(choose_all(&edges, chosen), 0);
        vec_free(&edges);
    }
    assert_in_range(n_cyclic, 500, 1900);
}

MODULE(feedback)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positive_cycles_are_left),
        cmocka_unit_test(one_node_is_on_all_negative_cycles),
        cmocka_unit_test(loops_and_edges_of_both_signs_count),
        cmocka_unit_test(no_negative_cycle_is_left_in_random_graphs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
