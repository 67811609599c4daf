/* es_fixture.h - a store of events with a configuration C, for the tests of the
 * modules that work on both.
 *
 * The model gives pasts, from names, and conflicts, from pasts and the
 * relation, as [Rod15] Def. 3 defines them.  It is independent of cuts, rows
 * and chains. */
#ifndef ES_FIXTURE_H
#define ES_FIXTURE_H

#include "engine/unfolding/config.h"
#include "engine/unfolding/cutoff.h"
#include "engine/unfolding/extend.h"
#include "random.h"

struct es_fixture {
    struct net *net;
    struct dep *dep;
    struct compiled_net *compiled;
    struct es *es;
    struct cutoff cutoff; /* which cuts nothing by itself */
    struct config c;
    struct extend x;
    struct watch watch; /* without limits */
    struct engine_limits limits;
    struct answer_stats stats;
};

/* Takes ownership of the net and the relation.  C is {bottom}, en(C) is filled.
 * The fixture points into itself and must not move. */
void es_fixture_init(struct es_fixture *s, struct net *net, struct dep *dep);
void es_fixture_init_goals(struct es_fixture *s, struct net *net,
                           struct dep *dep, const struct goal *goals,
                           uint32_t n_goals);
void es_fixture_finish(struct es_fixture *s);

/* A net from this seed under the i-th of four relations. */
void es_fixture_draw(struct es_fixture *s, uint64_t seed, enum random_kind kind,
                     uint32_t size, uint32_t i);

enum { ES_FIXTURE_RELATIONS = 4 };

/* Gives an event, unless it was met before, its conditions and its part in the
 * cutoffs. */
void es_fixture_meet(struct es_fixture *s, event_id e);

/* Pushes an event of en(C) and enables its extensions, which s->x.found lists;
 * false when there is a second token. */
bool es_fixture_push(struct es_fixture *s, event_id e);
void es_fixture_pop(struct es_fixture *s);

/* The first word of a marking of the store: in a net from es_fixture_draw() it
 * has all places that have arcs. */
bits_word es_fixture_word(const struct es_fixture *s, uint32_t marking);

/* The same of C; and its number. */
bits_word es_fixture_marking_word(const struct es_fixture *s);
uint32_t es_fixture_number(const struct es_fixture *s);

/* The event of en(C) with transition t. */
event_id es_fixture_enabled(const struct es_fixture *s, trans_id t);

/* Fires the transitions, one letter each: 'a' is transition 0. */
void es_fixture_fire(struct es_fixture *s, const char *letters);

/* A random event of en(C); EVENT_NONE when there is none. */
event_id es_fixture_pick(const struct es_fixture *s, struct random *random);

/* Returns to {bottom}; the walk then makes at most `steps` random pushes. */
void es_fixture_reset(struct es_fixture *s);
void es_fixture_walk(struct es_fixture *s, struct random *random,
                     uint32_t steps);

/* Random walks until the store has about max_events events; C is then
 * {bottom}. */
void es_fixture_fill(struct es_fixture *s, struct random *random,
                     uint32_t walks, uint32_t steps, uint32_t max_events);

/* The marking of C, by the token game. */
void es_fixture_marking(const struct es_fixture *s, bits_word *m);

/* Every field of C that pushing and popping may change, as bytes. */
typedef VEC(uint8_t) es_fixture_bytes;
void es_fixture_snapshot(const struct es_fixture *s, es_fixture_bytes *bytes);

struct model {
    const struct es_fixture *s;
    uint32_t n, words; /* events, with bottom */
    bits_word *past;   /* row e: [e] without bottom */
    bits_word *clash;  /* row e: the events in conflict with e */
};

void model_init(struct model *model, const struct es_fixture *s);
void model_finish(struct model *model);
const bits_word *model_past(const struct model *model, event_id e);
const bits_word *model_clash(const struct model *model, event_id e);

/* Are a and b unordered and dependent? */
bool model_collide(const struct model *model, event_id a, event_id b);

/* a #i b by the definition: in conflict, and both [a) + [b] and [a] + [b) are
 * configurations. */
bool model_immediate(const struct model *model, event_id a, event_id b);

/* The events of C without bottom. */
void model_config(const struct model *model, bits_word *set);

/* Is the set causally closed and conflict-free? */
bool model_is_config(const struct model *model, const bits_word *set);

#endif
