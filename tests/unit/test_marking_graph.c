/* Choices that are made first: fewer markings, the same terminal components. */
#include "marking/marking_graph.h"

#include "formats/net/registry.h"
#include "test.h"

#include <string.h>

enum { MOST = 1000 };

struct graph_row {
    const char *net; /* .bnet, or .net */
    uint32_t all, behind_choices, terminal;
};

static const struct graph_row graph_rows[] = {
    /* both copy each other */
    {"targets, factors\na, b\nb, a\n", 9, 7, 2},
    /* an input, and a variable that follows it */
    {"targets, factors\na, a\nb, a\n", 9, 7, 2},
    /* no choice: u reads p */
    {"tr t p -> q\ntr u p?1 r -> s\npl p (1)\npl r (1)\n", 4, 4, 2},
    /* no choice: u has another input */
    {"tr t p -> q\ntr u p r -> s\npl p (1)\npl r (1)\n", 3, 3, 2},
    /* no choice: v takes the token back */
    {"tr t p -> q\ntr u p -> r\ntr v r -> p\npl p (1)\n", 3, 3, 1},
    /* no choice, since q can have a token before: the net is safe only as v
       needs it */
    {"tr t p -> q\ntr u r -> q s\ntr v q -> w\ntr x p w -> r\n"
     "pl p (1)\npl z (1)\n",
     3, 3, 1},
    /* a choice of three, beside a ring */
    {"tr t p -> q\ntr u p -> r\ntr v p -> s\ntr x a -> b\ntr y b -> a\n"
     "pl p (1)\npl a (1)\n",
     8, 7, 3},
};

static uint32_t count_terminal(const struct marking_graph *g)
{
    uint32_t n = 0;

    for (uint32_t c = 0; c < g->n_components; c++)
        n += marking_graph_is_terminal(g, c);
    return n;
}

static void choices_come_first(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof graph_rows / sizeof *graph_rows; i++) {
        const struct graph_row *const row = &graph_rows[i];
        struct diag diag = {0};
        struct net *const net = registry_read_memory(
            row->net, strlen(row->net), row->net[1] == 'a' ? "a.bnet" : "a.net",
            NULL, &diag);

        assert_string_equal(diag.text, "");
        for (uint32_t chooses = 0; chooses < 2; chooses++) {
            const struct marking_graph_limits limits = {NULL, MOST, chooses};
            const uint32_t n = chooses ? row->behind_choices : row->all;
            struct marking_graph g;

            assert_true(marking_graph_init(&g, net, &limits));
            if (marking_graph_count(&g) != n)
                fail_msg("row %zu: %u", i, marking_graph_count(&g));
            if (count_terminal(&g) != row->terminal)
                fail_msg("row %zu: %u terminal", i, count_terminal(&g));
            marking_graph_finish(&g);
        }
        net_destroy(net);
    }
}

MODULE(marking_graph)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_come_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
