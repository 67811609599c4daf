#include "checker/copies.h"

#include <stdlib.h>
#include <string.h>

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

/* The index of t among the readers of p.  The search is the checker's own
 * (judge.h). */
static uint32_t reader_rank(const struct net *net, place_id p, trans_id t)
{
    const struct net_trans_span readers = net_readers(net, p);
    uint32_t low = 0, high = readers.len;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (readers.at[middle] < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The sorting is the checker's own as well. */
static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Adds the copies that t consumes, or produces.  A place that t reads and
 * produces counts once. */
static void add_copies(struct copies *copies, trans_id t,
                       struct net_place_span all, bool consumes, bool reads)
{
    const struct net_place_span read = net_read(copies->net, t);
    uint32_t *const n =
        consumes ? &copies->consumes.len : &copies->produces.len;
    const uint32_t from = *n;
    uint32_t to = from;

    for (uint32_t i = 0; i < all.len + read.len; i++) {
        const bool own = i >= all.len;
        const place_id p = own ? read.at[i - all.len] : all.at[i];
        const uint32_t first = copies->first[p];
        const uint32_t low =
            first + (own && reads ? reader_rank(copies->net, p, t) : 0);
        const uint32_t high = own ? low + 1 : copies->first[p + 1];

        for (uint32_t c = low; c < high; c++) {
            if (consumes)
                vec_push(&copies->consumes, c);
            else
                vec_push(&copies->produces, c);
        }
    }

    uint32_t *at = consumes ? copies->consumes.at : copies->produces.at;

    if (*n > from)
        qsort(at + from, *n - from, sizeof *at, compare);
    for (uint32_t i = from; i < *n; i++)
        if (i == from || at[i] != at[to - 1])
            at[to++] = at[i];
    *n = to;
}

static void add_all(struct copies *copies, bool reads)
{
    const struct net *net = copies->net;
    const uint32_t n = net_trans_count(net);

    copies->consume_at = mem_alloc((size_t)n + 1, sizeof *copies->consume_at);
    copies->produce_at = mem_alloc((size_t)n + 1, sizeof *copies->produce_at);
    for (trans_id t = 0; t < n; t++) {
        copies->consume_at[t] = copies->consumes.len;
        copies->produce_at[t] = copies->produces.len;
        add_copies(copies, t, net_pre(net, t), true, reads);
        add_copies(copies, t, net_post(net, t), false, reads);
    }
    copies->consume_at[n] = copies->consumes.len;
    copies->produce_at[n] = copies->produces.len;
}

static void turn(struct copies *copies)
{
    const uint32_t n = copies_count(copies);
    uint32_t *at = mem_zero((size_t)n + 1, sizeof *at);

    copies->consumers =
        mem_alloc(copies->consumes.len, sizeof *copies->consumers);
    for (uint32_t i = 0; i < copies->consumes.len; i++)
        at[copies->consumes.at[i] + 1]++;
    for (uint32_t c = 0; c < n; c++)
        at[c + 1] += at[c];
    copies->consumer_at = mem_copy(at, (size_t)n + 1, sizeof *at);
    for (trans_id t = 0; t < net_trans_count(copies->net); t++)
        for (uint32_t i = copies->consume_at[t]; i < copies->consume_at[t + 1];
             i++)
            copies->consumers[at[copies->consumes.at[i]]++] = t;
    mem_free(at);
}

void copies_init(struct copies *copies, const struct net *net, bool reads)
{
    *copies = (struct copies){.net = net};
    number(copies, reads);
    add_all(copies, reads);
    turn(copies);
}

void copies_finish(struct copies *copies)
{
    mem_free(copies->first);
    mem_free(copies->consume_at);
    mem_free(copies->produce_at);
    vec_free(&copies->consumes);
    vec_free(&copies->produces);
    mem_free(copies->consumer_at);
    mem_free(copies->consumers);
}

struct copies_span copies_consumed(const struct copies *copies, trans_id t)
{
    const uint32_t n = copies->consume_at[t + 1] - copies->consume_at[t];

    return (struct copies_span){
        n ? copies->consumes.at + copies->consume_at[t] : NULL, n};
}

struct copies_span copies_produced(const struct copies *copies, trans_id t)
{
    const uint32_t n = copies->produce_at[t + 1] - copies->produce_at[t];

    return (struct copies_span){
        n ? copies->produces.at + copies->produce_at[t] : NULL, n};
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
    uint32_t low = 0, high = net_place_count(copies->net);

    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;

        if (copies->first[middle] <= copy)
            low = middle;
        else
            high = middle;
    }
    return low;
}
