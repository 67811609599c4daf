/* Children side by side: their lines, their ends, their deadlines. */
#include "base/system.h"
#include "cli/jobs.h"
#include "test.h"

#include <time.h>
#include <unistd.h>

static int say(void *self, int fd)
{
    const char *const text = self;

    return child_send(fd, text, strlen(text)) ? 0 : 1;
}

static int end_early(void *self, int fd)
{
    (void)fd;
    return *(const int *)self;
}

static int be_killed(void *self, int fd)
{
    (void)self, (void)fd;
    raise(SIGKILL);
    return 0;
}

/* The child's copy of the flag. */
static volatile sig_atomic_t flag;

static void raise_flag(int signal)
{
    (void)signal;
    flag = 1;
}

static int wait_for_flag(void *self, int fd)
{
    (void)self, (void)fd;
    while (!flag)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return 0;
}

static int crash(void *self, int fd)
{
    (void)child_send(fd, "half", 4);
    (void)self;
    abort();
}

static int sleep_long(void *self, int fd)
{
    (void)self;
    (void)fd;
    sleep(100);
    return 0;
}

static void start(struct jobs *jobs, uint32_t number,
                  int (*run)(void *self, int fd), void *self)
{
    assert_true(jobs_start(jobs, number, run, self, 0));
}

static void lines_come_whole_and_in_order(void **state)
{
    char text[] = "one\ntwo\n\nrest";
    struct jobs jobs;
    struct jobs_event event;

    (void)state;
    jobs_init(&jobs, 1, NULL);
    start(&jobs, 5, say, text);
    assert_int_equal(jobs_next(&jobs, 0, &event), JOBS_LINE);
    assert_string_equal(event.line, "one");
    assert_int_equal(event.number, 5);
    assert_int_equal(jobs_next(&jobs, 0, &event), JOBS_LINE);
    assert_string_equal(event.line, "two");
    assert_int_equal(jobs_next(&jobs, 0, &event), JOBS_LINE);
    assert_string_equal(event.line, "");
    assert_int_equal(jobs_next(&jobs, 0, &event), JOBS_END);
    assert_int_equal(event.end, CHILD_DONE);
    assert_int_equal(jobs.children.len, 0);
    jobs_finish(&jobs);
}

static void each_child_has_its_end(void **state)
{
    char text[] = "a\n";
    struct jobs jobs;
    struct jobs_event event;
    uint32_t lines = 0;
    int empty = CHILD_NO_MEMORY, other = 1;
    enum child_end ends[6];

    (void)state;
    jobs_init(&jobs, 6, NULL);
    start(&jobs, 0, say, text);
    start(&jobs, 1, crash, NULL);
    start(&jobs, 2, sleep_long, NULL);
    child_kill(&jobs.children.at[2].child);
    start(&jobs, 3, end_early, &empty);
    start(&jobs, 4, end_early, &other);
    start(&jobs, 5, be_killed, NULL);
    while (jobs.children.len)
        if (jobs_next(&jobs, 0, &event) == JOBS_LINE)
            lines++;
        else
            ends[event.number] = event.end;
    assert_int_equal(lines, 1);
    assert_int_equal(ends[0], CHILD_DONE);
    assert_int_equal(ends[1], CHILD_CRASHED);
    assert_int_equal(ends[2], CHILD_KILLED);
    assert_int_equal(ends[3], CHILD_EMPTY);
    assert_int_equal(ends[4], CHILD_CRASHED);
    assert_int_equal(ends[5], CHILD_STARVED);
    jobs_finish(&jobs);
}

static void an_interruption_is_passed_on(void **state)
{
    static const volatile sig_atomic_t interrupted = 1;
    void (*const old)(int) = signal(SIGINT, raise_flag);
    struct jobs_event event;
    struct jobs jobs;

    (void)state;
    jobs_init(&jobs, 1, &interrupted);
    start(&jobs, 0, wait_for_flag, NULL);
    assert_int_equal(jobs_next(&jobs, 0, &event), JOBS_END);
    signal(SIGINT, old);
    assert_int_equal(event.end, CHILD_DONE);
    assert_int_equal(flag, 0);
    jobs_finish(&jobs);
}

static void a_late_child_is_killed(void **state)
{
    struct jobs_event event;
    struct jobs jobs;

    (void)state;
    jobs_init(&jobs, 1, NULL);
    assert_true(jobs_start(&jobs, 0, sleep_long, NULL, 0.01));
    assert_int_equal(jobs_next(&jobs, 0, &event), JOBS_END);
    assert_int_equal(event.end, CHILD_KILLED);
    jobs_finish(&jobs);
}

static void waiting_has_an_end(void **state)
{
    struct jobs jobs;
    struct jobs_event event;
    const double from = system_now();

    (void)state;
    jobs_init(&jobs, 1, NULL);
    start(&jobs, 0, sleep_long, NULL);
    assert_int_equal(jobs_next(&jobs, from + 0.2, &event), JOBS_LATE);
    assert_true(system_now() - from < 10);
    jobs_finish(&jobs);
}

#ifndef SANITIZED
/* 0 when the bound holds: large blocks are private mappings. */
static int eat(void *self, int fd)
{
    enum { PIECE = 1 << 20, MOST = 1000 };
    void *pieces[MOST];
    int n = 0;

    (void)self;
    (void)fd;
    child_bound_memory((size_t)64 * PIECE);
    while (n < MOST && (pieces[n] = aligned_alloc(64, PIECE)))
        n++;
    return n < 100 ? 0 : 1;
}

static void memory_is_bounded(void **state)
{
    struct jobs jobs;
    struct jobs_event event;

    (void)state;
    jobs_init(&jobs, 1, NULL);
    start(&jobs, 0, eat, NULL);
    assert_int_equal(jobs_next(&jobs, 0, &event), JOBS_END);
    assert_int_equal(event.end, CHILD_DONE);
    jobs_finish(&jobs);
}
#endif

MODULE(jobs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_whole_and_in_order),
        cmocka_unit_test(each_child_has_its_end),
        cmocka_unit_test(an_interruption_is_passed_on),
        cmocka_unit_test(a_late_child_is_killed),
        cmocka_unit_test(waiting_has_an_end),
#ifndef SANITIZED
        cmocka_unit_test(memory_is_bounded),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
