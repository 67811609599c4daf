#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 1000 };

bool output_report(enum diag_code code, const char *path, int why,
                   struct diag *diag)
{
    return diag_report(diag, code, strcmp(path, "-") ? path : "<stdout>", 0, 0,
                       "cannot write: %s", strerror(why));
}

void output_field(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

/* A free descriptor is the next file's.  These two fail as closed ones do, as
 * they are open for the other direction. */
void output_prepare_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    (void)setvbuf(stderr, NULL, _IOLBF, 0);
}

static void forget(struct output *out)
{
    mem_unguard(&out->guard);
    mem_free(out->path);
    mem_free(out->goal);
    mem_free(out->temp);
    *out = (struct output){0};
}

static bool refused(struct output *out, struct diag *diag, int why)
{
    (void)output_report(DIAG_USAGE, out->path, why, diag);
    forget(out);
    return false;
}

/* Creates a file beside out->goal and stores its name in out->temp; -1 with
 * errno.  mkstemp() would make the file private, whatever the umask. */
static int create_temp(struct output *out)
{
    const size_t cap = strlen(out->goal) + 48;

    out->temp = mem_alloc(cap, 1);
    for (unsigned i = 0; i < ATTEMPTS; i++) {
        (void)snprintf(out->temp, cap, "%s.%ld.%u", out->goal, (long)getpid(),
                       i);

        const int fd = open(out->temp, O_WRONLY | O_CREAT | O_EXCL, 0666);

        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* The new file gets the mode of an existing one, and replaces its target if it
 * is a link. */
static int open_file(struct output *out)
{
    struct stat old;

    if (stat(out->goal, &old))
        return create_temp(out);
    if (!S_ISREG(old.st_mode))
        return open(out->goal, O_WRONLY | O_TRUNC);
    if (access(out->goal, W_OK))
        return -1;

    char target[PATH_MAX];

    if (!realpath(out->goal, target))
        return -1;
    mem_free(out->goal);
    out->goal = mem_text(target);

    const int fd = create_temp(out);

    if (fd >= 0)
        (void)fchmod(fd, old.st_mode & 0777);
    return fd;
}

/* A stream that has failed does not know why any more: one byte more fails for
 * the same reason. */
int output_flush(FILE *file)
{
    if (ferror(file))
        return write(fileno(file), "\n", 1) < 0 ? errno : EIO;
    errno = 0;
    return fflush(file) ? errno : 0;
}

/* Flushes and closes; 0 or the errno of the first failure. */
static int finish_file(struct output *out)
{
    int why = output_flush(out->file);

    if (out->file != stdout && fclose(out->file) && !why)
        why = errno;
    return why;
}

/* Runs when memory is exhausted: the output is incomplete. */
static void remove_draft(void *self)
{
    struct output *const out = self;

    (void)finish_file(out);
    if (out->temp)
        (void)unlink(out->temp);
}

bool output_open(struct output *out, const char *path, struct diag *diag)
{
    *out = (struct output){.path = mem_text(path), .goal = mem_text(path)};
    if (!strcmp(path, "-")) {
        out->file = stdout;
        mem_guard(&out->guard, remove_draft, out);
        return true;
    }

    const int fd = open_file(out);

    if (fd < 0)
        return refused(out, diag, errno);
    out->file = fdopen(fd, "w");
    if (!out->file) {
        const int why = errno;

        (void)close(fd);
        if (out->temp)
            (void)unlink(out->temp);
        return refused(out, diag, why);
    }
    mem_guard(&out->guard, remove_draft, out);
    return true;
}

bool output_close(struct output *out, struct diag *diag)
{
    int why = finish_file(out);

    if (!why && out->temp && rename(out->temp, out->goal))
        why = errno;
    if (why) {
        if (out->temp)
            (void)unlink(out->temp);
        (void)output_report(DIAG_INTERNAL, out->path, why, diag);
    }
    forget(out);
    return !why;
}

void output_discard(struct output *out)
{
    remove_draft(out);
    forget(out);
}
