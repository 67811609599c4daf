#include "structure/unit_breach.h"

#include "base/mem.h"
#include "net/marking.h"
#include "net/unit_safety.h"

void unit_breach_init(struct unit_breach *breach, const struct units *units,
                      const struct net *net)
{
    const uint32_t n = net_trans_count(net);

    *breach = (struct unit_breach){.units = units, .net = net};
    if (!units)
        return;
    breach->suspects = mem_zero(bits_words(n), sizeof *breach->suspects);
    breach->after = mem_zero(marking_words(net), sizeof *breach->after);
    for (trans_id t = 0; t < n; t++)
        if (!unit_safety_keep(units, net, t))
            bits_add(breach->suspects, t);
}

void unit_breach_finish(struct unit_breach *breach)
{
    mem_free(breach->suspects);
    mem_free(breach->after);
    *breach = (struct unit_breach){0};
}

/* A marked place of the units first, ..., last - 1 besides p, or PLACE_NONE. */
static place_id marked_in(const struct units *units, const bits_word *m,
                          uint32_t first, uint32_t last, place_id p)
{
    for (uint32_t i = units->place_at[first]; i < units->place_at[last]; i++)
        if (units->places[i] != p && bits_has(m, units->places[i]))
            return units->places[i];
    return PLACE_NONE;
}

/* A marked place that excludes p: in its unit, inside of it, or around it. */
static place_id rival(const struct units *units, const bits_word *m, place_id p)
{
    uint32_t u = units->unit_of[p];
    place_id q = marked_in(units, m, u, units->end[u], p);

    while (q == PLACE_NONE && u) {
        u = units->parent[u];
        q = marked_in(units, m, u, u + 1, p);
    }
    return q;
}

bool unit_breach_at(const struct unit_breach *breach, const bits_word *m,
                    trans_id t, struct unit_breach_found *found)
{
    const struct units *const units = breach->units;
    const struct net_place_span post = net_post(breach->net, t);

    for (uint32_t i = 0; i < post.len; i++) {
        const place_id p = post.at[i];
        const place_id q =
            p < units->n_places ? rival(units, m, p) : PLACE_NONE;

        if (q == PLACE_NONE)
            continue;
        *found = units->unit_of[p] <= units->unit_of[q]
                     ? (struct unit_breach_found){p, q}
                     : (struct unit_breach_found){q, p};
        return true;
    }
    return false;
}

bool unit_breach_by(struct unit_breach *breach, const bits_word *m, trans_id t)
{
    struct unit_breach_found found;

    if (!unit_breach_suspects(breach, t))
        return false;
    bits_copy(breach->after, m, marking_words(breach->net));
    marking_fire(breach->net, breach->after, t);
    return unit_breach_at(breach, breach->after, t, &found);
}
