#include "cli/row.h"

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

/* The exit code of a process whose mem_failed() was called. */
enum { OUT_OF_MEMORY = 5 };

/* How often the parent looks at the interruption and the clock. */
enum { LOOK = 100 /* milliseconds */ };

typedef VEC(unsigned char) byte_list;

/* What comes first through the pipe; the same program reads it, so that
 * structs go as they are.  Behind it the runs follow, of the findings and
 * then the unsafe one. */
struct head {
    enum answer_stop stop;
    struct answer_stats stats;
    trans_id unsafe_trans;
    place_id unsafe_place;
    struct diag diag;
};

/* A run, with the verdict that it belongs to. */
struct part {
    enum answer_verdict verdict;
    uint32_t len;
};

/* The child's side. */

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

static bool send_run(int fd, enum answer_verdict verdict,
                     const witness_run *run)
{
    struct part part;

    memset(&part, 0, sizeof part);
    part.verdict = verdict;
    part.len = run->len;
    return send_bytes(fd, &part, sizeof part) &&
           send_bytes(fd, run->at, run->len * sizeof *run->at);
}

static bool send_answer(int fd, const struct answer *answer)
{
    struct head head;
    bool good;

    memset(&head, 0, sizeof head);
    head.stop = answer->stop;
    head.stats = answer->stats;
    head.unsafe_trans = answer->unsafe_trans;
    head.unsafe_place = answer->unsafe_place;
    head.diag = answer->diag;
    good = send_bytes(fd, &head, sizeof head);
    for (uint32_t i = 0; good && i < answer->n_findings; i++)
        good =
            send_run(fd, answer->findings[i].verdict, &answer->findings[i].run);
    return good && send_run(fd, VERDICT_UNKNOWN, &answer->unsafe_run);
}

/* The parent passes on a signal that the terminal may have sent as well: the
 * second one must not kill before the answer was sent. */
static void keep_handler(int signal)
{
    struct sigaction action;

    if (sigaction(signal, NULL, &action) == 0) {
        action.sa_flags &= ~(int)SA_RESETHAND;
        sigaction(signal, &action, NULL);
    }
}

/* The child.  It leaves without exit(), whose cleaning up is the parent's. */
static _Noreturn void work(const struct row *row,
                           const struct engine_problem *problem,
                           const struct engine_limits *limits, int fd)
{
    struct answer answer;

    system_die_with_parent();
    keep_handler(SIGINT);
    keep_handler(SIGTERM);
    answer_init(&answer, problem->question.n_goals);
    row->engine->run(problem, limits, &answer);
    if (limits->progress.hide) /* the parent knows of no line */
        limits->progress.hide(limits->progress.self);

    const bool good = send_answer(fd, &answer);

    answer_finish(&answer);
    _exit(good ? 0 : 1);
}

/* The parent's side. */

struct child {
    pid_t pid;
    int fd;
    double start, deadline; /* deadline 0: none */
    bool told, killed;
    byte_list bytes;
};

static double now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool start(struct child *child, const struct row *row,
                  const struct engine_problem *problem,
                  const struct engine_limits *limits)
{
    int ends[2];

    *child = (struct child){.start = now()};
    if (limits->seconds > 0) /* time enough to end as it should */
        child->deadline = child->start + 1.5 * limits->seconds + 5;
    if (pipe(ends))
        return false;
    fflush(NULL); /* what is buffered would be written twice */
    child->pid = fork();
    child->fd = ends[0];
    if (child->pid == 0) {
        close(ends[0]);
        work(row, problem, limits, ends[1]);
    }
    close(ends[1]);
    if (child->pid < 0)
        close(ends[0]);
    return child->pid > 0;
}

static void look_at_limits(struct child *child,
                           const struct engine_limits *limits)
{
    if (limits->interrupted && *limits->interrupted && !child->told) {
        child->told = true;
        kill(child->pid, SIGINT);
    }
    if (child->deadline > 0 && now() > child->deadline && !child->killed) {
        child->killed = true;
        kill(child->pid, SIGKILL);
    }
}

/* Until the child closes its end. */
static void receive(struct child *child, const struct engine_limits *limits)
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

/* How the child ended, as far as its status tells. */
static enum row_end reap(struct child *child)
{
    int status = 0;

    while (waitpid(child->pid, &status, 0) < 0)
        if (errno != EINTR)
            return ROW_CRASHED;
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0               ? ROW_ENDED
               : WEXITSTATUS(status) == OUT_OF_MEMORY ? ROW_MEMORY
                                                      : ROW_CRASHED;
    if (child->killed)
        return ROW_KILLED;
    /* Nobody but a machine short of memory sends this one. */
    return WTERMSIG(status) == SIGKILL ? ROW_MEMORY : ROW_CRASHED;
}

/* Takes n bytes off the front of what is left. */
static bool take(const byte_list *bytes, uint32_t *at, void *to, size_t n)
{
    if (bytes->len - *at < n)
        return false;
    if (n)
        memcpy(to, bytes->at + *at, n);
    *at += (uint32_t)n;
    return true;
}

static bool take_run(const byte_list *bytes, uint32_t *at,
                     enum answer_verdict *verdict, witness_run *run)
{
    struct part part;

    if (!take(bytes, at, &part, sizeof part) ||
        (bytes->len - *at) / sizeof *run->at < part.len)
        return false;
    *verdict = part.verdict;
    vec_reserve(run, part.len);
    run->len = part.len;
    return take(bytes, at, run->at, part.len * sizeof *run->at);
}

static bool take_answer(const byte_list *bytes, struct answer *answer)
{
    enum answer_verdict none;
    struct head head;
    uint32_t at = 0;

    if (!take(bytes, &at, &head, sizeof head))
        return false;
    answer->stop = head.stop;
    answer->stats = head.stats;
    answer->unsafe_trans = head.unsafe_trans;
    answer->unsafe_place = head.unsafe_place;
    answer->diag = head.diag;
    for (uint32_t i = 0; i < answer->n_findings; i++)
        if (!take_run(bytes, &at, &answer->findings[i].verdict,
                      &answer->findings[i].run))
            return false;
    return take_run(bytes, &at, &none, &answer->unsafe_run) && at == bytes->len;
}

bool row_run(struct row *row, const struct engine_problem *problem,
             const struct engine_limits *limits, struct diag *diag)
{
    struct engine_problem own = *problem;
    struct child child;

    own.dep = row->dep;
    own.unfolding.order = row->order;
    own.output.prefix = false;
    answer_init(&row->answer, problem->question.n_goals);
    if (!start(&child, row, &own, limits))
        return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                           "no process for a row of the comparison: %s",
                           strerror(errno));
    receive(&child, limits);
    row->end = reap(&child);
    if (row->end == ROW_ENDED && !take_answer(&child.bytes, &row->answer))
        row->end = ROW_CRASHED;
    if (row->end != ROW_ENDED) {
        row_finish(row);
        answer_init(&row->answer, problem->question.n_goals);
        row->answer.stats.seconds = now() - child.start;
    }
    vec_free(&child.bytes);
    return true;
}

void row_finish(struct row *row)
{
    answer_finish(&row->answer);
}

bool row_has_figures(const struct row *row)
{
    return row->end == ROW_ENDED;
}

bool row_has_configurations(const struct row *row)
{
    return row->end == ROW_ENDED && row->engine->visits;
}

const char *row_stop(const struct row *row)
{
    switch (row->end) {
    case ROW_ENDED:
        return answer_stop_name(row->answer.stop);
    case ROW_MEMORY:
        return "out of memory";
    case ROW_KILLED:
        return "timeout";
    case ROW_CRASHED:
        return "crashed";
    }
    return "";
}
