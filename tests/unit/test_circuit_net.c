/* A graph as a net: which nodes it has, in one copy and in two, and that its
 * runs are those of the graph in which the changes of each signal alternate. */
#include "circuit/circuit_net.h"

#include "engine/race/engines.h"
#include "graph.h"
#include "net/marking.h"

static const char ring[] = ".inputs a\n.outputs x\n.dummy e\n.graph\n"
                           "p a+\na+ q\nq e\ne r\nr x~\nx~ s\ns a-\na- p\n"
                           ".marking {p}\n.end\n";

static void assert_places(const struct net *net, struct net_place_span span,
                          const char *labels)
{
    char *const copy = mem_text(labels);
    uint32_t n = 0;

    for (char *rest = copy; *rest; n++) {
        char *const label = rest;
        bool found = false;

        rest = test_cut(label, ",");
        for (uint32_t i = 0; i < span.len; i++)
            found |= !strcmp(net_place_label(net, span.at[i]), label);
        assert_true(found);
    }
    assert_int_equal(span.len, n);
    mem_free(copy);
}

static void assert_trans(const struct net *net, const char *label,
                         const char *pre, const char *post)
{
    const trans_id t = net_find_trans(net, label, NULL);

    assert_int_not_equal(t, TRANS_NONE);
    assert_places(net, net_pre(net, t), pre);
    assert_places(net, net_post(net, t), post);
}

static void edges_move_the_tokens_of_values(void **state)
{
    static const bool ones[] = {false, true};
    struct net *const graph = graph_of(ring);
    struct circuit_net x;
    struct diag diag = {0};

    (void)state;
    assert_true(circuit_net_init(&x, graph, ones, NULL, 1, &diag));
    net_check(x.net);
    assert_true(circuit_net_has_values(&x));
    assert_int_equal(net_place_count(x.net), 4 + 2 * 2);
    assert_int_equal(net_trans_count(x.net), 4 + 1);
    assert_trans(x.net, "a+", "p,a=0", "q,a=1");
    assert_trans(x.net, "a-", "s,a=1", "p,a=0");
    assert_trans(x.net, "x~ to 1", "r,x=0", "s,x=1");
    assert_trans(x.net, "x~ to 0", "r,x=1", "s,x=0");
    assert_trans(x.net, "e", "q", "r");
    assert_true(net_marked(x.net, circuit_net_value(&x, 0, 0, false)));
    assert_false(net_marked(x.net, circuit_net_value(&x, 0, 0, true)));
    assert_false(net_marked(x.net, circuit_net_value(&x, 0, 1, false)));
    assert_true(net_marked(x.net, circuit_net_value(&x, 0, 1, true)));
    assert_int_equal(circuit_net_edges(&x, 0).len, 2);
    assert_int_equal(circuit_net_edges(&x, 1).len, 1);
    circuit_net_finish(&x);
    net_destroy(graph);
}

/* The same without places for the values of a. */
static void signals_that_alternate_have_no_values(void **state)
{
    static const bool ones[] = {false, true}, alternates[] = {true, false};
    struct net *const graph = graph_of(ring);
    struct circuit_net x;
    struct diag diag = {0};

    (void)state;
    assert_true(circuit_net_init(&x, graph, ones, alternates, 1, &diag));
    net_check(x.net);
    assert_false(circuit_net_keeps_value(&x, 0));
    assert_true(circuit_net_keeps_value(&x, 1));
    assert_int_equal(net_place_count(x.net), 4 + 2);
    assert_trans(x.net, "a+", "p", "q");
    assert_trans(x.net, "x~ to 1", "r,x=0", "s,x=1");
    assert_true(net_marked(x.net, circuit_net_value(&x, 0, 1, true)));
    circuit_net_finish(&x);
    net_destroy(graph);
}

static void two_copies_have_nothing_in_common(void **state)
{
    static const bool ones[2] = {false};
    struct net *const graph = graph_of(ring);
    struct circuit_net x;
    struct diag diag = {0};
    net_trans_list run = {0}, of[2] = {{0}}, part = {0};

    (void)state;
    assert_true(circuit_net_init(&x, graph, ones, NULL, 2, &diag));
    net_check(x.net);
    assert_int_equal(net_place_count(x.net), 2 * x.n_places);
    assert_int_equal(net_trans_count(x.net), 2 * x.n_transitions);
    assert_trans(x.net, "a+ of 2", "p of 2,a=0 of 2", "q of 2,a=1 of 2");
    for (trans_id t = 0; t < net_trans_count(x.net); t++)
        for (uint32_t i = 0; i < net_pre(x.net, t).len; i++)
            assert_int_equal(net_pre(x.net, t).at[i] / x.n_places,
                             t / x.n_transitions);
    graph_run(x.net, "a+ of 2,a+,e,e of 2,x~ to 1,a-", &run);
    for (uint32_t copy = 0; copy < 2; copy++)
        circuit_net_run(&x, copy, run.at, run.len, &of[copy]);
    circuit_net_select(&x, 1, run.at, run.len, &part);
    assert_int_equal(of[0].len, 4);
    assert_string_equal(net_trans_label(graph, of[0].at[2]), "x~");
    assert_int_equal(of[1].len, 2);
    assert_string_equal(net_trans_label(graph, of[1].at[1]), "e");
    assert_int_equal(part.len, 2);
    assert_string_equal(net_trans_label(x.net, part.at[1]), "e of 2");
    vec_free(&run);
    vec_free(&of[0]);
    vec_free(&of[1]);
    vec_free(&part);
    circuit_net_finish(&x);
    net_destroy(graph);
}

static void without_values_it_is_the_graph(void **state)
{
    struct net *const graph = graph_of(ring);
    struct circuit_net x;
    struct diag diag = {0};

    (void)state;
    assert_true(circuit_net_init(&x, graph, NULL, NULL, 1, &diag));
    assert_false(circuit_net_has_values(&x));
    assert_int_equal(net_place_count(x.net), 4);
    assert_int_equal(net_trans_count(x.net), 4);
    assert_trans(x.net, "x~", "r", "s");
    circuit_net_finish(&x);
    net_destroy(graph);
}

/* Twice round the ring, a step that the net has where the graph has one; but
 * with a wrong initial value a+ cannot fire at all. */
static void values_follow_the_run(void **state)
{
    static const bool right[] = {false, false}, wrong[] = {true, false};
    struct net *const graph = graph_of(ring);
    struct circuit_net x;
    struct diag diag = {0};
    net_trans_list run = {0};
    bits_word *m;

    (void)state;
    assert_true(circuit_net_init(&x, graph, right, NULL, 1, &diag));
    m = mem_zero(marking_words(x.net), sizeof *m);
    marking_initial(x.net, m);
    graph_run(x.net, "a+,e,x~ to 1,a-,a+,e,x~ to 0,a-", &run);
    for (uint32_t i = 0; i < run.len; i++) {
        assert_true(marking_enabled(x.net, m, run.at[i]));
        marking_fire(x.net, m, run.at[i]);
    }
    assert_true(bits_equal(m, net_initial(x.net), marking_words(x.net)));
    vec_free(&run);
    circuit_net_finish(&x);
    assert_true(circuit_net_init(&x, graph, wrong, NULL, 1, &diag));
    marking_initial(x.net, m);
    for (trans_id t = 0; t < net_trans_count(x.net); t++)
        assert_false(marking_enabled(x.net, m, t));
    mem_free(m);
    circuit_net_finish(&x);
    net_destroy(graph);
}

static void weights_are_refused(void **state)
{
    struct net_builder *const b = net_builder_create();
    struct signals *const signals = mem_zero(1, sizeof *signals);
    struct diag diag = {0};
    const place_id p =
        net_builder_place(b, "p", NULL, 1, (struct net_where){0}, &diag);
    const trans_id t =
        net_builder_trans(b, "e", NULL, (struct net_where){0}, &diag);
    struct circuit_net x;
    struct net *graph;

    (void)state;
    net_builder_arc(b, GIVEN_RESET, p, t, 1);
    vec_push(&signals->of, SIGNALS_NONE);
    vec_push(&signals->edges, 0);
    net_builder_signals(b, signals);
    graph = net_builder_finish(b);
    assert_non_null(graph);
    assert_false(circuit_net_init(&x, graph, NULL, NULL, 1, &diag));
    assert_report(&diag, 0,
                  "questions about signals are not answered for a net with arc "
                  "weights");
    circuit_net_finish(&x);
    net_destroy(graph);
}

/* --- prefixes ------------------------------------------------------------- */

struct sizes {
    uint32_t events, conditions, cutoffs;
};

static struct sizes sizes_of(const struct net *net, enum dep_kind kind,
                             enum engine_order order)
{
    const struct engine_limits limits = {0};
    struct dep *const dep = dep_create(net, kind);
    const struct engine_problem problem = {.net = net,
                                           .dep = dep,
                                           .unfolding.order = order,
                                           .unfolding.cutoffs = true,
                                           .output.prefix = true,
                                           .output.no_conflicts = true};
    struct sizes sizes = {0};
    struct answer answer;

    answer_init(&answer, 0);
    prefix_engine.run(&problem, &limits, &answer);
    assert_int_equal(answer.stop, STOP_DONE);
    sizes.events = answer.prefix.events.len - 1; /* without bottom */
    sizes.conditions = answer.prefix.conditions.len;
    for (uint32_t e = 0; e < answer.prefix.events.len; e++)
        sizes.cutoffs += answer.prefix.events.at[e].cutoff;
    answer_finish(&answer);
    dep_destroy(dep);
    return sizes;
}

/* A choice of the environment, and a pipeline with a dummy behind it. */
static const char pipeline[] =
    ".inputs a b\n.outputs x y\n.dummy e\n.graph\n"
    "p a+ b+\na+ q\nb+ q\nq x+\nx+ y+ r\nr a- b-\na- s\nb- s\n"
    "c a+\na+ ca\nca a-\na- c\nd b+\nb+ cb\ncb b-\nb- d\n"
    "s x-\ny+ x- u\nu e\ne y-\nx- y- p\ny- x+\n"
    ".marking {p c d <y-,x+>}\n.end\n";

static void the_prefix_of_two_copies_is_twice_that_of_one(void **state)
{
    static const char *const texts[] = {ring, pipeline};
    static const enum dep_kind kinds[] = {DEP_CLASSIC, DEP_READ};
    static const bool ones[4] = {false};

    (void)state;
    for (uint32_t i = 0; i < 2 * 2 * (ORDER_FOATA + 1); i++) {
        struct net *const graph = graph_of(texts[i % 2]);
        struct sizes found[2];

        for (uint32_t n = 1; n <= 2; n++) {
            struct circuit_net x;
            struct diag diag = {0};

            assert_true(circuit_net_init(&x, graph, ones, NULL, n, &diag));
            found[n - 1] =
                sizes_of(x.net, kinds[i / 2 % 2], (enum engine_order)(i / 4));
            circuit_net_finish(&x);
        }
        assert_true(found[0].cutoffs > 0);
        assert_int_equal(found[1].events, 2 * found[0].events);
        assert_int_equal(found[1].conditions, 2 * found[0].conditions);
        assert_int_equal(found[1].cutoffs, 2 * found[0].cutoffs);
        net_destroy(graph);
    }
}

MODULE(circuit_net)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_move_the_tokens_of_values),
        cmocka_unit_test(signals_that_alternate_have_no_values),
        cmocka_unit_test(two_copies_have_nothing_in_common),
        cmocka_unit_test(without_values_it_is_the_graph),
        cmocka_unit_test(values_follow_the_run),
        cmocka_unit_test(the_prefix_of_two_copies_is_twice_that_of_one),
        cmocka_unit_test(weights_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
