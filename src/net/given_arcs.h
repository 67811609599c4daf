/* given_arcs.h - the arcs of a net as they are given, and their translation
 * into pre, post and read.
 *
 * A given arc has a kind and a weight; arcs of one kind between the same two
 * nodes add up.  A read arc of weight n beside other arcs, or with n above 1,
 * is n tokens consumed and produced again.  For a net that is safe, the
 * translation has the same runs:
 *
 *     consume 1             pre           consume 1, produce 1       read
 *     produce 1             post          read 1                     read
 *     consume n             the transition never fires: it also consumes from
 *                           a place that is never marked
 *     produce n             net_overflow(): firing it makes the net unsafe
 *     inhibit 1             read on the complement, a place that is marked iff
 *                           the inhibiting place is not
 *     inhibit n             nothing
 *     reset                 steps behind the transition, see below
 *
 * where n is 2 or more.  A transition that produces on a place with a
 * complement consumes the complement.  That would hide an unsafe step: where
 * the place is marked already, the transition could fire in the given net.  So
 * the transition has a shadow for the place.  The shadow needs the same tokens
 * and the token on the place, and firing it makes the net unsafe.
 *
 * A transition t that resets the places p1 ... pk, whether or not they are
 * marked, is fired in parts, so that not each set of marked places needs a copy
 * of t.  Firing t takes the lock of each place and marks a place "next"; then
 * come k steps, each one of two transitions:
 *
 *     p marked:   next, p -> complement of p, lock of p, next'
 *     p empty:    next, with the complement still there -> lock of p, next'
 *
 * If t also produces on p, the steps leave p marked.  Every other transition
 * that has an arc with p reads the lock of p.  THEORY, Theorem 87: the answers
 * are those of the net with resets if questions read the locks of their places,
 * too (settled.c).  Where t consumes from the place, or the place inhibits t, a
 * reset of a place with one token at most changes nothing; where t reads the
 * place, the reset consumes the token.  A reset that changes nothing is kept
 * aside for the net in which the place has several tokens (bounded_net.c).
 *
 * A place that can have several tokens (net_bound()) becomes places for 1, 2,
 * ... tokens, and steps of the same kind change these places (THEORY, Theorem
 * 101).
 *
 * The places and transitions that the translation adds have the largest ids. */
#ifndef GIVEN_ARCS_H
#define GIVEN_ARCS_H

#include "net/bundles.h"
#include "net/net_struct.h"

/* Fills the relations and every other field of the net that depends on arcs.
 * The net must have all nodes of the input, with their labels, and
 * net->marked. */
void given_arcs_translate(struct net *net, const bundles_arcs *arcs);

#endif
