/* tasks_model.c - predicts independent tasks on many processes.
 *
 *     tasks_model < FILE
 *
 * Each line of the file has the guess of a task, as the program makes it, and
 * its measured time in milliseconds.  A simulation of discrete events hands
 * them to N ranks with src/cli/schedule.c, the module of the program, and once
 * more in the order of the lines.  A message takes 50 microseconds, and the
 * leader handles one after the other, each for 20.  Output: a line for each N
 * with the seconds, the speed-up over one rank, and the bound that no schedule
 * can exceed: total / max(longest task, total / N). */
#include "cli/schedule.h"

#include <inttypes.h>
#include <stdio.h>

/* In microseconds. */
enum { LATENCY = 50, HANDLING = 20 };

struct tasks_model_task {
    uint64_t guess;
    double microseconds;
};

typedef VEC(struct tasks_model_task) tasks_model;

/* The rank whose task ends first; those without a task have no end. */
static uint32_t first_of(const double *ends, uint32_t n)
{
    uint32_t first = 0;

    for (uint32_t i = 1; i < n; i++)
        if (ends[i] < ends[first])
            first = i;
    return first;
}

/* Seconds until the last report. */
static double simulate(const tasks_model *tasks, uint32_t n_ranks,
                       bool by_guess)
{
    static const double never = 1e300;
    struct schedule schedule = {0};
    double *const ends = mem_alloc(n_ranks, sizeof *ends);
    double leader = 0;
    uint32_t n_busy = 0, number;

    for (uint32_t i = 0; i < tasks->len; i++) {
        const struct schedule_task task = {by_guess ? tasks->at[i].guess : 0, i,
                                           SCHEDULE_NONE};

        schedule_add(&schedule, &task);
    }
    for (uint32_t rank = 0; rank < n_ranks; rank++) {
        ends[rank] = never;
        if (!schedule_take(&schedule, rank, false, &number))
            continue;
        leader += HANDLING;
        ends[rank] = leader + 2 * LATENCY + tasks->at[number].microseconds;
        n_busy++;
    }
    while (n_busy) {
        const uint32_t rank = first_of(ends, n_ranks);

        leader = (leader > ends[rank] ? leader : ends[rank]) + HANDLING;
        ends[rank] = never;
        if (schedule_take(&schedule, rank, false, &number))
            ends[rank] = leader + 2 * LATENCY + tasks->at[number].microseconds;
        else
            n_busy--;
    }
    schedule_finish(&schedule);
    mem_free(ends);
    return leader * 1e-6;
}

static void print_row(const tasks_model *tasks, uint32_t n_ranks, double total,
                      double longest)
{
    const double sorted = simulate(tasks, n_ranks, true);
    const double asked = simulate(tasks, n_ranks, false);
    const double share = total / n_ranks;

    printf("%6" PRIu32 " %10.2f %9.1f %10.2f %9.1f %9.1f\n", n_ranks, sorted,
           total / sorted, asked, total / asked,
           total / (share > longest ? share : longest));
}

int main(void)
{
    static const uint32_t ranks[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 1024};
    tasks_model tasks = {0};
    struct tasks_model_task task;
    double milliseconds, total = 0, longest = 0;

    while (scanf("%" SCNu64 " %lf", &task.guess, &milliseconds) == 2) {
        task.microseconds = milliseconds * 1000;
        vec_push(&tasks, task);
        total += milliseconds / 1000;
        if (milliseconds / 1000 > longest)
            longest = milliseconds / 1000;
    }
    printf("%" PRIu32 " tasks, %.2f s, the longest %.2f s\n", tasks.len, total,
           longest);
    printf(" ranks    seconds  speed-up   as asked  speed-up     bound\n");
    for (uint32_t i = 0; tasks.len && i < sizeof ranks / sizeof *ranks; i++)
        print_row(&tasks, ranks[i], total, longest);
    vec_free(&tasks);
    return 0;
}
