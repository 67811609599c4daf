/* One pass reads the document.  Each node goes to the builder at once; each arc
 * as soon as both its ends are known, since a node may be defined after its
 * arcs.
 *
 * A document of TAPAAL has several components, which are nets of their own but
 * for the places and transitions that they share.  The symbol of a node is
 * "component.id"; the symbol of a shared node is its name, and those of the
 * nodes in components with this name denote the same node. */
#include "formats/net/pnml.h"

#include "formats/net/net_formats.h"
#include "formats/net/registry.h"
#include "formats/text/scan.h"

#include <string.h>
#include <strings.h>

struct pnml_reader {
    struct xml *xml;
    struct diag *diag;
    struct net_builder *builder;
    struct symbols symbols;
    struct pnml_arc_list arcs;
    struct pnml_nupn nupn;
    struct registry_options options;
    uint32_t n_places, n_transitions;
    uint32_t n_shared;           /* symbols before the first component */
    uint32_t n_timed;            /* transitions with a duration */
    struct pnml_label_owner now; /* the element under way */
    text_buffer name;            /* of the current node */
    bool silent;                 /* the current transition, which has none */
    uint64_t priority;           /* of every transition that has one */
    bool has_priority;
    bool has_net;
    uint32_t net_line;
    VEC(struct relation_pair)
    finals; /* symbols of marked places and their tokens; PLACE_NONE ends a
               final marking */
};

/* -- Nodes -- */

/* A node begins.  White space in an id collapses as in a name; XML Schema
 * requires it.  Shared nodes of TAPAAL have names and no ids. */
static bool read_id(struct pnml_reader *r, enum pnml_label_kind kind,
                    const char *what)
{
    const char *const name = xml_attribute(r->xml, "name");
    const char *const key =
        r->now.tapaal && !xml_attribute(r->xml, "id") ? "name" : "id";

    r->now.kind = kind;
    if (r->now.tapaal && !(name && *name))
        return xml_error(r->xml, "this %s has no name", what);
    pnml_label_id(&r->now, key, &r->now.id);
    if (!r->now.id.len)
        return xml_error(r->xml, "this %s has no id", what);
    if (text_has_control(xml_attribute(r->xml, key)))
        return xml_error(r->xml, "the id of this %s holds a control character",
                         what);
    return true;
}

static bool define_symbol(struct pnml_reader *r, enum symbols_kind kind,
                          uint32_t target, struct net_where at)
{
    const uint32_t s = symbols_intern(&r->symbols, r->now.id.at);

    return symbols_define(&r->symbols, s, kind, target, at, r->diag);
}

/* Makes the current node known.  *n is the number that it has as a new one, and
 * becomes ..._NONE when it is not new: another component has it, too. */
static bool define_node(struct pnml_reader *r, enum symbols_kind kind,
                        struct net_where at, uint32_t *n)
{
    const uint32_t s = r->n_shared
                           ? names_find(&r->symbols.ids, r->name.at, NULL)
                           : NAMES_NONE;
    const bool shared = s < r->n_shared && r->symbols.at.at[s].kind == kind;
    const uint32_t known = shared ? r->symbols.at.at[s].target : NAMES_NONE;

    if (known != NAMES_NONE) {
        *n = NAMES_NONE;
        return define_symbol(r, kind, known, at);
    }
    if (shared)
        r->symbols.at.at[s].target = *n;
    return define_symbol(r, kind, *n, at);
}

/* -- Places -- */

struct pnml_place {
    struct net_where where;
    uint64_t tokens, capacity;
    bool has_tokens;
};

static bool set_tokens(struct pnml_reader *r, struct pnml_place *place,
                       const char *text)
{
    if (place->has_tokens)
        return pnml_label_error(&r->now, "has two initial markings");
    place->has_tokens = true;
    return pnml_label_amount(&r->now, text, "initial marking", 0,
                             &place->tokens);
}

static bool read_place_child(struct pnml_reader *r, struct pnml_place *place)
{
    static const char *const colours[] = {"hlinitialMarking", "type", NULL};

    if (xml_is(r->xml, "name"))
        return pnml_label_read_name(r->xml, &r->name);
    if (xml_is(r->xml, "initialMarking"))
        return pnml_label_read(&r->now) && set_tokens(r, place, r->now.text.at);
    if (xml_is(r->xml, "capacity")) /* PIPE writes 0 for no capacity */
        return pnml_label_read_amount(&r->now, "capacity", 0, &place->capacity);
    if (xml_is(r->xml, "invariant"))
        return pnml_label_timed(&r->now, "an invariant");
    if (scan_is_any(xml_name(r->xml), colours))
        return pnml_label_colour(&r->now);
    return pnml_dialect_skip(&r->now);
}

/* TAPAAL has markings and invariants as attributes; "< inf" excludes
 * nothing. */
static bool read_place_attributes(struct pnml_reader *r,
                                  struct pnml_place *place)
{
    static const char *const plain[] = {"", "< inf", "<inf", NULL};
    const char *invariant = xml_attribute(r->xml, "invariant");
    const char *tokens = xml_attribute(r->xml, "initialMarking");

    if (invariant && !scan_is_any(invariant, plain))
        return pnml_label_timed(&r->now, "an invariant");
    (void)pnml_label_attribute(r->xml, "name", &r->name);
    return (!tokens || set_tokens(r, place, tokens)) &&
           pnml_dialect_attributes(&r->now);
}

static bool read_place(struct pnml_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);
    struct pnml_place place = {.where = xml_where(r->xml)};
    place_id p = r->n_places;

    if (!read_id(r, PNML_PLACE, "place") || !read_place_attributes(r, &place))
        return false;
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (!read_place_child(r, &place))
            return false;
    if (xml_failed(r->xml))
        return false;

    if (!define_node(r, SYMBOL_PLACE, place.where, &p))
        return false;
    if (p == PLACE_NONE)
        return true;
    if (net_builder_place(r->builder, r->now.id.at, r->name.at, place.tokens,
                          place.where, r->diag) == PLACE_NONE)
        return false;
    if (place.capacity)
        net_builder_capacity(r->builder, p, place.capacity);
    r->n_places++;
    return true;
}

/* -- Transitions -- */

/* In a stochastic net immediate transitions have priority over timed ones.
 * Where all are timed, and each may take any time, the net without time has the
 * same runs. */
static bool read_timed(struct pnml_reader *r)
{
    if (!pnml_label_read(&r->now))
        return false;
    if (strcasecmp(r->now.text.at, "true") != 0)
        return true;
    if (!r->options.untimed)
        return pnml_label_error(&r->now,
                                "has a duration: the net is timed; --untimed "
                                "reads nets in which all transitions are");
    r->n_timed++;
    return true;
}

static bool check_timed(struct pnml_reader *r)
{
    const struct net_where at = {xml_where(r->xml).file, r->net_line, 0};

    if (!r->n_timed)
        return !r->options.untimed ||
               diag_report(r->diag, DIAG_USAGE, at.file, 0, 0,
                           "--untimed has no effect: no transition has a "
                           "duration");
    if (r->n_timed < r->n_transitions)
        return xml_error_at(r->xml, at,
                            "only %u of %u transitions have a duration: the "
                            "others have priority over them, and priorities "
                            "are not supported",
                            r->n_timed, r->n_transitions);
    net_builder_warn(r->builder, at,
                     "all transitions are timed: the answers are those of the "
                     "net without time, where each may take any time");
    return true;
}

/* Editors write a priority for each transition.  Equal priorities have no
 * effect. */
static bool set_priority(struct pnml_reader *r, const char *text)
{
    uint64_t priority;

    if (!pnml_label_amount(&r->now, text, "priority", 0, &priority))
        return false;
    if (r->has_priority && priority != r->priority)
        return pnml_label_error(&r->now,
                                "has another priority than those before it: "
                                "priorities are not supported");
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
        return pnml_label_read(&r->now) && set_priority(r, r->now.text.at);
    /* As ProM and pm4py mark silent transitions, which have names that stand
     * for none. */
    if (xml_is(r->xml, "toolspecific"))
        r->silent |= xml_has(r->xml, "activity", "$invisible$");
    if (scan_is_any(xml_name(r->xml), colours))
        return pnml_label_colour(&r->now);
    if (scan_is_any(xml_name(r->xml), times))
        return pnml_label_timed(&r->now, "a duration");
    return pnml_dialect_skip(&r->now);
}

/* In a component of TAPAAL, no priority is 0. */
static bool read_transition_attributes(struct pnml_reader *r)
{
    const char *const priority = xml_attribute(r->xml, "priority");

    (void)pnml_label_attribute(r->xml, "name", &r->name);
    if (xml_has(r->xml, "urgent", "true"))
        return pnml_label_timed(&r->now, "urgency");
    if ((priority || r->now.prefix.len) &&
        !set_priority(r, priority ? priority : ""))
        return false;
    return pnml_dialect_attributes(&r->now);
}

/* A transition that components of TAPAAL share is there where a component has
 * it. */
static bool build_transition(struct pnml_reader *r, struct net_where at)
{
    trans_id t = r->n_transitions;

    if (r->now.tapaal && !r->now.prefix.len)
        return define_symbol(r, SYMBOL_TRANS, TRANS_NONE, at);
    if (!define_node(r, SYMBOL_TRANS, at, &t))
        return false;
    if (t == TRANS_NONE)
        return true;
    r->n_transitions++;
    return net_builder_trans(r->builder, r->now.id.at,
                             r->silent ? NULL : r->name.at, at,
                             r->diag) != TRANS_NONE;
}

static bool read_transition(struct pnml_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);
    const struct net_where at = xml_where(r->xml);

    if (!read_id(r, PNML_TRANSITION, "transition") ||
        !read_transition_attributes(r))
        return false;
    r->silent = false;
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (!read_transition_child(r))
            return false;
    return !xml_failed(r->xml) && build_transition(r, at);
}

/* -- References -- */

/* It has a name and graphics; a token, say, must not be dropped. */
static bool read_reference(struct pnml_reader *r, enum symbols_kind kind)
{
    const uint32_t depth = xml_depth(r->xml);
    const struct net_where at = xml_where(r->xml);

    if (!read_id(r, kind == SYMBOL_PLACE_REF ? PNML_PLACE : PNML_TRANSITION,
                 "reference"))
        return false;
    (void)pnml_label_attribute(r->xml, "ref", &r->now.text);
    if (!r->now.text.len)
        return xml_error(r->xml, "the reference '%s' refers to nothing",
                         r->now.id.at);
    if (!define_symbol(r, kind, symbols_intern(&r->symbols, r->now.text.at),
                       at))
        return false;
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (!pnml_dialect_skip(&r->now))
            return false;
    return !xml_failed(r->xml);
}

/* -- Nets and pages -- */

/* A net of an inhibitor or reset kind is accepted: pnml_arc_read() looks at the
 * arcs. */
static bool check_type(struct pnml_reader *r, const char *type)
{
    if (r->options.ptnet && pnml_dialect_type(type) == PNML_TYPE_PT)
        return diag_report(r->diag, DIAG_USAGE, xml_where(r->xml).file, 0, 0,
                           "--type ptnet has no effect: the net has this type");
    if (r->options.ptnet)
        return true;
    switch (pnml_dialect_type(type)) {
    case PNML_TYPE_PT:
        return true;
    case PNML_TYPE_COLOURED:
        return xml_error(r->xml,
                         "the net is coloured (type '%.200s'): only "
                         "P/T nets are supported",
                         type);
    case PNML_TYPE_UNKNOWN:
        break;
    }
    return xml_error(r->xml,
                     "the net has the type '%.200s': only P/T nets are "
                     "supported; --type ptnet reads it as one",
                     type);
}

static void use_tapaal(struct pnml_reader *r)
{
    r->now.tapaal = true;
    net_builder_prefer_names(r->builder);
}

/* The first component gives its name to a net without shared nodes. */
static void begin_component(struct pnml_reader *r, const char *id)
{
    r->now.prefix.len = 0;
    text_put(&r->now.prefix, id);
    text_put(&r->now.prefix, ".");
    if (!r->has_net)
        r->n_shared = r->symbols.at.len;
}

static bool begin_net(struct pnml_reader *r)
{
    const char *type = xml_attribute(r->xml, "type");
    const char *id = xml_attribute(r->xml, "id");

    if (xml_attribute(r->xml, "active"))
        use_tapaal(r);
    if (r->now.tapaal)
        begin_component(r, id ? id : "");
    else if (r->has_net)
        return xml_error(r->xml,
                         "a second net; the first one is in line %u, "
                         "and a file must hold only one",
                         r->net_line);
    r->has_net = true;
    r->now.kind = PNML_NET;
    r->net_line = xml_where(r->xml).line;
    if ((type && !check_type(r, type)) || !pnml_dialect_attributes(&r->now))
        return false;

    if (!r->n_places && !r->n_transitions)
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

/* Notes of tools.  Our own writer marks names as labels by one. */
static bool read_note(struct pnml_reader *r)
{
    if (xml_has(r->xml, "tool", "nupn"))
        return pnml_nupn_read(&r->nupn, r->xml, &r->symbols);
    if (xml_has(r->xml, "tool", "punf-por"))
        net_builder_prefer_names(r->builder);
    return xml_skip(r->xml);
}

/* A place of a final marking, with its number of tokens. */
static bool read_final_place(struct pnml_reader *r)
{
    uint64_t tokens;
    uint32_t place;

    (void)pnml_label_attribute(r->xml, "idref", &r->now.text);
    if (!r->now.text.len)
        return xml_error(r->xml, "this place of a final marking has no idref");
    place = symbols_intern(&r->symbols, r->now.text.at);
    if (!pnml_label_read_amount(&r->now, "final marking", 1, &tokens))
        return false;
    if (tokens)
        vec_push(&r->finals, ((struct relation_pair){
                                 place, (uint32_t)(tokens < NET_MAX_WEIGHT
                                                       ? tokens
                                                       : NET_MAX_WEIGHT)}));
    return true;
}

/* As ProM and pm4py write them, maybe outside of the net. */
static bool read_finals(struct pnml_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);

    while (xml_next(r->xml) && xml_depth(r->xml) > depth) {
        if (!xml_opens(r->xml))
            continue;
        if (xml_is(r->xml, "marking"))
            vec_push(&r->finals, ((struct relation_pair){PLACE_NONE, 0}));
        else if (!(xml_is(r->xml, "place") ? read_final_place(r)
                                           : xml_skip(r->xml)))
            return false;
    }
    vec_push(&r->finals, ((struct relation_pair){PLACE_NONE, 0}));
    return !xml_failed(r->xml);
}

static bool build_finals(struct pnml_reader *r)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < r->finals.len; i++) {
        const uint32_t s = r->finals.at[i].key;

        if (s == PLACE_NONE) {
            net_builder_final(r->builder, r->finals.at, n);
            n = 0;
        } else if (r->symbols.at.at[s].kind != SYMBOL_PLACE) {
            return diag_report(r->diag, DIAG_INPUT, r->symbols.file,
                               r->net_line, 0,
                               "'%.200s' in a final marking is no place",
                               symbols_id(&r->symbols, s));
        } else {
            r->finals.at[n++] = (struct relation_pair){
                r->symbols.at.at[s].target, r->finals.at[i].partner};
        }
    }
    return true;
}

/* An element of a net or of a page.  Only the opening tag of a page matters:
 * its contents count as those of the net. */
static bool read_element(struct pnml_reader *r, uint32_t net_depth)
{
    r->now.kind = PNML_NET;
    if (xml_is(r->xml, "page"))
        return pnml_dialect_attributes(&r->now);
    if (xml_is(r->xml, "place"))
        return read_place(r);
    if (xml_is(r->xml, "transition"))
        return read_transition(r);
    if (xml_is(r->xml, "referencePlace"))
        return read_reference(r, SYMBOL_PLACE_REF);
    if (xml_is(r->xml, "referenceTransition"))
        return read_reference(r, SYMBOL_TRANS_REF);
    if (pnml_arc_is_arc(r->xml))
        return pnml_arc_read(&r->arcs, &r->now, &r->symbols);
    if (xml_is(r->xml, "name") && xml_depth(r->xml) == net_depth + 1)
        return read_net_name(r);
    if (xml_is(r->xml, "toolspecific"))
        return read_note(r);
    if (xml_is(r->xml, "finalmarkings"))
        return read_finals(r);
    if (xml_is(r->xml, "net"))
        return xml_error(r->xml, "there is a net inside a page: subprocesses, "
                                 "as WoPeD writes them, are not supported");
    return pnml_dialect_skip(&r->now);
}

static bool read_net(struct pnml_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);

    if (xml_has(r->xml, "active", "false"))
        return xml_skip(r->xml);
    if (!begin_net(r))
        return false;
    while (xml_next(r->xml) && xml_depth(r->xml) > depth)
        if (xml_opens(r->xml) && !read_element(r, depth))
            return false;
    return !xml_failed(r->xml) && check_timed(r);
}

/* Of TAPAAL: before the components. */
static bool read_shared_node(struct pnml_reader *r)
{
    use_tapaal(r);
    if (r->has_net)
        return xml_error(r->xml, "this <%s> stands behind a component",
                         xml_name(r->xml));
    return xml_is(r->xml, "shared-place") ? read_place(r) : read_transition(r);
}

/* What nets of TAPAAL have. */
static bool read_feature(struct pnml_reader *r)
{
    const bool coloured = xml_has(r->xml, "isColored", "true");

    if (coloured || xml_has(r->xml, "isStochastic", "true"))
        return xml_error(r->xml,
                         "the net is %s, and only P/T nets are "
                         "supported",
                         coloured ? "coloured" : "stochastic");
    return xml_skip(r->xml);
}

/* An element outside of a net.  A module is nothing but its contents. */
static bool read_outside(struct pnml_reader *r)
{
    r->now.kind = PNML_DOCUMENT;
    if (xml_is(r->xml, "module"))
        return pnml_dialect_attributes(&r->now);
    if (xml_is(r->xml, "finalmarkings"))
        return read_finals(r);
    if (xml_is(r->xml, "shared-place") || xml_is(r->xml, "shared-transition"))
        return read_shared_node(r);
    if (xml_is(r->xml, "feature"))
        return read_feature(r);
    if (xml_is(r->xml, "constant"))
        use_tapaal(r);
    return xml_is(r->xml, "net") ? read_net(r) : pnml_dialect_skip(&r->now);
}

static bool refuse_root(struct xml *xml)
{
    const char *const hint =
        xml_is(xml, "definitions")
            ? "; python3 -m punfpor.bpmn FILE OUT.pnml makes a net of BPMN"
        : xml_is(xml, "property-set") ? "; --property reads its formulas"
                                      : "";

    return xml_error(xml, "this is no PNML: the root element is <%s>%s",
                     xml_name(xml), hint);
}

static bool read_document(struct pnml_reader *r)
{
    if (!xml_next(r->xml))
        return false;
    if (!xml_is(r->xml, "pnml"))
        return refuse_root(r->xml);
    while (xml_next(r->xml))
        if (xml_opens(r->xml) && !read_outside(r))
            return false;
    if (!xml_failed(r->xml) && !r->has_net)
        return xml_error(r->xml, "the file holds no net");
    return !xml_failed(r->xml);
}

static bool read_pnml(struct pnml_reader *r)
{
    struct net_where flaw;

    if (!read_document(r) || !symbols_resolve(&r->symbols, r->diag) ||
        !pnml_arc_finish_net(&r->arcs, &r->now, &r->symbols) ||
        !build_finals(r))
        return false;
    pnml_nupn_build(&r->nupn, &r->symbols, r->n_places, r->n_transitions,
                    r->builder);
    if (xml_flawed(r->xml, &flaw))
        net_builder_warn(r->builder, flaw, XML_FLAW);
    return true;
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

bool pnml_read(const struct net_formats_input *in)
{
    struct pnml_reader r = {
        .diag = in->diag, .builder = in->builder, .options = *in->options};
    bool good;

    r.xml = xml_open(in->source, r.diag);
    r.now = (struct pnml_label_owner){.xml = r.xml, .builder = r.builder};
    good = read_pnml(&r);
    symbols_finish(&r.symbols);
    pnml_arc_finish(&r.arcs);
    pnml_nupn_finish(&r.nupn);
    pnml_label_finish(&r.now);
    vec_free(&r.name);
    vec_free(&r.finals);
    xml_close(r.xml);
    return good;
}
