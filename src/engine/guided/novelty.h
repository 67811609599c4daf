/* novelty.h - how new a marking is among those at the same distance.
 *
 * Its rank is 1 if it marks a place that no earlier marking of that distance
 * marked, 2 if it marks two places that none marked together, otherwise 3
 * (Lipovetzky, Geffner 2017: best-first width search).
 *
 * Marked places and pairs are stored as bits of a hash table, which different
 * pairs can share; then a marking seems to be less new than it is.  When many
 * bits of a table are set, a larger table takes the next pairs; the last table
 * has 2^26 bits. */
#ifndef NOVELTY_H
#define NOVELTY_H

#include "net/net.h"

enum { NOVELTY_RANKS = 3, NOVELTY_TABLES = 6 };

/* All zero: nothing was marked yet. */
struct novelty {
    bits_word *tables[NOVELTY_TABLES];
    uint32_t n_tables;
    uint32_t n_set; /* bits of the last one */
    net_place_list marked;
    uint64_t work;
};

void novelty_finish(struct novelty *novelty);

/* The rank of marking m of n_places places, which is remembered.  Only sets
 * with one of the fresh places can be new. */
uint32_t novelty_rank(struct novelty *novelty, uint32_t distance,
                      const bits_word *m, uint32_t n_places,
                      struct net_place_span fresh);

#endif
