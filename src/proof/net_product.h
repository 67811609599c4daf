/* net_product.h - a product of a net and an automaton, as a net; and how one is
 * made.
 *
 *     place p   the places of the given net come first, with the same numbers
 *     not p     is marked while p is empty, where the guard of an edge asks for
 *               that
 *
 * Then come places of the product's own, and transitions, with more arcs to
 * these. */
#ifndef NET_PRODUCT_H
#define NET_PRODUCT_H

#include "proof/guards.h"
#include "question/formula_builder.h"

struct net_product {
    struct net *net;
    struct formula *sought;  /* at a marking of it */
    net_trans_list trans_of; /* by transition: of the given net; TRANS_NONE */
    VEC(uint32_t) edge_of;   /* by transition: of the automaton; UINT32_MAX */
    place_id levels;         /* of product_net.h: level 0; the others follow */
};

void net_product_finish(struct net_product *product);

/* --- how it is made ------------------------------------------------------- */

struct net_builder;

struct net_product_builder {
    const struct net *given;
    struct net_product *product;
    struct net_builder *net;
    place_id *empty; /* by place: `not p`, or PLACE_NONE */
};

/* The places, as the given net marks them; guards NULL: there are no edges. */
void net_product_init(struct net_product_builder *parts,
                      struct net_product *product, const struct net *given,
                      const struct guards *guards);

/* The product has its net. */
void net_product_make(struct net_product_builder *parts);

/* Adds a place of the product's own; adds n of them, of which the first is
 * marked. */
place_id net_product_place(struct net_product_builder *parts, const char *kind,
                           const char *label, bool is_marked);
place_id net_product_places(struct net_product_builder *parts, const char *kind,
                            uint32_t n);

/* A transition without arcs: of transition `of` of the given net, or of an edge
 * of the automaton, or neither. */
trans_id net_product_trans(struct net_product_builder *parts, trans_id of,
                           uint32_t edge);

/* The same with the arcs of `of`; and for an edge, with read arcs from the
 * places of the cube. */
trans_id net_product_step(struct net_product_builder *parts, trans_id of);
trans_id net_product_edge(struct net_product_builder *parts, uint32_t edge,
                          const struct formula_cubes_cube *cube);

void net_product_move(struct net_product_builder *parts, trans_id t,
                      place_id from, place_id to);
void net_product_read(struct net_product_builder *parts, trans_id t,
                      place_id p);

/* Makes a node of the formula builder: the given net enables no transition. */
uint32_t net_product_deadlock(const struct net_product_builder *parts,
                              struct formula_builder *f);

#endif
