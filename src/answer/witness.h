/* witness.h - runs, and their check by the token game alone.
 *
 * This is the trusted base of every yes: it knows the net and the question
 * and nothing of events, relations or engines. */
#ifndef WITNESS_H
#define WITNESS_H

#include "base/vec.h"
#include "net/goal.h"
#include "net/net.h"

typedef VEC(trans_id) witness_run; /* a firing sequence */

/* Can the run be fired from the initial marking, without a second token, and
 * does it answer yes: for a transition, is its last step that transition,
 * else does the goal hold at its end?  goal may be NULL: only fire.
 * If not, reports at which step and why. */
bool witness_replay(const struct net *net, const witness_run *run,
                    const struct goal *goal, struct diag *diag);

/* Does the run end in a marking at which t is enabled and puts a second token
 * on p?  For the report of an unsafe net. */
bool witness_unsafe(const struct net *net, const witness_run *run, trans_id t,
                    place_id p);

#endif
