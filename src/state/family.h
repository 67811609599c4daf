/* family.h - the cubes that a search learns, and what each rests on.
 *
 * A node is a marking that was explored.  Its literals are the places that
 * its failure to reach the goal depends on: those that its own set looked at,
 * and those of its successors that the transition between does not touch,
 *
 *     literals(M) = own(M) + (literals(N) - pre(t) - post(t))
 *                            for each link M -t-> N
 *
 * The marking on these literals is a cube: from none of its markings can the
 * goal be reached, if the same holds for the cubes that are linked to.  A
 * link may lead to any node whose cube holds the successor.
 *
 * Links form cycles and literals come in one after the other, so a cube is
 * used before it is finished: what has become too narrow for one of its links
 * gives that link back as stale, to be linked again or explored.  When no link
 * is stale the cubes are the least solution of the equations, and a proof. */
#ifndef FAMILY_H
#define FAMILY_H

#include "engine/watch.h"
#include "net/net.h"
#include "state/cube.h"
#include "state/visited.h"

#define FAMILY_NONE UINT32_MAX

typedef VEC(uint32_t) link_list;

struct family_node {
    uint32_t parent; /* where it was first met from, by trans */
    trans_id trans;
    uint32_t in, out; /* first links, or FAMILY_NONE */
    uint32_t rank;    /* when it was closed for the first time */
    bool open;        /* being explored */
    bool full;        /* all transitions were explored */
    bool waiting;     /* in the queue of nodes that grew */
};

struct family_link {
    uint32_t from, to; /* to: FAMILY_NONE while stale */
    trans_id trans;
    uint32_t next_in, next_out;
};

struct family {
    const struct net *net;
    struct visited visited; /* the markings; node ids are theirs */
    struct cube_index index;
    VEC(struct family_node) nodes;
    VEC(struct family_link) links;
    word_list literals;
    link_list stale;
    VEC(uint32_t) grown;
    bits_word *scratch;
    uint32_t n_closed;
    uint64_t n_lookups; /* of markings that are not explored themselves */
    uint64_t n_hits;    /* of these, in a cube that was not taken back */
    uint64_t effort;   /* steps that the rest of the search took; the owner's */
    uint64_t n_spread; /* links that were told what grew */
};

void family_init(struct family *family, const struct net *net);
void family_finish(struct family *family);

/* The node of a marking; *fresh when it is new, open and without literals. */
uint32_t family_add(struct family *family, const bits_word *m, uint32_t parent,
                    trans_id trans, bool *fresh);

/* A node whose cube holds m, itself not open unless m is its marking; or
 * FAMILY_NONE.  Cubes are asked as long as that pays: where they seldom hold
 * anything, the work of asking them is kept to a part of the search. */
uint32_t family_find(struct family *family, const bits_word *m);

/* Words of the literals of a node; valid until the next family_add(). */
bits_word *family_literals(struct family *family, uint32_t node);
const bits_word *family_marking(const struct family *family, uint32_t node);

/* The successor of from by trans is in the cube of to. */
void family_link(struct family *family, uint32_t from, trans_id trans,
                 uint32_t to);

/* The same for a stale link, which keeps its number. */
void family_relink(struct family *family, uint32_t link, uint32_t to);

/* The node was explored: its cube may be used from now on. */
void family_close(struct family *family, uint32_t node);

/* It is explored further. */
void family_reopen(struct family *family, uint32_t node);

/* Passes on what grew; links become stale on the way.  Stops when the watch
 * says so, and then leaves the rest undone. */
void family_settle(struct family *family, struct watch *watch);

/* The marking to which a link leads. */
void family_successor(const struct family *family, uint32_t link, bits_word *m);

size_t family_bytes(const struct family *family);

/* Aborts if an invariant is broken: every link that is not stale leads into
 * the cube it should, and the equations hold between settled nodes. */
void family_check(struct family *family);

#endif
