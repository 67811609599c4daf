#include "formats/llnet.h"

#include "base/text.h"

#include <string.h>

/* Double quotes enclose a name, and the format has no escape for them. */
static bool fits(const char *kind, const char *label, const char *path,
                 struct diag *diag)
{
    if (!strchr(label, '"') && text_is_name(label))
        return true;
    return diag_report(diag, DIAG_INPUT, path, 0, 0,
                       "%s '%s' cannot be written: a name in a .ll_net holds "
                       "no double quotes, no control characters, and no white "
                       "space but single blanks inside",
                       kind, label);
}

static bool all_fit(const struct net *net, const char *path, struct diag *diag)
{
    for (place_id p = 0; p < net_place_count(net); p++)
        if (!fits("place", net_place_label(net, p), path, diag))
            return false;
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (!fits("transition", net_trans_label(net, t), path, diag))
            return false;
    return true;
}

static void write_nodes(const struct net *net, FILE *out)
{
    fputs("PEP\nPTNet\nFORMAT_N\nPL\n", out);
    for (place_id p = 0; p < net_place_count(net); p++)
        fprintf(out, "%u\"%s\"0@0%s\n", p + 1, net_place_label(net, p),
                net_marked(net, p) ? "M1m1" : "");
    fputs("TR\n", out);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        fprintf(out, "%u\"%s\"0@0\n", t + 1, net_trans_label(net, t));
}

typedef struct net_place_span arcs_of(const struct net *net, trans_id t);

static void write_arcs(const struct net *net, const char *block,
                       arcs_of *places, char sign, FILE *out)
{
    fprintf(out, "%s\n", block);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span span = places(net, t);

        for (uint32_t i = 0; i < span.len; i++) {
            const uint32_t p = span.at[i] + 1;

            fprintf(out, "%u%c%u\n", sign == '<' ? t + 1 : p, sign,
                    sign == '<' ? p : t + 1);
        }
    }
}

bool llnet_write_net(const struct net *net, const char *path, FILE *out,
                     struct diag *diag)
{
    if (!all_fit(net, path, diag))
        return false;
    write_nodes(net, out);
    write_arcs(net, "TP", net_post, '<', out);
    write_arcs(net, "PT", net_pre, '>', out);
    if (net_read_count(net))
        write_arcs(net, "RA", net_read, '<', out);
    return true;
}
