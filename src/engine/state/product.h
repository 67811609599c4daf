/* product.h - the product of a net and an automaton, and the run of a component
 * that accepts.
 *
 * A state is a marking and a state of the automaton:
 *
 *     (m, q) --> (m', q')   q has an edge to q' that reads what holds at m,
 *                           and a transition leads from m to m'; if m enables
 *                           none, m' is m */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "base/keys.h"
#include "engine/state/ample.h"
#include "engine/state/whole_step.h"
#include "temporal/buchi.h"

struct product_frame {
    uint32_t state;
    uint32_t marking;
    trans_id trans;  /* that led here; TRANS_NONE: none did */
    uint32_t edge;   /* of the automaton: to go on with */
    uint32_t next;   /* where among the transitions to go on */
    uint64_t letter; /* what holds at the marking */
    uint32_t ample;  /* how many transitions suffice; 0: all that are enabled */
};

/* A component that is open: it begins with the state of this number. */
struct product_root {
    uint32_t number;
    uint64_t within; /* acceptance sets of edges in it */
    uint64_t into;   /* and of the edge that leads to it */
};

struct product {
    struct marking_goals *goals;
    struct enabled_set *at; /* the marking of the top frame */
    const struct net *net;
    struct markings markings;
    struct whole_step step;
    const struct temporal *temporal;
    struct buchi *automaton;
    uint64_t *changes; /* temporal_changes() */
    struct ample ample;
    bool reduces;          /* by it */
    net_trans_list chosen; /* ample sets of the frames, one after the other */
    uint64_t all_sets;     /* with those of fair transitions */
    struct keys states;    /* marking and state of the automaton */
    VEC(uint32_t) number;  /* by state; 0: its component is closed */
    VEC(uint32_t) open;    /* states of open components */
    VEC(struct product_root) roots;
    VEC(struct product_frame) frames;
    uint32_t n_met;
    uint32_t turn; /* chooses the order of the transitions */
    bool too_deep;
    bool no_beginning; /* the formula does not see what the automaton does */
};

/* --- lasso.c: depth first on the product, for a run that is accepted --------
 *
 * For a formula without X, ample sets suffice (ample.h).  The algorithm is
 * Couvreur's [Cou99]: components as in Tarjan's, and for each that is open the
 * acceptance sets of its edges.  When a component has all of them, a shortest
 * way to it and a loop through all sets are the run. */

/* The closure and `at` have the same marking; NULL: nothing is reduced. */
void lasso_init(struct product *product, struct marking_goals *goals,
                struct enabled_set *at, struct stubborn_closure *closure);
void lasso_finish(struct product *product);

enum product_verdict {
    LASSO_NONE,     /* no run is accepted */
    LASSO_FOUND,    /* question g has its run */
    LASSO_GIVEN_UP, /* after so much work, or as the watch says */
    LASSO_LARGE,    /* the automaton is too large */
};

/* Seeks a run for question g (THEORY, Theorem 95). */
enum product_verdict lasso_seek(struct product *product, uint32_t g,
                                uint32_t turn, uint64_t budget_end);

/* --- product.c ------------------------------------------------------------ */

/* The acceptance sets of a step from the current marking by this edge, and by
 * t, or by none. */
static inline uint64_t product_sets(const struct product *product,
                                    const struct buchi_edge *edge, trans_id t)
{
    return edge->sets |
           temporal_fair_steps(product->temporal, product->automaton->n_sets,
                               product->net, product->at->marking, t);
}

/* The topmost component that is open has edges of all acceptance sets.  Fills
 * the run: a shortest way to it, and a loop.  Returns how many steps come
 * before those that repeat. */
uint32_t product_run(struct product *product, witness_run *run);

/* The state of the top frame accepts whatever follows.  Fills the run: a
 * shortest way to it.  Returns LTL_OPEN, or its length if it ends at a
 * deadlock. */
uint32_t product_beginning(struct product *product, witness_run *run);

#endif
