/* Unit tests of agglomeration.c: which places of a digit are one value. */
#include "test.h"

#include "engine/diagram/digits.h"

/* All places are in one digit, but for those whose names begin with x.  heads:
 * the head of each place, in the order of the places. */
static void assert_heads(const char *line, const char *heads)
{
    struct net *const net = test_net(line);
    const uint32_t n = net_place_count(net);
    uint32_t *const digit_of = mem_alloc(n, sizeof *digit_of);
    place_id *const head = mem_alloc(n, sizeof *head);
    char *const rest = mem_text(heads);
    char *name = rest;

    for (place_id p = 0; p < n; p++)
        digit_of[p] = net_place_label(net, p)[0] == 'x' ? p + 1 : 0;
    agglomeration_find(net, digit_of, head);
    for (place_id p = 0; p < n; p++) {
        char *const next = test_cut(name, " ");

        assert_string_equal(net_place_label(net, head[p]), name);
        name = next;
    }
    mem_free(rest);
    mem_free(digit_of);
    mem_free(head);
    net_destroy(net);
}

static void a_series_has_one_head(void **state)
{
    (void)state;
    assert_heads("a* b c | s: a > b | t: b > c", "a a a");
    assert_heads("c b a* | s: a > b | t: b > c", "a a a");
    assert_heads("a* b c | s: a > b | t: b > c | u: c > a", "a a a");
}

static void branches_that_meet_are_taken_in(void **state)
{
    (void)state;
    assert_heads("a* b c d | s: a > b | t: a > c | u: b > d | v: c > d",
                 "a a a a");
}

static void loops_within_are_taken_in(void **state)
{
    (void)state;
    assert_heads("a* b c d | s: a > b | t: b > c | u: c > b | v: c > d |"
                 "w: d > b",
                 "a a a a");
}

static void what_is_entered_elsewhere_is_a_head(void **state)
{
    (void)state;
    assert_heads("a* b c x* | s: a > b | t: b > c | u: a x > c", "a a c x");
    assert_heads("a* b c x* | s: a x > b | t: b > c", "a b b x");
    assert_heads("a* b c* | s: a > b | t: c > b", "a b c");
    assert_heads("a b c | s: a > b | t: b > c | u: > a", "a a a");
}

static void what_is_read_is_a_head(void **state)
{
    (void)state;
    assert_heads("a* b c x* | s: a > b | t: b > c | u: x ? b >", "a b b x");
    assert_heads("a* b x* | s: a > b | u: x ? a >", "a a x");
}

static void other_digits_stay_apart(void **state)
{
    (void)state;
    assert_heads("a* x b | s: a > x | t: x > b", "a x b");
}

/* They have no token: no head leads to them. */
static void what_nothing_leads_to_stays_alone(void **state)
{
    (void)state;
    assert_heads("a* b c | s: b > c | t: c > b", "a b c");
}

/* Each loop but the innermost is taken in a round later. */
static void deep_loops_are_taken_in_as_far_as_rounds_go(void **state)
{
    (void)state;
    assert_heads("a* b c d e | s: a > b | t: b > c | u: c > d | v: d > e |"
                 "w: e > d | x: e > c | y: e > b",
                 "a a a a a");
}

MODULE(agglomeration)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_series_has_one_head),
        cmocka_unit_test(branches_that_meet_are_taken_in),
        cmocka_unit_test(loops_within_are_taken_in),
        cmocka_unit_test(what_is_entered_elsewhere_is_a_head),
        cmocka_unit_test(what_is_read_is_a_head),
        cmocka_unit_test(other_digits_stay_apart),
        cmocka_unit_test(what_nothing_leads_to_stays_alone),
        cmocka_unit_test(deep_loops_are_taken_in_as_far_as_rounds_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
