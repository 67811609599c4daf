/* rule_dominated.h - transitions beside others that do the same. */
#ifndef RULE_DOMINATED_H
#define RULE_DOMINATED_H

#include "reduce/reducer.h"

/* Removes t, or another transition for t. */
bool rule_dominated_try(struct reducer *r, trans_id t);

#endif
