/* The threads of a crew work between two meetings, and only then. */
#include "test.h"

#include "base/crew.h"

#include <time.h>

enum { N_THREADS = 3, N_ROUNDS = 2000, N_SLOW = 3 };

struct rounds {
    struct crew crew;
    uint32_t round; /* of the leader; others read it while they work */
    uint32_t done[N_THREADS];  /* by thread: rounds */
    uint32_t wrong[N_THREADS]; /* in which it saw another round */
    uint64_t idle[N_THREADS];
};

static void work(void *self, uint32_t i)
{
    struct rounds *const x = self;

    while (crew_wait(&x->crew)) {
        x->done[i - 1]++;
        x->wrong[i - 1] += x->round != x->done[i - 1];
    }
}

static void pass(long milliseconds)
{
    const struct timespec time = {.tv_nsec = milliseconds * 1000000};

    (void)nanosleep(&time, NULL);
}

/* Now and then the leader, alone, takes so long that the others sleep. */
static void each_thread_works_once_a_round(void **state)
{
    struct rounds *const x = mem_zero(1, sizeof *x);

    (void)state;
    crew_init(&x->crew, N_THREADS, work, x);
    assert_int_equal(x->crew.n_threads, N_THREADS);
    crew_gather(&x->crew);
    for (uint32_t round = 1; round <= N_ROUNDS; round++) {
        if (round % (N_ROUNDS / N_SLOW) == 0)
            pass(30);
        x->round = round;
        crew_release(&x->crew);
        crew_gather(&x->crew);
        for (uint32_t i = 0; i < N_THREADS; i++)
            assert_int_equal(x->done[i], round);
    }
    crew_finish(&x->crew);
    for (uint32_t i = 0; i < N_THREADS; i++)
        assert_int_equal(x->wrong[i], 0);
    mem_free(x);
}

static void work_slowly(void *self, uint32_t i)
{
    struct rounds *const x = self;

    while (crew_wait(&x->crew)) {
        pass(30);
        x->done[i - 1]++;
    }
}

static void the_leader_sleeps_until_all_wait(void **state)
{
    struct rounds *const x = mem_zero(1, sizeof *x);

    (void)state;
    crew_init(&x->crew, N_THREADS, work_slowly, x);
    crew_gather(&x->crew);
    for (uint32_t round = 1; round <= N_SLOW; round++) {
        crew_release(&x->crew);
        crew_gather(&x->crew);
        for (uint32_t i = 0; i < N_THREADS; i++)
            assert_int_equal(x->done[i], round);
    }
    crew_finish(&x->crew);
    mem_free(x);
}

/* Waiting, a thread has something else to do until it is released. */
static void work_and_idle(void *self, uint32_t i)
{
    struct rounds *const x = self;
    bool goes_on = true;

    while (goes_on) {
        const uint64_t meeting = crew_arrive(&x->crew);

        while (!crew_is_released(&x->crew, meeting))
            x->idle[i - 1]++;
        goes_on = crew_await(&x->crew, meeting);
        x->done[i - 1] += goes_on;
    }
}

static void the_leader_does_not_wait_for_idlers(void **state)
{
    struct rounds *const x = mem_zero(1, sizeof *x);

    (void)state;
    crew_init(&x->crew, N_THREADS, work_and_idle, x);
    crew_gather(&x->crew);
    for (uint32_t round = 1; round <= N_SLOW; round++) {
        pass(10);
        crew_release(&x->crew);
        crew_gather(&x->crew);
        for (uint32_t i = 0; i < N_THREADS; i++)
            assert_int_equal(x->done[i], round);
    }
    crew_dismiss(&x->crew);
    crew_dismiss(&x->crew);
    crew_finish(&x->crew);
    for (uint32_t i = 0; i < N_THREADS; i++) {
        assert_int_equal(x->done[i], N_SLOW);
        assert_true(x->idle[i] > 0);
    }
    mem_free(x);
}

MODULE(crew)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_works_once_a_round),
        cmocka_unit_test(the_leader_sleeps_until_all_wait),
        cmocka_unit_test(the_leader_does_not_wait_for_idlers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
