/* random.h - random nets for the tests, the same ones for the same seed.
 *
 * A net is a product of small state machines, each with one token, whose
 * transitions are shared: a transition moves some machines, and reads the
 * state of others.  A lock is a machine of two states that the others move.
 * Such a net is safe whatever is drawn.  Places are then left out here and
 * there (so that transitions with no input or no output come up too) as long
 * as the caller's own search says that the net is still safe. */
#ifndef RANDOM_H
#define RANDOM_H

#include "oracle.h"

struct random {
    uint64_t state;
};

void random_init(struct random *random, uint64_t seed);
uint32_t random_below(struct random *random, uint32_t n); /* n > 0 */
bool random_chance(struct random *random, uint32_t percent);

enum random_kind {
    RANDOM_TERMINATING, /* every machine only moves forward */
    RANDOM_CYCLIC,
    RANDOM_UNSAFE, /* maybe: arcs were added or left out at random */
};

/* size 1, 2, ... makes them larger. */
struct net *random_net(struct random *random, enum random_kind kind,
                       uint32_t size);

/* A random part of what is independent at all reachable markings, as a user's
 * relation. */
struct dep *random_dep(struct random *random, const struct oracle *oracle);

#endif
