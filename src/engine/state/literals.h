/* literals.h - sets of places that grow: the literals of each cube.
 *
 * Sets are numbered 0, 1, 2, ...  A set consists of pages, each for
 * LITERALS_PAGE words of 64 places, and has only the pages that are not empty,
 * so that sets of a few places are small in large nets:
 *
 *     set 0    part 0 of the net: page 0, 10010...
 *              part 7:            page 5, 01000...
 *
 * A net of one part needs no lists: each set has the page of its own number. */
#ifndef LITERALS_H
#define LITERALS_H

#include "base/bits.h"
#include "base/pool.h"
#include "net/net.h"

#define LITERALS_PAGE 32

struct literals {
    const struct net *net;
    uint32_t n_words;    /* of a set without gaps */
    uint32_t page_words; /* at most LITERALS_PAGE */
    uint32_t n_sets;
    VEC(bits_word) words;        /* of all pages */
    VEC(uint32_t) part;          /* by page: of the net, from 0 on */
    VEC(struct pool_list) pages; /* by set */
    struct pool lists;
};

/* The net outlives the sets. */
void literals_init(struct literals *literals, const struct net *net);
void literals_finish(struct literals *literals);

/* A new set, empty. */
uint32_t literals_create(struct literals *literals);

/* The rare case of literals_add(): a net of several parts.  A call for each
 * literal would take 3 % more instructions. */
void literals_add_paged(struct literals *literals, uint32_t set, place_id p);

static inline void literals_add(struct literals *literals, uint32_t set,
                                place_id p)
{
    if (literals->n_words > LITERALS_PAGE)
        literals_add_paged(literals, set, p);
    else
        bits_add(literals->words.at + (size_t)set * literals->page_words, p);
}

/* Adds other - pre(t) - post(t) to the set; true when that has a new place. */
bool literals_absorb(struct literals *literals, uint32_t set, uint32_t other,
                     trans_id t);

/* Unpacks a set into `places`, of marking_words() words. */
void literals_read(const struct literals *literals, uint32_t set,
                   bits_word *places);

size_t literals_bytes(const struct literals *literals);

#endif
