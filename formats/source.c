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
#define ZLIB_CONST
#include <zlib.h>

enum { PAGE = 4096 };

/* Texts of nets compress by a factor of 10 to 50; zlib's maximum is 1032. */
enum { BOMB_RATIO = 200 };
static const uint64_t BOMB_BYTES = 64u << 20;

struct source {
    char *name;
    gzFile file;               /* NULL: the source is in memory */
    const unsigned char *rest; /* in memory: bytes not read yet */
    size_t n_rest;
    bool packed; /* in memory: compressed by gzip */
    bool inside; /* within a gzip member */
    z_stream inflate;
    char page[PAGE];
    size_t at, len;  /* unread part of the page */
    uint64_t n_read; /* bytes, after unpacking */
    char error[120]; /* "": none */
    struct mem_guard guard;
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

static bool is_packed(const struct source *s)
{
    return s->file ? !gzdirect(s->file) : s->packed;
}

/* A small file that unpacks to gigabytes is an attack, not a net. */
static bool is_bomb(struct source *s)
{
    const uint64_t packed =
        s->file ? (uint64_t)gzoffset(s->file) : s->inflate.total_in;

    return s->n_read > BOMB_BYTES && is_packed(s) && packed > 0 &&
           s->n_read / BOMB_RATIO > packed;
}

static size_t read_file(struct source *s, char *bytes, unsigned cap)
{
    const int got = gzread(s->file, bytes, cap);
    int code = Z_OK;

    if (got <= 0)
        (void)gzerror(s->file, &code);
    if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
        fail_reading(s);
    return got > 0 ? (size_t)got : 0;
}

static bool is_gzip(const unsigned char *bytes, size_t size)
{
    return size > 1 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

static void skip_memory(struct source *s, size_t n)
{
    s->rest += n;
    s->n_rest -= n;
}

/* A file may have several gzip members.  As in gzread(), other bytes behind a
 * member are ignored. */
static void end_piece(struct source *s)
{
    s->inside = false;
    (void)inflateReset(&s->inflate);
    if (!is_gzip(s->rest, s->n_rest))
        s->n_rest = 0;
}

static size_t inflate_some(struct source *s, char *bytes, unsigned cap)
{
    z_stream *const z = &s->inflate;
    const uInt n = s->n_rest < INT32_MAX ? (uInt)s->n_rest : INT32_MAX;
    int code;

    z->next_in = s->rest;
    z->avail_in = n;
    z->next_out = (unsigned char *)bytes;
    z->avail_out = cap;
    s->inside = true;
    code = inflate(z, Z_NO_FLUSH);
    skip_memory(s, n - z->avail_in);
    if (code == Z_STREAM_END)
        end_piece(s);
    else if (code == Z_BUF_ERROR)
        fail(s, "the compressed data end too early");
    else if (code != Z_OK)
        fail(s, "the compressed data are damaged");
    return cap - z->avail_out;
}

static size_t read_memory(struct source *s, char *bytes, unsigned cap)
{
    const size_t n = s->n_rest < cap ? s->n_rest : cap;
    size_t got = 0;

    if (s->packed) {
        while (!got && (s->inside || s->n_rest) && !s->error[0])
            got = inflate_some(s, bytes, cap);
        return got;
    }
    memcpy(bytes, s->rest, n);
    skip_memory(s, n);
    return n;
}

static size_t read_some(struct source *s, char *bytes, size_t cap)
{
    const unsigned wanted = cap < INT32_MAX ? (unsigned)cap : INT32_MAX;
    size_t got;

    if (s->error[0])
        return 0;
    got = s->file ? read_file(s, bytes, wanted) : read_memory(s, bytes, wanted);
    s->n_read += got;
    if (!s->error[0] && is_bomb(s))
        fail(s, "the compressed data unpack to more than 200 times their "
                "size");
    return s->error[0] ? 0 : got;
}

static int open_path(const char *path)
{
    if (!strcmp(path, "-"))
        return dup(STDIN_FILENO);
    return open(path, O_RDONLY);
}

static void undo(void *self)
{
    struct source *const s = self;

    if (s->file)
        (void)gzclose(s->file);
    if (s->packed)
        (void)inflateEnd(&s->inflate);
}

void source_close(struct source *s)
{
    if (!s)
        return;
    mem_unguard(&s->guard);
    undo(s);
    mem_free(s->name);
    mem_free(s);
}

/* Fills the first page.  On a failure frees s and returns NULL. */
static struct source *read_page(struct source *s, struct diag *diag)
{
    while (s->len < PAGE) {
        const size_t got = read_some(s, s->page + s->len, PAGE - s->len);

        if (!got)
            break;
        s->len += got;
    }
    if (!source_failed(s, diag))
        return s;
    source_close(s);
    return NULL;
}

static struct source *create(const char *name)
{
    struct source *const s = mem_zero(1, sizeof *s);

    s->name = mem_text(name);
    mem_guard(&s->guard, undo, s);
    return s;
}

struct source *source_open(const char *path, struct diag *diag)
{
    struct source *const s = create(!strcmp(path, "-") ? "<stdin>" : path);
    const int fd = open_path(path);

    s->file = fd < 0 ? NULL : gzdopen(fd, "rb");
    if (s->file)
        return read_page(s, diag);
    (void)diag_report(diag, DIAG_INPUT, s->name, 0, 0, "cannot read: %s",
                      strerror(errno));
    if (fd >= 0)
        (void)close(fd);
    source_close(s);
    return NULL;
}

struct source *source_open_memory(const void *bytes, size_t size,
                                  const char *name, struct diag *diag)
{
    struct source *const s = create(name);

    s->rest = bytes;
    s->n_rest = size;
    s->packed = is_gzip(bytes, size);
    if (s->packed && inflateInit2(&s->inflate, MAX_WBITS + 16) != Z_OK) {
        s->packed = false;
        mem_failed(sizeof s->inflate);
    }
    return read_page(s, diag);
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
        return cap ? read_some(s, bytes, cap) : 0;
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
