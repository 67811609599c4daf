/* Clauses and traps of sets of places that exclude each other. */
#include "engine/ic3/exclusive_clauses.h"
#include "random.h"
#include "structure/safety.h"
#include "test.h"

enum { PLACES = 20 };

/* By pair: how often it was visited. */
struct visited {
    const struct exclusive *sets;
    uint32_t times[PLACES][PLACES];
};

static bool has(struct net_place_span set, place_id p)
{
    for (uint32_t i = 0; i < set.len; i++)
        if (set.at[i] == p)
            return true;
    return false;
}

static void visit(void *self, struct exclusive_pair pair)
{
    struct visited *const x = self;
    const struct net_place_span set = exclusive_set(x->sets, pair.set);

    assert_true(pair.p < pair.q && pair.q < PLACES);
    assert_true(has(set, pair.p) && has(set, pair.q));
    x->times[pair.p][pair.q]++;
}

static void each_pair_is_visited_once(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t i = 0; i < 2000; i++) {
        struct exclusive sets = {0};
        struct visited x = {.sets = &sets};
        bool pairs[PLACES][PLACES] = {{false}};

        for (uint32_t k = random_below(&random, 8); k > 0; k--) {
            place_id at[PLACES];
            uint32_t n = 0;

            for (place_id p = 0; p < PLACES; p++)
                if (random_chance(&random, 25))
                    at[n++] = p;
            for (uint32_t a = 0; a < n; a++)
                for (uint32_t b = a + 1; b < n; b++)
                    pairs[at[a]][at[b]] = true;
            exclusive_add(&sets, at, n, EXCLUSIVE_NONE);
        }
        exclusive_clauses_visit(&sets, PLACES, visit, &x);
        for (place_id p = 0; p < PLACES; p++)
            for (place_id q = 0; q < PLACES; q++)
                assert_int_equal(x.times[p][q], pairs[p][q]);
        exclusive_finish(&sets);
    }
}

static bool is_marked(const bits_word *m, struct net_place_span set)
{
    for (uint32_t i = 0; i < set.len; i++)
        if (bits_has(m, set.at[i]))
            return true;
    return false;
}

static void added_traps_are_always_marked(void **state)
{
    struct random random;
    uint32_t n_traps = 0, n_others = 0;

    (void)state;
    random_init(&random, 2);
    for (uint32_t i = 0; i < 1000; i++) {
        struct net *const net = random_net(&random, RANDOM_CYCLIC, 2);
        struct exclusive sets = {0};
        net_place_lists traps = {0};
        struct oracle oracle;

        oracle_init(&oracle, net, 500);
        safety_find_exclusive(net, true, &sets);
        exclusive_clauses_add_traps(net, &sets, &traps);
        for (uint32_t m = 0; m < oracle.n_markings; m++)
            for (uint32_t k = 0; k < vecs_count(&traps); k++)
                assert_true(is_marked(oracle_marking(&oracle, m),
                                      net_span_at(&traps, k)));
        n_traps += vecs_count(&traps);
        n_others += exclusive_count(&sets) - vecs_count(&traps);
        vecs_free(&traps);
        exclusive_finish(&sets);
        oracle_finish(&oracle);
        net_destroy(net);
    }
    assert_true(n_traps > 1000 && n_others > 1000);
}

MODULE(exclusive_clauses)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pair_is_visited_once),
        cmocka_unit_test(added_traps_are_always_marked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
