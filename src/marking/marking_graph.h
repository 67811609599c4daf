/* marking_graph.h - all reachable markings of a net, the steps between them,
 * and the strongly connected components of that graph.
 *
 * Markings are numbered from 0, the initial one, breadth first; components such
 * that no step leads to one with a larger number.  So the component of a
 * marking comes behind all others that it can reach.
 *
 * A choice is a marked place without producers whose consumers only move its
 * token to another place, as those of an open variable of a Boolean network.
 * If choices are made first, one behind the other, only a part of the markings
 * is listed; the terminal components are those of all markings (THEORY, Lemma
 * 143). */
#ifndef MARKING_GRAPH_H
#define MARKING_GRAPH_H

#include "base/stop.h"
#include "marking/markings.h"
#include "proof/witness.h"

struct marking_graph {
    const struct net *net;
    struct markings markings;
    VEC(uint32_t) first;  /* by marking, and one more: its first step */
    VEC(uint32_t) to;     /* by step: the marking that it leads to */
    VEC(trans_id) trans;  /* by step */
    VEC(uint32_t) parent; /* by marking: the step that found it */
    uint32_t *component;  /* by marking */
    uint32_t n_components;
    struct relation members; /* by component: its markings */
    trans_id unsafe;         /* puts a second token; TRANS_NONE */
    net_place_list choices;  /* that are made first */
};

/* So many markings lie between two looks at `stop`. */
enum { MARKING_GRAPH_ASK_EVERY = 1 << 10 };

/* When to give up. */
struct marking_graph_limits {
    const struct stop *stop; /* asked at intervals */
    uint32_t most;           /* markings */
    bool chooses;            /* choices are made first */
};

/* Builds the graph.  False when the limits end it, or the net is not safe.  The
 * caller must finish the graph in any case.
 */
bool marking_graph_init(struct marking_graph *g, const struct net *net,
                        const struct marking_graph_limits *limits);
void marking_graph_finish(struct marking_graph *g);

static inline uint32_t marking_graph_count(const struct marking_graph *g)
{
    return g->parent.len;
}

/* The marking to which t leads from m, which enables it. */
uint32_t marking_graph_fire(const struct marking_graph *g, uint32_t m,
                            trans_id t);

/* Does no step leave the component? */
bool marking_graph_is_terminal(const struct marking_graph *g, uint32_t c);

/* Appends a shortest run to a marking. */
void marking_graph_run(const struct marking_graph *g, uint32_t m,
                       witness_run *run);

#endif
