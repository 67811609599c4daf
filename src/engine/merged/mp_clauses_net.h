/* mp_clauses_net.h - the clauses of a net (mp_clauses.h), whatever its merged
 * process is: of a marking, and of the transition that is selected there. */
#ifndef MP_CLAUSES_NET_H
#define MP_CLAUSES_NET_H

#include "engine/merged/mp_solver.h"
#include "engine/unfolding/compiled_net.h"

/* What a question assumes besides. */
enum mp_clauses_net_assumption {
    MP_SELECTED, /* a transition is selected; else none is */
    MP_LOCAL,    /* each event is in the past of the selected transition */
    MP_SAFE,     /* which puts no second token on a place */
    MP_FRESH,    /* which with its conditions is no extended event, */
    MP_NEW,      /* or none that is known */
    MP_UNCUT,    /* and, with its past, is not found to be a cutoff, */
    MP_RED,      /* nor is an event of the configuration with its past */
    MP_UNLIKE,   /* nor are these like a cutoff that was found */
    MP_UNMET,    /* nor leads to a marking that a smaller one has */
    MP_UNSAFE,   /* the selected transition puts a second token on a place */
    MP_ASSUMPTIONS
};

struct mp_clauses_net_place {
    int marked;                 /* after the configuration */
    struct mp_solver_open some; /* present conditions */
    int result;                 /* marked after the selected transition */
    int taken, eaten, filled;   /* the selected transition uses, consumes from,
                                   produces on the place */
};

struct mp_clauses_net {
    const struct compiled_net *compiled;
    struct mp_solver *solver;
    int assumption[MP_ASSUMPTIONS];
    int *selected; /* by transition */
    struct mp_clauses_net_place *places;
};

/* Borrows the net and the solver.  is_safe: it is shown to be safe, so no
 * transition puts a second token on a place. */
void mp_clauses_net_init(struct mp_clauses_net *net,
                         const struct compiled_net *compiled, bool is_safe,
                         struct mp_solver *solver);
void mp_clauses_net_finish(struct mp_clauses_net *net);

#endif
