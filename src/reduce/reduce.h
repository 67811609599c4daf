/* reduce.h - structural reductions: a smaller net for the same questions.
 *
 * reduction.h has the rules, rule.c their rows.  A rule looks at one node and
 * takes the step there or not.  A node is looked at again when a step changed
 * its arcs.  So the time grows with what changes.
 *
 * The result depends on the net, the questions and the rules alone. */
#ifndef REDUCE_H
#define REDUCE_H

#include "reduce/reducer.h"

/* Takes steps until no rule finds another one, or r->stop() says to stop; the
 * steps so far are a reduction, too.  Transitions with a
 * net_overflow() are removed first, whatever the rules are, since no rule knows
 * weights; where they may not be, no step is taken. */
void reduce_run(struct reducer *r);

#endif
