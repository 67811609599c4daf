/* random_walk.h - random steps of an exploration, for the tests of what holds,
 * moves and evicts events: C grows and shrinks, what is popped goes to D,
 * alternatives are followed, and U is counted along (useful.h).
 *
 * The steps come in an order in which an exploration could make them, but
 * nothing is explored to the end. */
#ifndef RANDOM_WALK_H
#define RANDOM_WALK_H

#include "es_fixture.h"
#include "por/alt.h"
#include "por/useful.h"

/* An event of D: it was popped from C when that had `depth` events. */
struct random_walk_asleep {
    event_id event;
    uint32_t depth, undo;
};

/* The push of the event on top, or the beginning, found e; if it was `created`,
 * nobody knows it yet. */
struct random_walk_hooks {
    void (*meet)(void *self, event_id e, bool created);
    void *self;
};

struct random_walk {
    struct random random;
    struct es_fixture s;
    struct useful useful;
    struct alt alt;
    VEC(struct random_walk_asleep) d;
    es_event_list followed; /* causes first */
    struct random_walk_hooks hooks;
    uint32_t n_followed, n_popped; /* so far */
};

/* A random net under one of the relations.  Points into itself. */
void random_walk_draw(struct random_walk *r, uint64_t seed, uint32_t size);

/* A net of one's own. */
void random_walk_init(struct random_walk *r, struct net *net, struct dep *dep,
                      uint64_t seed);

/* The beginning finds its extensions; hooks.meet may be NULL. */
void random_walk_start(struct random_walk *r, struct random_walk_hooks hooks);
void random_walk_finish(struct random_walk *r);

/* Single steps: each is only for a state in which it can be made. */
void random_walk_push(struct random_walk *r, event_id e);
void random_walk_pop(struct random_walk *r);  /* to D */
void random_walk_drop(struct random_walk *r); /* what came to D last */
void random_walk_follow(struct random_walk *r, event_id e);
void random_walk_unfollow(struct random_walk *r,
                          uint32_t i); /* r->followed.at[i] */

/* One of them at random. */
void random_walk_step(struct random_walk *r);

/* useful_check() */
void random_walk_check(struct random_walk *r);

/* Chooses what is kept: U, each other event with that chance, and causes. */
void random_walk_keep(struct random_walk *r, struct compact_map *map,
                      uint32_t percent);

/* Moves the store and whatever is here. */
void random_walk_compact(struct random_walk *r, struct compact_map *map);

/* Numbers for events that say what they are, whatever their ids: by transition,
 * conditions and readers, and so by the numbers of their causes.  The same
 * number in any two stores of a net under one relation. */
struct terms {
    struct hash ix;
    VEC(uint32_t) begin; /* by number: where its words begin */
    VEC(uint32_t) words;
    VEC(uint32_t) of; /* by event of the store looked at last */
};

void terms_look(struct terms *terms, const struct es *es);
void terms_finish(struct terms *terms);

#endif
