/* What the children of an examination say. */
#include "cli/contest/contest_child.h"
#include "handles.h"

#include <unistd.h>

/* Two machines that alternate; w waits for ever. */
#define LIVE "p* q r* s | a: p > q | b: q > p | c: r > s | d: s > r"
#define DEADLOCK "p* q | a: p > q"
#define DEAD "p* q r | a: p > q | b: q > p | w: r > p"

/* What the child says, all of it. */
static void listen(struct contest_child *child, char text[512])
{
    int ends[2];
    ssize_t n;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(contest_child_run(child, ends[1]), 0);
    close(ends[1]);
    n = read(ends[0], text, 511);
    assert_true(n >= 0);
    text[n] = '\0';
    close(ends[0]);
}

/* Everything that is said about the net, with the engine. */
static void hear(const char *line, const char *engine,
                 enum contest_input_question question, char text[512])
{
    const struct contest_input input = {.engine = engine};
    punfpor_net *const net = handles_net(line);
    static const uint32_t first[] = {0, 1, 2};
    const bool is_of_nodes = question == CONTEST_INPUT_TRANSITIONS ||
                             question == CONTEST_INPUT_PLACES;
    struct contest_child child = {.input = &input,
                                  .net = net,
                                  .question = question,
                                  .engine = engine,
                                  .asked = is_of_nodes ? first : NULL,
                                  .n_asked = is_of_nodes ? 3 : 0};

    listen(&child, text);
    punfpor_net_destroy(net);
}

static void expect(const char *line, const char *engine,
                   enum contest_input_question question, const char *wanted)
{
    char text[512];

    hear(line, engine, question, text);
    assert_string_equal(text, wanted);
}

static void a_deadlock_is_an_answer(void **state)
{
    (void)state;
    expect(DEADLOCK, "por", CONTEST_INPUT_DEADLOCK,
           "answer 0 TRUE safe por\nsafe yes\n");
    expect(LIVE, "prefix", CONTEST_INPUT_DEADLOCK,
           "answer 0 FALSE safe prefix\nsafe yes\n");
    expect(LIVE, "state", CONTEST_INPUT_DEADLOCK,
           "answer 0 FALSE safe state\nsafe yes\n");
}

static void safety_is_told_apart(void **state)
{
    (void)state;
    expect(LIVE, "prefix", CONTEST_INPUT_SAFE, "safe yes weights\n");
    expect("p* q* | a: p > q", "prefix", CONTEST_INPUT_SAFE,
           "safe no prefix\n");
}

static void each_transition_is_an_answer(void **state)
{
    char text[512];

    (void)state;
    hear(DEAD, "prefix", CONTEST_INPUT_TRANSITIONS, text);
    assert_non_null(strstr(text, "fires 0 TRUE safe prefix\n"));
    assert_non_null(strstr(text, "fires 1 TRUE safe prefix\n"));
    assert_non_null(strstr(text, "fires 2 FALSE safe prefix\n"));
    assert_non_null(strstr(text, "safe yes\n"));
}

/* Marked or not, by the tokens that it loses or gets; names are quoted. */
static void each_place_is_an_answer(void **state)
{
    char text[512];

    (void)state;
    hear(DEAD, "prefix", CONTEST_INPUT_PLACES, text);
    assert_non_null(strstr(text, "changes 0 TRUE safe prefix\n"));
    assert_non_null(strstr(text, "changes 1 TRUE safe prefix\n"));
    assert_non_null(strstr(text, "changes 2 FALSE safe prefix\n"));
    hear("not* true* 1 | t: not true > true 1", "state", CONTEST_INPUT_PLACES,
         text);
    assert_non_null(strstr(text, "changes 0 TRUE safe state\n"));
    assert_non_null(strstr(text, "changes 1 FALSE safe state\n"));
    assert_non_null(strstr(text, "changes 2 TRUE safe state\n"));
}

static void liveness_is_decided_by_the_list(void **state)
{
    (void)state;
    expect(LIVE, "state", CONTEST_INPUT_LIVE,
           "answer 0 TRUE safe state\nsafe yes\n");
    expect(DEAD, "state", CONTEST_INPUT_LIVE,
           "answer 0 FALSE safe state\nsafe yes\n");
}

static void a_deadlock_refutes_liveness(void **state)
{
    (void)state;
    expect(DEADLOCK, "por", CONTEST_INPUT_LIVE_BY_DEADLOCK,
           "answer 0 FALSE safe por\nsafe yes\n");
    expect(LIVE, "state", CONTEST_INPUT_LIVE_BY_DEADLOCK,
           "no_deadlock\nsafe yes\n");
    /* Without transitions, every transition is live. */
    expect("p*", "state", CONTEST_INPUT_LIVE_BY_DEADLOCK, "safe yes\n");
    expect("p*", "state", CONTEST_INPUT_LIVE,
           "answer 0 TRUE safe state\nsafe yes\n");
}

static void states_are_counted(void **state)
{
    (void)state;
    expect(LIVE, "state", CONTEST_INPUT_STATES, "states state 4 8 2\n");
    expect("p* q* | a: p > q", "state", CONTEST_INPUT_STATES, "safe no\n");
}

/* Formulas come from a file. */
static void questions_keep_their_numbers(void **state)
{
    static const char text[] =
        "<property-set><property><id>a</id><formula><true/></formula>"
        "</property><property><id>b</id><formula><place-bound><place>1"
        "</place><place>2</place></place-bound></formula></property>"
        "<property><id>c</id><formula><exists-path><finally><deadlock/>"
        "</finally></exists-path></formula></property></property-set>";
    static const uint32_t asked[] = {2, 1};
    const struct contest_input input = {.engine = "auto"};
    punfpor_net *const net = handles_net(LIVE);
    struct contest_child child = {.input = &input,
                                  .net = net,
                                  .question = CONTEST_INPUT_FORMULAS,
                                  .engine = "prefix",
                                  .asked = asked,
                                  .n_asked = 2};
    punfpor_properties *properties;
    char path[64], said[512];
    FILE *file;

    (void)state;
    (void)snprintf(path, sizeof path, "test_contest_child.%ld.xml",
                   (long)getpid());
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    properties = punfpor_properties_load(net, path, NULL);
    (void)unlink(path);
    assert_non_null(properties);
    child.properties = properties;
    listen(&child, said);
    assert_non_null(strstr(said, "answer 2 FALSE safe prefix\n"));
    assert_non_null(strstr(said, "answer 1 1 safe prefix\n"));
    assert_null(strstr(said, "answer 0"));
    punfpor_properties_destroy(properties);
    punfpor_net_destroy(net);
}

static void an_error_is_told(void **state)
{
    char text[512];

    (void)state;
    hear(LIVE, "no such engine", CONTEST_INPUT_LIVE, text);
    assert_int_equal(strncmp(text, "error ", 6), 0);
    assert_non_null(strstr(text, "no such engine"));
}

MODULE(contest_child)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deadlock_is_an_answer),
        cmocka_unit_test(safety_is_told_apart),
        cmocka_unit_test(each_transition_is_an_answer),
        cmocka_unit_test(each_place_is_an_answer),
        cmocka_unit_test(liveness_is_decided_by_the_list),
        cmocka_unit_test(a_deadlock_refutes_liveness),
        cmocka_unit_test(states_are_counted),
        cmocka_unit_test(questions_keep_their_numbers),
        cmocka_unit_test(an_error_is_told),
    };

    return cmocka_run_group_tests_name("contest_child", tests, NULL, NULL);
}
