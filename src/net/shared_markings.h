/* shared_markings.h - many markings of one net, each stored once, under one
 * number, that several threads add to at the same time.
 *
 *     shared_markings_cursor_move(&cursor, id);            the marking of that
 * number id = shared_markings_cursor_fire(&cursor, t, &fresh);    the one that
 * t leads to
 *
 * A marking is cut into words, each the difference from the initial marking
 * (marking_layout.h).  A full binary tree stands over the words:
 *
 *            1           node i has the sides 2i and 2i + 1; with n words the
 *          /   \         leaves are nodes n to 2n - 1
 *         2     3
 *        / \             a leaf: a number for the word;   an inner node: a
 *       4   5            number for the pair of its sides' numbers
 *
 * The number of the root is that of the marking.  Numbers of roots are dense,
 * those of words and inner nodes have stores of their own.  A net of one word
 * has roots only.  Storing a marking that differs from a known one in a word or
 * two makes a key for each node above them that was not known, and most are.
 *
 * The stores grow only between the calls of all threads (shared_keys.h). */
#ifndef SHARED_MARKINGS_H
#define SHARED_MARKINGS_H

#include "base/shared_keys.h"
#include "net/marking_layout.h"

#define SHARED_MARKINGS_INITIAL 0u

enum { SHARED_WORDS, SHARED_INNERS, SHARED_ROOTS, SHARED_STORES };

struct shared_markings {
    struct marking_layout layout;
    uint32_t n; /* words */
    /* by transition: what it flips */
    struct marking_layout_flips *flips;
    uint32_t *flips_at;
    struct shared_keys stores[SHARED_STORES];
};

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
    uint32_t spares[SHARED_STORES];
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

/* The number of the marking that t leads to from that of the cursor, which
 * enables it and stays; *fresh: it was not stored before, which one thread
 * hears only.  SHARED_KEYS_FULL when a store must grow first. */
uint32_t shared_markings_cursor_fire(struct shared_markings_cursor *cursor,
                                     trans_id t, bool *fresh);

/* The number of the marking from which t led to that of the cursor, or
 * SHARED_KEYS_NONE.  A marking of which fields do not tell all may be mistaken
 * for another one. */
uint32_t
shared_markings_cursor_find_before(struct shared_markings_cursor *cursor,
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

/* Grows what is full; spares and close are those of shared_keys.h.  Cursors are
 * those of all threads. */
void shared_markings_grow(struct shared_markings *markings,
                          struct shared_markings_cursor *const *cursors,
                          uint32_t n_cursors);
void shared_markings_close(struct shared_markings *markings,
                           struct shared_markings_cursor *const *cursors,
                           uint32_t n_cursors);

/* Bytes that grow with the markings; the store is closed. */
size_t shared_markings_bytes(const struct shared_markings *markings,
                             struct shared_markings_cursor *const *cursors,
                             uint32_t n_cursors);

#endif
