/* One pass reads the document.  Each node goes to the builder at once; each arc
 * as soon as both its ends are known, since a node may be defined after its
 * arcs. */
#include "formats/pnml.h"

#include "base/mem.h"
#include "base/text.h"
#include "formats/pnml_arc.h"
#include "formats/pnml_label.h"
#include "formats/symbols.h"
#include "formats/xml.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct pnml_reader {
    struct xml *xml;
    struct diag *diag;
    struct net_builder *builder;
    struct symbols symbols;
    struct pnml_arc_list arcs;
    uint32_t n_places, n_transitions;
    text_buffer id, name, label; /* of the current node */
    uint64_t priority;           /* of every transition that has one */
    bool has_priority;
    bool has_net;
    uint32_t net_line;
};

/* -- Nodes -- */

static struct net_where where(const struct pnml_reader *r)
{
    return xml_where(r->xml);
}

/* White space in an id collapses as in a name; XML Schema requires it. */
static bool read_id(struct pnml_reader *r, const char *what)
{
    const char *id = xml_attribute(r->xml, "id");

    pnml_label_from_attribute(id, &r->id);
    if (!r->id.len)
        return xml_error(r->xml, "this %s has no id", what);
    if (text_has_control(id))
        return xml_error(r->xml, "the id of this %s holds a control character",
                         what);
    return true;
}

static bool define(struct pnml_reader *r, enum symbols_kind kind,
                   uint32_t target, struct net_where at)
{
    const uint32_t s = symbols_intern(&r->symbols, r->id.at);

    return symbols_define(&r->symbols, s, kind, target, at, r->diag);
}

/* Rejects the elements that add colours to a net, at any depth. */
static bool refuse_colour(struct pnml_reader *r, const char *kind)
{
    return xml_error(r->xml,
                     "%s '%s' has a <%s>: the net is coloured, and "
                     "only P/T nets are supported",
                     kind, r->id.at, xml_name(r->xml));
}

static bool refuse_time(struct pnml_reader *r, const char *kind,
                        const char *what)
{
    return xml_error(r->xml,
                     "%s '%s' has %s: the net is timed, and only P/T "
                     "nets are supported",
                     kind, r->id.at, what);
}

enum { ABOUT = 240 };

/* "place 'p'"; a very long id is truncated. */
static const char *describe(const struct pnml_reader *r, const char *kind,
                            char text[ABOUT])
{
    (void)snprintf(text, ABOUT, "%s '%.200s'", kind, r->id.at);
    return text;
}

static bool is_any(const struct xml *xml, const char *const *names)
{
    while (*names)
        if (xml_is(xml, *names++))
            return true;
    return false;
}

/* -- Places -- */

struct pnml_place {
    struct net_where where;
    uint64_t tokens;
    bool has_tokens;
};

static bool set_tokens(struct pnml_reader *r, struct pnml_place *place,
                       const char *text)
{
    char about[ABOUT];

    if (place->has_tokens)
        return xml_error(r->xml, "place '%s' has two initial markings",
                         r->id.at);
    place->has_tokens = true;
    describe(r, "place", about);
    return pnml_label_amount(r->xml, text, about, "initial marking", 0,
                             &place->tokens);
}

static bool read_capacity(struct pnml_reader *r)
{
    uint64_t capacity;
    char about[ABOUT];

    describe(r, "place", about);
    if (!pnml_label_read(r->xml, about, &r->label) ||
        !pnml_label_amount(r->xml, r->label.at, about, "capacity", 0,
                           &capacity))
        return false;
    /* PIPE writes 0 for no capacity. */
    return !capacity ||
           xml_error(r->xml,
                     "place '%s' has a capacity of %llu: capacities "
                     "are not supported",
                     r->id.at, (unsigned long long)capacity);
}

static bool read_place_child(struct pnml_reader *r, struct pnml_place *place)
{
    char about[ABOUT];
    static const char *const colours[] = {"hlinitialMarking", "type", NULL};

    if (xml_is(r->xml, "name"))
        return pnml_label_read_name(r->xml, &r->name);
    if (xml_is(r->xml, "initialMarking"))
        return pnml_label_read(r->xml, describe(r, "place", about),
                               &r->label) &&
               set_tokens(r, place, r->label.at);
    if (xml_is(r->xml, "capacity"))
        return read_capacity(r);
    if (xml_is(r->xml, "invariant"))
        return refuse_time(r, "place", "an invariant");
    if (is_any(r->xml, colours))
        return refuse_colour(r, "place");
    return xml_skip(r->xml);
}

/* TAPAAL has markings and invariants as attributes; "< inf" excludes
 * nothing. */
static bool read_place_attributes(struct pnml_reader *r,
                                  struct pnml_place *place)
{
    const char *invariant = xml_attribute(r->xml, "invariant");

    if (invariant && *invariant && strcmp(invariant, "< inf") != 0 &&
        strcmp(invariant, "<inf") != 0)
        return refuse_time(r, "place", "an invariant");

    pnml_label_from_attribute(xml_attribute(r->xml, "name"), &r->name);

    const char *tokens = xml_attribute(r->xml, "initialMarking");

    return !tokens || set_tokens(r, place, tokens);
}

static bool read_place(struct pnml_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);
    struct pnml_place place = {where(r), 0, false};

    if (!read_id(r, "place") || !read_place_attributes(r, &place))
        return false;
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (!read_place_child(r, &place))
            return false;
    if (xml_failed(r->xml))
        return false;

    return define(r, SYMBOL_PLACE, r->n_places++, place.where) &&
           net_builder_place(r->builder, r->id.at, r->name.at, place.tokens,
                             place.where, r->diag) != PLACE_NONE;
}

/* -- Transitions -- */

/* In a stochastic net immediate transitions have priority over timed ones. */
static bool read_timed(struct pnml_reader *r)
{
    char about[ABOUT];

    if (!pnml_label_read(r->xml, describe(r, "transition", about), &r->label))
        return false;
    return strcasecmp(r->label.at, "true") != 0 ||
           refuse_time(r, "transition", "a duration");
}

/* Editors write a priority for each transition.  Equal priorities have no
 * effect. */
static bool read_priority(struct pnml_reader *r)
{
    uint64_t priority;
    char about[ABOUT];

    describe(r, "transition", about);
    if (!pnml_label_read(r->xml, about, &r->label) ||
        !pnml_label_amount(r->xml, r->label.at, about, "priority", 0,
                           &priority))
        return false;
    if (r->has_priority && priority != r->priority)
        return xml_error(r->xml,
                         "transition '%s' has another priority than "
                         "those before it: priorities are not "
                         "supported",
                         r->id.at);
    r->has_priority = true;
    r->priority = priority;
    return true;
}

static bool read_transition_child(struct pnml_reader *r)
{
    static const char *const colours[] = {"condition", "guard", NULL};
    static const char *const times[] = {"delay", "interval", "timing", NULL};

    if (xml_is(r->xml, "name"))
        return pnml_label_read_name(r->xml, &r->name);
    if (xml_is(r->xml, "timed"))
        return read_timed(r);
    if (xml_is(r->xml, "priority"))
        return read_priority(r);
    if (is_any(r->xml, colours))
        return refuse_colour(r, "transition");
    if (is_any(r->xml, times))
        return refuse_time(r, "transition", "a duration");
    return xml_skip(r->xml);
}

static bool read_transition(struct pnml_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);
    const struct net_where at = where(r);

    if (!read_id(r, "transition"))
        return false;
    pnml_label_from_attribute(xml_attribute(r->xml, "name"), &r->name);

    const char *urgent = xml_attribute(r->xml, "urgent");

    if (urgent && !strcmp(urgent, "true"))
        return refuse_time(r, "transition", "urgency");
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (!read_transition_child(r))
            return false;
    return !xml_failed(r->xml) &&
           define(r, SYMBOL_TRANS, r->n_transitions++, at) &&
           net_builder_trans(r->builder, r->id.at, r->name.at, at, r->diag) !=
               TRANS_NONE;
}

/* -- References -- */

static bool read_reference(struct pnml_reader *r, enum symbols_kind kind)
{
    const struct net_where at = where(r);

    if (!read_id(r, "reference"))
        return false;

    pnml_label_from_attribute(xml_attribute(r->xml, "ref"), &r->label);
    if (!r->label.len)
        return xml_error(r->xml, "the reference '%s' refers to nothing",
                         r->id.at);
    return define(r, kind, symbols_intern(&r->symbols, r->label.at), at) &&
           xml_skip(r->xml);
}

/* -- Nets and pages -- */

/* The last part of the type, which is a URI in most files. */
static const char *short_type(const char *type)
{
    const char *slash = strrchr(type, '/');

    return slash && strcasecmp(type, "P/T net") != 0 ? slash + 1 : type;
}

static bool is_text_of(const char *text, const char *const *texts)
{
    while (*texts)
        if (!strcasecmp(text, *texts++))
            return true;
    return false;
}

/* A net of an inhibitor or reset kind is accepted: it may have ordinary arcs
 * only.  Otherwise pnml_arc_read() rejects the arc and names it. */
static bool check_type(struct pnml_reader *r, const char *type)
{
    static const char *const known[] = {"ptnet",
                                        "ptnetb",
                                        "pnmlcoremodel",
                                        "P/T net",
                                        "pt net",
                                        "inhibitorptnet",
                                        "resetptnet",
                                        "resetinhibitorptnet",
                                        "",
                                        NULL};
    static const char *const coloured[] = {"symmetricnet",    "highlevelnet",
                                           "pt-hlpng",        "hlpn",
                                           "hlcorestructure", NULL};
    const char *name = short_type(type);

    if (is_text_of(name, known))
        return true;
    if (is_text_of(name, coloured))
        return xml_error(r->xml,
                         "the net is coloured (type '%.200s'): only "
                         "P/T nets are supported",
                         type);
    return xml_error(r->xml,
                     "the net has the type '%.200s': only P/T nets are "
                     "supported",
                     type);
}

static bool begin_net(struct pnml_reader *r)
{
    const char *type = xml_attribute(r->xml, "type");

    if (r->has_net)
        return xml_error(r->xml,
                         "a second net; the first one is in line %u, "
                         "and a file must hold only one",
                         r->net_line);
    r->has_net = true;
    r->net_line = where(r).line;
    if (type && !check_type(r, type))
        return false;

    const char *id = xml_attribute(r->xml, "id");

    net_builder_name(r->builder, id ? id : "");
    return true;
}

static bool read_net_name(struct pnml_reader *r)
{
    if (!pnml_label_read_name(r->xml, &r->name))
        return false;
    if (r->name.len)
        net_builder_name(r->builder, r->name.at);
    return true;
}

/* The note by which our own writer marks names as labels. */
static bool is_own_note(struct pnml_reader *r)
{
    const char *tool = xml_attribute(r->xml, "tool");

    return tool && !strcmp(tool, "punf-por");
}

/* An element of a net or of a page.  Only the opening tag of a page matters:
 * its contents count as those of the net. */
static bool read_element(struct pnml_reader *r, uint32_t net_depth)
{
    if (xml_is(r->xml, "page"))
        return true;
    if (xml_is(r->xml, "place"))
        return read_place(r);
    if (xml_is(r->xml, "transition"))
        return read_transition(r);
    if (xml_is(r->xml, "referencePlace"))
        return read_reference(r, SYMBOL_PLACE_REF);
    if (xml_is(r->xml, "referenceTransition"))
        return read_reference(r, SYMBOL_TRANS_REF);
    if (pnml_arc_is_arc(r->xml))
        return pnml_arc_read(&r->arcs, r->xml, &r->symbols, r->builder,
                             r->diag);
    if (xml_is(r->xml, "name") && xml_depth(r->xml) == net_depth + 1)
        return read_net_name(r);
    if (xml_is(r->xml, "toolspecific") && is_own_note(r))
        net_builder_prefer_names(r->builder);
    return xml_skip(r->xml);
}

static bool read_net(struct pnml_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);

    if (!begin_net(r))
        return false;
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (xml_opens(r->xml) && !read_element(r, depth))
            return false;
    return !xml_failed(r->xml);
}

static bool read_document(struct pnml_reader *r)
{
    if (!xml_next(r->xml))
        return false;
    if (!xml_is(r->xml, "pnml"))
        return xml_error(r->xml, "this is no PNML: the root element is <%s>",
                         xml_name(r->xml));
    while (xml_next(r->xml))
        if (xml_opens(r->xml) &&
            !(xml_is(r->xml, "net") ? read_net(r) : xml_skip(r->xml)))
            return false;
    if (!xml_failed(r->xml) && !r->has_net)
        return xml_error(r->xml, "the file holds no net");
    return !xml_failed(r->xml);
}

static bool read_all(struct pnml_reader *r)
{
    return read_document(r) && symbols_resolve(&r->symbols, r->diag) &&
           pnml_arc_finish_net(&r->arcs, &r->symbols, r->builder, r->diag);
}

/* -- The module -- */

/* XML in any encoding: '<' behind white space and byte order marks only. */
bool pnml_probe(const char *page, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (page[i] == '<')
            return true;
        else if (page[i] && !strchr(" \t\r\n\xef\xbb\xbf\xfe\xff", page[i]))
            return false;
    return false;
}

struct net *pnml_read(struct source *source, struct diag *diag)
{
    struct pnml_reader *r = mem_zero(1, sizeof *r);
    struct net *net = NULL;

    r->xml = xml_open(source, diag);
    r->diag = diag;
    r->builder = net_builder_create();

    const bool good = read_all(r);

    /* Free the symbols first: building the net needs memory, too. */
    symbols_finish(&r->symbols);
    pnml_arc_finish(&r->arcs);
    if (good)
        net = net_builder_finish(r->builder, diag);
    else
        net_builder_destroy(r->builder);
    vec_free(&r->id);
    vec_free(&r->name);
    vec_free(&r->label);
    xml_close(r->xml);
    mem_free(r);
    return net;
}
