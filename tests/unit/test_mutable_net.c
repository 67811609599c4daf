#include "net/mutable_net.h"
#include "test.h"

static void expect(struct mutable_net *m, enum net_arc_kind kind, uint32_t node,
                   const char *wanted)
{
    const struct mutable_net_span span = mutable_net_arcs(m, kind, node);
    char text[200] = "";

    for (uint32_t i = 0; i < span.len; i++)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%u",
                       i ? " " : "", span.at[i]);
    assert_string_equal(text, wanted);
    assert_int_equal(mutable_net_degree(m, kind, node), span.len);
}

static void removed_nodes_leave_all_lists(void **state)
{
    struct net *net =
        test_net("p* q r | t: p ? r > q | u: q > p | v: p > r | w: ? p >");
    struct mutable_net m;

    (void)state;
    mutable_net_init(&m, net);
    expect(&m, NET_CONSUMERS, 0, "0 2");
    mutable_net_remove_trans(&m, 0);
    expect(&m, NET_CONSUMERS, 0, "2");
    expect(&m, NET_PRODUCERS, 1, "");
    expect(&m, NET_READERS, 2, "");
    assert_false(mutable_net_has_trans(&m, 0));
    assert_false(mutable_net_linked(&m, NET_CONSUMERS, 0, 0));
    mutable_net_remove_place(&m, 0);
    expect(&m, NET_PRE, 2, "");
    expect(&m, NET_READ, 3, "");
    expect(&m, NET_POST, 1, "");
    assert_true(m.live_places == 2 && m.live_transitions == 3);
    mutable_net_finish(&m);
    net_destroy(net);
}

static void a_read_arc_can_be_removed_alone(void **state)
{
    struct net *net = test_net("p* q* | t: ? p q > | u: ? q >");
    struct mutable_net m;

    (void)state;
    mutable_net_init(&m, net);
    mutable_net_remove_read(&m, 0, 1);
    expect(&m, NET_READ, 0, "0");
    expect(&m, NET_READERS, 1, "1");
    expect(&m, NET_READERS, 0, "0");
    mutable_net_finish(&m);
    net_destroy(net);
}

static void arcs_are_compared_without_removed_nodes(void **state)
{
    struct net *net = test_net("p* q* r | t: p q > r | u: p > r | v: ? p > r");
    struct mutable_net_walk walk;
    struct mutable_net m;

    (void)state;
    mutable_net_init(&m, net);
    assert_true(mutable_net_within(&m, NET_PRE, 1, NET_PRE, 0));
    assert_false(mutable_net_within(&m, NET_PRE, 0, NET_READ, 2));
    assert_false(mutable_net_same(&m, NET_PRE, 0, 1));
    mutable_net_remove_place(&m, 1);
    assert_true(mutable_net_within(&m, NET_PRE, 0, NET_READ, 2));
    assert_true(mutable_net_same(&m, NET_PRE, 0, 1));
    walk = mutable_net_walk(&m, NET_PRE, NET_POST, 0);
    assert_true(mutable_net_next(&walk) && walk.node == 0);
    assert_true(mutable_net_next(&walk) && walk.node == 2);
    assert_false(mutable_net_next(&walk));
    mutable_net_finish(&m);
    net_destroy(net);
}

static void many_transitions_can_be_added(void **state)
{
    struct net *net = test_net("p* q r* | t: p > q");
    struct mutable_net_trans arcs = {0};
    struct mutable_net_map map;
    struct mutable_net m;

    (void)state;
    mutable_net_init(&m, net);
    vec_push(&arcs.pre, 0u);
    vec_push(&arcs.post, 1u);
    vec_push(&arcs.read, 2u);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(mutable_net_add(&m, &arcs), i + 1);
        if (i % 3 == 0)
            mutable_net_remove_trans(&m, i + 1);
    }
    assert_int_equal(mutable_net_degree(&m, NET_CONSUMERS, 0), 667);
    assert_int_equal(mutable_net_arcs(&m, NET_READERS, 2).len, 666);
    mutable_net_remove_place(&m, 2);

    struct net *rest = mutable_net_freeze(&m, &map);

    net_check(rest);
    assert_true(net_place_count(rest) == 2 && net_trans_count(rest) == 667);
    assert_string_equal(net_trans_label(rest, 0), "t");
    assert_string_equal(net_trans_label(rest, 1), "+2");
    assert_true(map.old_trans[1] == 2 && map.trans[2] == 1);
    assert_true(map.trans[1] == TRANS_NONE && map.place[2] == PLACE_NONE);
    assert_true(net_marked(rest, 0) && !net_marked(rest, 1));
    net_destroy(rest);
    mutable_net_map_free(&map);
    mutable_net_trans_free(&arcs);
    mutable_net_finish(&m);
    net_destroy(net);
}

static void new_names_differ_from_old_ones(void **state)
{
    struct net *net = test_net("p* | +1: p > | ++2: p > | +: p >");
    const struct mutable_net_trans none = {0};
    struct mutable_net_map map;
    struct mutable_net m;

    (void)state;
    mutable_net_init(&m, net);
    assert_int_equal(mutable_net_signs(net), 3);
    (void)mutable_net_add(&m, &none);

    struct net *rest = mutable_net_freeze(&m, &map);

    assert_string_equal(net_trans_label(rest, 3), "+++1");
    net_destroy(rest);
    mutable_net_map_free(&map);
    mutable_net_finish(&m);
    net_destroy(net);
}

MODULE(mutable_net)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removed_nodes_leave_all_lists),
        cmocka_unit_test(a_read_arc_can_be_removed_alone),
        cmocka_unit_test(arcs_are_compared_without_removed_nodes),
        cmocka_unit_test(many_transitions_can_be_added),
        cmocka_unit_test(new_names_differ_from_old_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
