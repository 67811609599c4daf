#include "formats/net/pnml.h"

#include "formats/text/scan.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    DOCUMENT = PNML_DOCUMENT,
    NET = PNML_NET,
    PLACE = PNML_PLACE,
    TRANSITION = PNML_TRANSITION,
    ARC = PNML_ARC,
    NODE = PLACE | TRANSITION,
    ELEMENT = NODE | ARC,
    ALL = DOCUMENT | NET | ELEMENT,
};

struct rule {
    const char *name;
    unsigned owners; /* set of enum pnml_label_kind */
};

/* Attributes that the reader itself reads come first. */
static const struct rule attributes[] = {
    {"id", ALL},
    {"name", ALL},
    {"type", NET | ARC},
    {"initialMarking", PLACE},
    {"invariant", PLACE},
    {"urgent", TRANSITION},
    {"priority", TRANSITION},
    {"source", ARC},
    {"target", ARC},
    {"weight", ARC},
    {"inscription", ARC},
    {"arctype", ARC},
    {"arcType", ARC},
    {"kind", ARC},
    /* TAPAAL: drawing; servers and distributions matter only to time, players
     * only to games. */
    {"displayName", NODE},
    {"nameOffsetX", ELEMENT},
    {"nameOffsetY", ELEMENT},
    {"positionX", NODE},
    {"positionY", NODE},
    {"angle", NODE},
    {"infiniteServer", TRANSITION},
    {"player", TRANSITION},
    {"distribution", TRANSITION},
    {"value", TRANSITION},
    {"firingMode", TRANSITION},
    {"active", NET},
    /* PIPE, Renew and others: drawing. */
    {"x", ELEMENT},
    {"y", ELEMENT},
    {"width", NODE},
    {"height", NODE},
    {"color", ELEMENT},
    {"label", ELEMENT},
    {"version", ALL},
    /* pm4py and ProM: a transition without an activity in the log. */
    {"invisible", TRANSITION},
};

static const struct rule children[] = {
    /* The standard. */
    {"name", ALL},
    {"graphics", ALL},
    {"toolspecific", ALL},
    {"label", ALL},
    {"description", ALL},
    {"documentation", ALL},
    /* PIPE: drawing, comments, and rates, which matter only to time. */
    {"orientation", TRANSITION},
    {"rate", TRANSITION},
    {"infiniteServer", TRANSITION},
    {"arcpath", ARC},
    {"token", NET},
    {"labels", NET},
    {"annotation", NET},
    {"definition", NET},
    {"selection", NET},
    /* ProM, pm4py: where a process ends. */
    {"finalmarking", PLACE | NET},
    {"finalMarking", PLACE | NET},
    /* TAPAAL: its questions, their constants, declared colours. */
    {"constant", DOCUMENT},
    {"declaration", DOCUMENT},
    {"query", DOCUMENT},
    {"queries", DOCUMENT},
    {"k-bound", DOCUMENT},
};

static bool has(const struct rule *rules, size_t n, const char *name,
                enum pnml_label_kind owner)
{
    for (size_t i = 0; i < n; i++)
        if ((rules[i].owners & owner) && !strcmp(rules[i].name, name))
            return true;
    return false;
}

bool pnml_dialect_attributes(const struct pnml_label_owner *owner)
{
    struct xml *const xml = owner->xml;
    char about[PNML_LABEL_TEXT];
    const size_t n_rules = sizeof attributes / sizeof *attributes;

    for (uint32_t i = 0; i < xml_attribute_count(xml); i++) {
        const char *prefix;
        const char *const name = xml_attribute_name(xml, i, &prefix);

        /* "xml:space" and "xsi:type" speak of the document. */
        if (has(attributes, n_rules, name, owner->kind) ||
            !strcmp(prefix, "xml") || !strcmp(prefix, "xsi"))
            continue;
        if (owner->kind & ELEMENT)
            return pnml_label_error(owner,
                                    "has an attribute '%.80s', which may "
                                    "change its behaviour and is not supported",
                                    name);
        net_builder_warn(owner->builder, xml_where(xml),
                         "%s has an attribute '%.80s': it is ignored",
                         pnml_label_describe(owner, about), name);
    }
    return true;
}

/* A part of a net, and no reference to one. */
static bool is_part(const struct xml *xml)
{
    return xml_opens(xml) && xml_attribute(xml, "id") &&
           (xml_is(xml, "place") || xml_is(xml, "transition") ||
            xml_is(xml, "arc"));
}

/* Skips the current element unless it has a part of a net in it, which must not
 * be dropped. */
static bool skip_without_parts(const struct pnml_label_owner *owner,
                               const char *name)
{
    struct xml *const xml = owner->xml;
    const uint32_t depth = xml_depth(xml);

    while (xml_next(xml)) {
        if (!xml_opens(xml) && xml_depth(xml) == depth)
            return true;
        if (is_part(xml))
            return pnml_label_error(owner,
                                    "has a <%s> with a <%.20s> in it, which is "
                                    "not supported",
                                    name, xml_name(xml));
    }
    return !xml_failed(xml);
}

bool pnml_dialect_skip(const struct pnml_label_owner *owner)
{
    const size_t n_rules = sizeof children / sizeof *children;
    struct xml *const xml = owner->xml;
    const struct net_where where = xml_where(xml);
    char about[PNML_LABEL_TEXT], name[81];

    if (has(children, n_rules, xml_name(xml), owner->kind))
        return xml_skip(xml);
    if (owner->kind & ELEMENT || (owner->tapaal && owner->kind == PNML_NET))
        return pnml_label_error(owner,
                                "has a <%.80s>, which may change its behaviour "
                                "and is not supported",
                                xml_name(xml));
    (void)snprintf(name, sizeof name, "%s", xml_name(xml));
    if (!skip_without_parts(owner, name))
        return false;
    net_builder_warn(owner->builder, where, "%s has a <%s>: it is ignored",
                     pnml_label_describe(owner, about), name);
    return true;
}

/* -- Types of nets -- */

enum { LEN = 40 };

/* The last part of a URI, without '/' at its end and without the suffix of a
 * grammar; anything else as a whole. */
static void cut(const char **from, const char **to)
{
    static const char *const suffixes[] = {".rng", ".rnc", ".pntd", ".xsd"};

    *to = *from + strlen(*from);
    if (strstr(*from, "://") || !strncmp(*from, "www.", 4)) {
        while (*to > *from && (*to)[-1] == '/')
            --*to;
        for (const char *at = *to; at > *from; at--)
            if (at[-1] == '/') {
                *from = at;
                break;
            }
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t n = strlen(suffixes[i]);

        if ((size_t)(*to - *from) > n && !memcmp(*to - n, suffixes[i], n))
            *to -= n;
    }
}

/* Small letters and digits alone: "P/T net" is "ptnet". */
static void simplify(const char *text, char name[LEN])
{
    const char *to;
    size_t n = 0;

    cut(&text, &to);
    for (; text < to && n < LEN - 1; text++)
        if (isalnum((unsigned char)*text))
            name[n++] = (char)tolower((unsigned char)*text);
    name[n] = '\0';
}

enum pnml_dialect_type pnml_dialect_type(const char *text)
{
    static const char *const plain[] = {"",
                                        "ptnet",
                                        "ptnetb",
                                        "ptnets",
                                        "placetransitionnet",
                                        "petrinet",
                                        "petrinets",
                                        "pnmlcoremodel",
                                        "basicpnml",
                                        "epnml",
                                        "epnml11",
                                        "inhibitorptnet",
                                        "resetptnet",
                                        "resetinhibitorptnet",
                                        NULL};
    static const char *const coloured[] = {
        "symmetricnet",    "highlevelnet", "pthlpng",          "hlpn",
        "hlcorestructure", "hlpng",        "colouredpetrinet", NULL};
    char name[LEN];

    simplify(text, name);
    return scan_is_any(name, plain)      ? PNML_TYPE_PT
           : scan_is_any(name, coloured) ? PNML_TYPE_COLOURED
                                         : PNML_TYPE_UNKNOWN;
}
