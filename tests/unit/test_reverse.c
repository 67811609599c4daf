/* Sets of traces and reverse search, on nets with known traces. */
#include "test.h"

#include "reverse.h"
#include "traces.h"

enum { LIMIT = 1000 };

static struct dep *relation(struct net **net, const char *line,
                            enum dep_kind kind)
{
    *net = test_net(line);
    return dep_create(*net, kind);
}

/* The number of maximal configurations of the net under the relation. */
static uint32_t count(const char *line, enum dep_kind kind)
{
    struct traces traces;
    struct net *net;
    struct dep *dep = relation(&net, line, kind);
    uint32_t n;

    traces_init(&traces, dep);
    assert_true(reverse_search(net, dep, LIMIT, traces_add, &traces));
    assert_int_equal(traces.again, 0);
    n = traces.spans.len;
    traces_finish(&traces);
    dep_destroy(dep);
    net_destroy(net);
    return n;
}

#define TWO_PAIRS \
    "p* q* p0 p1 q0 q1 | a: p > p0 | b: p > p1 | c: q > q0 | d: q > q1"

#define TWO_READERS "r* a* b* c d e | t: a ? r > c | u: b ? r > d | v: r > e"

static void runs_of_one_trace_are_one(void **state)
{
    const trans_id ac[] = {0, 2}, ca[] = {2, 0}, ad[] = {0, 3};
    struct traces traces, other;
    struct net *net;
    struct dep *dep = relation(&net, TWO_PAIRS, DEP_CLASSIC);

    (void)state;
    traces_init(&traces, dep);
    traces_init(&other, dep);
    traces_add(&traces, ac, 2);
    traces_add(&traces, ca, 2);
    assert_int_equal(traces.spans.len, 1);
    assert_int_equal(traces.again, 1);
    assert_false(traces_within(&traces, &other));
    traces_add(&other, ad, 2);
    assert_false(traces_within(&traces, &other));
    traces_add(&other, ca, 2);
    assert_true(traces_within(&traces, &other));
    assert_false(traces_within(&other, &traces));
    traces_finish(&other);
    traces_finish(&traces);
    dep_destroy(dep);
    net_destroy(net);
}

static void order_matters_among_dependent_steps(void **state)
{
    const trans_id ac[] = {0, 2}, ca[] = {2, 0}, a[] = {0};
    struct traces traces;
    struct net *net;
    struct dep *dep = relation(&net, TWO_PAIRS, DEP_NONE);

    (void)state;
    traces_init(&traces, dep);
    traces_add(&traces, ac, 2);
    traces_add(&traces, ca, 2);
    traces_add(&traces, a, 1);
    traces_add(&traces, a, 0);
    assert_int_equal(traces.spans.len, 4);
    traces_finish(&traces);
    dep_destroy(dep);
    net_destroy(net);
}

static void reverse_search_meets_every_choice(void **state)
{
    (void)state;
    assert_int_equal(count(TWO_PAIRS, DEP_CLASSIC), 4);
    assert_int_equal(count(TWO_PAIRS, DEP_NONE), 8);
}

static void reverse_search_knows_the_relation(void **state)
{
    (void)state;
    assert_int_equal(count(TWO_READERS, DEP_CLASSIC), 5);
    assert_int_equal(count(TWO_READERS, DEP_READ), 4);
}

static void a_net_that_does_nothing_has_one_configuration(void **state)
{
    (void)state;
    assert_int_equal(count("p* q r | t: q > r", DEP_READ), 1);
}

static void reverse_search_gives_up_at_the_limit(void **state)
{
    struct traces traces;
    struct net *net;
    struct dep *dep = relation(&net, TWO_PAIRS, DEP_READ);

    (void)state;
    traces_init(&traces, dep);
    assert_false(reverse_search(net, dep, 3, traces_add, &traces));
    traces_finish(&traces);
    traces_init(&traces, dep);
    assert_true(reverse_search(net, dep, 4, traces_add, &traces));
    traces_finish(&traces);
    dep_destroy(dep);
    net_destroy(net);
}

MODULE(reverse)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_one_trace_are_one),
        cmocka_unit_test(order_matters_among_dependent_steps),
        cmocka_unit_test(reverse_search_meets_every_choice),
        cmocka_unit_test(reverse_search_knows_the_relation),
        cmocka_unit_test(a_net_that_does_nothing_has_one_configuration),
        cmocka_unit_test(reverse_search_gives_up_at_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
