#include "formats/source.h"

#include "base/check.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { PAGE = 4096 };

/* Texts of nets shrink 10 to 50 times; zlib cannot do better than 1032. */
enum { BOMB_RATIO = 200 };
static const uint64_t BOMB_BYTES = 64u << 20;

struct source {
    char *name;
    gzFile file;
    char page[PAGE];
    size_t at, len;  /* what is left of the page */
    uint64_t n_read; /* bytes, after unpacking */
    char error[120]; /* "": none */
};

static void fail(struct source *s, const char *why)
{
    if (!s->error[0])
        (void)snprintf(s->error, sizeof s->error, "%s", why);
}

static void fail_reading(struct source *s)
{
    int code;
    const char *text = gzerror(s->file, &code);

    if (code == Z_ERRNO)
        fail(s, strerror(errno));
    else if (code == Z_BUF_ERROR)
        fail(s, "the compressed data end too early");
    else if (code == Z_DATA_ERROR)
        fail(s, "the compressed data are damaged");
    else
        fail(s, text);
}

/* A small file that unpacks to gigabytes of nothing is not a net. */
static bool is_bomb(struct source *s)
{
    const z_off_t packed = gzoffset(s->file);

    return s->n_read > BOMB_BYTES && !gzdirect(s->file) && packed > 0 &&
           s->n_read / BOMB_RATIO > (uint64_t)packed;
}

static size_t read_file(struct source *s, char *bytes, size_t cap)
{
    const unsigned wanted = cap < INT32_MAX ? (unsigned)cap : INT32_MAX;

    if (s->error[0])
        return 0;

    const int got = gzread(s->file, bytes, wanted);
    int code = Z_OK;

    if (got > 0)
        s->n_read += (uint64_t)got;
    if (got <= 0)
        (void)gzerror(s->file, &code);
    if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
        fail_reading(s);
    else if (is_bomb(s))
        fail(s, "the compressed data unpack to more than 200 times their "
                "size");
    return got > 0 && !s->error[0] ? (size_t)got : 0;
}

static int open_path(const char *path)
{
    if (!strcmp(path, "-"))
        return dup(STDIN_FILENO);
    return open(path, O_RDONLY);
}

struct source *source_open(const char *path, struct diag *diag)
{
    const bool standard = !strcmp(path, "-");
    const char *name = standard ? "<stdin>" : path;
    const int fd = open_path(path);
    gzFile file = fd < 0 ? NULL : gzdopen(fd, "rb");

    if (!file) {
        (void)diag_report(diag, DIAG_INPUT, name, 0, 0, "cannot read: %s",
                          strerror(errno));
        if (fd >= 0)
            (void)close(fd);
        return NULL;
    }

    struct source *s = mem_zero(1, sizeof *s);

    s->name = mem_text(name);
    s->file = file;
    while (s->len < PAGE) {
        const size_t got = read_file(s, s->page + s->len, PAGE - s->len);

        if (!got)
            break;
        s->len += got;
    }
    if (!source_failed(s, diag))
        return s;
    source_close(s);
    return NULL;
}

void source_close(struct source *s)
{
    if (!s)
        return;
    (void)gzclose(s->file);
    free(s->name);
    free(s);
}

const char *source_name(const struct source *s)
{
    return s->name;
}

const char *source_peek(const struct source *s, size_t *len)
{
    *len = s->len - s->at;
    return s->page + s->at;
}

size_t source_read(struct source *s, char *bytes, size_t cap)
{
    const size_t rest = s->len - s->at;
    const size_t n = rest < cap ? rest : cap;

    if (!n)
        return cap ? read_file(s, bytes, cap) : 0;
    memcpy(bytes, s->page + s->at, n);
    s->at += n;
    return n;
}

bool source_failed(const struct source *s, struct diag *diag)
{
    if (s->error[0])
        (void)diag_report(diag, DIAG_INPUT, s->name, 0, 0, "cannot read: %s",
                          s->error);
    return s->error[0];
}
