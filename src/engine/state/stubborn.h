/* stubborn.h - stubborn sets: which transitions suffice at a marking.
 *
 * In a closed set the first member that a run fires can be moved to the front
 * of the run (stubborn_closure.h).  The set is closed around transitions:
 *
 *     property     all producers of an unmarked place that the goal wants
 *                  marked, or all consumers of a marked place that it wants
 *                  empty; for a deadlock, an enabled transition; for a formula,
 *                  those of an up-set (up_set.h).  Every run to the goal
 *                  fires one of them (THEORY, Theorem 37).
 *     persistent   an enabled transition, whatever the goal (THEORY,
 *                  Theorem 38, says what is needed besides)
 *
 * Among several such sets, one with the fewest enabled members is chosen. */
#ifndef STUBBORN_H
#define STUBBORN_H

#include "engine/state/up_set.h"
#include "engine/state/stubborn_minimize.h"
#include "question/goal.h"

struct stubborn {
    const struct net *net;
    const struct enabled_set *at;   /* the marking */
    const struct goal *goal;        /* NULL: none, as for deadlocks */
    net_place_list wanted, refused; /* unless it is a formula */
    struct up_set up_set;           /* of a formula */
    struct stubborn_closure closure;
    struct stubborn_minimize minimize;
    struct stubborn_closure_set best;
};

/* Both outlive the struct; `at` counts enabled producers. */
void stubborn_init(struct stubborn *s, const struct net *net,
                   const struct enabled_set *at);
void stubborn_finish(struct stubborn *s);

/* Sets the goal: NULL, or a goal that outlives the struct. */
void stubborn_seek(struct stubborn *s, const struct goal *goal);

/* Each leaves its set in s->best.  The goal must not hold.  For persistent, and
 * for property when a deadlock is sought, a transition must be enabled. */
void stubborn_property(struct stubborn *s);
void stubborn_persistent(struct stubborn *s);

/* All transitions; the disabled ones only if `blocked` is set. */
void stubborn_everything(struct stubborn *s, bool blocked);

/* Appends the places on which the stubborn set depends, some of them more than
 * once: the places of the reason, the places that the enabled members consume
 * or read, and the scapegoats. */
void stubborn_literals(const struct stubborn *s, net_place_list *places);

/* Does t consume a token that the goal wants, or produce one that it does not?
 * False for a deadlock as a goal of its own. */
bool stubborn_hinders(const struct stubborn *s, trans_id t);

#endif
