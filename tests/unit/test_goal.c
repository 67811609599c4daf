#include "net/marking.h"
#include "question/goal.h"
#include "support.h"
#include "test.h"

#include <string.h>

/* Places with every special character of expressions. */
static const char *const odd[] = {
    "p1", "p4", "x=1", "!p", "p 1", "a,b", "say \"hi\"", "back\\slash", "x",
};
enum { P1, P4, X_IS_1, BANG, BLANK, COMMA, QUOTES, SLASH, X, N_ODD };

static struct net *odd_net(void)
{
    struct net_builder *builder = net_builder_create();
    struct diag diag = {0};
    const struct net_where where = {"odd", 1, 1};

    for (uint32_t i = 0; i < N_ODD; i++)
        net_builder_place(builder, odd[i], NULL, i == P1, where, &diag);
    net_builder_trans(builder, "t 1", NULL, where, &diag);
    net_builder_arc(builder, GIVEN_CONSUME, P1, 0, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, P4, 0, 1);

    struct net *net = net_builder_finish(builder);

    assert_non_null(net);
    return net;
}

static void expect_marking(const char *expr, uint32_t n_marked,
                           const place_id *marked, uint32_t n_empty,
                           const place_id *empty)
{
    struct net *net = odd_net();
    struct diag diag = {0};
    goal_list goals = {0};

    assert_true(goal_add_marking(&goals, net, expr, false, &diag));
    assert_int_equal(goals.len, 1);
    assert_int_equal(goals.at[0].kind, GOAL_MARKING);
    assert_int_equal(goals.at[0].marked.len, n_marked);
    assert_int_equal(goals.at[0].empty.len, n_empty);
    for (uint32_t i = 0; i < n_marked; i++)
        assert_int_equal(goals.at[0].marked.at[i], marked[i]);
    for (uint32_t i = 0; i < n_empty; i++)
        assert_int_equal(goals.at[0].empty.at[i], empty[i]);
    goal_list_free(&goals);
    net_destroy(net);
}

#define PLACES(...)                                                    \
    sizeof((place_id[]){__VA_ARGS__}) / sizeof(place_id), (place_id[]) \
    {                                                                  \
        __VA_ARGS__                                                    \
    }
#define NO_PLACES 0, NULL

static void expressions_name_places(void **state)
{
    (void)state;
    expect_marking("p4 p1", PLACES(P1, P4), NO_PLACES);
    expect_marking(" p1,,p4\t", PLACES(P1, P4), NO_PLACES);
    expect_marking("p1 !p4", PLACES(P1), PLACES(P4));
    expect_marking("p1 p1 !p4 !p4", PLACES(P1), PLACES(P4));
    expect_marking("p1=1 p4=0", PLACES(P1), PLACES(P4));
}

static void odd_names_can_be_addressed(void **state)
{
    (void)state;
    expect_marking("\"x=1\"", PLACES(X_IS_1), NO_PLACES);
    expect_marking("\"x=1\"=0 x=0", NO_PLACES, PLACES(X_IS_1, X));
    expect_marking("x=1", PLACES(X), NO_PLACES);
    expect_marking("x = 0", NO_PLACES, PLACES(X));
    expect_marking("!\"x=1\" x", PLACES(X), PLACES(X_IS_1));
    expect_marking("\"!p\" \"p 1\"", PLACES(BANG, BLANK), NO_PLACES);
    expect_marking("!\"!p\"", NO_PLACES, PLACES(BANG));
    expect_marking("\"a,b\",\"back\\slash\"", PLACES(COMMA, SLASH), NO_PLACES);
    expect_marking("\"say \\\"hi\\\"\" \"back\\\\slash\"",
                   PLACES(QUOTES, SLASH), NO_PLACES);
}

static void expect_refused(const char *expr, bool exact, const char *why)
{
    struct net *net = odd_net();
    struct diag diag = {0};
    goal_list goals = {0};

    assert_false(goal_add_marking(&goals, net, expr, exact, &diag));
    assert_int_equal(goals.len, 0);
    assert_int_equal(diag.code, DIAG_USAGE);
    if (!strstr(diag.text, why))
        fail_msg("'%s' does not mention '%s'", diag.text, why);
    net_destroy(net);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    expect_refused("p1 nowhere", false, "nowhere");
    expect_refused("p1 !p1", false, "both");
    expect_refused("p1 !", false, "missing");
    expect_refused("!!bang", false, "\"p 1\"");
    expect_refused("p1>=1", false, "\"p 1\"");
    expect_refused("p1 (p4)", false, "\"p 1\"");
    expect_refused("p1-2", false, "\"p 1\"");
    expect_refused("p1=2", false, "at most 1 token");
    expect_refused("x=1=0", false, "\"p 1\"");
    expect_refused("\"p1", false, "second one");
    expect_refused("!p1=0", false, "both");
    expect_refused("\"\\\"", false, "second one");
    expect_refused("", false, "name a place");
    expect_refused(" , ", false, "name a place");
    expect_refused("p1 !p4", true, "exact");
    expect_refused("p1 p4=0", true, "exact");
}

static void exact_markings_speak_of_every_place(void **state)
{
    struct net *net = odd_net();
    struct diag diag = {0};
    goal_list goals = {0};
    const uint32_t n = net_place_count(net);

    (void)state;
    assert_true(goal_add_marking(&goals, net, "p4 p1", true, &diag));
    assert_true(goal_add_marking(&goals, net, "", true, &diag));
    assert_int_equal(goals.at[0].marked.len, 2);
    assert_int_equal(goals.at[0].empty.len, n - 2);
    assert_int_equal(goals.at[0].empty.at[0], X_IS_1);
    assert_int_equal(goals.at[1].empty.len, n);
    assert_string_equal(goals.at[0].text, "marking-exact p4 p1");
    goal_list_free(&goals);
    net_destroy(net);
}

static void questions_keep_their_words_and_order(void **state)
{
    struct net *net = odd_net();
    struct diag diag = {0};
    goal_list goals = {0};

    (void)state;
    assert_true(goal_add_marking(&goals, net, "p4  !p1", false, &diag));
    goal_add_plain(&goals, "deadlock");
    assert_true(goal_add_trans(&goals, net, "t 1", &diag));
    goal_add_all_trans(&goals, net);
    assert_int_equal(goals.len, 4);
    assert_string_equal(goals.at[0].text, "marking p4  !p1");
    assert_string_equal(goal_label(&goals.at[0]), "marking p4  !p1");
    assert_string_equal(goals.at[1].text, "deadlock");
    assert_string_equal(goals.at[2].text, "reach t 1");
    assert_string_equal(goal_label(&goals.at[2]), "t 1");
    assert_string_equal(goals.at[3].text, "reach t 1");
    assert_false(goal_add_trans(&goals, net, "t2", &diag));
    assert_int_equal(diag.code, DIAG_USAGE);
    assert_int_equal(goals.len, 4);
    goal_list_free(&goals);
    net_destroy(net);
}

static void goals_hold_where_they_should(void **state)
{
    struct net *net = odd_net();
    struct diag diag = {0};
    goal_list goals = {0};
    bits_word *m = mem_zero(marking_words(net), sizeof *m);

    (void)state;
    goal_add_all_trans(&goals, net);
    goal_add_plain(&goals, "deadlock");
    assert_true(goal_add_marking(&goals, net, "p4 !p1", false, &diag));
    assert_true(goal_add_marking(&goals, net, "p4", true, &diag));
    marking_initial(net, m);
    assert_true(goal_holds(&goals.at[0], net, m));
    assert_false(goal_holds(&goals.at[1], net, m));
    assert_false(goal_holds(&goals.at[2], net, m));
    assert_false(goal_holds(&goals.at[3], net, m));
    marking_fire(net, m, 0);
    assert_false(goal_holds(&goals.at[0], net, m));
    for (uint32_t i = 1; i < 4; i++)
        assert_true(goal_holds(&goals.at[i], net, m));
    bits_add(m, X);
    assert_true(goal_holds(&goals.at[2], net, m));
    assert_false(goal_holds(&goals.at[3], net, m));
    mem_free(m);
    goal_list_free(&goals);
    net_destroy(net);
}

static void names_that_need_quotes_are_told(void **state)
{
    static const char *const bad[] = {"EF a-0 >= 1", "AG (a-0)"};
    struct net *net = test_net("a-0* b | t: a-0 > b");
    goal_list list = {0};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct diag diag = {0};

        assert_false(goal_add_formula(&list, net, bad[i], &diag));
        assert_int_equal(diag.column, 4 + i);
        assert_string_equal(diag.text, "the net has no place 'a'; 'a-0' is "
                                       "written \"a-0\"");
    }
    for (uint32_t exact = 0; exact < 2; exact++) {
        struct diag diag = {0};

        assert_false(goal_add_marking(&list, net, "b, !a-0", exact, &diag));
        assert_int_equal(diag.column, 5);
        assert_non_null(strstr(diag.text, "\"a-0\""));
    }
    goal_list_free(&list);
    net_destroy(net);
}

/* A formula of CTL that is about one kind of run is a question about runs. */
static void short_formulas_of_ctl_are_about_runs(void **state)
{
    static const struct {
        const char *text;
        enum question_goal kind;
        bool is_refuted;
    } cases[] = {
        {"E F (E (a U b))", GOAL_FORMULA, false},
        {"not (A G (E (a R b)))", GOAL_FORMULA, false},
        {"not E F b", GOAL_FORMULA, true},
        {"(A (a U (A F b)))", GOAL_LASSO, true},
        {"not A F b", GOAL_LASSO, false},
        {"(E X b)", GOAL_CTL, false},
        {"not E X true", GOAL_CTL, false},
        {"E G (E F b)", GOAL_CTL, false},
        {"(E F b) and (A F b)", GOAL_CTL, false},
    };
    struct net *net = test_net("a* b c* | t: a > b | u: b > a");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diag diag = {0};
        goal_list list = {0};

        assert_true(goal_add_formula(&list, net, cases[i].text, &diag));
        if (list.at->kind != cases[i].kind ||
            list.at->question->is_refuted != cases[i].is_refuted)
            fail_msg("'%s' is another question", cases[i].text);
        goal_list_free(&list);
    }
    net_destroy(net);
}

/* What laws make superfluous is not left in it. */
static void formulas_of_ctl_have_no_idle_parts(void **state)
{
    struct net *net = test_net("a* b c* | t: a > b | u: b > a");
    struct diag diag = {0};
    goal_list list = {0};

    (void)state;
    assert_true(goal_add_formula(
        &list, net, "(E G (E (c U (E F b)))) and A X (E F (A (a U b)))",
        &diag));
    assert_int_equal(list.at->temporal->atoms.len, 1);
    assert_int_equal(list.at->temporal->quantified.len, 2);
    goal_list_free(&list);
    net_destroy(net);
}

MODULE(goal)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_formulas_of_ctl_are_about_runs),
        cmocka_unit_test(formulas_of_ctl_have_no_idle_parts),
        cmocka_unit_test(names_that_need_quotes_are_told),
        cmocka_unit_test(expressions_name_places),
        cmocka_unit_test(odd_names_can_be_addressed),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(exact_markings_speak_of_every_place),
        cmocka_unit_test(questions_keep_their_words_and_order),
        cmocka_unit_test(goals_hold_where_they_should),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
