/* soundness.h - is a workflow net sound?
 *
 *     safe       no place gets a second token; otherwise two branches were
 *                joined without synchronisation
 *     option     from every reachable marking a final one can be reached
 *     proper     no reachable marking has all tokens of the final one and more
 *     quasi-live every transition can fire
 *
 * Weak soundness is the first two.  The final markings are those of the file.
 * If the file has none, a marking is final if it marks only places without
 * consumers.  A net without tokens begins with one on its only place without
 * producers.  `proper` is asked where only one marking is final. */
#ifndef SOUNDNESS_H
#define SOUNDNESS_H

#include "question/goal.h"

/* Appends the question; text: NULL, or "weak".  False with a report. */
bool soundness_add(goal_list *goals, const struct question *question,
                   const struct net *net, const char *text, struct diag *diag);

/* The only place without producers of a net in which no place is marked: runs
 * begin with a token there.  PLACE_NONE: a place is marked, or there is not
 * exactly one such place. */
place_id soundness_source(const struct net *net);

#endif
