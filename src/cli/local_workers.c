#include "cli/local_workers.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

/* Seconds of one call of wait(). */
static const double PATIENCE = 0.1;

void local_workers_init(struct local_workers *x, uint32_t n,
                        const struct workers_task *task,
                        const volatile sig_atomic_t *interrupted)
{
    *x = (struct local_workers){.task = task};
    jobs_init(&x->jobs, n, interrupted);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&x->all, (struct local_workers_one){0});
}

void local_workers_finish(struct local_workers *x)
{
    jobs_finish(&x->jobs);
    for (uint32_t i = 0; i < x->all.len; i++)
        if (x->all.at[i].is_busy)
            batch_block_finish(&x->all.at[i].block);
    vec_free(&x->all);
}

/* --- the child ------------------------------------------------------------ */

struct local_workers_child {
    const struct workers_task *task;
    const struct assignment *what;
    const struct batch_block *block;
};

static uint32_t milliseconds_of(int who)
{
    struct rusage usage;

    (void)getrusage(who, &usage);
    return (uint32_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
           (uint32_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

/* What it says at its end: "done 120", or "interrupted 120". */
static void say_end(int fd, bool interrupted)
{
    const uint32_t milliseconds =
        milliseconds_of(RUSAGE_SELF) + milliseconds_of(RUSAGE_CHILDREN);
    char line[32];
    const int n = snprintf(line, sizeof line, "%s %" PRIu32 "\n",
                           interrupted ? "interrupted" : "done", milliseconds);

    (void)child_send(fd, line, (size_t)n);
}

static int run(void *self, int fd)
{
    const struct local_workers_child *const child = self;
    const struct workers_task *const task = child->task;
    bool interrupted = false;
    enum outcome_code code;

    if (!batch_block_enter(child->block))
        return OUTCOME_INTERNAL;
    code =
        task->run(task->self, child->what, child->block->lines, &interrupted);
    say_end(fd, interrupted);
    return (int)code;
}

/* --- the parent ----------------------------------------------------------- */

static bool start(void *self, uint32_t worker, const struct assignment *what)
{
    struct local_workers *const x = self;
    struct local_workers_one *const w = &x->all.at[worker];
    struct local_workers_child child = {x->task, what, &w->block};
    const struct child_work work = {run, &child};

    *w = (struct local_workers_one){.number = what->number};
    if (!batch_block_init(&w->block, x->task->has_lines))
        return false;
    w->is_busy = jobs_start(&x->jobs, worker, &work, x->task->seconds);
    if (!w->is_busy) {
        const int why = errno;

        batch_block_finish(&w->block);
        errno = why;
    }
    return w->is_busy;
}

static enum assignment_end end_of(const struct local_workers_one *w,
                                  const struct jobs_event *event)
{
    switch (event->end) {
    case CHILD_KILLED:
        return ASSIGNMENT_LATE;
    case CHILD_STARVED:
        return ASSIGNMENT_STARVED;
    case CHILD_CRASHED:
        return ASSIGNMENT_CRASHED;
    case CHILD_EXITED:
        break;
    }
    return w->was_interrupted                ? ASSIGNMENT_INTERRUPTED
           : w->done                         ? ASSIGNMENT_ENDED
           : event->code == OUTCOME_INTERNAL ? ASSIGNMENT_EMPTY
                                             : ASSIGNMENT_CRASHED;
}

static void take(struct local_workers *x, const struct jobs_event *event,
                 struct assignment_report *report)
{
    struct local_workers_one *const w = &x->all.at[event->number];

    *report = (struct assignment_report){
        .number = w->number,
        .worker = event->number,
        .end = end_of(w, event),
        .code = event->code,
        .milliseconds = w->milliseconds,
    };
    batch_block_take(&w->block, &report->out, &report->err, &report->lines);
    batch_block_finish(&w->block);
    w->is_busy = false;
}

static void take_line(struct local_workers_one *w, const char *line)
{
    w->done = true;
    w->was_interrupted = *line == 'i';
    w->milliseconds = (uint32_t)strtoul(line + strcspn(line, " "), NULL, 10);
}

static bool wait_for(void *self, struct assignment_report *report)
{
    struct local_workers *const x = self;
    const double until = child_now() + PATIENCE;
    struct jobs_event event;

    for (;;)
        switch (jobs_next(&x->jobs, until, &event)) {
        case JOBS_LINE:
            take_line(&x->all.at[event.number], event.line);
            break;
        case JOBS_END:
            take(x, &event, report);
            return true;
        case JOBS_LATE:
            return false;
        }
}

/* The signal that this process has noticed was passed on. */
static void interrupt(void *self)
{
    (void)self;
}

struct workers local_workers_of(struct local_workers *x)
{
    return (struct workers){
        .n = x->all.len,
        .self = x,
        .start = start,
        .wait = wait_for,
        .interrupt = interrupt,
    };
}
