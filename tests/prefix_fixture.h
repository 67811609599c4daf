/* prefix_fixture.h - a lazy store of events without read arcs
 * (compiled_net_create()), grown by brute force, for the tests of the
 * modules that saturate a prefix.
 *
 * Concurrency follows from pasts alone, by the definition. */
#ifndef PREFIX_FIXTURE_H
#define PREFIX_FIXTURE_H

#include "engine/unfolding/es_past.h"
#include "random.h"

struct prefix_fixture {
    struct net *net;
    struct dep *dep;
    struct compiled_net *compiled;
    struct es *es;
    struct es_past_walk walk;
    es_event_list closed; /* created and not yet open */
};

/* Takes ownership of the net and the relation.  Creates the extensions of
 * bottom. */
void prefix_fixture_init(struct prefix_fixture *g, struct net *net,
                         struct dep *dep);
void prefix_fixture_finish(struct prefix_fixture *g);

/* A net from this seed under the i-th of the relations none, classic, read. */
void prefix_fixture_draw(struct prefix_fixture *g, uint64_t seed,
                         enum random_kind kind, uint32_t i);

/* Is there a configuration with both conditions in its cut? */
bool prefix_fixture_concurrent(struct prefix_fixture *g, cond_id b, cond_id c);

/* Creates the extensions that use a condition of the open event e. */
void prefix_fixture_extend(struct prefix_fixture *g, event_id e);

/* Removes an event from g->closed and opens it; the caller extends it. */
event_id prefix_fixture_open(struct prefix_fixture *g, uint32_t i);

#endif
