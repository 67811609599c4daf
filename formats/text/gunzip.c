#include "formats/text/gunzip.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct gunzip {
    gunzip_source *read;
    void *self;
    unsigned char input[16384];
    z_stream inflate; /* next_in and avail_in: the rest of input */
    bool inside;      /* within a member */
    bool at_end;
    struct mem_guard guard;
};

bool gunzip_probe(const unsigned char *bytes, size_t len)
{
    return len > 1 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

static void undo(void *self)
{
    (void)inflateEnd(self);
}

struct gunzip *gunzip_open(gunzip_source *read, void *self)
{
    struct gunzip *g = mem_zero(1, sizeof *g);

    g->read = read;
    g->self = self;
    g->inflate.next_in = g->input;
    if (inflateInit2(&g->inflate, MAX_WBITS + 16) != Z_OK)
        mem_failed(sizeof g->inflate);
    mem_guard(&g->guard, undo, &g->inflate);
    return g;
}

void gunzip_close(struct gunzip *g)
{
    if (!g)
        return;
    mem_unguard(&g->guard);
    undo(&g->inflate);
    mem_free(g);
}

/* Adds input behind the rest; at least n bytes are there unless the source
 * ends before. */
static void fill(struct gunzip *g, uInt n)
{
    z_stream *const z = &g->inflate;

    while (z->avail_in < n) {
        memmove(g->input, z->next_in, z->avail_in);
        z->next_in = g->input;

        const size_t got = g->read(g->self, g->input + z->avail_in,
                                   sizeof g->input - z->avail_in);

        if (!got)
            return;
        z->avail_in += (uInt)got;
    }
}

/* Behind a member: does another one follow? */
static void end_member(struct gunzip *g)
{
    g->inside = false;
    (void)inflateReset(&g->inflate);
    fill(g, 2);
    g->at_end = !gunzip_probe(g->inflate.next_in, g->inflate.avail_in);
}

static void inflate_some(struct gunzip *g, const char **why)
{
    fill(g, 1);
    g->inside = true;
    switch (inflate(&g->inflate, Z_NO_FLUSH)) {
    case Z_OK:
        break;
    case Z_STREAM_END:
        end_member(g);
        break;
    case Z_BUF_ERROR:
        *why = "the compressed data end too early";
        break;
    case Z_MEM_ERROR:
        mem_failed(sizeof g->inflate);
    default:
        *why = "the compressed data are damaged";
        break;
    }
}

size_t gunzip_read(struct gunzip *g, char *bytes, size_t cap, const char **why)
{
    z_stream *const z = &g->inflate;
    const uInt wanted = cap < INT32_MAX ? (uInt)cap : INT32_MAX;

    *why = NULL;
    z->next_out = (unsigned char *)bytes;
    z->avail_out = wanted;
    while (z->avail_out == wanted && wanted && !g->at_end && !*why)
        inflate_some(g, why);
    return wanted - z->avail_out;
}
