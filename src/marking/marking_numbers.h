/* marking_numbers.h - many markings of a net, each stored once, under dense
 * numbers.
 *
 * The numbers are the ids of the store (markings.h) if these are dense.  The
 * ids of a tree are not dense; they get numbers in the order in which they are
 * returned first.  The initial marking has number 0. */
#ifndef MARKING_NUMBERS_H
#define MARKING_NUMBERS_H

#include "base/slots.h"
#include "base/vec.h"
#include "marking/markings.h"

#define MARKING_NUMBERS_NONE UINT32_MAX

struct marking_numbers {
    struct markings markings;
    VEC(uint32_t) roots;     /* the ids of a tree, by number */
    struct slots root_index; /* the numbers by id */
};

/* As markings_init() for a store that is fast. */
void marking_numbers_init(struct marking_numbers *numbers,
                          const struct net *net, const struct exclusive *sets);
void marking_numbers_finish(struct marking_numbers *numbers);

/* Markings have the numbers below this one. */
static inline uint32_t
marking_numbers_count(const struct marking_numbers *numbers)
{
    return markings_are_dense(&numbers->markings)
               ? markings_ids(&numbers->markings)
               : numbers->roots.len;
}

/* Unpacks a marking into m, marking_words() long. */
void marking_numbers_read(const struct marking_numbers *numbers,
                          uint32_t marking, bits_word *m);

/* Does it mark p? */
bool marking_numbers_has(const struct marking_numbers *numbers,
                         uint32_t marking, place_id p);

/* The draft (markings.h): begins as a marking, and fires transitions. */
void marking_numbers_open(struct marking_numbers *numbers, uint32_t marking);

static inline void marking_numbers_step(struct marking_numbers *numbers,
                                        trans_id t)
{
    markings_step(&numbers->markings, t);
}

/* The place on which t, which the draft enables, puts a second token, or
 * PLACE_NONE. */
place_id marking_numbers_open_unsafe(const struct marking_numbers *numbers,
                                     trans_id t);

/* The number of the draft, known or new.  `known`: NONE when it is new. */
uint32_t marking_numbers_close(struct marking_numbers *numbers, bool known);

/* Makes `view`, which is all zero at first, a reader of the markings with a
 * draft of its own; close() must ask for known numbers only.  The markings must
 * not change while the view is used. marking_numbers_view_finish() frees the
 * view, not the markings. */
void marking_numbers_view(struct marking_numbers *view,
                          const struct marking_numbers *numbers);
void marking_numbers_view_finish(struct marking_numbers *view);

/* The number of the marking to which t leads from a marking, known or new; ends
 * the draft. */
uint32_t marking_numbers_fire(struct marking_numbers *numbers, uint32_t marking,
                              trans_id t);

/* Bytes of the markings. */
size_t marking_numbers_bytes(const struct marking_numbers *numbers);

/* Keeps the markings that have a new number in `kept`, which is by old number;
 * MARKING_NUMBERS_NONE: the marking is removed.  The new numbers are 0, 1, ...
 * in the old order. */
void marking_numbers_keep(struct marking_numbers *numbers,
                          const uint32_t *kept);

#endif
