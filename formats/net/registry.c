#include "formats/net/registry.h"

#include "base/check.h"
#include "base/output.h"
#include "base/text.h"
#include "formats/net/net_formats.h"
#include "formats/text/scan.h"

#include <string.h>
#include <strings.h>

enum trait {
    TYPED = 1,    /* options --type and --untimed are for it, */
    BOOLEAN = 2,  /* and --initial */
    FITS_XML = 4, /* all of XML looks like it */
};

struct format {
    const char *suffix;
    bool (*probe)(const char *page, size_t len);
    bool (*read)(const struct net_formats_input *in);
    bool (*write)(const struct net *net, const char *path, FILE *out,
                  struct diag *diag);
    const struct net_formats_scope *scope;
    unsigned traits;
};

/* Where the content fits two formats, it is the later one. */
static const struct format formats[] = {
    {".pnml", pnml_probe, pnml_read, pnml_write_net, &pnml_write_scope,
     TYPED | FITS_XML},
    {".ll_net", llnet_probe, llnet_read, llnet_write_net, &llnet_write_scope,
     0},
    {".net", tina_probe, tina_read, tina_write_net, &tina_write_scope, 0},
    {".g", stg_probe, stg_read, stg_write_net, &stg_write_scope, 0},
    {".lola", lola_probe, lola_read, lola_write_net, &lola_write_scope, 0},
    {".tapn", pnml_probe, pnml_read, tapn_write_net, &tapn_write_scope,
     TYPED | FITS_XML},
    {".bnet", bnet_probe, bnet_read, bnet_write_net, &bnet_write_scope,
     BOOLEAN},
};

enum { N_FORMATS = sizeof formats / sizeof *formats };

static const struct format *find_by_content(const char *page, size_t len)
{
    for (size_t i = N_FORMATS; i-- > 0;)
        if (formats[i].probe(page, len))
            return &formats[i];
    return NULL;
}

static bool ends_in(const char *path, size_t len, const char *suffix)
{
    const size_t n = strlen(suffix);

    return len > n && !memcmp(path + len - n, suffix, n);
}

static const struct format *find_by_suffix(const char *path, size_t len)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (ends_in(path, len, formats[i].suffix))
            return &formats[i];
    return NULL;
}

/* The length of the name without what packers add. */
static size_t unpacked_length(const char *path)
{
    static const char *const packed[] = {".gz", ".xz", ".bz2", ".zip"};
    const size_t len = strlen(path);

    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (ends_in(path, len, packed[i]))
            return len - strlen(packed[i]);
    return len;
}

/* ".ll_net, .pnml or .net" */
static const char *list_suffixes(text_buffer *list)
{
    for (size_t i = 0; i < N_FORMATS; i++) {
        const char *const between = !i ? "" : i + 1 < N_FORMATS ? ", " : " or ";

        text_put(list, between);
        text_put(list, formats[i].suffix);
    }
    return text_end(list);
}

/* What a file of this kind begins with. */
struct guess {
    const char *begin;
    size_t len; /* of begin, which may contain NUL */
    const char *kind;
};

static const struct guess heads[] = {
    {"PK\003\004", 4, "a zip archive"},
    {"\3757zXZ\0", 6, "a file packed by xz"},
    {"BZh", 3, "a file packed by bzip2"},
    {"\x28\xb5\x2f\xfd", 4, "a file packed by zstd"},
    {"7z\xbc\xaf\x27\x1c", 6, "a 7z archive"},
    {"Rar!", 4, "a rar archive"},
    {"%PDF", 4, "a PDF document"},
    {"\x89PNG", 4, "a picture (PNG)"},
    {"\x7f"
     "ELF",
     4, "a program"},
};

/* Words at the beginning of a text, behind white space. */
static const struct guess words[] = {
    {"<!doctype html", 14, "an HTML page"},
    {"<html", 5, "an HTML page"},
    {"digraph", 7, "a graph of Graphviz"},
    {"graph", 5, "a graph of Graphviz"},
    {"strict", 6, "a graph of Graphviz"},
    {"HOA:", 4, "an automaton (HOA)"},
    {"des (", 5, "a transition system (.aut)"},
    {"[", 1, "a JSON document"},
    {"{\"", 2, "a JSON document"},
    {"h ", 2, "a net drawn with Tina's editor (.ndr)"},
    {"p ", 2, "a net drawn with Tina's editor (.ndr)"},
    {"t ", 2, "a net drawn with Tina's editor (.ndr)"},
    {"#!", 2, "a script"},
    {"punf-por certificate", 20, "a certificate of this tool"},
};

static bool is_tar(const char *page, size_t len)
{
    return len > 262 && !memcmp(page + 257, "ustar", 5);
}

/* "an HTML page": what a file with these first bytes seems to be, if it is no
 * net; NULL when they show nothing. */
static const char *guess_kind(const char *page, size_t len)
{
    const size_t at = scan_prelude(page, len, 0);

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (len >= heads[i].len && !memcmp(page, heads[i].begin, heads[i].len))
            return heads[i].kind;
    if (is_tar(page, len))
        return "a tar archive";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (len - at >= words[i].len &&
            !strncasecmp(page + at, words[i].begin, words[i].len))
            return words[i].kind;
    return NULL;
}

static bool refuse_format(const struct source *source, const char *kind,
                          struct diag *diag)
{
    text_buffer list = {0};

    (void)diag_input(diag, source_name(source),
                     "this %s%s: nets are read in the formats %s",
                     kind ? "seems to be " : "is no net", kind ? kind : "",
                     list_suffixes(&list));
    vec_free(&list);
    return false;
}

static bool check_options(const struct format *format, const char *name,
                          const struct registry_options *options,
                          struct diag *diag)
{
    if (!(format->traits & TYPED) && (options->ptnet || options->untimed))
        return diag_report(diag, DIAG_USAGE, name, 0, 0,
                           "--%s has no effect: it is for nets in PNML",
                           options->untimed ? "untimed" : "type");
    return !options->initial || (format->traits & BOOLEAN) ||
           diag_report(diag, DIAG_USAGE, name, 0, 0,
                       "--initial has no effect: it is for Boolean networks");
}

/* The content decides; where it does not tell, the name does, and the reader
 * says what is wrong. */
static bool read_source(const struct net_formats_input *in)
{
    const char *name = source_name(in->source);
    size_t len;
    const char *page = source_peek(in->source, &len);
    const char *kind = guess_kind(page, len);
    const struct format *format = find_by_content(page, len);
    const bool is_xml = format && format->traits & FITS_XML;

    if (!len)
        return diag_input(in->diag, name, "the file is empty");
    if (kind && (!format || is_xml)) /* an HTML page looks like XML */
        return refuse_format(in->source, kind, in->diag);
    if (!format)
        format = find_by_suffix(name, unpacked_length(name));
    if (!format || (format->traits & FITS_XML && !is_xml))
        return refuse_format(in->source, NULL, in->diag);
    return check_options(format, name, in->options, in->diag) &&
           format->read(in);
}

/* Reads the source, if there is one, and closes it. */
static struct net *read_and_close(struct source *source,
                                  const struct registry_options *options,
                                  struct diag *diag)
{
    const struct registry_options none = {0};
    struct net_builder *const builder = net_builder_create();
    const struct net_formats_input in = {source,
                                         options ? options : &none,
                                         builder,
                                         net_builder_places(builder),
                                         net_builder_transitions(builder),
                                         diag};
    struct net *net = NULL;

    if (in.options->counts)
        net_builder_count(builder);
    if (source && read_source(&in))
        net = net_builder_finish(builder);
    else
        net_builder_destroy(builder);
    ASSERT(net || diag->code != DIAG_NONE);
    source_close(source);
    return net;
}

struct net *registry_read(const char *path,
                          const struct registry_options *options,
                          struct diag *diag)
{
    return read_and_close(source_open(path, diag), options, diag);
}

struct net *registry_read_memory(const void *bytes, size_t size,
                                 const char *name,
                                 const struct registry_options *options,
                                 struct diag *diag)
{
    return read_and_close(source_open_memory(bytes, size, name, diag), options,
                          diag);
}

static bool refuse_name(const char *path, struct diag *diag)
{
    text_buffer list = {0};

    (void)diag_report(diag, DIAG_USAGE, path, 0, 0,
                      "cannot write a net here: the name must end in %s",
                      list_suffixes(&list));
    vec_free(&list);
    return false;
}

bool registry_write(const struct net *net, const char *path, struct diag *diag)
{
    const struct format *format = find_by_suffix(path, strlen(path));
    struct output out;

    if (!format)
        return refuse_name(path, diag);
    if (!output_open(&out, path, diag))
        return false;
    if (writable(format->scope, net, path, diag) &&
        format->write(net, path, out.file, diag))
        return output_close(&out, diag);
    output_discard(&out);
    return false;
}
