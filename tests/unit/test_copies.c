/* The net without read arcs has the right copies, with the right producers and
 * consumers; what is connected with what. */
#include "checker/copies.h"
#include "test.h"

/* a and c read r; no transition reads s. */
#define NET "r* s x | a: x ? r > s | b: r > x | c: s ? r | d: > r"

static void expect(struct copies_span got, const char *wanted)
{
    char text[100] = "";
    size_t n = 0;

    for (uint32_t i = 0; i < got.len; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%u", i ? " " : "",
                              got.at[i]);
    assert_string_equal(text, wanted);
}

static void a_place_has_a_copy_for_each_reader(void **state)
{
    struct net *net = test_net(NET);
    struct copies copies;

    (void)state;
    copies_init(&copies, net, true);
    assert_int_equal(copies_count(&copies), 4); /* r r s x */
    expect(copies_consumed(&copies, 0), "0 3");
    expect(copies_produced(&copies, 0), "0 2");
    expect(copies_consumed(&copies, 1), "0 1");
    expect(copies_produced(&copies, 1), "3");
    expect(copies_consumed(&copies, 2), "1 2");
    expect(copies_produced(&copies, 2), "1");
    expect(copies_consumed(&copies, 3), "");
    expect(copies_produced(&copies, 3), "0 1");
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(copies_place(&copies, i), i < 2 ? 0 : i - 1);
    assert_int_equal(copies_consumers(&copies, 0).len, 2);
    assert_int_equal(copies_consumers(&copies, 0).at[1], 1);
    assert_int_equal(copies_consumers(&copies, 1).at[1], 2);
    copies_finish(&copies);
    net_destroy(net);
}

static void under_classic_a_reader_takes_the_place(void **state)
{
    struct net *net = test_net(NET);
    struct copies copies;

    (void)state;
    copies_init(&copies, net, false);
    assert_int_equal(copies_count(&copies), 3);
    expect(copies_consumed(&copies, 0), "0 2");
    expect(copies_produced(&copies, 0), "0 1");
    expect(copies_consumed(&copies, 2), "0 1");
    expect(copies_produced(&copies, 2), "0");
    assert_int_equal(copies_consumers(&copies, 0).len, 3);
    copies_finish(&copies);
    net_destroy(net);
}

/* Are copies a and b connected in the net of the line? */
static bool connects(const char *line, bool reads, uint32_t a, uint32_t b)
{
    struct net *const net = test_net(line);
    struct copies copies;
    bool same;

    copies_init(&copies, net, reads);
    same = copies_leader(&copies, a) == copies_leader(&copies, b);
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

    (void)state;
    copies_init(&copies, net, false);
    copies_join(&copies, 1, 4);
    assert_int_equal(copies_leader(&copies, 0), copies_leader(&copies, 2));
    copies_finish(&copies);
    net_destroy(net);
}

MODULE(copies)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_has_a_copy_for_each_reader),
        cmocka_unit_test(under_classic_a_reader_takes_the_place),
        cmocka_unit_test(chains_are_apart),
        cmocka_unit_test(a_transition_connects_what_it_uses_and_makes),
        cmocka_unit_test(a_reader_connects),
        cmocka_unit_test(what_is_joined_is_connected),
    };

    return cmocka_run_group_tests_name("copies", tests, NULL, NULL);
}
