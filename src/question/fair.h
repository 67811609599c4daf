/* fair.h - the transitions of fair runs, as a list "t1,t2"; "none": all runs
 * are fair (temporal.h). */
#ifndef FAIR_H
#define FAIR_H

#include "question/goal.h"

/* Appends the transitions; false with a report when one is not there. */
bool fair_read(const struct net *net, const char *text, net_trans_list *list,
               struct diag *diag);

/* Is the question about runs?  Otherwise reports that the option is of no use.
 * Where a marking decides a formula, all runs will do, as each beginning has a
 * fair run. */
bool fair_suits(const struct goal *goal, struct diag *diag);

#endif
