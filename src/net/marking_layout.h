/* marking_layout.h - markings as words: which place is which bit, and what
 * transitions change.
 *
 * The places stand in an order in which those that change together stand
 * together (place_order.h), and are cut into words of a given size.  Firing a
 * transition flips the same bits in any marking that enables it. */
#ifndef MARKING_LAYOUT_H
#define MARKING_LAYOUT_H

#include "base/bits.h"
#include "net/net.h"

/* What changes in a word. */
struct marking_layout_flips {
    uint64_t bits;
    uint32_t word;
};

struct marking_layout {
    const struct net *net;
    uint32_t words, word_size; /* places in a word: 1 to 64 */
    uint32_t *rank;            /* by place: 64 * word + bit */
    place_id *place_of;        /* by word * word_size + bit */
    /* by transition: the ranks of what it consumes and produces, increasing;
     * behind those of the transitions before it */
    uint32_t *effects;
    const uint32_t *pre_at, *post_at; /* of the net (net_arcs()) */
};

/* The net must outlive the layout. */
void marking_layout_init(struct marking_layout *layout, const struct net *net,
                         uint32_t word_size);
void marking_layout_finish(struct marking_layout *layout);

static inline uint32_t marking_layout_word(const struct marking_layout *layout,
                                           place_id p)
{
    return layout->rank[p] / 64;
}

static inline uint32_t marking_layout_bit(const struct marking_layout *layout,
                                          place_id p)
{
    return layout->rank[p] % 64;
}

/* What t flips, word by word in increasing order:
 *
 *     struct marking_layout_cursor at = marking_layout_effects(layout, t);
 *     while (marking_layout_next(&at))
 *         ... at.flips ...
 */
struct marking_layout_cursor {
    const uint32_t *at, *end;
    struct marking_layout_flips flips;
};

static inline struct marking_layout_cursor
marking_layout_effects(const struct marking_layout *layout, trans_id t)
{
    const uint32_t *const pre = layout->pre_at, *const post = layout->post_at;

    return (struct marking_layout_cursor){
        .at = layout->effects + pre[t] + post[t],
        .end = layout->effects + pre[t + 1] + post[t + 1],
    };
}

static inline bool marking_layout_next(struct marking_layout_cursor *cursor)
{
    const uint32_t *at = cursor->at;

    if (at == cursor->end)
        return false;
    cursor->flips.word = *at / 64;
    cursor->flips.bits = 0;
    do
        cursor->flips.bits |= UINT64_C(1) << (*at % 64);
    while (++at < cursor->end && *at / 64 == cursor->flips.word);
    cursor->at = at;
    return true;
}

/* The flip of one place. */
static inline struct marking_layout_flips
marking_layout_place(const struct marking_layout *layout, place_id p)
{
    return (struct marking_layout_flips){UINT64_C(1)
                                             << marking_layout_bit(layout, p),
                                         marking_layout_word(layout, p)};
}

/* Flips the places of these bits of a word in m, a set of places. */
void marking_layout_flip(const struct marking_layout *layout, bits_word *m,
                         struct marking_layout_flips flips);

/* Sorts by word, joins those of one word, and leaves out what cancels; how many
 * are left. */
uint32_t marking_layout_join(struct marking_layout_flips *at, uint32_t n);

#endif
