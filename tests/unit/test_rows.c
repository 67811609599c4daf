/* The rows of a component tell which conditions are concurrent, and its cuts
 * what local configurations leave. */
#include "test.h"

#include "engine/prefix/rows.h"
#include "prefix_fixture.h"

enum { N_NETS = SWEEP(60), N_EVENTS = 30 };

struct counts {
    uint32_t concurrent, others, events;
};

static void begin(struct prefix_fixture *g, struct place_components *places,
                  struct rows *rows, uint32_t i)
{
    prefix_fixture_draw(g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                        i / 2);
    place_components_init(places, g->compiled);
    rows_init(rows, g->es, places);
}

static void end(struct prefix_fixture *g, struct place_components *places,
                struct rows *rows)
{
    rows_finish(rows);
    place_components_finish(places);
    prefix_fixture_finish(g);
}

static uint32_t component(const struct rows *rows, cond_id b)
{
    return rows->places->component[rows->es->conds.at[b].place];
}

static void compare(struct prefix_fixture *g, const struct rows *rows,
                    struct counts *counts)
{
    for (cond_id b = 0; b < g->es->conds.len; b++)
        for (cond_id c = 0; c < g->es->conds.len; c++) {
            const uint32_t k = component(rows, b);
            const bool expected = prefix_fixture_concurrent(g, b, c);

            if (k == PLACE_COMPONENTS_NONE || k != component(rows, c))
                continue;
            assert_int_equal(rows_pair(rows, k, b, c), expected);
            counts->concurrent += expected;
            counts->others += !expected;
        }
}

/* Opens events in a random causal order, with their rows. */
static void grow_some(struct prefix_fixture *g, struct rows *rows,
                      struct rows_worker *worker, struct random *random,
                      struct counts *counts)
{
    for (uint32_t n = 0; n < N_EVENTS && g->closed.len; n++) {
        const event_id e =
            prefix_fixture_open(g, random_below(random, g->closed.len));
        const uint32_t k = rows_component_of(rows, e);

        if (k != PLACE_COMPONENTS_NONE)
            rows_add(rows, k, e);
        if (k != PLACE_COMPONENTS_NONE && rows_has(rows, k))
            rows_fill(rows, worker, k);
        prefix_fixture_extend(g, e);
        counts->events++;
    }
}

static void open_all(struct rows *rows, struct rows_worker *worker)
{
    for (uint32_t k = 0; k < rows->places->n; k++) {
        assert_false(rows_has(rows, k));
        rows_fill(rows, worker, k);
        assert_true(rows_has(rows, k));
    }
}

/* Rows that are there from the beginning, and others that come later. */
static void pairs_are_those_of_the_definition(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct place_components places;
        struct rows rows;
        struct rows_worker worker = {0};
        struct prefix_fixture g;

        random_init(&random, i);
        begin(&g, &places, &rows, i);
        if (i % 3) {
            open_all(&rows, &worker);
            compare(&g, &rows, &counts);
        }
        grow_some(&g, &rows, &worker, &random, &counts);
        if (i % 3 == 0) {
            open_all(&rows, &worker);
            grow_some(&g, &rows, &worker, &random, &counts);
        }
        compare(&g, &rows, &counts);
        rows_worker_finish(&worker);
        end(&g, &places, &rows);
    }
    assert_true(counts.events > SWEEP(800));
    assert_true(counts.concurrent > SWEEP(5000) &&
                counts.others > SWEEP(20000));
}

/* Rows that one part has had are divided, and others come later. */
static void rows_may_be_divided_at_any_time(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct place_components places;
        struct rows rows;
        struct rows_worker worker = {0};
        struct prefix_fixture g;
        size_t bytes;

        random_init(&random, i);
        begin(&g, &places, &rows, i);
        if (i % 3)
            open_all(&rows, &worker);
        grow_some(&g, &rows, &worker, &random, &counts);
        bytes = rows_bytes(&rows);
        rows_share(&rows);
        rows_share(&rows); /* does nothing */
        assert_int_equal(rows_bytes(&rows), bytes);
        if (i % 3)
            compare(&g, &rows, &counts);
        else
            open_all(&rows, &worker);
        grow_some(&g, &rows, &worker, &random, &counts);
        compare(&g, &rows, &counts);
        rows_worker_finish(&worker);
        end(&g, &places, &rows);
    }
    assert_true(counts.concurrent > SWEEP(5000));
}

/* Stamps may overflow: old ones must not count. */
static void old_stamps_do_not_count(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS / 4; i++) {
        struct random random;
        struct place_components places;
        struct rows rows;
        struct rows_worker worker = {0};
        struct prefix_fixture g;

        random_init(&random, i);
        begin(&g, &places, &rows, i);
        open_all(&rows, &worker);
        grow_some(&g, &rows, &worker, &random, &counts);
        worker.seen.last = UINT32_MAX - 3;
        grow_some(&g, &rows, &worker, &random, &counts);
        compare(&g, &rows, &counts);
        rows_worker_finish(&worker);
        end(&g, &places, &rows);
    }
}

/* How many conditions of the component [e] leaves that e did not produce. */
static uint32_t count_left(struct prefix_fixture *g, const struct rows *rows,
                           uint32_t k, event_id e)
{
    const cond_id makes = g->es->events.at[e].produces;
    uint32_t left = 0;

    for (cond_id b = 0; b < g->es->conds.len; b++) {
        const event_id producer = g->es->conds.at[b].producer;
        bool below;

        (void)es_past(g->es, &g->walk, (struct es_span){&e, 1});
        below = producer != e &&
                (producer == EVENT_BOTTOM || es_past_has(&g->walk, producer));
        if (below && component(rows, b) == k &&
            prefix_fixture_concurrent(g, b, makes)) {
            assert_true(rows_cut_has(rows, e, b));
            left++;
        } else {
            assert_false(component(rows, b) == k && rows_cut_has(rows, e, b));
        }
    }
    return left;
}

static void the_cut_of_an_event_is_what_it_leaves(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct counts counts = {0};
        struct random random;
        struct place_components places;
        struct rows rows;
        struct rows_worker worker = {0};
        struct prefix_fixture g;

        random_init(&random, i);
        begin(&g, &places, &rows, i);
        open_all(&rows, &worker);
        grow_some(&g, &rows, &worker, &random, &counts);
        for (uint32_t k = 0; k < places.n; k++)
            for (uint32_t n = 1; n < rows.components[k].events.len; n++) {
                const event_id e = rows.components[k].events.at[n];

                assert_int_equal(rows_number(&rows, e), n);
                assert_int_equal(rows_of(&rows, k, e)->n_cut,
                                 count_left(&g, &rows, k, e));
            }
        rows_worker_finish(&worker);
        end(&g, &places, &rows);
    }
}

MODULE(rows)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_the_definition),
        cmocka_unit_test(rows_may_be_divided_at_any_time),
        cmocka_unit_test(old_stamps_do_not_count),
        cmocka_unit_test(the_cut_of_an_event_is_what_it_leaves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
