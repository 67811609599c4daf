#include "formats/registry.h"

#include "base/output.h"
#include "formats/llnet.h"
#include "formats/pnml.h"
#include "formats/source.h"

#include <string.h>

struct format {
    const char *name;
    const char *suffix;
    bool (*probe)(const char *page, size_t len);
    struct net *(*read)(struct source *source, struct diag *diag);
    bool (*write)(const struct net *net, const char *path, FILE *out,
                  struct diag *diag);
};

static const struct format formats[] = {
    {"PEP", ".ll_net", llnet_probe, llnet_read, llnet_write_net},
    {"PNML", ".pnml", pnml_probe, pnml_read, pnml_write_net},
};

enum { N_FORMATS = sizeof formats / sizeof *formats };

static const struct format *find_by_content(const char *page, size_t len)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (formats[i].probe(page, len))
            return &formats[i];
    return NULL;
}

static const struct format *find_by_suffix(const char *path)
{
    const size_t len = strlen(path);

    for (size_t i = 0; i < N_FORMATS; i++) {
        const size_t n = strlen(formats[i].suffix);

        if (len > n && !strcmp(path + len - n, formats[i].suffix))
            return &formats[i];
    }
    return NULL;
}

static struct net *read_source(struct source *source, struct diag *diag)
{
    size_t len;
    const char *page = source_peek(source, &len);
    const struct format *format = find_by_content(page, len);

    if (format)
        return format->read(source, diag);
    (void)diag_report(diag, DIAG_INPUT, source_name(source), 0, 0,
                      len ? "neither PNML (XML) nor a .ll_net (its first line "
                            "is PEP)"
                          : "the file is empty");
    return NULL;
}

struct net *registry_read(const char *path, struct diag *diag)
{
    struct source *source = source_open(path, diag);
    struct net *net = source ? read_source(source, diag) : NULL;

    source_close(source);
    return net;
}

struct net *registry_read_memory(const void *bytes, size_t size,
                                 const char *name, struct diag *diag)
{
    struct source *source = source_open_memory(bytes, size, name, diag);
    struct net *net = source ? read_source(source, diag) : NULL;

    source_close(source);
    return net;
}

bool registry_write(const struct net *net, const char *path, struct diag *diag)
{
    const struct format *format = find_by_suffix(path);
    struct output out;

    if (!format)
        return diag_report(diag, DIAG_USAGE, path, 0, 0,
                           "cannot write a net here: the name must end in "
                           ".ll_net or .pnml");
    if (!output_open(&out, path, diag))
        return false;
    if (format->write(net, path, out.file, diag))
        return output_close(&out, diag);
    output_discard(&out);
    return false;
}
