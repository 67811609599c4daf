#include "checker/connected.h"
#include "test.h"

/* Are copies a and b connected in the net of the line? */
static bool connects(const char *line, bool reads, uint32_t a, uint32_t b)
{
    struct net *const net = test_net(line);
    struct copies copies;
    struct connected connected;
    bool same;

    copies_init(&copies, net, reads);
    connected_init(&connected, &copies);
    same = connected_find(&connected, a) == connected_find(&connected, b);
    connected_finish(&connected);
    copies_finish(&copies);
    net_destroy(net);
    return same;
}

#define CHAINS "p* q r* s u | a: p > q | b: r > s | c: s > u"

static void chains_are_apart(void **state)
{
    (void)state;
    assert_true(connects(CHAINS, false, 0, 1));
    assert_true(connects(CHAINS, false, 2, 4));
    assert_false(connects(CHAINS, false, 0, 2));
    assert_false(connects(CHAINS, false, 1, 4));
}

static void a_transition_connects_what_it_uses_and_makes(void **state)
{
    (void)state;
    assert_true(connects("p* q* r s | a: p q > r s", false, 0, 1));
    assert_true(connects("p* q* r s | a: p q > r s", false, 2, 3));
    assert_true(connects("p* q* r s | a: p q > r s", false, 1, 2));
    assert_true(connects("p q r | a: > p q", false, 0, 1));
    assert_false(connects("p q r | a: > p q", false, 0, 2));
}

static void a_reader_connects(void **state)
{
    (void)state;
    assert_true(connects("p* q* | a: p ? q >", false, 0, 1));
    assert_true(connects("p* q* | a: p ? q >", true, 0, 1));
    /* Two copies of q, one for each reader. */
    assert_false(connects("p* q* r* | a: p ? q > | b: r ? q >", true, 1, 2));
    assert_true(
        connects("p* q* r* | a: p ? q > | b: r ? q > | c: q >", true, 1, 2));
}

static void what_is_joined_is_connected(void **state)
{
    struct net *const net = test_net(CHAINS);
    struct copies copies;
    struct connected connected;

    (void)state;
    copies_init(&copies, net, false);
    connected_init(&connected, &copies);
    connected_join(&connected, 1, 4);
    assert_int_equal(connected_find(&connected, 0),
                     connected_find(&connected, 2));
    connected_finish(&connected);
    copies_finish(&copies);
    net_destroy(net);
}

MODULE(connected)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_are_apart),
        cmocka_unit_test(a_transition_connects_what_it_uses_and_makes),
        cmocka_unit_test(a_reader_connects),
        cmocka_unit_test(what_is_joined_is_connected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
