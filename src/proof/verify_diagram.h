/* verify_diagram.h - does a diagram show that a question has no answer?
 *
 * The set has the initial marking, no step leads out of it, and no marking of
 * it answers.  A step that puts a second token on a place, or tokens on two
 * places of a level, leads out, so an accepted diagram shows that the net is
 * safe, too (THEORY, Lemma 130).
 *
 * The time is that of one step of each transition from the set, and of the
 * subsets of which parts of a formula hold. */
#ifndef VERIFY_DIAGRAM_H
#define VERIFY_DIAGRAM_H

#include "proof/diagram.h"
#include "proof/fault.h"
#include "question/goal.h"

/* A marking or a step answers the goal; a diagram proves no goal of another
 * kind. Places are those of the net; all other numbers are checked. False with
 * *fault set on the first error. */
bool verify_diagram(const struct net *net, const struct goal *goal,
                    const struct diagram *diagram, struct fault *fault);

#endif
