/* bundles.h - a bundle: the given arcs between one transition and one place,
 * with their weights added up.
 *
 * A read arc of weight n beside other arcs, or with n above 1, is n tokens
 * consumed and produced again.  Of several inhibitor arcs the one with the
 * least weight counts. */
#ifndef BUNDLES_H
#define BUNDLES_H

#include "base/vec.h"
#include "net/net.h"

/* A given arc. */
struct bundles_arc {
    place_id place;
    trans_id trans;
    uint32_t weight : 28;
    uint32_t kind : 4; /* enum net_given_kind */
};

typedef VEC(struct bundles_arc) bundles_arcs;

/* The given arcs by transition. */
struct bundles {
    const struct net *net;
    const bundles_arcs *arcs;
    uint32_t *sorted; /* numbers of arcs, by transition, then by place */
    uint32_t next;    /* in sorted: the first arc of the next transition */
};

/* Sorts the arcs.  The net and the arcs must outlive the bundles. */
void bundles_init(struct bundles *bundles, const struct net *net,
                  const bundles_arcs *arcs);
void bundles_finish(struct bundles *bundles);

/* Makes list the bundles of t, by place.  Called for the transitions 0, 1, ...
 * in this order; after the last one it may begin again. */
void bundles_read(struct bundles *bundles, trans_id t, net_bundle_list *list);

/* Do pre, post and read say less than the bundle? */
bool bundles_is_odd(const struct net *net, const struct net_bundle *b);

/* Is one of the bundles, sorted by transition and then by place, that of t and
 * p?  In O(log n). */
bool bundles_have(const struct net_bundle *bundles, uint32_t n, trans_id t,
                  place_id p);

/* Does the transition need more tokens than the place can have? */
static inline bool bundles_is_blocked(const struct net *net,
                                      const struct net_bundle *b)
{
    return b->consume > net_bound(net, b->place);
}

/* Do steps behind the transition change the place? */
static inline bool bundles_has_steps(const struct net *net,
                                     const struct net_bundle *b)
{
    return b->reset ||
           (net_bound(net, b->place) > 1 && b->consume != b->produce);
}

#endif
