/* checks.h - invariants of modules, recomputed from the definitions. */
#ifndef CHECKS_H
#define CHECKS_H

#include "engine/state/stubborn_closure.h"
#include "marking/enabled_set.h"
#include "net/units.h"
#include "occurrence/prefix.h"
#include "question/formula.h"

/* Each aborts if an invariant is broken. */
void net_check(const struct net *net);
void units_check(const struct units *units);
void formula_check(const struct formula *formula, const struct net *net);

/* Aborts if an invariant is broken: causes have smaller numbers than their
 * effects and form an antichain; transition and causes identify an event; every
 * condition has one producer, and its users have the producer as a cause;
 * consumers of a condition are in conflict; each listed conflict is the only
 * one in the union of the two local configurations.  Quadratic. */
void prefix_check(const struct prefix *prefix);

/* Aborts unless the set is closed. */
void stubborn_closure_check(const struct stubborn_closure *closure,
                            const struct stubborn_closure_set *set);

/* Aborts unless the set is what the token game enables. */
void enabled_set_check(const struct enabled_set *enabled_set);

#endif
