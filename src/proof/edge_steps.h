/* edge_steps.h - which transitions may come between two edges of an automaton,
 * as their guards tell.
 *
 *     e: p !q    t: p -> r    f: r !p         e, then t, then f
 *
 * Only the places that all cubes of the guard of an edge want marked, or all
 * want empty, are considered.  The net is presumed to be safe. */
#ifndef EDGE_STEPS_H
#define EDGE_STEPS_H

#include "proof/guards.h"

struct edge_steps {
    const struct net *net;
    const struct buchi *buchi;
    uint32_t n_words;
    bits_word *marked, *empty; /* by edge: the places of all its cubes */
    bool *clashes; /* by edge: it wants a place otherwise than the current edge,
                      so it matters which transition comes between */
};

/* For the edges of which `alive` is set. */
void edge_steps_init(struct edge_steps *steps, const struct net *net,
                     const struct buchi *buchi, const struct guards *guards,
                     const bool *alive);
void edge_steps_finish(struct edge_steps *steps);

/* Is t enabled at a marking that e reads? */
bool edge_steps_enables(const struct edge_steps *steps, uint32_t e, trans_id t);

/* Makes e the current edge of edge_steps_lead(). */
void edge_steps_look_behind(struct edge_steps *steps, uint32_t e);

/* Can edge f be taken at a marking that t leads to from one that e reads? */
bool edge_steps_lead(const struct edge_steps *steps, uint32_t e, trans_id t,
                     uint32_t f);

#endif
