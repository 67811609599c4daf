/* home.h - is the net live, or a target always reachable, by one home marking?
 *
 * The home is the set of marked places of a reachable marking: the initial one,
 * or the end of a walk.  If walks from this marking fire every transition, and
 * if from each reachable marking these places can be marked again, the net is
 * live (THEORY, Theorem 91).
 *
 * A target that can be reached from this marking then stays possible, too. */
#ifndef HOME_H
#define HOME_H

#include "engine/recovery/recoverable.h"

enum home_verdict {
    HOME_OPEN,
    HOME_LIVE, /* or the target stays possible */
    HOME_DEAD, /* `to` leads to a marking from which `dead` never fires, or that
                  does not reach the target */
};

struct home {
    struct recovery_run *run;
    uint32_t n_tried; /* other places */
    witness_run to;   /* leads to the marking */
    net_place_list places;
    struct formula *condition;
    struct recoverable recoverable;
    net_trans_lists walks; /* from the marking */
    bool *fires;           /* by transition: on a walk */
    trans_id dead;
    enum recoverable_verdict returns; /* are the places always marked again? */
    enum answer_verdict reaches;      /* does that suffice?  */
    struct formula *target;           /* borrowed */
};

/* target: NULL, or a condition that is to stay possible, in place of liveness;
 * then exactly the places of the home must be marked. */
void home_init(struct home *home, struct recovery_run *run,
               struct formula *target);
void home_finish(struct home *home); /* all zero: does nothing */

/* Takes the proof that the net is live, after HOME_LIVE. */
struct recovery_proof *home_take(struct home *home, const struct goal *goal,
                                 struct case_proof **cases);

/* Continues for about this much work. */
enum home_verdict home_seek(struct home *home, uint64_t work);

#endif
