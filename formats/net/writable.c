#include "formats/net/net_formats.h"

bool writable_refuse(const char *kind, const char *label, const char *why,
                     const char *path, struct diag *diag)
{
    return diag_input(diag, path, "%s '%.300s' cannot be written: %s", kind,
                      label, why);
}

static bool check_labels(const struct net_formats_scope *scope,
                         const struct net *net, const char *path,
                         struct diag *diag)
{
    for (place_id p = 0; p < net_given_places(net); p++)
        if (!scope->fits(net_place_label(net, p)))
            return writable_refuse("place", net_place_label(net, p),
                                   scope->rule, path, diag);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        if (!scope->fits(net_trans_label(net, t)))
            return writable_refuse("transition", net_trans_label(net, t),
                                   scope->rule, path, diag);
    return true;
}

/* The first kind of arc that the bundle needs and the format lacks; 0: none. */
static unsigned lacks(const struct net_bundle *b, unsigned arcs)
{
    const unsigned needed =
        (b->consume > 1 || b->produce > 1 ? WRITABLE_WEIGHT : 0u) |
        (b->inhibit ? WRITABLE_INHIBITOR : 0u) |
        (b->reset ? WRITABLE_RESET : 0u);

    return needed & ~arcs;
}

static bool refuse_bundle(const struct net *net, const struct net_bundle *b,
                          unsigned lack, const char *path, struct diag *diag)
{
    return diag_input(diag, path,
                      "transition '%.300s' cannot be written: it has %s place "
                      "'%.300s', which this format does not have",
                      net_trans_label(net, b->trans),
                      lack & WRITABLE_INHIBITOR ? "an inhibitor arc from"
                      : lack & WRITABLE_RESET
                          ? "a reset arc from"
                          : "an arc of weight 2 or more with",
                      net_place_label(net, b->place));
}

bool writable(const struct net_formats_scope *scope, const struct net *net,
              const char *path, struct diag *diag)
{
    const trans_id n = scope->arcs != WRITABLE_ALL && net_bundle_count(net)
                           ? net_given_transitions(net)
                           : 0;
    net_bundle_list list = {0};
    bool good;

    if (scope->needs && (!net_given_places(net) || !net_given_transitions(net)))
        return diag_input(diag, path, "the net cannot be written: %s",
                          scope->needs);
    good = !scope->fits || check_labels(scope, net, path, diag);
    for (trans_id t = 0; t < n && good; t++) {
        bundles_of(net, t, &list);
        for (uint32_t i = 0; i < list.len && good; i++) {
            const unsigned lack = lacks(&list.at[i], scope->arcs);

            good = !lack || refuse_bundle(net, &list.at[i], lack, path, diag);
        }
    }
    vec_free(&list);
    return good;
}
