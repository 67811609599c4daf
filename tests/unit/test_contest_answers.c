/* The lines of an examination. */
#include "cli/contest/contest_answers.h"
#include "handles.h"

struct scene {
    FILE *out;
    struct contest_input input;
    struct contest_answers answers;
};

static struct contest_input exam(const char *name)
{
    return (struct contest_input){
        .examination = "Exam", .row = contest_input_find(name), .jobs = 1};
}

static void scene_init(struct scene *x, uint32_t n, bool wants_states)
{
    x->out = tmpfile();
    assert_non_null(x->out);
    x->input = exam(wants_states ? "StateSpace" : "LTLFireability");
    contest_answers_init(&x->answers, &x->input, NULL, n, x->out);
}

/* Everything printed; ends the scene. */
static void expect(struct scene *x, const char *wanted)
{
    char text[1024] = "";

    rewind(x->out);
    text[fread(text, 1, sizeof text - 1, x->out)] = '\0';
    assert_string_equal(text, wanted);
    contest_answers_finish(&x->answers);
    fclose(x->out);
}

#define STATE_LINE(text)                                       \
    "FORMULA Exam " text " TECHNIQUES EXPLICIT STUBBORN_SETS " \
    "SEQUENTIAL_PROCESSING\n"

static void an_answer_is_told_once(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 1, false);
    assert_true(contest_answers_count_open(&x.answers));
    contest_answers_note(&x.answers, 0, "TRUE", false, "state");
    contest_answers_note(&x.answers, 0, "FALSE", false, "prefix");
    assert_false(!x.answers.at[0].known);
    assert_true(contest_answers_are_complete(&x.answers));
    contest_answers_print_rest(&x.answers);
    expect(&x, STATE_LINE("TRUE"));
}

static void an_answer_waits_for_safety(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 1, false);
    contest_answers_note(&x.answers, 0, "FALSE", true, "state");
    assert_true(contest_answers_wait(&x.answers));
    assert_false(contest_answers_are_complete(&x.answers));
    assert_int_equal(ftell(x.out), 0);
    contest_answers_note_safety(&x.answers, true);
    assert_false(contest_answers_wait(&x.answers));
    contest_answers_note_safety(&x.answers, true);
    expect(&x, STATE_LINE("FALSE"));
}

static void an_answer_that_presumes_less_comes_first(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 1, false);
    contest_answers_note(&x.answers, 0, "FALSE", true, "prefix");
    contest_answers_note(&x.answers, 0, "FALSE", false, "state");
    expect(&x, STATE_LINE("FALSE"));
}

static void an_unsafe_net_has_no_answers(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 1, false);
    contest_answers_note(&x.answers, 0, "FALSE", true, "state");
    contest_answers_note_safety(&x.answers, false);
    contest_answers_print_rest(&x.answers);
    expect(&x, "DO_NOT_COMPETE\n");
}

static void what_is_open_cannot_be_computed(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 2, false);
    contest_answers_note(&x.answers, 1, "3", false, "por");
    contest_answers_print_rest(&x.answers);
    expect(&x, "FORMULA Exam 3 TECHNIQUES NET_UNFOLDING PARTIAL_ORDER "
               "SEQUENTIAL_PROCESSING\n"
               "FORMULA Exam CANNOT_COMPUTE\n");
}

static void techniques_follow_the_engine(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 5, false);
    contest_answers_note(&x.answers, 0, "TRUE", false, "prefix");
    contest_answers_note(&x.answers, 1, "TRUE", false, "structure");
    contest_answers_note(&x.answers, 2, "TRUE", false, "units");
    contest_answers_note(&x.answers, 3, "FALSE", false, "equation");
    contest_answers_note(&x.answers, 4, "TRUE", false, "walk");
    expect(&x, "FORMULA Exam TRUE TECHNIQUES NET_UNFOLDING SAT_SMT "
               "SEQUENTIAL_PROCESSING\n"
               "FORMULA Exam TRUE TECHNIQUES TOPOLOGICAL "
               "SEQUENTIAL_PROCESSING\n"
               "FORMULA Exam TRUE TECHNIQUES TOPOLOGICAL USE_NUPN "
               "SEQUENTIAL_PROCESSING\n"
               "FORMULA Exam FALSE TECHNIQUES LP_APPROX SIPHON_TRAP SAT_SMT "
               "SEQUENTIAL_PROCESSING\n"
               "FORMULA Exam TRUE TECHNIQUES RANDOM_WALK "
               "SEQUENTIAL_PROCESSING\n");
}

static void the_state_space_has_four_lines(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 0, true);
    assert_false(contest_answers_are_complete(&x.answers));
    contest_answers_note_states(&x.answers, "state 14 27 6");
    assert_true(contest_answers_are_complete(&x.answers));
    contest_answers_print_rest(&x.answers);
    expect(&x, "STATE_SPACE STATES 14 TECHNIQUES EXPLICIT "
               "SEQUENTIAL_PROCESSING\n"
               "STATE_SPACE TRANSITIONS 27 TECHNIQUES EXPLICIT "
               "SEQUENTIAL_PROCESSING\n"
               "STATE_SPACE MAX_TOKEN_PER_MARKING 6 TECHNIQUES EXPLICIT "
               "SEQUENTIAL_PROCESSING\n"
               "STATE_SPACE MAX_TOKEN_IN_PLACE 1 TECHNIQUES EXPLICIT "
               "SEQUENTIAL_PROCESSING\n");
}

static void a_state_space_that_is_not_known_is_one_line(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, 0, true);
    contest_answers_print_rest(&x.answers);
    expect(&x, "CANNOT_COMPUTE\n");
}

/* --- which transitions fire ----------------------------------------------- */

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
    const struct contest_input input =
        exam(is_stability ? "StableMarking" : "QuasiLiveness");
    struct contest_answers answers;
    struct contest_answers_entry entry;

    FILE *const out = tmpfile();

    assert_non_null(out);
    contest_answers_init(&answers, &input, NULL, 1, out);
    contest_answers_follow(&answers, net);
    for (uint32_t t = 0; verdicts[t]; t++)
        contest_answers_note_firing(&answers, t, verdicts[t] == '+',
                                    verdicts[t] == '?', "state");
    entry = answers.at[0];
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

/* Places may be known before transitions are; what is known is not asked. */
static void places_may_be_known_first(void **state)
{
    const struct contest_input input = exam("StableMarking");
    punfpor_net *const net = handles_net(NET);
    FILE *const out = tmpfile();
    struct contest_answers answers;

    (void)state;
    contest_answers_init(&answers, &input, NULL, 1, out);
    contest_answers_follow(&answers, net);
    for (uint32_t p = 0; p < 4; p++)
        assert_true(
            contest_answers_is_open_node(&answers, CONTEST_INPUT_PLACES, p));
    contest_answers_note_change(&answers, 0, true, false, "state");
    contest_answers_note_firing(&answers, 1, true, false, "state");
    for (uint32_t p = 0; p < 4; p++)
        assert_int_equal(
            contest_answers_is_open_node(&answers, CONTEST_INPUT_PLACES, p),
            p == 2);
    assert_true(
        contest_answers_is_open_node(&answers, CONTEST_INPUT_TRANSITIONS, 0));
    assert_false(
        contest_answers_is_open_node(&answers, CONTEST_INPUT_TRANSITIONS, 1));
    contest_answers_note_change(&answers, 2, false, true, "state");
    assert_false(
        contest_answers_is_open_node(&answers, CONTEST_INPUT_PLACES, 2));
    contest_answers_note_firing(&answers, 0, false, true, "state");
    assert_string_equal(answers.at[0].text, "TRUE");
    assert_true(answers.at[0].if_safe);
    contest_answers_finish(&answers);
    punfpor_net_destroy(net);
    fclose(out);
}

/* A dead transition is not live; that all fire says nothing. */
static void liveness_follows_from_a_dead_transition(void **state)
{
    (void)state;
    for (int is_dead = 0; is_dead < 2; is_dead++) {
        const struct contest_input input = exam("Liveness");
        punfpor_net *const net = handles_net(NET);
        FILE *const out = tmpfile();
        struct contest_answers answers;

        contest_answers_init(&answers, &input, NULL, 1, out);
        contest_answers_follow(&answers, net);
        contest_answers_note_firing(&answers, 0, true, false, "state");
        contest_answers_note_firing(&answers, 1, !is_dead, false, "state");
        assert_int_equal(answers.at[0].known, is_dead);
        assert_string_equal(answers.at[0].text, is_dead ? "FALSE" : "");
        contest_answers_finish(&answers);
        punfpor_net_destroy(net);
        fclose(out);
    }
}

/* The places of NET: p* q* r s; a dies, b fires. */
static void each_place_has_its_own_line(void **state)
{
    static const struct {
        const char *name, *lines;
    } cases[] = {
        {"StableMarkingAll",
         "TOTAL Exam 4\nSTABLE p0 TRUE # STABLE p2 TRUE # STABLE p1 FALSE # "
         "STABLE p3 FALSE # "},
        {"UpperBoundsAll",
         "TOTAL Exam 4\nBOUND p2 0 # BOUND p0 1 # BOUND p1 1 # BOUND p3 1 # "},
    };

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        const struct contest_input input = exam(cases[i].name);
        punfpor_net *const net = handles_net(NET);
        FILE *const out = tmpfile();
        struct contest_answers answers;
        char text[1024] = "", *from, *to;

        contest_answers_init(&answers, &input, NULL, 4, out);
        contest_answers_follow(&answers, net);
        contest_answers_note_firing(&answers, 0, false, false, "state");
        contest_answers_note_firing(&answers, 1, true, false, "state");
        contest_answers_note_safety(&answers, true);
        assert_true(contest_answers_are_complete(&answers));
        contest_answers_print_rest(&answers);
        rewind(out);
        text[fread(text, 1, sizeof text - 1, out)] = '\0';
        while ((from = strstr(text, " EXPLICIT")) ||
               (from = strstr(text, " TOPOLOGICAL"))) {
            to = strchr(from, '\n');
            memmove(from + 3, to + 1, strlen(to));
            memcpy(from, " # ", 3);
        }
        assert_string_equal(text, cases[i].lines);
        contest_answers_finish(&answers);
        punfpor_net_destroy(net);
        fclose(out);
    }
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

MODULE(contest_answers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_told_once),
        cmocka_unit_test(an_answer_waits_for_safety),
        cmocka_unit_test(an_answer_that_presumes_less_comes_first),
        cmocka_unit_test(an_unsafe_net_has_no_answers),
        cmocka_unit_test(what_is_open_cannot_be_computed),
        cmocka_unit_test(techniques_follow_the_engine),
        cmocka_unit_test(the_state_space_has_four_lines),
        cmocka_unit_test(a_state_space_that_is_not_known_is_one_line),
        cmocka_unit_test(a_net_is_quasi_live_when_all_transitions_fire),
        cmocka_unit_test(one_dead_transition_suffices),
        cmocka_unit_test(no_place_is_stable_when_all_change),
        cmocka_unit_test(a_place_is_stable_when_no_transition_changes_it),
        cmocka_unit_test(stability_presumes_what_its_place_presumes),
        cmocka_unit_test(places_may_be_known_first),
        cmocka_unit_test(liveness_follows_from_a_dead_transition),
        cmocka_unit_test(each_place_has_its_own_line),
        cmocka_unit_test(the_structure_may_suffice),
        cmocka_unit_test(a_later_transition_does_not_make_up_for_a_dead_one),
        cmocka_unit_test(helpers_do_not_count),
    };

    return cmocka_run_group_tests_name("contest_answers", tests, NULL, NULL);
}
