/* recoverable.h - can a condition always be reached again?
 *
 * A recovery proof (recovery_proof.h) grows step by step.  A step seeks a
 * marking outside of the proof: on walks, then among the markings that the
 * structure of the net allows, at last by inductive clauses (induction.h).  It
 * asks all engines for a way back from this marking.  The beginning of the way
 * becomes a run of the proof, if the runs stay ranked; otherwise the whole way
 * becomes cubes.  If there is no way back, the marking is lost; if no marking
 * is outside, the proof is complete. */
#ifndef RECOVERABLE_H
#define RECOVERABLE_H

#include "engine/ic3/case_builder.h"
#include "engine/ic3/induction.h"
#include "engine/ic3/state_equation.h"
#include "engine/recovery/distance.h"
#include "engine/recovery/ranks.h"
#include "engine/recovery/recovery_run.h"

enum recoverable_verdict {
    RECOVERABLE_OPEN,
    RECOVERABLE_HOLDS,
    RECOVERABLE_LOST, /* `out` leads to a lost marking */
};

struct recoverable {
    struct recovery_run *x;
    struct formula *condition; /* borrowed */
    const witness_run *from;   /* walks begin at the end of this run; NULL: at
                                  the initial marking */
    struct recovery_proof *proof;
    struct ranks ranks;
    bool ranked;              /* runs are tried before cubes */
    bool is_broken;           /* the weights are none in integers */
    net_place_list needs;     /* of the runs */
    VEC(uint32_t) needs_ends; /* by run */
    witness_run out, back;
    bool is_cube; /* the condition is a cube: */
    net_place_list marked, empty;
    struct distance distance;   /* to that; all zero: not begun */
    bits_word *m;               /* scratch */
    uint32_t n_found, n_failed; /* ways to the condition itself */
    uint32_t n_stuck; /* markings of this turn from which no way was found */
    /* The search for a marking outside; NULL: not begun. */
    struct formula *negation;
    struct goal outside;
    struct skeleton *skeleton;
    struct state_equation equation; /* all zero: there is no GLPK */
    struct induction *induction;
    struct induction_result result;
    struct exclusive exclusive;
    struct farkas_traps traps;
    uint32_t n_cubes, n_runs, n_traps; /* that the skeleton has */
    /* For a proof by cases that nothing is outside: */
    case_builder_combinations kept; /* what was refuted */
    uint32_t kept_size;
    bool is_own; /* no other engine has shown that nothing is outside */
};

/* The condition must outlive it. */
void recoverable_init(struct recoverable *r, struct recovery_run *x,
                      struct formula *condition, bool ranked);
void recoverable_finish(struct recoverable *r); /* all zero: does nothing */

/* Frees data that the next turn can compute again. */
void recoverable_rest(struct recoverable *r);

/* After RECOVERABLE_HOLDS: makes a proof by cases that nothing is outside for
 * this goal, if the search has shown it by itself; then takes the proof out of
 * r, which only finishes, and the other one into *cases. */
struct recovery_proof *recoverable_take(struct recoverable *r,
                                        const struct goal *goal,
                                        const net_place_list *home,
                                        struct case_proof **cases);

#endif
