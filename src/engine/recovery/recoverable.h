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
#include "engine/recovery/ranks.h"
#include "engine/recovery/recovery_run.h"
#include "structure/firings.h"

enum recoverable_verdict {
    RECOVERABLE_OPEN,
    RECOVERABLE_HOLDS,
    RECOVERABLE_LOST, /* `out` leads to a lost marking */
};

struct recoverable {
    struct recovery_run *run;
    struct formula *condition; /* borrowed */
    struct goal goal;          /* that asks for it */
    const witness_run *from;   /* walks begin at the end of this run; NULL: at
                                  the initial marking */
    struct recovery_proof *proof;
    struct ranks ranks;
    bool ranked;           /* runs are tried before cubes */
    bool is_broken;        /* the weights are none in integers */
    net_place_lists needs; /* of the runs */
    witness_run out, back;
    bool is_cube;               /* the condition is a cube: */
    signed char *wanted;        /* by place: 1 marked, 0 empty, -1 any */
    struct firings firings;     /* on the way to that; all zero: not begun */
    bits_word *m;               /* scratch */
    uint32_t n_found, n_failed; /* ways to the condition itself */
    uint32_t n_stuck; /* markings of this turn from which no way was found */
    /* The search for a marking outside; NULL: not begun. */
    struct formula *negation;
    struct goal outside;
    struct skeleton *skeleton;
    struct state_equation equation;          /* all zero: there is no GLPK */
    uint64_t figures[STATE_EQUATION_COUNTS]; /* of it; nobody reads them */
    struct induction *induction;
    struct induction_result result;
    struct exclusive exclusive;
    net_place_lists traps;
    uint32_t n_cubes, n_runs, n_traps; /* that the skeleton has */
    /* For a proof by cases that nothing is outside: */
    farkas_list kept; /* what was refuted */
    uint32_t kept_size;
    bool is_own; /* no other engine has shown that nothing is outside */
};

/* The condition must outlive it. */
void recoverable_init(struct recoverable *r, struct recovery_run *run,
                      struct formula *condition, bool ranked);
void recoverable_finish(struct recoverable *r); /* all zero: does nothing */

/* Frees data that the next turn can compute again. */
void recoverable_rest(struct recoverable *r);

/* After RECOVERABLE_HOLDS: makes a proof by cases that nothing is outside for
 * this goal, if the search has shown it by itself; then takes the proof out of
 * r, which only finishes, and the other one into *cases. */
struct recovery_proof *recoverable_take(struct recoverable *r,
                                        const struct goal *goal,
                                        struct case_proof **cases);

/* --- recovery_search.c: the search for a recovery proof --------------------
 *
 * Here RECOVERABLE_HOLDS says that the proof covers all markings met so far. */

/* Continues for about this much work. */
enum recoverable_verdict recovery_search_run(struct recoverable *r,
                                             uint64_t work);

/* --- outside.c: markings that are outside of the proof ---------------------
 *
 * RECOVERABLE_HOLDS says that there is none. */

/* Seeks markings outside that the structure allows, reachable or not, as long
 * as each has a way back. */
enum recoverable_verdict outside_guess(struct recoverable *r, uint64_t most);

/* Seeks reachable markings outside, by inductive clauses, until there is none;
 * after outside_guess(). */
enum recoverable_verdict outside_induce(struct recoverable *r, uint64_t most);

/* --- way_back.c: ways back to the condition, by which the proof grows ----- */

/* Is the marking outside of the proof: does the proof not show that the
 * condition can be reached from m? */
bool way_back_is_outside(struct recoverable *r, const bits_word *m);

/* Is there a way back from m, which changes?  Then the proof grows. */
enum answer_verdict way_back_take(struct recoverable *r, bits_word *m);

/* `out` leads to a reachable marking that is outside. */
enum recoverable_verdict way_back_from_end(struct recoverable *r);

/* --- way.c: ways towards the condition, by guided walks (guide.h) --------- */

/* Does the way end at this marking? */
typedef bool way_end(struct recoverable *r, const bits_word *m);

/* Fills `back`, which is empty, with a run from m to an end.  False if a few
 * walks do not find one.  If other transitions help, none fires that consumes
 * from a place that the condition wants marked. */
bool way_find(struct recoverable *r, const bits_word *m, way_end *is_there);

/* --- recovery_cubes.c: cubes of the proof, made from runs ------------------
 *
 * Cubes are made backwards along a run that reaches the condition or a cube: a
 * step that touches no place of a cube is left out. */

/* The run leads from marking m, which changes, to one at which the condition or
 * a cube holds. */
void recovery_cubes_add(struct recovery_proof *proof, const struct net *net,
                        const struct formula *condition, bits_word *m,
                        const trans_id *run, uint32_t len);

/* The first cube that m is in; RECOVERY_PROOF_CONDITION: there is none. */
uint32_t recovery_cubes_find(const struct recovery_proof *proof,
                             const bits_word *m);

#endif
