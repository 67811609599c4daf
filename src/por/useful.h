/* useful.h - U: the events that later searches for alternatives may need
 * ([Rod15] section 4; THEORY, Definition 22).
 *
 *     U = Q(C, D, U) + what the pushes of C found + what is left of A
 *     Q(C, D, U) = C + D + the pasts of all events of U that are in immediate
 *                  conflict with an event of C + D
 *
 * An alternative resolves events of D by events in immediate conflict with
 * them, so U is enough to find all alternatives.  What a push found is an
 * extension of C and stays as long as the push does.  The events of the store
 * outside U are the cache G; they may be evicted.
 *
 * Each event counts the reasons why it is in U: it is in C or D, was found, is
 * to be followed, is a cause of an event of U, or is in immediate conflict with
 * a member of C + D.  Of these members the oldest one is enough (THEORY,
 * Lemma 23).  So U is exact at any time, its size is known, and a push costs
 * nothing.
 *
 *     enters C   useful_push()     found by the push on top   useful_meet()
 *     C to D     useful_pop()      chosen by an alternative   useful_follow()
 *     leaves D   useful_drop()                                useful_followed()
 */
#ifndef USEFUL_H
#define USEFUL_H

#include "unfolding/compact.h"
#include "unfolding/config.h"
#include "unfolding/conflict.h"

struct useful_event {
    uint32_t count;   /* reasons; 0: not in U */
    uint32_t holds;   /* list of the events that it holds, while a member */
    uint32_t entered; /* as which member of C + D */
    bool member;      /* of C + D */
};

struct useful_link {
    event_id event;
    uint32_t next;
};

struct useful {
    const struct es *es;
    const struct config *c;
    VEC(struct useful_event) events;
    VEC(struct useful_link) links;
    uint32_t n_members;
    /* D, a stack, and its events by the conditions that they use */
    es_event_list d;
    VEC(uint32_t) asleep; /* by condition: list in users */
    VEC(struct useful_link) users;
    uint32_t spare;         /* list of free links */
    es_event_list found;    /* by the pushes of C, in their order */
    VEC(uint32_t) found_at; /* length of found before each push */
    uint32_t n;             /* events of U, bottom left out */
    es_event_list stack;    /* scratch */
    struct conflict conflict;
};

/* C is {bottom}. */
void useful_init(struct useful *h, const struct config *c);
void useful_finish(struct useful *h);

/* The event on top of C was pushed. */
void useful_push(struct useful *h, event_id e);

/* The push on top of C, or the beginning, found the extension e. */
void useful_meet(struct useful *h, event_id e);

/* The event on top of C is about to be popped, and goes to D. */
void useful_pop(struct useful *h);

/* What the beginning found is forgotten: C is {bottom}, D empty. */
void useful_restart(struct useful *h);

/* e leaves D. */
void useful_drop(struct useful *h, event_id e);

/* e is part of an alternative, its causes are held; and it was pushed, after
 * none but events of that alternative. */
void useful_follow(struct useful *h, event_id e);
void useful_followed(struct useful *h, event_id e);

static inline bool useful_has(const struct useful *h, event_id e)
{
    return h->events.at[e].count > 0;
}

/* After events outside U were taken out of the store. */
void useful_renumber(struct useful *h, const struct compact_map *map);

/* Aborts unless U is what the definition says; `followed` is what is left of
 * A.  Quadratic: for small nets. */
void useful_check(struct useful *h, struct es_span followed);

#endif
