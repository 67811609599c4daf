#include "formats/text/xml_parser.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The maximal size of a tag, text or comment.  libxml2 holds one of them in
 * memory.  Its own limits are too low for real nets, and without them it has no
 * bound. */
enum { MAX_PIECE = 32 << 20 };

/* -- Callbacks -- */

static bool is_mute(const struct xml_parser *p)
{
    return p->n_open > p->mute;
}

/* libxml2 reads on to the end of the piece that it has; the queue ends at the
 * error. */
static bool is_broken(const struct xml_parser *p)
{
    return p->queue.starved || p->late.code != DIAG_NONE;
}

/* Where the next tag begins. */
static struct xml_bytes_position locate(struct xml_parser *p)
{
    return p->bytes.is_wide
               ? (struct xml_bytes_position){(uint32_t)p->parser->input->line,
                                             0}
               : xml_bytes_take(&p->bytes);
}

/* libxml2 gives five pointers for each attribute: name, prefix, URI, value and
 * the end of the value. */
static void add_tag(struct xml_parser *p, const xmlChar *name, bool opens,
                    int n, const xmlChar **given)
{
    xml_queue_tag(&p->queue, (struct xml_queue_tag){.name = (const char *)name,
                                                    .where = p->where,
                                                    .depth = p->n_open,
                                                    .opens = opens});
    for (int i = 0; i < n; i++, given += 5)
        xml_queue_attribute(&p->queue, (const char *)given[1],
                            (const char *)given[0], (const char *)given[3],
                            (const char *)given[4]);
}

static void on_open(void *context, const xmlChar *name, const xmlChar *prefix,
                    const xmlChar *uri, int n_spaces, const xmlChar **spaces,
                    int n_attributes, int n_defaulted,
                    const xmlChar **attributes)
{
    struct xml_parser *const p = context;
    const xmlChar end = *p->parser->input->cur;

    (void)prefix, (void)uri, (void)n_spaces, (void)spaces, (void)n_defaulted;
    if (is_broken(p) || (end != '>' && end != '/')) /* it is cut off */
        return;
    p->where = locate(p);
    p->is_empty = end == '/';
    if (!is_mute(p))
        add_tag(p, name, true, n_attributes, attributes);
    p->n_open++;
}

static void on_close(void *context, const xmlChar *name, const xmlChar *prefix,
                     const xmlChar *uri)
{
    struct xml_parser *const p = context;

    (void)prefix, (void)uri;
    if (is_broken(p))
        return;
    if (!p->is_empty)
        p->where = locate(p);
    p->is_empty = false;
    p->n_open--;
    p->whole = !p->n_open;
    if (is_mute(p))
        return;
    p->mute = UINT32_MAX;
    add_tag(p, name, false, 0, NULL);
}

static void on_text(void *context, const xmlChar *text, int n)
{
    struct xml_parser *const p = context;

    if (!is_mute(p) && !is_broken(p))
        xml_queue_text(&p->queue, (const char *)text, (size_t)n);
}

/* The tags in the queue come before the error. */
static void complain(struct xml_parser *p, uint32_t line, const char *message)
{
    char text[400];

    (void)snprintf(text, sizeof text, "%s", message ? message : "no XML");
    text[strcspn(text, "\r\n")] = '\0';
    (void)diag_report(&p->late, DIAG_INPUT, source_name(p->bytes.source), line,
                      0, "%s%s",
                      p->bytes.at_end ? "the document is cut off"
                                      : "this is not well-formed XML: ",
                      p->bytes.at_end ? "" : text);
}

/* The same of what libxml2 would read on. */
static void refuse(struct xml_parser *p, struct xml_bytes_position where,
                   const char *what)
{
    (void)diag_report(&p->late, DIAG_INPUT, source_name(p->bytes.source),
                      where.line, p->bytes.is_wide ? 0 : where.column, "%s",
                      what);
    p->calls.StopParser(p->parser);
}

/* Refuses an encoding that does not agree with ASCII, as tags and the ends of
 * comments are found in the bytes: names of those that do begin so. */
static bool check_encoding(struct xml_parser *p)
{
    static const char *const known[] = {
        "UTF-8",       "UTF8",     "UTF-16",  "UTF16",    "US-ASCII",
        "ASCII",       "ISO-8859", "ISO8859", "ISO_8859", "LATIN",
        "WINDOWS-125", "CP125",    "KOI8-",   NULL};
    const xmlParserInputPtr input = p->parser->input;
    const xmlChar *const declared = p->parser->encoding ? p->parser->encoding
                                    : input             ? input->encoding
                                                        : NULL;
    const char *const name = (const char *)declared;
    char what[80];

    for (uint32_t i = 0; name && known[i]; i++)
        if (!strncasecmp(name, known[i], strlen(known[i])))
            return true;
    if (!name)
        return true;
    (void)snprintf(what, sizeof what, "the encoding '%.40s' is not supported",
                   name);
    refuse(p, (struct xml_bytes_position){1, 1}, what);
    return false;
}

/* A DOCTYPE can make any parser use unbounded time and memory.  This is called
 * before anything in it is read. */
static void on_doctype(void *context, const xmlChar *name,
                       const xmlChar *external, const xmlChar *system)
{
    struct xml_parser *const p = context;

    (void)name, (void)external, (void)system;
    refuse(p, locate(p), "a DOCTYPE is not supported");
}

/* The encoding is known. */
static void on_start(void *context)
{
    struct xml_parser *const p = context;

    p->bytes.is_plain = check_encoding(p) && !p->parser->input->buf->encoder;
}

static void complain_of_bytes(struct xml_parser *p)
{
    const xmlParserInputPtr input = p->parser ? p->parser->input : NULL;

    complain(p, input && input->line > 0 ? (uint32_t)input->line : 0,
             "its bytes are not those of its encoding");
}

/* Only fatal errors count: an undeclared name space, for one, is ignored.
 * Errors that libxml2 connects with no document are those of a decoder; they go
 * to the handlers of the thread.  After one without a code it stops
 * (parse()). */
static void on_error(void *context, xmlErrorPtr error)
{
    struct xml_parser *const p = context;

    if (error->code == XML_ERR_NO_MEMORY)
        p->queue.starved = true;
    if (p->queue.starved)
        return;
    if (!error->ctxt && error->level >= XML_ERR_ERROR)
        complain_of_bytes(p);
    else if (error->level == XML_ERR_FATAL && check_encoding(p))
        complain(p, (uint32_t)error->line, error->message);
}

static struct xml_calls_handlers handlers_of(struct xml_parser *p)
{
    return (struct xml_calls_handlers){xml_calls_ignore, NULL, on_error, p};
}

/* -- Opening and closing -- */

/* HUGE lifts limits that real nets exceed.  The attacks that it would permit
 * need a DOCTYPE (on_doctype()).  NOENT, DTDLOAD and similar options must never
 * be added. */
enum { OPTIONS = XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_HUGE };

static void free_parser(void *self)
{
    struct xml_parser *const p = self;

    p->calls.FreeParserCtxt(p->parser);
}

void xml_parser_open(struct xml_parser *p, struct source *source)
{
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC,
                             .startDocument = on_start,
                             .internalSubset = on_doctype,
                             .startElementNs = on_open,
                             .endElementNs = on_close,
                             .characters = on_text,
                             .ignorableWhitespace = on_text,
                             .cdataBlock = on_text,
                             .serror = on_error};

    xml_bytes_init(&p->bytes, source);
    p->mute = UINT32_MAX;
    if (!xml_calls_open(&p->calls, source_name(source), &p->late))
        return;

    const struct xml_calls_handlers before =
        xml_calls_handle(&p->calls, handlers_of(p));

    p->parser = p->calls.CreatePushParserCtxt(&handler, p, NULL, 0, NULL);
    (void)xml_calls_handle(&p->calls, before);
    if (!p->parser)
        mem_failed(0);
    mem_guard(&p->guard, free_parser, p);
    (void)p->calls.CtxtUseOptions(p->parser, OPTIONS);
}

void xml_parser_close(struct xml_parser *p)
{
    if (p->parser) {
        mem_unguard(&p->guard);
        free_parser(p);
    }
    xml_queue_finish(&p->queue);
    xml_bytes_finish(&p->bytes);
}

/* -- Parsing -- */

static void count_piece(struct xml_parser *p, size_t n)
{
    size_t rest = 0;

    while (rest < n && p->bytes.page[n - rest - 1] != '>')
        rest++;
    p->piece = rest < n ? rest : p->piece + n;
    if (p->piece > MAX_PIECE)
        refuse(p, p->bytes.is_wide ? locate(p) : p->bytes.opened,
               "a tag, text or comment is longer than 32 MB");
}

/* At the end of the document n is 0.  libxml2 may stop without a word. */
static void parse(struct xml_parser *p, const char *bytes, size_t n)
{
    const struct xml_calls_handlers before =
        xml_calls_handle(&p->calls, handlers_of(p));

    (void)p->calls.ParseChunk(p->parser, bytes, (int)n, !n);
    (void)xml_calls_handle(&p->calls, before);
    if ((p->parser->disableSAX || (!n && !p->whole)) && !is_broken(p))
        complain_of_bytes(p);
}

/* Bytes that are not UTF-8 are decoded before they are parsed: markup by
 * markup, so that the line of one that is wrong is known. */
void xml_parser_read(struct xml_parser *p)
{
    const size_t n = xml_bytes_read(&p->bytes);

    xml_queue_clear(&p->queue);
    if (source_failed(p->bytes.source, &p->late))
        return;
    count_piece(p, n);
    if (p->bytes.at_end)
        parse(p, NULL, 0);
    for (size_t at = 0, end; at < n && !is_broken(p); at = end) {
        end = p->bytes.is_plain ? n : xml_bytes_pass(&p->bytes, n);
        if (at < end)
            parse(p, p->bytes.page + at, end - at);
    }
    if (p->queue.starved)
        mem_failed(p->queue.texts.cap);
}

bool xml_parser_is_done(const struct xml_parser *p)
{
    return is_broken(p) || p->bytes.at_end;
}

void xml_parser_mute(struct xml_parser *p, uint32_t depth)
{
    p->mute = depth;
    xml_queue_drop_text(&p->queue);
}
