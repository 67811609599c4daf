/* interpolants.h - the cubes that a search learns, and how they depend on each
 * other.
 *
 * A node is an explored marking.  Its literals (THEORY, Definition 42) are the
 * places on which its failure to reach the goal depends: those of its stubborn
 * set, and the literals of its successors without the places of the transition
 * between them,
 *
 *     literals(M) = own(M) + (literals(N) - pre(t) - post(t))
 *                            for each link M -t-> N
 *
 * The marking restricted to its literals is a cube.  The goal is unreachable
 * from all markings of the cube if it is unreachable from the cubes to which
 * the node has links.  A link may lead to any node whose cube contains the
 * successor.
 *
 * Links form cycles and literals are added step by step, so a cube is used
 * before it is final.  A link is stale when its cube does not contain the
 * successor any more: then another cube must be found, or the successor
 * explored.  When no link is stale, the cubes are the least solution of the
 * equations, and a proof (THEORY, Theorem 43). */
#ifndef INTERPOLANTS_H
#define INTERPOLANTS_H

#include "engine/state/cube_index.h"
#include "engine/watch.h"
#include "marking/markings.h"

#define INTERPOLANTS_NONE UINT32_MAX
/* No rank yet.  A search with 2^29 nodes, of 100 bytes each, would be out of
 * memory. */
#define INTERPOLANTS_UNRANKED ((UINT32_C(1) << 29) - 1)

struct interpolants_node {
    uint32_t found; /* the link that led to it first, or INTERPOLANTS_NONE */
    uint32_t in;    /* the last link to it, or INTERPOLANTS_NONE */
    uint32_t rank : 29;  /* when it was closed for the first time */
    uint32_t open : 1;   /* being explored */
    uint32_t full : 1;   /* all transitions were explored */
    uint32_t queued : 1; /* in the queue of nodes with new literals */
};

struct interpolants_link {
    uint32_t from, to; /* to: INTERPOLANTS_NONE while stale */
    uint32_t trans : 31;
    uint32_t exact : 1; /* `to` is the successor, no other node */
    uint32_t next_in;   /* another link to the same node */
};

struct interpolants {
    const struct net *net;
    struct markings *markings;
    VEC(uint32_t) node_of; /* by marking, or INTERPOLANTS_NONE */
    struct cube_index index;
    struct literals literals;            /* by node */
    VEC(struct interpolants_node) nodes; /* each the cube of its number */
    VEC(struct interpolants_link) links;
    VEC(uint32_t) out;      /* by node: its last link; see interpolants_out() */
    VEC(uint32_t) next_out; /* by link: another one from the same node */
    VEC(uint32_t) stale;    /* links */
    VEC(uint32_t) grown;    /* queue of closed nodes with new literals */
    bits_word *scratch;
    uint32_t n_closed;
    uint64_t n_lookups; /* of markings that are not explored themselves */
    uint64_t n_hits;    /* of these, in a cube that has remained wide enough */
    uint64_t effort;    /* steps of the rest of the search; the owner counts */
    uint64_t n_passed;  /* links along which new literals were passed */
};

/* The markings must outlive the struct; the owner adds markings. */
void interpolants_init(struct interpolants *interpolants,
                       struct markings *markings);
void interpolants_finish(struct interpolants *interpolants);

/* The node of a marking, or INTERPOLANTS_NONE. */
uint32_t interpolants_node_of(const struct interpolants *interpolants,
                              uint32_t marking);

/* A new node for a marking that has none, open and without literals.  `found`
 * is the number of a link that may be made later. */
uint32_t interpolants_add(struct interpolants *interpolants, uint32_t marking,
                          uint32_t found);

/* A closed node whose cube contains m, which is no node, or INTERPOLANTS_NONE.
 * When cubes seldom contain a marking, the index is skipped, so that its work
 * remains a small part of that of the search. */
uint32_t interpolants_find(struct interpolants *interpolants,
                           const bits_word *m);

static inline uint32_t
interpolants_marking(const struct interpolants *interpolants, uint32_t node)
{
    return interpolants->index.cubes.at[node].marking;
}

/* The successor of from by trans is in the cube of to, and exact says whether
 * it is the marking of to.  link: the number of a stale link from there, or
 * that of the next new one, links.len. */
void interpolants_link(struct interpolants *interpolants, uint32_t link,
                       uint32_t from, trans_id trans, uint32_t to, bool exact);

/* A link from the node, or INTERPOLANTS_NONE; interpolants->next_out has the
 * others.  These lists are made when they are asked for. */
uint32_t interpolants_out(struct interpolants *interpolants, uint32_t node);

/* The node has been explored: its cube can be used. */
void interpolants_close(struct interpolants *interpolants, uint32_t node);

/* Passes new literals along links against their direction, until there are
 * none.  Links can become stale.  When the watch stops the run, some literals
 * are not passed. */
void interpolants_settle(struct interpolants *interpolants,
                         struct watch *watch);

/* Without the markings. */
size_t interpolants_bytes(const struct interpolants *interpolants);

/* Aborts if an invariant is broken: the successor of every link that is not
 * stale is in the cube of the link, and the equations hold between closed
 * nodes. */
void interpolants_check(struct interpolants *interpolants);

#endif
