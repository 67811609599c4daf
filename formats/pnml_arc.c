#include "formats/pnml_arc.h"

#include "formats/pnml_label.h"

#include <string.h>
#include <strings.h>

enum pnml_arc_kind { KIND_UNSAID, KIND_ORDINARY, KIND_READ };

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

/* Enough for ordinary ids; longer ones are truncated. */
enum { ABOUT = 320 };

static const char *describe(const char *id, const char *source,
                            const char *target, char text[ABOUT])
{
    (void)snprintf(text, ABOUT, "arc%s%.90s%s from '%.90s' to '%.90s'",
                   *id ? " '" : "", id, *id ? "'" : "", source, target);
    return text;
}

static const char *describe_current(const struct pnml_arc_list *arcs,
                                    char text[ABOUT])
{
    return describe(arcs->id.at, arcs->source.at, arcs->target.at, text);
}

/* -- Kinds -- */

/* The elements and attributes that give the kind of an arc in the dialects. */
static const char *const kind_names[] = {"type", "arctype", "arcType", "kind",
                                         NULL};

static enum pnml_arc_kind kind_of(const char *text)
{
    static const char *const ordinary[] = {"", "normal", "ordinary", "timed",
                                           NULL};
    static const char *const read[] = {"read", "test", "readarc", "testarc",
                                       NULL};

    for (size_t i = 0; ordinary[i]; i++)
        if (!strcasecmp(text, ordinary[i]))
            return KIND_ORDINARY;
    for (size_t i = 0; read[i]; i++)
        if (!strcasecmp(text, read[i]))
            return KIND_READ;
    return KIND_UNSAID;
}

static bool set_kind(struct pnml_arc_list *arcs, struct xml *xml,
                     const char *text, enum pnml_arc_kind *kind)
{
    const enum pnml_arc_kind now = kind_of(text);
    char about[ABOUT];

    describe_current(arcs, about);
    if (now == KIND_UNSAID)
        return xml_error(xml,
                         "%s is of kind '%.40s': only ordinary arcs and "
                         "read arcs are supported",
                         about, text);
    if (*kind != KIND_UNSAID && *kind != now)
        return xml_error(xml, "%s is said to be ordinary and to read", about);
    *kind = now;
    return true;
}

/* <type value="read"/> or <arctype><text>read</text></arctype> */
static bool read_kind(struct pnml_arc_list *arcs, struct xml *xml,
                      enum pnml_arc_kind *kind)
{
    const char *value = xml_attribute(xml, "value");
    char about[ABOUT];

    describe_current(arcs, about);
    if (value && !set_kind(arcs, xml, value, kind))
        return false;

    const bool said = value != NULL;

    if (!pnml_label_read(xml, about, &arcs->label))
        return false;
    if (!arcs->label.len)
        return said || xml_error(xml, "%s is of an empty kind", about);
    return set_kind(arcs, xml, arcs->label.at, kind);
}

/* -- Weights -- */

static bool check_weight(struct pnml_arc_list *arcs, struct xml *xml,
                         const char *text)
{
    uint64_t weight;
    char about[ABOUT];

    describe_current(arcs, about);
    if (!pnml_label_amount(xml, text, about, "weight", 1, &weight))
        return false;
    return weight == 1 ||
           xml_error(xml, "%s has weight %llu: only weight 1 is supported",
                     about, (unsigned long long)weight);
}

/* TAPAAL gives the interval of a timed arc here; [0,inf) excludes nothing. */
static bool check_interval(struct pnml_arc_list *arcs, struct xml *xml,
                           const char *text)
{
    char about[ABOUT];

    if (*text != '[' && *text != '(')
        return check_weight(arcs, xml, text);
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
    char about[ABOUT];

    describe(arcs->texts.at + arc->id, symbols_id(symbols, arc->source),
             symbols_id(symbols, arc->target), about);
    return diag_report(diag, DIAG_INPUT, arcs->file, arc->line, arc->column,
                       "%s %s", about, why);
}

static bool build(const struct pnml_arc_list *arcs, const struct pnml_arc *arc,
                  const struct symbols *symbols, struct net_builder *builder,
                  struct diag *diag)
{
    const struct symbols_entry *source = &symbols->at.at[arc->source];
    const struct symbols_entry *target = &symbols->at.at[arc->target];
    const struct net_where where = {arcs->file, arc->line, arc->column};

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
    if (source->kind == SYMBOL_TRANS && arc->reads)
        return report(arcs, arc, symbols,
                      "is a read arc, but begins at a transition", diag);
    if (source->kind == SYMBOL_TRANS)
        net_builder_produce(builder, source->target, target->target, where);
    else if (arc->reads)
        net_builder_read(builder, source->target, target->target, where);
    else
        net_builder_consume(builder, source->target, target->target, where);
    return true;
}

/* -- One arc -- */

static bool read_child(struct pnml_arc_list *arcs, struct xml *xml,
                       enum pnml_arc_kind *kind)
{
    static const char *const skipped[] = {"name", "graphics", "toolspecific",
                                          "arcpath", NULL};
    char about[ABOUT];

    for (size_t i = 0; kind_names[i]; i++)
        if (xml_is(xml, kind_names[i]))
            return read_kind(arcs, xml, kind);
    for (size_t i = 0; skipped[i]; i++)
        if (xml_is(xml, skipped[i]))
            return xml_skip(xml);
    if (xml_is(xml, "inscription") || xml_is(xml, "weight"))
        return pnml_label_read(xml, describe_current(arcs, about),
                               &arcs->label) &&
               check_weight(arcs, xml, arcs->label.at);
    if (xml_is(xml, "tagged") &&
        pnml_label_read(xml, describe_current(arcs, about), &arcs->label) &&
        !strcmp(arcs->label.at, "false"))
        return true;
    if (xml_is(xml, "hlinscription"))
        return xml_error(xml,
                         "%s has a <hlinscription>: the net is coloured, "
                         "and only P/T nets are supported",
                         describe_current(arcs, about));
    return xml_error(xml, "%s has a <%s>: it may not be an ordinary arc",
                     describe_current(arcs, about), xml_name(xml));
}

static bool read_attributes(struct pnml_arc_list *arcs, struct xml *xml,
                            enum pnml_arc_kind *kind)
{
    char about[ABOUT];
    const char *text;

    pnml_label_from_attribute(xml_attribute(xml, "id"), &arcs->id);
    pnml_label_from_attribute(xml_attribute(xml, "source"), &arcs->source);
    pnml_label_from_attribute(xml_attribute(xml, "target"), &arcs->target);
    if (!arcs->source.len || !arcs->target.len)
        return xml_error(xml, "%s has no %s", describe_current(arcs, about),
                         arcs->source.len ? "target" : "source");
    for (size_t i = 0; kind_names[i]; i++)
        if ((text = xml_attribute(xml, kind_names[i])) &&
            !set_kind(arcs, xml, text, kind))
            return false;
    if ((text = xml_attribute(xml, "weight")) && !check_weight(arcs, xml, text))
        return false;
    text = xml_attribute(xml, "inscription");
    return !text || check_interval(arcs, xml, text);
}

/* An element that connects two nodes is an arc, whatever its name. */
bool pnml_arc_is_arc(struct xml *xml)
{
    return xml_is(xml, "arc") || xml_is(xml, "inhibitorArc") ||
           xml_is(xml, "transportArc") ||
           (xml_attribute(xml, "source") && xml_attribute(xml, "target"));
}

static bool is_ordinary_element(const struct xml *xml)
{
    return xml_is(xml, "arc") || xml_is(xml, "inputArc") ||
           xml_is(xml, "outputArc");
}

static bool is_node(const struct symbols *symbols, uint32_t s)
{
    return symbols->at.at[s].kind == SYMBOL_PLACE ||
           symbols->at.at[s].kind == SYMBOL_TRANS;
}

static bool add(struct pnml_arc_list *arcs, struct symbols *symbols, bool reads,
                struct net_where where, struct net_builder *builder,
                struct diag *diag)
{
    const struct pnml_arc arc = {arcs->texts.len,
                                 symbols_intern(symbols, arcs->source.at),
                                 symbols_intern(symbols, arcs->target.at),
                                 where.line,
                                 where.column,
                                 reads};

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
    char about[ABOUT];

    if (!read_attributes(arcs, xml, &kind))
        return false;
    if (!is_ordinary_element(xml))
        return xml_error(xml,
                         "%s is written as <%s>: only ordinary arcs and "
                         "read arcs are supported",
                         describe_current(arcs, about), xml_name(xml));
    while (xml_next(xml) && xml_depth(xml) > depth)
        if (!read_child(arcs, xml, &kind))
            return false;
    return !xml_failed(xml) &&
           add(arcs, symbols, kind == KIND_READ, where, builder, diag);
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
