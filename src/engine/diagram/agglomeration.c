#include "engine/diagram/digits.h"
#include "net/units.h"

/* So often are heads with their places taken in by others: each time, loops
 * within loops are taken in that were too deep before. */
enum { MOST_ROUNDS = 8 };

struct agglomeration {
    const struct net *net;
    const uint32_t *digit_of;
    place_id *head;
    place_id *next;    /* of the same head, around */
    uint32_t *entries; /* by head: the arcs from places of other heads */
    uint32_t *met;     /* of these, the ones from the last head that met
                          some, which is: */
    place_id *met_by;
    bool *stays;  /* by head: nothing takes it in, ever */
    bool *listed; /* nor in this round: it is one of these: */
    net_place_list heads;
    net_place_list open; /* places of the head that grows */
};

/* Are both in one digit and in one unit? */
static bool are_together(const struct agglomeration *a, place_id p, place_id q)
{
    const struct units *const units = net_units(a->net);

    return a->digit_of[p] == a->digit_of[q] &&
           (!units || (p < units->n_places && q < units->n_places &&
                       units->unit_of[p] == units->unit_of[q]));
}

/* Does t bring a token from one place of a digit to another, and no more? */
static bool is_inner(const struct agglomeration *a, trans_id t)
{
    const struct net_place_span pre = net_pre(a->net, t);
    const struct net_place_span post = net_post(a->net, t);

    return pre.len == 1 && post.len == 1 && !net_read(a->net, t).len &&
           net_overflow(a->net, t) == PLACE_NONE &&
           are_together(a, pre.at[0], post.at[0]);
}

/* A place that has a token initially, that is read, or that other transitions
 * put a token on stays a head. */
static void find_stays(struct agglomeration *a)
{
    for (place_id p = 0; p < net_place_count(a->net); p++)
        a->stays[p] = net_marked(a->net, p) || net_readers(a->net, p).len > 0;
    for (trans_id t = 0; t < net_trans_count(a->net); t++) {
        const struct net_place_span post = net_post(a->net, t);

        for (uint32_t i = 0; i < post.len && !is_inner(a, t); i++)
            a->stays[post.at[i]] = true;
    }
}

static void begin_round(struct agglomeration *a)
{
    vec_clear(&a->heads);
    for (place_id p = 0; p < net_place_count(a->net); p++) {
        a->entries[p] = a->met[p] = 0;
        a->met_by[p] = PLACE_NONE;
        a->listed[p] = a->stays[p];
        if (a->listed[p])
            vec_push(&a->heads, p);
    }
    for (trans_id t = 0; t < net_trans_count(a->net); t++)
        if (is_inner(a, t)) {
            const place_id from = a->head[net_pre(a->net, t).at[0]];
            const place_id to = a->head[net_post(a->net, t).at[0]];

            a->entries[to] += from != to;
        }
}

/* Gives the places of one head to another. */
static void take_in(struct agglomeration *a, place_id head, place_id other)
{
    const place_id after = a->next[head];
    place_id p = other;

    do {
        a->head[p] = head;
        vec_push(&a->open, p);
        p = a->next[p];
    } while (p != other);
    a->next[head] = a->next[other];
    a->next[other] = after;
}

/* The arc of t, from a place of this head.  True if it was the last one to
 * another head, which is taken in then. */
static bool follow(struct agglomeration *a, place_id head, trans_id t)
{
    const place_id to = a->head[net_post(a->net, t).at[0]];

    if (to == head || a->listed[to])
        return false;
    if (a->met_by[to] != head) {
        a->met_by[to] = head;
        a->met[to] = 0;
    }
    if (++a->met[to] < a->entries[to])
        return false;
    take_in(a, head, to);
    return true;
}

/* No head can take in what arcs lead to from this one's places, and others'. */
static void list_heads(struct agglomeration *a, place_id head)
{
    for (uint32_t i = 0; i < a->open.len; i++) {
        const struct net_trans_span out = net_consumers(a->net, a->open.at[i]);

        for (uint32_t k = 0; k < out.len; k++) {
            place_id to;

            if (!is_inner(a, out.at[k]))
                continue;
            to = a->head[net_post(a->net, out.at[k]).at[0]];
            if (to != head && !a->listed[to]) {
                a->listed[to] = true;
                vec_push(&a->heads, to);
            }
        }
    }
}

/* Takes in all heads that arcs lead to from this one and from no other: an
 * interval (Allen, 1970).  True if there were any. */
static bool grow(struct agglomeration *a, place_id head)
{
    bool grown = false;
    place_id p = head;

    vec_clear(&a->open);
    do {
        vec_push(&a->open, p);
        p = a->next[p];
    } while (p != head);
    for (uint32_t i = 0; i < a->open.len; i++) {
        const struct net_trans_span out = net_consumers(a->net, a->open.at[i]);

        for (uint32_t k = 0; k < out.len; k++)
            if (is_inner(a, out.at[k]) && follow(a, head, out.at[k]))
                grown = true;
    }
    list_heads(a, head);
    return grown;
}

static void finish(struct agglomeration *a)
{
    mem_free(a->next);
    mem_free(a->entries);
    mem_free(a->met);
    mem_free(a->met_by);
    mem_free(a->stays);
    mem_free(a->listed);
    vec_free(&a->heads);
    vec_free(&a->open);
}

void agglomeration_find(const struct net *net, const uint32_t *digit_of,
                        place_id *head)
{
    const uint32_t n = net_place_count(net);
    struct agglomeration a = {
        .net = net,
        .digit_of = digit_of,
        .head = head,
        .next = mem_alloc(n, sizeof *a.next),
        .entries = mem_alloc(n, sizeof *a.entries),
        .met = mem_alloc(n, sizeof *a.met),
        .met_by = mem_alloc(n, sizeof *a.met_by),
        .stays = mem_alloc(n, sizeof *a.stays),
        .listed = mem_alloc(n, sizeof *a.listed),
    };
    bool grown = true;

    for (place_id p = 0; p < n; p++)
        head[p] = a.next[p] = p;
    find_stays(&a);
    for (uint32_t round = 0; grown && round < MOST_ROUNDS; round++) {
        grown = false;
        begin_round(&a);
        for (uint32_t i = 0; i < a.heads.len; i++)
            grown = grow(&a, a.heads.at[i]) || grown;
    }
    finish(&a);
}
