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
    for (place_id p = 0; p < net_place_count(net); p++)
        if (!check_label("place", net_place_label(net, p), fits, rule, path,
                         diag))
            return false;
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (!check_label("transition", net_trans_label(net, t), fits, rule,
                         path, diag))
            return false;
    return true;
}

/* A place that t reads and produces on; PLACE_NONE if there is none. */
static place_id read_and_produced(const struct net *net, trans_id t)
{
    const struct net_place_span read = net_read(net, t);
    const struct net_place_span post = net_post(net, t);

    for (uint32_t i = 0, j = 0; i < read.len && j < post.len;) {
        if (read.at[i] == post.at[j])
            return read.at[i];
        if (read.at[i] < post.at[j])
            i++;
        else
            j++;
    }
    return PLACE_NONE;
}

bool writable_loops(const struct net *net, const char *path, struct diag *diag)
{
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const place_id odd = read_and_produced(net, t);

        if (odd != PLACE_NONE)
            return diag_report(diag, DIAG_INPUT, path, 0, 0,
                               "transition '%s' cannot be written: it reads "
                               "place '%s' and produces on it, which takes an "
                               "arc of weight 2",
                               net_trans_label(net, t),
                               net_place_label(net, odd));
    }
    return true;
}
