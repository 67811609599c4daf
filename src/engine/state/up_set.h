/* up_set.h - why a formula does not hold at a marking, and what must fire
 * before it can (THEORY, Lemma 50).
 *
 * An up-set is a set of places and a set of transitions: at all markings
 * that agree with this one on the places the formula is false, and stays so
 * until one of the transitions fires.
 *
 *     and             that of one false operand
 *     or              those of all operands
 *     sum >= bound    places that keep the sum small enough, with the
 *                     transitions that change one of these for the larger; or
 *                     with those that raise the sum
 *     fireable(t)     an empty place that t needs, with its producers
 *     not fireable    the places that t needs, with their consumers
 *     deadlock        an enabled transition, as for "not fireable"
 *
 * Among alternatives the one is chosen that seems to add the fewest enabled
 * transitions. */
#ifndef UP_SET_H
#define UP_SET_H

#include "engine/state/stubborn_closure.h"
#include "question/formula.h"

/* A choice at the root, or at one of its operands if it is a conjunction. */
struct up_set_candidate {
    uint64_t cost;
    uint32_t node, variant; /* variant: as up_set.choice */
};

/* A place of a comparison whose change would raise its sum. */
struct up_set_gap {
    place_id place;
    int64_t size; /* by so much */
    uint64_t cost;
};

struct up_set {
    const struct net *net;
    const struct enabled_set *at; /* the marking */
    const struct formula *formula;
    uint64_t *cost;   /* by node */
    uint32_t *choice; /* by node: of a conjunction the operand, of a comparison
                         0 or 1 as above, of fireable the place, of a deadlock
                         the transition */
    net_trans_lists raisers; /* by node; only comparisons have some */
    bits_word *wanted;       /* places: more tokens can make it true */
    bits_word *unwanted;     /* places: fewer tokens can */
    VEC(struct up_set_candidate) candidates;
    VEC(struct up_set_gap) gaps;
    VEC(uint32_t) stack;
    uint64_t n_steps; /* of work */
};

/* Both outlive the struct; `at` counts enabled producers. */
void up_set_init(struct up_set *r, const struct net *net,
                 const struct enabled_set *at);
void up_set_finish(struct up_set *r);

/* Sets the formula, which outlives the struct. */
void up_set_seek(struct up_set *r, const struct formula *formula);

/* Looks at the marking, at which the formula does not hold; fills candidates,
 * the cheapest first. */
void up_set_look(struct up_set *r);

/* Adds the transitions of the up-set to the closure, and its places to
 * those of its set. */
void up_set_add(struct up_set *r, const struct up_set_candidate *candidate,
                struct stubborn_closure *closure);

#endif
