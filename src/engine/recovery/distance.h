/* distance.h - how often transitions must fire to mark some places and to empty
 * others, by the state equation.
 *
 *     M + C x wanted,   0 <= M + C x <= 1,   x >= 0,   least sum of x
 *
 * Only M changes between two programs, so each begins with the solution of the
 * one before. */
#ifndef DISTANCE_H
#define DISTANCE_H

#include "engine/watch.h"
#include "structure/lp.h"

struct distance {
    const struct net *net;
    const struct glpk_calls *glpk;
    glp_prob *program;
    signed char *wanted; /* by place: 1 marked, -1 empty */
};

/* The scope must outlive it. */
void distance_init(struct distance *distance, const struct net *net,
                   const struct lp_scope *scope, const net_place_list *marked,
                   const net_place_list *empty);
void distance_finish(struct distance *distance);

/* From m.  False if the equation has no solution, or at a limit. */
bool distance_find(struct distance *distance, const bits_word *m,
                   struct watch *watch);

/* Afterwards: how often t fires, which need not be a whole number. */
double distance_firings(const struct distance *distance, trans_id t);

#endif
