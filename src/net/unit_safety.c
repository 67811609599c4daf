#include "net/unit_safety.h"

#include "base/ids.h"
#include "base/mem.h"

bool unit_safety_start(const struct units *units, const struct net *net,
                       place_id *p, place_id *q)
{
    place_id *token = mem_alloc(units->n_units, sizeof *token);
    bool safe = true;

    /* token[u]: a marked place of u or of a unit around it. */
    for (uint32_t u = 0; u < units->n_units && safe; u++) {
        token[u] = u ? token[units->parent[u]] : PLACE_NONE;
        for (uint32_t i = units->place_at[u]; i < units->place_at[u + 1]; i++) {
            if (!net_marked(net, units->places[i]))
                continue;
            if (token[u] != PLACE_NONE) {
                *p = token[u];
                *q = units->places[i];
                safe = false;
                break;
            }
            token[u] = units->places[i];
        }
    }
    mem_free(token);
    return safe;
}

typedef VEC(uint32_t) unit_list;

/* Appends the units of the places, without those of places that the translation
 * of the net added. */
static void add_units(const struct units *units, struct net_place_span places,
                      unit_list *list)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (places.at[i] < units->n_places)
            vec_push(list, units->unit_of[places.at[i]]);
}

/* Sorts the units.  Are there two of which one contains the other, or one
 * twice?  In preorder such two are neighbours somewhere. */
static bool has_nested(const struct units *units, unit_list *list)
{
    ids_sort(list->at, list->len);
    for (uint32_t i = 1; i < list->len; i++)
        if (units_contain(units, list->at[i - 1], list->at[i]))
            return true;
    return false;
}

/* No place of the input is in there: a place that the translation added and
 * that nothing produces on and that is not marked. */
static bool needs_never_marked(const struct net *net, trans_id t)
{
    const struct net_place_span pre = net_pre(net, t);

    for (uint32_t i = 0; i < pre.len; i++)
        if (pre.at[i] >= net_given_places(net) && !net_marked(net, pre.at[i]) &&
            !net_producers(net, pre.at[i]).len)
            return true;
    return false;
}

static bool is_dead(const struct units *units, const struct net *net,
                    trans_id t)
{
    unit_list needed = {0};
    bool dead;

    add_units(units, net_needs(net, t), &needed);
    dead = has_nested(units, &needed) || needs_never_marked(net, t);
    vec_free(&needed);
    return dead;
}

static bool has_places(const struct units *units, uint32_t u)
{
    return units->place_at[u] < units->place_at[u + 1];
}

/* Units with places inside of u, with u. */
static uint32_t count_filled(const struct units *units, uint32_t u)
{
    uint32_t n = 0;

    for (uint32_t v = u; v < units->end[u]; v++)
        n += has_places(units, v);
    return n;
}

/* A token was consumed in each unit of the list, which are sorted and not
 * nested.  Is no token left in u, around it and inside of it?  One of the list
 * that contains u suffices.  Otherwise those inside of u must leave no unit
 * beside them: each unit inside of u that has places contains one of them or is
 * in one.  The time is the size of u; a token that joins those of a whole tree
 * of units is rare. */
static bool is_free(const struct units *units, const unit_list *consumed,
                    uint32_t u)
{
    uint32_t i = ids_find(consumed->at, consumed->len, u);
    uint32_t met = u, covered = 0;

    if (i < consumed->len && consumed->at[i] == u)
        return true;
    if (i > 0 && units_contain(units, consumed->at[i - 1], u))
        return true;
    if (i == consumed->len || !units_contain(units, u, consumed->at[i]))
        return false;
    /* Units from met on are not counted yet.  Those before v that contain v are
     * around it; the others are beside all. */
    for (; i < consumed->len && units_contain(units, u, consumed->at[i]); i++) {
        const uint32_t v = consumed->at[i];

        for (; met < v; met++)
            covered += has_places(units, met) && units_contain(units, met, v);
        covered += count_filled(units, v);
        met = units->end[v];
    }
    return covered == count_filled(units, u);
}

bool unit_safety_keep(const struct units *units, const struct net *net,
                      trans_id t)
{
    unit_list consumed = {0}, produced = {0};
    bool good;

    if (is_dead(units, net, t))
        return true;
    if (net_overflow(net, t) != PLACE_NONE)
        return false;
    add_units(units, net_pre(net, t), &consumed);
    add_units(units, net_post(net, t), &produced);
    ids_sort(consumed.at, consumed.len);
    good = !has_nested(units, &produced);
    for (uint32_t i = 0; i < produced.len && good; i++)
        good = is_free(units, &consumed, produced.at[i]);
    vec_free(&consumed);
    vec_free(&produced);
    return good;
}

bool unit_safety_prove(const struct units *units, const struct net *net)
{
    place_id p, q;

    if (!unit_safety_start(units, net, &p, &q))
        return false;
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (!unit_safety_keep(units, net, t))
            return false;
    return true;
}
