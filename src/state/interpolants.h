/* interpolants.h - the cubes that a search learns, and what each rests on.
 *
 * A node is a marking that was explored.  Its literals (THEORY, Definition 42)
 * are the places that its failure to reach the goal depends on: those that its
 * own set looked at, and those of its successors that the transition between
 * does not touch,
 *
 *     literals(M) = own(M) + (literals(N) - pre(t) - post(t))
 *                            for each link M -t-> N
 *
 * The marking on these literals is a cube: from none of its markings can the
 * goal be reached, if the same holds for the cubes that are linked to.  A
 * link may lead to any node whose cube holds the successor.
 *
 * Links form cycles and literals come in one after the other, so a cube is used
 * before it is final.  When a cube has become too narrow for a link to it, the
 * link is stale: its successor needs another cube, or is explored.  When no
 * link is stale the cubes are the least solution of the equations, and a proof
 * (THEORY, Theorem 43). */
#ifndef INTERPOLANTS_H
#define INTERPOLANTS_H

#include "engine/watch.h"
#include "net/net.h"
#include "state/cube_index.h"
#include "state/marking_store.h"

#define INTERPOLANTS_NONE UINT32_MAX

typedef VEC(uint32_t) interpolants_link_list;

struct interpolants_node {
    uint32_t parent; /* where it was first met from, by trans */
    trans_id trans;
    uint32_t in, out; /* first links, or INTERPOLANTS_NONE */
    uint32_t rank;    /* when it was closed for the first time */
    bool open;        /* being explored */
    bool full;        /* all transitions were explored */
    bool waiting;     /* in the queue of nodes that grew */
};

struct interpolants_link {
    uint32_t from, to; /* to: INTERPOLANTS_NONE while stale */
    trans_id trans;
    uint32_t next_in, next_out;
};

struct interpolants {
    const struct net *net;
    struct marking_store markings; /* the markings; node ids are theirs */
    struct cube_index index;
    VEC(struct interpolants_node) nodes;
    VEC(struct interpolants_link) links;
    marking_store_words literals;
    interpolants_link_list stale;
    VEC(uint32_t) grown;
    bits_word *scratch;
    uint32_t n_closed;
    uint64_t n_lookups; /* of markings that are not explored themselves */
    uint64_t n_hits;    /* of these, in a cube that was not taken back */
    uint64_t effort;   /* steps that the rest of the search took; the owner's */
    uint64_t n_spread; /* links that were told what grew */
};

void interpolants_init(struct interpolants *interpolants,
                       const struct net *net);
void interpolants_finish(struct interpolants *interpolants);

/* The node of a marking; *fresh when it is new, open and without literals. */
uint32_t interpolants_add(struct interpolants *interpolants, const bits_word *m,
                          uint32_t parent, trans_id trans, bool *fresh);

/* A node whose cube holds m, itself not open unless m is its marking; or
 * INTERPOLANTS_NONE.  Where cubes seldom hold a marking, the index is skipped
 * so that its work stays a part of that of the search. */
uint32_t interpolants_find(struct interpolants *interpolants,
                           const bits_word *m);

/* Words of the literals of a node; valid until the next interpolants_add(). */
bits_word *interpolants_literals(struct interpolants *interpolants,
                                 uint32_t node);
const bits_word *interpolants_marking(const struct interpolants *interpolants,
                                      uint32_t node);

/* The successor of from by trans is in the cube of to. */
void interpolants_link(struct interpolants *interpolants, uint32_t from,
                       trans_id trans, uint32_t to);

/* The same for a stale link, which keeps its number. */
void interpolants_relink(struct interpolants *interpolants, uint32_t link,
                         uint32_t to);

/* The node was explored: its cube may be used from now on. */
void interpolants_close(struct interpolants *interpolants, uint32_t node);

/* It is explored further. */
void interpolants_reopen(struct interpolants *interpolants, uint32_t node);

/* Passes on what grew; links become stale on the way.  Stops when the watch
 * says so, and then leaves the rest undone. */
void interpolants_settle(struct interpolants *interpolants,
                         struct watch *watch);

/* The marking to which a link leads. */
void interpolants_successor(const struct interpolants *interpolants,
                            uint32_t link, bits_word *m);

size_t interpolants_bytes(const struct interpolants *interpolants);

/* Aborts if an invariant is broken: every link that is not stale leads into
 * the cube it should, and the equations hold between settled nodes. */
void interpolants_check(struct interpolants *interpolants);

#endif
