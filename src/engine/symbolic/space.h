/* space.h - how many words a set has, and how many markings enable steps. */
#ifndef SPACE_H
#define SPACE_H

#include "engine/symbolic/naturals.h"
#include "engine/symbolic/images.h"

struct space {
    const struct images *steps;
    struct mdd_list nodes;
    struct naturals words; /* of the nodes from the last one back */
};

/* The set of markings is borrowed, and nothing may be collected until the
 * end. */
void space_init(struct space *space, const struct images *steps, mdd_id set);
void space_finish(struct space *space);

/* Adds the number of markings, or nothing when the diagram is stopped; and for
 * each of these steps, by their first changes, the number of markings that it
 * can be taken from.  The changes are sorted by level. */
void space_count(const struct space *space, naturals_number *markings);
void space_count_steps(const struct space *space, const uint32_t *changes,
                       uint32_t n, naturals_number *firings);

#endif
