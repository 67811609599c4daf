/* Verdicts are printed in the order asked, each as soon as all before it. */
#include "cli/announce.h"
#include "handles.h"

#define NET "p* q | a: p > q | b: q > p"

struct scene {
    punfpor_net *net;
    punfpor *problem;
    struct report_progress progress;
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
    report_progress_init(&x->progress, x->terminal);
    announce_init(&x->announce, x->out, x->problem, x->net, &x->progress);
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

/* Everything printed so far. */
static void expect(struct scene *x, const char *wanted)
{
    char text[512] = "";

    rewind(x->out);
    text[fread(text, 1, sizeof text - 1, x->out)] = '\0';
    assert_string_equal(text, wanted);
    (void)fseek(x->out, 0, SEEK_END);
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

MODULE(announce)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_wait_for_those_before_them),
        cmocka_unit_test(a_list_is_not_known_before_the_end),
        cmocka_unit_test(it_prints_what_the_library_finds),
    };

    return cmocka_run_group_tests_name("announce", tests, NULL, NULL);
}
