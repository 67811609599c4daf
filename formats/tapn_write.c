#include "formats/tapn.h"

#include "formats/writable.h"

#include <ctype.h>
#include <string.h>

/* What TAPAAL accepts. */
static bool is_name(const char *label)
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
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const char *label = net_trans_label(net, t);
        struct diag unused = {0};
        const place_id p = net_find_place(net, label, &unused);

        if (p != PLACE_NONE && !strcmp(net_place_label(net, p), label))
            return diag_report(diag, DIAG_INPUT, path, 0, 0,
                               "transition '%s' cannot be written: a place "
                               "has this name, too",
                               label);
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

static void write_nodes(const struct net *net, FILE *out)
{
    for (place_id p = 0; p < net_place_count(net); p++) {
        const char *label = net_place_label(net, p);

        fprintf(out,
                "    <place displayName=\"true\" id=\"%s\" "
                "initialMarking=\"%d\" invariant=\"&lt; inf\" name=\"%s\" ",
                label, net_marked(net, p), label);
        write_position(p, 0, out);
        fputs("/>\n", out);
    }
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const char *label = net_trans_label(net, t);

        fprintf(out,
                "    <transition angle=\"0\" displayName=\"true\" id=\"%s\" "
                "infiniteServer=\"false\" name=\"%s\" player=\"0\" "
                "priority=\"0\" urgent=\"false\" ",
                label, label);
        write_position(t, net_place_count(net), out);
        fputs("/>\n", out);
    }
}

static void write_arc(const char *from, const char *to, bool out_of_place,
                      uint32_t *n, FILE *out)
{
    fprintf(out,
            "    <arc id=\"A%u\" inscription=\"%s\" nameOffsetX=\"0\" "
            "nameOffsetY=\"0\" source=\"%s\" target=\"%s\" type=\"%s\" "
            "weight=\"1\"/>\n",
            (*n)++, out_of_place ? "[0,inf)" : "1", from, to,
            out_of_place ? "timed" : "normal");
}

static void write_arcs(const struct net *net, FILE *out)
{
    uint32_t n = 0;

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span read = net_read(net, t);
        const struct net_place_span post = net_post(net, t);
        const char *label = net_trans_label(net, t);

        for (uint32_t i = 0; i < pre.len; i++)
            write_arc(net_place_label(net, pre.at[i]), label, true, &n, out);
        for (uint32_t i = 0; i < read.len; i++) {
            write_arc(net_place_label(net, read.at[i]), label, true, &n, out);
            write_arc(label, net_place_label(net, read.at[i]), false, &n, out);
        }
        for (uint32_t i = 0; i < post.len; i++)
            write_arc(label, net_place_label(net, post.at[i]), false, &n, out);
    }
}

bool tapn_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    if (!writable_labels(net, is_name,
                         "a name in TAPAAL begins with a letter or '_' and "
                         "has letters, digits and '_'",
                         path, diag) ||
        !are_apart(net, path, diag) || !writable_loops(net, path, diag))
        return false;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
            "<pnml xmlns=\"http://www.informatik.hu-berlin.de/top/pnml/"
            "ptNetb\">\n"
            "  <net active=\"true\" id=\"%s\" type=\"P/T net\">\n",
            is_name(net_name(net)) ? net_name(net) : "net");
    write_nodes(net, out);
    write_arcs(net, out);
    fputs("  </net>\n  <k-bound bound=\"1\"/>\n"
          "  <feature isColored=\"false\" isGame=\"false\" "
          "isStochastic=\"false\" isTimed=\"false\"/>\n</pnml>\n",
          out);
    return true;
}
