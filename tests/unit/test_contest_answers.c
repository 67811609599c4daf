/* The lines of an examination. */
#include "cli/contest_answers.h"
#include "test.h"

struct scene {
    FILE *out;
    struct contest_answers answers;
};

static void scene_init(struct scene *x, uint32_t n, bool wants_states)
{
    x->out = tmpfile();
    assert_non_null(x->out);
    contest_answers_init(&x->answers, "Exam", NULL, n, wants_states, false,
                         x->out);
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
    assert_true(contest_answers_has_open(&x.answers));
    contest_answers_note(&x.answers, 0, "TRUE", false, "state");
    contest_answers_note(&x.answers, 0, "FALSE", false, "prefix");
    assert_false(contest_answers_is_open(&x.answers, 0));
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
    const struct contest_answers_states states = {14, 27, 6};
    struct scene x;

    (void)state;
    scene_init(&x, 0, true);
    assert_false(contest_answers_are_complete(&x.answers));
    contest_answers_note_states(&x.answers, &states);
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
    };

    return cmocka_run_group_tests_name("contest_answers", tests, NULL, NULL);
}
