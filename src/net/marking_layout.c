#include "net/marking_layout.h"

#include "base/ids.h"
#include "base/mem.h"
#include "net/place_order.h"

#include <stdlib.h>

enum { SHORT = 16 };

static int by_word(const void *a, const void *b)
{
    const struct marking_layout_flips *const x = a, *const y = b;

    return (x->word > y->word) - (x->word < y->word);
}

/* Most lists are short. */
static void sort_flips(struct marking_layout_flips *at, uint32_t n)
{
    if (n > SHORT) {
        qsort(at, n, sizeof *at, by_word);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        const struct marking_layout_flips moved = at[i];
        uint32_t k = i;

        for (; k > 0 && at[k - 1].word > moved.word; k--)
            at[k] = at[k - 1];
        at[k] = moved;
    }
}

uint32_t marking_layout_join(struct marking_layout_flips *at, uint32_t n)
{
    uint32_t kept = 0;

    sort_flips(at, n);
    for (uint32_t i = 0; i < n; i++)
        if (kept && at[kept - 1].word == at[i].word) {
            at[kept - 1].bits ^= at[i].bits;
        } else {
            kept -= kept && !at[kept - 1].bits;
            at[kept++] = at[i];
        }
    return kept - (kept && !at[kept - 1].bits);
}

static uint32_t *add_ranks(const struct marking_layout *layout, uint32_t *to,
                           struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        *to++ = layout->rank[places.at[i]];
    return to;
}

static void find_effects(struct marking_layout *layout)
{
    const struct net *const net = layout->net;
    uint32_t *at = layout->effects;

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        uint32_t *const end = add_ranks(
            layout, add_ranks(layout, at, net_pre(net, t)), net_post(net, t));

        ids_sort(at, (uint32_t)(end - at));
        at = end;
    }
}

void marking_layout_init(struct marking_layout *layout, const struct net *net,
                         uint32_t word_size)
{
    const uint32_t n_places = net_place_count(net);

    *layout = (struct marking_layout){
        .net = net,
        .words = n_places / word_size + (n_places % word_size != 0),
        .word_size = word_size,
        .rank = mem_alloc(n_places, sizeof *layout->rank),
        .place_of = mem_alloc(n_places, sizeof *layout->place_of),
        .effects = mem_alloc(net_arc_count(net), sizeof *layout->effects),
        .pre_at = net_arcs(net, NET_PRE).start,
        .post_at = net_arcs(net, NET_POST).start,
    };
    place_order_find(net, layout->rank);
    for (place_id p = 0; p < n_places; p++) {
        const uint32_t rank = layout->rank[p];

        layout->place_of[rank] = p;
        layout->rank[p] = rank / word_size * 64 + rank % word_size;
    }
    find_effects(layout);
}

void marking_layout_finish(struct marking_layout *layout)
{
    mem_free(layout->rank);
    mem_free(layout->place_of);
    mem_free(layout->effects);
    *layout = (struct marking_layout){0};
}

void marking_layout_flip(const struct marking_layout *layout, bits_word *m,
                         struct marking_layout_flips flips)
{
    for (uint64_t rest = flips.bits; rest; rest &= rest - 1) {
        const place_id p =
            layout
                ->place_of[layout->word_size * flips.word + bits_lowest(rest)];

        m[p / 64] ^= (bits_word)1 << (p % 64);
    }
}
