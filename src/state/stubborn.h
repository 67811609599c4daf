/* stubborn.h - which transitions suffice at a marking.
 *
 * The first member of any run can go first when the set is closed
 * (stubborn_closure.h).  The set is closed around transitions of which every
 * run to an answer fires one:
 *
 *     property     the producers of a place that the answer wants marked and
 *                  that is not; the consumers of a place that it wants empty
 * and that is marked; for a deadlock, an enabled transition (THEORY, Theorem
 * 37) persistent   an enabled transition, whatever is asked (THEORY, Theorem 38
 *                  says what is needed besides)
 *
 * Of several such sets the one with the fewest enabled members is kept. */
#ifndef STUBBORN_H
#define STUBBORN_H

#include "net/goal.h"
#include "state/stubborn_minimize.h"

struct stubborn {
    const struct net *net;
    const struct enabled_set *at; /* the marking */
    const struct goal *goal;      /* NULL: none, as for deadlocks */
    net_place_list wanted, refused;
    struct stubborn_closure closure;
    struct stubborn_minimize minimize;
    struct stubborn_closure_set best;
};

/* Both outlive the struct. */
void stubborn_init(struct stubborn *s, const struct net *net,
                   const struct enabled_set *at);
void stubborn_finish(struct stubborn *s);

/* What is asked; NULL or a goal that outlives the struct. */
void stubborn_aim(struct stubborn *s, const struct goal *goal);

/* Does the goal hold at the marking?  False without a goal. */
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
