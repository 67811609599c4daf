/* cutoff.h - the marking table: for each marking the least configuration known
 * to reach it, and which events that cuts.
 *
 * Event e is a cutoff when the table holds a configuration with the marking of
 * [e] that is smaller than [e] in the adequate order.  Entries are local
 * configurations of events, the empty configuration, and, when nodes are
 * recorded, configurations that the exploration visited.  Of the latter only
 * the size is kept, so they cut only events that are strictly larger.  Any
 * subset of true entries is sound (doc/THEORY.md), so the table may refuse new
 * nodes when it is full.
 *
 * The flag `cut` of an event is exact with respect to the table at any time:
 * an entry that improves cuts the events of its marking that it now beats. */
#ifndef CUTOFF_H
#define CUTOFF_H

#include "es.h"
#include "order.h"

struct cutoff_entry {
    uint32_t size;  /* of the least configuration; CUTOFF_EMPTY: none */
    event_id event; /* that it is local to, or EVENT_NONE for a node */
    event_id alive; /* list of the events of this marking, not cut */
};

#define CUTOFF_EMPTY UINT32_MAX

struct cutoff {
    struct es *es;
    struct order *order;
    VEC(struct cutoff_entry) entries; /* by marking id */
    uint64_t n_nodes, limit;          /* entries that nodes made; 0: no bound */
    uint64_t n_entries;
};

void cutoff_init(struct cutoff *cutoff, struct es *es, struct order *order,
                 uint64_t limit);
void cutoff_finish(struct cutoff *cutoff);

/* Enters a new event into the table and sets its flag. */
void cutoff_add(struct cutoff *cutoff, event_id e);

/* Enters a visited configuration with marking m. */
void cutoff_visit(struct cutoff *cutoff, const bits_word *m, uint32_t size);

/* The event to which e corresponds, when it is one: *known tells. */
event_id cutoff_companion(const struct cutoff *cutoff, event_id e, bool *known);

size_t cutoff_bytes(const struct cutoff *cutoff);

#endif
