/* The line of each verdict. */
#include "cli/verdict.h"
#include "handles.h"

#define NET "p* q s r | a: p > q | b: q > s | c: s > p | w w: r > p"

/* Safe, since u and v are never marked; its structure does not show it. */
#define HARD "p* w* f* g* u v | b: w ?u > p | c: f ?v > u | d: g ?u > v"

/* The line of the only question, after punfpor_solve() by an engine; depth
 * NULL: no limit. */
static void expect_of(const char *of,
                      enum punfpor_status (*ask)(punfpor *, uint32_t *,
                                                 punfpor_error *),
                      const char *engine, const char *depth, const char *wanted)
{
    punfpor_net *const net = handles_net(of);
    punfpor *const problem = punfpor_create(net, NULL);
    FILE *const out = tmpfile();
    char line[256] = "";
    struct verdict_question question;
    struct result result;
    struct verdict verdict;

    assert_non_null(out);
    assert_fine(punfpor_set(problem, "engine", engine, NULL));
    assert_fine(punfpor_set(problem, "max-depth", depth, NULL));
    assert_fine(ask(problem, NULL, NULL));
    result_init(&result, 1);
    result_take(&result, problem, punfpor_solve(problem, NULL), NULL);
    question = verdict_question_of(problem, 0);
    verdict = verdict_of(&result, problem, 0);
    verdict_print(out, &verdict, &question, net, result.stop);
    rewind(out);
    line[fread(line, 1, sizeof line - 1, out)] = '\0';
    assert_string_equal(line, wanted);
    result_finish(&result);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    fclose(out);
}

static void expect(enum punfpor_status (*ask)(punfpor *, uint32_t *,
                                              punfpor_error *),
                   const char *engine, const char *depth, const char *wanted)
{
    expect_of(NET, ask, engine, depth, wanted);
}

static void dead_transitions_are_counted_and_named(void **state)
{
    (void)state;
    expect_of(HARD, punfpor_ask_dead_transitions, "state", NULL,
              "dead-transitions: 3 of 3: b c d (if the net is safe)\n");
    expect_of(HARD, punfpor_ask_dead_transitions, "prefix", NULL,
              "dead-transitions: 3 of 3: b c d\n");
    expect(punfpor_ask_dead_transitions, "prefix", NULL,
           "dead-transitions: 1 of 4: {w w}\n");
    expect(punfpor_ask_dead_transitions, "state", NULL,
           "dead-transitions: 1 of 4: {w w}\n");
    expect(punfpor_ask_dead_transitions, "prefix", "1",
           "dead-transitions: unknown, 0 dead; 2 fire: a b; 2 open: c {w w} "
           "(depth limit)\n");
}

static void a_no_names_its_transition(void **state)
{
    (void)state;
    expect(punfpor_ask_quasi_live, "por", NULL,
           "quasi-live: no, {w w} never fires\n");
    expect(punfpor_ask_live, "state", NULL,
           "live: no, after a run {w w} never fires again\n");
}

static void other_verdicts_are_words(void **state)
{
    (void)state;
    expect(punfpor_ask_deadlock, "state", NULL, "deadlock: unreachable\n");
    expect(punfpor_ask_safe, "prefix", NULL, "safe: yes\n");
    expect(punfpor_ask_live, "state", "1", "live: unknown (depth limit)\n");
}

static enum punfpor_status ask_bound(punfpor *problem, uint32_t *q,
                                     punfpor_error *error)
{
    return punfpor_ask_bound(problem, "p + 2*q", q, error);
}

static void a_bound_is_a_number(void **state)
{
    (void)state;
    expect(ask_bound, "prefix", NULL, "bounds p + 2*q: 2\n");
    expect(ask_bound, "state", "1",
           "bounds p + 2*q: unknown, at least 2 (depth limit)\n");
}

MODULE(verdict)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_transitions_are_counted_and_named),
        cmocka_unit_test(a_no_names_its_transition),
        cmocka_unit_test(other_verdicts_are_words),
        cmocka_unit_test(a_bound_is_a_number),
    };

    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
