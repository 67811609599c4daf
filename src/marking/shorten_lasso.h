/* shorten_lasso.h - shorter stems and loops of which a temporal formula holds.
 */
#ifndef SHORTEN_LASSO_H
#define SHORTEN_LASSO_H

#include "answer/answer.h"

/* A run of which the formula of a GOAL_LASSO holds, with what repeats from
 * *loop steps on, as of a finding. Removes, as long as the formula still holds:
 * the steps behind the first return to a marking, the steps that the conditions
 * do not depend on, the steps between equal markings of the stem or of the
 * loop, and steps in a row. The number of trials is bounded. Returns how many
 * arcs were looked at. */
uint64_t shorten_lasso(const struct net *net, const struct goal *goal,
                       witness_run *run, uint32_t *loop);

#endif
