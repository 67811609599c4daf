/* marking_rows.h - many markings of a net of a few words of places.
 *
 * A marking is the row of its words: for each word the number of its difference
 * from the initial marking.  Words and rows are stored once each, so equal
 * markings have equal ids.  A row takes 4 bytes a word and between 5 and 10 of
 * index.  A step changes a word or two and takes one look-up for each and one
 * for the row.  A tree (marking_tree.h) takes more time and shares more.
 *
 *     word 0   word 1   word 2        differences:   0: none
 *       0        0        0           initial        1: ...0011
 *       1        0        0           after t        2: ...0110
 *       1        0        2           after t u
 *
 * Ids are dense. */
#ifndef MARKING_ROWS_H
#define MARKING_ROWS_H

#include "base/keys.h"
#include "marking/marking_layout.h"

enum { MARKING_ROWS_WORDS = 16 }; /* at most */

struct marking_rows {
    struct marking_layout layout;
    struct keys words; /* differences; 0 is none */
    uint32_t *rows;    /* by id */
    uint32_t len, cap;
    struct slots slots;
    /* the draft: a row, and the differences that were changed in it */
    uint32_t draft[MARKING_ROWS_WORDS];
    uint64_t bits[MARKING_ROWS_WORDS];
    uint32_t changed; /* set of words */
};

/* With the initial marking as 0.  The net has places, of which the layout, with
 * words of 64 bits, makes MARKING_ROWS_WORDS at most; it must outlive the
 * result.  sets may be NULL (marking_layout.h). */
void marking_rows_init(struct marking_rows *rows, const struct net *net,
                       const struct exclusive *sets);
void marking_rows_finish(struct marking_rows *rows);

/* The draft, as in marking_tree.h. */
void marking_rows_open(struct marking_rows *rows, uint32_t id);
void marking_rows_step(struct marking_rows *rows, trans_id t);
bool marking_rows_open_has(const struct marking_rows *rows, place_id p);

/* UINT32_MAX when the marking is new and only known markings are asked for. */
uint32_t marking_rows_close(struct marking_rows *rows, bool known);

bool marking_rows_has(const struct marking_rows *rows, uint32_t id, place_id p);

/* Unpacks a marking into m, marking_words() long. */
void marking_rows_read(const struct marking_rows *rows, uint32_t id,
                       bits_word *m);

/* Removes all markings but the n listed ones and the initial one; each id in
 * the list is replaced by its new one. */
void marking_rows_keep(struct marking_rows *rows, uint32_t *ids, uint32_t n);

size_t marking_rows_bytes(const struct marking_rows *rows);

/* Aborts if an invariant is broken. */
void marking_rows_check(const struct marking_rows *rows);

#endif
