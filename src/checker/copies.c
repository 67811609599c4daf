#include "checker/copies.h"

#include <stdlib.h>

static void number(struct copies *copies, bool reads)
{
    const struct net *net = copies->net;
    const uint32_t n = net_place_count(net);
    uint32_t next = 0;

    copies->first = mem_alloc((size_t)n + 1, sizeof *copies->first);
    for (place_id p = 0; p < n; p++) {
        const uint32_t readers = net_readers(net, p).len;

        copies->first[p] = next;
        next += reads && readers ? readers : 1;
    }
    copies->first[n] = next;
}

/* The search and the sorting are the checker's own (judge.h). */
uint32_t copies_find(const uint32_t *at, uint32_t n, uint32_t number)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (at[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Adds the copies of all these places, and those of places that t reads.  A
 * place that t reads and produces counts once. */
static void add_copies(const struct copies *copies, trans_id t,
                       struct net_place_span all, bool reads, copies_list *list)
{
    const struct net_place_span read = net_read(copies->net, t);
    const uint32_t from = list->len;
    uint32_t to = from;

    for (uint32_t i = 0; i < all.len + read.len; i++) {
        const bool own = i >= all.len;
        const place_id p = own ? read.at[i - all.len] : all.at[i];
        const struct net_trans_span readers = net_readers(copies->net, p);
        const uint32_t rank =
            own && reads ? copies_find(readers.at, readers.len, t) : 0;
        const uint32_t low = copies->first[p] + rank;
        const uint32_t high = own ? low + 1 : copies->first[p + 1];

        for (uint32_t c = low; c < high; c++)
            vec_push(list, c);
    }
    if (list->len > from)
        qsort(list->at + from, list->len - from, sizeof *list->at, compare);
    for (uint32_t i = from; i < list->len; i++)
        if (i == from || list->at[i] != list->at[to - 1])
            list->at[to++] = list->at[i];
    list->len = to;
}

static void add_all(struct copies *copies, bool reads)
{
    const struct net *net = copies->net;

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        add_copies(copies, t, net_pre(net, t), reads, &copies->consumes.all);
        add_copies(copies, t, net_post(net, t), reads, &copies->produces.all);
        vecs_close(&copies->consumes);
        vecs_close(&copies->produces);
    }
}

static void turn(struct copies *copies)
{
    const copies_list *const all = &copies->consumes.all;
    const uint32_t n = copies_count(copies);
    uint32_t *at = mem_zero((size_t)n + 1, sizeof *at);

    copies->consumers = mem_alloc(all->len, sizeof *copies->consumers);
    for (uint32_t i = 0; i < all->len; i++)
        at[all->at[i] + 1]++;
    for (uint32_t c = 0; c < n; c++)
        at[c + 1] += at[c];
    copies->consumer_at = mem_copy(at, (size_t)n + 1, sizeof *at);
    for (trans_id t = 0; t < net_trans_count(copies->net); t++) {
        const struct copies_span consumed = copies_consumed(copies, t);

        for (uint32_t i = 0; i < consumed.len; i++)
            copies->consumers[at[consumed.at[i]]++] = t;
    }
    mem_free(at);
}

/* --- which are connected -------------------------------------------------- */

uint32_t copies_leader(struct copies *copies, uint32_t copy)
{
    uint32_t *const up = copies->up;

    while (up[copy] != copy) {
        up[copy] = up[up[copy]];
        copy = up[copy];
    }
    return copy;
}

void copies_join(struct copies *copies, uint32_t a, uint32_t b)
{
    const uint32_t x = copies_leader(copies, a), y = copies_leader(copies, b);

    if (x < y)
        copies->up[y] = x;
    else
        copies->up[x] = y;
}

/* Those that a transition consumes or produces. */
static void join_used(struct copies *copies)
{
    const uint32_t n = copies_count(copies);

    copies->up = mem_alloc(n, sizeof *copies->up);
    for (uint32_t c = 0; c < n; c++)
        copies->up[c] = c;
    for (trans_id t = 0; t < net_trans_count(copies->net); t++) {
        const struct copies_span consumed = copies_consumed(copies, t);
        const struct copies_span produced = copies_produced(copies, t);
        const uint32_t *const one = consumed.len ? consumed.at : produced.at;

        for (uint32_t i = 0; i < consumed.len; i++)
            copies_join(copies, *one, consumed.at[i]);
        for (uint32_t i = 0; i < produced.len; i++)
            copies_join(copies, *one, produced.at[i]);
    }
}

/* --- all of it ------------------------------------------------------------ */

void copies_init(struct copies *copies, const struct net *net, bool reads)
{
    *copies = (struct copies){.net = net};
    number(copies, reads);
    add_all(copies, reads);
    turn(copies);
    join_used(copies);
}

void copies_finish(struct copies *copies)
{
    mem_free(copies->first);
    vecs_free(&copies->consumes);
    vecs_free(&copies->produces);
    mem_free(copies->consumer_at);
    mem_free(copies->consumers);
    mem_free(copies->up);
}

struct copies_span copies_consumed(const struct copies *copies, trans_id t)
{
    return (struct copies_span){vecs_at(&copies->consumes, t),
                                vecs_len(&copies->consumes, t)};
}

struct copies_span copies_produced(const struct copies *copies, trans_id t)
{
    return (struct copies_span){vecs_at(&copies->produces, t),
                                vecs_len(&copies->produces, t)};
}

struct net_trans_span copies_consumers(const struct copies *copies,
                                       uint32_t copy)
{
    return (struct net_trans_span){
        copies->consumers + copies->consumer_at[copy],
        copies->consumer_at[copy + 1] - copies->consumer_at[copy]};
}

place_id copies_place(const struct copies *copies, uint32_t copy)
{
    return copies_find(copies->first, net_place_count(copies->net), copy + 1) -
           1;
}
