/* What violates a property of a circuit: the formula at the ends of runs. */
#include "circuit/circuit_goal.h"

#include "graph.h"
#include "net/marking.h"

/* A run of the net to a marking that violates the property, or does not. */
struct row {
    const char *graph, *run;
    enum question_circuit property;
    bool violated;
};

/* a+ a- without a place between them. */
#define LOOSE                                         \
    ".inputs a\n.graph\np a+\na+ q\nq a+/1\na+/1 r\n" \
    "r a-\na- p\n.marking {p}\n.end\n"
#define RING                                                  \
    ".inputs a\n.outputs x\n.graph\np a+\na+ q\nq x+\nx+ r\n" \
    "r a-\na- s\ns x-\nx- p\n.marking {p}\n.end\n"
/* p enables two edges: of other signals, or of the same. */
#define CHOICE(kinds, one, two)                             \
    kinds "\n.graph\np " one "\n" one " q\np " two "\n" two \
          " r\n.marking {p}\n.end\n"
/* What q enables follows that edge. */
#define CHAIN(kinds, one, two)                              \
    kinds "\n.graph\np " one "\n" one " q\nq " two "\n" two \
          " r\n.marking {p}\n.end\n"
/* Two rounds of a: x+ in the first alone, behind a dummy. */
#define TWICE                                                           \
    ".inputs a\n.outputs x\n.dummy e\n.graph\np a+\na+ q\nq a-\na- r\n" \
    "r e\ne s\ns x+\nx+ t\n.marking {p}\n.end\n"

static const struct row rows[] = {
    /* an edge in the direction that is taken */
    {LOOSE, "", QUESTION_CONSISTENT, false},
    {LOOSE, "a+", QUESTION_CONSISTENT, true},
    {LOOSE, "a+", QUESTION_CIRCUIT, true},
    {RING, "a+", QUESTION_CONSISTENT, false},
    {RING, "a+,x+,a-", QUESTION_CONSISTENT, false},
    /* who may disable whom */
    {CHOICE(".outputs x y", "x+", "y+"), "", QUESTION_PERSISTENT, true},
    {CHOICE(".outputs x y", "x+", "y+"), "x+", QUESTION_PERSISTENT, false},
    {CHOICE(".outputs x", "x+", "x+/1"), "", QUESTION_PERSISTENT, false},
    {CHOICE(".inputs a b", "a+", "b+"), "", QUESTION_PERSISTENT, false},
    {CHOICE(".inputs a b", "a+", "b+"), "", QUESTION_PROPER, false},
    {CHOICE(".inputs a\n.outputs x", "a+", "x+"), "", QUESTION_PERSISTENT,
     true},
    {CHOICE(".inputs a\n.outputs x", "a+", "x+"), "", QUESTION_PROPER, true},
    {CHOICE(".outputs x\n.dummy e", "x+", "e"), "", QUESTION_PERSISTENT, true},
    {CHOICE(".inputs a\n.dummy e", "a+", "e"), "", QUESTION_PROPER, false},
    {CHOICE(".inputs a\n.outputs x", "a+", "x+"), "", QUESTION_CIRCUIT, true},
    /* an internal signal shows itself to the environment */
    {CHAIN(".inputs a\n.internal z", "z+", "a+"), "", QUESTION_PROPER, true},
    {CHAIN(".inputs a\n.internal z", "z+", "a+"), "z+", QUESTION_PROPER, false},
    {CHAIN(".inputs a\n.outputs x", "x+", "a+"), "", QUESTION_PROPER, false},
    {CHAIN(".outputs x\n.internal z", "z+", "x+"), "", QUESTION_PROPER, false},
    {CHAIN(".inputs a\n.dummy e", "e", "a+"), "", QUESTION_PROPER, false},
    /* a deadlock is no circuit, and neither disables nor is inconsistent */
    {CHAIN(".inputs a b", "a+", "b+"), "a+,b+", QUESTION_CIRCUIT, true},
    {CHAIN(".inputs a b", "a+", "b+"), "a+,b+", QUESTION_PROPER, false},
    {RING, "", QUESTION_CIRCUIT, false},
    /* equal codes: of equal markings, and of others */
    {RING, "", QUESTION_USC, false},
    {RING, "a+,a+ of 2", QUESTION_USC, false},
    {RING, "a+", QUESTION_USC, false},
    {LOOSE, "a+ of 2", QUESTION_USC, false},
    {LOOSE, "a+", QUESTION_USC, true}, /* inconsistent, in the first copy */
    {TWICE, "a+,a-,e", QUESTION_USC, true},
    {TWICE, "a+,a-,e", QUESTION_CSC, true},
    {TWICE, "a+ of 2,a- of 2,e of 2", QUESTION_USC, true},
    {TWICE, "a+ of 2,a- of 2,e of 2", QUESTION_CSC, false}, /* the second */
    {TWICE, "a+,a-", QUESTION_USC, false}, /* a dummy comes next */
    {TWICE, "a+ of 2,a- of 2", QUESTION_USC, false},
    {TWICE, "a+", QUESTION_CSC, false},
};

struct asked {
    struct net *graph;
    bool *ones; /* all signals are 0 */
    struct circuit_net x;
    bits_word *m; /* after the run */
};

static void begin(struct asked *asked, const char *text, uint32_t n_copies,
                  const char *labels)
{
    struct diag diag = {0};
    net_trans_list run = {0};

    asked->graph = graph_of(text);
    asked->ones =
        mem_zero(signals_count(net_signals(asked->graph)), sizeof *asked->ones);
    assert_true(circuit_net_init(&asked->x, asked->graph, asked->ones, NULL,
                                 n_copies, &diag));
    asked->m = mem_zero(marking_words(asked->x.net), sizeof *asked->m);
    graph_run(asked->x.net, labels, &run);
    marking_after(asked->x.net, run.at, run.len, asked->m);
    vec_free(&run);
}

static void end(struct asked *asked)
{
    mem_free(asked->m);
    mem_free(asked->ones);
    circuit_net_finish(&asked->x);
    net_destroy(asked->graph);
}

static bool is_share_violated(const struct asked *asked,
                              enum question_circuit property,
                              struct circuit_goal_share share)
{
    struct diag diag = {0};
    struct formula *const formula =
        circuit_goal_formula(&asked->x, property, share, &diag);
    bool holds;

    assert_non_null(formula);
    formula_check(formula, asked->x.net);
    holds = formula_holds(formula, asked->x.net, asked->m);
    formula_destroy(formula);
    return holds;
}

static bool is_violated(const struct asked *asked,
                        enum question_circuit property)
{
    return is_share_violated(asked, property, CIRCUIT_GOAL_ALL);
}

/* Is one of n shares? */
static bool is_one_violated(const struct asked *asked,
                            enum question_circuit property, uint32_t n)
{
    bool violated = false;

    for (uint32_t i = 0; i < n; i++)
        violated |= is_share_violated(asked, property,
                                      (struct circuit_goal_share){i, n});
    return violated;
}

static void formulas_hold_at_violations(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *const row = &rows[i];
        struct asked asked;
        bool violated;

        begin(&asked, row->graph, question_circuit_copies(row->property),
              row->run);
        violated = is_violated(&asked, row->property);
        if (violated != row->violated)
            print_error("row %zu\n", i);
        assert_true(violated == row->violated);
        for (uint32_t n = 2; n < 6; n++)
            assert_true(is_one_violated(&asked, row->property, n) == violated);
        end(&asked);
    }
}

/* What state machines show is not asked for; codes alone do not see where the
 * graph is inconsistent. */
static void what_is_known_is_left_out(void **state)
{
    static const bool alternates[] = {true};
    struct asked asked;

    (void)state;
    begin(&asked, LOOSE, 2, "a+");
    assert_true(is_violated(&asked, QUESTION_USC));
    assert_false(circuit_goal_codes(&asked.x, QUESTION_USC, asked.m));
    asked.x.alternates = alternates;
    assert_false(is_violated(&asked, QUESTION_USC));
    end(&asked);
}

static void disabling_is_of_another_signal(void **state)
{
    static const struct {
        const char *t, *u;
        bool persistent, proper;
    } pairs[] = {
        {"x+", "a+", true, false},    {"a+", "x+", false, true},
        {"a+", "a+/1", false, false}, {"x+", "e", true, false},
        {"a+", "e", false, false},    {"e", "x+", false, false},
        {"z+", "x+", true, false},    {"a+", "z+", false, true},
    };
    struct net *const graph =
        graph_of(".inputs a\n.outputs x\n.internal z\n.dummy e\n.graph\n"
                 "p a+ a+/1 x+ z+ e\n.marking {p}\n.end\n");
    struct circuit_net x;
    struct diag diag = {0};

    (void)state;
    assert_true(circuit_net_init(&x, graph, NULL, NULL, 1, &diag));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const trans_id t = net_find_trans(graph, pairs[i].t, NULL),
                       u = net_find_trans(graph, pairs[i].u, NULL);

        assert_true(circuit_goal_disables(&x, QUESTION_PERSISTENT, t, u) ==
                    pairs[i].persistent);
        assert_true(circuit_goal_disables(&x, QUESTION_PROPER, t, u) ==
                    pairs[i].proper);
    }
    circuit_net_finish(&x);
    net_destroy(graph);
}

MODULE(circuit_goal)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_hold_at_violations),
        cmocka_unit_test(what_is_known_is_left_out),
        cmocka_unit_test(disabling_is_of_another_signal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
