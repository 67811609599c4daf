/* formula_part.h - a formula as a part of another one. */
#ifndef FORMULA_PART_H
#define FORMULA_PART_H

#include "question/formula_builder.h"

/* A node of the builder that is this formula. */
uint32_t formula_part(struct formula_builder *b, const struct formula *formula);

/* The negation of the formula.  NULL: it is too large. */
struct formula *formula_part_negation(const struct formula *formula);

/* What stands for a comparison, and for "t can fire". */
struct formula_part_leaves {
    uint32_t (*compare)(const void *self, struct formula_builder *b,
                        const struct formula *formula,
                        const struct formula_node *node);
    uint32_t (*fireable)(const void *self, struct formula_builder *b,
                         trans_id t);
    const void *self;
};

/* The same with other leaves. */
uint32_t formula_part_of(struct formula_builder *b,
                         const struct formula *formula,
                         const struct formula_part_leaves *leaves);

/* One that says that p is marked, or empty. */
uint32_t formula_part_place(struct formula_builder *b, place_id p, bool marked);

/* One that says that some places are marked, and others are empty. */
uint32_t formula_part_cube(struct formula_builder *b,
                           struct net_place_span marked,
                           struct net_place_span empty);

#endif
