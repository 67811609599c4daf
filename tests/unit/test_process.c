/* Prefixes by hand: every event is checked. */
#include "certs.h"
#include "checker/process.h"
#include "test.h"

static void check(const char *line, const char *text, uint32_t where,
                  const char *why)
{
    struct net *net = test_net(line);
    struct diag diag = {0};
    struct fault fault = {0};
    struct process process;
    struct cert *cert = certs_read(net, text, &diag);

    assert_non_null(cert);
    process_init(&process, net, cert, &fault);
    assert_int_equal(process_build(&process), !why[0]);
    assert_string_equal(fault.text, why);
    assert_int_equal((int)(why[0] ? cert_line(cert, &fault) : 0), (int)where);
    process_finish(&process);
    cert_destroy(cert);
    net_destroy(net);
}

#define RACE                                                                   \
    "p1* p2* p3 p4 p5 | a: p1 > p3 | b: p1 > p4 | c: p2 > p5 | d: p3 p5 > p1 " \
    "p2 | e: p3 p4 > p2"
#define EVENTS(events) CERTS_PREFIX("e", "classic", events)

static void events_use_what_others_made(void **state)
{
    (void)state;
    check(RACE,
          EVENTS("event 1 a 0\nevent 2 b 0\nevent 3 c 0\n"
                 "cutoff 4 d 1 3 as 0\n"),
          0, "");
    check(RACE, EVENTS("event 1 a\n"), 4,
          "'a' consumes 1 tokens, but producers of 0 are named");
    check(RACE, EVENTS("event 1 a 0 0\n"), 4,
          "'a' consumes 1 tokens, but producers of 2 are named");
    check(RACE, EVENTS("event 1 d 0 0\n"), 4,
          "event 0 produces no token on 'p3'");
    check(RACE, EVENTS("event 1 a 0\nevent 2 c 0\nevent 3 d 2 1\n"), 6,
          "event 2 produces no token on 'p3'");
}

static void tokens_are_concurrent(void **state)
{
    (void)state;
    check(RACE, EVENTS("event 1 a 0\nevent 2 b 0\nevent 3 e 1 2\n"), 6,
          "these tokens on 'p3' and 'p4' are not concurrent");
    /* The initial p2 precedes p2 as produced by d. */
    check("p1* p2* q r | a: p1 p2 > p1 q | b: q > p2 | c: p1 p2 > r",
          CERTS_PREFIX("a", "classic",
                       "event 1 a 0 0\nevent 2 b 1\nevent 3 c 1 0\n"),
          6, "these tokens on 'p1' and 'p2' are not concurrent");
}

static void nothing_follows_a_cutoff(void **state)
{
    (void)state;
    check(RACE,
          EVENTS("event 1 a 0\nevent 2 c 0\ncutoff 3 d 1 2 as 0\n"
                 "event 4 a 3\n"),
          7, "event 3 is a cutoff and produces no token on 'p1'");
}

static void events_are_there_once(void **state)
{
    (void)state;
    check(RACE, EVENTS("event 1 a 0\nevent 2 a 0\n"), 5,
          "this is event 1 again");
    check(RACE, EVENTS("event 1 a 0\ncutoff 2 a 0 as 1\n"), 5,
          "this is event 1 again");
}

static void unsafe_nets_are_noticed(void **state)
{
    (void)state;
    check("p1* p2* p3 | a: p1 > p3 | b: p2 > p3",
          CERTS_PREFIX("a", "classic", "event 1 a 0\nevent 2 b 0\n"), 5,
          "the net is not safe: this produces a second token on 'p3'");
    check("p1 | a: > p1", CERTS_PREFIX("a", "classic", "event 1 a\n"), 4,
          "the net is not safe: 'a' needs no token");
}

/* Under read, the readers of r are concurrent, and a consumer of r names the
 * readers that precede it. */
static void readers_consume_copies(void **state)
{
    static const char line[] =
        "r* x* y* z | a: x ? r | b: y ? r | c: r > z | never: z > x";

    (void)state;
    check(line,
          CERTS_PREFIX("never", "read",
                       "event 1 a 0 0\nevent 2 b 0 0\nevent 3 c 0 0\n"
                       "event 4 c 1 0\nevent 5 c 0 2\nevent 6 c 1 2\n"),
          0, "");
    check(line, CERTS_PREFIX("never", "read", "event 1 a 0 0\nevent 2 c 0 1\n"),
          5, "event 1 produces no token on 'r'");
    check(line,
          CERTS_PREFIX("never", "classic",
                       "event 1 a 0 0\nevent 2 b 1 0\nevent 3 c 2\n"),
          0, "");
    check(line,
          CERTS_PREFIX("never", "classic",
                       "event 1 a 0 0\nevent 2 c 0\nevent 3 b 2 0\n"),
          6, "event 2 produces no token on 'r'");
}

MODULE(process)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_use_what_others_made),
        cmocka_unit_test(tokens_are_concurrent),
        cmocka_unit_test(nothing_follows_a_cutoff),
        cmocka_unit_test(events_are_there_once),
        cmocka_unit_test(unsafe_nets_are_noticed),
        cmocka_unit_test(readers_consume_copies),
    };

    return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
