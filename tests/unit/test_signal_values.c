/* The initial values of signals, as walks and given runs show them. */
#include "marking/signal_values.h"

#include "graph.h"

#define A(lines) ".outputs a\n.dummy e\n.graph\n" lines "\n.marking {p}\n.end\n"

struct row {
    const char *graph;
    enum signal_values_value value; /* of the only signal */
};

static const struct row rows[] = {
    {A("p a+\na+ q\nq a-\na- p"), SIGNAL_ZERO},
    {A("p a-\na- q\nq a+\na+ p"), SIGNAL_ONE},
    /* an odd number of changes before, or an even one */
    {A("p a~\na~ q\nq a+\na+ r"), SIGNAL_ONE},
    {A("p a~\na~ q\nq a-\na- r"), SIGNAL_ZERO},
    {A("p a~\na~ q\nq a~/1\na~/1 r\nr a+\na+ s"), SIGNAL_ZERO},
    /* the first edge counts; the second contradicts it */
    {A("p a+\na+ q\nq a+/1\na+/1 r"), SIGNAL_ZERO},
    /* dummies are no changes */
    {A("p e\ne q\nq a-\na- r"), SIGNAL_ONE},
    /* changes alone: by convention */
    {A("p a~\na~ p"), SIGNAL_ZERO},
    {A("p e\ne q"), SIGNAL_ZERO},
    /* no run fires an edge */
    {A("p e\ne q\nr a-\na- r"), SIGNAL_OPEN},
    /* a second token ends the walk before it */
    {A("p e\ne p q r\nq a-"), SIGNAL_ONE},
    {A("p e\ne q s\nq e/1\ne/1 s t\nt a-"), SIGNAL_OPEN},
};

static void walks_show_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net *const net = graph_of(rows[i].graph);
        struct signal_values values;

        signal_values_init(&values, net);
        if (values.at[0] != rows[i].value)
            print_error("row %zu\n", i);
        assert_int_equal(values.at[0], rows[i].value);
        assert_int_equal(values.n_open, rows[i].value == SIGNAL_OPEN);
        signal_values_finish(&values);
        net_destroy(net);
    }
}

/* Of a signal behind more steps than the first walk has. */
static void later_walks_are_longer(void **state)
{
    char text[8000] = ".outputs a\n.dummy";
    struct net *net;
    struct signal_values values;
    size_t len = strlen(text);

    (void)state;
    for (int i = 0; i < 150; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, " e%d", i);
    len += (size_t)snprintf(text + len, sizeof text - len, "\n.graph\n");
    for (int i = 0; i < 150; i++)
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "p%d e%d\ne%d p%d\n", i, i, i, i + 1);
    (void)snprintf(text + len, sizeof text - len,
                   "p150 a-\n.marking {p0}\n.end\n");
    net = graph_of(text);
    signal_values_init(&values, net);
    assert_int_equal(values.at[0], SIGNAL_ONE);
    signal_values_finish(&values);
    net_destroy(net);
}

/* A run tells of the signals that are open, from its own beginning on. */
static void given_runs_show_values(void **state)
{
    struct net *const net =
        graph_of(".outputs a b c\n.graph\np a~\na~ q\nq a-\na- b-\nb- b+\n"
                 "b+ c+\n.marking {}\n.end\n");
    struct signal_values values;
    net_trans_list run = {0};

    (void)state;
    signal_values_init(&values, net);
    assert_int_equal(values.n_open, 3);
    graph_run(net, "a~", &run);
    signal_values_note(&values, net, run.at, run.len);
    assert_int_equal(values.n_open, 3);
    vec_clear(&run);
    graph_run(net, "a~,a-,b-,b+", &run);
    signal_values_note(&values, net, run.at, run.len);
    assert_int_equal(values.n_open, 1);
    assert_int_equal(values.at[0], SIGNAL_ZERO);
    assert_int_equal(values.at[1], SIGNAL_ONE);
    assert_int_equal(values.at[2], SIGNAL_OPEN);
    vec_clear(&run);
    graph_run(net, "b+,c+", &run);
    signal_values_note(&values, net, run.at, run.len);
    assert_int_equal(values.at[1], SIGNAL_ONE);
    assert_int_equal(values.at[2], SIGNAL_ZERO);
    assert_int_equal(values.n_open, 0);
    vec_free(&run);
    signal_values_finish(&values);
    net_destroy(net);
}

MODULE(signal_values)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_show_values),
        cmocka_unit_test(later_walks_are_longer),
        cmocka_unit_test(given_runs_show_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
