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
    uint32_t *rank;            /* by place: word * word_size + bit */
    place_id *place_of;        /* by rank */
    uint32_t *effect_at;       /* by transition: a slice of effects, by word */
    struct marking_layout_flips *effects;
};

/* The net must outlive the layout. */
void marking_layout_init(struct marking_layout *layout, const struct net *net,
                         uint32_t word_size);
void marking_layout_finish(struct marking_layout *layout);

static inline uint32_t marking_layout_word(const struct marking_layout *layout,
                                           place_id p)
{
    return layout->rank[p] / layout->word_size;
}

static inline uint32_t marking_layout_bit(const struct marking_layout *layout,
                                          place_id p)
{
    return layout->rank[p] % layout->word_size;
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
