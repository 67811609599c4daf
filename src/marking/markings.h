/* markings.h - many markings of one net, each stored once, under dense numbers.
 *
 *     id = markings_fire(&markings, MARKINGS_INITIAL, t);
 *
 * Two markings are equal iff their numbers are equal: callers compare numbers.
 * They are 0, the initial marking, 1, 2, ... in the order in which markings are
 * stored.
 *
 * A marking is cut into words of 64 bits, each the difference from the initial
 * marking (marking_layout.h).  Over them stands a full binary tree:
 *
 *            1           node i has the sides 2i and 2i + 1; with n words the
 *          /   \         leaves are nodes n to 2n - 1
 *         2     3
 *        / \             a leaf: a number for the word;   an inner node: a
 *       4   5            number for the pair of its sides' numbers
 *
 * The number of the root is that of the marking; the root, its two sides, the
 * words and the inner nodes have stores of their own.  So markings share the
 * parts that they have in common, and a step looks up the words that it changes
 * and the nodes above them.  A node takes 8 bytes, a root 4 while its sides
 * have few values, and between 5 and 10 of index.
 *
 * One thread uses the functions of this header, and the store grows when it
 * must.  Several threads use marking_cursor.h. */
#ifndef MARKINGS_H
#define MARKINGS_H

#include "marking/marking_layout.h"
#include "marking/shared_keys.h"

#define MARKINGS_INITIAL 0u
#define MARKINGS_NONE SHARED_KEYS_NONE

/* The root and its sides have the numbers of the nodes. */
enum {
    MARKINGS_INNERS,
    MARKINGS_ROOTS,
    MARKINGS_LEFT,
    MARKINGS_RIGHT,
    MARKINGS_WORDS,
    MARKINGS_STORES,
};

/* A marking that is being changed step by step, of which nothing is stored
 * before it is closed.  All zero before its first use, or
 * initialized. */
struct markings_draft {
    const struct markings *markings;
    bool grows;         /* a store that is full grows */
    uint64_t *at;       /* by node: its key, where it is known */
    bits_word *changed; /* the words that steps have changed */
    struct markings_node {
        uint64_t key;
        uint32_t node;
    } * queue; /* scratch: nodes that change */
    struct shared_keys_range own[MARKINGS_STORES]; /* ids to be taken */
};

struct markings {
    struct marking_layout layout;
    uint32_t n; /* words */
    struct shared_keys stores[MARKINGS_STORES];
    struct markings_draft draft;
};

/* With the initial marking.  sets may be NULL; with sets only reachable
 * markings are stored.  The net must outlive the result. */
void markings_init(struct markings *markings, const struct net *net,
                   const struct exclusive *sets);
void markings_finish(struct markings *markings);

/* Markings have the numbers below this one. */
uint32_t markings_count(const struct markings *markings);

/* The marking that t leads to from marking `id`, which enables t, known or new.
 * Since firing and undoing change the same places, also the marking from which
 * t led to `id`.  Fails as mem.h does beyond 3.4 * 10^9 keys of a store. */
uint32_t markings_fire(struct markings *markings, uint32_t id, trans_id t);

/* Does marking `id` mark p? */
bool markings_has(const struct markings *markings, uint32_t id, place_id p);

/* Unpacks a marking into m, marking_words() long. */
void markings_read(const struct markings *markings, uint32_t id, bits_word *m);

/* Is marking a before marking b in an order that depends on the markings
 * alone? */
bool markings_less(const struct markings *markings, uint32_t a, uint32_t b);

/* Keeps the markings that have a new number in `kept`, which is by old number;
 * MARKINGS_NONE: the marking is removed.  The initial one is kept.  The new
 * numbers are 0, 1, ... in the old order. */
void markings_keep(struct markings *markings, const uint32_t *kept);

/* Is a store full, or have the sides more values than the roots have room for?
 * Then several threads must let markings_grow() make room; own are the ranges
 * of all n threads. */
bool markings_are_full(const struct markings *markings, uint32_t store);
void markings_grow(struct markings *markings, uint32_t store,
                   const struct shared_keys_range *own, uint32_t n);

/* Bytes that grow with the markings. */
size_t markings_bytes(const struct markings *markings);

/* Do steps cost more than in a small net: is the tree higher than four
 * levels? */
static inline bool markings_are_deep(const struct markings *markings)
{
    return markings->n > 16;
}

/* Aborts if an invariant is broken. */
void markings_check(const struct markings *markings);

/* --- the draft ----------------------------------------------------------- */

/* At the initial marking, of which every node is known. */
void markings_draft_init(struct markings_draft *draft,
                         const struct markings *markings);
void markings_draft_finish(struct markings_draft *draft);

/* Begins as marking `id`; a draft that was not closed is forgotten. */
void markings_draft_open(struct markings_draft *draft,
                         const struct markings *markings, uint32_t id);

/* Flips the places that t changes. */
void markings_draft_step(struct markings_draft *draft, trans_id t);

/* The place on which t, which the draft enables, puts a second token, or
 * PLACE_NONE. */
place_id markings_draft_unsafe(struct markings_draft *draft, trans_id t);

/* The number of the draft, which ends: known, or new in the store `into`, that
 * of the draft.  NULL: NONE when it is new; several threads may look at a store
 * that does not change. */
uint32_t markings_draft_close(struct markings_draft *draft,
                              struct markings *into);

/* Flips bits of a word. */
void markings_draft_flip(struct markings_draft *draft,
                         struct marking_layout_flips flips);

/* What is told about a word that was `from` and becomes `to`. */
typedef void markings_draft_word(void *self, uint32_t word, uint64_t from,
                                 uint64_t to);

/* From a marking of which every node is known to another one; the cost grows
 * with what differs. */
void markings_draft_move(struct markings_draft *draft, uint32_t id,
                         markings_draft_word *changed, void *self);

/* The key of the marking after t from one of which every node above the words
 * that t changes is known.  The nodes below the root are stored in `into`, as
 * above.  False when one of them is new and not stored. */
bool markings_draft_after(struct markings_draft *draft, trans_id t,
                          struct markings *into, uint64_t *key);

/* The draft of a store. */
static inline void markings_open(struct markings *markings, uint32_t id)
{
    markings_draft_open(&markings->draft, markings, id);
}

static inline void markings_step(struct markings *markings, trans_id t)
{
    markings_draft_step(&markings->draft, t);
}

static inline place_id markings_open_unsafe(struct markings *markings,
                                            trans_id t)
{
    return markings_draft_unsafe(&markings->draft, t);
}

/* `known`: NONE when the marking is new. */
static inline uint32_t markings_close(struct markings *markings, bool known)
{
    return markings_draft_close(&markings->draft, known ? NULL : markings);
}

#endif
