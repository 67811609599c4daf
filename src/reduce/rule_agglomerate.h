/* rule_agglomerate.h - a place between two kinds of transitions is removed, and
 * each pair becomes one transition. */
#ifndef RULE_AGGLOMERATE_H
#define RULE_AGGLOMERATE_H

#include "reduce/reducer.h"

/* What consumes p follows at once what produces it. */
bool rule_agglomerate_post(struct reducer *r, place_id p);

/* What produces p waits until p is consumed. */
bool rule_agglomerate_pre(struct reducer *r, place_id p);

#endif
