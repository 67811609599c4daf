/* marking_layout.h - markings as words: what each bit says about places, and
 * what transitions change.
 *
 * A place has a bit.  Where places are known to exclude each other
 * (exclusive.h), a set of k of them shares a field of about log2(k + 1) bits:
 * the code of the place that is marked, or 0.  If one of them is always marked,
 * 0 is the code of a place, too.
 *
 *     places that exclude each other     p q r s, and u alone
 *     as bits                            p q r s u
 *     as fields                          c c c u      c: 0 none, 1 p, ... 4 s
 *
 * Firing a transition flips the same bits in any reachable marking that enables
 * it: what it consumes was the code of the field, and where it only produces
 * the field was 0 (THEORY, Lemma 68).
 *
 * Fields that change together stand together (place_order.h), and are cut into
 * words of a given size. */
#ifndef MARKING_LAYOUT_H
#define MARKING_LAYOUT_H

#include "base/bits.h"
#include "net/net.h"
#include "structure/exclusive.h"

/* The bits of a word that change. */
struct marking_layout_flips {
    uint64_t bits;
    uint32_t word;
};

/* If a set has more places than codes, all sets are ignored. */
enum { MARKING_LAYOUT_CODE_BITS = 26 };

/* Markings of at most this many words are stored whole (markings.h).  In larger
 * markings fields are used only if transitions then change fewer nodes, by at
 * least a sixth. */
enum { MARKING_LAYOUT_WHOLE = 2 };

/* Where a place is, and what its field holds if it is marked: as the difference
 * from what the field holds initially. */
struct marking_layout_place {
    uint32_t rank;  /* 64 * word + lowest bit of the field */
    uint32_t shape; /* what it holds, then 6 bits: its width */
};

/* Of several places. */
struct marking_layout_field {
    uint64_t mask;    /* its bits in its word */
    uint32_t rank;    /* 64 * word + lowest bit */
    uint32_t first;   /* of its members, by the difference from initial */
    uint32_t initial; /* the code in the initial marking */
    uint32_t width;
};

struct marking_layout {
    const struct net *net;
    uint32_t words, word_size; /* bits in a word that are used: 1 to 64 */
    struct marking_layout_place *places;
    /* by transition: what it flips, as 64 * word + bit, increasing */
    uint32_t *effects;
    uint32_t *effects_at;
    /* by word * word_size + bit: the place, or, where there are fields, the
     * field */
    uint32_t *at_bit;
    struct marking_layout_field *fields; /* NULL: each place is a bit */
    uint32_t *codes;                     /* by place, with fields */
    place_id *members;                   /* PLACE_NONE where no place has it */
};

/* sets may be NULL.  The net must outlive the layout. */
void marking_layout_init(struct marking_layout *layout, const struct net *net,
                         const struct exclusive *sets, uint32_t word_size);
void marking_layout_finish(struct marking_layout *layout);

static inline uint32_t marking_layout_word(const struct marking_layout *layout,
                                           place_id p)
{
    return layout->places[p].rank / 64;
}

/* Is p marked where its word differs by these bits from the initial marking? */
static inline bool marking_layout_has(const struct marking_layout *layout,
                                      place_id p, uint64_t bits)
{
    const struct marking_layout_place at = layout->places[p];
    const uint64_t mask = (UINT64_C(1) << (at.shape & 63)) - 1;

    return (bits >> (at.rank % 64) & mask) == at.shape >> 6;
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
    return (struct marking_layout_cursor){
        .at = layout->effects + layout->effects_at[t],
        .end = layout->effects + layout->effects_at[t + 1],
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

/* The flip of one place: both ways, and twice for a token that moves. */
static inline struct marking_layout_flips
marking_layout_place(const struct marking_layout *layout, place_id p)
{
    const uint64_t code = layout->codes ? layout->codes[p] : 1;

    return (struct marking_layout_flips){code << (layout->places[p].rank % 64),
                                         layout->places[p].rank / 64};
}

/* Changes m, a set of places, in a word where it differs from the initial
 * marking by `from`, to what it is with the difference `to`. */
void marking_layout_move(const struct marking_layout *layout, bits_word *m,
                         uint32_t word, uint64_t from, uint64_t to);

/* The same from no difference. */
void marking_layout_flip(const struct marking_layout *layout, bits_word *m,
                         uint32_t word, uint64_t to);

/* Sorts the flips by word, joins the flips of one word, and leaves out what
 * cancels; how many are left. */
uint32_t marking_layout_join(struct marking_layout_flips *at, uint32_t n);

#endif
