/* recovery_cubes.h - markings from which a condition can be reached, as cubes.
 *
 * A cube is a set of places that are marked and of places that are empty.  The
 * condition is true in a base cube; in another one a transition is enabled, and
 * leads into the cube `next`, which is an earlier one (THEORY, Lemma 90).  So
 * the condition can be reached from each marking of a cube.
 *
 * Cubes are made backwards along runs that reach the condition or a cube: a
 * step that touches no place of a cube is left out. */
#ifndef RECOVERY_CUBES_H
#define RECOVERY_CUBES_H

#include "base/bits.h"
#include "proof/witness.h"
#include "question/formula.h"

#define RECOVERY_BASE UINT32_MAX

struct recovery_cubes_cube {
    net_place_list marked, empty; /* increasing */
    trans_id trans;               /* TRANS_NONE: a base cube */
    uint32_t next;                /* RECOVERY_BASE: the condition itself */
};

struct recovery_cubes {
    const struct net *net;
    const struct formula *condition;
    VEC(struct recovery_cubes_cube) at;
};

void recovery_cubes_init(struct recovery_cubes *cubes, const struct net *net,
                         const struct formula *condition);
void recovery_cubes_finish(struct recovery_cubes *cubes);

/* The run leads from marking m, which changes, to one at which the condition or
 * a cube holds. */
void recovery_cubes_add(struct recovery_cubes *cubes, bits_word *m,
                        const witness_run *run);

/* The formula that neither the condition nor a cube holds, or that one does;
 * NULL: it is too large. */
struct formula *recovery_cubes_formula(const struct recovery_cubes *cubes,
                                       bool outside);

#endif
