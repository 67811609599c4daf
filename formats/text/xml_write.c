#include "formats/text/xml_write.h"

#include <stdarg.h>

/* The stream records a failure, and its owner reports it. */
static int write_bytes(void *out, const char *bytes, int n)
{
    (void)fwrite(bytes, 1, (size_t)n, out);
    return n;
}

static void note_write_error(void *self, xmlErrorPtr error)
{
    struct xml_write *const w = self;

    w->failed |= error->level >= XML_ERR_ERROR;
}

static void free_writer(void *self)
{
    const struct xml_write *const w = self;

    w->calls.FreeTextWriter(w->writer);
    (void)xml_calls_handle(&w->calls, w->before);
}

bool xml_write_open(struct xml_write *w, const char *path, FILE *out,
                    struct diag *diag)
{
    xmlOutputBufferPtr buffer;

    if (!xml_calls_open(&w->calls, path, diag))
        return false;
    w->failed = false;
    w->before = xml_calls_handle(
        &w->calls, (struct xml_calls_handlers){xml_calls_ignore, NULL,
                                               note_write_error, w});
    buffer = w->calls.OutputBufferCreateIO(write_bytes, NULL, out, NULL);
    w->writer = buffer ? w->calls.NewTextWriter(buffer) : NULL;
    if (!w->writer) {
        (void)xml_calls_handle(&w->calls, w->before);
        mem_failed(0);
    }
    mem_guard(&w->guard, free_writer, w);
    (void)w->calls.TextWriterSetIndent(w->writer, 1);
    w->failed |=
        w->calls.TextWriterStartDocument(w->writer, NULL, "UTF-8", NULL) < 0;
    return true;
}

void xml_write_begin(struct xml_write *w, const char *name, ...)
{
    const char *attribute;
    va_list args;

    w->failed |=
        w->calls.TextWriterStartElement(w->writer, (const xmlChar *)name) < 0;
    va_start(args, name);
    while ((attribute = va_arg(args, const char *)))
        w->failed |= w->calls.TextWriterWriteAttribute(
                         w->writer, (const xmlChar *)attribute,
                         (const xmlChar *)va_arg(args, const char *)) < 0;
    va_end(args);
}

void xml_write_end(struct xml_write *w)
{
    w->failed |= w->calls.TextWriterEndElement(w->writer) < 0;
}

void xml_write_label(struct xml_write *w, const char *name, const char *text)
{
    xml_write_begin(w, name, NULL);
    w->failed |=
        w->calls.TextWriterWriteElement(w->writer, (const xmlChar *)"text",
                                        (const xmlChar *)text) < 0;
    xml_write_end(w);
}

void xml_write_element(struct xml_write *w, const char *name, const char *text)
{
    xml_write_begin(w, name, NULL);
    if (*text)
        w->failed |= w->calls.TextWriterWriteString(w->writer,
                                                    (const xmlChar *)text) < 0;
    xml_write_end(w);
}

bool xml_write_close(struct xml_write *w, const char *path, struct diag *diag)
{
    w->failed |= w->calls.TextWriterEndDocument(w->writer) < 0;
    mem_unguard(&w->guard);
    free_writer(w);
    return !w->failed || diag_report(diag, DIAG_INTERNAL, path, 0, 0,
                                     "cannot write the document");
}
