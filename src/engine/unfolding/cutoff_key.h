/* cutoff_key.h - configurations as the marking table stores them.
 *
 * Comparing configurations by an adequate order needs their labels, a Foata
 * level and a transition for each event (order.h), but no events.  So the table
 * can keep a configuration whose events were removed from the store.  A key
 * says which form it has:
 *
 *     event    the local configuration of an event in the store
 *     path     a configuration that the exploration visited: a node of a tree.
 *              The node has the label of the last event, its parent is the
 *              configuration before that event.  Paths share what the
 *              exploration shared.
 *     string   the local configuration of an event that was removed, as a
 *              string of labels of one or two bytes each
 *     size     its size is known, nothing else: enough for the order `size` */
#ifndef CUTOFF_KEY_H
#define CUTOFF_KEY_H

#include "engine/unfolding/es.h"
#include "engine/unfolding/order.h"

enum cutoff_key_kind {
    CUTOFF_KEY_NONE, /* no configuration */
    CUTOFF_KEY_EVENT,
    CUTOFF_KEY_PATH,
    CUTOFF_KEY_STRING,
    CUTOFF_KEY_SIZE,
};

struct cutoff_key {
    uint32_t kind : 3;  /* enum cutoff_key_kind */
    uint32_t size : 29; /* how many events the configuration has */
    uint32_t at;        /* the event, the node, where the string begins, or 0 */
};

/* Configurations have fewer events than this. */
#define CUTOFF_KEY_MOST_SIZE ((uint32_t)1 << 29)

static inline struct cutoff_key cutoff_key_make(enum cutoff_key_kind kind,
                                                uint32_t size, uint32_t at)
{
    ASSERT(size < CUTOFF_KEY_MOST_SIZE);
    return (struct cutoff_key){(uint32_t)kind & 7,
                               size & (CUTOFF_KEY_MOST_SIZE - 1), at};
}

struct cutoff_key_node {
    uint32_t parent;
    trans_id trans;
    uint32_t level;
};

struct cutoff_key_store {
    VEC(struct cutoff_key_node) nodes; /* 0: the empty configuration */
    VEC(uint8_t) strings;
    /* By number of events: the nodes of the configuration that is visited now,
     * as far as they exist; behind these, those of the one that was visited
     * before, which are taken again where the labels are the same. */
    VEC(uint32_t) path;
    uint32_t n_path; /* nodes of the present configuration */
};

void cutoff_key_init(struct cutoff_key_store *store);
void cutoff_key_finish(struct cutoff_key_store *store);

/* The key of a visited configuration, given by its events in an order in which
 * they can occur.  It begins with the events of the configuration visited
 * before that cutoff_key_leave() has not removed. */
struct cutoff_key cutoff_key_visit(struct cutoff_key_store *store,
                                   const struct es *es, struct es_span trail);

/* How many nodes that makes at most for a configuration of n events. */
static inline uint32_t cutoff_key_cost(const struct cutoff_key_store *store,
                                       uint32_t n)
{
    return n + 1 - store->n_path;
}

/* The visited configuration has shrunk to n events. */
static inline void cutoff_key_leave(struct cutoff_key_store *store, uint32_t n)
{
    if (store->n_path > n + 1)
        store->n_path = n + 1;
}

/* Is the node, one of n events, that of the first n events of the configuration
 * visited now, as far as that can be seen without making nodes? */
static inline bool cutoff_key_is_visited(const struct cutoff_key_store *store,
                                         uint32_t node, uint32_t n)
{
    return n < store->n_path && store->path.at[n] == node;
}

/* Is there room for one more string? */
bool cutoff_key_has_room(const struct cutoff_key_store *store);

/* A string of the labels, which order_sort() has sorted. */
struct cutoff_key cutoff_key_write(struct cutoff_key_store *store,
                                   const order_labels *labels);

/* The labels of a path or string, in any order. */
void cutoff_key_load(const struct cutoff_key_store *store,
                     struct cutoff_key key, order_labels *to);

/* The same of a path, without the events that the visited configuration has
 * above the same node.  Returns how many these are: they are its first ones,
 * too. */
uint32_t cutoff_key_load_rest(const struct cutoff_key_store *store,
                              struct cutoff_key key, order_labels *to);

/* Frees the paths and strings that none of n keys needs, which are `stride`
 * bytes apart, and gives these keys their new form.  The visited configuration
 * stays. */
void cutoff_key_sweep(struct cutoff_key_store *store, struct cutoff_key *first,
                      uint32_t n, size_t stride);

#endif
