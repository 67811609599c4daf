#include "same_net.h"

#include "net/net_struct.h"

#include <stdarg.h>
#include <string.h>

/* Ends a comparison: writes the reason, in at most cap bytes. */
static bool differ(char *why, size_t cap, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool differ(char *why, size_t cap, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (cap)
        (void)vsnprintf(why, cap, format, args);
    va_end(args);
    return false;
}

static bool equal_places(const struct net *a, const struct net *b, char *why,
                         size_t cap)
{
    for (place_id p = 0; p < net_place_count(a); p++) {
        const char *label = net_place_label(a, p);

        if (names_find(&b->places, label, NULL) != p)
            return differ(why, cap, "place %u is not '%s' in both", p, label);
        if (net_marked(a, p) != net_marked(b, p))
            return differ(why, cap, "place '%s' is marked in one only", label);
    }
    return true;
}

static bool equal_spans(struct net_place_span a, struct net_place_span b)
{
    return a.len == b.len &&
           (!a.len || !memcmp(a.at, b.at, a.len * sizeof *a.at));
}

static bool equal_transitions(const struct net *a, const struct net *b,
                              char *why, size_t cap)
{
    for (trans_id t = 0; t < net_trans_count(a); t++) {
        const char *label = net_trans_label(a, t);

        if (names_find(&b->transitions, label, NULL) != t)
            return differ(why, cap, "transition %u is not '%s' in both", t,
                          label);
        if (!equal_spans(net_pre(a, t), net_pre(b, t)) ||
            !equal_spans(net_post(a, t), net_post(b, t)) ||
            !equal_spans(net_read(a, t), net_read(b, t)))
            return differ(why, cap, "the arcs of transition '%s' differ",
                          label);
    }
    return true;
}

static bool equal_bundles(const struct net *a, const struct net *b, char *why,
                          size_t cap)
{
    if (a->n_bundles != b->n_bundles ||
        (a->n_bundles && memcmp(a->bundles, b->bundles,
                                a->n_bundles * sizeof *a->bundles) != 0))
        return differ(why, cap, "the weights, inhibitor or reset arcs differ");
    return true;
}

bool same_net(const struct net *a, const struct net *b, char *why, size_t cap)
{
    if (net_place_count(a) != net_place_count(b))
        return differ(why, cap, "%u and %u places", net_place_count(a),
                      net_place_count(b));
    if (net_trans_count(a) != net_trans_count(b))
        return differ(why, cap, "%u and %u transitions", net_trans_count(a),
                      net_trans_count(b));
    return equal_places(a, b, why, cap) && equal_transitions(a, b, why, cap) &&
           equal_bundles(a, b, why, cap);
}

bool same_net_exclude(const struct units *units, uint32_t p, uint32_t q)
{
    const uint32_t u = units->unit_of[p], v = units->unit_of[q];

    return p != q && (units_contain(units, u, v) || units_contain(units, v, u));
}

bool same_net_units(const struct units *a, const struct units *b)
{
    if (a->n_units != b->n_units || a->n_places != b->n_places ||
        a->safe != b->safe)
        return false;
    for (uint32_t u = 0; u < a->n_units; u++)
        if (a->parent[u] != b->parent[u])
            return false;
    for (uint32_t p = 0; p < a->n_places; p++)
        if (a->unit_of[p] != b->unit_of[p])
            return false;
    return true;
}
