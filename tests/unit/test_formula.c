#include "base/text.h"
#include "net/marking.h"
#include "question/formula_parser.h"
#include "test.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* p and q are marked, r and "odd place" are not; t moves p to r, u needs r. */
enum { P, Q, R, ODD };

static struct net *small_net(void)
{
    static const char *const places[] = {"p", "q", "r", "odd place"};
    struct net_builder *builder = net_builder_create();
    const struct net_where where = {"small", 1, 1};
    struct diag diag = {0};
    struct net *net;

    for (uint32_t i = 0; i < 4; i++)
        net_builder_place(builder, places[i], NULL, i <= Q, where, &diag);
    net_builder_trans(builder, "t", NULL, where, &diag);
    net_builder_trans(builder, "u", NULL, where, &diag);
    net_builder_arc(builder, GIVEN_CONSUME, P, 0, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, R, 0, 1);
    net_builder_arc(builder, GIVEN_CONSUME, R, 1, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, P, 1, 1);
    net = net_builder_finish(builder);
    assert_non_null(net);
    return net;
}

static bool holds(const char *text)
{
    struct net *net = small_net();
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    struct diag diag = {0};
    enum question_path path, result;
    struct formula *formula =
        formula_parser_read(net, text, &path, NULL, &diag);

    if (!formula)
        fail_msg("'%s': column %u: %s", text, diag.column, diag.text);
    formula_check(formula, net);
    marking_initial(net, m);
    result = formula_holds(formula, net, m);
    formula_destroy(formula);
    mem_free(m);
    net_destroy(net);
    return result;
}

static const char *const yes[] = {
    "EF p",
    "EF p = 1",
    "E F q == 1",
    "E<> p and q",
    "E \xe2\x97\x87 p and q",
    "e f p and q",
    "a g r",
    "EF not r",
    "EF p + q + r >= 2",
    "EF 2*p - 3*r + 1 > 2",
    "EF p*2 = 2",
    "EF 1 < p + q",
    "EF -p < 0",
    "EF - -p = 1",
    "EF r or p and q",
    "EF not r and p",
    "EF not (p and r)",
    "EF p xor r",
    "EF p -> q",
    "EF r -> r -> r",
    "EF r implies false",
    "EF p <-> q",
    "EF r iff r",
    "EF fireable(t)",
    "EF fireable(u, t)",
    "EF !fireable(u)",
    "EF not deadlock",
    "EF true",
    "EF not false",
    "EF p != r",
    "EF p <> r",
    "EF \"odd place\" = 0",
    "EF 2*(p + q) - (p - r) = 3",
    "ef p or false",
    "EF q /\\ p \\/ r",
    "EF p && q || r",
    "EF (((p)))",
    "EF 3 > 2",
    "EF not p + q = 1",
    "EF p <= q",
    "EF \"p\" >= \"q\"",
    "AG r",
    "A[] r >= 1",
    "A G deadlock",
    "EF p - p = 0",
};

static const char *const no[] = {
    "EF r",
    "EF p and r",
    "EF p xor q",
    "EF p -> r",
    "EF p <-> r",
    "EF fireable(u)",
    "EF deadlock",
    "EF false",
    "EF p + q = 1",
    "EF not (p or r)",
    "EF 2 < 2",
    "AG p",
    "AG not deadlock",
    "EF p xor q xor r",
    "EF (p -> q) -> r",
};

static void operators_bind_as_documented(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!holds(yes[i]))
            fail_msg("'%s' does not hold", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (holds(no[i]))
            fail_msg("'%s' holds", no[i]);
}

static void errors_have_a_column(void **state)
{
    static const struct {
        const char *text;
        uint32_t column;
        const char *part;
    } bad[] = {
        {"", 1, "EF"},
        {"p", 1, "EF"},
        {"EF", 3, "too early"},
        {"EF p and", 9, "too early"},
        {"EF nope", 4, "no place 'nope'"},
        {"EF t", 4, "'fireable(t)' says"},
        {"EF fireable(p)", 13, "no transition"},
        {"EF fireable", 12, "parentheses"},
        {"EF fireable()", 13, "missing"},
        {"EF fireable(t u)", 15, "','"},
        {"EF (p", 4, "without ')'"},
        {"EF p)", 5, "without '('"},
        {"EF p q", 6, "operator"},
        {"EF p q = 1", 6, "operator"},
        {"EF 2", 4, "number and not"},
        {"EF p + q", 4, "number and not"},
        {"EF p * q > 0", 6, "factors"},
        {"EF 0 < p < 2", 4, "three numbers"},
        {"EF p % 2", 6, "quoted"},
        {"EF \"p", 4, "second one"},
        {"EF p and EF q", 6, "is 'and' under the first quantifier"},
        {"EF p and ef q", 6, "is 'and' under the first quantifier"},
        {"AG EF p or EF q", 9, "is 'or' under the first quantifier"},
        {"AG EF X p", 4, "between two quantifiers"},
        {"A p", 1, "path formula"},
        {"A f p", 1, "path formula"},
        {"A = 1", 1, "path formula"},
        {"EF p or F (q U A)", 16, "no place 'A'"},
        {"E (X p and X q", 3, "'(' without"},
        {"(EF p) U q", 1, "A or E is missing"},
        {"EF (p > 0) + 1 > 2", 4, "condition and not"},
        {"EF p < 99999999999", 8, "beyond"},
        {"EF not", 7, "too early"},
        {"EF \xc3\xa9 or p", 4, "no place"},
        {"EF p ? q", 6, "\"a?b\""},
    };
    struct net *net = small_net();

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct diag diag = {0};
        struct temporal *temporal = NULL;
        enum question_path path;

        assert_null(
            formula_parser_read(net, bad[i].text, &path, &temporal, &diag));
        assert_null(temporal);
        assert_int_equal(diag.code, DIAG_USAGE);
        if (diag.column != bad[i].column || !strstr(diag.text, bad[i].part))
            fail_msg("'%s': column %u: %s", bad[i].text, diag.column,
                     diag.text);
    }
    net_destroy(net);
}

/* What the formula asks, as it begins and by its operators of paths. */
static void formulas_are_told_apart(void **state)
{
    static const struct {
        const char *text;
        enum question_path path;
    } cases[] = {
        {"EF p and q", QUESTION_EF},
        {"E F p or q", QUESTION_EF},
        {"ag p or q", QUESTION_AG},
        {"A[] p or q", QUESTION_AG},
        {"AG EF p or q", QUESTION_AG_EF},
        {"A G EF p", QUESTION_AG_EF},
        {"a g ef p", QUESTION_AG_EF},
        {"AX p or q", QUESTION_ALL_PATHS},
        {"AG (p U q)", QUESTION_ALL_PATHS},
        {"A G p or F q", QUESTION_ALL_PATHS},
        {"A F p", QUESTION_ALL_PATHS},
        {"EF F p", QUESTION_SOME_PATH},
        {"E p U q or r", QUESTION_SOME_PATH},
        {"AG (EF p)", QUESTION_CTL},
        {"(AG p)", QUESTION_CTL},
        {"A (AG p)", QUESTION_CTL},
        {"not p or EX q", QUESTION_CTL},
    };
    struct net *net = small_net();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct temporal *temporal = NULL;
        struct diag diag = {0};
        enum question_path path;
        struct formula *formula =
            formula_parser_read(net, cases[i].text, &path, &temporal, &diag);

        if (!formula == !temporal || path != cases[i].path)
            fail_msg("'%s': %d", cases[i].text, (int)path);
        formula_destroy(formula);
        temporal_destroy(temporal);
    }
    net_destroy(net);
}

/* A number may become too large by arithmetic, and a formula by xor. */
static void sizes_are_bounded(void **state)
{
    static const char *const beyond[] = {
        "EF 2000000000*2*p > 1",
        "EF (2000000000 + 2000000000)*p > 1",
        "EF p*(2000000000 + 2000000000) > 1",
        "EF p > -(2000000000 + 2000000000)",
    };
    struct net *net = small_net();
    struct diag diag = {0};
    text_buffer text = {0};
    enum question_path path;

    (void)state;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        diag = (struct diag){0};
        assert_null(formula_parser_read(net, beyond[i], &path, NULL, &diag));
        assert_non_null(strstr(diag.text, "beyond"));
    }
    text_add(&text, "EF p", 4);
    for (uint32_t i = 0; i < 40; i++)
        text_add(&text, " xor q", 6);
    diag = (struct diag){0};
    assert_null(formula_parser_read(net, text_end(&text), &path, NULL, &diag));
    assert_non_null(strstr(diag.text, "parts"));
    vec_free(&text);
    net_destroy(net);
}

/* Depth is no recursion. */
static void deep_formulas_are_read(void **state)
{
    enum { DEPTH = 100000 };
    struct net *net = small_net();
    struct diag diag = {0};
    text_buffer text = {0};
    struct formula *formula;
    enum question_path path;

    (void)state;
    text_add(&text, "EF ", 3);
    for (uint32_t i = 0; i < DEPTH; i++)
        text_add(&text, i % 2 ? "(p and " : "(r or ", i % 2 ? 7 : 6);
    text_add(&text, "not q", 5);
    for (uint32_t i = 0; i < DEPTH; i++)
        text_add(&text, ")", 1);
    formula = formula_parser_read(net, text_end(&text), &path, NULL, &diag);
    assert_non_null(formula);
    formula_check(formula, net);
    assert_int_equal(formula->nodes.len, 2 * DEPTH + 1);
    formula_destroy(formula);
    vec_free(&text);
    net_destroy(net);
}

/* Nodes of one kind are one node. */
static void nodes_are_flat(void **state)
{
    struct net *net = small_net();
    struct diag diag = {0};
    enum question_path path;
    struct formula *formula = formula_parser_read(
        net, "AG not ((p and q) and (r and not (r or not q)))", &path, NULL,
        &diag);

    (void)state;
    assert_non_null(formula);
    assert_true(path);
    assert_int_equal(formula->nodes.at[0].op, FORMULA_AND);
    assert_int_equal(formula->nodes.at[0].len, 5);
    assert_int_equal(formula->nodes.len, 6);
    formula_destroy(formula);
    net_destroy(net);
}

static void sums_are_sorted(void **state)
{
    struct net *net = small_net();
    struct formula_sum sum = {0};
    struct diag diag = {0};

    (void)state;
    assert_true(
        formula_parser_sum(net, "2*r + p - 3 + r - q + q", &sum, &diag));
    assert_int_equal(sum.constant, -3);
    assert_int_equal(sum.terms.len, 2);
    assert_int_equal(sum.terms.at[0].place, P);
    assert_int_equal(sum.terms.at[1].place, R);
    assert_int_equal(sum.terms.at[1].factor, 3);
    formula_sum_free(&sum);
    assert_false(formula_parser_sum(net, "p > 1", &sum, &diag));
    net_destroy(net);
}

MODULE(formula)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_documented),
        cmocka_unit_test(errors_have_a_column),
        cmocka_unit_test(formulas_are_told_apart),
        cmocka_unit_test(sizes_are_bounded),
        cmocka_unit_test(deep_formulas_are_read),
        cmocka_unit_test(nodes_are_flat),
        cmocka_unit_test(sums_are_sorted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
