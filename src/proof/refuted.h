/* refuted.h - is a formula false at all markings of a cube, and does it stay so
 * until a member fires?  That is PROOF_REFUTED of a proof by cubes (THEORY,
 * Lemma 50).  Of the opposite of a condition, with all transitions as members:
 * does the condition hold at all markings of the cube?
 *
 * A place is fixed when the cube says that it is empty and all its producers
 * are members, or that it is marked and all its consumers are members.  Leaves
 * that are refuted:
 *
 *     sum >= bound    the fixed places keep the sum below the bound; or all
 *                     places of the cube do, and all transitions that raise the
 *                     sum are members
 *     fireable(t)     a place that t needs is fixed as empty
 *     not fireable    all places that t needs are fixed as marked
 *     deadlock        the cube has an active member
 *     live            every transition needs a place that is fixed as empty
 *
 * A conjunction is refuted when one operand is, a disjunction when all are. */
#ifndef REFUTED_H
#define REFUTED_H

#include "question/formula.h"

/* A cube and its members: a place or transition is in a set when its entry is
 * the stamp. */
struct refuted_cube {
    const uint32_t *pos, *neg;
    const uint32_t *member; /* NULL: all transitions are members, so only the
                               markings of the cube themselves matter */
    uint32_t stamp;
    bool has_active;
};

struct refuted {
    const struct net *net;
    const struct formula *formula;
    net_trans_lists raisers; /* by node; only comparisons have some */
    bool *is_refuted;        /* by node */
};

/* The net and the formula must outlive the struct. */
void refuted_init(struct refuted *refuted, const struct net *net,
                  const struct formula *formula);
void refuted_finish(struct refuted *refuted);

/* Is the formula refuted in the cube?  The time is linear in the arcs of the
 * places and transitions of the formula. */
bool refuted_in(struct refuted *refuted, const struct refuted_cube *cube);

#endif
