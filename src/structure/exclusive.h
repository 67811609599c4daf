/* exclusive.h - sets of places that exclude each other: each reachable marking
 * has at most one token on the places of a set.
 *
 *     struct exclusive sets = {0};
 *     exclusive_add_units(&sets, units);      proved (unit_safety.h)
 *     exclusive_add(&sets, places, 3, i);     proved by whoever calls
 *
 * A caller that adds a set must have a proof of it, because the users of the
 * sets do not check them (THEORY, Lemma 68).  A place may be in several sets or
 * in none; a place that is in a set never has two tokens.  All zero is a valid
 * empty list of sets. */
#ifndef EXCLUSIVE_H
#define EXCLUSIVE_H

#include "base/bits.h"
#include "net/net.h"
#include "net/units.h"

struct exclusive {
    net_place_lists lists; /* each increasing */
    /* By set: the number of the vector of weights of which it has the heavier
     * places, where it has one (safety_exclude()); or EXCLUSIVE_NONE. */
    VEC(uint32_t) vectors;
};

#define EXCLUSIVE_NONE UINT32_MAX

/* Two places of a set, p < q. */
struct exclusive_pair {
    place_id p, q;
    uint32_t set;
};

void exclusive_finish(struct exclusive *sets);

static inline uint32_t exclusive_count(const struct exclusive *sets)
{
    return vecs_count(&sets->lists);
}

/* Set i; its places are increasing. */
static inline struct net_place_span exclusive_set(const struct exclusive *sets,
                                                  uint32_t i)
{
    return net_span_at(&sets->lists, i);
}

/* Adds a set of different places, in any order, and the number of its vector of
 * weights, or EXCLUSIVE_NONE. */
void exclusive_add(struct exclusive *sets, const place_id *places, uint32_t n,
                   uint32_t vector);

void exclusive_append(struct exclusive *sets, const struct exclusive *more);

/* Adds disjoint sets made of the units: the tree of units is cut into paths
 * that lead downwards, as long as possible, and the places of the units on a
 * path are a set.  All reachable markings must be unit-safe. */
void exclusive_add_units(struct exclusive *sets, const struct units *units);

/* The same sets of a net that has lost places: place[p] is the new id of p, or
 * PLACE_NONE.  Sets that are empty then are left out. */
void exclusive_restrict(const struct exclusive *sets, const place_id *place,
                        struct exclusive *rest);

/* By place: the sets that have it.  All places of the sets are less than
 * n_places. */
void exclusive_by_place(const struct exclusive *sets, uint32_t n_places,
                        struct relation *by_place);

/* Fills set_of: for each place the first of the largest sets that it is in, or
 * NONE. */
void exclusive_choose(const struct exclusive *sets, uint32_t n_places,
                      uint32_t *set_of);

/* Fills exact, by set: is exactly one of the places p with set_of[p] == set
 * marked at all reachable markings, as far as the structure shows?  The caller
 * knows that no marking marks two. */
void exclusive_find_exact(const struct net *net, const uint32_t *set_of,
                          uint32_t n_sets, bool *exact);

#endif
