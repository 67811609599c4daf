#include "cli/subprocess.h"
#include "test.h"

#include <time.h>
#include <unistd.h>

/* Work functions, each with a single effect. */

static void fill_all(void *self, struct result *result)
{
    (void)self;
    result->status = PUNFPOR_INPUT;
    result->error = (punfpor_error){PUNFPOR_INPUT, "f", 4, 5, "said"};
    result->stop = PUNFPOR_UNSAFE;
    strcpy(result->engine, "state");
    result->seconds = 0.25;
    result->work = 11;
    result->peak_bytes = 12;
    vec_push(&result->figures, ((struct result_figure){"events", 7}));
    vec_push(&result->figures, ((struct result_figure){"cutoffs", 8}));
    result->unsafe_transition = 1;
    result->unsafe_place = 2;
    vec_push(&result->unsafe_run, 3);
    for (uint32_t i = 0; i < result->n_findings; i++) {
        struct result_finding *finding = &result->findings[i];

        finding->verdict = i % 2 ? PUNFPOR_NO : PUNFPOR_YES;
        finding->seconds = i;
        strcpy(finding->engine, "por");
        for (uint32_t k = 0; k < i * 10000; k++)
            vec_push(&finding->run, k);
    }
}

static void use_self(void *self, struct result *result)
{
    uint32_t *number = self;

    result->work = *number;
    *number = 0; /* the child's copy */
}

static void crash(void *self, struct result *result)
{
    (void)self, (void)result;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void leave_early(void *self, struct result *result)
{
    (void)self, (void)result;
    _exit(0);
}

static void use_all_memory(void *self, struct result *result)
{
    (void)self, (void)result;
    _exit(5); /* as the tool's mem_exhausted() does */
}

static void be_told_of_no_memory(void *self, struct result *result)
{
    (void)self;
    result->status = PUNFPOR_OUT_OF_MEMORY;
}

static void be_killed(void *self, struct result *result)
{
    (void)self, (void)result;
    raise(SIGKILL);
}

static void hang(void *self, struct result *result)
{
    (void)self, (void)result;
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

static void wait_for_flag(void *self, struct result *result)
{
    (void)self;
    while (!flag)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    result->stop = PUNFPOR_STOPPED;
}

static enum subprocess_end run(void (*work)(void *, struct result *),
                               void *self,
                               const struct subprocess_limits *limits,
                               uint32_t n_questions, struct result *result)
{
    enum subprocess_end end = SUBPROCESS_CRASHED;
    struct diag diag = {0};

    result_init(result, n_questions);
    assert_true(subprocess_run(&(struct subprocess_work){work, self}, limits,
                               result, &end, &diag));
    assert_int_equal(diag.code, DIAG_NONE);
    return end;
}

static const struct subprocess_limits none = {0};

static void a_result_comes_back_whole(void **state)
{
    struct result result;
    uint64_t value;

    (void)state;
    assert_int_equal(run(fill_all, NULL, &none, 4, &result), SUBPROCESS_ENDED);
    assert_int_equal(result.status, PUNFPOR_INPUT);
    assert_string_equal(result.error.text, "said");
    assert_int_equal(result.error.line, 4);
    assert_int_equal(result.stop, PUNFPOR_UNSAFE);
    assert_string_equal(result.engine, "state");
    assert_true(result.seconds == 0.25);
    assert_true(result.work == 11 && result.peak_bytes == 12);
    assert_int_equal(result.figures.len, 2);
    assert_true(result_find(&result, "cutoffs", &value) && value == 8);
    assert_int_equal(result.unsafe_transition, 1);
    assert_int_equal(result.unsafe_place, 2);
    assert_int_equal(result.unsafe_run.len, 1);
    assert_int_equal(result.unsafe_run.at[0], 3);
    for (uint32_t i = 0; i < 4; i++) {
        const struct result_finding *finding = &result.findings[i];

        assert_int_equal(finding->verdict, i % 2 ? PUNFPOR_NO : PUNFPOR_YES);
        assert_true(finding->seconds == i);
        assert_string_equal(finding->engine, "por");
        assert_int_equal(finding->run.len, i * 10000);
        for (uint32_t k = 0; k < finding->run.len; k++)
            assert_int_equal(finding->run.at[k], k);
    }
    result_finish(&result);
}

static void the_child_has_a_copy(void **state)
{
    struct result result;
    uint32_t number = 42;

    (void)state;
    assert_int_equal(run(use_self, &number, &none, 0, &result),
                     SUBPROCESS_ENDED);
    assert_int_equal(result.work, 42);
    assert_int_equal(number, 42);
    result_finish(&result);
}

/* The child ends this way, and all questions stay open. */
static void expect_lost(void (*work)(void *, struct result *),
                        const struct subprocess_limits *limits,
                        enum subprocess_end end)
{
    struct result result;

    assert_int_equal(run(work, NULL, limits, 2, &result), end);
    assert_int_equal(result.n_findings, 2);
    assert_int_equal(result.findings[1].verdict, PUNFPOR_UNKNOWN);
    assert_int_equal(result.figures.len, 0);
    assert_int_equal(result.status, PUNFPOR_OK);
    result_finish(&result);
}

static void a_crash_loses_the_result_only(void **state)
{
    (void)state;
    expect_lost(crash, &none, SUBPROCESS_CRASHED);
    expect_lost(leave_early, &none, SUBPROCESS_CRASHED);
}

static void out_of_memory_loses_the_result_only(void **state)
{
    (void)state;
    expect_lost(use_all_memory, &none, SUBPROCESS_MEMORY);
    expect_lost(be_told_of_no_memory, &none, SUBPROCESS_MEMORY);
    expect_lost(be_killed, &none, SUBPROCESS_MEMORY);
}

static void work_that_hangs_is_killed(void **state)
{
    (void)state;
    expect_lost(hang, &(struct subprocess_limits){.seconds = 0.01},
                SUBPROCESS_KILLED);
}

static void an_interruption_is_passed_on(void **state)
{
    static const volatile sig_atomic_t interrupted = 1;
    const struct subprocess_limits limits = {.interrupted = &interrupted};
    void (*const old)(int) = signal(SIGINT, raise_flag);
    struct result result;

    (void)state;
    assert_int_equal(run(wait_for_flag, NULL, &limits, 0, &result),
                     SUBPROCESS_ENDED);
    signal(SIGINT, old);
    assert_int_equal(flag, 0);
    assert_int_equal(result.stop, PUNFPOR_STOPPED);
    result_finish(&result);
}

MODULE(subprocess)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_comes_back_whole),
        cmocka_unit_test(the_child_has_a_copy),
        cmocka_unit_test(a_crash_loses_the_result_only),
        cmocka_unit_test(out_of_memory_loses_the_result_only),
        cmocka_unit_test(work_that_hangs_is_killed),
        cmocka_unit_test(an_interruption_is_passed_on),
    };

    if (getenv("UNDER_VALGRIND")) {
        puts("1..0 # SKIP children leave their memory to the system");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
