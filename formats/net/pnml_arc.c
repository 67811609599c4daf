#include "formats/net/pnml_arc.h"

#include "formats/net/pnml_dialect.h"
#include "formats/net/pnml_label.h"

#include <string.h>
#include <strings.h>

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
    vec_free(&arcs->id);
    vec_free(&arcs->source);
    vec_free(&arcs->target);
    vec_free(&arcs->label);
}

/* -- Messages -- */

static struct pnml_label_owner current(const struct pnml_arc_list *arcs)
{
    return (struct pnml_label_owner){PNML_ARC, arcs->id.at, arcs->source.at,
                                     arcs->target.at};
}

static const char *describe_current(const struct pnml_arc_list *arcs,
                                    char text[PNML_LABEL_TEXT])
{
    const struct pnml_label_owner owner = current(arcs);

    return pnml_label_describe(&owner, text);
}

/* -- Kinds -- */

/* The elements and attributes that give the kind of an arc in the dialects. */
static const char *const kind_names[] = {"type", "arctype", "arcType", "kind",
                                         NULL};

static bool is_of(const char *text, const char *const *texts)
{
    while (*texts)
        if (!strcasecmp(text, *texts++))
            return true;
    return false;
}

static enum pnml_arc_kind kind_of(const char *text)
{
    static const char *const ordinary[] = {"", "normal", "ordinary", "timed",
                                           NULL};
    static const char *const read[] = {"read", "test", "readarc", "testarc",
                                       NULL};

    static const char *const inhibitor[] = {"inhibitor", "inhibitorarc",
                                            "tapnInhibitor", NULL};

    static const char *const reset[] = {"reset", "resetarc", NULL};

    return is_of(text, ordinary)    ? KIND_ORDINARY
           : is_of(text, read)      ? KIND_READ
           : is_of(text, inhibitor) ? KIND_INHIBITOR
           : is_of(text, reset)     ? KIND_RESET
                                    : KIND_UNSAID;
}

static bool set_kind(struct pnml_arc_list *arcs, struct xml *xml,
                     const char *text, enum pnml_arc_kind *kind)
{
    const enum pnml_arc_kind now = kind_of(text);
    char about[PNML_LABEL_TEXT];

    if (now == KIND_UNSAID)
        return xml_error(xml,
                         "%s is of kind '%.40s': only ordinary, read, "
                         "inhibitor and reset arcs are supported",
                         describe_current(arcs, about), text);
    if (*kind != KIND_UNSAID && *kind != now)
        return xml_error(xml, "%s is said to be of two kinds",
                         describe_current(arcs, about));
    *kind = now;
    return true;
}

/* <type value="read"/> or <arctype><text>read</text></arctype> */
static bool read_kind(struct pnml_arc_list *arcs, struct xml *xml,
                      enum pnml_arc_kind *kind)
{
    const struct pnml_label_owner owner = current(arcs);
    const char *value = xml_attribute(xml, "value");
    char about[PNML_LABEL_TEXT];

    if (value && !set_kind(arcs, xml, value, kind))
        return false;

    const bool said = value != NULL;

    if (!pnml_label_read(xml, &owner, &arcs->label))
        return false;
    if (!arcs->label.len)
        return said || xml_error(xml, "%s is of an empty kind",
                                 pnml_label_describe(&owner, about));
    return set_kind(arcs, xml, arcs->label.at, kind);
}

/* -- Weights -- */

/* The weight may be given twice, in an attribute and in a child. */
static bool read_weight(struct pnml_arc_list *arcs, struct xml *xml,
                        const char *text)
{
    const struct pnml_label_owner owner = current(arcs);
    uint64_t weight;
    char about[PNML_LABEL_TEXT];

    if (!pnml_label_amount(xml, text, &owner, "weight", 1, &weight))
        return false;
    if (!weight)
        return xml_error(xml, "%s has weight 0",
                         pnml_label_describe(&owner, about));
    if (weight > NET_MAX_WEIGHT)
        return xml_error(xml, "%s has the weight %llu, which is too large",
                         pnml_label_describe(&owner, about),
                         (unsigned long long)weight);
    if (arcs->weight && arcs->weight != weight)
        return xml_error(xml, "%s has two weights, %u and %u",
                         pnml_label_describe(&owner, about), arcs->weight,
                         (unsigned)weight);
    arcs->weight = (uint32_t)weight;
    return true;
}

/* TAPAAL gives the interval of a timed arc here; [0,inf) excludes nothing. */
static bool check_interval(struct pnml_arc_list *arcs, struct xml *xml,
                           const char *text)
{
    char about[PNML_LABEL_TEXT];

    if (*text != '[' && *text != '(')
        return read_weight(arcs, xml, text);
    return !strcmp(text, "[0,inf)") || !strcmp(text, "[0, inf)") ||
           xml_error(xml,
                     "%s has the time interval %.60s: the net is timed, "
                     "and only P/T nets are supported",
                     describe_current(arcs, about), text);
}

/* -- Both ends known -- */

static bool report(const struct pnml_arc_list *arcs, const struct pnml_arc *arc,
                   const struct symbols *symbols, const char *why,
                   struct diag *diag)
{
    char about[PNML_LABEL_TEXT];

    const struct pnml_label_owner owner = {PNML_ARC, arcs->texts.at + arc->id,
                                           symbols_id(symbols, arc->source),
                                           symbols_id(symbols, arc->target)};

    return diag_report(diag, DIAG_INPUT, arcs->file, arc->line, arc->column,
                       "%s %s", pnml_label_describe(&owner, about), why);
}

static bool build(const struct pnml_arc_list *arcs, const struct pnml_arc *arc,
                  const struct symbols *symbols, struct net_builder *builder,
                  struct diag *diag)
{
    const struct symbols_entry *source = &symbols->at.at[arc->source];
    const struct symbols_entry *target = &symbols->at.at[arc->target];

    if (source->kind == SYMBOL_UNKNOWN)
        return report(arcs, arc, symbols, "begins at a node that is not there",
                      diag);
    if (target->kind == SYMBOL_UNKNOWN)
        return report(arcs, arc, symbols, "ends at a node that is not there",
                      diag);
    if (source->kind == target->kind)
        return report(arcs, arc, symbols,
                      source->kind == SYMBOL_PLACE ? "connects two places"
                                                   : "connects two transitions",
                      diag);
    if (source->kind == SYMBOL_PLACE)
        net_builder_arc(builder, arc->kind, source->target, target->target,
                        arc->weight);
    else if (arc->kind == GIVEN_CONSUME)
        net_builder_arc(builder, GIVEN_PRODUCE, target->target, source->target,
                        arc->weight);
    else
        return report(arcs, arc, symbols,
                      arc->kind == GIVEN_READ
                          ? "is a read arc, but begins at a transition"
                      : arc->kind == GIVEN_RESET
                          ? "is a reset arc, but begins at a transition"
                          : "is an inhibitor arc, but begins at a transition",
                      diag);
    return true;
}

/* -- One arc -- */

static bool read_child(struct pnml_arc_list *arcs, struct xml *xml,
                       enum pnml_arc_kind *kind, struct net_builder *builder)
{
    const struct pnml_label_owner owner = current(arcs);
    char about[PNML_LABEL_TEXT];

    for (size_t i = 0; kind_names[i]; i++)
        if (xml_is(xml, kind_names[i]))
            return read_kind(arcs, xml, kind);
    if (xml_is(xml, "inscription") || xml_is(xml, "weight"))
        return pnml_label_read(xml, &owner, &arcs->label) &&
               read_weight(arcs, xml, arcs->label.at);
    if (xml_is(xml, "tagged"))
        return pnml_label_read(xml, &owner, &arcs->label) &&
               (!strcmp(arcs->label.at, "false") ||
                xml_error(xml, "%s is tagged, which is not supported",
                          pnml_label_describe(&owner, about)));
    if (xml_is(xml, "hlinscription"))
        return xml_error(xml,
                         "%s has a <hlinscription>: the net is coloured, "
                         "and only P/T nets are supported",
                         pnml_label_describe(&owner, about));
    return pnml_dialect_skip(xml, &owner, builder);
}

static bool read_ends(struct pnml_arc_list *arcs, struct xml *xml)
{
    char about[PNML_LABEL_TEXT];

    pnml_label_from_attribute(xml_attribute(xml, "id"), &arcs->id);
    pnml_label_from_attribute(xml_attribute(xml, "source"), &arcs->source);
    pnml_label_from_attribute(xml_attribute(xml, "target"), &arcs->target);
    return (arcs->source.len && arcs->target.len) ||
           xml_error(xml, "%s has no %s", describe_current(arcs, about),
                     arcs->source.len ? "target" : "source");
}

static bool read_attributes(struct pnml_arc_list *arcs, struct xml *xml,
                            enum pnml_arc_kind *kind,
                            struct net_builder *builder)
{
    const struct pnml_label_owner owner = current(arcs);
    const char *text;

    for (size_t i = 0; kind_names[i]; i++)
        if ((text = xml_attribute(xml, kind_names[i])) &&
            !set_kind(arcs, xml, text, kind))
            return false;
    if ((text = xml_attribute(xml, "weight")) && !read_weight(arcs, xml, text))
        return false;
    text = xml_attribute(xml, "inscription");
    return (!text || check_interval(arcs, xml, text)) &&
           pnml_dialect_attributes(xml, &owner, builder);
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

static bool add(struct pnml_arc_list *arcs, struct symbols *symbols,
                enum net_given_kind kind, struct net_where where,
                struct net_builder *builder, struct diag *diag)
{
    const struct pnml_arc arc = {arcs->texts.len,
                                 symbols_intern(symbols, arcs->source.at),
                                 symbols_intern(symbols, arcs->target.at),
                                 where.line,
                                 where.column,
                                 arcs->weight ? arcs->weight : 1,
                                 kind};

    arcs->file = where.file;
    text_add(&arcs->texts, arcs->id.at, (size_t)arcs->id.len + 1);
    if (!is_node(symbols, arc.source) || !is_node(symbols, arc.target)) {
        vec_push(&arcs->waiting, arc);
        return true;
    }
    if (!build(arcs, &arc, symbols, builder, diag))
        return false;
    vec_cut(&arcs->texts, arc.id);
    return true;
}

bool pnml_arc_read(struct pnml_arc_list *arcs, struct xml *xml,
                   struct symbols *symbols, struct net_builder *builder,
                   struct diag *diag)
{
    const struct net_where where = xml_where(xml);
    const uint32_t depth = xml_depth(xml);
    enum pnml_arc_kind kind = KIND_UNSAID;
    char about[PNML_LABEL_TEXT];

    arcs->weight = 0;
    if (!read_ends(arcs, xml))
        return false;
    if (!has_kind(xml, &kind))
        return xml_error(xml,
                         "%s is written as <%s>: only ordinary, read, "
                         "inhibitor and reset arcs are supported",
                         describe_current(arcs, about), xml_name(xml));
    if (!read_attributes(arcs, xml, &kind, builder))
        return false;
    while (xml_next(xml) && xml_depth(xml) > depth)
        if (!read_child(arcs, xml, &kind, builder))
            return false;
    return !xml_failed(xml) &&
           add(arcs, symbols, built_kind(kind), where, builder, diag);
}

bool pnml_arc_finish_net(const struct pnml_arc_list *arcs,
                         const struct symbols *symbols,
                         struct net_builder *builder, struct diag *diag)
{
    for (uint32_t i = 0; i < arcs->waiting.len; i++)
        if (!build(arcs, &arcs->waiting.at[i], symbols, builder, diag))
            return false;
    return true;
}
