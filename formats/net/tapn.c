/* A file has several components, which are nets of their own but for the places
 * and transitions that they share.  A node that is not shared has the id
 * "component.name"; its name is its label if that is unique.
 *
 * One pass reads the document.  A component puts its nodes before its arcs, and
 * shared nodes stand before all components, as TAPAAL writes them. */
#include "formats/net/net_formats.h"

#include "base/mem.h"
#include "base/text.h"
#include "formats/net/pnml_label.h"
#include "formats/net/sketch.h"
#include "formats/net/tapn_check.h"
#include "formats/text/xml.h"
#include "net/names.h"

#include <stdlib.h>
#include <string.h>

/* A node of the current component, by its id in the file. */
struct tapn_node {
    bool is_place;
    uint32_t node; /* place_id or trans_id */
};

struct tapn_reader {
    struct xml *xml;
    struct sketch *sketch;
    struct names shared_places, shared_transitions;
    struct names ids; /* of the current component */
    VEC(struct tapn_node) nodes;
    text_buffer component, id, name, label, full;
    text_buffer source, target; /* of the current arc */
};

enum { ABOUT = 320 };

/* -- Attributes -- */

static const char *read_attribute(struct tapn_reader *r, const char *attribute,
                                  text_buffer *text)
{
    pnml_label_from_attribute(xml_attribute(r->xml, attribute), text);
    return text_end(text);
}

static bool is_attribute(struct tapn_reader *r, const char *attribute,
                         const char *value)
{
    const char *text = xml_attribute(r->xml, attribute);

    return text && !strcmp(text, value);
}

/* The number in an attribute; what is "initial marking", for messages. */
static bool read_number(struct tapn_reader *r, const char *attribute,
                        const char *about, const char *what, uint64_t otherwise,
                        uint64_t *number)
{
    const struct pnml_label_owner owner = {PNML_OTHER, about, NULL, NULL};
    const char *text = read_attribute(r, attribute, &r->label);

    return pnml_label_amount(r->xml, text, &owner, what, otherwise, number);
}

static bool refuse_child(struct tapn_reader *r, const char *about)
{
    return xml_error(r->xml, "%s has a <%s>, which is not supported", about,
                     xml_name(r->xml));
}

/* -- Nodes -- */

static bool is_shared(const struct names *names, const char *name)
{
    bool found;

    return names_find(names, name, &found) != NAMES_NONE;
}

/* "name", or "component.name" of a node that is not shared. */
static const char *full_name(struct tapn_reader *r, bool shared)
{
    r->full.len = 0;
    if (!shared && r->component.len) {
        text_add(&r->full, r->component.at, r->component.len);
        text_add(&r->full, ".", 1);
    }
    text_add(&r->full, r->name.at, r->name.len);
    return text_end(&r->full);
}

static bool read_names(struct tapn_reader *r, const char *kind)
{
    const char *name = xml_attribute(r->xml, "name");

    if (name && text_has_control(name))
        return xml_error(r->xml,
                         "the name of this %s holds a control character", kind);
    read_attribute(r, "name", &r->name);
    read_attribute(r, "id", &r->id);
    if (!r->id.len)
        read_attribute(r, "name", &r->id);
    if (!r->name.len)
        read_attribute(r, "id", &r->name);
    return r->name.len || xml_error(r->xml, "this %s has no name", kind);
}

static const char *describe(const struct tapn_reader *r, const char *kind,
                            char about[ABOUT])
{
    (void)snprintf(about, ABOUT, "%s '%.200s'", kind, r->name.at);
    return about;
}

/* Makes the node known under its id in the component. */
static bool define(struct tapn_reader *r, bool is_place, uint32_t node)
{
    const struct tapn_node to = {is_place, node};

    if (names_add(&r->ids, r->id.at, NULL) == NAMES_NONE)
        return xml_error(r->xml, "the id '%s' is used twice", r->id.at);
    vec_push(&r->nodes, to);
    return true;
}

static bool read_place_children(struct tapn_reader *r, const char *about)
{
    const uint32_t depth = xml_depth(r->xml);

    while (xml_next(r->xml) && xml_depth(r->xml) > depth) {
        if (xml_is(r->xml, "type")) {
            if (!tapn_check_colour(r->xml, about, &r->label))
                return false;
        } else if (xml_is(r->xml, "hlinitialMarking")) {
            /* It repeats the number of tokens: the colour is dot. */
            if (!xml_skip(r->xml))
                return false;
        } else {
            return refuse_child(r, about);
        }
    }
    return !xml_failed(r->xml);
}

/* A shared place stands outside all components, and in those that use it. */
static bool read_place(struct tapn_reader *r, bool outside)
{
    const struct net_where where = xml_where(r->xml);
    char about[ABOUT];
    uint64_t tokens;
    bool shared;
    place_id p;

    if (!read_names(r, "place"))
        return false;
    describe(r, "place", about);
    if (!tapn_check_attributes(r->xml, about) ||
        !read_number(r, "initialMarking", about, "initial marking", 0,
                     &tokens) ||
        !tapn_check_invariant(r->xml, about, &r->label) ||
        !read_place_children(r, about))
        return false;
    shared = is_shared(&r->shared_places, r->name.at);
    if (outside && names_add(&r->shared_places, r->name.at, NULL) == NAMES_NONE)
        return xml_error(r->xml, "%s is shared twice", about);
    if (!outside && !shared &&
        sketch_find(&r->sketch->places, full_name(r, false)) != PLACE_NONE)
        return xml_error(r->xml, "%s is defined twice", about);
    p = sketch_node(&r->sketch->places, full_name(r, outside || shared));
    if (outside || !shared) {
        sketch_name(&r->sketch->places, p, r->name.at);
        if (!sketch_mark(r->sketch, p, tokens, where))
            return false;
    }
    return outside || define(r, true, p);
}

static bool read_transition_children(struct tapn_reader *r, const char *about)
{
    const uint32_t depth = xml_depth(r->xml);

    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        return refuse_child(r, about);
    return !xml_failed(r->xml);
}

/* Who plays, servers and distributions do not change what can fire. */
static bool read_transition(struct tapn_reader *r, bool outside)
{
    char about[ABOUT];
    uint64_t priority;
    bool shared;
    trans_id t;

    if (!read_names(r, "transition"))
        return false;
    describe(r, "transition", about);
    if (!tapn_check_attributes(r->xml, about))
        return false;
    if (is_attribute(r, "urgent", "true"))
        return xml_error(r->xml,
                         "%s is urgent: the net is timed, and only P/T nets "
                         "are supported",
                         about);
    if (!read_number(r, "priority", about, "priority", 0, &priority))
        return false;
    if (priority)
        return xml_error(r->xml,
                         "%s has the priority %llu: priorities are not "
                         "supported",
                         about, (unsigned long long)priority);
    if (!read_transition_children(r, about))
        return false;
    shared = is_shared(&r->shared_transitions, r->name.at);
    if (outside &&
        names_add(&r->shared_transitions, r->name.at, NULL) == NAMES_NONE)
        return xml_error(r->xml, "%s is shared twice", about);
    if (!outside && !shared &&
        sketch_find(&r->sketch->transitions, full_name(r, false)) != TRANS_NONE)
        return xml_error(r->xml, "%s is defined twice", about);
    if (outside)
        return true; /* it exists where a component uses it */
    t = sketch_node(&r->sketch->transitions, full_name(r, shared));
    sketch_name(&r->sketch->transitions, t, r->name.at);
    return define(r, false, t);
}

/* -- Arcs -- */

enum tapn_kind {
    ARC_TIMED,
    ARC_NORMAL,
    ARC_TRANSPORT,
    ARC_RESET,
    ARC_INHIBITOR,
    N_KINDS
};

static const char *const kinds[N_KINDS + 1] = {
    "timed", "normal", "transport", "reset", "tapnInhibitor", "inhibitor"};

static bool read_kind(struct tapn_reader *r, const char *about,
                      enum tapn_kind *kind)
{
    const char *text = read_attribute(r, "type", &r->label);
    uint32_t k = 0;

    if (!*text)
        text = "normal";
    while (k <= N_KINDS && strcmp(text, kinds[k]))
        k++;
    *kind = k < N_KINDS ? (enum tapn_kind)k : ARC_INHIBITOR;
    return k <= N_KINDS ||
           xml_error(r->xml, "%s is of kind '%.40s', which is not supported",
                     about, text);
}

static bool read_arc_children(struct tapn_reader *r, const char *about)
{
    const uint32_t depth = xml_depth(r->xml);

    while (xml_next(r->xml) && xml_depth(r->xml) > depth) {
        if (xml_is(r->xml, "hlinscription")) {
            if (!tapn_check_colour(r->xml, about, &r->label))
                return false;
        } else if (xml_is(r->xml, "arcpath") || xml_is(r->xml, "graphics")) {
            if (!xml_skip(r->xml))
                return false;
        } else {
            return refuse_child(r, about);
        }
    }
    return !xml_failed(r->xml);
}

static bool find_end(struct tapn_reader *r, const text_buffer *id,
                     const char *about, struct tapn_node *node)
{
    bool shared;
    const uint32_t n = names_find(&r->ids, id->at, &shared);

    if (n == NAMES_NONE)
        return xml_error(r->xml,
                         "%s: there is no node '%.80s' before it in this "
                         "component",
                         about, id->at);
    *node = r->nodes.at[n];
    return true;
}

static bool add_arc(struct tapn_reader *r, const char *about,
                    enum tapn_kind kind, uint64_t weight,
                    struct net_where where)
{
    struct tapn_node from = {0}, to = {0};
    enum net_given_kind given;

    if (!find_end(r, &r->source, about, &from) ||
        !find_end(r, &r->target, about, &to))
        return false;
    if (from.is_place == to.is_place)
        return xml_error_at(r->xml, where, "%s connects two %s", about,
                            to.is_place ? "places" : "transitions");
    given = from.is_place ? GIVEN_CONSUME : GIVEN_PRODUCE;
    if (kind == ARC_INHIBITOR || kind == ARC_RESET) {
        if (!from.is_place)
            return xml_error_at(
                r->xml, where, "%s is %s arc, but begins at a transition",
                about, kind == ARC_RESET ? "a reset" : "an inhibitor");
        given = kind == ARC_RESET ? GIVEN_RESET : GIVEN_INHIBIT;
    }
    return sketch_add(r->sketch, given, from.is_place ? from.node : to.node,
                      from.is_place ? to.node : from.node, weight, where);
}

static bool read_arc(struct tapn_reader *r)
{
    const struct net_where where = xml_where(r->xml);
    enum tapn_kind kind;
    char about[ABOUT];
    uint64_t weight;

    read_attribute(r, "source", &r->source);
    read_attribute(r, "target", &r->target);
    (void)snprintf(about, sizeof about, "the arc from '%.100s' to '%.100s'",
                   r->source.at, r->target.at);
    return tapn_check_attributes(r->xml, about) && read_kind(r, about, &kind) &&
           tapn_check_interval(r->xml, about, &r->label) &&
           read_number(r, "weight", about, "weight", 1, &weight) &&
           read_arc_children(r, about) &&
           add_arc(r, about, kind, weight, where);
}

/* -- Components -- */

static void begin_component(struct tapn_reader *r)
{
    names_finish(&r->ids);
    r->ids = (struct names){0};
    vec_clear(&r->nodes);
    read_attribute(r, "id", &r->component);
    if (!r->sketch->places.at.len && !r->sketch->transitions.at.len)
        net_builder_name(r->sketch->builder, r->component.at);
}

static bool read_element(struct tapn_reader *r)
{
    if (xml_is(r->xml, "place"))
        return read_place(r, false);
    if (xml_is(r->xml, "transition"))
        return read_transition(r, false);
    if (xml_is(r->xml, "arc"))
        return read_arc(r);
    if (xml_is(r->xml, "labels") || xml_is(r->xml, "name"))
        return xml_skip(r->xml);
    return xml_error(r->xml, "a component has a <%s>, which is not supported",
                     xml_name(r->xml));
}

static bool read_component(struct tapn_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);

    if (is_attribute(r, "active", "false"))
        return xml_skip(r->xml);
    begin_component(r);
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (xml_opens(r->xml) && !read_element(r))
            return false;
    return !xml_failed(r->xml);
}

/* What the file uses, as TAPAAL says it. */
static bool read_feature(struct tapn_reader *r)
{
    if (is_attribute(r, "isColored", "true"))
        return xml_error(r->xml, "the net is coloured, and only P/T nets are "
                                 "supported");
    if (is_attribute(r, "isStochastic", "true"))
        return xml_error(r->xml, "the net is stochastic, and only P/T nets "
                                 "are supported");
    return xml_skip(r->xml);
}

static bool read_part(struct tapn_reader *r)
{
    if (xml_is(r->xml, "shared-place"))
        return read_place(r, true);
    if (xml_is(r->xml, "shared-transition"))
        return read_transition(r, true);
    if (xml_is(r->xml, "net"))
        return read_component(r);
    if (xml_is(r->xml, "feature"))
        return read_feature(r);
    return xml_skip(r->xml); /* constants, colours, questions, bounds */
}

static bool read_all(struct tapn_reader *r)
{
    struct net_where flaw;

    if (!xml_next(r->xml))
        return false;
    if (!xml_is(r->xml, "pnml"))
        return xml_error(r->xml, "this is no .tapn: the root element is <%s>",
                         xml_name(r->xml));
    while (xml_next(r->xml))
        if (xml_opens(r->xml) && !read_part(r))
            return false;
    if (xml_flawed(r->xml, &flaw))
        net_builder_warn(r->sketch->builder, flaw, XML_FLAW);
    return !xml_failed(r->xml);
}

/* -- The module -- */

static bool contains(const char *page, size_t len, const char *word)
{
    const size_t n = strlen(word);

    for (size_t i = 0; i + n <= len; i++)
        if (page[i] == *word && !memcmp(page + i, word, n))
            return true;
    return false;
}

/* Any of these files looks like PNML, too. */
bool tapn_probe(const char *page, size_t len)
{
    static const char *const marks[] = {"<shared-place ", "<shared-transition ",
                                        "<net active=\"",
                                        "<constant name=", NULL};

    if (!contains(page, len, "<pnml"))
        return false;
    for (size_t i = 0; marks[i]; i++)
        if (contains(page, len, marks[i]))
            return true;
    return false;
}

static void finish(struct tapn_reader *r)
{
    names_finish(&r->shared_places);
    names_finish(&r->shared_transitions);
    names_finish(&r->ids);
    vec_free(&r->nodes);
    vec_free(&r->component);
    vec_free(&r->id);
    vec_free(&r->name);
    vec_free(&r->label);
    vec_free(&r->full);
    vec_free(&r->source);
    vec_free(&r->target);
    xml_close(r->xml);
}

bool tapn_read(struct source *source, struct sketch *sketch)
{
    struct tapn_reader r = {.sketch = sketch};
    bool good;

    r.xml = xml_open(source, sketch->diag);
    net_builder_prefer_names(sketch->builder);
    good = read_all(&r);
    finish(&r);
    return good;
}
