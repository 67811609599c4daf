/* Runs that an automaton accepts: where they begin to repeat, and that each
 * beginning of a run has as many next ones as it should. */
#include "engine/symbolic/accepted.h"

#include "engine/automaton.h"
#include "question/goal.h"
#include "temporal/ltl.h"
#include "test.h"

struct row {
    const char *net, *formula;
    enum accepted_run_end end;
    uint32_t len, loop;
    uint32_t n_begins; /* markings from which a run is accepted */
};

#define CHAIN                                                            \
    "a* b c d e | s: a > b | t: b > c | u: c > d | v: d > c | w: c > e " \
    "| x: e > e"

/* The structure does not show that all runs end. */
#define STEP "p* q r s | t: p > q | u: r > s | v: s > r"

static const struct row rows[] = {
    /* c and d repeat; from e, its loop does not count */
    {CHAIN, "E G F d", ACCEPTED_RUN_FOUND, 6, 4, 4},
    {CHAIN, "E G F not d", ACCEPTED_RUN_FOUND, 4, 2, 5},
    {CHAIN, "E F G e", ACCEPTED_RUN_FOUND, 5, 4, 5},
    {CHAIN, "E G F b", ACCEPTED_RUN_NONE, 0, 0, 0},
    /* two sets: both sides again and again */
    {CHAIN, "E (G F c and G F d)", ACCEPTED_RUN_FOUND, 7, 3, 4},
    {CHAIN, "E (G F c and G F e)", ACCEPTED_RUN_NONE, 0, 0, 0},
    /* the beginning shows it; a dead marking repeats */
    {CHAIN, "E F (b and X c)", ACCEPTED_RUN_FOUND, 2, LTL_OPEN, 2},
    {STEP, "E F G q", ACCEPTED_RUN_FOUND, 1, 1, 2},
    {STEP, "E X X X q", ACCEPTED_RUN_FOUND, 1, 1, 2},
    {STEP, "E G F p", ACCEPTED_RUN_NONE, 0, 0, 0},
    /* a step without arcs leads to the same marking */
    {"p* | t: >", "E G F fireable(t)", ACCEPTED_RUN_FOUND, 1, 0, 1},
};

static uint32_t count_begins(const struct accepted *accepted)
{
    struct sets *const sets = accepted->sets;
    bits_word *const m =
        mem_zero(bits_words(net_place_count(sets->net)), sizeof *m);
    mdd_id left = accepted_from(accepted, 0);
    uint32_t n = 0;

    for (; left; n++) {
        sets_pick(sets, left, m);
        left = sets_less(sets, left, sets_word(sets, m));
    }
    mem_free(m);
    return n;
}

static bool check_run(const struct row *row, struct sets *sets,
                      const struct temporal *temporal,
                      const struct buchi *automaton)
{
    witness_run run = {0};
    uint32_t loop = 0, n_begins;
    struct accepted accepted;
    enum accepted_run_end end;
    struct diag diag = {0};
    bool good;

    accepted_init(&accepted, sets, temporal, automaton);
    end = accepted_run_find(&accepted, temporal, &run, &loop);
    n_begins = automaton->n_states ? count_begins(&accepted) : 0;
    accepted_finish(&accepted);
    good = end == row->end && run.len == row->len && loop == row->loop &&
           n_begins == row->n_begins &&
           (end != ACCEPTED_RUN_FOUND ||
            temporal_holds(temporal, sets->net, run.at, run.len, loop, &diag));
    if (!good)
        print_message("%s: end %d, %u steps, loop %u, from %u\n", row->formula,
                      end, run.len, loop, n_begins);
    vec_free(&run);
    return good;
}

static bool is_as_expected(const struct row *row)
{
    struct net *const net = test_net(row->net);
    const struct engine_limits limits = {0};
    struct answer_finding finding = {0};
    struct answer_stats stats = {0};
    goal_list goals = {0};
    struct buchi *automaton;
    struct watch watch;
    struct sets sets;
    struct diag diag = {0};
    uint64_t ignored;
    bool good;

    assert_true(goal_add_formula(&goals, net, row->formula, &diag));
    watch_init(&watch, &limits, &stats);
    sets_init(&sets, net, NULL, DIGIT_ORDER_GIVEN, false, &watch);
    sets_collect_always(&sets);
    assert_true(sets_explore(&sets));
    automaton = automaton_of(goals.at[0].temporal, &ignored, &watch, &finding);
    assert_non_null(automaton);
    good = check_run(row, &sets, goals.at[0].temporal, automaton);
    mdd_check(&sets.diagram);
    buchi_destroy(automaton);
    sets_finish(&sets);
    watch_close(&watch);
    goal_list_free(&goals);
    net_destroy(net);
    return good;
}

static void runs_repeat_where_they_must(void **state)
{
    uint32_t n_wrong = 0;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        n_wrong += !is_as_expected(&rows[i]);
    assert_int_equal(n_wrong, 0);
}

MODULE(accepted_run)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_repeat_where_they_must),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
