/* rule_cycle.h - cycles of places in which a token moves unseen. */
#ifndef RULE_CYCLE_H
#define RULE_CYCLE_H

#include "reduce/reducer.h"

/* Merges the places of a cycle of moves (reduction_cycle.h) with t in it, if t
 * is a move and a short cycle is found. */
bool rule_cycle_try(struct reducer *r, trans_id t);

#endif
