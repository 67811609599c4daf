/* layer_worker.h - one thread of a search by layers (layers.h): it explores
 * markings of the current layer, one after the other.
 *
 * A worker reads the net, the questions and the answers so far, which change
 * between two layers only.  It adds markings to the shared store, and keeps
 * what it finds: of each question, the marking of the layer that answers it and
 * is least in the order of markings_less().  The least of all workers
 * depends on the layer alone, not on which worker explored which marking. */
#ifndef LAYER_WORKER_H
#define LAYER_WORKER_H

#include "engine/state/marking_goals.h"
#include "marking/enabled_set.h"
#include "marking/marking_cursor.h"

#include <stdatomic.h>

/* A marking of the layer, and a transition that it enables. */
struct layer_worker_step {
    uint32_t id; /* SHARED_KEYS_NONE: none */
    trans_id trans;
};

struct layer_worker {
    const struct net *net;
    const struct marking_goals *goals;
    const uint32_t *asked; /* the open questions but those for transitions */
    uint32_t n_asked;
    struct marking_cursor cursor;
    struct enabled_set at;
    struct unit_breach breach;
    trans_id resume; /* at this marking, from this transition on */
    /* what the worker found in the layer */
    uint32_t *hits;  /* by question: SHARED_KEYS_NONE: none */
    int64_t *values; /* by question: GOAL_BOUND, at its hit */
    struct layer_worker_step unsafe, wrong; /* a second token; wrong units */
    uint64_t fired, fresh, deadlocks;
    uint32_t most_tokens;
    _Atomic uint64_t told;         /* how many it has fired, for the leader */
    char apart[SHARED_KEYS_APART]; /* from the next worker of an array */
};

/* Borrows its arguments. */
void layer_worker_init(struct layer_worker *worker,
                       const struct marking_goals *goals,
                       struct markings *markings);
void layer_worker_finish(struct layer_worker *worker);

/* Forgets what was found and counted. */
void layer_worker_clear(struct layer_worker *worker);

/* Tells the leader what it has done in the layer so far. */
void layer_worker_tell(struct layer_worker *worker);

/* Explores marking `id`: false when the store is full.  Then the next call must
 * be for the same marking, after the store has grown. */
bool layer_worker_explore(struct layer_worker *worker, uint32_t id);

/* Stores the markings that were found and are not stored yet: false when the
 * store is full; then it is to be called again after the store has grown. */
bool layer_worker_settle(struct layer_worker *worker);

/* Takes over what another worker has found and counted. */
void layer_worker_add(struct layer_worker *worker,
                      const struct layer_worker *other);

#endif
