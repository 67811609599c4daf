/* QuasiLiveness and StableMarking from verdicts on transitions. */
#include "cli/contest_transitions.h"
#include "handles.h"
#include "test.h"

/* Each place is changed by one transition. */
static const char NET[] = "p* q* r s | a: p > r | b: q > s";

/* The answer after these verdicts; known is false when there is none.  For each
 * transition in turn: '+' it fires, '-' never, '?' never, if the net is safe.
 */
static struct contest_answers_entry conclude(bool is_stability,
                                             const char *verdicts)
{
    punfpor_net *const net = handles_net(NET);
    struct contest_transitions transitions;
    struct contest_answers answers;
    struct contest_answers_entry entry;

    FILE *const out = tmpfile();

    assert_non_null(out);
    contest_answers_init(&answers, "Examination", NULL, 1, false, false, out);
    contest_transitions_init(&transitions, net, is_stability);
    for (uint32_t t = 0; verdicts[t]; t++)
        contest_transitions_note(&transitions, t, verdicts[t] == '+',
                                 verdicts[t] == '?', "state", &answers);
    entry = answers.at[0];
    contest_transitions_finish(&transitions);
    contest_answers_finish(&answers);
    punfpor_net_destroy(net);
    fclose(out);
    return entry;
}

static void assert_answer(bool is_stability, const char *verdicts,
                          const char *text, bool if_safe)
{
    const struct contest_answers_entry entry = conclude(is_stability, verdicts);

    assert_true(entry.known);
    assert_string_equal(entry.text, text);
    assert_int_equal(entry.if_safe, if_safe);
}

static void a_net_is_quasi_live_when_all_transitions_fire(void **state)
{
    (void)state;
    assert_answer(false, "++", "TRUE", false);
    assert_false(conclude(false, "+").known);
}

static void one_dead_transition_suffices(void **state)
{
    (void)state;
    assert_answer(false, "-", "FALSE", false);
    assert_answer(false, "+?", "FALSE", true);
    assert_answer(false, "?-", "FALSE", false);
    assert_answer(false, "-?", "FALSE", false);
}

static void no_place_is_stable_when_all_change(void **state)
{
    (void)state;
    assert_answer(true, "++", "FALSE", false);
    assert_false(conclude(true, "+").known);
}

static void a_place_is_stable_when_no_transition_changes_it(void **state)
{
    (void)state;
    assert_false(conclude(true, "-").known);
    assert_answer(true, "-+", "TRUE", false);
}

/* The place may be one of any transition that never fires. */
static void stability_presumes_what_each_dead_transition_presumes(void **state)
{
    (void)state;
    assert_answer(true, "?+", "TRUE", true);
    assert_answer(true, "?-", "TRUE", true);
    assert_answer(true, "-?", "TRUE", true);
    assert_answer(true, "--", "TRUE", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_net_is_quasi_live_when_all_transitions_fire),
        cmocka_unit_test(one_dead_transition_suffices),
        cmocka_unit_test(no_place_is_stable_when_all_change),
        cmocka_unit_test(a_place_is_stable_when_no_transition_changes_it),
        cmocka_unit_test(stability_presumes_what_each_dead_transition_presumes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
