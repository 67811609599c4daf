#include "formats/net/pnml_label.h"

#include <stdio.h>
#include <string.h>

const char *pnml_label_describe(const struct pnml_label_owner *owner,
                                char text[PNML_LABEL_TEXT])
{
    const size_t cap = PNML_LABEL_TEXT;

    switch (owner->kind) {
    case PNML_DOCUMENT:
        (void)snprintf(text, cap, "the document");
        break;
    case PNML_NET:
        (void)snprintf(text, cap, "the net");
        break;
    case PNML_PLACE:
        (void)snprintf(text, cap, "place '%.200s'", owner->id);
        break;
    case PNML_TRANSITION:
        (void)snprintf(text, cap, "transition '%.200s'", owner->id);
        break;
    case PNML_OTHER:
        (void)snprintf(text, cap, "%s", owner->id);
        break;
    case PNML_ARC:
        (void)snprintf(text, cap, "arc%s%.90s%s from '%.90s' to '%.90s'",
                       *owner->id ? " '" : "", owner->id, *owner->id ? "'" : "",
                       owner->source, owner->target);
        break;
    }
    return text;
}

static bool is_wrapper(const struct xml *xml)
{
    return xml_is(xml, "text") || xml_is(xml, "value");
}

static bool is_drawing(const struct xml *xml)
{
    return xml_is(xml, "graphics") || xml_is(xml, "toolspecific") ||
           xml_is(xml, "offset");
}

/* owner is NULL where other elements are harmless. */
static bool read(struct xml *xml, const struct pnml_label_owner *owner,
                 text_buffer *text)
{
    char about[PNML_LABEL_TEXT];
    const uint32_t depth = xml_depth(xml);

    text->len = 0;
    while (xml_next(xml)) {
        const char *before = xml_before(xml);

        text_add(text, before, strlen(before));
        if (!xml_opens(xml) && xml_depth(xml) == depth) {
            text_collapse(text);
            text_end(text);
            return true;
        }
        text_add(text, " ", 1); /* separates two texts */
        if (!xml_opens(xml) || is_wrapper(xml))
            continue;
        if (owner && !is_drawing(xml))
            return xml_error(xml,
                             "%s has a label with a <%s>, which is not "
                             "supported",
                             pnml_label_describe(owner, about), xml_name(xml));
        if (!xml_skip(xml))
            return false;
    }
    return false;
}

bool pnml_label_read(struct xml *xml, const struct pnml_label_owner *owner,
                     text_buffer *text)
{
    return read(xml, owner, text);
}

bool pnml_label_read_name(struct xml *xml, text_buffer *text)
{
    return read(xml, NULL, text);
}

void pnml_label_from_attribute(const char *value, text_buffer *text)
{
    text->len = 0;
    if (value)
        text_add(text, value, strlen(value));
    text_collapse(text);
    text_end(text);
}

bool pnml_label_amount(struct xml *xml, const char *text,
                       const struct pnml_label_owner *owner, const char *what,
                       uint64_t otherwise, uint64_t *value)
{
    const char *comma = strchr(text, ',');
    char about[PNML_LABEL_TEXT];

    if (!text[strspn(text, " ")]) {
        *value = otherwise;
        return true;
    }
    switch (text_number(comma ? comma + 1 : text, value)) {
    case TEXT_NUMBER:
        return true;
    case TEXT_NEGATIVE:
        return xml_error(xml, "%s has the negative %s %.80s",
                         pnml_label_describe(owner, about), what, text);
    case TEXT_TOO_LARGE:
        return xml_error(xml, "%s has the %s %.80s, which is too large",
                         pnml_label_describe(owner, about), what, text);
    case TEXT_NO_NUMBER:
        break;
    }
    return xml_error(xml, "%s has the %s '%.80s', which is no number",
                     pnml_label_describe(owner, about), what, text);
}
