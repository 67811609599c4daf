/* rule_redundant.h - places that nothing needs, and places and reads that
 * others imply. */
#ifndef RULE_REDUNDANT_H
#define RULE_REDUNDANT_H

#include "reduce/reducer.h"

/* Removes p if nothing consumes or reads it. */
bool rule_redundant_sink(struct reducer *r, place_id p);

/* Removes p if another place implies it wherever it is needed. */
bool rule_redundant_place(struct reducer *r, place_id p);

/* Removes a read arc of t if another place that t needs implies it. */
bool rule_redundant_read(struct reducer *r, trans_id t);

#endif
