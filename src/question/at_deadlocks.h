/* at_deadlocks.h - temporal formulas about a net whose runs all end.
 *
 *     A G F p                 A G (not deadlock or p)
 *     A F not fireable(t)     true
 *     E F A G p               E F (deadlock and p)
 *     E G E X p               false
 *
 * Each run leads to a deadlock, which repeats, and which is where some parts of
 * a formula are decided (last_letter.h). */
#ifndef AT_DEADLOCKS_H
#define AT_DEADLOCKS_H

#include "question/temporal.h"
#include "temporal/last_letter.h"

/* A formula of LTL that is equivalent on all runs of the net, if the net shows
 * that all its runs end (THEORY, Lemma 141); otherwise the formula. */
ltl_id at_deadlocks_simplify(struct temporal *temporal, const struct net *net,
                             ltl_id formula);

/* A formula of CTL while it is made, for a net whose runs all end. */
struct at_deadlocks {
    struct temporal *temporal;
    VEC(ltl_id)
    ends; /* by atom and quantified part: what holds of a deadlock if
             it does, without quantifiers */
    ltl_id deadlock;
};

/* The atoms are made.  The deadlock becomes one, too; false: there are too
 * many. */
bool at_deadlocks_init(struct at_deadlocks *ends, struct temporal *temporal);
void at_deadlocks_finish(struct at_deadlocks *ends);

/* As temporal_quantify(), of a formula that is equivalent at all markings that
 * can be reached (THEORY, Lemma 146). */
ltl_id at_deadlocks_quantify(struct at_deadlocks *ends, bool all, ltl_id path);

#endif
