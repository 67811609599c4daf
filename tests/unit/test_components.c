/* Components of random graphs, against what can be reached. */
#include "test.h"

#include "engine/state/components.h"
#include "random.h"

enum { MOST = 12, LABELS = 4 };

struct edge {
    uint32_t to;
    trans_id label;
};

struct graph {
    uint32_t n;
    struct edge edges[MOST][MOST];
    uint32_t n_edges[MOST];
    bool reaches[MOST][MOST];
};

static void draw(struct graph *graph, struct random *random)
{
    const uint32_t dense = 1 + random_below(random, 3);

    *graph = (struct graph){.n = 1 + random_below(random, MOST)};
    for (uint32_t i = 0; i < graph->n; i++) {
        graph->n_edges[i] = random_below(random, dense + 1);
        for (uint32_t k = 0; k < graph->n_edges[i]; k++)
            graph->edges[i][k] = (struct edge){random_below(random, graph->n),
                                               random_below(random, LABELS)};
        graph->reaches[i][i] = true;
    }
    for (uint32_t i = 0; i < graph->n; i++)
        for (uint32_t k = 0; k < graph->n_edges[i]; k++)
            graph->reaches[i][graph->edges[i][k].to] = true;
    for (uint32_t k = 0; k < graph->n; k++)
        for (uint32_t i = 0; i < graph->n; i++)
            for (uint32_t j = 0; j < graph->n; j++)
                graph->reaches[i][j] |=
                    graph->reaches[i][k] && graph->reaches[k][j];
}

/* Is i in a bottom component: does it come back from wherever it goes? */
static bool is_bottom(const struct graph *graph, uint32_t i)
{
    bool bottom = true;

    for (uint32_t j = 0; j < graph->n; j++)
        bottom = bottom && (!graph->reaches[i][j] || graph->reaches[j][i]);
    return bottom;
}

/* The first label that no edge reachable from i has. */
static trans_id lacks(const struct graph *graph, uint32_t i)
{
    bool has[LABELS] = {false};

    for (uint32_t j = 0; j < graph->n; j++)
        for (uint32_t k = 0; graph->reaches[i][j] && k < graph->n_edges[j]; k++)
            has[graph->edges[j][k].label] = true;
    for (trans_id t = 0; t < LABELS; t++)
        if (!has[t])
            return t;
    return TRANS_NONE;
}

/* Ids of markings need not be dense. */
static uint32_t id_of(uint32_t i)
{
    return 3 * i + 1;
}

struct search {
    const struct graph *graph;
    struct components components;
    bool met[MOST];
    uint32_t roots; /* of bottom components, as a set */
};

static void close_node(struct search *search, uint32_t i)
{
    const struct graph *const graph = search->graph;
    const trans_id t = lacks(graph, i);

    if (components_is_bottom(&search->components)) {
        assert_true(is_bottom(graph, i));
        for (uint32_t k = 0; k < LABELS && k <= t; k++)
            assert_int_equal(components_has(&search->components, k), k < t);
        search->roots |= 1u << i;
    }
    components_leave(&search->components);
}

static void explore(struct search *search)
{
    uint32_t path[MOST] = {0}, next[MOST] = {0}, len = 1;

    search->met[0] = true;
    components_enter(&search->components, id_of(0));
    while (len) {
        const uint32_t i = path[len - 1], k = next[i]++;

        if (k == search->graph->n_edges[i]) {
            close_node(search, i);
            len--;
            continue;
        }

        const struct edge edge = search->graph->edges[i][k];

        components_see(&search->components, edge.label);
        if (search->met[edge.to]) {
            components_meet(&search->components, id_of(edge.to));
            continue;
        }
        search->met[edge.to] = true;
        path[len++] = edge.to;
        components_enter(&search->components, id_of(edge.to));
    }
}

static void bottom_components_are_found(void **state)
{
    struct random random;
    uint32_t n_bottom = 0;

    (void)state;
    random_init(&random, 21);
    for (uint32_t round = 0; round < 20000; round++) {
        struct graph graph;
        struct search search = {.graph = &graph};

        draw(&graph, &random);
        components_init(&search.components, LABELS);
        explore(&search);
        assert_int_equal(search.components.open.len, 0);
        assert_true(components_bytes(&search.components) > 0);
        /* Each bottom component that is reachable has exactly one root. */
        for (uint32_t i = 0; i < graph.n; i++) {
            uint32_t n = 0;

            if (!graph.reaches[0][i] || !is_bottom(&graph, i))
                continue;
            for (uint32_t j = 0; j < graph.n; j++)
                n += graph.reaches[i][j] && search.roots >> j & 1;
            assert_int_equal(n, 1);
            n_bottom++;
        }
        components_finish(&search.components);
    }
    assert_true(n_bottom > 20000);
}

static void a_marking_left_out_may_lead_anywhere(void **state)
{
    struct components components;

    (void)state;
    components_init(&components, 1);
    components_enter(&components, 0);
    components_enter(&components, 1);
    components_see(&components, 0);
    components_omit(&components);
    assert_false(components_is_bottom(&components));
    components_leave(&components);
    assert_false(components_is_bottom(&components));
    components_finish(&components);
}

MODULE(components)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bottom_components_are_found),
        cmocka_unit_test(a_marking_left_out_may_lead_anywhere),
    };

    return cmocka_run_group_tests_name("components", tests, NULL, NULL);
}
