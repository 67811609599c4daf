/* images.h - the images of sets of markings under the steps of a net, forwards
 * and backwards.
 *
 * A step belongs to the level of its first change.  Levels of which it has no
 * change stay the same and are passed over.  Saturation (Ciardo, Lüttgen,
 * Siminiceanu, 2001) makes each node closed under the steps of its level and
 * below, from the bottom to the top, so that few nodes are made that are not in
 * the result (THEORY, Lemma 112). */
#ifndef IMAGES_H
#define IMAGES_H

#include "engine/diagram/effects.h"
#include "engine/diagram/mdd.h"

struct images_frame;

/* Transitions of equal effect: their first change, and how many they are.  The
 * steps up to `end` need the same of the digit of their second change. */
struct images_step {
    uint32_t change, times, end;
};

/* No bound on what may be met. */
#define IMAGES_ANYWHERE UINT32_MAX

enum images_direction { IMAGES_FORWARDS, IMAGES_BACKWARDS };

struct images {
    struct mdd *diagram;
    const struct digits *digits;
    uint32_t n_levels;
    struct effects changes;
    /* By direction: all steps, by level and by the value that their first
     * change needs; and where these begin: for each value, first the steps that
     * lead to other markings, and then the rest. */
    struct images_step *heads[2];
    uint32_t *first[2];
    uint32_t n_steps;
    uint32_t most_moves; /* digits that a step leaves different */
    uint32_t lowest;     /* the lowest level that has steps */
    uint32_t n_idle; /* transitions without arcs, which fire at every marking */
    VEC(struct images_frame) frames;
    VEC(bool) dirty; /* of all frames, by value */
};

/* The arguments are borrowed.  Transitions that the digits show to be dead are
 * left out. */
void images_init(struct images *steps, const struct net *net,
                 const struct digits *digits, struct mdd *diagram);
void images_finish(struct images *steps);

/* The operations below collect. */

/* The set, and all markings that steps lead to from it. */
mdd_id images_closure(struct images *steps, mdd_id set);

/* The markings from which a run within `within` leads into the set, the
 * markings of the set in `within` included. */
mdd_id images_close_back(struct images *steps, mdd_id set, mdd_id within);

/* The markings that the step which begins with this change leads to. */
mdd_id images_step(struct images *steps, uint32_t change, mdd_id set);

/* The markings of `within` that one step leads to, or from which one leads. */
mdd_id images_image(struct images *steps, enum images_direction direction,
                    mdd_id set, mdd_id within);

#endif
