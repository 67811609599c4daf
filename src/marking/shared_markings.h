/* shared_markings.h - many markings of one net, each stored once, under one
 * number, that several threads add to at the same time.
 *
 *     shared_markings_cursor_move(&cursor, id);     the marking of that number
 *     shared_markings_cursor_add(&cursor, t, &n);   the one that t leads to
 *     shared_markings_cursor_settle(&cursor, &n);   all that were added
 *
 * A marking is cut into words, each the difference from the initial marking
 * (marking_layout.h).  One or two words are a key.  Over more of them stands a
 * full binary tree:
 *
 *            1           node i has the sides 2i and 2i + 1; with n words the
 *          /   \         leaves are nodes n to 2n - 1
 *         2     3
 *        / \             a leaf: a number for the word;   an inner node: a
 *       4   5            number for the pair of its sides' numbers
 *
 * The number of the key, or of the root, is that of the marking.  These numbers
 * are dense; words and inner nodes have stores of their own.  A marking that
 * differs from a known one in a word or two needs a key for each node above
 * these words that is not known; most nodes are known.
 *
 * Looking up the root takes most of the time, as most roots are not in the
 * cache of the processor.  So a cursor keeps the roots that were added last,
 * lets the processor fetch what their look-ups read, and looks them up later.
 *
 * The stores grow only between the calls of all threads (shared_keys.h). */
#ifndef SHARED_MARKINGS_H
#define SHARED_MARKINGS_H

#include "marking/shared_keys.h"
#include "marking/marking_layout.h"

#define SHARED_MARKINGS_INITIAL 0u

enum { SHARED_WORDS, SHARED_INNERS, SHARED_ROOTS, SHARED_STORES };

struct shared_markings {
    struct marking_layout layout;
    uint32_t n;      /* words */
    bool whole;      /* a marking is a key: there are roots only */
    uint64_t *masks; /* whole: by transition, what it flips, n words */
    /* a tree: by transition, the words that it changes */
    VEC(struct marking_layout_flips) flips;
    uint32_t *flips_at;
    struct shared_keys stores[SHARED_STORES];
};

/* Look-ups that wait: the slots of the last SHARED_MARKINGS_BEGUN roots are
 * fetched, and the keys of the roots before. */
enum { SHARED_MARKINGS_WAITING = 32, SHARED_MARKINGS_BEGUN = 16 };

/* A thread's place in the store: a marking, unpacked. */
struct shared_markings_cursor {
    struct shared_markings *markings;
    uint64_t *words;   /* its difference from the initial marking */
    uint32_t *numbers; /* by node */
    /* scratch: the nodes that a step changes, the numbers that they had, and
     * what changes at leaves */
    uint32_t *queue, *saved;
    uint64_t *flips;
    bits_word *places; /* the marking as a set of places */
    struct shared_keys_range own[SHARED_STORES];
    /* look-ups of the roots that were added and are not settled, by number,
     * from the beginning again after the last one */
    struct shared_keys_look waiting[SHARED_MARKINGS_WAITING];
    uint32_t n_added, n_settled;
};

/* With the initial marking.  The net must outlive the result; sets may be NULL
 * (marking_layout.h). */
void shared_markings_init(struct shared_markings *markings,
                          const struct net *net, const struct exclusive *sets);
void shared_markings_finish(struct shared_markings *markings);

/* At the initial marking. */
void shared_markings_cursor_init(struct shared_markings_cursor *cursor,
                                 struct shared_markings *markings);
void shared_markings_cursor_finish(struct shared_markings_cursor *cursor);

/* Moves to marking `id`; the cost grows with what differs. */
void shared_markings_cursor_move(struct shared_markings_cursor *cursor,
                                 uint32_t id);

/* Adds the marking that t leads to from the marking of the cursor, which
 * enables t; the cursor does not move. The marking may be stored later.
 * *n_fresh grows by the number of markings that this call stored first. False
 * when a store must grow before t is added. */
bool shared_markings_cursor_add(struct shared_markings_cursor *cursor,
                                trans_id t, uint64_t *n_fresh);

/* Stores what was added; false when a store must grow before the rest is
 * stored. */
bool shared_markings_cursor_settle(struct shared_markings_cursor *cursor,
                                   uint64_t *n_fresh);

/* The number of the marking that t leads to from that of the cursor, or from
 * which t led to it; SHARED_KEYS_NONE: it is not stored.  The markings must be
 * reachable: for others the fields may not tell the difference. */
uint32_t shared_markings_cursor_find(struct shared_markings_cursor *cursor,
                                     trans_id t);

/* Is marking a before marking b in an order that depends on the markings
 * alone? */
bool shared_markings_less(const struct shared_markings *markings, uint32_t a,
                          uint32_t b);

/* How many there are, for a store that is closed. */
static inline uint32_t
shared_markings_count(const struct shared_markings *markings)
{
    return shared_keys_len(&markings->stores[SHARED_ROOTS]);
}

/* Grows what is full; closes as shared_keys.h does.  `cursors` are the cursors
 * of all threads. */
void shared_markings_grow(struct shared_markings *markings,
                          struct shared_markings_cursor *const *cursors,
                          uint32_t n_cursors);

/* The bytes of memory that this fills at once. */
size_t shared_markings_growth(const struct shared_markings *markings);

void shared_markings_close(struct shared_markings *markings,
                           struct shared_markings_cursor *const *cursors,
                           uint32_t n_cursors);

/* Bytes that grow with the markings; the store is closed. */
size_t shared_markings_bytes(const struct shared_markings *markings,
                             struct shared_markings_cursor *const *cursors,
                             uint32_t n_cursors);

#endif
