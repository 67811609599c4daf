/* shorten.h - shorter runs to the same answer (THEORY, Lemma 73).
 *
 * First the steps that do not matter are removed: from the end of the run
 * backwards, a step stays if it changes a place that matters; then all its
 * places matter before it.  Removed steps do not touch the places that matter,
 * so the other steps can still fire.  Then the steps between two equal markings
 * are removed. */
#ifndef SHORTEN_H
#define SHORTEN_H

#include "answer/answer.h"
#include "marking/token_game.h"

/* The run leads to a marking at which the question holds, or at which the sum
 * has the value that was found; for a transition, to a marking that enables it.
 * Returns how many arcs were looked at. */
uint64_t shorten_run(const struct net *net, const struct goal *goal,
                     witness_run *run);

/* A run of which the formula of a GOAL_LASSO holds, with what repeats from
 * *loop steps on, as of a finding. Removes, as long as the formula still holds:
 * the steps behind the first return to a marking, the steps that the conditions
 * do not depend on, the steps between equal markings of the stem or of the
 * loop, and steps in a row. The number of trials is bounded. Returns how many
 * arcs were looked at.  (shorten_lasso.c) */
uint64_t shorten_lasso(const struct net *net, const struct goal *goal,
                       witness_run *run, uint32_t *loop);

/* t would put a second token on p after the run of the game: the answer stops
 * as unsafe, with a shorter run to such a marking. */
void shorten_unsafe(const struct token_game *game, trans_id t, place_id p,
                    struct answer *answer);

/* --- parts ---------------------------------------------------------------- */

/* The arcs of t, and what firing it changes in the sum of a marking. */
uint64_t shorten_arcs(const struct net *net, trans_id t);
uint64_t shorten_change(const struct net *net, trans_id t);

/* Leaves the steps that matter to these places at the end, in their order; then
 * all that mattered before the first one is in the set.  Returns how many arcs
 * were looked at. */
uint64_t shorten_slice(const struct net *net, bits_word *matters,
                       witness_run *run);

#endif
