#include "net/marking_layout.h"

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

static uint32_t add_effects(const struct marking_layout *layout,
                            struct marking_layout_flips *at,
                            struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        at[i] = marking_layout_place(layout, places.at[i]);
    return places.len;
}

static void find_effects(struct marking_layout *layout)
{
    const struct net *const net = layout->net;
    const uint32_t n_trans = net_trans_count(net);
    uint32_t len = 0;

    layout->effect_at =
        mem_alloc((size_t)n_trans + 1, sizeof *layout->effect_at);
    layout->effects = mem_alloc(net_arc_count(net), sizeof *layout->effects);
    for (trans_id t = 0; t < n_trans; t++) {
        struct marking_layout_flips *const at = layout->effects + len;
        uint32_t n = add_effects(layout, at, net_pre(net, t));

        n += add_effects(layout, at + n, net_post(net, t));
        layout->effect_at[t] = len;
        len += n ? marking_layout_join(at, n) : 0;
    }
    layout->effect_at[n_trans] = len;
    if (len)
        layout->effects =
            mem_resize(layout->effects, len, sizeof *layout->effects);
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
    };
    place_order_find(net, layout->rank);
    for (place_id p = 0; p < n_places; p++)
        layout->place_of[layout->rank[p]] = p;
    find_effects(layout);
}

void marking_layout_finish(struct marking_layout *layout)
{
    mem_free(layout->rank);
    mem_free(layout->place_of);
    mem_free(layout->effect_at);
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
