/* rule_neutral.h - transitions that change nothing. */
#ifndef RULE_NEUTRAL_H
#define RULE_NEUTRAL_H

#include "reduce/reducer.h"

/* Removes t if it is one. */
bool rule_neutral_try(struct reducer *r, trans_id t);

#endif
