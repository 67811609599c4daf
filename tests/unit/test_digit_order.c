/* Unit tests of digit_order.c: each order is a permutation; digits in a chain
 * stay a chain. */
#include "test.h"

#include "engine/diagram/digits.h"
#include "net/units.h"
#include "random.h"

enum { N = 40 };

/* Transitions move a token along the places in the order `chain`.
 * Takes the units, or NULL. */
static struct net *make_chain(const uint32_t *chain, struct units *units)
{
    struct net_builder *const b = net_builder_create();
    const struct net_where nowhere = {0};
    struct diag diag = {0};
    char id[16];

    for (uint32_t p = 0; p < N; p++) {
        (void)snprintf(id, sizeof id, "p%u", p);
        (void)net_builder_place(b, id, NULL, p == chain[0], nowhere, &diag);
    }
    for (uint32_t i = 0; i + 1 < N; i++) {
        trans_id t;

        (void)snprintf(id, sizeof id, "t%u", i);
        t = net_builder_trans(b, id, NULL, nowhere, &diag);
        net_builder_arc(b, GIVEN_CONSUME, chain[i], t, 1);
        net_builder_arc(b, GIVEN_PRODUCE, chain[i + 1], t, 1);
    }
    if (units)
        net_builder_units(b, units, nowhere);
    return net_builder_finish(b);
}

static void assert_permutation(const uint32_t *rank, uint32_t n)
{
    bool *const has = mem_zero(n, sizeof *has);

    for (uint32_t d = 0; d < n; d++) {
        assert_true(rank[d] < n && !has[rank[d]]);
        has[rank[d]] = true;
    }
    mem_free(has);
}

static uint32_t gap(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

static void a_chain_stays_a_chain(void **state)
{
    static const enum digits_order orders[] = {DIGIT_ORDER_CHEAPEST,
                                               DIGIT_ORDER_GREEDY};
    uint32_t chain[N], digit_of[N], rank[N];
    struct random random;

    (void)state;
    random_init(&random, 7);
    for (uint32_t p = 0; p < N; p++)
        chain[p] = digit_of[p] = p;
    for (uint32_t i = 0; i < 50; i++) {
        struct net *net;

        for (uint32_t k = N; k > 1; k--) {
            const uint32_t j = random_below(&random, k);
            const uint32_t p = chain[k - 1];

            chain[k - 1] = chain[j];
            chain[j] = p;
        }
        net = make_chain(chain, NULL);
        for (uint32_t o = 0; o < 2; o++) {
            digit_order_find(net, digit_of, N, orders[o], rank);
            assert_permutation(rank, N);
            for (uint32_t k = 0; k + 1 < N; k++)
                assert_int_equal(gap(rank[chain[k]], rank[chain[k + 1]]), 1);
        }
        net_destroy(net);
    }
}

static void the_given_order_is_by_units(void **state)
{
    static const uint32_t parent[] = {UNITS_NONE, 0, 0};
    uint32_t chain[N], unit_of[N], digit_of[N], rank[N];
    struct net *net;

    (void)state;
    for (uint32_t p = 0; p < N; p++) {
        chain[p] = digit_of[p] = p;
        unit_of[p] = 2 - p % 2;
    }
    net = make_chain(chain, NULL);
    digit_order_find(net, digit_of, N, DIGIT_ORDER_GIVEN, rank);
    for (uint32_t p = 0; p < N; p++)
        assert_int_equal(rank[p], N - 1 - p);
    net_destroy(net);
    net = make_chain(chain, units_create(3, parent, N, unit_of, true));
    digit_order_find(net, digit_of, N, DIGIT_ORDER_GIVEN, rank);
    assert_permutation(rank, N);
    for (uint32_t p = 0; p < N; p++) /* unit 1 is above unit 2 */
        assert_true((rank[p] >= N / 2) == (unit_of[p] == 1));
    net_destroy(net);
}

static void orders_are_permutations(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 11);
    for (uint32_t i = 0; i < 2000; i++) {
        struct net *const net =
            random_net(&random, RANDOM_CYCLIC, 1 + random_below(&random, 4));
        const uint32_t n_places = net_place_count(net);
        uint32_t *const digit_of = mem_alloc(n_places, sizeof *digit_of);
        uint32_t *const rank = mem_alloc(n_places, sizeof *rank);
        uint32_t n = 0;

        for (place_id p = 0; p < n_places; p++)
            digit_of[p] = n && random_chance(&random, 30)
                              ? random_below(&random, n)
                              : n++;
        for (uint32_t o = 0; o < DIGIT_ORDERS; o++) {
            digit_order_find(net, digit_of, n, (enum digits_order)o, rank);
            assert_permutation(rank, n);
        }
        mem_free(digit_of);
        mem_free(rank);
        net_destroy(net);
    }
}

MODULE(digit_order)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_stays_a_chain),
        cmocka_unit_test(the_given_order_is_by_units),
        cmocka_unit_test(orders_are_permutations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
