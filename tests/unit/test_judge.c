/* Certificates by hand against a question: prefixes must be closed, cutoffs
 * ordered, runs fireable, and all must concern the question. */
#include "certs.h"
#include "checker/judge.h"
#include "test.h"

static void check(const char *line, const char *asked, const char *text,
                  uint32_t where, const char *why)
{
    struct net *net = test_net(line);
    struct diag diag = {0};
    struct fault fault;
    goal_list goals = {0};
    struct cert *cert = certs_read(net, text, &diag);

    assert_non_null(cert);
    if (!strcmp(asked, "deadlock"))
        goal_add_plain(&goals, "deadlock");
    else if (asked[0] == '=')
        assert_true(goal_add_marking(&goals, net, asked + 1, false, &diag));
    else
        assert_true(goal_add_trans(&goals, net, asked, &diag));
    assert_int_equal(judge_accepts(net, goals.at, cert, &fault), !why[0]);
    assert_string_equal(fault.text, why);
    assert_int_equal((int)fault.line, (int)where);
    goal_list_free(&goals);
    cert_destroy(cert);
    net_destroy(net);
}

#define FORK                                                                 \
    "p1* p2* p3 p4 p5 | a: p1 > p3 | b: p2 > p4 | c: p3 p4 > p1 p2 | n: p5 " \
    "> p1"
#define EVENTS(events) CERTS_PREFIX("n", "classic", events)
#define WHOLE "event 1 a 0\nevent 2 b 0\ncutoff 3 c 1 2 as 0\n"

static void every_event_is_there(void **state)
{
    (void)state;
    check(FORK, "n", EVENTS(WHOLE), 0, "");
    check(FORK, "n", EVENTS("event 1 a 0\n"), 5,
          "an event of 'b' is missing, which consumes a token on 'p2'");
    check(FORK, "n", EVENTS("event 1 a 0\nevent 2 b 0\n"), 6,
          "an event of 'c' is missing, which consumes a token on 'p4'");
    check(FORK, "n", EVENTS("event 1 a 0\nevent 2 b 0\nevent 3 c 1 2\n"), 7,
          "an event of 'a' is missing, which consumes a token on 'p1'");
    check("p1 | a: p1 > | free:", "a", CERTS_PREFIX("a", "read", ""), 4,
          "an event of 'free' is missing, which consumes nothing");
    check("p1 | a: p1 > | free:", "a",
          CERTS_PREFIX("a", "read", "event 1 free\n"), 0, "");
}

static void the_answer_is_not_there(void **state)
{
    static const char head[] = "punf-por certificate 1\ngoal marking\n";
    char text[400];

    (void)state;
    check(FORK, "c", CERTS_PREFIX("c", "classic", WHOLE), 6,
          "here the transition of the goal fires");
    (void)snprintf(text, sizeof text,
                   "%smarked p3 p2\nempty\nprefix classic\n%send\n", head,
                   WHOLE);
    check(FORK, "=p2 p3", text, 2,
          "the places of the goal are marked together");
    (void)snprintf(text, sizeof text,
                   "%smarked p3 p1\nempty\nprefix classic\n%send\n", head,
                   WHOLE);
    check(FORK, "=p1 p3", text, 0, "");
    check(FORK, "=p3 !p1", text, 2,
          "this is not the goal that is asked for, 'marking p3 !p1'");
    (void)snprintf(text, sizeof text,
                   "%smarked p3\nempty p1\nprefix classic\n%send\n", head,
                   WHOLE);
    check(FORK, "=p3 !p1", text, 2,
          "a prefix does not prove this kind of goal");
    check(FORK, "deadlock",
          "punf-por certificate 1\ngoal deadlock\nprefix classic\n" WHOLE
          "end\n",
          2, "a prefix does not prove this kind of goal");
}

/* Two ways to p4: with one step or with two. */
#define SIZES "p1* p2 p4 z | a: p1 > p2 | b: p2 > p4 | c: p1 > p4 | n: z >"

static void companions_lead_to_the_same_marking(void **state)
{
    (void)state;
    check(SIZES, "n", EVENTS("event 1 a 0\nevent 2 c 0\ncutoff 3 b 1 as 2\n"),
          0, "");
    check(SIZES, "n", EVENTS("event 1 a 0\nevent 2 c 0\ncutoff 3 b 1 as 1\n"),
          6, "this does not lead to the marking of event 1");
    check(SIZES, "n", EVENTS("event 1 a 0\nevent 2 c 0\ncutoff 3 b 1 as 0\n"),
          6, "this does not lead to the marking of event 0");
}

static void companions_have_fewer_events(void **state)
{
    (void)state;
    check(SIZES, "n", EVENTS("event 1 a 0\ncutoff 2 c 0 as 3\nevent 3 b 1\n"),
          5, "event 3 is not smaller in the order of cutoffs");
    check(SIZES, "n", EVENTS("event 1 a 0\ncutoff 2 c 0 as 2\nevent 3 b 1\n"),
          5, "event 2 is not smaller in the order of cutoffs");
}

static void companions_fire_the_first_transition_more_often(void **state)
{
    static const char line[] = "p1* p2 p3 p4 z | a: p1 > p2 | b: p1 > p3 | "
                               "c: p2 > p4 | d: p3 > p4 | n: z >";

    (void)state;
    check(line, "n",
          EVENTS("event 1 a 0\nevent 2 b 0\nevent 3 c 1\n"
                 "cutoff 4 d 2 as 3\n"),
          0, "");
    check(line, "n",
          EVENTS("event 1 a 0\nevent 2 b 0\ncutoff 3 c 1 as 4\n"
                 "event 4 d 2\n"),
          6, "event 4 is not smaller in the order of cutoffs");
}

/* Both a and b read l: under classic they are ordered. */
static void companions_have_smaller_levels(void **state)
{
    static const char line[] =
        "l* x* u y* v z | a: x ? l > u | b: y ? l > v | n: z >";

    (void)state;
    check(line, "n",
          EVENTS("event 1 a 0 0\nevent 2 b 0 0\nevent 3 b 1 0\n"
                 "cutoff 4 a 2 0 as 3\n"),
          0, "");
    check(line, "n",
          EVENTS("event 1 a 0 0\nevent 2 b 0 0\ncutoff 3 b 1 0 as 4\n"
                 "event 4 a 2 0\n"),
          6, "event 4 is not smaller in the order of cutoffs");
}

/* b shares l with a and k with c: a, b, c in sequence against a and c
 * concurrently. */
static void companions_have_fewer_events_in_the_first_level(void **state)
{
    static const char line[] =
        "l* k* x* u y* v w* q z | a: x ? l > u | b: y ? l k > v | "
        "c: w ? k > q | n: z >";

    (void)state;
    check(line, "n",
          EVENTS("event 1 a 0 0\nevent 2 b 0 0 0\nevent 3 c 0 0\n"
                 "event 4 b 1 0 0\ncutoff 5 b 0 3 0 as 8\n"
                 "cutoff 6 b 1 3 0 as 9\ncutoff 7 a 2 0 as 4\n"
                 "event 8 c 2 0\nevent 9 c 4 0\n"),
          0, "");
    check(line, "n",
          EVENTS("event 1 a 0 0\nevent 2 b 0 0 0\nevent 3 c 0 0\n"
                 "event 4 b 1 0 0\ncutoff 5 b 0 3 0 as 8\n"
                 "event 6 b 1 3 0\ncutoff 7 a 2 0 as 4\n"
                 "event 8 c 2 0\ncutoff 9 c 4 0 as 6\n"),
          12, "event 6 is not smaller in the order of cutoffs");
}

#define RUN(t, steps) \
    "punf-por certificate 1\ngoal transition " t "\nrun\n" steps "end\n"

static void runs_are_fired(void **state)
{
    (void)state;
    check(FORK, "c", RUN("c", "fire a\nfire b\nfire c\n"), 0, "");
    check(FORK, "c", RUN("c", "fire a\nfire c\nfire b\n"), 5,
          "step 2: 'c' cannot fire, 'p4' has no token at {p2, p3}");
    check(FORK, "c", RUN("c", "fire a\nfire b\n"), 6,
          "the run can be fired, but does not end with 'c'");
    check(FORK, "a", RUN("c", "fire a\nfire b\nfire c\n"), 2,
          "this is not the goal that is asked for, 'reach a'");
    check("p1* p2* | a: p1 > p2", "a", RUN("a", "fire a\n"), 4,
          "step 1: 'a' puts a second token on 'p2': the net is not safe");
}

static void faults_of_proofs_have_lines(void **state)
{
    static const char line[] = "p1* p2 | a: p1 > p2 | b: p2 > p1 | c: p1 p2 >";
    static const char text[] = "punf-por certificate 1\n"
                               "goal transition c\n"
                               "proof\n"
                               "initial 0\n"
                               "cube 0\n"
                               "lacks p2\n"
                               "marked p1\n"
                               "empty p2\n"
                               "blocked p2 c\n"
                               "active a 1\n"
                               "cube 1\n"
                               "lacks p1\n"
                               "marked p2\n"
                               "empty p1\n"
                               "blocked p1 c\n"
                               "active b 0\n"
                               "end\n";
    char changed[sizeof text];

    (void)state;
    check(line, "c", text, 0, "");
    memcpy(changed, text, sizeof text);
    *(strstr(changed, "active a 1") + 9) = '0';
    check(line, "c", changed, 10,
          "after 'a', 'p1' may be empty: cube 0 wants it marked");
    memcpy(changed, text, sizeof text);
    *(strstr(changed, "blocked p1 c") + 9) = '2';
    check(line, "c", changed, 15, "the cube does not say that 'p2' is empty");
    memcpy(changed, text, sizeof text);
    *(strstr(changed, "lacks p1") + 7) = '2';
    check(line, "c", changed, 12, "the cube does not say that 'p2' is empty");
    memcpy(changed, text, sizeof text);
    *(strstr(changed, "initial 0") + 8) = '1';
    check(line, "c", changed, 11, "'p2' is not marked initially");
}

static void faults_of_cases_have_lines(void **state)
{
    static const char line[] = "p* q r | a: p > q | b: q > p";
    static const char text[] = "punf-por certificate 1\n"
                               "goal marking\n"
                               "marked p q\n"
                               "empty\n"
                               "cases\n"
                               "trap p q\n"
                               "combination\n"
                               "marked p q\n"
                               "weights 1 p 1 q\n"
                               "case\n"
                               "marked p q\n"
                               "end\n";
    char changed[sizeof text];

    (void)state;
    check(line, "=p q", text, 0, "");
    check(line, "a", text, 2,
          "this is not the goal that is asked for, 'reach a'");
    memcpy(changed, text, sizeof text);
    *(strstr(changed, "trap p q") + 7) = 'r';
    check(line, "=p q", changed, 6, "this is no trap that is marked initially");
    memcpy(changed, text, sizeof text);
    *(strstr(changed, "weights 1") + 8) = '2';
    check(line, "=p q", changed, 7,
          "the weights and factors do not refute what is assumed");
    check("p* q r | a: p > q | b: q > p", "=p !q",
          "punf-por certificate 1\ngoal marking\nmarked p\nempty q\ncases\n"
          "case\nmarked r\nend\n",
          6, "unit propagation does not refute this case");
    check("p* q r | a: p > q | b: q > p", "=p !q",
          "punf-por certificate 1\ngoal marking\nmarked p\nempty q\ncases\n"
          "end\n",
          6, "some case is left");
}

/* Is "(if the net is safe)" missing? */
static bool shows_safety(const char *line, const char *text)
{
    struct net *net = test_net(line);
    struct diag diag = {0};
    struct cert *cert = certs_read(net, text, &diag);
    bool shows;

    assert_non_null(cert);
    shows = !judge_presumes_safe(&cert->goal, cert);
    cert_destroy(cert);
    net_destroy(net);
    return shows;
}

#define FIRST_LINE "punf-por certificate 1\n"
#define PLACE FIRST_LINE "goal marking\nmarked q\nempty\n"
#define WEIGHTS "weights 1 p 1 r\n"
#define CUBES "proof\ninitial 0\ncube 0\nlacks q\nmarked\nempty q\n"
#define SUM FIRST_LINE "goal bound 1\nsum 1 p\n"

static void safety_is_shown_or_presumed(void **state)
{
    static const char line[] = "p* q r s | a: p > r | b: r ? q > p s";

    (void)state;
    assert_true(
        shows_safety(line, FIRST_LINE "goal transition a\nrun\nfire a\nend\n"));
    assert_false(shows_safety(line, SUM "run\nend\n"));
    assert_true(shows_safety(line, SUM WEIGHTS "run\nend\n"));
    assert_false(shows_safety(line, SUM "run\ncases\nend\n"));
    assert_true(shows_safety(line, SUM "run\nprefix read\nend\n"));
    assert_false(shows_safety(line, PLACE CUBES "end\n"));
    assert_true(shows_safety(line, PLACE WEIGHTS CUBES "end\n"));
    assert_false(shows_safety(line, PLACE "cases\nend\n"));
    assert_true(shows_safety(line, PLACE "prefix read\nend\n"));
    assert_true(
        shows_safety(line, PLACE "reduction\ndead q\nprefix read\nend\n"));
    assert_false(
        shows_safety(line, PLACE "reduction\nsink s\nprefix read\nend\n"));
    assert_false(shows_safety(line, PLACE "reduction\ndead q\ncases\nend\n"));
    assert_true(shows_safety(line, FIRST_LINE "goal safe\n" WEIGHTS "end\n"));
}

/* A run for the goal "safe" ends with a second token. */
static void check_unsafe(const char *line, const char *run, uint32_t where)
{
    struct net *net = test_net(line);
    struct diag diag = {0};
    struct fault fault;
    goal_list goals = {0};
    char text[100];
    struct cert *cert;

    (void)snprintf(text, sizeof text, FIRST_LINE "goal safe\nrun\n%send\n",
                   run);
    cert = certs_read(net, text, &diag);
    assert_non_null(cert);
    goal_add_plain(&goals, "safe");
    assert_int_equal(judge_accepts(net, goals.at, cert, &fault), !where);
    assert_int_equal(fault.line, where);
    goal_list_free(&goals);
    cert_destroy(cert);
    net_destroy(net);
}

static void a_run_to_a_second_token_is_fired(void **state)
{
    static const char line[] = "p* q r | a: p > q r | b: q > r | c: r > p";

    (void)state;
    check_unsafe(line, "fire a\nfire b\n", 0);
    check_unsafe(line, "", 4);
    check_unsafe(line, "fire a\n", 5);
    check_unsafe(line, "fire a\nfire a\n", 5);
    check_unsafe(line, "fire a\nfire b\nfire c\n", 5);
}

MODULE(judge)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_there),
        cmocka_unit_test(the_answer_is_not_there),
        cmocka_unit_test(companions_lead_to_the_same_marking),
        cmocka_unit_test(companions_have_fewer_events),
        cmocka_unit_test(companions_fire_the_first_transition_more_often),
        cmocka_unit_test(companions_have_smaller_levels),
        cmocka_unit_test(companions_have_fewer_events_in_the_first_level),
        cmocka_unit_test(runs_are_fired),
        cmocka_unit_test(faults_of_proofs_have_lines),
        cmocka_unit_test(faults_of_cases_have_lines),
        cmocka_unit_test(safety_is_shown_or_presumed),
        cmocka_unit_test(a_run_to_a_second_token_is_fired),
    };

    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
