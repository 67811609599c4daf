/* marking_cursor.h - a thread's place in a store of markings (markings.h) that
 * several threads add to at the same time.
 *
 *     marking_cursor_move(&cursor, id);     the marking of that number
 *     marking_cursor_add(&cursor, t, &n);   the one that t leads to
 *     marking_cursor_settle(&cursor, &n);   all that were added
 *
 * Looking up the root takes most of the time, as most roots are not in the
 * cache of the processor.  So a cursor keeps the roots that were added last,
 * lets the processor fetch what their look-ups read, and looks them up later.
 *
 * The store grows only between the calls of all threads (shared_keys.h). */
#ifndef MARKING_CURSOR_H
#define MARKING_CURSOR_H

#include "marking/markings.h"

/* Look-ups that wait: the slots of the last MARKING_CURSOR_BEGUN roots are
 * fetched, and the keys of the roots before. */
enum { MARKING_CURSOR_WAITING = 32, MARKING_CURSOR_BEGUN = 16 };

struct marking_cursor {
    struct markings *markings;
    struct markings_draft draft; /* the marking, of which every node is known */
    uint32_t id;                 /* its number */
    bits_word *places;           /* the marking as a set of places */
    /* look-ups of the roots that were added and are not settled, by number,
     * from the beginning again after the last one */
    struct shared_keys_look waiting[MARKING_CURSOR_WAITING];
    uint32_t n_added, n_settled;
};

/* At the initial marking. */
void marking_cursor_init(struct marking_cursor *cursor,
                         struct markings *markings);
void marking_cursor_finish(struct marking_cursor *cursor);

/* Moves to marking `id`; the cost grows with what differs. */
void marking_cursor_move(struct marking_cursor *cursor, uint32_t id);

/* Adds the marking that t leads to from the marking of the cursor, which
 * enables t; the cursor does not move. The marking may be stored later.
 * *n_fresh grows by the number of markings that this call stored first. False
 * when a store must grow before t is added. */
bool marking_cursor_add(struct marking_cursor *cursor, trans_id t,
                        uint64_t *n_fresh);

/* Stores what was added; false when a store must grow before the rest is
 * stored. */
bool marking_cursor_settle(struct marking_cursor *cursor, uint64_t *n_fresh);

/* The number of the marking that t leads to from that of the cursor, or from
 * which t led to it; MARKINGS_NONE: it is not stored.  The markings must be
 * reachable: for others the fields may not tell the difference. */
uint32_t marking_cursor_find(struct marking_cursor *cursor, trans_id t);

/* The following are called between the calls of all threads, with the cursors
 * of all of them, which are those of one store. */

/* Grows what is full. */
void marking_cursor_grow(struct marking_cursor *const *cursors, uint32_t n);

/* The bytes of memory that this fills at once. */
size_t marking_cursor_growth(const struct marking_cursor *cursor);

/* Makes the numbers of markings dense, as shared_keys.h does. */
void marking_cursor_close(struct marking_cursor *const *cursors, uint32_t n);

/* Bytes that grow with the markings; the store is closed. */
size_t marking_cursor_bytes(struct marking_cursor *const *cursors, uint32_t n);

#endif
