/* What the children of an examination say. */
#include "cli/examine.h"
#include "handles.h"

#include <unistd.h>

/* Two machines that alternate; w waits for ever. */
#define LIVE "p* q r* s | a: p > q | b: q > p | c: r > s | d: s > r"
#define DEADLOCK "p* q | a: p > q"
#define DEAD "p* q r | a: p > q | b: q > p | w: r > p"

/* Everything that is said about the net, with the engine. */
static void listen(const char *line, const char *engine,
                   void (*examine)(const struct examine *x), char text[512])
{
    punfpor_net *const net = handles_net(line);
    struct examine x = {.net = net, .engine = engine};
    int ends[2];
    ssize_t n;

    assert_int_equal(pipe(ends), 0);
    x.fd = ends[1];
    examine(&x);
    close(ends[1]);
    n = read(ends[0], text, 511);
    assert_true(n >= 0);
    text[n] = '\0';
    close(ends[0]);
    punfpor_net_destroy(net);
}

static void expect(const char *line, const char *engine,
                   void (*examine)(const struct examine *x), const char *wanted)
{
    char text[512];

    listen(line, engine, examine, text);
    assert_string_equal(text, wanted);
}

static void a_deadlock_is_an_answer(void **state)
{
    (void)state;
    expect(DEADLOCK, "por", examine_deadlock,
           "answer 0 TRUE safe por\nsafe yes\n");
    expect(LIVE, "prefix", examine_deadlock,
           "answer 0 FALSE safe prefix\nsafe yes\n");
    expect(LIVE, "state", examine_deadlock,
           "answer 0 FALSE safe state\nsafe yes\n");
}

static void safety_is_told_apart(void **state)
{
    (void)state;
    expect(LIVE, "prefix", examine_safety, "safe yes weights\n");
    expect("p* q* | a: p > q", "prefix", examine_safety, "safe no prefix\n");
}

static void each_transition_is_an_answer(void **state)
{
    char text[512];

    (void)state;
    listen(DEAD, "prefix", examine_transitions, text);
    assert_non_null(strstr(text, "answer 0 TRUE safe prefix\n"));
    assert_non_null(strstr(text, "answer 1 TRUE safe prefix\n"));
    assert_non_null(strstr(text, "answer 2 FALSE safe prefix\n"));
    assert_non_null(strstr(text, "safe yes\n"));
}

static void liveness_is_decided_by_the_list(void **state)
{
    (void)state;
    expect(LIVE, "state", examine_live, "answer 0 TRUE safe state\nsafe yes\n");
    expect(DEAD, "state", examine_live,
           "answer 0 FALSE safe state\nsafe yes\n");
}

static void a_deadlock_or_a_dead_transition_refutes_liveness(void **state)
{
    (void)state;
    expect(DEADLOCK, "por", examine_deadlock_for_live,
           "answer 0 FALSE safe por\nsafe yes\n");
    expect(DEAD, "state", examine_dead_for_live,
           "answer 0 FALSE safe state\nsafe yes\n");
    /* They say nothing where they know nothing. */
    expect(LIVE, "state", examine_deadlock_for_live, "safe yes\n");
    expect(LIVE, "state", examine_dead_for_live, "safe yes\n");
    /* Without transitions, every transition is live. */
    expect("p*", "state", examine_deadlock_for_live, "safe yes\n");
    expect("p*", "state", examine_live, "answer 0 TRUE safe state\nsafe yes\n");
}

static void states_are_counted(void **state)
{
    (void)state;
    expect(LIVE, "state", examine_states, "states 4 8 2\n");
    expect("p* q* | a: p > q", "state", examine_states, "safe no\n");
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
    punfpor_net *const net = handles_net(LIVE);
    struct examine x = {
        .net = net, .engine = "prefix", .asked = asked, .n_asked = 2};
    punfpor_properties *properties;
    char path[64], said[512];
    int ends[2];
    ssize_t n;
    FILE *file;

    (void)state;
    (void)snprintf(path, sizeof path, "test_examine.%ld.xml", (long)getpid());
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    properties = punfpor_properties_load(net, path, NULL);
    (void)unlink(path);
    assert_non_null(properties);
    assert_int_equal(pipe(ends), 0);
    x.properties = properties;
    x.fd = ends[1];
    examine_formulas(&x);
    close(ends[1]);
    n = read(ends[0], said, sizeof said - 1);
    assert_true(n > 0);
    said[n] = '\0';
    assert_non_null(strstr(said, "answer 2 FALSE safe prefix\n"));
    assert_non_null(strstr(said, "answer 1 1 safe prefix\n"));
    assert_null(strstr(said, "answer 0"));
    close(ends[0]);
    punfpor_properties_destroy(properties);
    punfpor_net_destroy(net);
}

/* A limit leaves questions open. */
static void a_limit_is_no_answer(void **state)
{
    punfpor_net *const net = handles_net(LIVE);
    const struct examine x = {.net = net, .engine = "no such engine", .fd = -1};

    (void)state;
    examine_deadlock(&x); /* nothing is written */
    examine_live(&x);
    examine_states(&x);
    punfpor_net_destroy(net);
}

MODULE(examine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deadlock_is_an_answer),
        cmocka_unit_test(safety_is_told_apart),
        cmocka_unit_test(each_transition_is_an_answer),
        cmocka_unit_test(liveness_is_decided_by_the_list),
        cmocka_unit_test(a_deadlock_or_a_dead_transition_refutes_liveness),
        cmocka_unit_test(states_are_counted),
        cmocka_unit_test(questions_keep_their_numbers),
        cmocka_unit_test(a_limit_is_no_answer),
    };

    return cmocka_run_group_tests_name("examine", tests, NULL, NULL);
}
