#include "formats/net/pnml.h"

#include "formats/text/scan.h"

#include <string.h>

enum pnml_arc_kind {
    KIND_UNSAID,
    KIND_ORDINARY,
    KIND_READ,
    KIND_INHIBITOR,
    KIND_RESET
};

void pnml_arc_finish(struct pnml_arc_list *arcs)
{
    vec_free(&arcs->waiting);
    vec_free(&arcs->texts);
}

/* -- Kinds -- */

/* The elements and attributes that give the kind of an arc in the dialects. */
static const char *const kind_names[] = {"type", "arctype", "arcType", "kind",
                                         NULL};

/* A transport arc of TAPAAL moves an age, so it is ordinary where no interval
 * tells ages apart. */
static enum pnml_arc_kind kind_of(const char *text, bool tapaal)
{
    static const char *const ordinary[] = {"", "normal", "ordinary", "timed",
                                           NULL};
    static const char *const read[] = {"read", "test", "readarc", "testarc",
                                       NULL};

    static const char *const inhibitor[] = {"inhibitor", "inhibitorarc",
                                            "tapnInhibitor", NULL};

    static const char *const reset[] = {"reset", "resetarc", NULL};

    return scan_is_like_any(text, ordinary)       ? KIND_ORDINARY
           : tapaal && !strcmp(text, "transport") ? KIND_ORDINARY
           : scan_is_like_any(text, read)         ? KIND_READ
           : scan_is_like_any(text, inhibitor)    ? KIND_INHIBITOR
           : scan_is_like_any(text, reset)        ? KIND_RESET
                                                  : KIND_UNSAID;
}

static bool set_kind(const struct pnml_label_owner *now, const char *text,
                     enum pnml_arc_kind *kind)
{
    const enum pnml_arc_kind said = kind_of(text, now->tapaal);

    if (said == KIND_UNSAID)
        return pnml_label_error(now,
                                "is of kind '%.40s': only ordinary, read, "
                                "inhibitor and reset arcs are supported",
                                text);
    if (*kind != KIND_UNSAID && *kind != said)
        return pnml_label_error(now, "is said to be of two kinds");
    *kind = said;
    return true;
}

/* <type value="read"/> or <arctype><text>read</text></arctype> */
static bool read_kind_element(struct pnml_label_owner *now,
                              enum pnml_arc_kind *kind)
{
    const char *value = xml_attribute(now->xml, "value");
    const bool said = value != NULL;

    if ((said && !set_kind(now, value, kind)) || !pnml_label_read(now))
        return false;
    if (now->text.len)
        return set_kind(now, now->text.at, kind);
    return said || pnml_label_error(now, "is of an empty kind");
}

/* -- Weights -- */

/* The weight may be given twice, in an attribute and in a child. */
static bool set_weight(struct pnml_arc_list *arcs,
                       const struct pnml_label_owner *now, const char *text)
{
    uint64_t weight;

    if (!pnml_label_amount(now, text, "weight", 1, &weight))
        return false;
    if (!weight)
        return pnml_label_error(now, "has weight 0");
    if (weight > NET_MAX_WEIGHT)
        return pnml_label_error(now, "has the weight %llu, which is too large",
                                (unsigned long long)weight);
    if (arcs->weight && arcs->weight != weight)
        return pnml_label_error(now, "has two weights, %u and %u", arcs->weight,
                                (unsigned)weight);
    arcs->weight = (uint32_t)weight;
    return true;
}

/* TAPAAL gives the interval of a timed arc here, in a transport arc with the
 * number of its pair behind it; [0,inf) excludes nothing.  The weight of other
 * arcs is in another attribute of a document of its own. */
static bool read_weight_or_interval(struct pnml_arc_list *arcs,
                                    const struct pnml_label_owner *now,
                                    const char *text)
{
    const size_t n = strcspn(text, ":");

    if (*text != '[' && *text != '(')
        return now->tapaal || set_weight(arcs, now, text);
    return (n == 7 && !strncmp(text, "[0,inf)", n)) ||
           (n == 8 && !strncmp(text, "[0, inf)", n)) ||
           pnml_label_error(now,
                            "has the time interval %.60s: the net is timed, "
                            "and only P/T nets are supported",
                            text);
}

/* -- Both ends known -- */

/* The ids of a kept arc become those of the current one. */
static bool report(const struct pnml_arc_list *arcs, const struct pnml_arc *arc,
                   struct pnml_label_owner *now, const struct symbols *symbols,
                   const char *why)
{
    const struct net_where where = {xml_where(now->xml).file, arc->line,
                                    arc->column};
    const char *const texts[] = {arcs->texts.at + arc->id,
                                 symbols_id(symbols, arc->source),
                                 symbols_id(symbols, arc->target)};
    text_buffer *const to[] = {&now->id, &now->source, &now->target};
    char about[PNML_LABEL_TEXT];

    now->kind = PNML_ARC;
    for (uint32_t i = 0; i < 3; i++) {
        to[i]->len = 0;
        text_put(to[i], texts[i]);
        text_end(to[i]);
    }
    return xml_error_at(now->xml, where, "%s %s",
                        pnml_label_describe(now, about), why);
}

static bool build(const struct pnml_arc_list *arcs, const struct pnml_arc *arc,
                  struct pnml_label_owner *now, const struct symbols *symbols)
{
    static const char *const backwards[] = {
        [GIVEN_READ] = "is a read arc, but begins at a transition",
        [GIVEN_RESET] = "is a reset arc, but begins at a transition",
        [GIVEN_INHIBIT] = "is an inhibitor arc, but begins at a transition"};
    const struct symbols_entry *source = &symbols->at.at[arc->source];
    const struct symbols_entry *target = &symbols->at.at[arc->target];
    const char *why = NULL;

    if (source->kind == SYMBOL_UNKNOWN)
        why = "begins at a node that is not there";
    else if (target->kind == SYMBOL_UNKNOWN)
        why = "ends at a node that is not there";
    else if (source->kind == target->kind)
        why = source->kind == SYMBOL_PLACE ? "connects two places"
                                           : "connects two transitions";
    else if (source->kind == SYMBOL_PLACE)
        net_builder_arc(now->builder, arc->kind, source->target, target->target,
                        arc->weight);
    else if (arc->kind == GIVEN_CONSUME)
        net_builder_arc(now->builder, GIVEN_PRODUCE, target->target,
                        source->target, arc->weight);
    else
        why = backwards[arc->kind];
    return !why || report(arcs, arc, now, symbols, why);
}

/* -- One arc -- */

static bool read_child(struct pnml_arc_list *arcs, struct pnml_label_owner *now,
                       enum pnml_arc_kind *kind)
{
    struct xml *const xml = now->xml;

    if (scan_is_any(xml_name(xml), kind_names))
        return read_kind_element(now, kind);
    if (xml_is(xml, "inscription") || xml_is(xml, "weight"))
        return pnml_label_read(now) && set_weight(arcs, now, now->text.at);
    if (xml_is(xml, "tagged"))
        return pnml_label_read(now) &&
               (!strcmp(now->text.at, "false") ||
                pnml_label_error(now, "is tagged, which is not supported"));
    return xml_is(xml, "hlinscription") ? pnml_label_colour(now)
                                        : pnml_dialect_skip(now);
}

static bool read_ends(struct pnml_label_owner *now)
{
    now->kind = PNML_ARC;
    (void)pnml_label_attribute(now->xml, "id", &now->id);
    pnml_label_id(now, "source", &now->source);
    pnml_label_id(now, "target", &now->target);
    return (now->source.len && now->target.len) ||
           pnml_label_error(now, "has no %s",
                            now->source.len ? "target" : "source");
}

static bool read_arc_attributes(struct pnml_arc_list *arcs,
                                const struct pnml_label_owner *now,
                                enum pnml_arc_kind *kind)
{
    const char *text;

    for (size_t i = 0; kind_names[i]; i++)
        if ((text = xml_attribute(now->xml, kind_names[i])) &&
            !set_kind(now, text, kind))
            return false;
    if ((text = xml_attribute(now->xml, "weight")) &&
        !set_weight(arcs, now, text))
        return false;
    text = xml_attribute(now->xml, "inscription");
    return (!text || read_weight_or_interval(arcs, now, text)) &&
           pnml_dialect_attributes(now);
}

/* An element that connects two nodes is an arc, whatever its name. */
bool pnml_arc_is_arc(struct xml *xml)
{
    return xml_is(xml, "arc") || xml_is(xml, "inhibitorArc") ||
           xml_is(xml, "transportArc") ||
           (xml_attribute(xml, "source") && xml_attribute(xml, "target"));
}

/* The kind that the name of the element gives; KIND_UNSAID: it is refused. */
static bool has_kind(const struct xml *xml, enum pnml_arc_kind *kind)
{
    if (xml_is(xml, "inhibitorArc"))
        *kind = KIND_INHIBITOR;
    if (xml_is(xml, "resetArc"))
        *kind = KIND_RESET;
    return *kind != KIND_UNSAID || xml_is(xml, "arc") ||
           xml_is(xml, "inputArc") || xml_is(xml, "outputArc");
}

static enum net_given_kind built_kind(enum pnml_arc_kind kind)
{
    return kind == KIND_READ        ? GIVEN_READ
           : kind == KIND_RESET     ? GIVEN_RESET
           : kind == KIND_INHIBITOR ? GIVEN_INHIBIT
                                    : GIVEN_CONSUME;
}

static bool is_node(const struct symbols *symbols, uint32_t s)
{
    return symbols->at.at[s].kind == SYMBOL_PLACE ||
           symbols->at.at[s].kind == SYMBOL_TRANS;
}

static bool add_waiting(struct pnml_arc_list *arcs,
                        struct pnml_label_owner *now, struct symbols *symbols,
                        enum net_given_kind kind, struct net_where where)
{
    const struct pnml_arc arc = {arcs->texts.len,
                                 symbols_intern(symbols, now->source.at),
                                 symbols_intern(symbols, now->target.at),
                                 where.line,
                                 where.column,
                                 arcs->weight ? arcs->weight : 1,
                                 kind};

    text_add(&arcs->texts, now->id.at, (size_t)now->id.len + 1);
    if (!is_node(symbols, arc.source) || !is_node(symbols, arc.target)) {
        vec_push(&arcs->waiting, arc);
        return true;
    }
    if (!build(arcs, &arc, now, symbols))
        return false;
    vec_cut(&arcs->texts, arc.id);
    return true;
}

bool pnml_arc_read(struct pnml_arc_list *arcs, struct pnml_label_owner *now,
                   struct symbols *symbols)
{
    struct xml *const xml = now->xml;
    const struct net_where where = xml_where(xml);
    const uint32_t depth = xml_depth(xml);
    enum pnml_arc_kind kind = KIND_UNSAID;

    arcs->weight = 0;
    if (!read_ends(now))
        return false;
    if (!has_kind(xml, &kind))
        return pnml_label_error(now,
                                "is written as <%s>: only ordinary, read, "
                                "inhibitor and reset arcs are supported",
                                xml_name(xml));
    if (!read_arc_attributes(arcs, now, &kind))
        return false;
    while (xml_next(xml) && xml_depth(xml) > depth)
        if (!read_child(arcs, now, &kind))
            return false;
    return !xml_failed(xml) &&
           add_waiting(arcs, now, symbols, built_kind(kind), where);
}

bool pnml_arc_finish_net(const struct pnml_arc_list *arcs,
                         struct pnml_label_owner *now,
                         const struct symbols *symbols)
{
    for (uint32_t i = 0; i < arcs->waiting.len; i++)
        if (!build(arcs, &arcs->waiting.at[i], now, symbols))
            return false;
    return true;
}
