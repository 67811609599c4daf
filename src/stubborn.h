/* stubborn.h - which transitions suffice at a marking.
 *
 * A set W of transitions, its members, closed under
 *
 *     t enabled    every u with which t is in mutual disabling is a member:
 *                  pre(t) meets pre or read of u, or pre(u) meets read(t)
 *     t disabled   of one unmarked place of pre(t) + read(t), the scapegoat,
 *                  all producers are members
 *
 * Then the first member of any run can be moved to its front.  What the set
 * is closed around makes sure that a run to an answer has a member at all:
 *
 *     property     a place that the answer wants marked and that is not: its
 *                  producers; one that it wants empty and that is marked: its
 *                  consumers; for a deadlock, an enabled transition
 *     persistent   an enabled transition, whatever is asked
 *
 * Of several such sets the one with the fewest enabled members is kept.
 * doc/THEORY.md, "Sets that suffice", has the proofs. */
#ifndef STUBBORN_H
#define STUBBORN_H

#include "enabling.h"
#include "goal.h"
#include "proof.h"

typedef VEC(trans_id) trans_list;
typedef VEC(place_id) place_list;

struct stubborn_set {
    enum proof_reason reason; /* why the goal does not hold */
    uint32_t node;            /* a place, for PROOF_LIVE a transition */
    trans_list active;        /* enabled members, as they came in */
    trans_list blocked;       /* disabled members */
    place_list scapegoats;    /* of these, one each */
};

struct stubborn {
    const struct net *net;
    const struct enabling *at; /* the marking */
    const struct goal *goal;   /* NULL: none, as for deadlocks */
    place_list wanted, refused;
    struct stubborn_set best, trial;
    trans_list queue, undecided;
    uint32_t now;                  /* the number of this closure; stamps: */
    uint32_t *member;              /* by transition */
    uint32_t *made, *used, *taken; /* by place: these transitions are in */
    uint64_t n_closures;
};

/* Both outlive the struct. */
void stubborn_init(struct stubborn *s, const struct net *net,
                   const struct enabling *at);
void stubborn_finish(struct stubborn *s);

/* What is asked; NULL or a goal that outlives the struct. */
void stubborn_aim(struct stubborn *s, const struct goal *goal);

/* Does the goal hold where we are?  False without a goal. */
bool stubborn_answers(const struct stubborn *s);

/* Each leaves its set in s->best.  The goal does not hold; for persistent,
 * and for property when a deadlock is sought, something is enabled. */
void stubborn_property(struct stubborn *s);
void stubborn_persistent(struct stubborn *s);

/* All transitions; the disabled ones only if they are asked for. */
void stubborn_everything(struct stubborn *s, bool blocked);

/* Adds to places what the set looked at: those of the reason, of the inputs of
 * the enabled members, and the scapegoats. */
void stubborn_literals(const struct stubborn *s, bits_word *places);

/* Could firing t end what the goal wants?  False for deadlocks. */
bool stubborn_spoils(const struct stubborn *s, trans_id t);

#endif
