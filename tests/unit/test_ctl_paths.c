/* Unit tests of ctl_paths.h: the formulas about one path, against ones that
 * were found by hand. */
#include "question/ctl_paths.h"

#include "base/text.h"
#include "question/formula_parser.h"
#include "test.h"

/* Appends a formula, operators before their operands: "UT&0RF!1" is F (0 and G
 * not 1).  Operands are in the order in which they were made. */
static void print(const struct ltl *ltl, ltl_id id, text_buffer *to)
{
    static const char letters[] = {
        [LTL_FALSE] = 'F', [LTL_TRUE] = 'T',   [LTL_NOT] = '!',
        [LTL_AND] = '&',   [LTL_OR] = '|',     [LTL_NEXT] = 'X',
        [LTL_UNTIL] = 'U', [LTL_RELEASE] = 'R'};
    const struct ltl_node node = ltl->nodes.at[id];

    if (node.op != LTL_ATOM)
        vec_push(to, letters[node.op]);
    if (node.op == LTL_ATOM || node.op == LTL_NOT)
        vec_push(to, (char)('0' + node.left));
    if (node.op >= LTL_AND)
        print(ltl, node.left, to);
    if (node.op >= LTL_AND && node.op != LTL_NEXT)
        print(ltl, node.right, to);
}

static void assert_is(const struct ctl_paths *paths, ltl_id formula,
                      const char *text)
{
    text_buffer made = {0};

    print(&paths->temporal->ltl, formula, &made);
    assert_string_equal(text_end(&made), text);
    vec_free(&made);
}

/* Of E of the outermost part, or of its negation.  Atoms are numbered as they
 * are read; the last one is that some step is possible. */
static void paths_show_and_refute(void **state)
{
    static const struct {
        const char *formula, *shown, *refuted;
    } cases[] = {
        {"E F (a and E G b)", "UT&RF01", "UT&RF01"},
        {"E F (a and A F b)", "UT&01", "UT&UT01"},
        {"E G (E F a and E F b)", "RF&UT0UT1", "T"},
        {"E (a U A (b U c))", "U21", "U2U01"},
        {"E F (A G b)", "F", "UTRF0"},
        {"A G (a or E F b)", "F", "UT&RF!0!1"},
        {"A G (a or A F b)", "UT&RF!0!1", "UT&RF!0!1"},
        {"E G (A (a R b))", "RF&01", "RF1"},
        {"E F (E X b)", "&1XUT0", "&1XUT0"},
        {"E G (A X b)", "RF!1", "RF|!1X0"},
        {"E (E F c R b)", "RUT01", "|U1&UT01RF1"},
    };
    struct net *const net = test_net("a* b c | t: a > b | u: b > c");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct temporal *const temporal =
            temporal_trim(test_ctl(net, cases[i].formula));
        const uint32_t last = temporal->quantified.len - 1;
        struct ctl_paths paths;

        ctl_paths_init(&paths, temporal);
        assert_is(&paths, paths.shown[last], cases[i].shown);
        assert_is(&paths, paths.refuted[last], cases[i].refuted);
        ctl_paths_finish(&paths);
        temporal_destroy(temporal);
    }
    net_destroy(net);
}

MODULE(ctl_paths)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_show_and_refute),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
