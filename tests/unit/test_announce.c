/* Answers are printed in the order asked, each as soon as all before it. */
#include "cli/announce.h"
#include "handles.h"

#define NET "p* q | a: p > q | b: q > p"

struct scene {
    punfpor_net *net;
    punfpor *problem;
    struct announce announce;
    FILE *out, *terminal;
};

/* Can a fire; what is p; can b fire; is the net quasi-live; what is dead. */
static void scene_init(struct scene *x)
{
    x->net = handles_net(NET);
    x->problem = punfpor_create(x->net, NULL);
    assert_fine(punfpor_ask_transition(x->problem, "a", NULL, NULL));
    assert_fine(punfpor_ask_bound(x->problem, "p", NULL, NULL));
    assert_fine(punfpor_ask_formula(x->problem, "AG p = 1", NULL, NULL));
    assert_fine(punfpor_ask_quasi_live(x->problem, NULL, NULL));
    assert_fine(punfpor_ask_dead_transitions(x->problem, NULL, NULL));
    assert_fine(punfpor_ask_transition(x->problem, "b", NULL, NULL));
    x->out = tmpfile();
    x->terminal = tmpfile();
    assert_true(x->out && x->terminal);
    announce_init(&x->announce, x->out, x->terminal, x->problem, x->net);
}

static void scene_finish(struct scene *x)
{
    announce_finish(&x->announce);
    punfpor_destroy(x->problem);
    punfpor_net_destroy(x->net);
    fclose(x->out);
    fclose(x->terminal);
}

static void find(struct scene *x, uint32_t q, enum punfpor_verdict verdict,
                 int64_t value, uint32_t transition)
{
    const punfpor_found what = {.q = q,
                                .verdict = verdict,
                                .value = value,
                                .transition = transition,
                                .engine = "state"};

    announce_found(&x->announce, &what);
}

static void expect_file(FILE *file, const char *wanted)
{
    char text[512] = "";

    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_string_equal(text, wanted);
    (void)fseek(file, 0, SEEK_END);
}

/* All answers so far. */
static void expect(const struct scene *x, const char *wanted)
{
    expect_file(x->out, wanted);
}

static void lines_wait_for_those_before_them(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x);
    find(&x, 2, PUNFPOR_NO, 0, PUNFPOR_NONE);
    find(&x, 5, PUNFPOR_YES, 0, PUNFPOR_NONE);
    expect(&x, "");
    find(&x, 0, PUNFPOR_YES, 0, PUNFPOR_NONE);
    expect(&x, "a: reachable\n");
    assert_int_equal(x.announce.next, 1);
    find(&x, 1, PUNFPOR_YES, 1, PUNFPOR_NONE);
    expect(&x, "a: reachable\nbounds p: 1\nAG p = 1: does not hold\n");
    find(&x, 3, PUNFPOR_NO, 0, 0);
    expect(&x, "a: reachable\nbounds p: 1\nAG p = 1: does not hold\n"
               "quasi-live: no, a never fires\n");
    scene_finish(&x);
}

static void a_list_is_not_known_before_the_end(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x);
    for (uint32_t q = 6; q-- > 0;)
        find(&x, q, PUNFPOR_YES, 1, PUNFPOR_NONE);
    assert_int_equal(x.announce.next, 4);
    expect(&x, "a: reachable\nbounds p: 1\nAG p = 1: holds\nquasi-live: yes\n");
    scene_finish(&x);
}

/* The lines that are printed early and at the end are one. */
static void it_prints_what_the_library_finds(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x);
    assert_fine(punfpor_set(x.problem, "engine", "prefix", NULL));
    punfpor_set_final(x.problem, announce_found, &x.announce);
    punfpor_set_progress(x.problem, announce_progress, &x.announce);
    assert_fine(punfpor_solve(x.problem, NULL));
    assert_int_equal(x.announce.next, 4);
    expect(&x, "a: reachable\nbounds p: 1\nAG p = 1: does not hold\n"
               "quasi-live: yes\n");
    scene_finish(&x);
}

/* --- progress ------------------------------------------------------------- */

/* Sets the clock back instead of waiting. */
static void progress_is_throttled_and_wiped(void **state)
{
    punfpor_progress now = {.histories = 12345678, .depth = 3};
    const char *const line =
        "\r0s  12.3M histories  depth 3/20  12 histories/s  0B\r";
    char all[256];
    struct scene x;

    (void)state;
    scene_init(&x);
    announce_progress(&x.announce, &now);
    expect_file(x.terminal, "");
    x.announce.last -= 1000000; /* nothing in a second */
    now.bound = 20;
    announce_progress(&x.announce, &now);
    announce_progress(&x.announce, &now);
    expect_file(x.terminal, line);
    announce_hide(&x.announce);
    announce_hide(&x.announce);
    (void)snprintf(all, sizeof all, "%s\r%*s\r", line, (int)strlen(line) - 2,
                   "");
    expect_file(x.terminal, all);
    scene_finish(&x);
}

static void expect_line(const punfpor_progress *now, const char *line)
{
    struct scene x;

    scene_init(&x);
    x.announce.last -= 1000000;
    announce_progress(&x.announce, now);
    expect_file(x.terminal, line);
    scene_finish(&x);
}

static void progress_shows_what_there_is(void **state)
{
    (void)state;
    expect_line(&(punfpor_progress){.markings = 1234, .depth = 3},
                "\r0s  1.23k states  depth 3  0B\r");
    expect_line(
        &(punfpor_progress){.histories = 9, .explored = 7, .cutoffs = 2},
        "\r0s  9 histories  7 explored  2 cutoffs  0B\r");
    expect_line(&(punfpor_progress){.programs = 5, .clauses = 40, .bytes = 2e6},
                "\r0s  5 programs  40 clauses  2.00MB\r");
    expect_line(&(punfpor_progress){.walks = 3, .bound = 2, .depth = 1},
                "\r0s  3 walks  depth 1/2  0B\r");
}

/* An engine without steps shows how many histories it adds. */
static void progress_has_a_rate(void **state)
{
    const punfpor_progress with = {.histories = 80000, .steps = 100000},
                           without = {.histories = 80000};
    struct scene x;
    char text[512] = "";

    (void)state;
    scene_init(&x);
    x.announce.last -= 10;
    announce_progress(&x.announce, &without);
    x.announce.last -= 10;
    announce_progress(&x.announce, &with);
    rewind(x.terminal);
    text[fread(text, 1, sizeof text - 1, x.terminal)] = '\0';
    assert_non_null(strstr(text, "k histories/s  "));
    assert_non_null(strstr(text, "k steps/s  "));
    scene_finish(&x);
}

MODULE(announce)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_wait_for_those_before_them),
        cmocka_unit_test(a_list_is_not_known_before_the_end),
        cmocka_unit_test(it_prints_what_the_library_finds),
        cmocka_unit_test(progress_is_throttled_and_wiped),
        cmocka_unit_test(progress_shows_what_there_is),
        cmocka_unit_test(progress_has_a_rate),
    };

    return cmocka_run_group_tests_name("announce", tests, NULL, NULL);
}
