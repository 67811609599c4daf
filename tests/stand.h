/* stand.h - a store of events with a configuration to stand on, for the tests
 * of the modules that work on both.
 *
 * The model says what the events of the store are in the terms of [Rod15]
 * Def. 3: pasts from their names, conflicts from pasts and the relation.  It
 * knows nothing of conditions in the cut, rows or chains. */
#ifndef STAND_H
#define STAND_H

#include "random.h"
#include "unfolding/config.h"
#include "unfolding/extend.h"

struct stand {
    struct net *net;
    struct dep *dep;
    struct arcs *arcs;
    struct es *es;
    struct config c;
    struct extend x;
    struct watch watch; /* sets no limit */
    struct limits limits;
    struct stats stats;
};

/* Takes over the net and the relation.  C is {bottom}, en(C) is filled.  It
 * points into itself and must stay where it is. */
void stand_init(struct stand *s, struct net *net, struct dep *dep);
void stand_init_goals(struct stand *s, struct net *net, struct dep *dep,
                      const struct goal *goals, uint32_t n_goals);
void stand_finish(struct stand *s);

/* The net of this seed under the i-th of four relations. */
void stand_draw(struct stand *s, uint64_t seed, enum random_kind kind,
                uint32_t size, uint32_t i);

enum { STAND_RELATIONS = 4 };

/* Pushes an event of en(C) and enables what it brings, which is in s->x.found;
 * false when there is a second token. */
bool stand_push(struct stand *s, event_id e);
void stand_pop(struct stand *s);

/* The event of en(C) whose transition is t. */
event_id stand_enabled(const struct stand *s, trans_id t);

/* Fires the transitions, one letter each: 'a' is transition 0. */
void stand_fire(struct stand *s, const char *letters);

/* One of en(C), EVENT_NONE when there is none. */
event_id stand_pick(const struct stand *s, struct random *random);

/* Back to {bottom}, then at most `steps` random pushes. */
void stand_reset(struct stand *s);
void stand_walk(struct stand *s, struct random *random, uint32_t steps);

/* Walks that fill the store with about max_events events; C is {bottom}. */
void stand_fill(struct stand *s, struct random *random, uint32_t walks,
                uint32_t steps, uint32_t max_events);

/* The transitions of C by the token game: the marking that they reach. */
void stand_marking(const struct stand *s, bits_word *m);

/* Every field of C that pushing and popping may change, as bytes. */
typedef VEC(uint8_t) stand_bytes;
void stand_snapshot(const struct stand *s, stand_bytes *bytes);

struct model {
    const struct stand *s;
    uint32_t n, words; /* events, bottom included */
    bits_word *past;   /* row e: [e], bottom left out */
    bits_word *clash;  /* row e: the events in conflict with e */
};

void model_init(struct model *model, const struct stand *s);
void model_finish(struct model *model);
const bits_word *model_past(const struct model *model, event_id e);
const bits_word *model_clash(const struct model *model, event_id e);

/* Neither before the other, and dependent by the relation. */
bool model_collide(const struct model *model, event_id a, event_id b);

/* The events of C, bottom left out. */
void model_config(const struct model *model, bits_word *set);

/* Is the set closed under causes and free of conflict? */
bool model_is_config(const struct model *model, const bits_word *set);

#endif
