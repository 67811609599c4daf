#include "circuit/circuit_net.h"
#include "net/marking.h"
#include "test.h"

struct row {
    const char *net, *a, *b, *common; /* the first steps of both, in order */
};

static const struct row rows[] = {
    /* steps that are apart commute */
    {"p* q x* y | t: p > q | u: x > y", "t u", "u t", "t u"},
    {"p* q x* y | t: p > q | u: x > y", "t", "u", ""},
    {"p* q x* y | t: p > q | u: x > y", "t u", "u", "u"},
    /* a conflict ends it; what is apart from it comes first */
    {"p* q r x* y | t: p > q | v: p > r | u: x > y", "t u", "v u", "u"},
    {"p* q r s | t: p > q | v: q > r | w: q > s", "t v", "t w", "t"},
    /* equal steps behind a conflict are different events */
    {"p* q r | t: p > q | v: p > q | w: q > r", "t w", "v w", ""},
    /* reads of a place commute; a read and the end of what it reads do not */
    {"p* q x* y c* | t: p ? c > q | u: x ? c > y", "t u", "u", "u"},
    {"p* q c* d | t: p ? c > q | u: c > d", "t u", "u", ""},
    {"p* q c* d | t: p ? c > q | u: c > d", "t u", "t", "t"},
    /* nothing at all */
    {"p* q | t: p > q", "", "t", ""},
};

static void add_run(const struct net *net, const char *text,
                    net_trans_list *run)
{
    char *const copy = mem_text(text);
    struct diag ignored = {0};

    for (char *rest = copy; *rest;) {
        char *const name = rest;

        rest = test_cut(name, " ");
        vec_push(run, net_find_trans(net, name, &ignored));
    }
    mem_free(copy);
}

static void assert_run(const struct net *net, const net_trans_list *run,
                       const char *text)
{
    net_trans_list expected = {0};

    add_run(net, text, &expected);
    assert_true(run->len >= expected.len);
    for (uint32_t i = 0; i < expected.len; i++)
        assert_int_equal(run->at[i], expected.at[i]);
    vec_free(&expected);
}

static void assert_is_run(const struct net *net, const net_trans_list *run)
{
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);

    marking_initial(net, m);
    for (uint32_t i = 0; i < run->len; i++) {
        assert_true(marking_enabled(net, m, run->at[i]));
        marking_fire(net, m, run->at[i]);
    }
    mem_free(m);
}

static void runs_share_the_longest_beginning(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net *const net = test_net(rows[i].net);
        net_trans_list a = {0}, b = {0}, common = {0};

        add_run(net, rows[i].a, &a);
        add_run(net, rows[i].b, &b);
        add_run(net, rows[i].common, &common);
        assert_int_equal(circuit_runs_align(net, &a, &b), common.len);
        assert_run(net, &a, rows[i].common);
        assert_run(net, &b, rows[i].common);
        assert_is_run(net, &a);
        assert_is_run(net, &b);
        vec_free(&a);
        vec_free(&b);
        vec_free(&common);
        net_destroy(net);
    }
}

MODULE(circuit_runs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_share_the_longest_beginning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
