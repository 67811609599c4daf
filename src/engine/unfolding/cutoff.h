/* cutoff.h - the marking table: for each marking the least configuration known
 * to reach it, and which events are cutoffs by that (THEORY, Definition 27).
 *
 * Event e is a cutoff when the table has a configuration with the marking of
 * [e] that is smaller than [e] in the adequate order.  Entries are local
 * configurations of events, the empty configuration, and, when nodes are
 * recorded, configurations that the exploration visited.  An entry is a fact
 * about the unfolding, so it also cuts in later passes, whatever their bound.
 * Entries need no events: cutoff_key.h says in which forms they are kept.  Any
 * subset of true entries is sound (THEORY, Theorem 28), so the table may refuse
 * new nodes when it is full, and cutoff_sweep.h may drop entries.
 *
 * cutoff_has() is exact with respect to the table at any time: an entry that
 * improves cuts the events of its marking whose local configurations are now
 * larger than it.  A cutoff stays one when the entry is lost. */
#ifndef CUTOFF_H
#define CUTOFF_H

#include "engine/unfolding/cutoff_key.h"
#include "engine/unfolding/es_past.h"
#include "engine/unfolding/order.h"

/* 12 bytes; tables of millions of markings are common. */
struct cutoff_entry {
    struct cutoff_key key; /* the least configuration; NONE: not known */
    event_id uncut;        /* list of the events of this marking, not cut */
};

/* Of an event: 4 bytes, as there are millions. */
struct cutoff_event {
    uint32_t next : 31; /* on the list of its entry; CUTOFF_END */
    uint32_t is_cutoff : 1;
};

#define CUTOFF_END 0x7fffffffu
#define CUTOFF_FORESEEN 0x7ffffffeu /* of a cutoff: see cutoff_foresee() */

/* Entries and events are written by cutoff.c and cutoff_sweep.c only. */
struct cutoff {
    struct es *es;
    struct order *order;              /* NULL: nothing is ever cut */
    VEC(struct cutoff_entry) entries; /* by marking id */
    VEC(struct cutoff_event) events;  /* by event id */
    struct cutoff_key_store keys;
    uint64_t limit;      /* of entries; 0: no bound */
    uint64_t node_limit; /* of nodes: beyond it no configuration is visited */
    uint64_t n_entries;
    uint64_t n_cutoffs; /* events that became cutoffs */
    struct es_past_walk walk;
};

/* Bottom is entered. */
void cutoff_init(struct cutoff *cutoff, struct es *es, struct order *order,
                 uint64_t limit);
void cutoff_finish(struct cutoff *cutoff);

/* Is the event a cutoff? */
static inline bool cutoff_has(const struct cutoff *cutoff, event_id e)
{
    return cutoff->events.at[e].is_cutoff;
}

/* Enters a new event and finds out whether it is a cutoff.  The next call must
 * be for the event after it. */
void cutoff_add(struct cutoff *cutoff, event_id e);

/* Removes the last event, a cutoff that was never anything else. */
static inline void cutoff_remove_last(struct cutoff *cutoff)
{
    ASSERT(cutoff_has(cutoff, cutoff->events.len - 1));
    (void)vec_pop(&cutoff->events);
}

/* The same in two steps, for stores in which all events of a size are known
 * before any is asked about: enters a new event, of which the table does not
 * know yet; and finds out whether it is a cutoff.  Events are decided in the
 * order of their sizes. */
void cutoff_append(struct cutoff *cutoff, event_id e);
void cutoff_decide(struct cutoff *cutoff, event_id e);

/* The same for n events, which several threads enter: first one makes room,
 * then any may enter event e, and then one makes them known.  An event whose
 * marking has a smaller entry is a cutoff, whatever is entered later: it need
 * not be decided about.  Is e one?  The entry may have been fetched before. */
void cutoff_reserve(struct cutoff *cutoff, uint32_t n);
bool cutoff_foresee(struct cutoff *cutoff, event_id e);
static inline void cutoff_fetch(const struct cutoff *cutoff, uint32_t marking)
{
    if (marking < cutoff->entries.len)
        bits_fetch(&cutoff->entries.at[marking]);
}

void cutoff_take(struct cutoff *cutoff, uint32_t n);

static inline bool cutoff_was_foreseen(const struct cutoff *cutoff, event_id e)
{
    return cutoff->events.at[e].next == CUTOFF_FORESEEN;
}

/* Several threads decide events side by side: each has a part of its own, and
 * those events whose markings no other one has.  A part is a copy of the table
 * with its own order and walks, which it keeps; *part is zero at first, apart
 * from the order.  While there are parts, the table does not change;
 * cutoff_join() adds the counts of the part. */
void cutoff_split(struct cutoff *cutoff, struct cutoff *part);
void cutoff_join(struct cutoff *cutoff, struct cutoff *part);

/* Has the table as many entries as it may have? */
static inline bool cutoff_is_full(const struct cutoff *cutoff)
{
    return cutoff->limit && cutoff->n_entries >= cutoff->limit;
}

/* Makes the event a cutoff, by a rule of the caller. */
void cutoff_cut(struct cutoff *cutoff, event_id e);

/* Enters a visited configuration with this marking, which is a known one when
 * the table is full.  `trail` as for cutoff_key_visit().  The time is at most
 * linear in the events of the configuration and of the entry. */
void cutoff_visit(struct cutoff *cutoff, uint32_t marking,
                  struct es_span trail);

/* The event whose local configuration is the entry of e's marking; EVENT_NONE
 * when the entry is that of no event in the store, or of e itself. */
event_id cutoff_companion(const struct cutoff *cutoff, event_id e);

/* The events of [e], in no particular order; valid until the next call. */
struct es_span cutoff_past(struct cutoff *cutoff, event_id e);

/* Puts an event that is not cut on the list of its entry. */
static inline void cutoff_keep(struct cutoff *cutoff,
                               struct cutoff_entry *entry, event_id e)
{
    cutoff->events.at[e].next = entry->uncut & CUTOFF_END;
    entry->uncut = e;
}

#endif
