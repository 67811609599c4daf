/* roam.h - random steps of an exploration, for the tests of what holds, moves
 * and evicts events: C grows and shrinks, what is popped goes to D,
 * alternatives are followed, and U is counted along (held.h).
 *
 * The steps come in an order in which an exploration could make them, but
 * nothing is explored to the end. */
#ifndef ROAM_H
#define ROAM_H

#include "por/alt.h"
#include "por/held.h"
#include "stand.h"

/* An event of D: it was popped from C when that had `depth` events. */
struct roam_asleep {
    event_id event;
    uint32_t depth, undo;
};

/* The push of the event on top, or the beginning, found e; if it was `created`,
 * nobody knows it yet. */
struct roam_hooks {
    void (*meet)(void *self, event_id e, bool created);
    void *self;
};

struct roam {
    struct random random;
    struct stand s;
    struct held held;
    struct alt alt;
    VEC(struct roam_asleep) d;
    event_list followed; /* causes first */
    struct roam_hooks hooks;
    uint32_t n_followed, n_popped; /* so far */
};

/* A random net under one of the relations.  Points into itself. */
void roam_draw(struct roam *r, uint64_t seed, uint32_t size);

/* A net of one's own. */
void roam_init(struct roam *r, struct net *net, struct dep *dep, uint64_t seed);

/* The beginning finds its extensions; hooks.meet may be NULL. */
void roam_start(struct roam *r, struct roam_hooks hooks);
void roam_finish(struct roam *r);

/* Single steps: each is only for a state in which it can be made. */
void roam_push(struct roam *r, event_id e);
void roam_pop(struct roam *r);  /* to D */
void roam_drop(struct roam *r); /* what came to D last */
void roam_follow(struct roam *r, event_id e);
void roam_unfollow(struct roam *r, uint32_t i); /* r->followed.at[i] */

/* One of them at random. */
void roam_step(struct roam *r);

/* held_check() */
void roam_check(struct roam *r);

/* Chooses what is kept: U, each other event with that chance, and causes. */
void roam_keep(struct roam *r, struct compact_map *map, uint32_t percent);

/* Moves the store and whatever is here. */
void roam_compact(struct roam *r, struct compact_map *map);

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
