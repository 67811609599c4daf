/* State machines show which signals alternate. */
#include "structure/signal_machines.h"

#include "base/text.h"
#include "graph.h"
#include "net/signals.h"

#include <inttypes.h>
#include <stdio.h>

#define SIGNALS ".outputs a r x y\n.graph\n"

/* A caller, whose places are i to l, and a choice between x and y.  The places
 * k and l of the caller do not know which one it was. */
static const char choice[] = SIGNALS
    "i r+\nr+ j b\nb x+ y+\n"
    "x+ c\nj a+ a+/1\nc a+\na+ k d\nk r- r-/1\nd r-\nr- l e\ne x-\nx- f\n"
    "f a-\nl a- a-/1\na- i g\n"
    "y+ m\nm a+/1\na+/1 k n\nn r-/1\nr-/1 l o\no y-\ny- q\nq a-/1\na-/1 i g\n"
    "g r+\n.marking {i g}\n.end\n";

struct row {
    const char *graph;
    enum signal_machines_value value[4]; /* of a, r, x, y */
};

static const struct row rows[] = {
    {choice,
     {SIGNAL_MACHINES_ZERO, SIGNAL_MACHINES_ZERO, SIGNAL_MACHINES_ZERO,
      SIGNAL_MACHINES_ZERO}},
    /* a falls first; r rises twice; nothing fires x; y ends it */
    {SIGNALS "p a-\na- q\nq r+\nr+ s\ns r+/1\nr+/1 t\nt a+\na+ p\n"
             "u x+\nt y+\n.marking {p}\n.end\n",
     {SIGNAL_MACHINES_ONE, SIGNAL_MACHINES_OPEN, SIGNAL_MACHINES_ZERO,
      SIGNAL_MACHINES_ZERO}},
    /* in two cycles: no token goes from one edge to the other */
    {SIGNALS "p a+\na+ p\nq a-\na- q\n.marking {p q}\n.end\n",
     {SIGNAL_MACHINES_OPEN, SIGNAL_MACHINES_ZERO, SIGNAL_MACHINES_ZERO,
      SIGNAL_MACHINES_ZERO}},
};

static void machines_show_values(void **state)
{
    static const char *const names[] = {"a", "r", "x", "y"};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net *const net = graph_of(rows[i].graph);
        enum signal_machines_value value[4];

        assert_int_equal(signals_count(net_signals(net)), 4);
        signal_machines_find(net, NULL, value, NULL);
        for (uint32_t s = 0; s < 4; s++) {
            assert_string_equal(names_id(&net_signals(net)->ids, s), names[s]);
            if (value[s] != rows[i].value[s])
                fail_msg("row %zu, %s: %d", i, names[s], (int)value[s]);
        }
        net_destroy(net);
    }
}

static bool is_due_at_once(void *self)
{
    (void)self;
    return true;
}

static void a_search_that_is_stopped_shows_nothing(void **state)
{
    const struct stop stop = {is_due_at_once, NULL};
    struct net *const net = graph_of(choice);
    enum signal_machines_value value[4];

    (void)state;
    signal_machines_find(net, &stop, value, NULL);
    for (uint32_t s = 0; s < 4; s++)
        assert_int_equal(value[s], SIGNAL_MACHINES_OPEN);
    net_destroy(net);
}

/* One machine with all places, as a sequence of handshakes has. */
static void a_long_cycle_is_a_machine(void **state)
{
    enum { N = 1000 };
    text_buffer text = {0};
    struct net *net;
    char line[80];
    enum signal_machines_value value[N];

    (void)state;
    text_add(&text, ".outputs", 8);
    for (uint32_t i = 0; i < N; i++)
        text_add(&text, line,
                 (size_t)snprintf(line, sizeof line, " s%" PRIu32, i));
    text_add(&text, "\n.graph\n", 8);
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t next = (i + 1) % N;

        text_add(&text, line,
                 (size_t)snprintf(line, sizeof line,
                                  "s%" PRIu32 "+ s%" PRIu32 "%c\n"
                                  "s%" PRIu32 "- s%" PRIu32 "%c\n",
                                  i, next, next ? '+' : '-', i, next,
                                  next ? '-' : '+'));
    }
    text_add(&text, line,
             (size_t)snprintf(line, sizeof line,
                              ".marking {<s%d-,s0+>}\n.end\n", N - 1));
    net = graph_of(text_end(&text));
    signal_machines_find(net, NULL, value, NULL);
    for (uint32_t s = 0; s < N; s++)
        assert_int_equal(value[s], SIGNAL_MACHINES_ZERO);
    net_destroy(net);
    vec_free(&text);
}

MODULE(signal_machines)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_show_values),
        cmocka_unit_test(a_long_cycle_is_a_machine),
        cmocka_unit_test(a_search_that_is_stopped_shows_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
