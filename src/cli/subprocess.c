#include "cli/subprocess.h"

#include "base/child.h"
#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* The exit code of a process that ends because memory ran out. */
enum { OUT_OF_MEMORY = 5 };

/* The interval at which the parent checks the interruption and the clock. */
enum { LOOK = 100 /* milliseconds */ };

/* --- results as bytes ----------------------------------------------------- */

/* The child writes a result, the parent reads it.  The same program does both,
 * so fields are passed as they are. */
struct wire {
    text_buffer written;
    const struct child *from; /* whose bytes are read; NULL: writes */
    uint32_t at;              /* bytes before it were read */
};

/* False when what is read ends before. */
static bool pass(struct wire *wire, void *field, size_t n)
{
    if (!wire->from) {
        text_add(&wire->written, field, n);
        return true;
    }
    if (wire->from->bytes.len - wire->at < n)
        return false;
    if (n)
        memcpy(field, wire->from->bytes.at + wire->at, n);
    wire->at += (uint32_t)n;
    return true;
}

#define PASS(field) pass(wire, &(field), sizeof(field))

static bool pass_run(struct wire *wire, result_run *run)
{
    uint32_t n = run->len;

    if (!PASS(n) || (wire->from &&
                     (wire->from->bytes.len - wire->at) / sizeof *run->at < n))
        return false;
    vec_reserve(run, n - run->len);
    run->len = n;
    return pass(wire, run->at, n * sizeof *run->at);
}

static bool pass_finding(struct wire *wire, struct result_finding *finding)
{
    return PASS(finding->verdict) && PASS(finding->if_safe) &&
           PASS(finding->transition) && PASS(finding->seconds) &&
           PASS(finding->engine) && pass_run(wire, &finding->run);
}

static bool pass_figures(struct wire *wire, struct result *result)
{
    const struct result_figure none = {0};
    uint32_t n = result->figures.len;
    bool good = PASS(n);

    for (uint32_t i = 0; good && i < n; i++) {
        if (wire->from)
            vec_push(&result->figures, none);
        good = PASS(result->figures.at[i]);
    }
    return good;
}

static bool pass_result(struct wire *wire, struct result *result)
{
    bool good = PASS(result->status) && PASS(result->error) &&
                PASS(result->stop) && PASS(result->is_safe) &&
                PASS(result->engine) && PASS(result->seconds) &&
                PASS(result->work) && PASS(result->peak_bytes) &&
                PASS(result->unsafe_transition) && PASS(result->unsafe_place) &&
                PASS(result->warning) && pass_figures(wire, result) &&
                pass_run(wire, &result->unsafe_run);

    for (uint32_t i = 0; good && i < result->n_findings; i++)
        good = pass_finding(wire, &result->findings[i]);
    return good;
}

/* --- the child ------------------------------------------------------------ */

struct subprocess_job {
    const struct subprocess_work *work;
    struct result *result;
};

static int run_job(void *self, int fd)
{
    const struct subprocess_job *const job = self;
    struct wire wire = {0};
    bool good;

    job->work->run(job->work->self, job->result);
    if (job->result->status == PUNFPOR_OUT_OF_MEMORY)
        return OUT_OF_MEMORY;
    (void)pass_result(&wire, job->result);
    good = child_send(fd, wire.written.at, wire.written.len);
    vec_free(&wire.written);
    return good ? 0 : 1;
}

/* --- the parent ---------------------------------------------------------- */

/* Until the child closes its end. */
static void receive(struct child *child, const struct subprocess_limits *limits)
{
    struct pollfd wait = {.fd = child->fd, .events = POLLIN};
    bool open = true;

    while (open) {
        child_watch(child, limits->interrupted);
        if (poll(&wait, 1, LOOK) > 0)
            open = child_read(child);
    }
}

static enum subprocess_end end_of(struct child *child)
{
    switch (child_reap(child)) {
    case CHILD_EXITED:
        return child->code == 0               ? SUBPROCESS_ENDED
               : child->code == OUT_OF_MEMORY ? SUBPROCESS_MEMORY
                                              : SUBPROCESS_CRASHED;
    case CHILD_KILLED:
        return SUBPROCESS_KILLED;
    case CHILD_STARVED:
        return SUBPROCESS_MEMORY;
    case CHILD_CRASHED:
        break;
    }
    return SUBPROCESS_CRASHED;
}

static bool get_result(const struct child *child, struct result *result)
{
    struct wire wire = {.from = child};

    return pass_result(&wire, result) && wire.at == child->bytes.len;
}

bool subprocess_run(const struct subprocess_work *work,
                    const struct subprocess_limits *limits,
                    struct result *result, enum subprocess_end *end,
                    struct diag *diag)
{
    const uint32_t n_questions = result->n_findings;
    struct subprocess_job job = {work, result};
    struct child child;

    if (!child_start(&child, &(struct child_work){run_job, &job},
                     limits->seconds))
        return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                           "no process for a row of the comparison: %s",
                           strerror(errno));
    receive(&child, limits);
    *end = end_of(&child);
    if (*end == SUBPROCESS_ENDED && !get_result(&child, result))
        *end = SUBPROCESS_CRASHED;
    if (*end != SUBPROCESS_ENDED) {
        result_finish(result);
        result_init(result, n_questions);
        result->seconds = child_now() - child.start;
    }
    child_finish(&child);
    return true;
}
