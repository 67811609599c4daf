/* markings.h - many markings of one net, each stored once, under one number.
 *
 *     id = markings_fire(&markings, MARKINGS_INITIAL, t);
 *
 * Equal markings have equal ids, and only these: ids are compared instead of
 * markings.  How a marking is stored depends on the size of the net. All are
 * kept as the difference from the initial marking:
 *
 *     up to 64 places    a key of 64 bits
 *     up to 128          a pair of such keys, each of which is stored once
 *     more               a tree of parts (marking_tree.h)
 *
 * A marking takes 13 to 18 bytes, and what it does not share with others. */
#ifndef MARKINGS_H
#define MARKINGS_H

#include "net/marking_tree.h"

#define MARKINGS_INITIAL 0u
#define MARKINGS_NONE UINT32_MAX

enum markings_kind { MARKINGS_KEY, MARKINGS_PAIR, MARKINGS_TREE };

struct markings {
    const struct net *net;
    enum markings_kind kind;
    bits_word initial[2]; /* these four not for a tree */
    bits_word *flips;     /* by transition: what it changes, two words */
    struct keys words;
    struct keys pairs;
    struct marking_tree tree;
};

/* With the initial marking.  The net must outlive the result. */
void markings_init(struct markings *markings, const struct net *net);
void markings_finish(struct markings *markings);

/* The marking that t leads to from marking `id`, which enables it; and, since
 * both change the same places, the one from which t led to `id`.
 * MARKINGS_NONE when there are no more ids: a tree has 2^28 at least. */
uint32_t markings_fire(struct markings *markings, uint32_t id, trans_id t);

/* A marking that is given whole. */
uint32_t markings_add(struct markings *markings, const bits_word *m);

/* Unpacks a marking into m, marking_words() long. */
void markings_read(const struct markings *markings, uint32_t id, bits_word *m);

/* All ids are below this number. */
uint32_t markings_ids(const struct markings *markings);

size_t markings_bytes(const struct markings *markings);

/* Aborts if an invariant is broken. */
void markings_check(const struct markings *markings);

#endif
