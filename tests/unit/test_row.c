#include "cli/row.h"
#include "test.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

/* Engines that do one thing each. */

static void answer_all(const struct engine_problem *problem,
                       const struct engine_limits *limits,
                       struct answer *answer)
{
    (void)limits;
    answer->stop = STOP_UNSAFE;
    answer->stats.events = 7;
    answer->stats.seconds = 0.25;
    answer->unsafe_trans = 1;
    answer->unsafe_place = 2;
    vec_push(&answer->unsafe_run, 3);
    diag_report(&answer->diag, DIAG_INPUT, "f", 4, 5, "said");
    for (uint32_t i = 0; i < answer->n_findings; i++) {
        answer->findings[i].verdict = i % 2 ? VERDICT_NO : VERDICT_YES;
        for (uint32_t k = 0; k < i * 10000; k++)
            vec_push(&answer->findings[i].run, k);
    }
    assert_true(!problem->output.prefix);
}

static void tell_order(const struct engine_problem *problem,
                       const struct engine_limits *limits,
                       struct answer *answer)
{
    (void)limits;
    answer->stats.passes = (uint64_t)problem->unfolding.order;
    answer->stats.ssb = problem->dep == NULL;
}

static void crash(const struct engine_problem *problem,
                  const struct engine_limits *limits, struct answer *answer)
{
    (void)problem, (void)limits, (void)answer;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void leave_early(const struct engine_problem *problem,
                        const struct engine_limits *limits,
                        struct answer *answer)
{
    (void)problem, (void)limits, (void)answer;
    _exit(0);
}

static void take_all_memory(const struct engine_problem *problem,
                            const struct engine_limits *limits,
                            struct answer *answer)
{
    (void)problem, (void)limits, (void)answer;
    _exit(5); /* as the tool's mem_failed() does */
}

static void be_killed(const struct engine_problem *problem,
                      const struct engine_limits *limits, struct answer *answer)
{
    (void)problem, (void)limits, (void)answer;
    raise(SIGKILL);
}

static void hang(const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    (void)problem, (void)limits, (void)answer;
    for (;;)
        pause();
}

/* The child's copy of the flag. */
static volatile sig_atomic_t flag;

static void raise_flag(int signal)
{
    (void)signal;
    flag = 1;
}

static void wait_for_flag(const struct engine_problem *problem,
                          const struct engine_limits *limits,
                          struct answer *answer)
{
    (void)problem, (void)limits;
    while (!flag)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    answer->stop = STOP_INTERRUPTED;
}

/* Runs it with these questions. */
static struct row run_row(void (*run)(const struct engine_problem *,
                                      const struct engine_limits *,
                                      struct answer *),
                          const struct engine_limits *limits, uint32_t n_goals)
{
    const struct engine engine = {.name = "fake", .run = run};
    const struct engine_problem problem = {.question.n_goals = n_goals,
                                           .output.prefix = true};
    struct row row = {.engine = &engine, .order = ORDER_PARIKH};
    struct diag diag = {0};

    assert_true(row_run(&row, &problem, limits, &diag));
    assert_int_equal(diag.code, DIAG_NONE);
    row.engine = NULL;
    return row;
}

static const struct engine_limits none = {0};

static void an_answer_comes_back_whole(void **state)
{
    struct row row = run_row(answer_all, &none, 4);
    const struct answer *answer = &row.answer;

    (void)state;
    assert_int_equal(row.end, ROW_ENDED);
    assert_int_equal(answer->stop, STOP_UNSAFE);
    assert_int_equal(answer->stats.events, 7);
    assert_true(answer->stats.seconds == 0.25);
    assert_int_equal(answer->unsafe_trans, 1);
    assert_int_equal(answer->unsafe_place, 2);
    assert_int_equal(answer->unsafe_run.len, 1);
    assert_int_equal(answer->unsafe_run.at[0], 3);
    assert_report(&answer->diag, 4, "said");
    for (uint32_t i = 0; i < 4; i++) {
        const struct answer_finding *finding = &answer->findings[i];

        assert_int_equal(finding->verdict, i % 2 ? VERDICT_NO : VERDICT_YES);
        assert_int_equal(finding->run.len, i * 10000);
        for (uint32_t k = 0; k < finding->run.len; k++)
            assert_int_equal(finding->run.at[k], k);
    }
    row_finish(&row);
}

static void a_row_has_its_own_order_and_relation(void **state)
{
    struct row row = run_row(tell_order, &none, 0);

    (void)state;
    assert_int_equal(row.answer.stats.passes, ORDER_PARIKH);
    assert_int_equal(row.answer.stats.ssb, 1);
    assert_string_equal(row_stop(&row), "done");
    row_finish(&row);
}

/* Ends so, leaving everything open. */
static void expect_lost(void (*run)(const struct engine_problem *,
                                    const struct engine_limits *,
                                    struct answer *),
                        const struct engine_limits *limits, enum row_end end,
                        const char *stop)
{
    struct row row = run_row(run, limits, 2);

    assert_int_equal(row.end, end);
    assert_string_equal(row_stop(&row), stop);
    assert_false(row_has_figures(&row));
    assert_int_equal(row.answer.n_findings, 2);
    assert_int_equal(row.answer.findings[1].verdict, VERDICT_UNKNOWN);
    row_finish(&row);
}

static void a_crash_loses_the_row_only(void **state)
{
    (void)state;
    expect_lost(crash, &none, ROW_CRASHED, "crashed");
    expect_lost(leave_early, &none, ROW_CRASHED, "crashed");
}

static void out_of_memory_loses_the_row_only(void **state)
{
    (void)state;
    expect_lost(take_all_memory, &none, ROW_MEMORY, "out of memory");
    expect_lost(be_killed, &none, ROW_MEMORY, "out of memory");
}

static void a_row_that_hangs_is_killed(void **state)
{
    (void)state;
    expect_lost(hang, &(struct engine_limits){.seconds = 0.01}, ROW_KILLED,
                "timeout");
}

static void an_interruption_is_passed_on(void **state)
{
    static const volatile sig_atomic_t interrupted = 1;
    const struct engine_limits limits = {.interrupted = &interrupted};
    void (*const old)(int) = signal(SIGINT, raise_flag);
    struct row row = run_row(wait_for_flag, &limits, 0);

    (void)state;
    signal(SIGINT, old);
    assert_int_equal(flag, 0);
    assert_int_equal(row.end, ROW_ENDED);
    assert_string_equal(row_stop(&row), "interrupted");
    row_finish(&row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_comes_back_whole),
        cmocka_unit_test(a_row_has_its_own_order_and_relation),
        cmocka_unit_test(a_crash_loses_the_row_only),
        cmocka_unit_test(out_of_memory_loses_the_row_only),
        cmocka_unit_test(a_row_that_hangs_is_killed),
        cmocka_unit_test(an_interruption_is_passed_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
