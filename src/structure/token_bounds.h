/* token_bounds.h - how many tokens the places of the input can have, by place
 * weights that no transition increases.
 *
 *     w · M ≤ w · m0 for each reachable M, so M(p) ≤ (w · m0) / w(p)
 *
 * A linear program for each place seeks the weights with the least bound; if
 * there are thousands of places, one program seeks weights for all of them.
 * GLPK computes with doubles, so a bound is a guess: a caller must report a
 * marking with more tokens. */
#ifndef TOKEN_BOUNDS_H
#define TOKEN_BOUNDS_H

#include "net/net.h"

#define TOKEN_BOUNDS_NONE UINT32_MAX

/* Fills the bounds of the given places, 1 at least; TOKEN_BOUNDS_NONE: no
 * weights that were found show one, or GLPK is not installed.  The weights are
 * about the tokens and the arcs of the input. */
void token_bounds_find(const struct net *net, uint32_t *bounds);

#endif
