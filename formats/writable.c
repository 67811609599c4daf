#include "formats/writable.h"

static bool check_label(const char *kind, const char *label,
                        bool (*fits)(const char *label), const char *rule,
                        const char *path, struct diag *diag)
{
    return fits(label) ||
           diag_report(diag, DIAG_INPUT, path, 0, 0,
                       "%s '%.300s' cannot be written: %s", kind, label, rule);
}

bool writable_labels(const struct net *net, bool (*fits)(const char *label),
                     const char *rule, const char *path, struct diag *diag)
{
    for (place_id p = 0; p < net_given_places(net); p++)
        if (!check_label("place", net_place_label(net, p), fits, rule, path,
                         diag))
            return false;
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        if (!check_label("transition", net_trans_label(net, t), fits, rule,
                         path, diag))
            return false;
    return true;
}

static bool refuse_bundle(const struct net *net, const struct net_bundle *b,
                          const char *path, struct diag *diag)
{
    return diag_report(diag, DIAG_INPUT, path, 0, 0,
                       "transition '%.300s' cannot be written: it has %s place "
                       "'%.300s', which this format does not have",
                       net_trans_label(net, b->trans),
                       b->inhibit ? "an inhibitor arc from"
                                  : "an arc of weight 2 or more with",
                       net_place_label(net, b->place));
}

static bool fits(const struct net_bundle *b, bool weights)
{
    return !b->inhibit && (weights || (b->consume < 2 && b->produce < 2));
}

static bool check_bundles(const struct net *net, bool weights, const char *path,
                          struct diag *diag)
{
    net_bundle_list arcs = {0};
    bool good = true;

    if (!net_bundle_count(net))
        return true;
    for (trans_id t = 0; t < net_given_transitions(net) && good; t++) {
        given_arcs_of(net, t, &arcs);
        for (uint32_t i = 0; i < arcs.len && good; i++)
            good = fits(&arcs.at[i], weights) ||
                   refuse_bundle(net, &arcs.at[i], path, diag);
    }
    vec_free(&arcs);
    return good;
}

bool writable_plain(const struct net *net, const char *path, struct diag *diag)
{
    return check_bundles(net, false, path, diag);
}

bool writable_weighted(const struct net *net, const char *path,
                       struct diag *diag)
{
    return check_bundles(net, true, path, diag);
}
