/* state_equation.h - is a cube inconsistent with the state equation and with
 * traps?
 *
 * The linear program gives a marking, maybe with parts of tokens, or a reason
 * why there is none.  A reason is rounded to integers, checked exactly
 * (farkas.h), and reduced to the assumptions that it needs.  For a marking, the
 * largest trap among the empty places is sought; if it is marked initially, the
 * program gets the inequality that some of its places is marked, and is solved
 * again.  A place with a part of a token is added to the cube as the skeleton
 * has it. */
#ifndef STATE_EQUATION_H
#define STATE_EQUATION_H

#include "engine/ic3/skeleton.h"
#include "proof/farkas.h"
#include "structure/lp.h"
#include "structure/traps.h"

/* The figures of linear programs. */
#define STATE_EQUATION_FIGURES(X)                                        \
    X(programs, PROGRAMS, "linear programs solved")                      \
    X(refuted_cubes, NOTHING, "sets of conditions that no solution has") \
    X(traps, NOTHING, "traps found that some solution leaves without token")

enum {
#define X(name, count, meaning) STATE_EQUATION_##name,
    STATE_EQUATION_FIGURES(X)
#undef X
        STATE_EQUATION_COUNTS
};

struct state_equation {
    const struct net *net;
    const struct formula *formula; /* NULL: none */
    struct watch *watch;
    uint64_t most; /* work of the watch, at which it gives up: its owner's */
    uint64_t *figures; /* of STATE_EQUATION_FIGURES, which grow */
    struct lp lp;
    net_place_lists traps;
    struct farkas_check check;
    struct farkas reason;
    uint32_t *sum_of;        /* by node: its row, or UINT32_MAX */
    VEC(uint32_t) trap_sums; /* by trap: its row */
    net_place_list fixed;    /* in the program now */
    VEC(uint32_t) on;        /* nodes whose rows are on */
    struct traps search;
};

/* formula: of the comparisons, or NULL.  The figures must outlive it. */
void state_equation_init(struct state_equation *r, const struct net *net,
                         const struct formula *formula,
                         const struct lp_scope *scope, struct watch *watch,
                         uint64_t *figures);
void state_equation_finish(
    struct state_equation *r); /* all zero: does nothing */

/* Tries the cube of the skeleton, whose solution is in use.  LP_REFUTED: reason
 * says why; LP_CONSISTENT: with a whole marking; LP_UNKNOWN: a limit, or the
 * reason does not pass the check.  New traps are appended to traps. */
enum lp_verdict state_equation_try(struct state_equation *r,
                                   struct skeleton *skeleton);

/* Continues with the cube of the previous call, which gave up at a limit; there
 * must be no other call between. */
enum lp_verdict state_equation_go_on(struct state_equation *r,
                                     struct skeleton *skeleton);

/* The formula is a comparison.  *limit gets the largest value of its sum by the
 * program, rounded down: a guess, until the program has refuted that the sum is
 * larger.  False at a limit of the run. */
bool state_equation_limit(struct state_equation *r, int64_t *limit);

#endif
