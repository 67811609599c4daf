/* State machines show which markings the values of the signals tell. */
#include "structure/signal_machines.h"

#include "base/text.h"
#include "graph.h"

#include <stdio.h>

struct codes_row {
    const char *graph;
    bool tell;
};

static const struct codes_row codes_rows[] = {
    /* two signals in turn */
    {".outputs a b\n.graph\na+ b+\nb+ a-\na- b-\nb- a+\n"
     ".marking {<b-,a+>}\n.end\n",
     true},
    /* before a+ and before b+ both are 0 */
    {".outputs a b\n.graph\na+ a-\na- b+\nb+ b-\nb- a+\n"
     ".marking {<b-,a+>}\n.end\n",
     false},
    /* a dummy changes nothing */
    {".outputs a\n.dummy d\n.graph\na+ d\nd a-\na- a+\n"
     ".marking {<a-,a+>}\n.end\n",
     false},
    /* the token is lost behind b+, where a and b have the values of r */
    {".outputs a b\n.graph\np a+ b+\na+ q\nq b+/1\nb+/1 r\n"
     ".marking {p}\n.end\n",
     false},
    /* one more place in the ring, and another way there */
    {".outputs a b\n.graph\np a+\na+ q\nq b+\nb+ r\nr a-\na- s\ns b-\nb- p\n"
     "p b+/1\nb+/1 t\nt a+/1\na+/1 r\n.marking {p}\n.end\n",
     false},
    /* b has risen at r, or not; so q and r are equal */
    {".outputs a b\n.dummy d\n.graph\np a+\na+ q\nq d b+\nd r\nb+ r\n"
     "r a-\na- p\n.marking {p}\n.end\n",
     false},
};

static void places_are_told_by_machines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof codes_rows / sizeof *codes_rows; i++) {
        struct net *const net = graph_of(codes_rows[i].graph);
        net_place_list all = {0};

        for (place_id p = 0; p < net_place_count(net); p++)
            vec_push(&all, p);
        if (signal_codes_tell(net, net_span_of(&all), NULL) !=
            codes_rows[i].tell)
            fail_msg("row %zu", i);
        vec_free(&all);
        net_destroy(net);
    }
}

/* Each place is in a ring of the edges of two signals, and in longer ones. */
static void a_pipeline_is_told(void **state)
{
    enum { N = 40 };
    text_buffer text = {0};
    struct net *net;
    net_place_list all = {0};
    char line[80];

    (void)state;
    text_put(&text, ".outputs");
    for (unsigned i = 0; i <= N; i++) {
        (void)snprintf(line, sizeof line, " c%u", i);
        text_put(&text, line);
    }
    text_put(&text, "\n.graph\n");
    for (unsigned i = 0; i < N; i++) {
        (void)snprintf(line, sizeof line,
                       "c%u+ c%u+\nc%u- c%u-\nc%u+ c%u-\nc%u- c%u+\n", i, i + 1,
                       i, i + 1, i + 1, i, i + 1, i);
        text_put(&text, line);
    }
    text_put(&text, ".marking {");
    for (unsigned i = 0; i < N; i++) {
        (void)snprintf(line, sizeof line, " <c%u-,c%u+>", i + 1, i);
        text_put(&text, line);
    }
    text_put(&text, "}\n.end\n");
    net = graph_of(text_end(&text));
    for (place_id p = 0; p < net_place_count(net); p++)
        vec_push(&all, p);
    assert_true(signal_codes_tell(net, net_span_of(&all), NULL));
    vec_free(&all);
    net_destroy(net);
    vec_free(&text);
}

static bool is_due_for_codes(void *self)
{
    (void)self;
    return true;
}

static void a_stopped_search_tells_nothing(void **state)
{
    const struct stop stop = {is_due_for_codes, NULL};
    const place_id first = 0;
    struct net *const net = graph_of(codes_rows[0].graph);

    (void)state;
    assert_false(
        signal_codes_tell(net, (struct net_place_span){&first, 1}, &stop));
    net_destroy(net);
}

MODULE(signal_codes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_told_by_machines),
        cmocka_unit_test(a_pipeline_is_told),
        cmocka_unit_test(a_stopped_search_tells_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
