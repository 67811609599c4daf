#include "cli/jobs.h"

#include "base/system.h"

#include <poll.h>
#include <string.h>

/* The interval at which the parent looks at signals and deadlines. */
enum { LOOK = 100 /* milliseconds */ };

void jobs_init(struct jobs *jobs, uint32_t most,
               const volatile sig_atomic_t *interrupted)
{
    *jobs = (struct jobs){.most = most, .interrupted = interrupted};
}

void jobs_finish(struct jobs *jobs)
{
    for (uint32_t i = 0; i < jobs->children.len; i++) {
        child_kill(&jobs->children.at[i].child);
        (void)child_reap(&jobs->children.at[i].child);
        child_finish(&jobs->children.at[i].child);
    }
    vec_free(&jobs->children);
}

bool jobs_start(struct jobs *jobs, uint32_t number, child_work *work,
                void *self, double seconds)
{
    struct jobs_child fresh = {.number = number};

    if (!child_start(&fresh.child, work, self, seconds))
        return false;
    vec_push(&jobs->children, fresh);
    return true;
}

void jobs_kill(struct jobs *jobs, uint32_t number)
{
    for (uint32_t i = 0; i < jobs->children.len; i++)
        if (jobs->children.at[i].number == number)
            child_kill(&jobs->children.at[i].child);
}

/* Removes the line that was delivered before. */
static void drop_taken(struct jobs_child *job)
{
    struct child *const child = &job->child;

    if (job->taken == 0)
        return;
    memmove(child->bytes.at, child->bytes.at + job->taken,
            child->bytes.len - job->taken);
    child->bytes.len -= job->taken;
    job->taken = job->seen = 0;
}

/* The next whole line, if the child has sent one. */
static bool take_line(struct jobs_child *job, struct jobs_event *event)
{
    struct child *const child = &job->child;
    unsigned char *end = NULL;

    drop_taken(job);
    if (job->seen < child->bytes.len)
        end = memchr(child->bytes.at + job->seen, '\n',
                     child->bytes.len - job->seen);
    job->seen = child->bytes.len;
    if (!end)
        return false;
    *end = '\0';
    job->taken = (uint32_t)(end - child->bytes.at) + 1;
    *event = (struct jobs_event){.number = job->number,
                                 .line = (const char *)child->bytes.at};
    return true;
}

/* The end of child i, which closed its pipe. */
static void take_end(struct jobs *jobs, uint32_t i, struct jobs_event *event)
{
    struct jobs_child *const job = &jobs->children.at[i];

    *event = (struct jobs_event){.number = job->number,
                                 .end = child_reap(&job->child)};
    child_finish(&job->child);
    jobs->children.at[i] = jobs->children.at[jobs->children.len - 1];
    jobs->children.len--;
}

/* What was received and not delivered yet. */
static bool take_event(struct jobs *jobs, enum jobs_kind *kind,
                       struct jobs_event *event)
{
    for (uint32_t i = 0; i < jobs->children.len; i++) {
        if (take_line(&jobs->children.at[i], event)) {
            *kind = JOBS_LINE;
            return true;
        }
        if (jobs->children.at[i].closed) {
            take_end(jobs, i, event);
            *kind = JOBS_END;
            return true;
        }
    }
    return false;
}

/* Waits a little, and reads from all children that have something. */
static void receive(struct jobs *jobs)
{
    VEC(struct pollfd) waits = {0};

    for (uint32_t i = 0; i < jobs->children.len; i++) {
        struct child *const child = &jobs->children.at[i].child;
        const struct pollfd wait = {.fd = child->fd, .events = POLLIN};

        child_watch(child, jobs->interrupted);
        vec_push(&waits, wait);
    }
    if (poll(waits.at, waits.len, LOOK) > 0)
        for (uint32_t i = 0; i < jobs->children.len; i++)
            if (waits.at[i].revents)
                jobs->children.at[i].closed =
                    !child_read(&jobs->children.at[i].child);
    vec_free(&waits);
}

enum jobs_kind jobs_next(struct jobs *jobs, double until,
                         struct jobs_event *event)
{
    bool interrupted = jobs->interrupted && *jobs->interrupted;
    enum jobs_kind kind;

    while (!take_event(jobs, &kind, event)) {
        if (until > 0 && system_now() >= until)
            return JOBS_LATE;
        receive(jobs);
        if (!interrupted && jobs->interrupted && *jobs->interrupted)
            return JOBS_LATE;
    }
    return kind;
}
