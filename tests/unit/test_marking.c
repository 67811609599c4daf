/* Unit tests of marking.h. */
#include "test.h"

#include "net/marking.h"

/* Enough for every net of these tests. */
enum { WORDS = 8 };

static void assert_marking(const struct net *net, const bits_word *m,
                           const char *wanted)
{
    char text[200];

    marking_print(net, m, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void the_initial_marking(void **state)
{
    struct net *net = test_net("p* q r* | a:");
    bits_word m[WORDS];

    (void)state;
    memset(m, 0xff, sizeof m);
    assert_int_equal(marking_words(net), 1);
    marking_initial(net, m);
    assert_marking(net, m, "{p, r}");
    assert_true(m[0] == 5);
    net_destroy(net);
}

static void firing_moves_tokens_and_is_taken_back(void **state)
{
    struct net *net = test_net("p* q r* s | a: p ? r > q s | b: q s > p");
    bits_word m[WORDS];

    (void)state;
    marking_initial(net, m);
    assert_true(marking_enabled(net, m, 0));
    assert_false(marking_enabled(net, m, 1));
    marking_fire(net, m, 0);
    assert_marking(net, m, "{q, r, s}");
    assert_false(marking_enabled(net, m, 0));
    assert_true(marking_enabled(net, m, 1));
    marking_fire(net, m, 1);
    assert_marking(net, m, "{p, r}");
    marking_unfire(net, m, 1);
    marking_unfire(net, m, 0);
    assert_marking(net, m, "{p, r}");
    net_destroy(net);
}

static void a_read_place_must_be_marked(void **state)
{
    struct net *net = test_net("p* q r | a: p ? q > r");
    bits_word m[WORDS];

    (void)state;
    marking_initial(net, m);
    assert_false(marking_enabled(net, m, 0));
    bits_add(m, 1);
    assert_true(marking_enabled(net, m, 0));
    marking_fire(net, m, 0);
    assert_marking(net, m, "{q, r}");
    net_destroy(net);
}

static void a_second_token_is_foreseen(void **state)
{
    struct net *net =
        test_net("p* q* r | a: p > r q | b: ? p > p | c: p > r | d: p ? q");
    bits_word m[WORDS];

    (void)state;
    marking_initial(net, m);
    assert_int_equal(marking_unsafe(net, m, 0), 1);
    assert_int_equal(marking_unsafe(net, m, 1), 0);
    assert_true(marking_unsafe(net, m, 2) == PLACE_NONE);
    assert_true(marking_unsafe(net, m, 3) == PLACE_NONE);
    net_destroy(net);
}

static void what_does_not_fit_is_cut(void **state)
{
    struct net *net = test_net("p0* p1* p2* p3* |");
    bits_word m[WORDS];
    char text[19];

    (void)state;
    marking_initial(net, m);
    marking_print(net, m, text, sizeof text);
    assert_string_equal(text, "{p0, p1, p2, ...}");
    for (size_t cap = 0; cap <= sizeof text; cap++) {
        memset(text, 'x', sizeof text);
        marking_print(net, m, text, cap);
        assert_true(!cap || strlen(text) < cap);
        for (size_t i = cap; i < sizeof text; i++)
            assert_int_equal(text[i], 'x');
    }
    bits_clear(m, marking_words(net));
    assert_marking(net, m, "{}");
    net_destroy(net);
}

static void more_places_than_bits_in_a_word(void **state)
{
    struct net_builder *b = net_builder_create();
    const struct net_where nowhere = {NULL, 0, 0};
    struct diag diag = {0};
    char id[16];
    bits_word m[WORDS];

    (void)state;
    for (uint32_t i = 0; i < 130; i++) {
        (void)snprintf(id, sizeof id, "p%u", i);
        (void)net_builder_place(b, id, NULL, i == 64, nowhere, &diag);
    }
    (void)net_builder_trans(b, "t", NULL, nowhere, &diag);
    net_builder_arc(b, GIVEN_CONSUME, 64, 0, 1);
    net_builder_arc(b, GIVEN_PRODUCE, 129, 0, 1);

    struct net *net = net_builder_finish(b);

    assert_int_equal(marking_words(net), 3);
    marking_initial(net, m);
    assert_marking(net, m, "{p64}");
    marking_fire(net, m, 0);
    assert_marking(net, m, "{p129}");
    net_destroy(net);
}

MODULE(marking)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_initial_marking),
        cmocka_unit_test(firing_moves_tokens_and_is_taken_back),
        cmocka_unit_test(a_read_place_must_be_marked),
        cmocka_unit_test(a_second_token_is_foreseen),
        cmocka_unit_test(what_does_not_fit_is_cut),
        cmocka_unit_test(more_places_than_bits_in_a_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
