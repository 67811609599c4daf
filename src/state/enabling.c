#include "state/enabling.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

static void enable(struct enabling *enabling, trans_id t)
{
    const struct place_span post = net_post(enabling->net, t);

    bits_add(enabling->enabled, t);
    enabling->n_enabled++;
    for (uint32_t i = 0; i < post.len; i++)
        enabling->sources[post.at[i]]++;
}

static void disable(struct enabling *enabling, trans_id t)
{
    const struct place_span post = net_post(enabling->net, t);

    bits_remove(enabling->enabled, t);
    enabling->n_enabled--;
    for (uint32_t i = 0; i < post.len; i++)
        enabling->sources[post.at[i]]--;
}

void enabling_init(struct enabling *enabling, const struct net *net)
{
    const uint32_t n_trans = net_trans_count(net);
    const uint32_t words = marking_words(net);

    *enabling = (struct enabling){.net = net, .words = words ? words : 1};
    enabling->marking = mem_zero(enabling->words, sizeof *enabling->marking);
    enabling->missing = mem_alloc(n_trans, sizeof *enabling->missing);
    enabling->enabled =
        mem_zero(bits_words(n_trans), sizeof *enabling->enabled);
    enabling->sources =
        mem_zero(net_place_count(net), sizeof *enabling->sources);
    for (trans_id t = 0; t < n_trans; t++) {
        enabling->missing[t] = net_pre(net, t).len + net_read(net, t).len;
        if (enabling->missing[t] == 0)
            enable(enabling, t);
    }
}

void enabling_finish(struct enabling *enabling)
{
    free(enabling->marking);
    free(enabling->missing);
    free(enabling->enabled);
    free(enabling->sources);
    *enabling = (struct enabling){0};
}

static void gain(struct enabling *enabling, struct trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        if (--enabling->missing[users.at[i]] == 0)
            enable(enabling, users.at[i]);
}

static void lose(struct enabling *enabling, struct trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        if (enabling->missing[users.at[i]]++ == 0)
            disable(enabling, users.at[i]);
}

static void change(struct enabling *enabling, place_id p, bool marked)
{
    const struct trans_span consumers = net_consumers(enabling->net, p);
    const struct trans_span readers = net_readers(enabling->net, p);

    if (marked) {
        gain(enabling, consumers);
        gain(enabling, readers);
    } else {
        lose(enabling, consumers);
        lose(enabling, readers);
    }
}

void enabling_move(struct enabling *enabling, const bits_word *m)
{
    for (uint32_t i = 0; i < enabling->words; i++) {
        bits_word differ = enabling->marking[i] ^ m[i];

        enabling->marking[i] = m[i];
        while (differ) {
            const uint32_t p = bits_next(&differ, 0, 64);

            differ &= differ - 1;
            change(enabling, i * 64 + p, m[i] >> p & 1);
        }
    }
}

trans_id enabling_next(const struct enabling *enabling, trans_id t)
{
    const uint32_t n = net_trans_count(enabling->net);
    const trans_id next = t < n ? bits_next(enabling->enabled, t, n) : n;

    return next < n ? next : TRANS_NONE;
}

void enabling_check(const struct enabling *enabling)
{
    uint32_t n_enabled = 0;

    for (trans_id t = 0; t < net_trans_count(enabling->net); t++) {
        const bool is = marking_enabled(enabling->net, enabling->marking, t);

        CHECK(is == enabling_has(enabling, t));
        CHECK(is == bits_has(enabling->enabled, t));
        n_enabled += is;
    }
    CHECK(n_enabled == enabling->n_enabled);
    for (place_id p = 0; p < net_place_count(enabling->net); p++) {
        const struct trans_span producers = net_producers(enabling->net, p);
        uint32_t n = 0;

        for (uint32_t i = 0; i < producers.len; i++)
            n += enabling_has(enabling, producers.at[i]);
        CHECK(n == enabling->sources[p]);
    }
}
