/* The concurrency relation equals its definition: two conditions are concurrent
 * when some configuration has both in its cut. */
#include "test.h"

#include "prefix/conc.h"
#include "prefix_fixture.h"

enum { N_NETS = 60, N_EVENTS = 30 };

struct counts {
    uint32_t concurrent, others, events;
};

static void compare(struct prefix_fixture *g, const struct conc *conc,
                    struct counts *counts)
{
    for (cond_id b = 0; b < g->es->conds.len; b++)
        for (cond_id c = 0; c < g->es->conds.len; c++) {
            const bool expected = prefix_fixture_concurrent(g, b, c);

            assert_int_equal(conc_pair(conc, b, c), expected);
            counts->concurrent += expected;
            counts->others += !expected;
        }
}

/* Opens events in a random causal order, with the relation. */
static void grow_some(struct prefix_fixture *g, struct conc *conc,
                      struct random *random, struct counts *counts)
{
    for (uint32_t n = 0; n < N_EVENTS && g->closed.len; n++) {
        const uint32_t i = random_below(random, g->closed.len);
        const event_id e = g->closed.at[i];

        g->closed.at[i] = g->closed.at[g->closed.len - 1];
        vec_cut(&g->closed, g->closed.len - 1);
        conc_add(conc, e);
        prefix_fixture_extend(g, e);
        counts->events++;
    }
}

static void pairs_are_those_of_the_definition(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct conc conc;
        struct prefix_fixture g;

        random_init(&random, i);
        prefix_fixture_draw(&g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                            i / 2);
        conc_init(&conc, g.es);
        compare(&g, &conc, &counts);
        grow_some(&g, &conc, &random, &counts);
        compare(&g, &conc, &counts);
        conc_finish(&conc);
        prefix_fixture_finish(&g);
    }
    assert_true(counts.events > 800);
    assert_true(counts.concurrent > 5000 && counts.others > 20000);
}

/* Counters and stamps may overflow: old values must not count. */
static void old_stamps_do_not_count(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS / 4; i++) {
        struct random random;
        struct conc conc;
        struct prefix_fixture g;

        random_init(&random, i);
        prefix_fixture_draw(&g, i, RANDOM_CYCLIC, i);
        conc_init(&conc, g.es);
        grow_some(&g, &conc, &random, &counts);
        conc.common.last = UINT32_MAX - 8;
        conc.seen.last = UINT32_MAX - 3;
        grow_some(&g, &conc, &random, &counts);
        assert_true(!g.closed.len || conc.seen.last < 1000);
        compare(&g, &conc, &counts);
        conc_finish(&conc);
        prefix_fixture_finish(&g);
    }
}

/* Events have the conditions that [e] leaves and e did not produce. */
static void the_cut_of_an_event_is_what_it_leaves(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct counts counts = {0};
        struct random random;
        struct conc conc;
        struct prefix_fixture g;

        random_init(&random, i);
        prefix_fixture_draw(&g, i, RANDOM_CYCLIC, i);
        conc_init(&conc, g.es);
        grow_some(&g, &conc, &random, &counts);
        for (uint32_t n = 1; n < conc.events.len; n++) {
            const struct conc_event *const self = &conc.events.at[n];
            const cond_id makes = g.es->events.at[self->event].produces;
            const event_id e = self->event;
            uint32_t left = 0;

            assert_int_equal(conc_number(&conc, e), n);
            for (cond_id b = 0; b < g.es->conds.len; b++) {
                (void)es_past(g.es, &g.walk, (struct es_span){&e, 1});
                left += g.es->conds.at[b].producer != e &&
                        (g.es->conds.at[b].producer == EVENT_BOTTOM ||
                         es_walked(&g.walk, g.es->conds.at[b].producer)) &&
                        es_produce_count(g.es, e) > 0 &&
                        prefix_fixture_concurrent(&g, b, makes);
            }
            if (es_produce_count(g.es, e))
                assert_int_equal(self->n_cut, left);
        }
        conc_finish(&conc);
        prefix_fixture_finish(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_the_definition),
        cmocka_unit_test(old_stamps_do_not_count),
        cmocka_unit_test(the_cut_of_an_event_is_what_it_leaves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
