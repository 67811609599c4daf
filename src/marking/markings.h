/* markings.h - many markings of one net, each stored once, under one number.
 *
 *     id = markings_fire(&markings, MARKINGS_INITIAL, t);
 *
 * Two markings are equal iff their ids are equal: callers compare ids.  How a
 * marking is stored depends on the size of the net.  All are kept as the
 * difference from the initial marking:
 *
 *     up to 64 bits       a key of 64 bits
 *     up to 128           a pair of such keys, each of which is stored once: as
 *                         a row, engine `prefix` takes 1.9 % more instructions
 *                         on rw-12
 *     up to 1024, if fast a row of such keys (marking_rows.h)
 *     more                a tree of parts (marking_tree.h)
 *
 * There is a bit for each place, or fewer: where sets of places are known to
 * exclude each other, they share fields (marking_layout.h).
 *
 * A marking takes 13 to 18 bytes, and the parts that it does not share with
 * other markings.  Rows suit stores with many more look-ups than markings: they
 * take less time than trees, and in large stores more space. */
#ifndef MARKINGS_H
#define MARKINGS_H

#include "marking/marking_rows.h"
#include "marking/marking_tree.h"

#define MARKINGS_INITIAL 0u
#define MARKINGS_NONE UINT32_MAX

enum markings_kind {
    MARKINGS_KEY,
    MARKINGS_PAIR,
    MARKINGS_ROWS,
    MARKINGS_TREE,
};

struct markings {
    const struct net *net;
    enum markings_kind kind;
    /* these seven for keys and pairs */
    bits_word *initial; /* two words at least */
    bits_word *flips;   /* by transition: what it changes, two words */
    bool packed;        /* by the layout; if not, there is none */
    struct marking_layout layout;
    struct keys words;
    struct keys pairs;
    bits_word draft[2]; /* its difference from the initial marking */
    struct marking_rows rows;
    struct marking_tree tree;
};

/* With the initial marking.  `fast`: see above.  sets may be NULL; with sets
 * only reachable markings are stored.  The net must outlive the result. */
void markings_init(struct markings *markings, const struct net *net,
                   const struct exclusive *sets, bool fast);
void markings_finish(struct markings *markings);

/* The marking that t leads to from marking `id`, which enables t.  Since firing
 * and undoing change the same places, also the marking from which t led to
 * `id`.  MARKINGS_NONE when there are no more ids: a tree has at least 2^28. */
uint32_t markings_fire(struct markings *markings, uint32_t id, trans_id t);

/* The draft: a marking that is being changed step by step, of which nothing is
 * stored before it is closed.  It begins as marking `id`; every step flips the
 * places that t changes.
 *
 *     markings_open(&markings, id);
 *     markings_step(&markings, t);
 *     markings_step(&markings, u);
 *     id = markings_close(&markings, false);
 *
 * There is one draft at a time; markings_fire() ends it. */
void markings_open(struct markings *markings, uint32_t id);
void markings_step(struct markings *markings, trans_id t);
bool markings_open_has(const struct markings *markings, place_id p);

/* The id of the draft, as markings_fire() gives it.  `known`: only if it is
 * stored already, else NONE. */
uint32_t markings_close(struct markings *markings, bool known);

/* Does marking `id` mark p? */
bool markings_has(const struct markings *markings, uint32_t id, place_id p);

/* Removes all markings but the n listed ones and the initial one; each id in
 * the list is replaced by its new one.  Linear in what is stored.  Where ids
 * are dense the new ones are 0, 1, ... in the order of the list, if that begins
 * with 0. */
void markings_keep(struct markings *markings, uint32_t *ids, uint32_t n);

/* Are ids dense: is each number below markings_ids() the id of a marking that
 * was asked for? */
static inline bool markings_are_dense(const struct markings *markings)
{
    return markings->kind != MARKINGS_TREE;
}

/* Unpacks a marking into m, marking_words() long. */
void markings_read(const struct markings *markings, uint32_t id, bits_word *m);

/* All ids are below this number. */
uint32_t markings_ids(const struct markings *markings);

/* Bytes that grow with the markings. */
size_t markings_bytes(const struct markings *markings);

/* Aborts if an invariant is broken. */
void markings_check(const struct markings *markings);

#endif
