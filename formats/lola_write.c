#include "formats/lola.h"

#include "formats/writable.h"

/* PLACE p, q; or MARKING p, q; with one name a line. */
static void write_places(const struct net *net, bool marked, FILE *out)
{
    const char *comma = "";

    fputs(marked ? "MARKING" : "PLACE", out);
    for (place_id p = 0; p < net_place_count(net); p++) {
        if (marked && !net_marked(net, p))
            continue;
        fprintf(out, "%s\n  %s", comma, net_place_label(net, p));
        comma = ",";
    }
    fputs(";\n", out);
}

/* The places of pre or post, then those that are read. */
static void write_arcs(const struct net *net, const char *keyword,
                       struct net_place_span places, struct net_place_span read,
                       FILE *out)
{
    const char *comma = "";

    fprintf(out, "  %s", keyword);
    for (uint32_t i = 0; i < places.len + read.len; i++) {
        const place_id p =
            i < places.len ? places.at[i] : read.at[i - places.len];

        fprintf(out, "%s %s", comma, net_place_label(net, p));
        comma = ",";
    }
    fputs(";\n", out);
}

bool lola_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    if (!net_place_count(net) || !net_trans_count(net))
        return diag_report(diag, DIAG_INPUT, path, 0, 0,
                           "the net cannot be written: LoLA needs a place and "
                           "a transition");
    if (!writable_labels(net, lola_is_name,
                         "a name in LoLA holds no white space and none of "
                         ",;:(){}, and is no keyword",
                         path, diag) ||
        !writable_loops(net, path, diag))
        return false;
    write_places(net, false, out);
    write_places(net, true, out);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        fprintf(out, "TRANSITION %s\n", net_trans_label(net, t));
        write_arcs(net, "CONSUME", net_pre(net, t), net_read(net, t), out);
        write_arcs(net, "PRODUCE", net_post(net, t), net_read(net, t), out);
    }
    return true;
}
