#include "cli/subprocess.h"

#include "base/mem.h"
#include "base/system.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The exit code of a process that ends because memory ran out. */
enum { OUT_OF_MEMORY = 5 };

/* The interval at which the parent checks the interruption and the clock. */
enum { LOOK = 100 /* milliseconds */ };

typedef VEC(unsigned char) byte_list;

/* The first data in the pipe.  The same program reads them, so structs are sent
 * as they are.  The figures follow, then the findings, each with its run, and
 * the run to a second token. */
struct subprocess_head {
    enum punfpor_status status;
    punfpor_error error;
    enum punfpor_stop stop;
    char engine[RESULT_NAME];
    double seconds;
    uint64_t work, peak_bytes;
    uint32_t unsafe_transition, unsafe_place;
    uint32_t n_figures;
};

struct part {
    enum punfpor_verdict verdict;
    double seconds;
    char engine[RESULT_NAME];
    uint32_t n_steps;
};

/* --- the child ----------------------------------------------------------- */

static bool send_bytes(int fd, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;

    while (n > 0) {
        const ssize_t done = write(fd, at, n);

        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            at += done;
            n -= (size_t)done;
        }
    }
    return true;
}

static bool send_head(int fd, const struct result *result)
{
    struct subprocess_head head;

    memset(&head, 0, sizeof head); /* padding as well */
    head.status = result->status;
    head.error = result->error;
    head.stop = result->stop;
    memcpy(head.engine, result->engine, sizeof head.engine);
    head.seconds = result->seconds;
    head.work = result->work;
    head.peak_bytes = result->peak_bytes;
    head.unsafe_transition = result->unsafe_transition;
    head.unsafe_place = result->unsafe_place;
    head.n_figures = result->figures.len;
    return send_bytes(fd, &head, sizeof head) &&
           send_bytes(fd, result->figures.at,
                      result->figures.len * sizeof *result->figures.at);
}

static bool send_finding(int fd, const struct result_finding *finding)
{
    struct part part;

    memset(&part, 0, sizeof part);
    part.verdict = finding->verdict;
    part.seconds = finding->seconds;
    memcpy(part.engine, finding->engine, sizeof part.engine);
    part.n_steps = finding->run.len;
    return send_bytes(fd, &part, sizeof part) &&
           send_bytes(fd, finding->run.at,
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

/* The parent passes on a signal that the terminal may have sent as well: the
 * second one must not kill before the result was sent. */
static void keep_handler(int signal)
{
    struct sigaction action;

    if (sigaction(signal, NULL, &action) == 0) {
        action.sa_flags &= ~(int)SA_RESETHAND;
        sigaction(signal, &action, NULL);
    }
}

/* The child ends without exit(), which would clean up what is the parent's. */
static _Noreturn void run_child(const struct subprocess_work *work,
                                struct result *result, int fd)
{
    system_die_with_parent();
    keep_handler(SIGINT);
    keep_handler(SIGTERM);
    work->run(work->self, result);
    if (result->status == PUNFPOR_OUT_OF_MEMORY)
        _exit(OUT_OF_MEMORY);
    _exit(send_result(fd, result) ? 0 : 1);
}

/* --- the parent ---------------------------------------------------------- */

struct child {
    pid_t pid;
    int fd;
    double start, deadline; /* deadline 0: none */
    bool notified, killed;
    byte_list bytes;
};

static double now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool start(struct child *child, const struct subprocess_work *work,
                  const struct subprocess_limits *limits, struct result *result)
{
    int ends[2];

    *child = (struct child){.start = now()};
    if (limits->seconds > 0) /* enough time to end by itself */
        child->deadline = child->start + 1.5 * limits->seconds + 5;
    if (pipe(ends))
        return false;
    fflush(NULL); /* buffered output would be written twice */
    child->pid = fork();
    child->fd = ends[0];
    if (child->pid == 0) {
        close(ends[0]);
        run_child(work, result, ends[1]);
    }
    close(ends[1]);
    if (child->pid < 0)
        close(ends[0]);
    return child->pid > 0;
}

static void look_at_limits(struct child *child,
                           const struct subprocess_limits *limits)
{
    if (limits->interrupted && *limits->interrupted && !child->notified) {
        child->notified = true;
        kill(child->pid, SIGINT);
    }
    if (child->deadline > 0 && now() > child->deadline && !child->killed) {
        child->killed = true;
        kill(child->pid, SIGKILL);
    }
}

/* Until the child closes its end. */
static void receive(struct child *child, const struct subprocess_limits *limits)
{
    struct pollfd wait = {.fd = child->fd, .events = POLLIN};
    ssize_t n = 1;

    while (n != 0) {
        look_at_limits(child, limits);
        if (poll(&wait, 1, LOOK) <= 0)
            continue;
        vec_reserve(&child->bytes, 4096u);
        n = read(child->fd, child->bytes.at + child->bytes.len, 4096);
        if (n > 0)
            child->bytes.len += (uint32_t)n;
        else if (n < 0 && errno != EINTR)
            break;
    }
    close(child->fd);
}

/* How the child ended, according to its status. */
static enum subprocess_end reap(struct child *child)
{
    int status = 0;

    while (waitpid(child->pid, &status, 0) < 0)
        if (errno != EINTR)
            return SUBPROCESS_CRASHED;
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0               ? SUBPROCESS_ENDED
               : WEXITSTATUS(status) == OUT_OF_MEMORY ? SUBPROCESS_MEMORY
                                                      : SUBPROCESS_CRASHED;
    if (child->killed)
        return SUBPROCESS_KILLED;
    /* Only a machine short of memory sends this signal. */
    return WTERMSIG(status) == SIGKILL ? SUBPROCESS_MEMORY : SUBPROCESS_CRASHED;
}

/* Reads n bytes off the front of what is left. */
static bool get_bytes(const byte_list *bytes, uint32_t *at, void *to, size_t n)
{
    if (bytes->len - *at < n)
        return false;
    if (n)
        memcpy(to, bytes->at + *at, n);
    *at += (uint32_t)n;
    return true;
}

static bool get_figures(const byte_list *bytes, uint32_t *at,
                        struct result *result, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct result_figure figure;

        if (!get_bytes(bytes, at, &figure, sizeof figure))
            return false;
        vec_push(&result->figures, figure);
    }
    return true;
}

static bool get_finding(const byte_list *bytes, uint32_t *at,
                        struct result_finding *finding)
{
    result_run *const run = &finding->run;
    struct part part;

    if (!get_bytes(bytes, at, &part, sizeof part) ||
        (bytes->len - *at) / sizeof *run->at < part.n_steps)
        return false;
    finding->verdict = part.verdict;
    finding->seconds = part.seconds;
    memcpy(finding->engine, part.engine, sizeof part.engine);
    vec_reserve(run, part.n_steps);
    run->len = part.n_steps;
    return get_bytes(bytes, at, run->at, part.n_steps * sizeof *run->at);
}

static bool get_result(const byte_list *bytes, struct result *result)
{
    struct result_finding unsafe = {0};
    struct subprocess_head head;
    uint32_t at = 0;
    bool good = get_bytes(bytes, &at, &head, sizeof head) &&
                get_figures(bytes, &at, result, head.n_figures);

    for (uint32_t i = 0; good && i < result->n_findings; i++)
        good = get_finding(bytes, &at, &result->findings[i]);
    if (!good || !get_finding(bytes, &at, &unsafe) || at != bytes->len) {
        vec_free(&unsafe.run);
        return false;
    }
    result->status = head.status;
    result->error = head.error;
    result->stop = head.stop;
    memcpy(result->engine, head.engine, sizeof head.engine);
    result->seconds = head.seconds;
    result->work = head.work;
    result->peak_bytes = head.peak_bytes;
    result->unsafe_run = unsafe.run;
    result->unsafe_transition = head.unsafe_transition;
    result->unsafe_place = head.unsafe_place;
    return true;
}

bool subprocess_run(const struct subprocess_work *work,
                    const struct subprocess_limits *limits,
                    struct result *result, enum subprocess_end *end,
                    struct diag *diag)
{
    const uint32_t n_questions = result->n_findings;
    struct child child;

    if (!start(&child, work, limits, result))
        return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                           "no process for a row of the comparison: %s",
                           strerror(errno));
    receive(&child, limits);
    *end = reap(&child);
    if (*end == SUBPROCESS_ENDED && !get_result(&child.bytes, result))
        *end = SUBPROCESS_CRASHED;
    if (*end != SUBPROCESS_ENDED) {
        result_finish(result);
        result_init(result, n_questions);
        result->seconds = now() - child.start;
    }
    vec_free(&child.bytes);
    return true;
}
