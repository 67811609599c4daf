/* fair.h - the transitions of fair runs, as a list "t1,t2"; "none": all runs
 * are fair (temporal.h). */
#ifndef FAIR_H
#define FAIR_H

#include "question/goal.h"

/* Appends the transitions; false with a report when one is not there. */
bool fair_read(const struct net *net, const char *text, net_trans_list *list,
               struct diag *diag);

/* Is the question about runs?  Otherwise reports that the option has no effect.
 * A formula that a marking decides is accepted: each finite run has a fair
 * continuation, so the option changes nothing. */
bool fair_suits(const struct goal *goal, struct diag *diag);

#endif
