/* prefix_fixture.h - a lazy store of events without tests
 * (compiled_net_create_copies()), grown by brute force, for the tests of the
 * modules that saturate a prefix.
 *
 * What is concurrent is decided from pasts alone, by the definition. */
#ifndef PREFIX_FIXTURE_H
#define PREFIX_FIXTURE_H

#include "random.h"
#include "unfolding/es.h"

struct prefix_fixture {
    struct net *net;
    struct dep *dep;
    struct compiled_net *compiled;
    struct es *es;
    struct es_walk walk;
    es_event_list closed; /* created, and not opened so far */
};

/* Takes over the net and the relation.  The extensions of bottom are there. */
void prefix_fixture_init(struct prefix_fixture *g, struct net *net,
                         struct dep *dep);
void prefix_fixture_finish(struct prefix_fixture *g);

/* The net of this seed under the i-th of the relations none, classic, read. */
void prefix_fixture_draw(struct prefix_fixture *g, uint64_t seed,
                         enum random_kind kind, uint32_t i);

/* Has some configuration both conditions in its cut? */
bool prefix_fixture_concurrent(struct prefix_fixture *g, cond_id b, cond_id c);

/* Creates the extensions that use a condition of e, which is open. */
void prefix_fixture_extend(struct prefix_fixture *g, event_id e);

/* Takes one of g->closed out and opens it; the caller extends it. */
event_id prefix_fixture_open(struct prefix_fixture *g, uint32_t i);

#endif
