/* recovery_cubes.h - cubes of a recovery proof, made from runs.
 *
 * Cubes are made backwards along a run that reaches the condition or a cube: a
 * step that touches no place of a cube is left out. */
#ifndef RECOVERY_CUBES_H
#define RECOVERY_CUBES_H

#include "base/bits.h"
#include "proof/recovery_proof.h"

/* The run leads from marking m, which changes, to one at which the condition or
 * a cube holds. */
void recovery_cubes_add(struct recovery_proof *proof, const struct net *net,
                        const struct formula *condition, bits_word *m,
                        const trans_id *run, uint32_t len);

#endif
