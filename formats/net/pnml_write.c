/* Labels are written as ids.  Some labels are no XML ids, or belong to a node
 * of the other kind as well.  Such a label becomes a name beside a generated
 * id, and the reader finds the node under this name. */
#include "formats/net/net_formats.h"

#include "base/text.h"
#include "base/vec.h"
#include "net/names.h"
#include "net/units.h"

enum { NUMBER_CAP = 24 };

struct writer {
    const struct net *net;
    struct xml_write xml;
    struct names ids;      /* of nodes only */
    VEC(uint32_t) numbers; /* in ids: of the places, then of the transitions */
    uint32_t n_arcs;
    bool by_names;  /* names are the labels: some label is no id */
    text_buffer id; /* the last one that was made */
};

/* -- Ids -- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* XML allows more characters in ids; every tool accepts these. */
static bool is_xml_id(const char *label)
{
    if (!is_letter(*label))
        return false;
    while (is_letter(*label) || (*label >= '0' && *label <= '9') ||
           *label == '-' || *label == '.')
        label++;
    return !*label;
}

/* "p7", followed by underscores until it is new; valid until the next one. */
static const char *make_id(struct writer *w, const char *letter,
                           uint32_t number)
{
    char text[NUMBER_CAP];
    const int len = snprintf(text, sizeof text, "%s%u", letter, number);

    w->id.len = 0;
    text_add(&w->id, text, (size_t)len);
    while (names_has(&w->ids, text_end(&w->id)))
        text_add(&w->id, "_", 1);
    return w->id.at;
}

static bool is_place(const struct writer *w, uint32_t n)
{
    return n < net_given_places(w->net);
}

/* The place, or the transition. */
static uint32_t node_of(const struct writer *w, uint32_t n)
{
    return is_place(w, n) ? n : n - net_given_places(w->net);
}

static const char *label_of(const struct writer *w, uint32_t n)
{
    return is_place(w, n) ? net_place_label(w->net, n)
                          : net_trans_label(w->net, node_of(w, n));
}

/* Labels that can be ids come first, so that no generated id collides with
 * them. */
static void choose_ids(struct writer *w)
{
    const uint32_t n_nodes =
        net_given_places(w->net) + net_given_transitions(w->net);

    for (uint32_t n = 0; n < n_nodes; n++)
        vec_push(&w->numbers, is_xml_id(label_of(w, n))
                                  ? names_add(&w->ids, label_of(w, n), NULL)
                                  : NAMES_NONE);
    for (uint32_t n = 0; n < n_nodes; n++)
        if (w->numbers.at[n] == NAMES_NONE) {
            w->by_names = true;
            w->numbers.at[n] = names_add(
                &w->ids,
                make_id(w, is_place(w, n) ? "p" : "t", node_of(w, n) + 1),
                NULL);
        }
}

static const char *place_text(const struct writer *w, place_id p)
{
    return names_id(&w->ids, w->numbers.at[p]);
}

static const char *trans_text(const struct writer *w, trans_id t)
{
    return names_id(&w->ids, w->numbers.at[net_given_places(w->net) + t]);
}

/* -- Nodes -- */

/* A name equal to the label of another node is omitted: the label would be
 * ambiguous. */
static const char *name_of(const struct writer *w, uint32_t n)
{
    const uint32_t node = node_of(w, n);
    const char *name = is_place(w, n) ? net_place_name(w->net, node)
                                      : net_trans_name(w->net, node);
    uint32_t owner;

    if (w->by_names)
        return label_of(w, n);
    if (!name || !text_is_name(name))
        return NULL;
    owner = is_place(w, n) ? net_find_place(w->net, name, NULL)
                           : net_find_trans(w->net, name, NULL);
    return owner == node || owner == NAMES_NONE ? name : NULL;
}

static const char *number_text(uint32_t number, char text[NUMBER_CAP])
{
    (void)snprintf(text, NUMBER_CAP, "%u", number);
    return text;
}

static void write_nodes(struct writer *w)
{
    for (uint32_t n = 0; n < w->numbers.len; n++) {
        const char *name = name_of(w, n);
        char text[NUMBER_CAP];

        xml_write_begin(&w->xml, is_place(w, n) ? "place" : "transition", "id",
                        names_id(&w->ids, w->numbers.at[n]), NULL);
        if (name)
            xml_write_label(&w->xml, "name", name);
        if (is_place(w, n) && net_marked(w->net, n))
            xml_write_label(&w->xml, "initialMarking",
                            number_text(net_tokens(w->net, n), text));
        xml_write_end(&w->xml);
    }
}

/* -- Arcs -- */

static void write_arc(struct writer *w, const char *source, const char *target,
                      uint32_t weight, const char *kind)
{
    char text[NUMBER_CAP];

    xml_write_begin(&w->xml, "arc", "id", make_id(w, "a", ++w->n_arcs),
                    "source", source, "target", target, NULL);
    if (weight > 1)
        xml_write_label(&w->xml, "inscription", number_text(weight, text));
    if (kind) {
        xml_write_begin(&w->xml, "type", "value", kind, NULL);
        xml_write_end(&w->xml);
    }
    xml_write_end(&w->xml);
}

/* A read arc is a self-loop. */
static void write_bundle(struct writer *w, const struct net_bundle *b)
{
    const char *const place = place_text(w, b->place);
    const char *const trans = trans_text(w, b->trans);

    if (b->consume || b->read)
        write_arc(w, place, trans, b->consume + b->read, NULL);
    if (b->produce || b->read)
        write_arc(w, trans, place, b->produce + b->read, NULL);
    if (b->inhibit)
        write_arc(w, place, trans, b->inhibit, "inhibitor");
    if (b->reset)
        write_arc(w, place, trans, 1, "reset");
}

static void write_arcs(struct writer *w)
{
    net_bundle_list arcs = {0};

    for (trans_id t = 0; t < net_given_transitions(w->net); t++) {
        bundles_of(w->net, t, &arcs);
        for (uint32_t i = 0; i < arcs.len; i++)
            write_bundle(w, &arcs.at[i]);
    }
    vec_free(&arcs);
}

/* -- Units -- */

static void add_word(text_buffer *list, const char *word)
{
    if (list->len)
        text_add(list, " ", 1);
    text_put(list, word);
}

static void write_unit(struct writer *w, const struct units *units, uint32_t u)
{
    text_buffer places = {0}, inner = {0};

    for (uint32_t i = units->place_at[u]; i < units->place_at[u + 1]; i++)
        add_word(&places, place_text(w, units->places[i]));
    for (uint32_t v = u + 1; v < units->end[u]; v = units->end[v])
        add_word(&inner, make_id(w, "u", v));
    xml_write_begin(&w->xml, "unit", "id", make_id(w, "u", u), NULL);
    xml_write_element(&w->xml, "places", text_end(&places));
    xml_write_element(&w->xml, "subunits", text_end(&inner));
    xml_write_end(&w->xml);
    vec_free(&places);
    vec_free(&inner);
}

/* The ids of the units in the file were not kept: "u0" is the root, and the
 * others follow in preorder.  Call it when all arcs are written. */
static void write_units(struct writer *w, const struct units *units)
{
    char places[NUMBER_CAP], transitions[NUMBER_CAP], text[NUMBER_CAP];

    xml_write_begin(&w->xml, "toolspecific", "tool", "nupn", "version", "1.1",
                    NULL);
    xml_write_begin(&w->xml, "size", "places",
                    number_text(net_given_places(w->net), places),
                    "transitions",
                    number_text(net_given_transitions(w->net), transitions),
                    "arcs", number_text(w->n_arcs, text), NULL);
    xml_write_end(&w->xml);
    xml_write_begin(&w->xml, "structure", "units",
                    number_text(units->n_units, text), "root",
                    make_id(w, "u", 0), "safe", units->safe ? "true" : "false",
                    NULL);
    for (uint32_t u = 0; u < units->n_units; u++)
        write_unit(w, units, u);
    xml_write_end(&w->xml);
    xml_write_end(&w->xml);
}

/* Final markings, as ProM and pm4py have them. */
static void write_finals(struct writer *w)
{
    char text[NUMBER_CAP];

    xml_write_begin(&w->xml, "finalmarkings", NULL);
    for (uint32_t i = 0; i < net_final_count(w->net); i++) {
        const struct net_place_span final = net_final(w->net, i);

        xml_write_begin(&w->xml, "marking", NULL);
        for (uint32_t k = 0; k < final.len; k++) {
            xml_write_begin(&w->xml, "place", "idref",
                            place_text(w, final.at[k]), NULL);
            xml_write_element(
                &w->xml, "text",
                number_text(net_final_tokens(w->net, i)[k], text));
            xml_write_end(&w->xml);
        }
        xml_write_end(&w->xml);
    }
    xml_write_end(&w->xml);
}

/* -- The document -- */

/* The note tells our reader that names address the nodes, since the ids are
 * generated. */
static void write_note(struct writer *w)
{
    xml_write_begin(&w->xml, "toolspecific", "tool", "punf-por", "version", "1",
                    NULL);
    xml_write_begin(&w->xml, "labels", "are", "names", NULL);
    xml_write_end(&w->xml);
    xml_write_end(&w->xml);
}

void pnml_write_head(struct xml_write *xml, const struct net *net,
                     const char *id)
{
    xml_write_begin(xml, "pnml", "xmlns",
                    "http://www.pnml.org/version-2009/grammar/pnml", NULL);
    xml_write_begin(xml, "net", "id", id, "type",
                    "http://www.pnml.org/version-2009/grammar/ptnet", NULL);
    if (text_is_name(net_name(net)))
        xml_write_label(xml, "name", net_name(net));
}

static void write_document(struct writer *w)
{
    pnml_write_head(&w->xml, w->net, make_id(w, "net", 1));
    if (w->by_names)
        write_note(w);
    xml_write_begin(&w->xml, "page", "id", make_id(w, "page", 1), NULL);
    write_nodes(w);
    write_arcs(w);
    if (net_units(w->net))
        write_units(w, net_units(w->net));
    xml_write_end(&w->xml);
    if (net_final_count(w->net))
        write_finals(w);
}

const struct net_formats_scope pnml_write_scope = {
    .fits = text_is_name,
    .rule = "a name in XML holds no control characters, and no white space but "
            "single blanks inside",
    .arcs = WRITABLE_ALL,
};

bool pnml_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    struct writer w = {.net = net};
    bool good;

    if (!xml_write_open(&w.xml, path, out, diag))
        return false;
    choose_ids(&w);
    write_document(&w);
    good = xml_write_close(&w.xml, path, diag);
    names_finish(&w.ids);
    vec_free(&w.numbers);
    vec_free(&w.id);
    return good;
}
