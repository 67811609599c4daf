#include "structure/exclusive.h"

#include "base/ids.h"
#include "base/mem.h"

void exclusive_finish(struct exclusive *sets)
{
    vecs_free(&sets->lists);
    vec_free(&sets->vectors);
}

/* Ends the set that was appended to the places. */
static void close_set(struct exclusive *sets, uint32_t vector)
{
    const uint32_t start = vecs_from(&sets->lists, exclusive_count(sets));
    net_place_list *const all = &sets->lists.all;

    if (all->len == start)
        return;
    ids_sort(all->at + start, all->len - start);
    vecs_close(&sets->lists);
    vec_push(&sets->vectors, vector);
}

void exclusive_add(struct exclusive *sets, const place_id *places, uint32_t n,
                   uint32_t vector)
{
    vec_append_n(&sets->lists.all, places, n);
    close_set(sets, vector);
}

void exclusive_append(struct exclusive *sets, const struct exclusive *more)
{
    vecs_append(&sets->lists, &more->lists);
    vec_append(&sets->vectors, &more->vectors);
}

/* By unit: the most places on a path that begins there and leads downwards, and
 * the unit with which this path goes on, UNITS_NONE at its end. */
static void find_paths(const struct units *units, uint32_t *most,
                       uint32_t *next)
{
    for (uint32_t u = 0; u < units->n_units; u++) {
        most[u] = 0;
        next[u] = UNITS_NONE;
    }
    for (uint32_t u = units->n_units; u-- > 0;) {
        const uint32_t parent = units->parent[u];

        most[u] += units->place_at[u + 1] - units->place_at[u];
        if (u > 0 && (next[parent] == UNITS_NONE || most[u] >= most[parent])) {
            most[parent] = most[u];
            next[parent] = u;
        }
    }
}

void exclusive_add_units(struct exclusive *sets, const struct units *units)
{
    uint32_t *const most = mem_alloc(units->n_units, sizeof *most);
    uint32_t *const next = mem_alloc(units->n_units, sizeof *next);

    find_paths(units, most, next);
    for (uint32_t u = 0; u < units->n_units; u++) {
        if (u > 0 && next[units->parent[u]] == u)
            continue; /* on the path of its parent */
        for (uint32_t v = u; v != UNITS_NONE; v = next[v])
            for (uint32_t i = units->place_at[v]; i < units->place_at[v + 1];
                 i++)
                vec_push(&sets->lists.all, units->places[i]);
        close_set(sets, EXCLUSIVE_NONE);
    }
    mem_free(most);
    mem_free(next);
}

void exclusive_restrict(const struct exclusive *sets, const place_id *place,
                        struct exclusive *rest)
{
    for (uint32_t i = 0; i < exclusive_count(sets); i++) {
        const struct net_place_span set = exclusive_set(sets, i);

        for (uint32_t k = 0; k < set.len; k++)
            if (place[set.at[k]] != PLACE_NONE)
                vec_push(&rest->lists.all, place[set.at[k]]);
        close_set(rest, sets->vectors.at[i]);
    }
}

void exclusive_choose(const struct exclusive *sets, uint32_t n_places,
                      uint32_t *set_of)
{
    for (place_id p = 0; p < n_places; p++)
        set_of[p] = EXCLUSIVE_NONE;
    for (uint32_t i = 0; i < exclusive_count(sets); i++) {
        const struct net_place_span set = exclusive_set(sets, i);

        for (uint32_t k = 0; k < set.len; k++) {
            uint32_t *const of = &set_of[set.at[k]];

            if (*of == EXCLUSIVE_NONE || exclusive_set(sets, *of).len < set.len)
                *of = i;
        }
    }
}

/* So it is when a place of it is marked, and each transition that takes a token
 * from it puts one there. */
void exclusive_find_exact(const struct net *net, const uint32_t *set_of,
                          uint32_t n_sets, bool *exact)
{
    trans_id *const last = mem_none(n_sets);

    for (uint32_t i = 0; i < n_sets; i++)
        exact[i] = false;
    for (place_id p = 0; p < net_place_count(net); p++)
        if (net_marked(net, p) && set_of[p] != EXCLUSIVE_NONE)
            exact[set_of[p]] = true;
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span post = net_post(net, t);

        for (uint32_t i = 0; i < post.len; i++)
            if (set_of[post.at[i]] != EXCLUSIVE_NONE)
                last[set_of[post.at[i]]] = t;
        for (uint32_t i = 0; i < pre.len; i++)
            if (set_of[pre.at[i]] != EXCLUSIVE_NONE &&
                last[set_of[pre.at[i]]] != t)
                exact[set_of[pre.at[i]]] = false;
    }
    mem_free(last);
}

void exclusive_by_place(const struct exclusive *sets, uint32_t n_places,
                        struct relation *by_place)
{
    VEC(struct relation_pair) pairs = {0};

    for (uint32_t i = 0; i < exclusive_count(sets); i++) {
        const struct net_place_span set = exclusive_set(sets, i);

        for (uint32_t k = 0; k < set.len; k++)
            vec_push(&pairs, ((struct relation_pair){i, set.at[k]}));
    }
    relation_init_inverse(by_place, n_places, pairs.at, pairs.len);
    vec_free(&pairs);
}
