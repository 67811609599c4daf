/* A file has several components, which are nets of their own but for the places
 * and transitions that they share.  A node that is not shared has the id
 * "component.name"; its name is its label if that is unique.
 *
 * One pass reads the document.  A component puts its nodes before its arcs, and
 * shared nodes stand before all components, as TAPAAL writes them. */
#include "formats/net/net_formats.h"

#include "base/text.h"
#include "formats/net/pnml_label.h"
#include "formats/text/scan.h"
#include "formats/text/xml.h"

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
    struct pnml_label_owner now; /* the node or arc under way; its id is its
                                    name */
    text_buffer component, id, full;
};

/* -- Attributes -- */

/* The number in an attribute; what is "initial marking", for messages. */
static bool read_number_attribute(struct tapn_reader *r, const char *attribute,
                                  const char *what, uint64_t otherwise,
                                  uint64_t *number)
{
    return pnml_label_amount(
        &r->now, pnml_label_attribute(r->xml, attribute, &r->now.text), what,
        otherwise, number);
}

/* What TAPAAL writes besides: drawings; players, who matter to games; servers
 * and distributions, which matter to time. */
static bool check_attributes(const struct tapn_reader *r)
{
    static const char *const known[] = {"id",
                                        "name",
                                        "initialMarking",
                                        "invariant",
                                        "urgent",
                                        "priority",
                                        "source",
                                        "target",
                                        "type",
                                        "inscription",
                                        "weight",
                                        "displayName",
                                        "nameOffsetX",
                                        "nameOffsetY",
                                        "positionX",
                                        "positionY",
                                        "angle",
                                        "player",
                                        "infiniteServer",
                                        "distribution",
                                        "value",
                                        "firingMode",
                                        NULL};

    for (uint32_t i = 0; i < xml_attribute_count(r->xml); i++) {
        const char *prefix;
        const char *name = xml_attribute_name(r->xml, i, &prefix);

        if (!scan_is_any(name, known))
            return pnml_label_error(&r->now,
                                    "has an attribute '%.80s', which may "
                                    "change its behaviour and is not supported",
                                    name);
    }
    return true;
}

/* Is the invariant of a place < inf, or missing? */
static bool check_invariant(struct tapn_reader *r)
{
    static const char *const plain[] = {"", "< inf", "<inf", NULL};
    const char *text = pnml_label_attribute(r->xml, "invariant", &r->now.text);
    char what[80];

    (void)snprintf(what, sizeof what, "the invariant '%.60s'", text);
    return scan_is_any(text, plain) || pnml_label_timed(&r->now, what);
}

/* Only [0,inf) excludes nothing; a transport arc has the number of its pair
 * behind the interval, and other arcs into places a weight. */
static bool check_interval(struct tapn_reader *r)
{
    const char *from =
        pnml_label_attribute(r->xml, "inscription", &r->now.text);
    char plain[60], what[80];
    size_t n = 0;

    if (*from != '[' && *from != '(')
        return true;
    for (; *from && *from != ':' && n + 1 < sizeof plain; from++)
        if (*from != ' ')
            plain[n++] = *from;
    plain[n] = '\0';
    (void)snprintf(what, sizeof what, "the time interval '%s'", plain);
    return !strcmp(plain, "[0,inf)") || pnml_label_timed(&r->now, what);
}

/* -- Children -- */

/* Does a <type> or a <hlinscription> name the only colour of a net without
 * colours?  TAPAAL writes that colour everywhere. */
static bool read_colour(struct tapn_reader *r)
{
    static const char *const plain[] = {"dot", "dot.all", "1'dot", "1'dot.all",
                                        NULL};
    const char *what = xml_is(r->xml, "type") ? "type" : "inscription";

    if (!pnml_label_read_name(r->xml, &r->now.text))
        return false;
    return scan_is_any(r->now.text.at, plain) ||
           pnml_label_error(&r->now,
                            "has the %s '%.60s': the net is coloured, and only "
                            "P/T nets are supported",
                            what, r->now.text.at);
}

/* Reads the children of a node or an arc: one with a colour, and others that
 * mean nothing.  The initial marking of colours repeats the number of
 * tokens. */
static bool read_children(struct tapn_reader *r, const char *colour,
                          const char *const *harmless)
{
    const uint32_t depth = xml_depth(r->xml);

    while (xml_next(r->xml) && xml_depth(r->xml) > depth) {
        const char *const name = xml_name(r->xml);

        if (!(!strcmp(name, colour) ? read_colour(r)
              : scan_is_any(name, harmless)
                  ? xml_skip(r->xml)
                  : pnml_label_error(&r->now,
                                     "has a <%s>, which is not "
                                     "supported",
                                     name)))
            return false;
    }
    return !xml_failed(r->xml);
}

/* -- Nodes -- */

/* "name", or "component.name" of a node that is not shared. */
static const char *full_name(struct tapn_reader *r, bool shared)
{
    r->full.len = 0;
    if (!shared && r->component.len) {
        text_add(&r->full, r->component.at, r->component.len);
        text_add(&r->full, ".", 1);
    }
    text_add(&r->full, r->now.id.at, r->now.id.len);
    return text_end(&r->full);
}

static bool read_names(struct tapn_reader *r, enum pnml_label_kind kind)
{
    const char *const what = kind == PNML_PLACE ? "place" : "transition";
    const char *name = xml_attribute(r->xml, "name");

    r->now.kind = kind;
    if (name && text_has_control(name))
        return xml_error(r->xml,
                         "the name of this %s holds a control character", what);
    (void)pnml_label_attribute(r->xml, "name", &r->now.id);
    (void)pnml_label_attribute(r->xml, "id", &r->id);
    if (!r->id.len)
        (void)pnml_label_attribute(r->xml, "name", &r->id);
    if (!r->now.id.len)
        (void)pnml_label_attribute(r->xml, "id", &r->now.id);
    return r->now.id.len ? check_attributes(r)
                         : xml_error(r->xml, "this %s has no name", what);
}

/* Is the node one of those that components share?  Outside of all components it
 * becomes one.  False with a report if it is defined twice. */
static bool find_shared(struct tapn_reader *r, bool outside,
                        struct names *names, const struct sketch_nodes *nodes,
                        bool *shared)
{
    *shared = names_has(names, r->now.id.at);
    if (outside && names_add(names, r->now.id.at, NULL) == NAMES_NONE)
        return pnml_label_error(&r->now, "is shared twice");
    return outside || *shared ||
           sketch_find(nodes, full_name(r, false)) == NAMES_NONE ||
           pnml_label_error(&r->now, "is defined twice");
}

/* Makes the node known under its id in the component. */
static bool define_node(struct tapn_reader *r, bool is_place, uint32_t node)
{
    if (names_add(&r->ids, r->id.at, NULL) == NAMES_NONE)
        return xml_error(r->xml, "the id '%s' is used twice", r->id.at);
    vec_push(&r->nodes, ((struct tapn_node){is_place, node}));
    return true;
}

/* A shared place stands outside all components, and in those that use it. */
static bool read_place_element(struct tapn_reader *r, bool outside)
{
    static const char *const harmless[] = {"hlinitialMarking", NULL};
    struct sketch_nodes *const nodes = &r->sketch->places;
    const struct net_where where = xml_where(r->xml);
    uint64_t tokens;
    bool shared;
    place_id p;

    if (!read_names(r, PNML_PLACE) ||
        !read_number_attribute(r, "initialMarking", "initial marking", 0,
                               &tokens) ||
        !check_invariant(r) || !read_children(r, "type", harmless) ||
        !find_shared(r, outside, &r->shared_places, nodes, &shared))
        return false;
    p = sketch_node(nodes, full_name(r, outside || shared));
    if (outside || !shared) {
        sketch_name(nodes, p, r->now.id.at);
        if (!sketch_mark(r->sketch, p, tokens, where))
            return false;
    }
    return outside || define_node(r, true, p);
}

/* Who plays, servers and distributions do not change what can fire. */
static bool read_transition_element(struct tapn_reader *r, bool outside)
{
    static const char *const none[] = {NULL};
    struct sketch_nodes *const nodes = &r->sketch->transitions;
    uint64_t priority;
    bool shared;
    trans_id t;

    if (!read_names(r, PNML_TRANSITION))
        return false;
    if (xml_has(r->xml, "urgent", "true"))
        return pnml_label_error(&r->now,
                                "is urgent: the net is timed, and only P/T "
                                "nets are supported");
    if (!read_number_attribute(r, "priority", "priority", 0, &priority))
        return false;
    if (priority)
        return pnml_label_error(&r->now,
                                "has the priority %llu: priorities are not "
                                "supported",
                                (unsigned long long)priority);
    if (!read_children(r, "", none) ||
        !find_shared(r, outside, &r->shared_transitions, nodes, &shared))
        return false;
    if (outside)
        return true; /* it exists where a component uses it */
    t = sketch_node(nodes, full_name(r, shared));
    sketch_name(nodes, t, r->now.id.at);
    return define_node(r, false, t);
}

/* -- Arcs -- */

/* The kind of an arc from a place; the others are ordinary. */
static bool read_kind(struct tapn_reader *r, enum net_given_kind *kind)
{
    static const char *const ordinary[] = {"", "normal", "timed", "transport",
                                           NULL};
    static const char *const inhibitor[] = {"tapnInhibitor", "inhibitor", NULL};
    const char *text = pnml_label_attribute(r->xml, "type", &r->now.text);

    *kind = !strcmp(text, "reset")         ? GIVEN_RESET
            : scan_is_any(text, inhibitor) ? GIVEN_INHIBIT
                                           : GIVEN_CONSUME;
    return *kind != GIVEN_CONSUME || scan_is_any(text, ordinary) ||
           pnml_label_error(&r->now,
                            "is of kind '%.40s', which is not supported", text);
}

static bool find_end(struct tapn_reader *r, const text_buffer *id,
                     struct tapn_node *node)
{
    const uint32_t n = names_find(&r->ids, id->at, NULL);

    if (n == NAMES_NONE)
        return pnml_label_error(&r->now,
                                "has an unknown end: there is no node '%.80s' "
                                "before it in this component",
                                id->at);
    *node = r->nodes.at[n];
    return true;
}

static bool add_arc(struct tapn_reader *r, enum net_given_kind kind,
                    uint64_t weight, struct net_where where)
{
    struct tapn_node from = {0}, to = {0};

    if (!find_end(r, &r->now.source, &from) ||
        !find_end(r, &r->now.target, &to))
        return false;
    if (from.is_place == to.is_place)
        return pnml_label_error(&r->now, "connects two %s",
                                to.is_place ? "places" : "transitions");
    if (!from.is_place && kind != GIVEN_CONSUME)
        return pnml_label_error(
            &r->now, "is %s arc, but begins at a transition",
            kind == GIVEN_RESET ? "a reset" : "an inhibitor");
    return sketch_add(r->sketch, from.is_place ? kind : GIVEN_PRODUCE,
                      from.is_place ? from.node : to.node,
                      from.is_place ? to.node : from.node, weight, where);
}

static bool read_arc_element(struct tapn_reader *r)
{
    static const char *const harmless[] = {"arcpath", "graphics", NULL};
    const struct net_where where = xml_where(r->xml);
    enum net_given_kind kind;
    uint64_t weight;

    r->now.kind = PNML_ARC;
    r->now.id.len = 0;
    (void)pnml_label_attribute(r->xml, "source", &r->now.source);
    (void)pnml_label_attribute(r->xml, "target", &r->now.target);
    return check_attributes(r) && read_kind(r, &kind) && check_interval(r) &&
           read_number_attribute(r, "weight", "weight", 1, &weight) &&
           add_arc(r, kind, weight, where) &&
           read_children(r, "hlinscription", harmless);
}

/* -- Components -- */

static void begin_component(struct tapn_reader *r)
{
    names_finish(&r->ids);
    r->ids = (struct names){0};
    vec_clear(&r->nodes);
    (void)pnml_label_attribute(r->xml, "id", &r->component);
    if (!r->sketch->places.at.len && !r->sketch->transitions.at.len)
        net_builder_name(r->sketch->builder, r->component.at);
}

static bool read_component_element(struct tapn_reader *r)
{
    if (xml_is(r->xml, "place"))
        return read_place_element(r, false);
    if (xml_is(r->xml, "transition"))
        return read_transition_element(r, false);
    if (xml_is(r->xml, "arc"))
        return read_arc_element(r);
    if (xml_is(r->xml, "labels") || xml_is(r->xml, "name"))
        return xml_skip(r->xml);
    return xml_error(r->xml, "a component has a <%s>, which is not supported",
                     xml_name(r->xml));
}

static bool read_component(struct tapn_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);

    if (xml_has(r->xml, "active", "false"))
        return xml_skip(r->xml);
    begin_component(r);
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (xml_opens(r->xml) && !read_component_element(r))
            return false;
    return !xml_failed(r->xml);
}

/* What the file uses, as TAPAAL says it. */
static bool read_feature(struct tapn_reader *r)
{
    if (xml_has(r->xml, "isColored", "true"))
        return xml_error(r->xml, "the net is coloured, and only P/T nets are "
                                 "supported");
    if (xml_has(r->xml, "isStochastic", "true"))
        return xml_error(r->xml, "the net is stochastic, and only P/T nets "
                                 "are supported");
    return xml_skip(r->xml);
}

static bool read_part(struct tapn_reader *r)
{
    if (xml_is(r->xml, "shared-place"))
        return read_place_element(r, true);
    if (xml_is(r->xml, "shared-transition"))
        return read_transition_element(r, true);
    if (xml_is(r->xml, "net"))
        return read_component(r);
    if (xml_is(r->xml, "feature"))
        return read_feature(r);
    return xml_skip(r->xml); /* constants, colours, questions, bounds */
}

static bool read_tapn(struct tapn_reader *r)
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

bool tapn_read(struct source *source, struct sketch *sketch)
{
    struct tapn_reader r = {.xml = xml_open(source, sketch->diag),
                            .sketch = sketch};
    bool good;

    r.now.xml = r.xml;
    net_builder_prefer_names(sketch->builder);
    good = read_tapn(&r);
    names_finish(&r.shared_places);
    names_finish(&r.shared_transitions);
    names_finish(&r.ids);
    vec_free(&r.nodes);
    pnml_label_finish(&r.now);
    vec_free(&r.component);
    vec_free(&r.id);
    vec_free(&r.full);
    xml_close(r.xml);
    return good;
}
