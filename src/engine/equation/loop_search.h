/* loop_search.h - a run that repeats, from a run of the product of the net and
 * an automaton (product_net.h).
 *
 * A state that comes again at a higher level may be the end of a loop.  If none
 * is, the end of the run is a marking M of the net and a state q.  From both,
 * at level 0, the engine asks itself about the product with one round whether M
 * and q come again at its last level.  On such a way edges of all acceptance
 * sets are met, so it is a loop.  The formula itself judges the run that this
 * makes. */
#ifndef LOOP_SEARCH_H
#define LOOP_SEARCH_H

#include "engine/equation/equation_run.h"
#include "proof/net_product.h"

/* `to` is a run of the product to what is sought of it; `once` is the product
 * with no round more than one.  Fills in the finding of question g, which is
 * open, or leaves it. */
void loop_search_find(struct equation_run *run, uint32_t g,
                      const struct net_product *product, const witness_run *to,
                      const struct net_product *once, uint64_t most);

#endif
