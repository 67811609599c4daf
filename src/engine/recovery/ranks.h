/* ranks.h - weights of places that runs lower.
 *
 * A set of runs is ranked if there are weights such that each run lowers the
 * weighted tokens.  If one vector of weights does not suffice, there are
 * several levels: a run lowers the weighted tokens of its level, and raises the
 * weighted tokens of no level before it.  A linear program finds the weights of
 * a level such that as many runs as possible lower them; the next level is
 * about the rest.
 *
 *     len = ranks_extend(&ranks, run, n, &watch);   its first len steps are in
 *
 * GLPK computes with doubles; verify_recovery.c checks the weights in
 * integers. */
#ifndef RANKS_H
#define RANKS_H

#include "engine/watch.h"
#include "proof/recovery_proof.h"
#include "structure/lp.h"

/* A place that a run changes, and how. */
struct ranks_change {
    place_id place;
    int32_t by;
};

struct ranks_run {
    uint32_t from, len; /* in changes */
    uint32_t level;
};

typedef VEC(double *) ranks_levels; /* weights, by place */

struct ranks {
    const struct net *net;
    VEC(struct ranks_change) changes;
    VEC(struct ranks_run) runs;
    ranks_levels levels;
    int32_t *effect; /* by place, scratch: of a beginning of a run */
    net_place_list touched;
    struct ranks_program *first; /* of level 0 */
};

void ranks_init(struct ranks *ranks, const struct net *net);
void ranks_finish(struct ranks *ranks); /* all zero: does nothing */

/* Adds the shortest beginning of the run with which the set stays ranked, and
 * returns its length; 0: none was found. */
uint32_t ranks_extend(struct ranks *ranks, const trans_id *run, uint32_t len,
                      const struct lp_scope *scope, struct watch *watch);

/* Fills the levels and weights of the proof, whose runs are those that were
 * added, in their order. */
void ranks_write(const struct ranks *ranks, struct recovery_proof *proof);

#endif
