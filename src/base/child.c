#include "base/child.h"

#include "base/system.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- in the child --------------------------------------------------------- */

bool child_send(int fd, const void *bytes, size_t n)
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

void child_bound_memory(size_t bytes)
{
    const struct rlimit limit = {bytes, bytes};

    (void)setrlimit(RLIMIT_DATA, &limit);
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
static _Noreturn void run_child(child_work *work, void *self, int fd)
{
    system_die_with_parent();
    keep_handler(SIGINT);
    keep_handler(SIGTERM);
    _exit(work(self, fd));
}

/* --- in the parent -------------------------------------------------------- */

bool child_start(struct child *child, child_work *work, void *self,
                 double seconds)
{
    int ends[2];

    *child = (struct child){.start = system_now()};
    if (seconds > 0)
        child->deadline = child->start + 1.5 * seconds + 5;
    if (pipe(ends))
        return false;
    fflush(NULL); /* buffered output would be written twice */
    child->pid = fork();
    child->fd = ends[0];
    if (child->pid == 0) {
        close(ends[0]);
        run_child(work, self, ends[1]);
    }
    close(ends[1]);
    if (child->pid < 0)
        close(ends[0]);
    return child->pid > 0;
}

void child_kill(struct child *child)
{
    child->killed = true;
    kill(child->pid, SIGKILL);
}

void child_watch(struct child *child, const volatile sig_atomic_t *interrupted)
{
    if (interrupted && *interrupted && !child->notified) {
        child->notified = true;
        kill(child->pid, SIGINT);
    }
    if (child->deadline > 0 && system_now() > child->deadline && !child->killed)
        child_kill(child);
}

bool child_read(struct child *child)
{
    ssize_t n;

    vec_reserve(&child->bytes, 4096u);
    n = read(child->fd, child->bytes.at + child->bytes.len, 4096);
    if (n > 0)
        child->bytes.len += (uint32_t)n;
    return n > 0 || (n < 0 && errno == EINTR);
}

enum child_end child_reap(struct child *child)
{
    int status = 0;

    close(child->fd);
    while (waitpid(child->pid, &status, 0) < 0)
        if (errno != EINTR)
            return CHILD_CRASHED;
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0                 ? CHILD_DONE
               : WEXITSTATUS(status) == CHILD_NO_MEMORY ? CHILD_EMPTY
                                                        : CHILD_CRASHED;
    if (child->killed)
        return CHILD_KILLED;
    /* Only a machine short of memory sends this signal. */
    return WTERMSIG(status) == SIGKILL ? CHILD_STARVED : CHILD_CRASHED;
}

void child_finish(struct child *child)
{
    vec_free(&child->bytes);
}
