#include "formats/llnet.h"

#include "base/text.h"
#include "formats/writable.h"

#include <string.h>

/* Double quotes enclose a name, and the format has no escape for them. */
static bool is_name(const char *label)
{
    return !strchr(label, '"') && text_is_name(label);
}

static void write_nodes(const struct net *net, FILE *out)
{
    fputs("PEP\nPTNet\nFORMAT_N\nPL\n", out);
    for (place_id p = 0; p < net_given_places(net); p++)
        fprintf(out, "%u\"%s\"0@0%s\n", p + 1, net_place_label(net, p),
                net_marked(net, p) ? "M1m1" : "");
    fputs("TR\n", out);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        fprintf(out, "%u\"%s\"0@0\n", t + 1, net_trans_label(net, t));
}

enum arc_block { TP, PT, RA };

static uint32_t weight_of(const struct net_bundle *b, enum arc_block block)
{
    return block == TP ? b->produce : block == PT ? b->consume : b->read;
}

static void write_arc(const struct net_bundle *b, enum arc_block block,
                      FILE *out)
{
    const uint32_t p = b->place + 1, t = b->trans + 1;
    const uint32_t weight = weight_of(b, block);

    if (!weight)
        return;
    fprintf(out, "%u%c%u", block == PT ? p : t, block == PT ? '>' : '<',
            block == PT ? t : p);
    if (weight > 1)
        fprintf(out, "w%u", weight);
    fputc('\n', out);
}

static void write_arcs(const struct net *net, enum arc_block block, FILE *out)
{
    net_bundle_list arcs = {0};

    fputs(block == TP ? "TP\n" : block == PT ? "PT\n" : "RA\n", out);
    for (trans_id t = 0; t < net_given_transitions(net); t++) {
        given_arcs_of(net, t, &arcs);
        for (uint32_t i = 0; i < arcs.len; i++)
            write_arc(&arcs.at[i], block, out);
    }
    vec_free(&arcs);
}

bool llnet_write_net(const struct net *net, const char *path, FILE *out,
                     struct diag *diag)
{
    if (!writable_labels(net, is_name,
                         "a name in a .ll_net holds no double quotes, no "
                         "control characters, and no white space but single "
                         "blanks inside",
                         path, diag) ||
        !writable_weighted(net, path, diag))
        return false;
    write_nodes(net, out);
    write_arcs(net, TP, out);
    write_arcs(net, PT, out);
    if (net_read_count(net))
        write_arcs(net, RA, out);
    return true;
}
