#include "formats/net/net_formats.h"

/* PLACE p, q; or MARKING p, q; with one name a line. */
static void write_places(const struct net *net, bool marked, FILE *out)
{
    const char *comma = "";

    fputs(marked ? "MARKING" : "PLACE", out);
    for (place_id p = 0; p < net_given_places(net); p++) {
        if (marked && !net_marked(net, p))
            continue;
        fprintf(out, "%s\n  %s", comma, net_place_label(net, p));
        comma = ",";
    }
    fputs(";\n", out);
}

/* Read arcs are self-loops. */
static void write_arcs(const struct net *net, const char *keyword,
                       const net_bundle_list *arcs, bool consumes, FILE *out)
{
    const char *comma = "";

    fprintf(out, "  %s", keyword);
    for (uint32_t i = 0; i < arcs->len; i++) {
        const struct net_bundle *const b = &arcs->at[i];
        const uint32_t n = b->read + (consumes ? b->consume : b->produce);

        if (!n)
            continue;
        fprintf(out, "%s %s", comma, net_place_label(net, b->place));
        if (n > 1)
            fprintf(out, " : %u", n);
        comma = ",";
    }
    fputs(";\n", out);
}

static void write_transition(const struct net *net, trans_id t,
                             net_bundle_list *arcs, FILE *out)
{
    given_arcs_of(net, t, arcs);
    fprintf(out, "TRANSITION %s\n", net_trans_label(net, t));
    write_arcs(net, "CONSUME", arcs, true, out);
    write_arcs(net, "PRODUCE", arcs, false, out);
}

bool lola_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    net_bundle_list arcs = {0};

    if (!net_given_places(net) || !net_given_transitions(net))
        return diag_report(diag, DIAG_INPUT, path, 0, 0,
                           "the net cannot be written: LoLA needs a place and "
                           "a transition");
    if (!writable_labels(net, lola_is_name,
                         "a name in LoLA holds no white space and none of "
                         ",;:(){}, and is no keyword",
                         path, diag) ||
        !writable_arcs(net, WRITABLE_WEIGHT, path, diag))
        return false;
    write_places(net, false, out);
    write_places(net, true, out);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        write_transition(net, t, &arcs, out);
    vec_free(&arcs);
    return true;
}
