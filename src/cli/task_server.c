#include "cli/task_server.h"

#include "base/system.h"
#include "cli/local_workers.h"

#include <errno.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- words through a pipe, behind their number ---------------------------- */

/* False at the end of the pipe. */
static bool read_bytes(int fd, void *bytes, size_t n)
{
    unsigned char *at = bytes;

    while (n > 0) {
        const ssize_t done = read(fd, at, n);

        if (done == 0 || (done < 0 && errno != EINTR))
            return false;
        if (done > 0) {
            at += done;
            n -= (size_t)done;
        }
    }
    return true;
}

static bool send_words(int fd, const uint32_t *words, size_t n)
{
    const uint64_t head = n;

    return child_send(fd, &head, sizeof head) &&
           child_send(fd, words, n * sizeof *words);
}

static bool receive_words(int fd, assignment_words *words)
{
    uint64_t n;

    vec_clear(words);
    if (!read_bytes(fd, &n, sizeof n))
        return false;
    vec_reserve(words, (uint32_t)n);
    words->len = (uint32_t)n;
    return read_bytes(fd, words->at, n * sizeof *words->at);
}

/* --- the process ---------------------------------------------------------- */

/* A task whose child cannot be started is lost. */
static void run(struct workers *worker, const struct assignment *what,
                struct assignment_report *report)
{
    if (worker->start(worker->self, 0, what)) {
        while (!worker->wait(worker->self, report)) {
        }
        return;
    }
    *report = (struct assignment_report){.number = what->number,
                                         .end = ASSIGNMENT_STARVED};
}

/* Until the parent closes its end. */
static void serve(struct local_workers *local, int from, int to)
{
    struct workers worker = local_workers_of(local);
    assignment_words words = {0};
    struct assignment what;
    bool is_open = true;

    while (is_open && receive_words(from, &words) &&
           assignment_unpack(words.at, words.len, &what)) {
        struct assignment_report report;

        run(&worker, &what, &report);
        vec_clear(&words);
        assignment_pack_report(&report, &words);
        assignment_report_finish(&report);
        is_open = send_words(to, words.at, words.len);
    }
    vec_free(&words);
}

/* --- the parent ----------------------------------------------------------- */

static void close_both(const int ends[2])
{
    (void)close(ends[0]);
    (void)close(ends[1]);
}

static _Noreturn void run_server(const struct workers_task *task,
                                 void (*prepare)(void),
                                 const volatile sig_atomic_t *interrupted,
                                 int from, int to)
{
    struct local_workers local;

    system_die_with_parent();
    prepare();
    local_workers_init(&local, 1, task, interrupted);
    serve(&local, from, to);
    local_workers_finish(&local);
    _exit(0);
}

bool task_server_start(struct task_server *server,
                       const struct workers_task *task, void (*prepare)(void),
                       const volatile sig_atomic_t *interrupted)
{
    int orders[2], reports[2];

    *server = (struct task_server){.to = -1, .from = -1};
    if (pipe(orders))
        return false;
    if (pipe(reports)) {
        close_both(orders);
        return false;
    }
    server->pid = fork();
    if (server->pid == 0) {
        (void)close(orders[1]);
        (void)close(reports[0]);
        run_server(task, prepare, interrupted, orders[0], reports[1]);
    }
    (void)close(orders[0]);
    (void)close(reports[1]);
    server->to = orders[1];
    server->from = reports[0];
    if (server->pid > 0)
        return true;
    task_server_finish(server);
    return false;
}

void task_server_finish(struct task_server *server)
{
    if (server->to >= 0)
        (void)close(server->to);
    if (server->from >= 0)
        (void)close(server->from);
    if (server->pid > 0)
        while (waitpid(server->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    vec_free(&server->words);
    *server = (struct task_server){.to = -1, .from = -1};
}

bool task_server_send(struct task_server *server, const uint32_t *words,
                      size_t n)
{
    return send_words(server->to, words, n);
}

enum task_server_news task_server_receive(struct task_server *server,
                                          const uint32_t **words, size_t *n)
{
    struct pollfd wait = {.fd = server->from, .events = POLLIN};

    if (server->from < 0 || poll(&wait, 1, 0) <= 0)
        return TASK_SERVER_NOTHING;
    if (!receive_words(server->from, &server->words)) {
        (void)close(server->from); /* told once */
        server->from = -1;
        return TASK_SERVER_GONE;
    }
    *words = server->words.at;
    *n = server->words.len;
    return TASK_SERVER_REPORT;
}

void task_server_interrupt(const struct task_server *server)
{
    if (server->pid > 0)
        (void)kill(server->pid, SIGINT);
}
