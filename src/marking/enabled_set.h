/* enabled_set.h - the current marking, and the transitions that it enables.
 *
 * Each transition has a count of the unmarked places that it consumes or reads,
 * so that enabled transitions are known at any time.  A move to another marking
 * takes time linear in the words of a marking and in the arcs of the places in
 * which the two markings differ; firing takes time linear in these arcs. */
#ifndef ENABLED_SET_H
#define ENABLED_SET_H

#include "base/bits.h"
#include "net/net.h"
#include "question/formula.h"

struct markings;

struct enabled_set {
    const struct net *net;
    uint32_t words;     /* of a marking, at least 1 */
    bits_word *marking; /* the current one */
    uint32_t *missing;  /* by transition: unmarked places of pre and read */
    bits_word *enabled; /* transitions */
    bits_word *blocks;  /* the words of `enabled` that are not empty */
    uint32_t n_enabled;
    uint32_t *n_enabled_producers; /* by place, or NULL: not counted */
    bits_word *read;               /* a marking of a store */
    uint64_t work;                 /* see enabled_set_take_work() */
};

/* The current marking is empty. */
void enabled_set_init(struct enabled_set *enabled_set, const struct net *net);
void enabled_set_finish(struct enabled_set *enabled_set);

/* Counts enabled producers from now on. */
void enabled_set_count_producers(struct enabled_set *enabled_set);

/* Moves to marking m, of enabled_set->words words. */
void enabled_set_move(struct enabled_set *enabled_set, const bits_word *m);

/* Moves to marking `id` of a store (markings.h). */
void enabled_set_read(struct enabled_set *enabled_set,
                      const struct markings *markings, uint32_t id);

/* Fires t, which is enabled; undoes t, which led to this marking. */
void enabled_set_fire(struct enabled_set *enabled_set, trans_id t);
void enabled_set_unfire(struct enabled_set *enabled_set, trans_id t);

static inline bool enabled_set_has(const struct enabled_set *enabled_set,
                                   trans_id t)
{
    return enabled_set->missing[t] == 0;
}

/* Until the next move. */
static inline struct formula_marking
enabled_set_at(const struct enabled_set *enabled_set)
{
    return (struct formula_marking){enabled_set->net, enabled_set->marking,
                                    enabled_set->missing,
                                    enabled_set->n_enabled};
}

static inline bool enabled_set_marked(const struct enabled_set *enabled_set,
                                      place_id p)
{
    return bits_has(enabled_set->marking, p);
}

/* The arcs visited since the last call, as units of work (watch.h). */
uint64_t enabled_set_take_work(struct enabled_set *enabled_set);

/* The least enabled transition from t on, or TRANS_NONE. */
trans_id enabled_set_next(const struct enabled_set *enabled_set, trans_id t);

#endif
