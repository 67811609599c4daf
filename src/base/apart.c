#include "base/apart.h"

#include "base/child.h"
#include "base/mem.h"
#include "base/system.h"

#include <poll.h>

/* The interval at which the parent looks at the limits. */
enum { LOOK = 50 /* milliseconds */ };

/* The last byte of the child. */
enum { GOOD = 1, BAD = 0 };

struct apart_job {
    apart_work *work;
    const void *self;
    uint64_t bytes;
};

/* In the child: without memory it must not return into its copy of the
 * parent. */
static int work_apart(void *self, int fd)
{
    const struct apart_job *const job = self;
    struct mem_scope scope;
    FILE *file;
    bool good;

    mem_enter(&scope);
    if (setjmp(scope.back))
        return 1;
    if (job->bytes)
        child_bound_memory((size_t)job->bytes);
    file = fdopen(fd, "w");
    if (!file)
        return 1;
    good = job->work(job->self, file);
    (void)putc(good ? GOOD : BAD, file);
    return fflush(file) ? 1 : 0;
}

/* If memory runs out while the parent reads. */
static void end_child(void *self)
{
    struct child *const child = self;

    child_kill(child);
    (void)child_reap(child);
}

static bool must_end(struct child *child, const struct apart_limits *limits,
                     enum apart_end *end)
{
    if (limits->stop && limits->stop(limits->stop_data))
        *end = APART_STOPPED;
    else if (limits->seconds > 0 &&
             system_now() - child->start > limits->seconds)
        *end = APART_LATE;
    return *end != APART_DONE;
}

/* Reads until the child closes its end, or must end. */
static enum apart_end receive(struct child *child,
                              const struct apart_limits *limits)
{
    struct pollfd wait = {.fd = child->fd, .events = POLLIN};
    enum apart_end end = APART_DONE;

    while (!must_end(child, limits, &end))
        if (poll(&wait, 1, LOOK) > 0 && !child_read(child))
            break;
    if (end != APART_DONE)
        child_kill(child);
    return end;
}

/* The last byte tells how it went: the caller's program may collect the exit
 * codes of all children. */
static enum apart_end take_bytes(struct child *child, text_buffer *bytes)
{
    const uint32_t n = child->bytes.len;

    if (!n || child->bytes.at[n - 1] != GOOD)
        return APART_FAILED;
    text_add(bytes, (const char *)child->bytes.at, n - 1);
    return APART_DONE;
}

enum apart_end apart_run(apart_work *run, const void *self,
                         const struct apart_limits *limits, text_buffer *bytes)
{
    struct apart_job job = {run, self, limits->bytes};
    struct mem_guard guard;
    struct child child;
    enum apart_end end;

    if (!child_start(&child, work_apart, &job, 0))
        return APART_ALONE;
    mem_guard(&guard, end_child, &child);
    end = receive(&child, limits);
    mem_unguard(&guard);
    (void)child_reap(&child);
    if (end == APART_DONE)
        end = take_bytes(&child, bytes);
    child_finish(&child);
    return end;
}
