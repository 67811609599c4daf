#include "formats/net/pnml.h"

#include "formats/text/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pnml_label_finish(struct pnml_label_owner *owner)
{
    vec_free(&owner->prefix);
    vec_free(&owner->id);
    vec_free(&owner->source);
    vec_free(&owner->target);
    vec_free(&owner->text);
}

/* -- Messages -- */

const char *pnml_label_describe(const struct pnml_label_owner *owner,
                                char text[PNML_LABEL_TEXT])
{
    const size_t cap = PNML_LABEL_TEXT;
    const char *const id = owner->id.len ? owner->id.at : "";

    switch (owner->kind) {
    case PNML_DOCUMENT:
        (void)snprintf(text, cap, "the document");
        break;
    case PNML_NET:
        (void)snprintf(text, cap, "the net");
        break;
    case PNML_PLACE:
        (void)snprintf(text, cap, "place '%.200s'", id);
        break;
    case PNML_TRANSITION:
        (void)snprintf(text, cap, "transition '%.200s'", id);
        break;
    case PNML_ARC:
        (void)snprintf(text, cap, "%s%.90s%s from '%.90s' to '%.90s'",
                       *id ? "arc '" : "the arc", id, *id ? "'" : "",
                       owner->source.at, owner->target.at);
        break;
    }
    return text;
}

bool pnml_label_error(const struct pnml_label_owner *owner, const char *format,
                      ...)
{
    char about[PNML_LABEL_TEXT], text[400];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return xml_error(owner->xml, "%s %s", pnml_label_describe(owner, about),
                     text);
}

bool pnml_label_timed(const struct pnml_label_owner *owner, const char *what)
{
    return pnml_label_error(owner,
                            "has %s: the net is timed, and only P/T nets are "
                            "supported",
                            what);
}

/* -- Texts -- */

static bool is_drawing(const struct xml *xml)
{
    return xml_is(xml, "graphics") || xml_is(xml, "toolspecific") ||
           xml_is(xml, "offset");
}

/* owner is NULL where other elements are harmless. */
static bool read(struct xml *xml, const struct pnml_label_owner *owner,
                 text_buffer *text)
{
    const uint32_t depth = xml_depth(xml);

    text->len = 0;
    while (xml_next(xml)) {
        const char *before = xml_before(xml);

        text_put(text, before);
        if (!xml_opens(xml) && xml_depth(xml) == depth) {
            text_collapse(text);
            text_end(text);
            return true;
        }
        text_add(text, " ", 1); /* separates two texts */
        if (!xml_opens(xml) || xml_is(xml, "text") || xml_is(xml, "value"))
            continue;
        if (owner && !is_drawing(xml))
            return pnml_label_error(owner,
                                    "has a label with a <%s>, which is not "
                                    "supported",
                                    xml_name(xml));
        if (!xml_skip(xml))
            return false;
    }
    return false;
}

bool pnml_label_read(struct pnml_label_owner *owner)
{
    return read(owner->xml, owner, &owner->text);
}

bool pnml_label_read_name(struct xml *xml, text_buffer *text)
{
    return read(xml, NULL, text);
}

const char *pnml_label_attribute(struct xml *xml, const char *name,
                                 text_buffer *text)
{
    const char *const value = xml_attribute(xml, name);

    text->len = 0;
    if (value)
        text_put(text, value);
    text_collapse(text);
    return text_end(text);
}

void pnml_label_id(const struct pnml_label_owner *owner, const char *name,
                   text_buffer *text)
{
    const uint32_t n = owner->prefix.len;

    (void)pnml_label_attribute(owner->xml, name, text);
    if (!text->len || !n)
        return;
    text_add(text, owner->prefix.at, n);
    memmove(text->at + n, text->at, text->len - n);
    memcpy(text->at, owner->prefix.at, n);
    text_end(text);
}

bool pnml_label_colour(struct pnml_label_owner *owner)
{
    static const char *const plain[] = {"dot", "dot.all", "1'dot", "1'dot.all",
                                        NULL};

    if (owner->tapaal && xml_is(owner->xml, "hlinitialMarking"))
        return xml_skip(owner->xml);
    if (owner->tapaal && !pnml_label_read_name(owner->xml, &owner->text))
        return false;
    return (owner->tapaal && scan_is_any(owner->text.at, plain)) ||
           pnml_label_error(owner,
                            "has a <%s>: the net is coloured, and only P/T "
                            "nets are supported",
                            xml_name(owner->xml));
}

/* -- Numbers -- */

bool pnml_label_amount(const struct pnml_label_owner *owner, const char *text,
                       const char *what, uint64_t otherwise, uint64_t *value)
{
    const char *comma = strchr(text, ',');

    if (!text[strspn(text, " ")]) {
        *value = otherwise;
        return true;
    }
    switch (text_number(comma ? comma + 1 : text, value)) {
    case TEXT_NUMBER:
        return true;
    case TEXT_NEGATIVE:
        return pnml_label_error(owner, "has the negative %s %.80s", what, text);
    case TEXT_TOO_LARGE:
        return pnml_label_error(owner, "has the %s %.80s, which is too large",
                                what, text);
    case TEXT_NO_NUMBER:
        break;
    }
    return pnml_label_error(owner, "has the %s '%.80s', which is no number",
                            what, text);
}

bool pnml_label_read_amount(struct pnml_label_owner *owner, const char *what,
                            uint64_t otherwise, uint64_t *value)
{
    return pnml_label_read(owner) &&
           pnml_label_amount(owner, owner->text.at, what, otherwise, value);
}
