#include "formats/net/mci.h"

#include "base/output.h"
#include "base/text.h"
#include "formats/net/net_formats.h"

enum { DRAWN_ID_CAP = 16 };

struct pnml_prefix {
    const struct net *net;
    const struct prefix *prefix;
    struct xml_write xml;
    uint32_t n_arcs;
};

/* "b3" or "e7", as in drawings: b as conditions are called in papers. */
static const char *make_drawn_id(char letter, uint32_t number,
                                 char id[DRAWN_ID_CAP])
{
    (void)snprintf(id, DRAWN_ID_CAP, "%c%u", letter, number);
    return id;
}

/* -- Nodes -- */

static void write_conditions(struct pnml_prefix *w)
{
    for (uint32_t b = 0; b < w->prefix->conditions.len; b++) {
        const struct prefix_condition *cond = &w->prefix->conditions.at[b];
        char id[DRAWN_ID_CAP];

        xml_write_begin(&w->xml, "place", "id", make_drawn_id('b', b, id),
                        NULL);
        if (cond->original != PLACE_NONE)
            xml_write_label(&w->xml, "name",
                            net_place_label(w->net, cond->original));
        if (!cond->producer)
            xml_write_label(&w->xml, "initialMarking", "1");
        xml_write_end(&w->xml);
    }
}

/* <toolspecific ...><cutoff companion="e3"/></toolspecific>; bottom, which is
 * no transition, is e0, and an unknown companion is left out. */
static void write_cutoff(struct pnml_prefix *w,
                         const struct prefix_event *event)
{
    char id[DRAWN_ID_CAP];

    xml_write_begin(&w->xml, "toolspecific", "tool", "punf-por", "version", "1",
                    NULL);
    xml_write_begin(&w->xml, "cutoff",
                    event->has_companion ? "companion" : NULL,
                    make_drawn_id('e', event->companion, id), NULL);
    xml_write_end(&w->xml);
    xml_write_end(&w->xml);
}

static void write_events(struct pnml_prefix *w)
{
    for (uint32_t e = 1; e < w->prefix->events.len; e++) {
        const struct prefix_event *event = &w->prefix->events.at[e];
        char id[DRAWN_ID_CAP];

        xml_write_begin(&w->xml, "transition", "id", make_drawn_id('e', e, id),
                        NULL);
        xml_write_label(&w->xml, "name", net_trans_label(w->net, event->trans));
        if (event->cutoff)
            write_cutoff(w, event);
        xml_write_end(&w->xml);
    }
}

/* -- Arcs -- */

static void write_flow_arc(struct pnml_prefix *w, const char *source,
                           const char *target)
{
    char id[DRAWN_ID_CAP];

    xml_write_begin(&w->xml, "arc", "id", make_drawn_id('a', ++w->n_arcs, id),
                    "source", source, "target", target, NULL);
    xml_write_end(&w->xml);
}

static void write_flow(struct pnml_prefix *w)
{
    for (uint32_t e = 1; e < w->prefix->events.len; e++) {
        const struct prefix_event *event = &w->prefix->events.at[e];
        const uint32_t *consumes = w->prefix->pool.at + event->consumes.from;
        const uint32_t *produces = w->prefix->pool.at + event->produces.from;
        char id[DRAWN_ID_CAP], other[DRAWN_ID_CAP];

        make_drawn_id('e', e, id);
        for (uint32_t i = 0; i < event->consumes.len; i++)
            write_flow_arc(w, make_drawn_id('b', consumes[i], other), id);
        for (uint32_t i = 0; i < event->produces.len; i++)
            write_flow_arc(w, id, make_drawn_id('b', produces[i], other));
    }
}

/* -- The document -- */

static bool check_no_read_arcs(const struct pnml_prefix *w, struct diag *diag)
{
    for (uint32_t e = 1; e < w->prefix->events.len; e++)
        if (w->prefix->events.at[e].reads.len)
            return diag_usage(
                diag,
                "the prefix has read arcs (an event of '%s' reads): option "
                "'prefix' must be pnml",
                net_trans_label(w->net, w->prefix->events.at[e].trans));
    return true;
}

bool pnml_prefix_write(const struct net *net, const struct prefix *prefix,
                       const char *path, struct diag *diag)
{
    struct pnml_prefix w = {.net = net, .prefix = prefix};
    struct output out;

    if (!check_no_read_arcs(&w, diag) ||
        !writable(&pnml_write_scope, net, path, diag) ||
        !output_open(&out, path, diag))
        return false;
    if (!xml_write_open(&w.xml, path, out.file, diag)) {
        output_discard(&out);
        return false;
    }
    pnml_write_head(&w.xml, net, "prefix");
    xml_write_begin(&w.xml, "page", "id", "page", NULL);
    write_conditions(&w);
    write_events(&w);
    write_flow(&w);
    if (xml_write_close(&w.xml, path, diag))
        return output_close(&out, diag);
    output_discard(&out);
    return false;
}
