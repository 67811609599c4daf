#include "formats/text/packed.h"

#include "base/library.h"
#include "base/mem.h"
#include "base/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#ifdef HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>

/* The functions of libarchive, which is opened when a packed file is met:
 * their names without "archive_".  The one that tells the error is apart, since
 * errno is a macro. */
#define ARCHIVE_CALLS(CALL)         \
    CALL(entry_filetype)            \
    CALL(entry_is_encrypted)        \
    CALL(entry_pathname)            \
    CALL(filter_code)               \
    CALL(read_data)                 \
    CALL(read_free)                 \
    CALL(read_new)                  \
    CALL(read_next_header)          \
    CALL(read_open)                 \
    CALL(read_open_memory)          \
    CALL(read_support_filter_bzip2) \
    CALL(read_support_filter_xz)    \
    CALL(read_support_format_empty) \
    CALL(read_support_format_raw)   \
    CALL(read_support_format_zip)

struct archive_calls {
    __typeof__(archive_errno) *error_number;
#define CALL(name) __typeof__(archive_##name) *name;
    ARCHIVE_CALLS(CALL)
#undef CALL
};

#endif

struct packed {
    enum packed_kind kind;
    packed_source *read;
    void *self;
    char *why; /* PACKED_WHY bytes of the owner */
    unsigned char input[16384];
    struct mem_guard guard;
    z_stream inflate; /* of gzip; next_in and avail_in: the rest of input */
    bool at_end;      /* of the source; of gzip: of the last member */
#ifdef HAVE_LIBARCHIVE
    struct archive_calls calls;
#endif
    struct archive *archive; /* NULL: not opened */
    text_buffer whole;       /* a zip archive, packed */
    bool nothing;            /* it holds no byte */
};

/* Each gives the reason, and returns false. */
static bool say(const struct packed *p, const char *text)
{
    if (!p->why[0])
        (void)snprintf(p->why, PACKED_WHY, "%s", text);
    return false;
}

static bool say_missing(const struct packed *p, const char *missing)
{
    (void)snprintf(p->why, PACKED_WHY, "it is %s, and %s",
                   p->kind == PACKED_XZ      ? "packed by xz"
                   : p->kind == PACKED_BZIP2 ? "packed by bzip2"
                                             : "a zip archive",
                   missing);
    return false;
}

enum packed_kind packed_probe(const unsigned char *bytes, size_t len)
{
    if (len >= 2 && !memcmp(bytes, "\x1f\x8b", 2))
        return PACKED_GZIP;
    if (len >= 6 && !memcmp(bytes, "\3757zXZ", 6))
        return PACKED_XZ;
    if (len >= 4 && !memcmp(bytes, "BZh", 3) && bytes[3] > '0' &&
        bytes[3] <= '9')
        return PACKED_BZIP2;
    if (len >= 4 &&
        (!memcmp(bytes, "PK\003\004", 4) || !memcmp(bytes, "PK\005\006", 4)))
        return PACKED_ZIP;
    return PACKED_NOT;
}

/* -- Gzip -- */

static void open_gzip(struct packed *p)
{
    p->inflate.next_in = p->input;
    if (inflateInit2(&p->inflate, MAX_WBITS + 16) != Z_OK)
        mem_failed(sizeof p->inflate);
}

/* Adds input behind the rest; at least n bytes are there unless the source
 * ends before. */
static void fill(struct packed *p, uInt n)
{
    z_stream *const z = &p->inflate;

    while (z->avail_in < n) {
        memmove(p->input, z->next_in, z->avail_in);
        z->next_in = p->input;

        const size_t got = p->read(p->self, p->input + z->avail_in,
                                   sizeof p->input - z->avail_in);

        if (!got)
            return;
        z->avail_in += (uInt)got;
    }
}

static void inflate_some(struct packed *p)
{
    z_stream *const z = &p->inflate;

    fill(p, 1);
    switch (inflate(z, Z_NO_FLUSH)) {
    case Z_OK:
        break;
    case Z_STREAM_END: /* of a member: does another one follow? */
        (void)inflateReset(z);
        fill(p, 2);
        p->at_end = packed_probe(z->next_in, z->avail_in) != PACKED_GZIP;
        break;
    case Z_BUF_ERROR:
        (void)say(p, "the compressed data end too early");
        break;
    case Z_MEM_ERROR:
        mem_failed(sizeof *z);
    default:
        (void)say(p, "the compressed data are damaged");
        break;
    }
}

static size_t read_gzip(struct packed *p, char *bytes, size_t cap)
{
    z_stream *const z = &p->inflate;
    const uInt wanted = cap < INT32_MAX ? (uInt)cap : INT32_MAX;

    z->next_out = (unsigned char *)bytes;
    z->avail_out = wanted;
    while (z->avail_out == wanted && wanted && !p->at_end && !p->why[0])
        inflate_some(p);
    return wanted - z->avail_out;
}

#ifdef HAVE_LIBARCHIVE

/* -- The library -- */

static void close_archive(struct packed *p)
{
    if (p->archive)
        (void)p->calls.read_free(p->archive);
    p->archive = NULL;
}

static la_ssize_t feed_archive(struct archive *unused, void *self,
                               const void **bytes)
{
    struct packed *p = self;
    const size_t n = p->read(p->self, p->input, sizeof p->input);

    (void)unused;
    p->at_end = !n;
    *bytes = p->input;
    return (la_ssize_t)n;
}

/* A new reader of the library, for one pass over the bytes. */
static bool begin_pass(struct packed *p)
{
    struct archive *a;

    close_archive(p);
    a = p->archive = p->calls.read_new();
    if (!a)
        mem_failed(0);
    if (p->kind == PACKED_ZIP)
        return p->calls.read_support_format_zip(a) == ARCHIVE_OK &&
               p->calls.read_open_memory(a, p->whole.at, p->whole.len) ==
                   ARCHIVE_OK;
    return p->calls.read_support_format_raw(a) == ARCHIVE_OK &&
           p->calls.read_support_format_empty(a) == ARCHIVE_OK &&
           (p->kind == PACKED_XZ
                ? p->calls.read_support_filter_xz(a)
                : p->calls.read_support_filter_bzip2(a)) == ARCHIVE_OK &&
           p->calls.read_open(a, p, NULL, feed_archive, NULL) == ARCHIVE_OK;
}

/* The library has several texts for each of these; zip archives end with their
 * contents, so one that is cut off has none. */
static bool explain(const struct packed *p)
{
    if (p->calls.error_number(p->archive) == ENOMEM)
        mem_failed(0);
    return say(p, p->at_end && !p->whole.len
                      ? "the compressed data end too early"
                      : "the compressed data are damaged");
}

/* -- Zip -- */

static void read_whole(struct packed *p)
{
    size_t n;

    while ((n = p->read(p->self, p->input, sizeof p->input)) > 0)
        text_add(&p->whole, (const char *)p->input, n);
}

/* Not a file: a folder, or what a Mac adds. */
static bool is_other(const struct packed *p, struct archive_entry *entry)
{
    const char *name = p->calls.entry_pathname(entry);

    return p->calls.entry_filetype(entry) == AE_IFDIR ||
           (name && !strncmp(name, "__MACOSX/", 9)) ||
           (name && strstr(name, ".DS_Store"));
}

/* Moves to the next file.  NULL at the end, and after an error, which sets
 * why. */
static struct archive_entry *next_file(struct packed *p)
{
    struct archive_entry *entry;

    for (;;) {
        const int result = p->calls.read_next_header(p->archive, &entry);

        if (result == ARCHIVE_EOF)
            return NULL;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
            (void)explain(p);
            return NULL;
        }
        if (!is_other(p, entry))
            return entry;
    }
}

/* "a, b, c", cut at a name where there is no room. */
struct packed_names {
    char text[PACKED_WHY - 100];
    size_t len, n;
    bool full;
};

static void add_name(struct packed_names *names, const char *name)
{
    enum { MORE = sizeof ", ..." };
    const size_t room = sizeof names->text - names->len;

    if (!names->full && strlen(name) + MORE + 2 > room) {
        names->full = true;
        name = "...";
    } else if (names->full) {
        name = NULL;
    }
    if (name)
        names->len += (size_t)snprintf(names->text + names->len, room, "%s%s",
                                       names->n ? ", " : "", name);
    names->n++;
}

static bool check_files(struct packed *p)
{
    struct packed_names names = {.n = 0};
    struct archive_entry *entry;

    while ((entry = next_file(p))) {
        const char *name = p->calls.entry_pathname(entry);

        add_name(&names, name ? name : "?");
    }
    if (p->why[0] || names.n == 1)
        return !p->why[0];
    if (!names.n)
        return say(p, "the archive has no file");
    (void)snprintf(p->why, PACKED_WHY,
                   "the archive has %zu files, and only one may be there: "
                   "%s",
                   names.n, names.text);
    return false;
}

static bool open_zip(struct packed *p)
{
    struct archive_entry *entry;

    read_whole(p);
    if (!begin_pass(p))
        return explain(p);
    if (!check_files(p))
        return false;
    if (!begin_pass(p) || !(entry = next_file(p)))
        return explain(p);
    return !p->calls.entry_is_encrypted(entry) ||
           say(p, "the archive is encrypted");
}

static bool open_stream(struct packed *p)
{
    struct archive_entry *entry;
    const bool begun = begin_pass(p);
    const int result =
        begun ? p->calls.read_next_header(p->archive, &entry) : ARCHIVE_FATAL;

    p->nothing = result == ARCHIVE_EOF;
    /* Without a filter the library has not recognised the bytes. */
    if ((result == ARCHIVE_OK || result == ARCHIVE_EOF) &&
        p->calls.filter_code(p->archive, 0) != ARCHIVE_FILTER_NONE)
        return true;
    return explain(p);
}

/* False when libarchive is not installed, or when it lacks one.  Threads may
 * call it. */
static bool find_calls(struct archive_calls *calls)
{
    void *const library = library_open(LIBARCHIVE_SONAME);
    bool found =
        library && library_find(library, "archive_errno", &calls->error_number);

#define CALL(name) \
    found = found && library_find(library, "archive_" #name, &calls->name);
    ARCHIVE_CALLS(CALL)
#undef CALL
    return found;
}

static bool open_archive(struct packed *p)
{
    if (!find_calls(&p->calls))
        return say_missing(p, "libarchive is not installed");
    return p->kind == PACKED_ZIP ? open_zip(p) : open_stream(p);
}

static size_t read_archive(struct packed *p, char *bytes, size_t cap)
{
    const la_ssize_t n =
        p->nothing ? 0 : p->calls.read_data(p->archive, bytes, cap);

    if (n >= 0)
        return (size_t)n;
    (void)explain(p);
    return 0;
}

#else

static void close_archive(struct packed *p)
{
    (void)p;
}

static bool open_archive(struct packed *p)
{
    return say_missing(p, "this program was built without libarchive");
}

static size_t read_archive(struct packed *p, char *bytes, size_t cap)
{
    (void)p, (void)bytes, (void)cap;
    return 0;
}

#endif

/* -- The module -- */

static void close_library(void *self)
{
    struct packed *const p = self;

    if (p->kind == PACKED_GZIP)
        (void)inflateEnd(&p->inflate);
    else
        close_archive(p);
}

struct packed *packed_open(enum packed_kind kind, packed_source *read,
                           void *self, char why[PACKED_WHY])
{
    struct packed *p = mem_zero(1, sizeof *p);

    p->kind = kind;
    p->read = read;
    p->self = self;
    p->why = why;
    mem_guard(&p->guard, close_library, p);
    if (kind == PACKED_GZIP)
        open_gzip(p);
    else
        (void)open_archive(p);
    if (!why[0])
        return p;
    packed_close(p);
    return NULL;
}

void packed_close(struct packed *p)
{
    if (!p)
        return;
    mem_unguard(&p->guard);
    close_library(p);
    vec_free(&p->whole);
    mem_free(p);
}

size_t packed_read(struct packed *p, char *bytes, size_t cap)
{
    return p->kind == PACKED_GZIP ? read_gzip(p, bytes, cap)
                                  : read_archive(p, bytes, cap);
}
