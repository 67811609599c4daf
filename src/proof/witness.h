/* witness.h - runs, and their replay by the token game alone.
 *
 * This is the trusted base of every yes.  It uses only the net and the
 * question. */
#ifndef WITNESS_H
#define WITNESS_H

#include "base/vec.h"
#include "net/net.h"
#include "question/goal.h"

typedef net_trans_list witness_run; /* a firing sequence */

/* Can the run fire from the initial marking without a second token, and does it
 * answer yes?  For a transition: it is the last step.  Otherwise: the goal
 * holds at the end.  goal may be NULL: only fire.  If not, reports the step and
 * the reason. */
bool witness_replay(const struct net *net, const witness_run *run,
                    const struct goal *goal, struct diag *diag);

/* A replay of many runs in sequence: it goes back to the step at which a run
 * leaves the run before, so that common steps are fired once.  A game that is
 * all zero but for the net fires each run from the beginning. */
struct witness_game {
    const struct net *net;
    bits_word *m;  /* the marking after */
    trans_id *run; /* this run, which was fired step by step */
    uint32_t len;
    uint32_t room; /* longer runs are fired by themselves */
};

void witness_game_init(struct witness_game *game, const struct net *net,
                       uint32_t room);
void witness_game_finish(struct witness_game *game);

/* witness_replay(); allocates only for a run for which there is no room. */
bool witness_game_replay(struct witness_game *game, const witness_run *run,
                         const struct goal *goal, struct diag *diag);

/* How many steps of the run can be fired one behind the other; *second: the
 * place on which the next one would put a second token, or PLACE_NONE. */
uint32_t witness_fires(const struct net *net, const witness_run *run,
                       place_id *second);

/* Where the run first answers each goal: after lens[g] steps of it, or
 * UINT32_MAX for never.  The run can be fired.  Takes linear time for goals
 * about transitions; all other goals are evaluated after each step. */
void witness_first(const struct net *net, const witness_run *run,
                   const struct goal *goals, uint32_t n_goals, uint32_t *lens);

/* The largest value of the sum of a GOAL_BOUND on the run, which can be fired.
 * Returns the steps up to the first marking that has it. */
uint32_t witness_largest(const struct net *net, const witness_run *run,
                         const struct goal *goal, int64_t *value);

/* Does the run, which can be fired, lead to a marking that enables t? */
bool witness_enables(const struct net *net, const witness_run *run, trans_id t);

/* Does the run lead to a marking at which t is enabled and puts a second token
 * on p?  For the report of an unsafe net. */
bool witness_unsafe(const struct net *net, const witness_run *run, trans_id t,
                    place_id p);

#endif
