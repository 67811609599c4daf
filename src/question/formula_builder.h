/* formula_builder.h - builds formulas bottom up.
 *
 * A builder makes nodes, by number, from nodes that it made before; a node may
 * be used several times.  A sum is built apart, from places and constants:
 *
 *     formula_sum_place(&left, p1, 1);
 *     formula_sum_place(&left, p2, 2);
 *     formula_sum_constant(&right, 2);
 *     a = formula_builder_compare(b, &left, FORMULA_GE, &right);
 *     c = formula_builder_not(formula_builder_fireable(b, t));
 *     d = formula_builder_two(b, FORMULA_AND, a, c);
 *     formula = formula_builder_finish(b, d, false, diag);
 *
 * Nothing here recurses, whatever the depth of a formula. */
#ifndef FORMULA_BUILDER_H
#define FORMULA_BUILDER_H

#include "question/formula.h"

enum formula_builder_relation {
    FORMULA_EQ,
    FORMULA_NE,
    FORMULA_LT,
    FORMULA_LE,
    FORMULA_GT,
    FORMULA_GE,
};

struct formula_builder;

struct formula_builder *formula_builder_create(void);
void formula_builder_destroy(struct formula_builder *builder);

/* From now on a comparison of a place of the net that can have several tokens,
 * as 2*p >= 3, is whether one of its levels is marked (net_level()). */
void formula_builder_levels(struct formula_builder *builder,
                            const struct net *net);

/* Each makes a node and returns its number. */

/* Place p of that net has n tokens or more. */
uint32_t formula_builder_level(struct formula_builder *builder, place_id p,
                               int64_t n);
uint32_t formula_builder_constant(struct formula_builder *builder, bool value);
uint32_t formula_builder_deadlock(struct formula_builder *builder);
uint32_t formula_builder_fireable(struct formula_builder *builder, trans_id t);

/* The negation of a node, which has the number beside it. */
static inline uint32_t formula_builder_not(uint32_t node)
{
    return node ^ 1;
}

/* op is FORMULA_AND or FORMULA_OR; of no nodes it is true or false. */
uint32_t formula_builder_join(struct formula_builder *builder,
                              enum formula_op op, const uint32_t *nodes,
                              uint32_t n);
uint32_t formula_builder_two(struct formula_builder *builder,
                             enum formula_op op, uint32_t a, uint32_t b);

/* The same of a list, which it frees. */
typedef VEC(uint32_t) formula_builder_nodes;

uint32_t formula_builder_all(struct formula_builder *builder,
                             enum formula_op op, formula_builder_nodes *nodes);

uint32_t formula_builder_xor(struct formula_builder *builder, uint32_t a,
                             uint32_t b);

/* left relation right.  The sums remain the caller's. */
uint32_t formula_builder_compare(struct formula_builder *builder,
                                 const struct formula_sum *left,
                                 enum formula_builder_relation relation,
                                 const struct formula_sum *right);

/* The formula of the node, or of its negation.  NULL with DIAG_USAGE when a
 * number or the formula is too large. */
struct formula *formula_builder_make(const struct formula_builder *builder,
                                     uint32_t root, bool negated,
                                     struct diag *diag);

/* The same; frees the builder. */
struct formula *formula_builder_finish(struct formula_builder *builder,
                                       uint32_t root, bool negated,
                                       struct diag *diag);

/* --- formula_part.c - a formula as a part of another one. */

/* A node of the builder that is this formula. */
uint32_t formula_part(struct formula_builder *b, const struct formula *formula);

/* The negation of the formula.  NULL: it is too large. */
struct formula *formula_part_negation(const struct formula *formula);

/* What stands for a comparison, and for "t can fire". */
struct formula_builder_leaves {
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
                         const struct formula_builder_leaves *leaves);

/* One that says that p is marked, or empty. */
uint32_t formula_part_place(struct formula_builder *b, place_id p, bool marked);

/* One that says that some places are marked, and others are empty. */
uint32_t formula_part_cube(struct formula_builder *b,
                           struct net_place_span marked,
                           struct net_place_span empty);

#endif
