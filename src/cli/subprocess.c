#include "cli/subprocess.h"

#include "base/child.h"
#include "base/mem.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* The exit code of a process that ends because memory ran out. */
enum { OUT_OF_MEMORY = 5 };

/* The interval at which the parent checks the interruption and the clock. */
enum { LOOK = 100 /* milliseconds */ };

/* The first data in the pipe.  The same program reads them, so structs are sent
 * as they are.  The figures follow, then the findings, each with its run, and
 * the run to a second token. */
struct subprocess_head {
    enum punfpor_status status;
    punfpor_error error;
    enum punfpor_stop stop;
    bool is_safe;
    char engine[RESULT_NAME];
    double seconds;
    uint64_t work, peak_bytes;
    uint32_t unsafe_transition, unsafe_place;
    uint32_t n_figures;
    char warning[RESULT_WARNING];
};

struct part {
    enum punfpor_verdict verdict;
    bool if_safe;
    uint32_t transition;
    double seconds;
    char engine[RESULT_NAME];
    uint32_t n_steps;
};

/* --- the child ----------------------------------------------------------- */

static bool send_head(int fd, const struct result *result)
{
    struct subprocess_head head;

    memset(&head, 0, sizeof head); /* padding as well */
    head.status = result->status;
    head.error = result->error;
    head.stop = result->stop;
    head.is_safe = result->is_safe;
    memcpy(head.engine, result->engine, sizeof head.engine);
    head.seconds = result->seconds;
    head.work = result->work;
    head.peak_bytes = result->peak_bytes;
    head.unsafe_transition = result->unsafe_transition;
    head.unsafe_place = result->unsafe_place;
    head.n_figures = result->figures.len;
    memcpy(head.warning, result->warning, sizeof head.warning);
    return child_send(fd, &head, sizeof head) &&
           child_send(fd, result->figures.at,
                      result->figures.len * sizeof *result->figures.at);
}

static bool send_finding(int fd, const struct result_finding *finding)
{
    struct part part;

    memset(&part, 0, sizeof part);
    part.verdict = finding->verdict;
    part.if_safe = finding->if_safe;
    part.transition = finding->transition;
    part.seconds = finding->seconds;
    memcpy(part.engine, finding->engine, sizeof part.engine);
    part.n_steps = finding->run.len;
    return child_send(fd, &part, sizeof part) &&
           child_send(fd, finding->run.at,
                      finding->run.len * sizeof *finding->run.at);
}

static bool send_result(int fd, const struct result *result)
{
    const struct result_finding unsafe = {.run = result->unsafe_run};
    bool good = send_head(fd, result);

    for (uint32_t i = 0; good && i < result->n_findings; i++)
        good = send_finding(fd, &result->findings[i]);
    return good && send_finding(fd, &unsafe);
}

struct subprocess_job {
    const struct subprocess_work *work;
    struct result *result;
};

static int run_job(void *self, int fd)
{
    const struct subprocess_job *const job = self;

    job->work->run(job->work->self, job->result);
    if (job->result->status == PUNFPOR_OUT_OF_MEMORY)
        return OUT_OF_MEMORY;
    return send_result(fd, job->result) ? 0 : 1;
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

/* Reads n bytes off the front of what is left. */
static bool get_bytes(const struct child *child, uint32_t *at, void *to,
                      size_t n)
{
    if (child->bytes.len - *at < n)
        return false;
    if (n)
        memcpy(to, child->bytes.at + *at, n);
    *at += (uint32_t)n;
    return true;
}

static bool get_figures(const struct child *child, uint32_t *at,
                        struct result *result, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct result_figure figure;

        if (!get_bytes(child, at, &figure, sizeof figure))
            return false;
        vec_push(&result->figures, figure);
    }
    return true;
}

static bool get_finding(const struct child *child, uint32_t *at,
                        struct result_finding *finding)
{
    result_run *const run = &finding->run;
    struct part part;

    if (!get_bytes(child, at, &part, sizeof part) ||
        (child->bytes.len - *at) / sizeof *run->at < part.n_steps)
        return false;
    finding->verdict = part.verdict;
    finding->if_safe = part.if_safe;
    finding->transition = part.transition;
    finding->seconds = part.seconds;
    memcpy(finding->engine, part.engine, sizeof part.engine);
    vec_reserve(run, part.n_steps);
    run->len = part.n_steps;
    return get_bytes(child, at, run->at, part.n_steps * sizeof *run->at);
}

static bool get_result(const struct child *child, struct result *result)
{
    struct result_finding unsafe = {0};
    struct subprocess_head head;
    uint32_t at = 0;
    bool good = get_bytes(child, &at, &head, sizeof head) &&
                get_figures(child, &at, result, head.n_figures);

    for (uint32_t i = 0; good && i < result->n_findings; i++)
        good = get_finding(child, &at, &result->findings[i]);
    if (!good || !get_finding(child, &at, &unsafe) || at != child->bytes.len) {
        vec_free(&unsafe.run);
        return false;
    }
    result->status = head.status;
    result->error = head.error;
    result->stop = head.stop;
    result->is_safe = head.is_safe;
    memcpy(result->engine, head.engine, sizeof head.engine);
    result->seconds = head.seconds;
    result->work = head.work;
    result->peak_bytes = head.peak_bytes;
    result->unsafe_run = unsafe.run;
    result->unsafe_transition = head.unsafe_transition;
    result->unsafe_place = head.unsafe_place;
    memcpy(result->warning, head.warning, sizeof head.warning);
    return true;
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
