/* Parts of a disjunction that exclusive sets refute. */
#include "structure/disjunction.h"

#include "base/text.h"
#include "test.h"

#include <string.h>

/* A token alternates between p and q, another one between r and s. */
#define NET \
    "p* q r* s | a: p > q | b: q > p | c: r > s | d: s > r | e: p r > q s"

enum { COPIES = 20, PARTS = 7 };

/* Of each copy: which parts need p and q, or r and s? */
static const char copy[] =
    "(p = 1 and q = 1) or (p = 1 and r = 1) or (p = 1 and (q = 1 or r = 1)) or "
    "(fireable(a) and fireable(b)) or (fireable(e) and s = 1) or "
    "(p = 1 and q = 0) or (p = 1 and fireable(a))";
static const bool refuted[PARTS] = {true, false, false, true,
                                    true, false, false};

static void parts_that_need_two_places_are_refuted(void **state)
{
    struct net *const net = test_net(NET);
    const place_id first[] = {0, 1}, second[] = {2, 3};
    struct exclusive sets = {0};
    goal_list goals = {0};
    disjunction_parts found = {0};
    text_buffer text = {0};
    struct diag diag = {0};
    uint32_t n = 0;

    (void)state;
    exclusive_add(&sets, first, 2, EXCLUSIVE_NONE);
    exclusive_add(&sets, second, 2, EXCLUSIVE_NONE);
    text_add(&text, "EF ", 3);
    for (uint32_t i = 0; i < COPIES; i++) {
        if (i)
            text_add(&text, " or ", 4);
        text_add(&text, copy, strlen(copy));
    }
    assert_true(goal_add_formula(&goals, net, text_end(&text), &diag));
    assert_true(goal_add_formula(&goals, net, "EF p = 1 or q = 1", &diag));
    assert_true(disjunction_is_large(&goals.at[0]));
    assert_false(disjunction_is_large(&goals.at[1]));
    disjunction_refute(net, goals.at[0].formula, &sets, &found);
    for (uint32_t i = 0; i < COPIES * PARTS; i++)
        if (refuted[i % PARTS])
            assert_int_equal(found.at[n++].node,
                             goals.at[0].formula->nodes.at[0].first + i);
    for (uint32_t i = 0; i < found.len; i++) {
        const struct exclusive_pair pair = found.at[i].pair;

        assert_int_equal(pair.p / 2, pair.set);
        assert_int_equal(pair.q / 2, pair.set);
        assert_true(pair.p < pair.q);
    }
    assert_int_equal(found.len, n);
    vec_free(&text);
    vec_free(&found);
    exclusive_finish(&sets);
    goal_list_free(&goals);
    net_destroy(net);
}

MODULE(disjunction)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_that_need_two_places_are_refuted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
