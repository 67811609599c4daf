/* rule_implied.h - places that several others imply together. */
#ifndef RULE_IMPLIED_H
#define RULE_IMPLIED_H

#include "reduce/reducer.h"

/* Removes p if a small set of places has no more tokens than p, and what needs
 * p needs one of them.  The search for the set has a budget. */
bool rule_implied_try(struct reducer *r, place_id p);

#endif
