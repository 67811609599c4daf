/* A formula holds where one of its cubes does. */
#include "net/marking.h"
#include "question/formula.h"
#include "question/formula_parser.h"
#include "test.h"

#define NET "p* q r* s u | t: p ? q > r | v: q r > s | w: s > p"

static struct formula *read_formula(const struct net *net, const char *text)
{
    struct diag diag = {0};
    enum question_path path;
    struct formula *const formula =
        formula_parser_read(net, text, &path, NULL, &diag);

    assert_string_equal(diag.text, "");
    assert_non_null(formula);
    return formula;
}

/* "p !q | r": the cubes, each with its places; "-" when there are too many. */
static void assert_cubes(const char *text, uint32_t most, const char *wanted)
{
    struct net *const net = test_net(NET);
    struct formula *const formula = read_formula(net, text);
    char got[512] = "";
    formula_cubes_list cubes;

    if (!formula_cubes_of(formula, net, most, &cubes))
        strcpy(got, "-");
    for (uint32_t i = 0; i < cubes.len; i++) {
        const struct formula_cubes_cube *const cube = &cubes.at[i];

        strcat(got, i ? " |" : "");
        for (uint32_t k = 0; k < cube->marked.len; k++)
            strcat(strcat(got, " "), net_place_label(net, cube->marked.at[k]));
        for (uint32_t k = 0; k < cube->empty.len; k++)
            strcat(strcat(got, " !"), net_place_label(net, cube->empty.at[k]));
    }
    assert_string_equal(got, wanted);
    formula_cubes_free(&cubes);
    formula_destroy(formula);
    net_destroy(net);
}

static void operators_join_cubes(void **state)
{
    (void)state;
    assert_cubes("EF p and q", 9, " p q");
    assert_cubes("EF (p or q) and not r", 9, " p !r | q !r");
    assert_cubes("EF p and not p", 9, "");
    assert_cubes("EF true", 9, "");
    assert_cubes("EF false", 9, "");
}

static void leaves_have_cubes(void **state)
{
    (void)state;
    assert_cubes("EF fireable(t)", 9, " p q");
    assert_cubes("EF not fireable(v)", 9, " !q | !r");
    assert_cubes("EF not deadlock", 9, " p q | q r | s");
    assert_cubes("EF deadlock", 9, "-");
    assert_cubes("EF p + q + r >= 3", 9, " p q r");
    assert_cubes("EF p + q <= 0", 9, " !p !q");
    assert_cubes("EF p - q >= 1", 9, " p !q");
}

static void there_is_a_limit(void **state)
{
    (void)state;
    assert_cubes("EF (p or q) and (r or s)", 3, "-");
    assert_cubes("EF (p or q) and (r or s)", 4, " p r | p s | q r | q s");
    /* literals come first, wherever they stand */
    assert_cubes("EF (p or q) and (r or s) and not p and not r", 3,
                 " q s !p !r");
}

static bool has_all(const net_place_list *places, const bits_word *m,
                    bool marked)
{
    for (uint32_t i = 0; i < places->len; i++)
        if (bits_has(m, places->at[i]) != marked)
            return false;
    return true;
}

static void assert_equivalent(const struct net *net, const char *text)
{
    struct formula *const formula = read_formula(net, text);
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);
    formula_cubes_list cubes;

    assert_true(formula_cubes_of(formula, net, FORMULA_CUBES_MOST, &cubes));
    for (uint32_t number = 0; number < 32; number++) {
        bool any = false;

        bits_clear(m, marking_words(net));
        for (place_id p = 0; p < 5; p++)
            if (number >> p & 1)
                bits_add(m, p);
        for (uint32_t i = 0; i < cubes.len; i++)
            any = any || (has_all(&cubes.at[i].marked, m, true) &&
                          has_all(&cubes.at[i].empty, m, false));
        if (any != formula_holds(formula, net, m))
            fail_msg("'%s' at marking %u", text, number);
    }
    formula_cubes_free(&cubes);
    formula_destroy(formula);
    mem_free(m);
}

static void the_cubes_are_the_formula(void **state)
{
    static const char *const texts[] = {
        "EF p <-> q xor r",
        "EF 2*p + 3*q - r >= 2 and not (s or u)",
        "EF p + q + r + s + u = 2",
        "EF p + q != r + s",
        "AG p + q <= 1 -> fireable(t, w)",
        "EF not deadlock and not p",
        "AG -2*p >= -1 or u",
    };
    struct net *const net = test_net(NET);

    (void)state;
    for (uint32_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_equivalent(net, texts[i]);
    net_destroy(net);
}

MODULE(formula_cubes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_join_cubes),
        cmocka_unit_test(leaves_have_cubes),
        cmocka_unit_test(there_is_a_limit),
        cmocka_unit_test(the_cubes_are_the_formula),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
