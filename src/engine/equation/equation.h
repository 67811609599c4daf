/* equation.h - the engine `equation`: answers by the state equation.
 *
 * For each question it looks for a marking that answers and is consistent with
 * the state equation and with all traps found so far (skeleton.h,
 * state_equation.h). When there is none, the answer is no.  When there is one,
 * it need not be reachable: some walks along the solution (parikh.h) try to
 * reach it, and the question stays open when they do not.
 *
 * Of a largest value it shows a limit in the same way, by refuting that the sum
 * is larger, and tries to reach it.
 *
 * When all questions were tried, IC3 (induction.h) goes on with those that are
 * open: it answers each of them in the end.  An answer without a run presumes
 * that the net is safe.
 *
 * Linear programs and IC3 take turns with more and more work.  The last open
 * question keeps both searches from turn to turn.
 */
#ifndef EQUATION_H
#define EQUATION_H

#include "engine/engine.h"

extern const struct engine equation_engine;

#endif
