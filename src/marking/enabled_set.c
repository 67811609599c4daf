#include "marking/enabled_set.h"

#include "base/check.h"
#include "base/mem.h"
#include "marking/markings.h"
#include "net/marking.h"

static void count_producer(struct enabled_set *enabled_set, trans_id t,
                           uint32_t more)
{
    const struct net_place_span post = net_post(enabled_set->net, t);

    for (uint32_t i = 0; i < post.len; i++)
        enabled_set->n_enabled_producers[post.at[i]] += more;
}

static void enable(struct enabled_set *enabled_set, trans_id t)
{
    bits_add(enabled_set->enabled, t);
    bits_add(enabled_set->blocks, t / 64);
    enabled_set->n_enabled++;
    if (enabled_set->n_enabled_producers)
        count_producer(enabled_set, t, 1);
}

static void disable(struct enabled_set *enabled_set, trans_id t)
{
    bits_remove(enabled_set->enabled, t);
    if (!enabled_set->enabled[t / 64])
        bits_remove(enabled_set->blocks, t / 64);
    enabled_set->n_enabled--;
    if (enabled_set->n_enabled_producers)
        count_producer(enabled_set, t, UINT32_MAX);
}

void enabled_set_init(struct enabled_set *enabled_set, const struct net *net)
{
    const uint32_t n_trans = net_trans_count(net);
    const uint32_t words = marking_words(net);

    *enabled_set = (struct enabled_set){.net = net, .words = words ? words : 1};
    enabled_set->marking =
        mem_zero(enabled_set->words, sizeof *enabled_set->marking);
    enabled_set->read = mem_zero(enabled_set->words, sizeof *enabled_set->read);
    enabled_set->missing = mem_alloc(n_trans, sizeof *enabled_set->missing);
    enabled_set->enabled =
        mem_zero(bits_words(n_trans), sizeof *enabled_set->enabled);
    enabled_set->blocks =
        mem_zero(bits_words(bits_words(n_trans)), sizeof *enabled_set->blocks);
    for (trans_id t = 0; t < n_trans; t++) {
        enabled_set->missing[t] = net_needs(net, t).len;
        if (enabled_set->missing[t] == 0)
            enable(enabled_set, t);
    }
}

void enabled_set_finish(struct enabled_set *enabled_set)
{
    mem_free(enabled_set->marking);
    mem_free(enabled_set->read);
    mem_free(enabled_set->missing);
    mem_free(enabled_set->enabled);
    mem_free(enabled_set->blocks);
    mem_free(enabled_set->n_enabled_producers);
    *enabled_set = (struct enabled_set){0};
}

void enabled_set_count_producers(struct enabled_set *enabled_set)
{
    ASSERT(!enabled_set->n_enabled_producers);
    enabled_set->n_enabled_producers =
        mem_zero(net_place_count(enabled_set->net),
                 sizeof *enabled_set->n_enabled_producers);
    for (trans_id t = enabled_set_next(enabled_set, 0); t != TRANS_NONE;
         t = enabled_set_next(enabled_set, t + 1))
        count_producer(enabled_set, t, 1);
}

static void gain(struct enabled_set *enabled_set, struct net_trans_span users)
{
    enabled_set->work += users.len;
    for (uint32_t i = 0; i < users.len; i++)
        if (--enabled_set->missing[users.at[i]] == 0)
            enable(enabled_set, users.at[i]);
}

static void lose(struct enabled_set *enabled_set, struct net_trans_span users)
{
    enabled_set->work += users.len;
    for (uint32_t i = 0; i < users.len; i++)
        if (enabled_set->missing[users.at[i]]++ == 0)
            disable(enabled_set, users.at[i]);
}

static void change(struct enabled_set *enabled_set, place_id p, bool marked)
{
    const struct net_trans_span consumers = net_consumers(enabled_set->net, p);
    const struct net_trans_span readers = net_readers(enabled_set->net, p);

    if (marked) {
        gain(enabled_set, consumers);
        gain(enabled_set, readers);
    } else {
        lose(enabled_set, consumers);
        lose(enabled_set, readers);
    }
}

void enabled_set_move(struct enabled_set *enabled_set, const bits_word *m)
{
    const uint32_t words = marking_words(enabled_set->net);

    for (uint32_t i = 0; i < words; i++) {
        bits_word differ = enabled_set->marking[i] ^ m[i];

        enabled_set->marking[i] = m[i];
        while (differ) {
            const uint32_t p = bits_lowest(differ);

            differ &= differ - 1;
            change(enabled_set, i * 64 + p, m[i] >> p & 1);
        }
    }
}

void enabled_set_read(struct enabled_set *enabled_set,
                      const struct markings *markings, uint32_t id)
{
    markings_read(markings, id, enabled_set->read);
    enabled_set_move(enabled_set, enabled_set->read);
}

static void change_all(struct enabled_set *enabled_set,
                       struct net_place_span places, bool marked)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];

        enabled_set->marking[p / 64] ^= (bits_word)1 << (p % 64);
        change(enabled_set, p, marked);
    }
}

void enabled_set_fire(struct enabled_set *enabled_set, trans_id t)
{
    change_all(enabled_set, net_pre(enabled_set->net, t), false);
    change_all(enabled_set, net_post(enabled_set->net, t), true);
}

void enabled_set_unfire(struct enabled_set *enabled_set, trans_id t)
{
    change_all(enabled_set, net_post(enabled_set->net, t), false);
    change_all(enabled_set, net_pre(enabled_set->net, t), true);
}

uint64_t enabled_set_take_work(struct enabled_set *enabled_set)
{
    enum { COST_OF_ARC = 2 };
    const uint64_t work = COST_OF_ARC * enabled_set->work;

    enabled_set->work = 0;
    return work;
}

trans_id enabled_set_next(const struct enabled_set *enabled_set, trans_id t)
{
    const uint32_t n = bits_words(net_trans_count(enabled_set->net));
    uint32_t block = t / 64;
    bits_word rest;

    if (block >= n)
        return TRANS_NONE;
    rest = enabled_set->enabled[block] >> (t % 64);
    if (rest)
        return t + bits_lowest(rest);
    block = bits_next(enabled_set->blocks, block + 1, n);
    return block < n ? 64 * block + bits_lowest(enabled_set->enabled[block])
                     : TRANS_NONE;
}
