/* es_past.h - walks over the pasts of events: local configurations, and what
 * two of them do not share. */
#ifndef ES_PAST_H
#define ES_PAST_H

#include "base/id_queue.h"
#include "base/stamp.h"
#include "engine/unfolding/es.h"
#include "proof/witness.h"

/* The scratch of its owner. */
struct es_past_walk {
    uint64_t work;           /* events met, in all walks */
    struct stamp seen;       /* events of this walk */
    es_event_list out;       /* the same in the order in which they were met */
    es_event_list other;     /* es_past_difference(): what only b has */
    struct id_queue waiting; /* es_past_difference(): still to be visited */
    struct stamp used;       /* es_past_agree(): conditions that `out` uses */
    uint64_t n_uses;         /* and how many were looked at, in all walks */
};

void es_past_finish(struct es_past_walk *walk);

/* The union of the local configurations of the events, bottom left out, in
 * increasing order; valid until the next walk. */
struct es_span es_past(const struct es *es, struct es_past_walk *walk,
                       struct es_span events);

/* The same in no particular order. */
struct es_span es_past_any(const struct es *es, struct es_past_walk *walk,
                           struct es_span events);

/* Appends the transitions of es_past() to the run. */
void es_past_run(const struct es *es, struct es_past_walk *walk,
                 struct es_span events, witness_run *run);

/* Puts the events that only [a] has into walk->out, and the events that only
 * [b] has into walk->other.  The time is linear in the number of these events,
 * not in the pasts. */
void es_past_difference(const struct es *es, struct es_past_walk *walk,
                        event_id a, event_id b);

/* The same; and are [a] and [b] in no conflict, and does no event that only [b]
 * has consume condition c?  So c, if a produces it, is concurrent with what b
 * produces (THEORY, Lemma 49). */
bool es_past_agree(const struct es *es, struct es_past_walk *walk, event_id a,
                   event_id b, cond_id c);

/* For a walk of the caller: es_past_start() empties the set; es_past_add()
 * adds an event (not bottom) to the set and to walk->out, unless it is in the
 * set. */
void es_past_start(const struct es *es, struct es_past_walk *walk);
void es_past_add(struct es_past_walk *walk, event_id e);

/* Was e in the set of the last walk? */
static inline bool es_past_has(const struct es_past_walk *walk, event_id e)
{
    return e < walk->seen.at.len && stamp_has(&walk->seen, e);
}

/* es_check(), and the size of each event is that of its past. */
void es_past_check(const struct es *es);

#endif
