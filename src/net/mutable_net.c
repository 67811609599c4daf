#include "net/mutable_net.h"

#include "base/ids.h"

#include <stdio.h>
#include <string.h>

/* --- the copy ------------------------------------------------------------- */

static void copy_arcs(struct mutable_net *m, enum net_arc_kind kind)
{
    const struct relation *const arcs = net_relation(m->net, kind);
    const uint32_t base = m->words.len;
    const uint32_t n = arcs->start[arcs->n_nodes];

    vec_reserve(&m->words, n);
    if (n)
        memcpy(m->words.at + base, arcs->at, n * sizeof *arcs->at);
    m->words.len += n;
    vec_reserve(&m->lists[kind], arcs->n_nodes);
    for (uint32_t i = 0; i < arcs->n_nodes; i++) {
        const uint32_t len = arcs->start[i + 1] - arcs->start[i];
        const struct mutable_net_list list = {base + arcs->start[i], len, len,
                                              len};

        vec_push(&m->lists[kind], list);
    }
}

void mutable_net_init(struct mutable_net *m, const struct net *net)
{
    *m = (struct mutable_net){
        .net = net,
        .n_places = net_place_count(net),
        .n_transitions = net_trans_count(net),
        .live_places = net_place_count(net),
        .live_transitions = net_trans_count(net),
    };
    for (uint32_t kind = 0; kind < NET_ARC_KINDS; kind++)
        copy_arcs(m, (enum net_arc_kind)kind);
    vec_fit(&m->place_gone, m->n_places);
    vec_fit(&m->trans_gone, m->n_transitions);
    for (trans_id t = 0; t < m->n_transitions; t++)
        m->n_overflows += net_overflow(net, t) != PLACE_NONE;
}

void mutable_net_copy(struct mutable_net *m, const struct mutable_net *from)
{
    *m = (struct mutable_net){
        .net = from->net,
        .n_places = from->n_places,
        .n_transitions = from->n_transitions,
        .live_places = from->live_places,
        .live_transitions = from->live_transitions,
        .n_overflows = from->n_overflows,
    };
    vec_append(&m->words, &from->words);
    for (uint32_t kind = 0; kind < NET_ARC_KINDS; kind++)
        vec_append(&m->lists[kind], &from->lists[kind]);
    vec_append(&m->place_gone, &from->place_gone);
    vec_append(&m->trans_gone, &from->trans_gone);
}

void mutable_net_finish(struct mutable_net *m)
{
    vec_free(&m->words);
    for (uint32_t kind = 0; kind < NET_ARC_KINDS; kind++)
        vec_free(&m->lists[kind]);
    vec_free(&m->place_gone);
    vec_free(&m->trans_gone);
    vec_free(&m->touched_places);
    vec_free(&m->touched_transitions);
}

/* --- arcs ----------------------------------------------------------------- */

static bool is_of_place(enum net_arc_kind kind)
{
    return kind >= NET_CONSUMERS;
}

/* The kinds of transitions and those of places have the same order. */
static enum net_arc_kind inverse(enum net_arc_kind kind)
{
    return (kind + NET_CONSUMERS) % NET_ARC_KINDS;
}

/* The lists of a removed node are as they were, and mean nothing. */
static bool is_left(const struct mutable_net *m, enum net_arc_kind kind,
                    uint32_t node)
{
    return is_of_place(kind) ? mutable_net_has_place(m, node)
                             : mutable_net_has_trans(m, node);
}

struct mutable_net_span mutable_net_arcs(struct mutable_net *m,
                                         enum net_arc_kind kind, uint32_t node)
{
    const bool *const gone =
        is_of_place(kind) ? m->trans_gone.at : m->place_gone.at;
    struct mutable_net_list *const list = &m->lists[kind].at[node];
    uint32_t n = 0;

    ASSERT(is_left(m, kind, node));
    if (list->live == 0)
        return (struct mutable_net_span){NULL, 0};

    uint32_t *const at = m->words.at + list->at;

    if (list->live < list->len) {
        for (uint32_t i = 0; i < list->len; i++)
            if (!gone[at[i]])
                at[n++] = at[i];
        ASSERT(n == list->live);
        list->len = n;
    }
    return (struct mutable_net_span){at, list->len};
}

bool mutable_net_linked(struct mutable_net *m, enum net_arc_kind kind,
                        uint32_t a, uint32_t b)
{
    const struct mutable_net_list *const list = &m->lists[kind].at[a];

    ASSERT(is_left(m, kind, a));
    /* A list with removed nodes is still sorted. */
    return list->live && ids_has(m->words.at + list->at, list->len, b) &&
           !(is_of_place(kind) ? m->trans_gone.at : m->place_gone.at)[b];
}

bool mutable_net_within(struct mutable_net *m, enum net_arc_kind of_a,
                        uint32_t a, enum net_arc_kind of_b, uint32_t b)
{
    const struct mutable_net_span span = mutable_net_arcs(m, of_a, a);

    if (span.len > mutable_net_degree(m, of_b, b))
        return false; /* for speed alone */
    for (uint32_t i = 0; i < span.len; i++)
        if (!mutable_net_linked(m, of_b, b, span.at[i]))
            return false;
    return true;
}

bool mutable_net_same(struct mutable_net *m, enum net_arc_kind kind, uint32_t a,
                      uint32_t b)
{
    return mutable_net_degree(m, kind, a) == mutable_net_degree(m, kind, b) &&
           mutable_net_within(m, kind, a, kind, b);
}

/* --- removal -------------------------------------------------------------- */

/* The node leaves the lists of its partners. */
static void leave(struct mutable_net *m, enum net_arc_kind kind, uint32_t node)
{
    const struct mutable_net_span span = mutable_net_arcs(m, kind, node);

    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t other = span.at[i];

        m->lists[inverse(kind)].at[other].live--;
        if (is_of_place(kind))
            vec_push(&m->touched_transitions, other);
        else
            vec_push(&m->touched_places, other);
    }
}

void mutable_net_remove_place(struct mutable_net *m, place_id p)
{
    ASSERT(mutable_net_has_place(m, p));
    for (enum net_arc_kind kind = NET_CONSUMERS; kind <= NET_READERS; kind++)
        leave(m, kind, p);
    m->place_gone.at[p] = true;
    m->live_places--;
}

void mutable_net_remove_trans(struct mutable_net *m, trans_id t)
{
    ASSERT(mutable_net_has_trans(m, t));
    for (enum net_arc_kind kind = NET_PRE; kind <= NET_READ; kind++)
        leave(m, kind, t);
    m->trans_gone.at[t] = true;
    if (t < net_trans_count(m->net) && net_overflow(m->net, t) != PLACE_NONE)
        m->n_overflows--;
    m->live_transitions--;
}

static void cut(struct mutable_net *m, enum net_arc_kind kind, uint32_t node,
                uint32_t other)
{
    const struct mutable_net_span span = mutable_net_arcs(m, kind, node);
    struct mutable_net_list *const list = &m->lists[kind].at[node];
    const uint32_t i = ids_find(span.at, span.len, other);
    uint32_t *const at = m->words.at + list->at;

    ASSERT(i < span.len && at[i] == other);
    memmove(at + i, at + i + 1, (span.len - i - 1) * sizeof *at);
    list->len--;
    list->live--;
}

void mutable_net_remove_read(struct mutable_net *m, trans_id t, place_id p)
{
    cut(m, NET_READ, t, p);
    cut(m, NET_READERS, p, t);
    vec_push(&m->touched_places, p);
    vec_push(&m->touched_transitions, t);
}

/* --- addition ------------------------------------------------------------- */

/* Moves a list to the end of the words, with room for as many again. */
static void move(struct mutable_net *m, struct mutable_net_list *list)
{
    const uint32_t from = list->at, cap = 2 * list->len + 2;

    vec_reserve(&m->words, cap);
    list->at = m->words.len;
    list->cap = cap;
    memset(m->words.at + list->at, 0, cap * sizeof *m->words.at);
    if (list->len)
        memcpy(m->words.at + list->at, m->words.at + from,
               list->len * sizeof *m->words.at);
    m->words.len += cap;
}

static void append_arc(struct mutable_net *m, enum net_arc_kind kind,
                       place_id p, trans_id t)
{
    struct mutable_net_list *const list = &m->lists[kind].at[p];

    if (list->len == list->cap) {
        const struct mutable_net_span span = mutable_net_arcs(m, kind, p);

        list->len = span.len;
        if (list->len * 2 >= list->cap)
            move(m, list);
    }
    m->words.at[list->at + list->len++] = t;
    list->live++;
}

static void connect(struct mutable_net *m, enum net_arc_kind kind, trans_id t,
                    const mutable_net_ids *places)
{
    const struct mutable_net_list list = {m->words.len, places->len,
                                          places->len, places->len};

    vec_append(&m->words, places);
    vec_push(&m->lists[kind], list);
    for (uint32_t i = 0; i < places->len; i++) {
        append_arc(m, inverse(kind), places->at[i], t);
        vec_push(&m->touched_places, places->at[i]);
    }
}

void mutable_net_trans_free(struct mutable_net_trans *arcs)
{
    vec_free(&arcs->pre);
    vec_free(&arcs->post);
    vec_free(&arcs->read);
}

trans_id mutable_net_add(struct mutable_net *m,
                         const struct mutable_net_trans *arcs)
{
    const trans_id t = m->n_transitions++;

    connect(m, NET_PRE, t, &arcs->pre);
    connect(m, NET_POST, t, &arcs->post);
    connect(m, NET_READ, t, &arcs->read);
    vec_push(&m->trans_gone, false);
    vec_push(&m->touched_transitions, t);
    m->live_transitions++;
    return t;
}

/* --- the rest as a net ---------------------------------------------------- */

void mutable_net_map_free(struct mutable_net_map *map)
{
    mem_free(map->place);
    mem_free(map->old_place);
    mem_free(map->trans);
    mem_free(map->old_trans);
    *map = (struct mutable_net_map){0};
}

/* By node: its number among those that are left, PLACE_NONE or TRANS_NONE if it
 * is gone; *old has the nodes by their numbers. */
static uint32_t *number(const bool *gone, uint32_t n, uint32_t n_live,
                        uint32_t **old)
{
    uint32_t *const numbers = mem_alloc(n, sizeof *numbers);
    uint32_t next = 0;

    *old = mem_alloc(n_live, sizeof **old);
    for (uint32_t i = 0; i < n; i++) {
        numbers[i] = gone[i] ? UINT32_MAX : next;
        if (!gone[i])
            (*old)[next++] = i;
    }
    return numbers;
}

/* The signs with which no label begins. */
uint32_t mutable_net_signs(const struct net *net)
{
    size_t most = 0;

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const size_t n = strspn(net_trans_label(net, t), "+");

        most = n > most ? n : most;
    }
    return (uint32_t)most + 1;
}

static void add_places(const struct mutable_net *m, struct net_builder *b,
                       const struct mutable_net_map *map)
{
    for (uint32_t i = 0; i < m->live_places; i++) {
        const place_id p = map->old_place[i];

        (void)net_builder_place(b, net_place_label(m->net, p), NULL,
                                net_marked(m->net, p), (struct net_where){0},
                                NULL);
    }
}

static void add_transitions(const struct mutable_net *m, struct net_builder *b,
                            const struct mutable_net_map *map)
{
    const uint32_t n_old = net_trans_count(m->net);
    const uint32_t n_signs = mutable_net_signs(m->net);
    char *const made = mem_alloc((size_t)n_signs + 16, 1);

    memset(made, '+', n_signs);
    for (uint32_t i = 0; i < m->live_transitions; i++) {
        const trans_id t = map->old_trans[i];

        if (t >= n_old)
            (void)snprintf(made + n_signs, 16, "%u", t - n_old + 1);
        (void)net_builder_trans(b,
                                t < n_old ? net_trans_label(m->net, t) : made,
                                NULL, (struct net_where){0}, NULL);
    }
    mem_free(made);
}

/* Given arcs have the same order, too. */
static void add_arcs(struct mutable_net *m, struct net_builder *b,
                     const struct mutable_net_map *map)
{
    for (uint32_t i = 0; i < m->live_transitions; i++)
        for (enum net_arc_kind kind = NET_PRE; kind <= NET_READ; kind++) {
            const struct mutable_net_span span =
                mutable_net_arcs(m, kind, map->old_trans[i]);

            for (uint32_t k = 0; k < span.len; k++)
                net_builder_arc(b, (enum net_given_kind)kind,
                                map->place[span.at[k]], i, 1);
        }
}

struct net *mutable_net_freeze(struct mutable_net *m,
                               struct mutable_net_map *map)
{
    struct net_builder *const b = net_builder_create();

    map->place =
        number(m->place_gone.at, m->n_places, m->live_places, &map->old_place);
    map->trans = number(m->trans_gone.at, m->n_transitions, m->live_transitions,
                        &map->old_trans);
    net_builder_name(b, net_name(m->net));
    add_places(m, b, map);
    add_transitions(m, b, map);
    add_arcs(m, b, map);
    return net_builder_finish(b);
}
