/* Drawings, read back by Graphviz's own library. */
#include "formats/picture/dot.h"

#include "prefix_text.h"
#include "test.h"

#include "checks.h"
#include <graphviz/cgraph.h>
#include <unistd.h>

#define FILE_NAME "test_dot.out"

static struct net *some_net(void)
{
    return test_net("p1* p2* p3 | a: p1 > p3 | b: p2 ? p1 > | c: p3 > p1");
}

/* 1 and 2 compete for p1, 3 follows 1 and is a cutoff, 4 is c after b by the
 * relation alone, 5 is in conflict with it by the relation alone. */
static struct prefix some_prefix(void)
{
    struct prefix prefix = {0};

    prefix_text_begin(&prefix, "0 1 -");
    prefix_text_event(&prefix, 0, "0", "0", "", "2");
    prefix_text_event(&prefix, 1, "0", "1", "0", "-");
    prefix_text_event(&prefix, 2, "1", "3", "", "0");
    prefix_text_event(&prefix, 2, "2", "4", "", "");
    prefix_text_event(&prefix, 0, "2", "", "2", "");
    prefix_text_conflict(&prefix, 1, 2);
    prefix_text_conflict(&prefix, 4, 5);
    prefix_text_cutoff(&prefix, 3, 0);
    prefix.events.at[1].witness = true;
    prefix_check(&prefix);
    return prefix;
}

static Agraph_t *read_back(void)
{
    FILE *file = fopen(FILE_NAME, "r");

    assert_non_null(file);

    Agraph_t *graph = agread(file, NULL);

    assert_non_null(graph);
    (void)fclose(file);
    (void)unlink(FILE_NAME);
    return graph;
}

static Agraph_t *draw_with(const struct prefix *prefix,
                           const struct drawing_options *options)
{
    struct net *net = some_net();
    struct diag diag = {0};

    assert_true(dot_write_prefix(net, prefix, options, FILE_NAME, &diag));
    net_destroy(net);
    return read_back();
}

static Agraph_t *draw(const struct prefix *prefix, bool conditions)
{
    const struct drawing_options options = {.conditions = conditions,
                                            .no_legend = true,
                                            .title = "a \\N \"title\""};

    return draw_with(prefix, &options);
}

static char *attribute(void *object, const char *name)
{
    char *value, *copy = mem_text(name);

    value = agget(object, copy);
    mem_free(copy);
    return value;
}

static Agnode_t *node_of(Agraph_t *graph, const char *name)
{
    char *copy = mem_text(name);
    Agnode_t *node = agnode(graph, copy, 0);

    mem_free(copy);
    return node;
}

/* Counts the edges between the two; *edge is the last one. */
static int edges(Agraph_t *graph, const char *from, const char *to,
                 Agedge_t **edge)
{
    Agnode_t *tail = node_of(graph, from), *head = node_of(graph, to);
    int n = 0;

    assert_non_null(tail);
    assert_non_null(head);
    for (Agedge_t *e = agfstout(graph, tail); e; e = agnxtout(graph, e))
        if (aghead(e) == head) {
            *edge = e;
            n++;
        }
    return n;
}

static void assert_attribute(void *object, const char *name, const char *value)
{
    assert_string_equal(attribute(object, name), value);
}

static void events_are_labelled_boxes(void **state)
{
    struct prefix prefix = some_prefix();
    Agraph_t *graph = draw(&prefix, false);

    (void)state;
    assert_int_equal(agnnodes(graph), 6);
    assert_attribute(node_of(graph, "e0"), "label", "\xe2\x8a\xa5");
    assert_attribute(node_of(graph, "e1"), "label", "a\\ne1");
    assert_attribute(node_of(graph, "e4"), "label", "c\\ne4");
    assert_attribute(node_of(graph, "e4"), "shape", "box");
    (void)agclose(graph);
    prefix_finish(&prefix);
}

static void the_counts_are_in_the_label(void **state)
{
    struct prefix prefix = some_prefix();
    Agraph_t *graph = draw(&prefix, false);

    (void)state;
    assert_attribute(graph, "label",
                     "a \\\\N \"title\"\\n"
                     "5 events, 1 cutoff, 2 immediate conflicts");
    (void)agclose(graph);
    graph = draw(&prefix, true);
    assert_attribute(graph, "label",
                     "a \\\\N \"title\"\\n5 events, 1 cutoff, "
                     "2 immediate conflicts, 4 conditions");
    (void)agclose(graph);
    prefix_finish(&prefix);
}

static void causes_are_the_only_edges_with_rank(void **state)
{
    struct prefix prefix = some_prefix();
    Agraph_t *graph = draw(&prefix, false);
    Agedge_t *edge = NULL;
    int n_ranked = 0;

    (void)state;
    assert_int_equal(edges(graph, "e0", "e1", &edge), 1);
    assert_int_equal(edges(graph, "e0", "e2", &edge), 1);
    assert_int_equal(edges(graph, "e1", "e3", &edge), 1);
    assert_int_equal(edges(graph, "e2", "e4", &edge), 1);
    assert_int_equal(edges(graph, "e2", "e5", &edge), 1);
    for (Agnode_t *n = agfstnode(graph); n; n = agnxtnode(graph, n))
        for (Agedge_t *e = agfstout(graph, n); e; e = agnxtout(graph, e))
            n_ranked += strcmp(attribute(e, "constraint"), "false") != 0;
    assert_int_equal(n_ranked, 5);
    assert_int_equal(agnedges(graph), 8);
    (void)agclose(graph);
    prefix_finish(&prefix);
}

static void conflicts_are_red_dashed_and_undirected(void **state)
{
    struct prefix prefix = some_prefix();
    Agraph_t *graph = draw(&prefix, false);
    Agedge_t *edge = NULL;

    (void)state;
    assert_int_equal(edges(graph, "e1", "e2", &edge), 1);
    assert_attribute(edge, "color", "#d62728");
    assert_attribute(edge, "style", "dashed");
    assert_attribute(edge, "dir", "none");
    assert_attribute(edge, "constraint", "false");
    assert_int_equal(edges(graph, "e4", "e5", &edge), 1);
    assert_attribute(edge, "style", "dashed");
    (void)agclose(graph);
    prefix_finish(&prefix);
}

static void cutoffs_point_to_their_corresponding_event(void **state)
{
    struct prefix prefix = some_prefix();

    (void)state;
    for (int conditions = 0; conditions < 2; conditions++) {
        Agraph_t *graph = draw(&prefix, conditions);
        Agedge_t *edge = NULL;

        assert_attribute(node_of(graph, "e3"), "peripheries", "2");
        assert_string_not_equal(attribute(node_of(graph, "e2"), "peripheries"),
                                "2");
        assert_int_equal(edges(graph, "e3", "e0", &edge), 1);
        assert_attribute(edge, "style", "dotted");
        assert_attribute(edge, "constraint", "false");
        (void)agclose(graph);
    }
    prefix.events.at[3].has_companion = false;

    Agraph_t *graph = draw(&prefix, false);
    Agedge_t *edge = NULL;

    assert_attribute(node_of(graph, "e3"), "peripheries", "2");
    assert_int_equal(edges(graph, "e3", "e0", &edge), 0);
    (void)agclose(graph);
    prefix_finish(&prefix);
}

static void the_run_is_highlighted(void **state)
{
    struct prefix prefix = some_prefix();

    (void)state;
    for (int conditions = 0; conditions < 2; conditions++) {
        Agraph_t *graph = draw(&prefix, conditions);
        Agedge_t *edge = NULL;

        assert_attribute(node_of(graph, "e1"), "penwidth", "2.5");
        assert_attribute(node_of(graph, "e1"), "fillcolor", "#ffd966");
        assert_string_not_equal(attribute(node_of(graph, "e2"), "penwidth"),
                                "2.5");
        assert_int_equal(edges(graph, conditions ? "c0" : "e0", "e1", &edge),
                         1);
        assert_attribute(edge, "penwidth", "2.5");
        (void)agclose(graph);
    }
    prefix_finish(&prefix);
}

static void conditions_are_circles_with_arcs(void **state)
{
    struct prefix prefix = some_prefix();
    Agraph_t *graph = draw(&prefix, true);
    Agedge_t *edge = NULL;

    (void)state;
    assert_int_equal(agnnodes(graph), 10);
    assert_attribute(node_of(graph, "c0"), "shape", "circle");
    assert_attribute(node_of(graph, "c0"), "label", "p1");
    assert_attribute(node_of(graph, "c3"), "label", "p3");
    assert_int_equal(edges(graph, "e0", "c0", &edge), 1);
    assert_int_equal(edges(graph, "e1", "c3", &edge), 1);
    assert_int_equal(edges(graph, "c3", "e3", &edge), 1);
    assert_string_not_equal(attribute(edge, "dir"), "none");
    assert_int_equal(edges(graph, "c0", "e2", &edge), 1);
    assert_attribute(edge, "dir", "none");
    (void)agclose(graph);
    prefix_finish(&prefix);
}

/* Are these all the entries of the legend? */
static void assert_legend(const struct prefix *prefix, bool conditions,
                          const char *const *wanted)
{
    static const char *const all[] = {"event",
                                      "event of the run",
                                      "cutoff",
                                      "condition",
                                      "cause",
                                      "arc",
                                      "read arc",
                                      "cause that no condition shows",
                                      "immediate conflict",
                                      "has the same marking"};
    const struct drawing_options options = {.conditions = conditions,
                                            .title = "a \\N <b> & \"title\""};
    Agraph_t *const graph = draw_with(prefix, &options);
    char *const label = attribute(graph, "label");

    assert_true(aghtmlstr(label));
    assert_non_null(strstr(label, "a &#92;N &lt;b&gt; &amp; \"title\"<BR/>"));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[64];
        bool expected = false;

        (void)snprintf(text, sizeof text, ">%s&#160;", all[i]);
        for (uint32_t k = 0; wanted[k]; k++)
            expected = expected || !strcmp(wanted[k], all[i]);
        assert_true(!!strstr(label, text) == expected);
    }
    (void)agclose(graph);
}

static void legends_have_what_occurs(void **state)
{
    static const char *const structure[] = {
        "event", "event of the run",   "cutoff",
        "cause", "immediate conflict", "has the same marking",
        NULL};
    static const char *const occurrence[] = {"event",
                                             "event of the run",
                                             "cutoff",
                                             "condition",
                                             "arc",
                                             "read arc",
                                             "cause that no condition shows",
                                             "immediate conflict",
                                             "has the same marking",
                                             NULL};
    static const char *const plain[] = {"event", "cause", NULL};
    struct prefix prefix = some_prefix();

    (void)state;
    assert_legend(&prefix, false, structure);
    assert_legend(&prefix, true, occurrence);
    prefix_finish(&prefix);
    prefix_text_begin(&prefix, "0");
    prefix_text_event(&prefix, 0, "0", "0", "", "");
    assert_legend(&prefix, false, plain);
    prefix_finish(&prefix);
}

/* c2 and c4 are the engine's own: what only they show becomes an edge. */
static void only_what_conditions_hide_is_drawn_beside_them(void **state)
{
    struct prefix prefix = some_prefix();
    Agraph_t *graph = draw(&prefix, true);
    Agedge_t *edge = NULL;

    (void)state;
    assert_null(node_of(graph, "c2"));
    assert_null(node_of(graph, "c4"));
    assert_int_equal(edges(graph, "e0", "e1", &edge), 0);
    assert_int_equal(edges(graph, "e1", "e3", &edge), 0);
    assert_int_equal(edges(graph, "e2", "e4", &edge), 1);
    assert_attribute(edge, "arrowhead", "empty");
    assert_int_equal(edges(graph, "e2", "e5", &edge), 1);
    assert_int_equal(edges(graph, "e1", "e2", &edge), 0);
    assert_int_equal(edges(graph, "e4", "e5", &edge), 1);
    assert_attribute(edge, "style", "dashed");
    (void)agclose(graph);
    prefix_finish(&prefix);
}

/* A condition that both read shows no conflict; if one consumes it, it does. */
static void readers_show_conflict_with_consumers_only(void **state)
{
    struct prefix prefix = {0};
    Agedge_t *edge = NULL;

    (void)state;
    prefix_text_begin(&prefix, "0");
    prefix_text_event(&prefix, 0, "0", "", "0", "");
    prefix_text_event(&prefix, 1, "0", "", "0", "");
    prefix_text_event(&prefix, 2, "0", "0", "", "");
    prefix_text_conflict(&prefix, 1, 2);
    prefix_text_conflict(&prefix, 1, 3);
    prefix_text_conflict(&prefix, 2, 3);
    prefix_check(&prefix);

    Agraph_t *graph = draw(&prefix, true);

    assert_int_equal(edges(graph, "e1", "e2", &edge), 1);
    assert_int_equal(edges(graph, "e1", "e3", &edge), 0);
    assert_int_equal(edges(graph, "e2", "e3", &edge), 0);
    (void)agclose(graph);
    prefix_finish(&prefix);
}

static void a_prefix_without_events_is_drawn(void **state)
{
    struct prefix prefix = {0};
    Agraph_t *graph = draw(&prefix, true);

    (void)state;
    assert_int_equal(agnnodes(graph), 0);
    (void)agclose(graph);
    prefix_text_begin(&prefix, "0");
    graph = draw(&prefix, false);
    assert_int_equal(agnnodes(graph), 1);
    (void)agclose(graph);
    prefix_finish(&prefix);
}

static Agraph_t *draw_net(const struct net *net)
{
    const struct drawing_options options = {.no_legend = true};
    struct diag diag = {0};

    assert_true(dot_net_write(net, &options, FILE_NAME, &diag));
    return read_back();
}

static void nets_show_tokens_and_read_arcs(void **state)
{
    struct net *net = some_net();
    Agraph_t *graph = draw_net(net);
    Agedge_t *edge = NULL;

    (void)state;
    assert_attribute(node_of(graph, "p0"), "label", "p1\\n\xe2\x97\x8f");
    assert_attribute(node_of(graph, "p2"), "label", "p3");
    assert_attribute(node_of(graph, "p2"), "shape", "circle");
    assert_attribute(node_of(graph, "t0"), "label", "a");
    assert_attribute(graph, "label", "3 places, 3 transitions");
    assert_int_equal(edges(graph, "p0", "t0", &edge), 1);
    assert_int_equal(edges(graph, "t0", "p2", &edge), 1);
    assert_int_equal(edges(graph, "p1", "t1", &edge), 1);
    assert_string_not_equal(attribute(edge, "dir"), "none");
    assert_int_equal(edges(graph, "p0", "t1", &edge), 1);
    assert_attribute(edge, "dir", "none");
    (void)agclose(graph);
    net_destroy(net);
}

/* Text that Graphviz would expand is doubled or encoded. */
static void names_are_shown_as_they_are(void **state)
{
    static const char *const names[][2] = {
        {"plain", "plain"},
        {"\"quoted\"", "\"quoted\""},
        {"\\N \\G \\n \\l", "\\\\N \\\\G \\\\n \\\\l"},
        {"end\\", "end\\\\"},
        {"\\\"", "\\\\\""},
        {"<b>no html</b>", "<b>no html</b>"},
        {"a&lt;b&c", "a&amp;lt;b&amp;c"},
        {"two\nlines\t", "two\\\\x0alines\\\\x09"},
        {"\xc3\xa9\xe2\x8a\xa5\xf0\x9f\x98\x80",
         "\xc3\xa9\xe2\x8a\xa5\xf0\x9f\x98\x80"},
        {"caf\xe9", "caf\xc3\xa9"},
        {"\xc3", "\xc3\x83"},
        {"\xed\xa0\x80", "\xc3\xad\xc2\xa0\xc2\x80"},
        {"\xc0\xaf", "\xc3\x80\xc2\xaf"},
    };
    struct draft_net *draft = draft_create("p*");

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        draft_trans(draft, names[i][0], "", "", "p");

    struct net *net = draft_finish(draft);
    Agraph_t *graph = draw_net(net);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[16];

        (void)snprintf(name, sizeof name, "t%u", (unsigned)i);
        assert_attribute(node_of(graph, name), "label", names[i][1]);
    }
    (void)agclose(graph);
    net_destroy(net);
}

static void files_are_the_same_each_time(void **state)
{
    struct prefix prefix = some_prefix();
    struct net *net = some_net();
    const struct drawing_options options = {.conditions = true};
    struct diag diag = {0};
    char text[2][16384];

    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_true(dot_write_prefix(net, &prefix, &options, FILE_NAME, &diag));

        FILE *file = fopen(FILE_NAME, "r");

        assert_non_null(file);
        text[i][fread(text[i], 1, sizeof text[i] - 1, file)] = '\0';
        (void)fclose(file);
    }
    (void)unlink(FILE_NAME);
    assert_string_equal(text[0], text[1]);
    assert_true(strlen(text[0]) > 1000);
    net_destroy(net);
    prefix_finish(&prefix);
}

static void a_place_that_cannot_be_written_is_reported(void **state)
{
    struct net *net = some_net();
    const struct drawing_options options = {0};
    struct diag diag = {0};

    (void)state;
    assert_false(dot_net_write(net, &options, "no/such/dir/a.dot", &diag));
    assert_int_equal(diag.code, DIAG_USAGE);
    net_destroy(net);
}

static void a_limit_shows_in_the_label(void **state)
{
    struct net *net = some_net();
    struct prefix prefix = some_prefix();
    const struct drawing_options options = {
        .incomplete = true, .no_legend = true, .title = "t"};
    struct diag diag = {0};
    Agraph_t *graph;

    (void)state;
    assert_true(dot_write_prefix(net, &prefix, &options, FILE_NAME, &diag));
    graph = read_back();
    assert_attribute(graph, "label",
                     "t\\nincomplete: 5 events, 1 cutoff, 2 immediate "
                     "conflicts");
    (void)agclose(graph);
    prefix_finish(&prefix);
    net_destroy(net);
}

MODULE(dot)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_labelled_boxes),
        cmocka_unit_test(the_counts_are_in_the_label),
        cmocka_unit_test(legends_have_what_occurs),
        cmocka_unit_test(a_limit_shows_in_the_label),
        cmocka_unit_test(causes_are_the_only_edges_with_rank),
        cmocka_unit_test(conflicts_are_red_dashed_and_undirected),
        cmocka_unit_test(cutoffs_point_to_their_corresponding_event),
        cmocka_unit_test(the_run_is_highlighted),
        cmocka_unit_test(conditions_are_circles_with_arcs),
        cmocka_unit_test(only_what_conditions_hide_is_drawn_beside_them),
        cmocka_unit_test(readers_show_conflict_with_consumers_only),
        cmocka_unit_test(a_prefix_without_events_is_drawn),
        cmocka_unit_test(nets_show_tokens_and_read_arcs),
        cmocka_unit_test(names_are_shown_as_they_are),
        cmocka_unit_test(files_are_the_same_each_time),
        cmocka_unit_test(a_place_that_cannot_be_written_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
