/* ctl_laws.h - what is left of a formula of CTL at the initial marking.
 *
 *     p1 + p2 <= 2 and (p3 or E F (p4 and E X p5 + p6 >= 3))
 *
 * The first atom holds at all markings and the last one at none, as their sums
 * show; p3 does not hold at the beginning.  What is left is E F (p4 and E X
 * false), for which no law is known.
 *
 *     E X E F p4
 *
 * If p4 does not hold at the beginning, E F p4 is left. */
#ifndef CTL_LAWS_H
#define CTL_LAWS_H

#include "question/temporal.h"

/* A formula of CTL that is equivalent at the initial marking of the net.  Takes
 * the formula (THEORY, Lemma 144). */
struct temporal *ctl_laws_begin(struct temporal *temporal,
                                const struct net *net);

#endif
