/* useful_events.h - U: the events that later searches for alternatives may need
 * ([Rod15] section 4; THEORY, Definition 22).
 *
 *     U = Q(C, D, U) + the extensions that the pushes of C found + A
 *     Q(C, D, U) = C + D + the pasts of all events of U that are in immediate
 *                  conflict with an event of C + D
 *
 * An alternative resolves events of D by events in immediate conflict with
 * them, so U is enough to find all alternatives.  An extension of C stays as
 * long as the push that found it.  The events of the store outside U are the
 * cache G; they may be evicted.  The store holds both: useful_events_has()
 * tells them apart, and Remove(e, C, D) is useful_events_remove().
 *
 * The members are the events of C + D, in the order in which they entered C.
 * Each event counts the reasons why it is in U: it is a member, an extension, a
 * part of A, a cause of an event of U, or in immediate conflict with a member.
 * The oldest member in conflict with the event is enough as a reason (THEORY,
 * Lemma 23), and has the event on its list.  So U is exact at any time, and its
 * size is known. */
#ifndef USEFUL_EVENTS_H
#define USEFUL_EVENTS_H

#include "engine/unfolding/compact.h"
#include "engine/unfolding/config.h"
#include "engine/unfolding/conflict.h"

struct useful_events_event {
    uint32_t reasons;    /* how many; 0: not in U */
    uint32_t reason_for; /* of a member: list of events in conflict with it */
    uint32_t joined;     /* as which member */
    bool member;
};

struct useful_events_link {
    event_id event;
    uint32_t next;
};

struct useful_events {
    const struct es *es;
    const struct config *c;
    VEC(struct useful_events_event) events;
    VEC(struct useful_events_link) links; /* of the lists reason_for */
    uint32_t spare;                       /* list of free links */
    uint32_t n;                           /* events of U without bottom */
    uint32_t n_members;
    es_event_list d;                       /* a stack */
    VEC(struct useful_events_link) d_uses; /* of conditions by events of D */
    VEC(uint32_t) d_users;                 /* by condition: list in d_uses */
    es_event_list extensions;    /* of C, in the order of the pushes */
    VEC(uint32_t) extensions_at; /* how many there were before each push */
    es_event_list stack;         /* scratch */
    struct conflict conflict;
};

/* C is {bottom}. */
void useful_events_init(struct useful_events *u, const struct config *c);
void useful_events_finish(struct useful_events *u);

/* e was pushed on C. */
void useful_events_push(struct useful_events *u, event_id e);

/* The push on top of C, or the beginning, found the extension e. */
void useful_events_add_extension(struct useful_events *u, event_id e);

/* The event on top of C, which is about to be popped, goes to D.  The
 * extensions that its push found are no longer extensions of C. */
void useful_events_disable(struct useful_events *u);

/* Remove(e, C, D), [Rod15] Alg. 1 lines 15 to 18: e, the youngest member,
 * leaves D.  Events for which e in D was the last reason to be in U move from U
 * to G: e itself and the pasts of events in immediate conflict with it. */
void useful_events_remove(struct useful_events *u, event_id e);

/* One more reason for e, whose causes are in U, as that it is a part of A; one
 * less.  e was pushed, and only events of A were pushed before it. */
void useful_events_add_reason(struct useful_events *u, event_id e);
void useful_events_drop_reason(struct useful_events *u, event_id e);

/* C is {bottom} and D empty: removes the extensions that the beginning
 * found. */
void useful_events_restart(struct useful_events *u);

static inline bool useful_events_has(const struct useful_events *u, event_id e)
{
    return u->events.at[e].reasons > 0;
}

/* After events outside U were removed from the store. */
void useful_events_renumber(struct useful_events *u,
                            const struct compact_map *map);

/* Aborts unless U is what the definition says; `guide` is A.  Quadratic: for
 * small nets. */
void useful_events_check(struct useful_events *u, struct es_span guide);

#endif
