/* rows_batch.h - rows of many events of one size, computed side by side.
 *
 * None of the events is a cause of another, so four steps suffice, each of
 * which several threads do at the same time before the next one begins (THEORY,
 * Lemma 80):
 *
 *     find       each event: those before the batch that are concurrent with it
 *     enter      each part of the rows: the events of the batch are entered
 *     compare    each event: those of the batch that are concurrent with it.
 *                They are in the rows of all conditions that it uses
 *     close      each part: these are entered as well
 *
 * What a thread finds is in a list of its own until it is entered, so that
 * nothing moves that others read. */
#ifndef ROWS_BATCH_H
#define ROWS_BATCH_H

#include "prefix/rows.h"

struct rows_batch_item {
    uint32_t k, n, first; /* component, number; where the batch begins in it */
    uint32_t thread;      /* the following are slices of its list */
    uint32_t found, n_found, n_cut; /* the cut is behind what was found */
    uint32_t beside, n_beside;
};

typedef VEC(uint32_t) rows_batch_list;

struct rows_batch {
    struct rows *rows;
    VEC(struct rows_batch_item) items;
    uint32_t n_threads;
    rows_batch_list *lists; /* by thread */
};

/* Lets the items be those events of component k, which has rows, that have
 * none, as well.  False when they are not of one size, or too many. */
bool rows_batch_add(struct rows_batch *batch, uint32_t k);

/* The steps: for an item; for the parts of a thread. */
void rows_batch_find(struct rows_batch *batch, struct rows_worker *worker,
                     uint32_t i, uint32_t thread);
void rows_batch_enter(struct rows_batch *batch, struct rows_worker *worker,
                      uint32_t thread);
void rows_batch_compare(struct rows_batch *batch, struct rows_worker *worker,
                        uint32_t i, uint32_t thread);
void rows_batch_close(struct rows_batch *batch, uint32_t thread);

#endif
