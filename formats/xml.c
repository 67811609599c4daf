#include "formats/xml.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/text.h"
#include "formats/prolog.h"

#include <libxml/xmlreader.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The maximal size of a tag, text or comment.  libxml2 holds one of them in
 * memory.  Its own limits are too low for real nets, and without them it has no
 * bound. */
enum { MAX_PIECE = 32 << 20 };

enum { PAGE = 16384 };

struct position {
    uint32_t line, column;
};

struct xml {
    xmlTextReaderPtr reader;
    struct source *source;
    struct diag *diag;
    char page[PAGE];
    size_t at, len;
    struct position next, tag; /* of the next byte, of the last '<' fed */
    size_t piece;              /* bytes since the last '>' */
    bool wide;                 /* UTF-16: positions come from libxml2 */
    bool opens, empty;         /* the tag; empty: its closing tag is due */
    bool at_end;               /* of the source */
    struct prolog prolog;
    bool refused; /* by feed(); end() reports why */
    bool failed;
    uint32_t depth;
    xmlChar *attribute;
    text_buffer before;
    struct mem_guard guard;
};

/* -- Feeding libxml2 -- */

static void pass(struct xml *xml, char c)
{
    struct position *next = &xml->next;

    if (c == '<')
        xml->tag = *next;
    xml->piece = c == '>' ? 0 : xml->piece + 1;
    if (c == '\n') {
        next->line += next->line < UINT32_MAX;
        next->column = 1;
    } else if ((c & 0xc0) != 0x80) {
        next->column += next->column < UINT32_MAX;
    }
}

/* The read callback.  It ends a piece at '>', so libxml2 has seen nothing
 * behind the tag that it has read, and the last '<' is the start of this tag.
 * The parser itself knows only the ends of tags, and counts lines to 65535. */
static int feed(void *context, char *bytes, int cap)
{
    struct xml *xml = context;
    int n = 0;

    if (xml->at == xml->len) {
        xml->at = 0;
        xml->len = source_read(xml->source, xml->page, sizeof xml->page);
        if (source_failed(xml->source, xml->diag))
            return -1;
    }
    xml->at_end = !xml->len;
    while (n < cap && xml->at < xml->len) {
        const char c = xml->page[xml->at++];

        bytes[n++] = c;
        pass(xml, c);
        xml->refused |= !prolog_pass(&xml->prolog, c);
        if (c == '>' || xml->refused)
            break;
    }
    xml->refused |= xml->piece > MAX_PIECE;
    return xml->refused ? -1 : n;
}

static void chomp(char *text)
{
    text[strcspn(text, "\r\n")] = '\0';
}

/* Only fatal errors count: an undeclared name space, for one, is ignored. end()
 * reports why feed() stopped. */
static void on_error(void *context, xmlErrorPtr error)
{
    struct xml *xml = context;
    const struct net_where where = {
        source_name(xml->source),
        xml->wide ? (uint32_t)error->line : xml->next.line, 0};
    char text[400];

    if (error->level != XML_ERR_FATAL || xml->failed || xml->refused)
        return;
    if (xml->at_end) {
        (void)xml_error_at(xml, where, "the document is cut off");
        return;
    }
    (void)snprintf(text, sizeof text, "%s",
                   error->message ? error->message : "no XML");
    chomp(text);
    (void)xml_error_at(xml, where, "this is not well-formed XML: %s", text);
}

static bool is_wide(struct source *source)
{
    size_t len;
    const char *page = source_peek(source, &len);

    return len >= 2 && (!page[0] || !page[1] || !memcmp(page, "\xff\xfe", 2) ||
                        !memcmp(page, "\xfe\xff", 2));
}

/* HUGE lifts limits that real nets exceed.  The attacks that it would permit
 * need a DOCTYPE.  NOENT, DTDLOAD and similar options must never be added. */
enum {
    OPTIONS = XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_BIG_LINES |
              XML_PARSE_HUGE
};

static void undo(void *self)
{
    struct xml *const xml = self;

    xmlFree(xml->attribute);
    xmlFreeTextReader(xml->reader);
}

struct xml *xml_open(struct source *source, struct diag *diag)
{
    struct xml *xml = mem_zero(1, sizeof *xml);

    xml->source = source;
    xml->diag = diag;
    xml->next = (struct position){1, 1};
    xml->tag = xml->next;
    xml->wide = is_wide(source);
    xmlInitParser(); /* once, however many threads come here first */
    xml->reader = xmlReaderForIO(feed, NULL, xml, NULL, NULL, OPTIONS);
    if (!xml->reader)
        mem_failed(0);
    mem_guard(&xml->guard, undo, xml);
    xmlTextReaderSetStructuredErrorHandler(xml->reader, on_error, xml);
    return xml;
}

void xml_close(struct xml *xml)
{
    if (!xml)
        return;
    vec_free(&xml->before);
    mem_unguard(&xml->guard);
    undo(xml);
    mem_free(xml);
}

/* -- Tags -- */

static bool end(struct xml *xml, int result)
{
    if (source_failed(xml->source, xml->diag))
        xml->failed = true;
    else if (xml->refused && xml->prolog.state == PROLOG_DOCTYPE)
        (void)xml_error(xml, "a DOCTYPE is not supported");
    else if (xml->refused && xml->prolog.state == PROLOG_ENCODING)
        (void)xml_error(xml, "the encoding '%.40s' is not supported",
                        xml->prolog.text);
    else if (xml->refused)
        (void)xml_error(xml, "a tag, text or comment is longer than %d MB",
                        MAX_PIECE >> 20);
    else if (result < 0)
        (void)xml_error(xml, "this is not well-formed XML");
    return false;
}

/* One step of libxml2; true when it is at a tag or a text. */
static bool step(struct xml *xml, int *type)
{
    for (;;) {
        const int result = xml->failed ? 0 : xmlTextReaderRead(xml->reader);

        if (result != 1 || xml->failed)
            return end(xml, xml->failed ? 0 : result);
        *type = xmlTextReaderNodeType(xml->reader);
        switch (*type) {
        case XML_READER_TYPE_ELEMENT:
        case XML_READER_TYPE_END_ELEMENT:
        case XML_READER_TYPE_TEXT:
        case XML_READER_TYPE_CDATA:
        case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
            return true;
        case XML_READER_TYPE_DOCUMENT_TYPE:
            return xml_error(xml, "a DOCTYPE is not supported");
        case XML_READER_TYPE_ENTITY_REFERENCE:
            return xml_error(xml, "the entity '%s' is not supported",
                             xmlTextReaderConstLocalName(xml->reader));
        default:
            break;
        }
    }
}

static void note_tag(struct xml *xml, bool opens)
{
    xml->opens = opens;
    xml->depth = (uint32_t)xmlTextReaderDepth(xml->reader);
    xml->empty = opens && xmlTextReaderIsEmptyElement(xml->reader) == 1;
    xmlFree(xml->attribute);
    xml->attribute = NULL;
}

static bool is_tag(int type)
{
    return type == XML_READER_TYPE_ELEMENT ||
           type == XML_READER_TYPE_END_ELEMENT;
}

bool xml_next(struct xml *xml)
{
    int type;

    xml->before.len = 0;
    if (xml->empty && !xml->failed) {
        xml->empty = xml->opens = false;
        return true;
    }
    while (step(xml, &type)) {
        if (is_tag(type)) {
            note_tag(xml, type == XML_READER_TYPE_ELEMENT);
            return true;
        }

        const char *text = (const char *)xmlTextReaderConstValue(xml->reader);

        text_add(&xml->before, text, strlen(text));
    }
    return false;
}

bool xml_opens(const struct xml *xml)
{
    return xml->opens;
}

const char *xml_name(const struct xml *xml)
{
    return (const char *)xmlTextReaderConstLocalName(xml->reader);
}

bool xml_is(const struct xml *xml, const char *name)
{
    return !strcmp(xml_name(xml), name);
}

uint32_t xml_depth(const struct xml *xml)
{
    return xml->depth;
}

const char *xml_attribute(struct xml *xml, const char *name)
{
    xmlFree(xml->attribute);
    xml->attribute =
        xmlTextReaderGetAttribute(xml->reader, (const xmlChar *)name);
    return (const char *)xml->attribute;
}

struct net_where xml_where(const struct xml *xml)
{
    const char *file = source_name(xml->source);

    if (xml->wide)
        return (struct net_where){
            file, (uint32_t)xmlTextReaderGetParserLineNumber(xml->reader), 0};
    return (struct net_where){file, xml->tag.line, xml->tag.column};
}

const char *xml_before(struct xml *xml)
{
    return text_end(&xml->before);
}

bool xml_skip(struct xml *xml)
{
    const uint32_t depth = xml->depth;
    int type;

    ASSERT(xml->opens);
    if (xml->empty)
        return xml_next(xml);
    xml->before.len = 0;
    while (step(xml, &type))
        if (type == XML_READER_TYPE_END_ELEMENT &&
            (uint32_t)xmlTextReaderDepth(xml->reader) == depth) {
            note_tag(xml, false);
            return true;
        }
    return false;
}

/* -- Errors -- */

static void report(struct xml *xml, struct net_where where, const char *format,
                   va_list args) __attribute__((format(printf, 3, 0)));

static void report(struct xml *xml, struct net_where where, const char *format,
                   va_list args)
{
    char text[sizeof xml->diag->text];

    (void)vsnprintf(text, sizeof text, format, args);
    (void)diag_report(xml->diag, DIAG_INPUT, where.file, where.line,
                      where.column, "%s", text);
    xml->failed = true;
}

bool xml_error(struct xml *xml, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(xml, xml_where(xml), format, args);
    va_end(args);
    return false;
}

bool xml_error_at(struct xml *xml, struct net_where where, const char *format,
                  ...)
{
    va_list args;

    va_start(args, format);
    report(xml, where, format, args);
    va_end(args);
    return false;
}

bool xml_failed(const struct xml *xml)
{
    return xml->failed;
}
