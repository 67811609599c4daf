/* concurrency.h - which nodes of a net can be marked, or fire, together.
 *
 * Two places are concurrent if a reachable marking marks both.  Two transitions
 * are concurrent if a reachable marking enables both and neither consumes a
 * token that the other needs, so that they can fire in one step.  A place is
 * concurrent with itself if a reachable marking marks it, and a transition if
 * one enables it. */
#ifndef CONCURRENCY_H
#define CONCURRENCY_H

#include "base/bits.h"
#include "base/stop.h"
#include "occurrence/prefix.h"

enum concurrency_kind {
    CONCURRENCY_NONE, /* is not asked for */
    CONCURRENCY_PLACES,
    CONCURRENCY_TRANSITIONS,
};

struct concurrency {
    uint32_t n;    /* nodes of the input */
    bits_word *at; /* a row for each: the nodes that are concurrent with it */
};

void concurrency_init(struct concurrency *c, uint32_t n);
void concurrency_finish(struct concurrency *c);

static inline bits_word *concurrency_row(const struct concurrency *c,
                                         uint32_t a)
{
    return c->at + (size_t)a * bits_words(c->n);
}

static inline bool concurrency_has(const struct concurrency *c, uint32_t a,
                                   uint32_t b)
{
    return bits_has(concurrency_row(c, a), b);
}

/* Nothing, as a node: an event or a condition that does not count. */
#define CONCURRENCY_NO_NODE UINT32_MAX

/* Adds the nodes of concurrent events of a prefix without reads or with copies
 * (THEORY, Lemma 129). node_of has the node of each event.  An event without a
 * node is bottom, or all of its effects have no node either.  False when it
 * was to stop. */
bool concurrency_add_events(struct concurrency *c, const struct prefix *prefix,
                            const uint32_t *node_of, const struct stop *stop);

/* Fills c, for the nodes of the input, from a complete prefix of the net
 * without reads or with copies.  False when it was to stop. */
bool concurrency_from_prefix(struct concurrency *c, enum concurrency_kind kind,
                             const struct net *net, const struct prefix *prefix,
                             const struct stop *stop);

#endif
