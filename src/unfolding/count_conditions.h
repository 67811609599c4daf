/* count_conditions.h - how many conditions a store of events stands for.
 *
 * Under `read` an event of the store is a pair of event and history.  Pairs
 * with one event produce the same conditions, and a copy of a place that a
 * reader consumed and produced again (THEORY, Lemma 33) is the same condition.
 * So events are grouped by their transition and the conditions that they use,
 * and each group produces the postset of its transition once. */
#ifndef COUNT_CONDITIONS_H
#define COUNT_CONDITIONS_H

#include "base/lists.h"
#include "unfolding/es.h"

/* Conditions of the places of the net, initial ones included, produced by the
 * events in the set.  Linear. */
uint64_t count_conditions_of(const struct es *es, const bits_word *events);

/* Events that are counted together, at most. */
enum { COUNT_CONDITIONS_MANY = 8 };

/* What stands for the group of an event: a slice of `numbers`. */
struct count_conditions_key {
    uint32_t at, len, hash;
};

/* The same, event by event: the number is n_net. */
struct count_conditions {
    const struct es *es;
    const struct compiled_net *compiled;
    VEC(uint32_t)
    same;                  /* by condition of the store: the condition it stands
                              for */
    VEC(uint32_t) numbers; /* of the keys of the events at hand, */
    struct count_conditions_key
        keys[COUNT_CONDITIONS_MANY]; /* which are these */
    struct lists groups;             /* the keys */
    VEC(uint32_t) produced;          /* by group: its first condition */
    struct stamp produced_on;        /* places of the net */
    uint32_t *first;                 /* by such a place: its first condition */
    struct stamp used_on; /* places, where they have copies: those with a
                             condition that the event at hand uses, */
    cond_id *used;        /* which is this one */
    uint32_t n_conds;     /* produced so far, own places included */
    uint64_t n_net;
};

/* Bottom is counted. */
void count_conditions_init(struct count_conditions *x, const struct es *es);
void count_conditions_finish(struct count_conditions *x);

/* Counts n events, each after its causes; their conditions must be in the store
 * if any event that is counted uses them.  Reads nothing of younger events. */
void count_conditions_add(struct count_conditions *x, const event_id *events,
                          uint32_t n);

#endif
