/* Unit tests of net.h. */
#include "test.h"
#include "same_net.h"

#include "net/names.h"

static const struct net_where nowhere = {NULL, 0, 0};

static struct net_where at_line(uint32_t line)
{
    return (struct net_where){"a.net", line, 3};
}

static void assert_places(struct net_place_span span, const char *wanted)
{
    char text[256] = "";
    size_t used = 0;

    for (uint32_t i = 0; i < span.len; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u",
                                 i ? " " : "", span.at[i]);
    assert_string_equal(text, wanted);
}

static void assert_transitions(struct net_trans_span span, const char *wanted)
{
    assert_places((struct net_place_span){span.at, span.len}, wanted);
}

static void an_empty_net_is_a_net(void **state)
{
    struct net *net = net_builder_finish(net_builder_create());

    (void)state;
    assert_non_null(net);
    net_check(net);
    assert_int_equal(net_place_count(net), 0);
    assert_int_equal(net_trans_count(net), 0);
    assert_int_equal(net_arc_count(net) + net_read_count(net), 0);
    assert_string_equal(net_name(net), "");
    net_destroy(net);
    net_destroy(NULL);
}

static void arcs_are_seen_from_both_ends(void **state)
{
    struct net *net = test_net("p0* p1 p2* p3 | a: p2 p0 > p3 p1 | "
                               "b: p3 ? p2 > p0 | c: p0 ? p2 p1");

    (void)state;
    assert_places(net_pre(net, 0), "0 2");
    assert_places(net_post(net, 0), "1 3");
    assert_places(net_read(net, 0), "");
    assert_places(net_pre(net, 1), "3");
    assert_places(net_read(net, 1), "2");
    assert_places(net_post(net, 1), "0");
    assert_places(net_read(net, 2), "1 2");
    assert_transitions(net_consumers(net, 0), "0 2");
    assert_transitions(net_consumers(net, 1), "");
    assert_transitions(net_producers(net, 0), "1");
    assert_transitions(net_producers(net, 3), "0");
    assert_transitions(net_readers(net, 2), "1 2");
    assert_transitions(net_readers(net, 1), "2");
    assert_int_equal(net_arc_count(net), 7);
    assert_int_equal(net_read_count(net), 3);
    assert_true(net_marked(net, 0) && net_marked(net, 2));
    assert_false(net_marked(net, 1) || net_marked(net, 3));
    net_destroy(net);
}

static void a_self_loop_is_a_read(void **state)
{
    struct net *net = test_net("p q* | a: p q ? q > q");

    (void)state;
    assert_places(net_pre(net, 0), "0");
    assert_places(net_post(net, 0), "");
    assert_places(net_read(net, 0), "1");
    net_destroy(net);
}

static void what_is_consumed_is_not_read_as_well(void **state)
{
    struct net *net = test_net("p | a: p ? p p");

    (void)state;
    assert_places(net_pre(net, 0), "0");
    assert_places(net_read(net, 0), "");
    net_destroy(net);
}

static void a_repeated_read_is_one_read(void **state)
{
    struct net *net = test_net("p q | a: ? q p q q");

    (void)state;
    assert_places(net_read(net, 0), "0 1");
    net_destroy(net);
}

/* Two tokens where there was one: firing a makes the net unsafe. */
static void what_reads_and_produces_overflows(void **state)
{
    struct net *net = test_net("p | a: ? p > p");

    (void)state;
    assert_places(net_read(net, 0), "0");
    assert_places(net_post(net, 0), "");
    assert_int_equal(net_overflow(net, 0), 0);
    net_check(net);
    net_destroy(net);
}

/* The places p* and q and the transitions t and u. */
static struct net_builder *two_and_two(void)
{
    struct net_builder *b = net_builder_create();
    struct diag diag = {0};

    (void)net_builder_place(b, "p", NULL, 1, nowhere, &diag);
    (void)net_builder_place(b, "q", NULL, 0, nowhere, &diag);
    (void)net_builder_trans(b, "t", NULL, nowhere, &diag);
    (void)net_builder_trans(b, "u", NULL, nowhere, &diag);
    return b;
}

static struct net *finish(struct net_builder *b)
{
    struct net *net = net_builder_finish(b);

    assert_non_null(net);
    net_check(net);
    return net;
}

static void a_heavy_input_needs_a_place_that_is_never_marked(void **state)
{
    struct net_builder *b = two_and_two();
    struct net *net;

    (void)state;
    net_builder_arc(b, GIVEN_CONSUME, 0, 0, 2);
    net_builder_arc(b, GIVEN_PRODUCE, 1, 0, 3);
    net_builder_arc(b, GIVEN_READ, 1, 1, 2);
    net = finish(b);
    assert_int_equal(net_given_places(net), 2);
    assert_int_equal(net_place_count(net), 3);
    assert_string_equal(net_place_label(net, 2), "never_marked");
    assert_false(net_marked(net, 2));
    assert_places(net_pre(net, 0), "0 2");
    assert_places(net_pre(net, 1), "2");
    assert_places(net_read(net, 1), "1");
    assert_int_equal(net_overflow(net, 0), PLACE_NONE);
    assert_int_equal(net_producers(net, 2).len, 0);
    net_destroy(net);
}

static void arcs_of_one_kind_add_up(void **state)
{
    struct net_builder *b = two_and_two();
    net_bundle_list arcs = {0};
    struct net *net;

    (void)state;
    net_builder_arc(b, GIVEN_CONSUME, 0, 0, 1);
    net_builder_arc(b, GIVEN_PRODUCE, 0, 0, 1);
    net_builder_arc(b, GIVEN_PRODUCE, 0, 0, 1);
    net_builder_arc(b, GIVEN_PRODUCE, 1, 0, 1);
    net = finish(b);
    assert_places(net_pre(net, 0), "");
    assert_places(net_read(net, 0), "0");
    assert_places(net_post(net, 0), "1");
    assert_int_equal(net_overflow(net, 0), 0);
    assert_int_equal(net_overflow(net, 1), PLACE_NONE);
    bundles_of(net, 0, &arcs);
    assert_int_equal(arcs.len, 2);
    assert_int_equal(arcs.at[0].produce, 1);
    assert_int_equal(arcs.at[1].consume, 1);
    assert_int_equal(arcs.at[1].produce, 2);
    vec_free(&arcs);
    net_destroy(net);
}

/* t fills q, and q inhibits u. */
static void an_inhibitor_arc_reads_the_complement(void **state)
{
    struct net_builder *b = two_and_two();
    net_bundle_list arcs = {0};
    struct net *net;

    (void)state;
    net_builder_arc(b, GIVEN_CONSUME, 0, 0, 1);
    net_builder_arc(b, GIVEN_PRODUCE, 1, 0, 1);
    net_builder_arc(b, GIVEN_INHIBIT, 1, 1, 1);
    net = finish(b);
    assert_int_equal(net_place_count(net), 3);
    assert_string_equal(net_place_label(net, 2), "not_q");
    assert_true(net_marked(net, 2));
    assert_places(net_pre(net, 0), "0 2");
    assert_places(net_post(net, 0), "1");
    assert_places(net_read(net, 1), "2");
    assert_int_equal(net_given_transitions(net), 2);
    assert_int_equal(net_trans_count(net), 3);
    assert_int_equal(net_given_trans(net, 2), 0);
    assert_places(net_pre(net, 2), "0 1");
    assert_int_equal(net_overflow(net, 2), 1);
    bundles_of(net, 1, &arcs);
    assert_int_equal(arcs.len, 1);
    assert_int_equal(arcs.at[0].inhibit, 1);
    vec_free(&arcs);
    net_destroy(net);
}

/* It waits for a second token, and there is none. */
static void a_heavy_inhibitor_arc_does_nothing(void **state)
{
    struct net_builder *b = two_and_two();
    struct net *net;

    (void)state;
    net_builder_arc(b, GIVEN_INHIBIT, 0, 0, 2);
    net = finish(b);
    assert_int_equal(net_place_count(net), 2);
    assert_places(net_read(net, 0), "");
    assert_int_equal(net_bundle_count(net), 1);
    net_destroy(net);
}

static void an_id_is_taken_once_in_its_kind(void **state)
{
    struct net_builder *b = net_builder_create();
    struct diag diag = {0};

    (void)state;
    assert_int_equal(net_builder_place(b, "x", NULL, 0, nowhere, &diag), 0);
    assert_int_equal(net_builder_trans(b, "x", NULL, nowhere, &diag), 0);
    assert_int_equal(diag.code, DIAG_NONE);
    assert_true(net_builder_place(b, "x", NULL, 0, at_line(9), &diag) ==
                PLACE_NONE);
    assert_report(&diag, 9, "place 'x' is defined twice");
    diag = (struct diag){0};
    assert_true(net_builder_trans(b, "x", NULL, at_line(8), &diag) ==
                TRANS_NONE);
    assert_report(&diag, 8, "transition 'x' is defined twice");
    net_builder_destroy(b);
}

static void two_tokens_are_refused(void **state)
{
    struct net_builder *b = net_builder_create();
    struct diag diag = {0};

    (void)state;
    assert_true(net_builder_place(b, "x", NULL, 2, at_line(7), &diag) ==
                PLACE_NONE);
    assert_int_equal(diag.code, DIAG_INPUT);
    assert_report(&diag, 7,
                  "place 'x' has 2 tokens at the start: the net is not safe");
    net_builder_destroy(b);
}

/* Places with these ids and names; NULL ends the list. */
static struct net *named(const char *const *texts, bool prefer_names)
{
    struct net_builder *b = net_builder_create();
    struct diag diag = {0};

    for (uint32_t i = 0; texts[i]; i += 2)
        (void)net_builder_place(b, texts[i], texts[i + 1], 0, nowhere, &diag);
    if (prefer_names)
        net_builder_prefer_names(b);

    struct net *net = net_builder_finish(b);

    assert_non_null(net);
    net_check(net);
    return net;
}

static void ids_are_labels_and_names_are_found(void **state)
{
    const char *const texts[] = {"p1", "red", "p2", "blue", "blue", "", NULL};
    struct net *net = named(texts, false);
    struct diag diag = {0};

    (void)state;
    assert_string_equal(net_place_label(net, 0), "p1");
    assert_null(net_place_name(net, 2));
    assert_int_equal(net_find_place(net, "red", &diag), 0);
    assert_int_equal(net_find_place(net, "p2", &diag), 1);
    assert_int_equal(net_find_place(net, "blue", &diag), 2);
    assert_true(net_find_place(net, "green", &diag) == PLACE_NONE);
    assert_int_equal(diag.code, DIAG_USAGE);
    assert_report(&diag, 0, "the net has no place 'green'");
    diag = (struct diag){0};
    assert_true(net_find_trans(net, "red", &diag) == TRANS_NONE);
    assert_report(&diag, 0,
                  "the net has no transition 'red'; 'red' is a place");
    diag = (struct diag){0};
    assert_true(net_find_place(net, "rde", &diag) == PLACE_NONE);
    assert_report(&diag, 0, "the net has no place 'rde'; did you mean 'red'?");
    assert_true(net_find_place(net, "rde", NULL) == PLACE_NONE);
    net_destroy(net);
}

static void a_shared_name_is_no_address(void **state)
{
    const char *const texts[] = {"1", "x", "2", "y", "3", "x", NULL};
    struct net *net = named(texts, true);
    struct diag diag = {0};

    (void)state;
    assert_string_equal(net_place_label(net, 0), "1");
    assert_string_equal(net_place_label(net, 1), "y");
    assert_string_equal(net_place_label(net, 2), "3");
    assert_true(net_find_place(net, "x", &diag) == PLACE_NONE);
    assert_report(&diag, 0,
                  "several places are named 'x': use an id, such as '1' or "
                  "'3'");
    net_destroy(net);
}

/* As formats do whose nodes are used first and described later: the same net as
 * one whose nodes come with their names and markings. */
static void nodes_may_be_described_later(void **state)
{
    struct net_builder *const b = net_builder_create();
    struct names *const places = net_builder_places(b);
    struct diag diag = {0};
    char id[16];

    (void)state;
    net_builder_prefer_names(b);
    for (uint32_t i = 0; i < 1000; i++) {
        (void)snprintf(id, sizeof id, "p%u", i);
        assert_int_equal(names_intern(places, id), i);
        assert_int_equal(names_intern(places, id), i);
    }
    for (uint32_t i = 1000; i-- > 0;)
        if (i % 3) {
            (void)snprintf(id, sizeof id, "n%u", i < 4 ? 1 : i);
            names_name_node(places, i, id);
        }
    assert_true(net_builder_mark(b, 5, 1, at_line(1), &diag));
    assert_true(net_builder_mark(b, 6, 0, at_line(2), &diag));
    assert_false(net_builder_mark(b, 6, 1, at_line(3), &diag));
    assert_report(&diag, 3, "place 'p6' has two initial markings");
    diag = (struct diag){0};
    assert_false(net_builder_mark(b, 7, 2, at_line(4), &diag));
    assert_report(&diag, 4,
                  "place 'p7' has 2 tokens at the start: the net is not safe");

    struct net *const net = net_builder_finish(b);

    net_check(net);
    for (uint32_t i = 0; i < 1000; i++) {
        (void)snprintf(id, sizeof id, "%c%u", i % 3 && i > 2 ? 'n' : 'p', i);
        assert_string_equal(net_place_label(net, i), id);
        assert_int_equal(net_find_place(net, id, NULL), i);
        assert_int_equal(net_marked(net, i), i == 5);
    }
    assert_int_equal(net_find_place(net, "n1", NULL), PLACE_NONE);
    net_destroy(net);
}

/* 1 and 2 share a name, so ids are their labels.  Then "1" cannot be the label
 * of 3, nor "3" that of 4, nor "2" that of 7, nor "7" that of 8: chains against
 * the order of the nodes and along it.  Swapped names (5 and 6) are
 * harmless. */
static void labels_are_unique_whatever_the_names(void **state)
{
    const char *const texts[] = {"4", "3", "3", "1", "1", "x", "2", "x", "7",
                                 "2", "8", "7", "5", "6", "6", "5", NULL};
    const char *const labels[] = {"4", "3", "1", "2", "7", "8", "6", "5"};
    struct net *net = named(texts, true);
    struct diag diag = {0};

    (void)state;
    for (place_id p = 0; p < 8; p++) {
        assert_string_equal(net_place_label(net, p), labels[p]);
        assert_int_equal(net_find_place(net, labels[p], &diag), p);
    }
    net_destroy(net);
}

static void differences_are_told(void **state)
{
    static const char *const other[] = {
        "p q* | a: p > q", "p* q | a: p > q | b:", "p* q | c: p > q",
        "p* q | a: p q",   "p* q | a: q > p",      "p* q r | a: p > q",
        "p* q | a: p ? q", "q* p | a: p > q",
    };
    static const char *const why[] = {
        "place 'p' is marked in one only",
        "1 and 2 transitions",
        "transition 0 is not 'a' in both",
        "the arcs of transition 'a' differ",
        "the arcs of transition 'a' differ",
        "2 and 3 places",
        "the arcs of transition 'a' differ",
        "place 0 is not 'p' in both",
    };
    struct net *net = test_net("p* q | a: p > q");
    struct net *same = test_net("p* q | a: p > q");
    char text[80] = "";

    (void)state;
    assert_true(same_net(net, same, text, sizeof text));
    for (size_t i = 0; i < sizeof why / sizeof *why; i++) {
        struct net *b = test_net(other[i]);

        assert_false(same_net(net, b, text, sizeof text));
        assert_string_equal(text, why[i]);
        net_destroy(b);
    }
    net_destroy(same);
    net_destroy(net);
}

/* Fails by timeout if a step of the construction is quadratic. */
static void a_million_nodes_of_one_name(void **state)
{
    enum { N = SWEEP(500000) };
    struct net_builder *b = net_builder_create();
    struct diag diag = {0};
    char id[16];

    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        (void)snprintf(id, sizeof id, "%u", i);
        (void)net_builder_place(b, id, "p", i % 2, nowhere, &diag);
        (void)net_builder_trans(b, id, "t", nowhere, &diag);
    }
    for (uint32_t i = N; i-- > 0;) {
        net_builder_arc(b, GIVEN_CONSUME, i, 7, 1);
        net_builder_arc(b, GIVEN_PRODUCE, i / 2, i, 1);
        net_builder_arc(b, GIVEN_READ, 0, i, 1);
    }
    net_builder_prefer_names(b);

    struct net *net = net_builder_finish(b);

    assert_non_null(net);
    net_check(net);
    assert_int_equal(net_pre(net, 7).len, N - 1);
    assert_places(net_read(net, 7), "3");
    net_destroy(net);
}

MODULE(net)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_net_is_a_net),
        cmocka_unit_test(arcs_are_seen_from_both_ends),
        cmocka_unit_test(a_self_loop_is_a_read),
        cmocka_unit_test(what_is_consumed_is_not_read_as_well),
        cmocka_unit_test(a_repeated_read_is_one_read),
        cmocka_unit_test(what_reads_and_produces_overflows),
        cmocka_unit_test(a_heavy_input_needs_a_place_that_is_never_marked),
        cmocka_unit_test(arcs_of_one_kind_add_up),
        cmocka_unit_test(an_inhibitor_arc_reads_the_complement),
        cmocka_unit_test(a_heavy_inhibitor_arc_does_nothing),
        cmocka_unit_test(an_id_is_taken_once_in_its_kind),
        cmocka_unit_test(two_tokens_are_refused),
        cmocka_unit_test(ids_are_labels_and_names_are_found),
        cmocka_unit_test(a_shared_name_is_no_address),
        cmocka_unit_test(nodes_may_be_described_later),
        cmocka_unit_test(labels_are_unique_whatever_the_names),
        cmocka_unit_test(differences_are_told),
        cmocka_unit_test(a_million_nodes_of_one_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
