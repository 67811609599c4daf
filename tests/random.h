/* random.h - random nets for the tests; the same seed gives the same net.
 *
 * A net is a product of small state machines, each with one token, with shared
 * transitions: a transition moves some machines and reads the state of others.
 * A lock is a machine of two states that the other machines move.  Such a net
 * is always safe.  Some places are then removed, so that transitions without
 * input or output occur as well, provided that an explicit search confirms that
 * the net is still safe. */
#ifndef RANDOM_H
#define RANDOM_H

#include "net/units.h"
#include "oracle.h"
#include "structure/exclusive.h"

struct random {
    uint64_t state;
};

void random_init(struct random *random, uint64_t seed);
uint32_t random_below(struct random *random, uint32_t n); /* n > 0 */
bool random_chance(struct random *random, uint32_t percent);

enum random_kind {
    RANDOM_TERMINATING, /* every machine moves forward only */
    RANDOM_CYCLIC,
    RANDOM_UNSAFE,   /* possibly: random arcs were added or removed */
    RANDOM_WEIGHTED, /* safe; some transitions put two tokens on a place, and
                        are never enabled */
};

/* Larger sizes (from 1) give larger nets. */
struct net *random_net(struct random *random, enum random_kind kind,
                       uint32_t size);

/* The same with n more places, without arcs or tokens: markings of a larger net
 * are stored in another way (markings.h). */
struct net *random_net_padded(struct random *random, enum random_kind kind,
                              uint32_t size, uint32_t n);

/* A Boolean network of a few variables, some of which are open (FORMATS, the
 * format of .bnet) or inputs; a few that can rise and fall at once. */
struct net *random_network(struct random *random);

/* A random tree of n_units units, and a random unit for each of the places. */
struct units *random_units(struct random *random, uint32_t n_units,
                           uint32_t n_places);

/* Adds some sets of places of which no reachable marking marks two; the oracle
 * is complete.  A place may be in several of them, or in none. */
void random_exclusive(struct random *random, const struct oracle *oracle,
                      struct exclusive *sets);

/* A random part of the independence at all reachable markings, as a user's
 * relation. */
struct dep *random_dep(struct random *random, const struct oracle *oracle);

#endif
