/* reduction_cycle.h - places between which a token can move unseen: the step
 * REDUCTION_CYCLE (reduction.h).
 *
 * A *move* is a transition that consumes one place, produces another one and
 * reads none. */
#ifndef REDUCTION_CYCLE_H
#define REDUCTION_CYCLE_H

#include "proof/reduction.h"

/* What a transition does with the places of a step. */
struct reduction_cycle_use {
    place_id need; /* consumes or reads it; PLACE_NONE: it needs none */
    place_id out;  /* produces it, or reads it; PLACE_NONE: it leaves none */
    bool reads;    /* need is read */
    bool moves;    /* a move from one of the places to another one */
};

/* False if t needs two of the places, produces two, or produces one while it
 * reads one: in a safe net such a transition never fires.  The places of a step
 * are step->a and the others, which are increasing. */
bool reduction_cycle_use(struct mutable_net *m,
                         const struct reduction_step *step,
                         const place_id *places, trans_id t,
                         struct reduction_cycle_use *use);

/* Do moves between the places lead from each of them to each other one? */
bool reduction_cycle_connects(struct mutable_net *m,
                              const struct reduction_step *step,
                              const place_id *places);

/* Merges the places into step->a.  Each transition around them is replaced by
 * one around step->a, in the order of their numbers; of the moves only the
 * first, which becomes one that reads step->a. */
void reduction_cycle_merge(struct reduction *reduction, struct mutable_net *m,
                           const struct reduction_step *step,
                           const place_id *places);

#endif
