/* cutoff.h - the marking table: for each marking the least configuration known
 * to reach it, and which events are cutoffs by that (THEORY, Definition 27).
 *
 * Event e is a cutoff when the table holds a configuration with the marking of
 * [e] that is smaller than [e] in the adequate order.  Entries are local
 * configurations of events, the empty configuration, and, when nodes are
 * recorded, configurations that the exploration visited.  An entry is a fact
 * about the unfolding, so it also cuts in later passes, whatever their bound.
 * Any subset of true entries is sound (THEORY, Theorem 28), so the table may
 * refuse new nodes when it is full.
 *
 * A visited configuration is kept as a path in a tree: the label of its last
 * event and the configuration before that.  Paths share what the exploration
 * shared.  When an event is evicted from the store its local configuration
 * stays in the table as a string of labels, one or two bytes an event: the
 * table holds keys, and needs no events.
 *
 * The flag `cut` of an event in the store is exact with respect to the table at
 * any time: an entry that improves cuts the events of its marking that it now
 * beats.  It stays set when the entry is lost. */
#ifndef CUTOFF_H
#define CUTOFF_H

#include "unfolding/compact.h"
#include "unfolding/es.h"
#include "unfolding/order.h"

struct cutoff_entry {
    uint32_t size;  /* of the least configuration; CUTOFF_EMPTY: none */
    event_id event; /* that it is local to, or EVENT_NONE: see node */
    uint32_t node;  /* a visited configuration, or KEY + a string of labels */
    event_id alive; /* list of the events of this marking, not cut */
};

#define CUTOFF_EMPTY UINT32_MAX
#define CUTOFF_KEY 0x80000000u

struct cutoff_node {
    uint32_t parent; /* node 0 is the empty configuration */
    trans_id trans;
    uint32_t level;
};

struct cutoff {
    struct es *es;
    struct order *order;
    VEC(struct cutoff_entry) entries; /* by marking id */
    VEC(struct cutoff_node) nodes;
    VEC(uint8_t) keys;
    VEC(uint32_t)
    path;                /* the nodes of the visited configuration, as far as
                            they exist, by number of events */
    uint64_t limit;      /* of entries; 0: no bound */
    uint64_t node_limit; /* of nodes: beyond it no configuration is visited */
    uint64_t n_entries;
    uint64_t n_cut; /* events that were cut */
    struct es_walk walk;
    VEC(uint32_t) touched;  /* markings of events, while these move */
    uint64_t n_after_sweep; /* markings and nodes */
};

void cutoff_init(struct cutoff *cutoff, struct es *es, struct order *order,
                 uint64_t limit);
void cutoff_finish(struct cutoff *cutoff);

/* Enters a new event into the table and sets its flag. */
void cutoff_add(struct cutoff *cutoff, event_id e);

/* Enters a visited configuration with marking m: its events, in an order in
 * which they can occur.  It extends the one visited before, as far as that was
 * not left by cutoff_leave(). */
void cutoff_visit(struct cutoff *cutoff, const bits_word *m,
                  struct es_span trail);

/* The visited configuration has shrunk to n events. */
static inline void cutoff_leave(struct cutoff *cutoff, uint32_t n)
{
    if (cutoff->path.len > n + 1)
        vec_cut(&cutoff->path, n + 1);
}

/* The event to which e corresponds, when it is one: *known tells. */
event_id cutoff_companion(const struct cutoff *cutoff, event_id e, bool *known);

/* Before events are taken out of the store: entries that are local to one of
 * them become keys when `keys` is set and the table is not full, and are lost
 * otherwise.  Costs what the events cost, but now and then, when the table has
 * doubled, it decides that markings move too, and which are kept.
 * Behind it: takes the new ids. */
void cutoff_release(struct cutoff *cutoff, struct compact_map *map, bool keys);
void cutoff_renumber(struct cutoff *cutoff, const struct compact_map *map);

size_t cutoff_bytes(const struct cutoff *cutoff);

#endif
