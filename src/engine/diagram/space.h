/* space.h - how many words a set has, and how many markings enable steps. */
#ifndef SPACE_H
#define SPACE_H

#include "engine/diagram/naturals.h"
#include "engine/diagram/images.h"

struct space {
    const struct images *steps;
    struct mdd_list nodes;
    naturals_list words; /* of the nodes from the last one back */
};

/* The set is borrowed, and the diagram must not collect until
 * space_finish(). */
void space_init(struct space *space, const struct images *steps, mdd_id set);
void space_finish(struct space *space);

/* space_count() adds the number of markings, or nothing when the diagram is
 * stopped. space_count_steps() adds, for each step, the number of markings that
 * enable it; the steps are sorted by the level of their first change.
 *
 * A value that stands for several places is as many markings; for a step that
 * needs it, it is one, since the step needs one of the places. */
void space_count(const struct space *space, naturals_number *markings);
void space_count_steps(const struct space *space,
                       const struct images_step *steps, uint32_t n,
                       naturals_number *firings);

/* space_add() adds the number of markings of the set; space_small() returns it
 * if it is below 2^63, otherwise UINT64_MAX. */
void space_add(const struct images *steps, mdd_id set,
               naturals_number *markings);
uint64_t space_small(const struct images *steps, mdd_id set);

#endif
