/* markings.h - many markings of one net, each stored once, under dense numbers.
 *
 *     number = markings_fire(&markings, MARKINGS_INITIAL, t);
 *
 * Two markings are equal iff their numbers are equal: callers compare numbers.
 * New markings get 1, 2, ... in the order in which they come; the initial one
 * has 0.
 *
 * A marking is cut into words, each the difference from the initial marking.
 * One word is a key of 64 bits.  Over more words stands a full binary tree,
 * whose left sides have half of the words, rounded down:
 *
 *     words 0 1 2 3 4             a word: a number for its difference;
 *           /        \            an inner node or the root: a number for the
 *        0 1         2 3 4        pair of its sides' numbers
 *        / \         /    \
 *       0   1       2     3 4     no difference: number 0 at all nodes
 *                         / \
 *                        3   4
 *
 * The number of the root is that of the marking.  Each number is stored once
 * with what it stands for, so markings share the parts that they have in
 * common.  A transition changes the same words at any marking; the marking that
 * follows is found without unpacking anything, and takes at most as many new
 * numbers as there are nodes above these words.  A number takes 8 bytes, and
 * between 5 and 10 of index.
 *
 * There is a bit for each place, or fewer: where sets of places are known to
 * exclude each other, they share fields (marking_layout.h). */
#ifndef MARKINGS_H
#define MARKINGS_H

#include "base/keys.h"
#include "base/vec.h"
#include "marking/marking_layout.h"

#define MARKINGS_INITIAL 0u
#define MARKINGS_NONE UINT32_MAX

/* A marking that is being changed, see markings_open(). */
struct markings_draft {
    uint32_t start, n_steps;
    bits_word *changes;    /* by word: the difference from `start` */
    VEC(uint32_t) touched; /* with more than two: words that may have one */
};

struct markings {
    const struct net *net;
    const bits_word *initial;
    uint32_t n_words; /* at least 1 */
    bool packed;      /* by the layout; if not, there is none */
    struct marking_layout layout;
    bits_word *flips; /* up to two words: what t changes, two words each */
    struct keys words;
    struct keys inners; /* with more than two words */
    struct keys roots;  /* with more than one */
    struct markings_draft draft;
};

/* With the initial marking.  sets may be NULL; with sets only reachable
 * markings are stored.  The net must outlive the result. */
void markings_init(struct markings *markings, const struct net *net,
                   const struct exclusive *sets);
void markings_finish(struct markings *markings);

/* Do markings have many words, and so many nodes above a word? */
static inline bool markings_are_large(const struct markings *markings)
{
    return markings->n_words > 16;
}

/* Markings have the numbers below this one. */
static inline uint32_t markings_count(const struct markings *markings)
{
    return markings->n_words == 1 ? markings->words.len : markings->roots.len;
}

/* The marking that t leads to from another one, which enables t.  Since firing
 * and undoing change the same places, also the marking from which t led to it.
 * Ends the draft. */
uint32_t markings_fire(struct markings *markings, uint32_t marking, trans_id t);

/* The draft: a marking that is being changed step by step, of which nothing is
 * stored before it is closed.  It begins as a marking; every step flips the
 * places that t changes.
 *
 *     markings_open(&markings, marking);
 *     markings_step(&markings, t);
 *     markings_step(&markings, u);
 *     marking = markings_close(&markings, false);
 *
 * There is one draft at a time. */
void markings_open(struct markings *markings, uint32_t marking);
void markings_step(struct markings *markings, trans_id t);
bool markings_open_has(const struct markings *markings, place_id p);

/* The place on which t, which the draft enables, puts a second token, or
 * PLACE_NONE. */
place_id markings_open_unsafe(const struct markings *markings, trans_id t);

/* The number of the draft, known or new.  `known`: only if it is stored
 * already, else NONE. */
uint32_t markings_close(struct markings *markings, bool known);

/* Makes `view`, which is all zero at first, a reader of the markings with a
 * draft of its own; close() must ask for known markings only.  The markings
 * must not change while the view is used.  markings_view_finish() frees the
 * view, not the markings. */
void markings_view(struct markings *view, const struct markings *markings);
void markings_view_finish(struct markings *view);

/* Does the marking mark p? */
bool markings_has(const struct markings *markings, uint32_t marking,
                  place_id p);

/* Unpacks a marking into m, marking_words() long. */
void markings_read(const struct markings *markings, uint32_t marking,
                   bits_word *m);

/* Keeps the markings that have a new number in `kept`, which is by old number;
 * MARKINGS_NONE: the marking is removed.  The new numbers are 0, 1, ... in the
 * old order; the initial marking stays. */
void markings_keep(struct markings *markings, const uint32_t *kept);

/* Bytes that grow with the markings. */
size_t markings_bytes(const struct markings *markings);

/* Aborts if an invariant is broken. */
void markings_check(const struct markings *markings);

#endif
