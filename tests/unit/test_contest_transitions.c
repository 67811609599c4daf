/* QuasiLiveness and StableMarking from verdicts on transitions. */
#include "cli/contest_transitions.h"
#include "handles.h"
#include "test.h"

/* Each place is changed by one transition. */
static const char NET[] = "p* q* r s | a: p > r | b: q > s";

/* Both places are changed by both. */
static const char BOTH[] = "p* q | a: p > q | b: q > p";

/* r is only read. */
static const char READ[] = "p* q r* | a: p ? r > q";

/* The answer after these verdicts; known is false when there is none.  For each
 * transition in turn: '+' it fires, '-' never, '?' never, if the net is safe.
 */
static struct contest_answers_entry
conclude_of(punfpor_net *net, bool is_stability, const char *verdicts)
{
    struct contest_transitions transitions;
    struct contest_answers answers;
    struct contest_answers_entry entry;

    FILE *const out = tmpfile();

    assert_non_null(out);
    contest_answers_init(&answers, "Examination", NULL, 1, false, false, out);
    contest_transitions_init(&transitions, net, is_stability, &answers);
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

static struct contest_answers_entry conclude(bool is_stability,
                                             const char *verdicts)
{
    return conclude_of(handles_net(NET), is_stability, verdicts);
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
    struct contest_answers_entry entry;

    (void)state;
    assert_answer(true, "-", "TRUE", false);
    assert_answer(true, "+-", "TRUE", false);
    entry = conclude_of(handles_net(BOTH), true, "-");
    assert_false(entry.known);
    entry = conclude_of(handles_net(BOTH), true, "--");
    assert_true(entry.known && !strcmp(entry.text, "TRUE"));
    entry = conclude_of(handles_net(BOTH), true, "-+");
    assert_true(entry.known && !strcmp(entry.text, "FALSE"));
}

/* What is presumed of the transitions that change the place. */
static void stability_presumes_what_its_place_presumes(void **state)
{
    struct contest_answers_entry entry;

    (void)state;
    assert_answer(true, "?+", "TRUE", true);
    assert_answer(true, "+?", "TRUE", true);
    assert_answer(true, "?-", "TRUE", false);
    entry = conclude_of(handles_net(BOTH), true, "?-");
    assert_true(entry.known && entry.if_safe);
    entry = conclude_of(handles_net(BOTH), true, "-?");
    assert_true(entry.known && entry.if_safe);
}

static void the_structure_may_suffice(void **state)
{
    struct contest_answers_entry entry =
        conclude_of(handles_net(READ), true, "");

    (void)state;
    assert_true(entry.known && !entry.if_safe);
    assert_string_equal(entry.text, "TRUE");
    assert_string_equal(entry.techniques, "TOPOLOGICAL");
    entry = conclude_of(handles_net("p*"), false, "");
    assert_true(entry.known && !strcmp(entry.text, "TRUE"));
    entry = conclude_of(handles_net(" | a: >"), true, "");
    assert_true(entry.known && !strcmp(entry.text, "FALSE"));
}

static void a_later_transition_does_not_make_up_for_a_dead_one(void **state)
{
    (void)state;
    assert_answer(false, "?+", "FALSE", true);
}

/* The translation adds places that no transition of the file changes, and
 * transitions that never fire. */
static void helpers_do_not_count(void **state)
{
    static const char pnml[] =
        "<pnml><net id='n' type='ptnet'>"
        "<place id='p'><initialMarking><text>1</text></initialMarking></place>"
        "<place id='q'/><transition id='a'/><transition id='b'/>"
        "<arc id='1' source='p' target='a'/>"
        "<arc id='2' source='a' target='q'/>"
        "<arc id='3' source='q' target='b'/>"
        "<arc id='4' source='b' target='p'><inscription><text>%d</text>"
        "</inscription></arc>"
        "<arc id='5' source='p' target='b'><type value='inhibitor'/></arc>"
        "</net></pnml>";
    char text[sizeof pnml];

    (void)state;
    for (int weight = 1; weight <= 2; weight++) {
        punfpor_net *net;
        struct contest_answers_entry entry;
        const int n = snprintf(text, sizeof text, pnml, weight);

        net = punfpor_net_parse(text, (size_t)n, "net", NULL);
        assert_non_null(net);
        assert_true(punfpor_net_places(net) > 2);
        entry = conclude_of(net, true, "++");
        assert_true(entry.known && !strcmp(entry.text, "FALSE"));
        net = punfpor_net_parse(text, (size_t)n, "net", NULL);
        entry = conclude_of(net, false, "++");
        assert_true(entry.known && !strcmp(entry.text, "TRUE"));
    }
}

MODULE(contest_transitions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_net_is_quasi_live_when_all_transitions_fire),
        cmocka_unit_test(one_dead_transition_suffices),
        cmocka_unit_test(no_place_is_stable_when_all_change),
        cmocka_unit_test(a_place_is_stable_when_no_transition_changes_it),
        cmocka_unit_test(stability_presumes_what_its_place_presumes),
        cmocka_unit_test(the_structure_may_suffice),
        cmocka_unit_test(a_later_transition_does_not_make_up_for_a_dead_one),
        cmocka_unit_test(helpers_do_not_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
