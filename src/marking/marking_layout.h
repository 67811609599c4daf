/* marking_layout.h - markings as words: what each bit says about places, and
 * what transitions change.
 *
 * A place that some transition changes has a bit.  Where places are known to
 * exclude each other (exclusive.h), a set of k of them shares a field of about
 * log2(k + 1) bits: the code of the place that is marked, or 0.  If one of them
 * is always marked, 0 is the code of a place, too.
 *
 *     places that exclude each other     p q r s, and u alone
 *     as bits                            p q r s u
 *     as fields                          c c c u      c: 0 none, 1 p, ... 4 s
 *
 * Firing a transition flips the same bits in any reachable marking that enables
 * it: what it consumes was the code of the field, and where it only produces
 * the field was 0 (THEORY, Lemma 68).
 *
 * Fields that change together stand together (place_order.h), and are spread
 * evenly over words of 64 bits: words with few values are stored less often. */
#ifndef MARKING_LAYOUT_H
#define MARKING_LAYOUT_H

#include "base/bits.h"
#include "base/vec.h"
#include "net/net.h"
#include "structure/exclusive.h"

/* The bits of a word that change. */
struct marking_layout_flips {
    uint32_t word;
    uint64_t bits;
};

/* If a set has more places than codes, all sets are ignored. */
enum { MARKING_LAYOUT_CODE_BITS = 26 };

/* In markings of more words than these fields are used only if transitions then
 * change fewer nodes, by at least a sixth. */
enum { MARKING_LAYOUT_FEW = 2 };

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
    uint32_t words;
    struct marking_layout_place *places;
    /* by transition: what it flips, by increasing word */
    VEC(struct marking_layout_flips) flips;
    uint32_t *flips_at;
    /* by 64 * word + bit: the place, or, where there are fields, the field */
    VEC(uint32_t) at_bit;
    uint32_t n_fields;
    struct marking_layout_field *fields; /* NULL: each place is a bit */
    uint32_t *codes;                     /* by place, with fields */
    place_id *members;                   /* PLACE_NONE where no place has it */
};

/* sets may be NULL.  The net must outlive the layout. */
void marking_layout_init(struct marking_layout *layout, const struct net *net,
                         const struct exclusive *sets);
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

/* What t flips, by increasing word. */
static inline const struct marking_layout_flips *
marking_layout_flips_of(const struct marking_layout *layout, trans_id t,
                        uint32_t *n)
{
    *n = layout->flips_at[t + 1] - layout->flips_at[t];
    return layout->flips.at + layout->flips_at[t];
}

/* The flip of one place: both ways, and twice for a token that moves. */
static inline struct marking_layout_flips
marking_layout_place(const struct marking_layout *layout, place_id p)
{
    const uint64_t code = layout->codes ? layout->codes[p] : 1;

    return (struct marking_layout_flips){layout->places[p].rank / 64,
                                         code << (layout->places[p].rank % 64)};
}

/* Changes m, a set of places, in a word where it differs from the initial
 * marking by `from`, to what it is with the difference `to`. */
void marking_layout_move(const struct marking_layout *layout, bits_word *m,
                         uint32_t word, uint64_t from, uint64_t to);

/* The same from no difference. */
void marking_layout_flip(const struct marking_layout *layout, bits_word *m,
                         uint32_t word, uint64_t to);

#endif
