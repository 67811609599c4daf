/* Raw bytes come from a file or from memory; the first of them show whether
 * they are packed, and an unpacker takes all of them. */
#include "formats/text/source.h"

#include "base/mem.h"
#include "formats/text/packed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* Enough to recognise what is packed. */
enum { HEAD = 8 };

/* Texts of nets compress by a factor of 10 to 50; zlib's maximum is 1032. */
enum { BOMB_RATIO = 200 };
static const uint64_t BOMB_BYTES = 64u << 20;

struct source {
    char *name;
    int fd;                    /* -1: the source is in memory */
    unsigned char head[HEAD];  /* of a file: its first bytes */
    const unsigned char *rest; /* bytes before those that the file still has:
                                  of the head, or all in memory */
    size_t n_rest;
    uint64_t n_raw;        /* raw bytes taken */
    struct packed *packed; /* NULL: the bytes are as they are */
    char page[PAGE];
    size_t at, len;         /* unread part of the page */
    uint64_t n_read;        /* bytes, after unpacking */
    char error[PACKED_WHY]; /* "": none */
    struct mem_guard guard;
};

static void fail(struct source *s, const char *why)
{
    if (!s->error[0])
        (void)snprintf(s->error, sizeof s->error, "%s", why);
}

/* -- Raw bytes -- */

static size_t read_file(struct source *s, unsigned char *bytes, size_t cap)
{
    ssize_t n;

    do
        n = read(s->fd, bytes, cap);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        fail(s, strerror(errno));
    return n < 0 ? 0 : (size_t)n;
}

/* The source of the unpackers. */
static size_t read_raw(void *self, unsigned char *bytes, size_t cap)
{
    struct source *const s = self;
    size_t n = s->n_rest < cap ? s->n_rest : cap;

    if (n) {
        memcpy(bytes, s->rest, n);
        s->rest += n;
        s->n_rest -= n;
    } else if (s->fd >= 0) {
        n = read_file(s, bytes, cap);
    }
    s->n_raw += n;
    return n;
}

static void read_head(struct source *s)
{
    size_t n;

    s->rest = s->head;
    do {
        n = read_file(s, s->head + s->n_rest, HEAD - s->n_rest);
        s->n_rest += n;
    } while (n > 0 && s->n_rest < HEAD);
}

/* -- Unpacking -- */

/* Chooses the unpacker. */
static void choose_unpacker(struct source *s)
{
    enum packed_kind kind;

    if (s->fd >= 0)
        read_head(s);
    kind = packed_probe(s->rest, s->n_rest);
    if (kind != PACKED_NOT)
        s->packed = packed_open(kind, read_raw, s, s->error);
}

/* A small file that unpacks to gigabytes is an attack, not a net. */
static bool is_bomb(const struct source *s)
{
    return s->n_read > BOMB_BYTES && s->packed &&
           s->n_read / BOMB_RATIO > s->n_raw;
}

static size_t read_some(struct source *s, char *bytes, size_t cap)
{
    size_t got;

    if (s->error[0])
        return 0;
    cap = cap < INT32_MAX ? cap : INT32_MAX;
    got = s->packed ? packed_read(s->packed, bytes, cap)
                    : read_raw(s, (unsigned char *)bytes, cap);
    s->n_read += got;
    if (!s->error[0] && is_bomb(s))
        fail(s, "the compressed data unpack to more than 200 times their "
                "size");
    return s->error[0] ? 0 : got;
}

/* -- Opening and closing -- */

static void close_file(void *self)
{
    struct source *const s = self;

    if (s->fd >= 0)
        (void)close(s->fd);
}

void source_close(struct source *s)
{
    if (!s)
        return;
    packed_close(s->packed);
    mem_unguard(&s->guard);
    close_file(s);
    mem_free(s->name);
    mem_free(s);
}

/* Fills the first page.  On a failure frees s and returns NULL. */
static struct source *read_page(struct source *s, struct diag *diag)
{
    choose_unpacker(s);
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
    s->fd = -1;
    mem_guard(&s->guard, close_file, s);
    return s;
}

struct source *source_open(const char *path, struct diag *diag)
{
    const bool is_stdin = !strcmp(path, "-");
    struct source *const s = create(is_stdin ? "<stdin>" : path);

    s->fd = is_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY);
    if (s->fd >= 0)
        return read_page(s, diag);
    (void)diag_input(diag, s->name, "cannot read: %s", strerror(errno));
    source_close(s);
    return NULL;
}

struct source *source_open_memory(const void *bytes, size_t size,
                                  const char *name, struct diag *diag)
{
    struct source *const s = create(name);

    s->rest = bytes;
    s->n_rest = size;
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
        (void)diag_input(diag, s->name, "cannot read: %s", s->error);
    return s->error[0];
}
