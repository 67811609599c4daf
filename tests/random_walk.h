/* random_walk.h - random steps of an exploration, for the tests of the modules
 * that retain, move and evict events: C grows and shrinks, popped events go to
 * D, alternatives are followed, and U is maintained (useful_events.h).
 *
 * An exploration could make the same steps; the walk explores nothing to the
 * end. */
#ifndef RANDOM_WALK_H
#define RANDOM_WALK_H

#include "base/hash.h"
#include "engine/por/alt.h"
#include "engine/por/useful_events.h"
#include "engine/unfolding/cutoff_sweep.h"
#include "es_fixture.h"

/* An event of D: it was popped when C had `depth` events. */
struct random_walk_asleep {
    event_id event;
    uint32_t depth, undo;
};

/* Called when the push of the event on top, or the start, finds e; `created`: e
 * is new. */
struct random_walk_hooks {
    void (*meet)(void *self, event_id e, bool created);
    void *self;
};

struct random_walk {
    struct random random;
    struct es_fixture s;
    struct useful_events useful;
    struct alt alt;
    struct cutoff_sweep sweep;
    VEC(struct random_walk_asleep) d;
    es_event_list followed; /* causes first */
    struct random_walk_hooks hooks;
    uint32_t n_followed, n_popped; /* totals */
};

/* A random net under one of the relations.  The walk points into itself. */
void random_walk_draw(struct random_walk *r, uint64_t seed, uint32_t size);

/* A walk on a given net. */
void random_walk_init(struct random_walk *r, struct net *net, struct dep *dep,
                      uint64_t seed);

/* Finds the initial extensions; hooks.meet may be NULL. */
void random_walk_start(struct random_walk *r, struct random_walk_hooks hooks);
void random_walk_finish(struct random_walk *r);

/* Single steps.  Each requires a state in which it is possible. */
void random_walk_push(struct random_walk *r, event_id e);
void random_walk_pop(struct random_walk *r);  /* into D */
void random_walk_drop(struct random_walk *r); /* removes the last event of D */
void random_walk_follow(struct random_walk *r, event_id e);
void random_walk_unfollow(struct random_walk *r,
                          uint32_t i); /* r->followed.at[i] */

/* A random step. */
void random_walk_step(struct random_walk *r);

/* Runs useful_events_check(). */
void random_walk_check(struct random_walk *r);

/* Chooses the events to retain: U, every other event with this chance, and the
 * causes of all these. */
void random_walk_keep(struct random_walk *r, struct compact_map *map,
                      uint32_t percent);

/* Compacts the store and the fields of the walk. */
void random_walk_compact(struct random_walk *r, struct compact_map *map);

/* Numbers for events that do not depend on their ids.  They follow from
 * transition, conditions and readers, so from the numbers of the causes.  An
 * event has the same number in any two stores of a net under one relation. */
struct terms {
    struct hash ix;
    VEC(uint32_t) begin; /* by number: the start of its words */
    VEC(uint32_t) words;
    VEC(uint32_t) of; /* by event of the last store */
};

void terms_look(struct terms *terms, const struct es *es);
void terms_finish(struct terms *terms);

#endif
