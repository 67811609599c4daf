/* reduce_rules.h - the rules, one function for each.
 *
 * A function looks at one node, which exists, or at the whole net.  It takes at
 * most one step and tells whether it did. */
#ifndef REDUCE_RULES_H
#define REDUCE_RULES_H

#include "reduce/reduce.h"

/* The whole net. */
bool reduce_overflow(struct reduce *r);
bool reduce_dead(struct reduce *r);
bool reduce_slice(struct reduce *r);

/* A place. */
bool reduce_unmarked(struct reduce *r, place_id p); /* dead, alone */
bool reduce_constant(struct reduce *r, place_id p);
bool reduce_sink(struct reduce *r, place_id p);
bool reduce_redundant(struct reduce *r, place_id p);
bool reduce_post(struct reduce *r, place_id p);
bool reduce_pre(struct reduce *r, place_id p);

/* A transition. */
bool reduce_dominated(struct reduce *r, trans_id t);
bool reduce_neutral(struct reduce *r, trans_id t);
bool reduce_read(struct reduce *r, trans_id t);

/* The table of reduce_dominated(). */
void reduce_dominated_init(struct reduce *r);
void reduce_dominated_finish(struct reduce *r);

#endif
