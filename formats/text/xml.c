/* The parser is pushed a page at a time.  Its callbacks queue the tags of the
 * page, and xml_next() takes them from the queue: callbacks are faster than
 * xmlTextReader, which builds a tree, and readers stay plain loops. */
#include "formats/text/xml.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/text.h"
#include "formats/text/comments.h"
#include "formats/text/xml_calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The maximal size of a tag, text or comment.  libxml2 holds one of them in
 * memory.  Its own limits are too low for real nets, and without them it has no
 * bound. */
enum { MAX_PIECE = 32 << 20 };

enum { PAGE = 8192 };

struct position {
    uint32_t line, column;
};

struct attribute {
    const char *prefix, *name; /* in the parser's dictionary */
    uint32_t value;            /* offset in texts */
};

struct tag {
    const char *name; /* in the parser's dictionary */
    struct position where;
    uint32_t depth;
    uint32_t text; /* before it: offset in texts */
    uint32_t attributes, n_attributes;
    bool opens;
};

struct xml {
    struct xml_calls calls;
    xmlParserCtxtPtr parser; /* NULL: there is no libxml2, which is late */
    struct source *source;
    struct diag *diag;
    char page[PAGE];
    size_t len;
    uint64_t offset; /* of the page in the document */
    struct comments comments;
    size_t n_left; /* bytes behind the page, with which the next one begins */
    struct position flaw; /* the first "--" in a comment; line 0: none */

    /* Positions: of the byte behind the counted ones; of the last '<' before
     * the page. */
    uint64_t n_counted;
    struct position next, opened;
    bool by_line; /* UTF-16: lines only, from libxml2 */
    bool by_page; /* UTF-8: offsets of the parser are offsets of the source */

    /* The queue. */
    VEC(struct tag) tags;
    VEC(struct attribute) attributes;
    text_buffer texts;
    uint32_t text;  /* where the text before the next tag begins */
    uint32_t first; /* the current tag is the one before it */
    uint32_t n_open;
    uint32_t mute; /* drop all that is deeper; UINT32_MAX: nothing */
    bool muted;    /* text was dropped since the last tag */
    bool starved;  /* a callback had no memory */
    bool whole;    /* the root element is closed */

    size_t piece;     /* bytes since the last '>' */
    bool at_end;      /* of the source */
    struct diag late; /* what is wrong behind the queue */
    bool failed;
    struct tag now;
    struct mem_guard guard;
};

/* -- Positions -- */

/* Only the bytes behind the last line end matter for the column. */
static void count(struct position *next, const char *from, const char *to)
{
    const char *line = to;
    uint32_t n = 0;

    while (line > from && line[-1] != '\n')
        line--;
    for (const char *at = from; at < line; at++)
        n += *at == '\n';
    if (n) {
        next->line = next->line < UINT32_MAX - n ? next->line + n : UINT32_MAX;
        next->column = 1;
    }
    n = 0;
    for (const char *at = line; at < to; at++)
        n += (*at & 0xc0) != 0x80;
    next->column =
        next->column < UINT32_MAX - n ? next->column + n : UINT32_MAX;
}

/* Counts up to a byte of the page. */
static void count_to(struct xml *xml, const char *to)
{
    const char *const from = xml->page + (xml->n_counted - xml->offset);

    if (from >= to)
        return;
    count(&xml->next, from, to);
    xml->n_counted = xml->offset + (uint64_t)(to - xml->page);
}

/* The last '<' of the page before end, or NULL.  Within a tag that the parser
 * has accepted it is the first byte of the tag. */
static const char *find_open(const struct xml *xml, const char *end)
{
    while (end > xml->page)
        if (*--end == '<')
            return end;
    return NULL;
}

/* The markup that begins before this byte of the page. */
static struct position locate_before(struct xml *xml, const char *end)
{
    const char *const open = find_open(xml, end);

    if (!open)
        return xml->opened;
    count_to(xml, open);
    return xml->next;
}

/* The tag that the parser is in. */
static struct position locate(struct xml *xml)
{
    const char *end = xml->page + xml->len;

    if (xml->by_line)
        return (struct position){(uint32_t)xml->parser->input->line, 0};
    if (xml->by_page) {
        const long at = xml->calls.ByteConsumed(xml->parser);

        if (at < 0 || (uint64_t)at < xml->offset)
            return xml->opened;
        if ((uint64_t)at - xml->offset < xml->len)
            end = xml->page + ((uint64_t)at - xml->offset);
    }
    return locate_before(xml, end);
}

/* The page is over. */
static void leave_page(struct xml *xml)
{
    const char *const open = find_open(xml, xml->page + xml->len);

    if (open && xml->n_counted <= xml->offset + (uint64_t)(open - xml->page)) {
        count_to(xml, open);
        xml->opened = xml->next;
    }
    count_to(xml, xml->page + xml->len);
}

/* -- The queue -- */

/* Room for n more elements of a vector, without mem_failed(): libxml2 is on the
 * stack. */
#define HAS_ROOM(xml, vec, n)                                        \
    has_room(xml, (void **)&(vec)->at, &(vec)->cap, (vec)->len, (n), \
             sizeof *(vec)->at)

static bool has_room(struct xml *xml, void **at, uint32_t *cap, uint32_t len,
                     size_t n, size_t size)
{
    uint64_t wanted = *cap < 64 ? 64 : *cap + (uint64_t)*cap / 2;
    void *moved;

    if (*cap - len >= n)
        return true;
    if (wanted < (uint64_t)len + n)
        wanted = (uint64_t)len + n;
    moved = wanted < UINT32_MAX ? mem_try_resize(*at, wanted, size) : NULL;
    if (!moved) {
        xml->starved = true;
        xml->calls.StopParser(xml->parser);
        return false;
    }
    *at = moved;
    *cap = (uint32_t)wanted;
    return true;
}

static bool keep_text(struct xml *xml, const char *bytes, size_t n)
{
    if (!HAS_ROOM(xml, &xml->texts, n + 1))
        return false;
    if (n)
        memcpy(xml->texts.at + xml->texts.len, bytes, n);
    xml->texts.len += (uint32_t)n;
    return true;
}

static bool end_text(struct xml *xml)
{
    return keep_text(xml, "", 1);
}

static bool is_mute(const struct xml *xml)
{
    return xml->n_open > xml->mute;
}

/* Within a value libxml2 leaves "&#38;" for '&'. */
static bool keep_value(struct xml *xml, const char *from, const char *to)
{
    static const char amp[] = "&#38;";
    const size_t n = sizeof amp - 1;
    const char *at;

    while ((at = memchr(from, '&', (size_t)(to - from)))) {
        if (!keep_text(xml, from, (size_t)(at + 1 - from)))
            return false;
        from = (size_t)(to - at) >= n && !memcmp(at, amp, n) ? at + n : at + 1;
    }
    return keep_text(xml, from, (size_t)(to - from)) && end_text(xml);
}

/* libxml2 gives five pointers for each attribute: name, prefix, URI, value and
 * the end of the value. */
static bool keep_attributes(struct xml *xml, int n, const xmlChar **given)
{
    if (!HAS_ROOM(xml, &xml->attributes, (size_t)n))
        return false;
    for (int i = 0; i < n; i++, given += 5) {
        const struct attribute attribute = {
            (const char *)given[1], (const char *)given[0], xml->texts.len};

        if (!keep_value(xml, (const char *)given[3], (const char *)given[4]))
            return false;
        vec_push(&xml->attributes, attribute);
    }
    return true;
}

static void add_tag(struct xml *xml, const xmlChar *name, bool opens, int n,
                    const xmlChar **attributes)
{
    struct tag tag = {.name = (const char *)name,
                      .depth = xml->n_open,
                      .text = xml->text,
                      .attributes = xml->attributes.len,
                      .n_attributes = (uint32_t)n,
                      .opens = opens};

    if (!HAS_ROOM(xml, &xml->tags, 1) || !end_text(xml) ||
        !keep_attributes(xml, n, attributes))
        return;
    tag.where = locate(xml);
    vec_push(&xml->tags, tag);
    xml->text = xml->texts.len;
}

/* -- Callbacks -- */

/* libxml2 reads on to the end of the piece that it has; the queue ends at the
 * error. */
static bool is_broken(const struct xml *xml)
{
    return xml->starved || xml->late.code != DIAG_NONE;
}

static void on_open(void *context, const xmlChar *name, const xmlChar *prefix,
                    const xmlChar *uri, int n_spaces, const xmlChar **spaces,
                    int n_attributes, int n_defaulted,
                    const xmlChar **attributes)
{
    struct xml *const xml = context;

    (void)prefix, (void)uri, (void)n_spaces, (void)spaces, (void)n_defaulted;
    if (is_broken(xml))
        return;
    if (!is_mute(xml))
        add_tag(xml, name, true, n_attributes, attributes);
    xml->n_open++;
}

static void on_close(void *context, const xmlChar *name, const xmlChar *prefix,
                     const xmlChar *uri)
{
    struct xml *const xml = context;

    (void)prefix, (void)uri;
    if (is_broken(xml))
        return;
    xml->n_open--;
    xml->whole = !xml->n_open;
    if (is_mute(xml))
        return;
    xml->mute = UINT32_MAX;
    add_tag(xml, name, false, 0, NULL);
}

static void on_text(void *context, const xmlChar *text, int n)
{
    struct xml *const xml = context;

    if (!is_mute(xml) && !is_broken(xml))
        (void)keep_text(xml, (const char *)text, (size_t)n);
}

/* The tags in the queue come before the error. */
static void complain(struct xml *xml, uint32_t line, const char *message)
{
    char text[400];

    (void)snprintf(text, sizeof text, "%s", message ? message : "no XML");
    text[strcspn(text, "\r\n")] = '\0';
    (void)diag_report(&xml->late, DIAG_INPUT, source_name(xml->source), line, 0,
                      "%s%s",
                      xml->at_end ? "the document is cut off"
                                  : "this is not well-formed XML: ",
                      xml->at_end ? "" : text);
}

/* The same of what libxml2 would read on. */
static void refuse(struct xml *xml, struct position where, const char *what)
{
    (void)diag_report(&xml->late, DIAG_INPUT, source_name(xml->source),
                      where.line, xml->by_line ? 0 : where.column, "%s", what);
    xml->calls.StopParser(xml->parser);
}

/* Refuses an encoding that does not agree with ASCII, as positions and the ends
 * of comments are found in the bytes: names of those that do begin so. */
static bool check_encoding(struct xml *xml)
{
    static const char *const known[] = {
        "UTF-8",       "UTF8",     "UTF-16",  "UTF16",    "US-ASCII",
        "ASCII",       "ISO-8859", "ISO8859", "ISO_8859", "LATIN",
        "WINDOWS-125", "CP125",    "KOI8-",   NULL};
    const xmlParserInputPtr input = xml->parser->input;
    const xmlChar *const declared = xml->parser->encoding
                                        ? xml->parser->encoding
                                    : input ? input->encoding
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
    refuse(xml, (struct position){1, 1}, what);
    return false;
}

/* A DOCTYPE can make any parser use unbounded time and memory.  This is called
 * before anything in it is read. */
static void on_doctype(void *context, const xmlChar *name,
                       const xmlChar *external, const xmlChar *system)
{
    struct xml *const xml = context;

    (void)name, (void)external, (void)system;
    refuse(xml, locate(xml), "a DOCTYPE is not supported");
}

/* The encoding is known. */
static void on_start(void *context)
{
    struct xml *const xml = context;
    const xmlParserInputPtr input = xml->parser->input;

    if (check_encoding(xml))
        xml->by_page = !xml->by_line && input->buf && !input->buf->encoder;
}

/* Only fatal errors count: an undeclared name space, for one, is ignored. */
static void on_error(void *context, xmlErrorPtr error)
{
    struct xml *const xml = context;

    if (error->code == XML_ERR_NO_MEMORY)
        xml->starved = true;
    else if (error->level == XML_ERR_FATAL && !xml->starved &&
             check_encoding(xml))
        complain(xml, (uint32_t)error->line, error->message);
}

static void complain_of_bytes(struct xml *xml)
{
    const xmlParserInputPtr input = xml->parser ? xml->parser->input : NULL;

    complain(xml, input && input->line > 0 ? (uint32_t)input->line : 0,
             "its bytes are not those of its encoding");
}

/* Errors that libxml2 connects with no document, as those of a decoder, go to
 * the handlers of the thread. */
static void on_stray_error(void *context, xmlErrorPtr error)
{
    struct xml *const xml = context;

    if (error->code == XML_ERR_NO_MEMORY)
        xml->starved = true;
    else if (error->level >= XML_ERR_ERROR && !xml->starved)
        complain_of_bytes(xml);
}

static void on_stray_message(void *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void on_stray_message(void *context, const char *format, ...)
{
    struct xml *const xml = context;

    (void)format;
    if (!xml->starved)
        complain_of_bytes(xml);
}

static struct xml_calls_handlers handlers_of(struct xml *xml)
{
    return (struct xml_calls_handlers){on_stray_message, xml, on_stray_error,
                                       xml};
}

/* -- Opening and closing -- */

static bool is_wide(struct source *source)
{
    size_t len;
    const char *page = source_peek(source, &len);

    return len >= 2 && (!page[0] || !page[1] || !memcmp(page, "\xff\xfe", 2) ||
                        !memcmp(page, "\xfe\xff", 2));
}

/* HUGE lifts limits that real nets exceed.  The attacks that it would permit
 * need a DOCTYPE (on_doctype()).  NOENT, DTDLOAD and similar options must never
 * be added. */
enum { OPTIONS = XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_HUGE };

static void free_parser(void *self)
{
    struct xml *const xml = self;

    xml->calls.FreeParserCtxt(xml->parser);
}

struct xml *xml_open(struct source *source, struct diag *diag)
{
    struct xml *xml = mem_zero(1, sizeof *xml);
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC,
                             .startDocument = on_start,
                             .internalSubset = on_doctype,
                             .startElementNs = on_open,
                             .endElementNs = on_close,
                             .characters = on_text,
                             .ignorableWhitespace = on_text,
                             .cdataBlock = on_text,
                             .serror = on_error};

    xml->source = source;
    xml->diag = diag;
    xml->next = xml->opened = (struct position){1, 1};
    xml->by_line = is_wide(source);
    xml->mute = UINT32_MAX;
    if (!xml_calls_open(&xml->calls, source_name(source), &xml->late))
        return xml;

    const struct xml_calls_handlers before =
        xml_calls_handle(&xml->calls, handlers_of(xml));

    xml->parser = xml->calls.CreatePushParserCtxt(&handler, xml, NULL, 0, NULL);
    (void)xml_calls_handle(&xml->calls, before);
    if (!xml->parser)
        mem_failed(0);
    mem_guard(&xml->guard, free_parser, xml);
    (void)xml->calls.CtxtUseOptions(xml->parser, OPTIONS);
    return xml;
}

void xml_close(struct xml *xml)
{
    if (!xml)
        return;
    if (xml->parser) {
        mem_unguard(&xml->guard);
        free_parser(xml);
    }
    vec_free(&xml->tags);
    vec_free(&xml->attributes);
    vec_free(&xml->texts);
    mem_free(xml);
}

/* -- Parsing -- */

/* Until the encoding is known, and in an 8-bit encoding other than UTF-8, the
 * parser is given the bytes up to the next '>': the last '<' of them begins the
 * tag that it reports. */
static size_t choose_length(const struct xml *xml, const char *bytes, size_t n)
{
    const char *end;

    if (xml->by_line || xml->by_page)
        return n;
    end = memchr(bytes, '>', n);
    return end ? (size_t)(end + 1 - bytes) : n;
}

static void count_piece(struct xml *xml, const char *bytes, size_t n)
{
    size_t rest = 0;

    while (rest < n && bytes[n - rest - 1] != '>')
        rest++;
    xml->piece = rest < n ? rest : xml->piece + n;
    if (xml->piece > MAX_PIECE)
        refuse(xml, locate_before(xml, bytes + n),
               "a tag, text or comment is longer than 32 MB");
}

/* libxml2 may stop without a word. */
static void parse_bytes(struct xml *xml, const char *bytes, size_t n, bool ends)
{
    const struct xml_calls_handlers before =
        xml_calls_handle(&xml->calls, handlers_of(xml));

    (void)xml->calls.ParseChunk(xml->parser, bytes, (int)n, ends);
    (void)xml_calls_handle(&xml->calls, before);
    if ((xml->parser->disableSAX || (ends && !xml->whole)) && !is_broken(xml))
        complain_of_bytes(xml);
}

static void parse(struct xml *xml, const char *bytes, size_t n)
{
    xml->len = (size_t)(bytes - xml->page) + n;
    count_piece(xml, bytes, n);
    if (!is_broken(xml))
        parse_bytes(xml, bytes, n, false);
}

static void clear_queue(struct xml *xml)
{
    const uint32_t n = xml->texts.len - xml->text;

    if (n)
        memmove(xml->texts.at, xml->texts.at + xml->text, n);
    xml->texts.len = n;
    xml->text = xml->first = 0;
    vec_clear(&xml->tags);
    vec_clear(&xml->attributes);
}

/* Takes n bytes for the page and leaves those that depend on the next ones. */
static size_t mend_comments(struct xml *xml, size_t n)
{
    const char *first;

    if (xml->by_line)
        return n;
    xml->n_left = comments_mend(&xml->comments, xml->page, n, &first);
    if (first && !xml->flaw.line) {
        xml->flaw = xml->next;
        count(&xml->flaw, xml->page, first);
    }
    return n - xml->n_left;
}

/* The next page; 0 at the end.  What was left of the last one is part of a
 * comment, without which the document is cut off as well. */
static size_t read_page(struct xml *xml)
{
    const size_t left = xml->n_left;
    size_t n;

    if (left)
        memmove(xml->page, xml->page + xml->len, left);
    n = source_read(xml->source, xml->page + left, sizeof xml->page - left);
    xml->len = 0;
    xml->at_end = !n;
    return n ? mend_comments(xml, left + n) : 0;
}

static void parse_page(struct xml *xml)
{
    const size_t n = read_page(xml);

    clear_queue(xml);
    if (source_failed(xml->source, &xml->late))
        return;
    if (xml->at_end)
        parse_bytes(xml, NULL, 0, true);
    for (size_t at = 0; at < n && !is_broken(xml);) {
        const size_t some = choose_length(xml, xml->page + at, n - at);

        parse(xml, xml->page + at, some);
        at += some;
    }
    xml->len = n;
    leave_page(xml);
    xml->offset += n;
    if (xml->starved)
        mem_failed(xml->texts.cap);
}

/* -- Tags -- */

static bool end(struct xml *xml)
{
    if (xml->late.code != DIAG_NONE) {
        *xml->diag = xml->late;
        xml->failed = true;
    }
    return false;
}

/* Makes the next tag the current one. */
static bool step(struct xml *xml)
{
    while (!xml->failed && xml->first == xml->tags.len)
        if (is_broken(xml) || xml->at_end)
            return end(xml);
        else
            parse_page(xml);
    if (xml->failed)
        return false;
    xml->now = xml->tags.at[xml->first++];
    return true;
}

bool xml_next(struct xml *xml)
{
    xml->muted = false;
    return step(xml);
}

bool xml_opens(const struct xml *xml)
{
    return xml->now.opens;
}

const char *xml_name(const struct xml *xml)
{
    return xml->now.name;
}

bool xml_is(const struct xml *xml, const char *name)
{
    return !strcmp(xml->now.name, name);
}

uint32_t xml_depth(const struct xml *xml)
{
    return xml->now.depth;
}

const char *xml_attribute(const struct xml *xml, const char *name)
{
    for (uint32_t i = 0; i < xml->now.n_attributes; i++) {
        const struct attribute *const a =
            &xml->attributes.at[xml->now.attributes + i];

        if (!a->prefix && !strcmp(a->name, name))
            return xml->texts.at + a->value;
    }
    return NULL;
}

uint32_t xml_attribute_count(const struct xml *xml)
{
    return xml->now.n_attributes;
}

const char *xml_attribute_name(const struct xml *xml, uint32_t i,
                               const char **prefix)
{
    const struct attribute *const a =
        &xml->attributes.at[xml->now.attributes + i];

    ASSERT(i < xml->now.n_attributes);
    *prefix = a->prefix ? a->prefix : "";
    return a->name;
}

struct net_where xml_where(const struct xml *xml)
{
    return (struct net_where){source_name(xml->source), xml->now.where.line,
                              xml->now.where.column};
}

const char *xml_before(const struct xml *xml)
{
    return xml->muted ? "" : xml->texts.at + xml->now.text;
}

bool xml_flawed(const struct xml *xml, struct net_where *where)
{
    *where = (struct net_where){source_name(xml->source), xml->flaw.line,
                                xml->flaw.column};
    return xml->flaw.line;
}

bool xml_skip(struct xml *xml)
{
    const uint32_t depth = xml->now.depth;

    ASSERT(xml->now.opens);
    xml->muted = true;
    while (!xml->failed) {
        while (xml->first < xml->tags.len) {
            xml->now = xml->tags.at[xml->first++];
            if (xml->now.depth == depth)
                return true;
        }
        if (is_broken(xml) || xml->at_end)
            return end(xml);
        xml->mute = depth;
        xml->texts.len = xml->text;
        parse_page(xml);
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
