/* count_nodes.h - how many events and conditions a store stands for.
 *
 * Under `read` an event of the store is a pair of event and history.  Pairs
 * with one event produce the same conditions, and a copy of a place that a
 * reader consumed and produced again (THEORY, Lemma 33) is the same condition.
 * So events are grouped by their transition and the conditions that they use:
 * each group is an event of the unfolding, and it produces the postset of its
 * transition once. */
#ifndef COUNT_NODES_H
#define COUNT_NODES_H

#include "base/lists.h"
#include "base/stamp.h"
#include "engine/unfolding/es.h"

struct count_nodes_sizes {
    uint64_t further;    /* events of the store that are a further history of
                            an event that was counted before */
    uint64_t conditions; /* of places of the net, initial ones included */
};

/* The sizes of the events in the set and of the conditions that they produce.
 * Linear. */
struct count_nodes_sizes count_nodes_of(const struct es *es,
                                        const bits_word *events);

/* Events that are counted together, at most. */
enum { COUNT_NODES_MANY = 8 };

/* What stands for the group of an event: a slice of `numbers`. */
struct count_nodes_key {
    uint32_t at, len, hash;
};

/* The same, event by event: the numbers are `sizes`. */
struct count_nodes {
    const struct es *es;
    const struct compiled_net *compiled;
    VEC(uint32_t) same;    /* by condition of the store: what it stands for */
    VEC(uint32_t) numbers; /* of the keys of the events at hand, */
    struct count_nodes_key keys[COUNT_NODES_MANY]; /* which are these */
    struct lists groups;                           /* the keys */
    VEC(uint32_t) produced;   /* by group: its first condition */
    struct stamp produced_on; /* places of the net */
    uint32_t *first;          /* by such a place: its first condition */
    struct stamp used_on;     /* places, where they have copies: those with a
                                 condition that the event at hand uses, */
    cond_id *used;            /* which is this one */
    uint32_t n_conds;         /* produced so far, own places included */
    struct count_nodes_sizes sizes;
};

/* Bottom is counted. */
void count_nodes_init(struct count_nodes *counts, const struct es *es);
void count_nodes_finish(struct count_nodes *counts);

/* Counts n events, each after its causes; their conditions must be in the store
 * if any event that is counted uses them.  Reads nothing of younger events. */
void count_nodes_add(struct count_nodes *counts, const event_id *events,
                     uint32_t n);

#endif
