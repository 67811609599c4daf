/* What weights of places show, and what they do not. */
#include "oracle.h"
#include "proof/weights.h"
#include "random.h"
#include "test.h"

#define PAIR "p* q r* | a: p > q | b: q > p | c: q r > p"

static struct weights_term term(place_id p, uint32_t factor)
{
    return (struct weights_term){p, factor};
}

static void a_state_machine_shows_that_its_places_are_safe(void **state)
{
    struct net *net = test_net(PAIR);
    const struct weights_term both[] = {term(0, 1), term(1, 1)};
    struct weights_check check;
    trans_id t;
    place_id p;

    (void)state;
    weights_check_init(&check, net);
    assert_false(weights_check_safe(&check, &t, &p));
    assert_int_equal(t, 0);
    assert_int_equal(p, 1);
    assert_true(weights_check_open(&check, 1));
    assert_true(weights_check_add(&check, both, 2, &t));
    assert_false(weights_check_open(&check, 1));
    assert_true(weights_check_safe(&check, &t, &p));
    weights_check_finish(&check);
    net_destroy(net);
}

static void weights_that_grow_are_refused(void **state)
{
    struct net *net = test_net("p* q r | a: p > q r | b: q > p");
    const struct weights_term both[] = {term(0, 1), term(1, 1)};
    const struct weights_term heavy[] = {term(0, 1), term(1, 2)};
    const struct weights_term right[] = {term(0, 2), term(1, 2)};
    struct weights_check check;
    trans_id t;
    place_id p;

    (void)state;
    weights_check_init(&check, net);
    assert_false(weights_check_add(&check, heavy, 2, &t));
    assert_int_equal(t, 0);
    assert_true(weights_check_open(&check, 1));
    assert_true(weights_check_add(&check, right, 2, &t));
    assert_true(weights_check_add(&check, both, 2, &t));
    assert_false(weights_check_safe(&check, &t, &p));
    assert_int_equal(p, 2);
    weights_check_finish(&check);
    net_destroy(net);
}

/* Two tokens on the places of the vector. */
static void a_bound_of_two_shows_nothing(void **state)
{
    struct net *net = test_net("p* q* r | a: p > r | b: q > r");
    const struct weights_term all[] = {term(0, 1), term(1, 1), term(2, 1)};
    struct weights_check check;
    trans_id t;
    place_id p;

    (void)state;
    weights_check_init(&check, net);
    assert_true(weights_check_add(&check, all, 3, &t));
    assert_false(weights_check_safe(&check, &t, &p));
    assert_true(weights_check_open(&check, 2));
    weights_check_finish(&check);
    net_destroy(net);
}

/* The transition d needs p and q, so it may put what it likes on r and s. */
static void dead_transitions_may_increase_later_weights(void **state)
{
    struct net *net = test_net("p* q r* s | a: p > q | c: r > s | "
                               "d: p ?q > r s");
    const struct weights_term first[] = {term(0, 1), term(1, 1)};
    const struct weights_term second[] = {term(2, 1), term(3, 1)};
    struct weights_check check;
    trans_id t;
    place_id p;

    (void)state;
    weights_check_init(&check, net);
    assert_false(weights_check_add(&check, second, 2, &t));
    assert_int_equal(t, 2);
    assert_true(weights_check_add(&check, first, 2, &t));
    assert_true(check.dead[2]);
    assert_true(weights_check_add(&check, second, 2, &t));
    assert_true(weights_check_safe(&check, &t, &p));
    weights_check_finish(&check);
    net_destroy(net);
}

/* Two vectors that are right at random, of any bound. */
static bool add_random(struct weights_check *check, struct random *random,
                       struct weights_term *terms, uint32_t *n)
{
    const uint32_t n_places = net_place_count(check->net);
    trans_id t;

    *n = 0;
    for (place_id p = 0; p < n_places; p++)
        if (random_chance(random, 40))
            terms[(*n)++] = term(p, 1 + random_below(random, 2));
    return weights_check_add(check, terms, *n, &t);
}

static int64_t weigh(const bits_word *m, const struct weights_term *terms,
                     uint32_t n)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += bits_has(m, terms[i].place) ? terms[i].factor : 0;
    return sum;
}

static void expect_true(const struct weights_check *check,
                        const struct oracle *oracle,
                        const struct weights_term *terms, uint32_t n)
{
    const int64_t bound = weigh(oracle_marking(oracle, 0), terms, n);

    for (uint32_t k = 0; k < oracle->n_markings; k++)
        assert_true(weigh(oracle_marking(oracle, k), terms, n) <= bound);
    for (trans_id t = 0; t < net_trans_count(check->net); t++)
        assert_false(check->dead[t] && bits_has(oracle->fireable, t));
}

static void what_weights_show_is_so(void **state)
{
    struct random random;
    uint32_t n_right = 0, n_safe = 0;

    (void)state;
    random_init(&random, 11);
    for (uint32_t i = 0; i < 3000; i++) {
        struct net *net =
            random_net(&random, i % 2 ? RANDOM_UNSAFE : RANDOM_CYCLIC, 1);
        struct weights_term *terms =
            mem_alloc(net_place_count(net), sizeof *terms);
        struct weights_check check;
        struct oracle oracle;
        trans_id t;
        place_id p;
        uint32_t n;

        weights_check_init(&check, net);
        oracle_init(&oracle, net, 2000);
        for (uint32_t k = 0; k < 60; k++)
            if (add_random(&check, &random, terms, &n)) {
                n_right++;
                expect_true(&check, &oracle, terms, n);
            }
        if (weights_check_safe(&check, &t, &p)) {
            n_safe++;
            assert_false(oracle.unsafe);
        }
        oracle_finish(&oracle);
        weights_check_finish(&check);
        mem_free(terms);
        net_destroy(net);
    }
    assert_true(n_right > 10000);
    assert_true(n_safe > 20);
}

MODULE(weights)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_machine_shows_that_its_places_are_safe),
        cmocka_unit_test(weights_that_grow_are_refused),
        cmocka_unit_test(a_bound_of_two_shows_nothing),
        cmocka_unit_test(dead_transitions_may_increase_later_weights),
        cmocka_unit_test(what_weights_show_is_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
