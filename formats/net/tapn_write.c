#include "formats/net/net_formats.h"

#include <ctype.h>
#include <string.h>

/* What TAPAAL accepts. */
static bool is_identifier(const char *label)
{
    if (!*label || isdigit((unsigned char)*label))
        return false;
    for (; *label; label++)
        if ((unsigned char)*label > 0x7f ||
            !(isalnum((unsigned char)*label) || *label == '_'))
            return false;
    return true;
}

/* A component has one set of names. */
static bool are_apart(const struct net *net, const char *path,
                      struct diag *diag)
{
    for (trans_id t = 0; t < net_given_transitions(net); t++) {
        const char *label = net_trans_label(net, t);
        const place_id p = net_find_place(net, label, NULL);

        if (p != PLACE_NONE && !strcmp(net_place_label(net, p), label))
            return writable_refuse("transition", label,
                                   "a place has this name, too", path, diag);
    }
    return true;
}

/* Nodes stand in rows: those of places above those of transitions. */
static void write_position(uint32_t n, uint32_t above, FILE *out)
{
    enum { IN_A_ROW = 20, STEP = 90 };

    fprintf(out,
            "nameOffsetX=\"0\" nameOffsetY=\"0\" positionX=\"%u\" "
            "positionY=\"%llu\"",
            60 + n % IN_A_ROW * STEP,
            60 + ((unsigned long long)n / IN_A_ROW +
                  (above + IN_A_ROW - 1) / IN_A_ROW) *
                     STEP);
}

static void write_positioned_nodes(const struct net *net, FILE *out)
{
    for (place_id p = 0; p < net_given_places(net); p++) {
        const char *label = net_place_label(net, p);

        fprintf(out,
                "    <place displayName=\"true\" id=\"%s\" "
                "initialMarking=\"%u\" invariant=\"&lt; inf\" name=\"%s\" ",
                label, net_tokens(net, p), label);
        write_position(p, 0, out);
        fputs("/>\n", out);
    }
    for (trans_id t = 0; t < net_given_transitions(net); t++) {
        const char *label = net_trans_label(net, t);

        fprintf(out,
                "    <transition angle=\"0\" displayName=\"true\" id=\"%s\" "
                "infiniteServer=\"false\" name=\"%s\" player=\"0\" "
                "priority=\"0\" urgent=\"false\" ",
                label, label);
        write_position(t, net_given_places(net), out);
        fputs("/>\n", out);
    }
}

struct arc_writer {
    const struct net *net;
    FILE *out;
    uint32_t n; /* arcs written */
};

static void write_typed_arc(struct arc_writer *w, const char *from,
                            const char *to, const char *type, uint32_t weight)
{
    if (!weight)
        return;
    fprintf(w->out,
            "    <arc id=\"A%u\" inscription=\"%s\" nameOffsetX=\"0\" "
            "nameOffsetY=\"0\" source=\"%s\" target=\"%s\" type=\"%s\" "
            "weight=\"%u\"/>\n",
            w->n++, strcmp(type, "normal") ? "[0,inf)" : "1", from, to, type,
            weight);
}

/* A read arc is a self-loop. */
static void write_typed_arcs(struct arc_writer *w, const struct net_bundle *b)
{
    const char *const place = net_place_label(w->net, b->place);
    const char *const trans = net_trans_label(w->net, b->trans);

    write_typed_arc(w, place, trans, "timed", b->consume + b->read);
    write_typed_arc(w, trans, place, "normal", b->produce + b->read);
    write_typed_arc(w, place, trans, "tapnInhibitor", b->inhibit);
}

static void write_all_arcs(const struct net *net, FILE *out)
{
    struct arc_writer w = {net, out, 0};
    net_bundle_list arcs = {0};

    for (trans_id t = 0; t < net_given_transitions(net); t++) {
        bundles_of(net, t, &arcs);
        for (uint32_t i = 0; i < arcs.len; i++)
            write_typed_arcs(&w, &arcs.at[i]);
    }
    vec_free(&arcs);
}

const struct net_formats_scope tapn_write_scope = {
    .fits = is_identifier,
    .rule = "a name in TAPAAL begins with a letter or '_' and has letters, "
            "digits and '_'",
    .arcs = WRITABLE_WEIGHT | WRITABLE_INHIBITOR,
};

bool tapn_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    if (!are_apart(net, path, diag))
        return false;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
            "<pnml xmlns=\"http://www.informatik.hu-berlin.de/top/pnml/"
            "ptNetb\">\n"
            "  <net active=\"true\" id=\"%s\" type=\"P/T net\">\n",
            is_identifier(net_name(net)) ? net_name(net) : "net");
    write_positioned_nodes(net, out);
    write_all_arcs(net, out);
    fputs("  </net>\n  <k-bound bound=\"1\"/>\n"
          "  <feature isColored=\"false\" isGame=\"false\" "
          "isStochastic=\"false\" isTimed=\"false\"/>\n</pnml>\n",
          out);
    return true;
}
