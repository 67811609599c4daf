#include "cli/schedule.h"

void schedule_finish(struct schedule *schedule)
{
    vec_free(&schedule->open);
}

static bool comes_before(const struct schedule_task *a,
                         const struct schedule_task *b)
{
    return a->guess != b->guess ? a->guess > b->guess : a->number < b->number;
}

static void swap(struct schedule *schedule, uint32_t i, uint32_t j)
{
    const struct schedule_task task = schedule->open.at[i];

    schedule->open.at[i] = schedule->open.at[j];
    schedule->open.at[j] = task;
}

void schedule_add(struct schedule *schedule, const struct schedule_task *task)
{
    const struct schedule_task *at;

    vec_push(&schedule->open, *task);
    at = schedule->open.at;
    for (uint32_t i = schedule->open.len - 1;
         i && comes_before(&at[i], &at[(i - 1) / 2]); i = (i - 1) / 2)
        swap(schedule, i, (i - 1) / 2);
}

static struct schedule_task remove_first(struct schedule *schedule)
{
    const struct schedule_task first = schedule->open.at[0];
    const struct schedule_task *const at = schedule->open.at;
    const uint32_t n = schedule->open.len - 1;
    uint32_t i = 0;

    schedule->open.at[0] = vec_pop(&schedule->open);
    for (;;) {
        uint32_t best = i;

        for (uint32_t c = 2 * i + 1; c <= 2 * i + 2 && c < n; c++)
            if (comes_before(&at[c], &at[best]))
                best = c;
        if (best == i)
            return first;
        swap(schedule, i, best);
        i = best;
    }
}

bool schedule_take(struct schedule *schedule, uint32_t worker, bool is_alone,
                   uint32_t *number)
{
    VEC(struct schedule_task) others = {0}; /* tasks of other workers */
    bool found = false;

    while (schedule->open.len && !found) {
        const struct schedule_task task = remove_first(schedule);

        found = task.lost_by != worker || is_alone;
        if (found)
            *number = task.number;
        else
            vec_push(&others, task);
    }
    for (uint32_t i = 0; i < others.len; i++)
        schedule_add(schedule, &others.at[i]);
    vec_free(&others);
    return found;
}

/* --- blocks --------------------------------------------------------------- */

/* So many questions are blocks of their own; of many more, there are as many
 * blocks as questions in one; a list has about so many blocks. */
enum { ALONE = 16, BLOCKS = 256 };

uint32_t schedule_blocks(uint32_t n_questions, uint32_t n_nets)
{
    const uint32_t most = n_nets < BLOCKS ? BLOCKS / n_nets : 1;
    uint32_t n = most < ALONE ? most : ALONE;

    while (n < most && n * n < n_questions)
        n++;
    return n < n_questions ? n : n_questions;
}
