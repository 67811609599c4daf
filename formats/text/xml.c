#include "formats/text/xml.h"

#include "base/check.h"
#include "formats/text/xml_parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct xml {
    struct xml_parser parser;
    struct diag *diag;
    struct xml_queue_tag now;
    bool muted; /* text was dropped since the last tag */
    bool failed;
};

struct xml *xml_open(struct source *source, struct diag *diag)
{
    struct xml *const xml = mem_zero(1, sizeof *xml);

    xml->diag = diag;
    xml_parser_open(&xml->parser, source);
    return xml;
}

void xml_close(struct xml *xml)
{
    xml_parser_close(&xml->parser);
    mem_free(xml);
}

/* -- Tags -- */

static bool end(struct xml *xml)
{
    if (xml->parser.late.code != DIAG_NONE) {
        *xml->diag = xml->parser.late;
        xml->failed = true;
    }
    return false;
}

/* Makes the next tag the current one.  What is deeper than `most` behind this
 * page is dropped. */
static bool step(struct xml *xml, uint32_t most)
{
    struct xml_parser *const p = &xml->parser;

    while (!xml->failed && p->queue.first == p->queue.tags.len) {
        if (xml_parser_is_done(p))
            return end(xml);
        if (most != UINT32_MAX)
            xml_parser_mute(p, most);
        xml_parser_read(p);
    }
    if (xml->failed)
        return false;
    xml->now = p->queue.tags.at[p->queue.first++];
    return true;
}

bool xml_next(struct xml *xml)
{
    xml->muted = false;
    return step(xml, UINT32_MAX);
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
        const struct xml_queue_attribute *const a =
            &xml->parser.queue.attributes.at[xml->now.attributes + i];

        if (!a->prefix && !strcmp(a->name, name))
            return xml->parser.queue.texts.at + a->value;
    }
    return NULL;
}

bool xml_has(const struct xml *xml, const char *name, const char *value)
{
    const char *const text = xml_attribute(xml, name);

    return text && !strcmp(text, value);
}

uint32_t xml_attribute_count(const struct xml *xml)
{
    return xml->now.n_attributes;
}

const char *xml_attribute_name(const struct xml *xml, uint32_t i,
                               const char **prefix)
{
    const struct xml_queue_attribute *const a =
        &xml->parser.queue.attributes.at[xml->now.attributes + i];

    ASSERT(i < xml->now.n_attributes);
    *prefix = a->prefix ? a->prefix : "";
    return a->name;
}

struct net_where xml_where(const struct xml *xml)
{
    return (struct net_where){source_name(xml->parser.bytes.source),
                              xml->now.where.line, xml->now.where.column};
}

const char *xml_before(const struct xml *xml)
{
    return xml->muted ? "" : xml->parser.queue.texts.at + xml->now.text;
}

bool xml_flawed(const struct xml *xml, struct net_where *where)
{
    *where = (struct net_where){source_name(xml->parser.bytes.source),
                                xml->parser.bytes.flaw.line,
                                xml->parser.bytes.flaw.column};
    return xml->parser.bytes.flaw.line;
}

bool xml_skip(struct xml *xml)
{
    const uint32_t depth = xml->now.depth;

    ASSERT(xml->now.opens);
    xml->muted = true;
    while (step(xml, depth))
        if (xml->now.depth == depth)
            return true;
    return false;
}

/* -- Errors -- */

bool xml_error_at(struct xml *xml, struct net_where where, const char *format,
                  ...)
{
    char text[sizeof xml->diag->text];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)diag_report(xml->diag, DIAG_INPUT, where.file, where.line,
                      where.column, "%s", text);
    xml->failed = true;
    return false;
}

bool xml_failed(const struct xml *xml)
{
    return xml->failed;
}
