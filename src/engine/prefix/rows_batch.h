/* rows_batch.h - rows of many events of one size, computed side by side.
 *
 * None of the events is a cause of another, so four steps suffice; several
 * threads do a step at the same time, and all end it before the next step
 * begins (THEORY, Lemma 80):
 *
 *     find       each event: those before the batch that are concurrent with it
 *     enter      each part of the rows: the events of the batch are entered
 *     compare    each event: those of the batch that are concurrent with it.
 *                They are in the rows of all conditions that it uses
 *     close      each part: these are entered as well
 *
 * What a thread finds is in a list of its own until it is entered, so that
 * nothing moves that others read.
 *
 * Cuts are long, and the cuts of events with neighbouring numbers have many
 * conditions in common.  Therefore a piece of ROWS_BATCH_PIECE numbers is found
 * by one thread, which also lists the conditions of its cuts, each once, with a
 * bit for each number of the piece. */
#ifndef ROWS_BATCH_H
#define ROWS_BATCH_H

#include "base/crew.h"
#include "engine/prefix/rows.h"

enum { ROWS_BATCH_PIECE = 32 };

struct rows_batch_piece {
    uint32_t items, end; /* a slice of the items: of one component, and numbers
                            that are equal but for the lowest bits */
    uint32_t thread;     /* the following is a slice of its list: */
    uint32_t cut, n_cut; /* pairs of a condition and its bits */
};

struct rows_batch_item {
    uint32_t k, n, first; /* component, number; where the batch begins in it */
    uint32_t thread;      /* the following are slices of its list */
    uint32_t found, n_found, n_cut; /* the cut is behind what was found */
    uint32_t beside, n_beside;
};

struct rows_batch_list {
    uint32_t *at;
    uint32_t len, cap;
    char apart[CREW_APART];
};

struct rows_batch {
    struct rows *rows;
    VEC(struct rows_batch_item) items;
    VEC(struct rows_batch_piece) pieces;
    uint32_t n_threads;
    struct rows_batch_list *lists; /* by thread */
};

/* No items. */
void rows_batch_start(struct rows_batch *batch);

/* Adds to the items the events of component k, which has rows, that have no
 * row.  False when they are not of one size, or too many. */
bool rows_batch_add(struct rows_batch *batch, uint32_t k);

/* The steps: for a piece; for an item; for the parts of a thread. */
void rows_batch_find(struct rows_batch *batch, struct rows_worker *worker,
                     uint32_t piece, uint32_t thread);
void rows_batch_enter(struct rows_batch *batch, struct rows_worker *worker,
                      uint32_t thread);
void rows_batch_compare(struct rows_batch *batch, struct rows_worker *worker,
                        uint32_t i, uint32_t thread);
void rows_batch_close(struct rows_batch *batch, uint32_t thread);

/* The lists belong to their threads. */
void rows_batch_finish(struct rows_batch *batch);

#endif
