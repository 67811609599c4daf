/* grow.h - a lazy store of events without tests (arcs_create_copies()), grown
 * by brute force, for the tests of the modules that saturate a prefix.
 *
 * What is concurrent is decided from pasts alone, by the definition. */
#ifndef GROW_H
#define GROW_H

#include "random.h"
#include "unfolding/es.h"

struct grow {
    struct net *net;
    struct dep *dep;
    struct arcs *arcs;
    struct es *es;
    struct es_walk walk;
    event_list closed; /* created, and not opened so far */
};

/* Takes over the net and the relation.  The extensions of bottom are there. */
void grow_init(struct grow *g, struct net *net, struct dep *dep);
void grow_finish(struct grow *g);

/* The net of this seed under the i-th of the relations none, classic, read. */
void grow_draw(struct grow *g, uint64_t seed, enum random_kind kind,
               uint32_t i);

/* Has some configuration both conditions in its cut? */
bool grow_concurrent(struct grow *g, cond_id b, cond_id c);

/* Creates the extensions that use a condition of e, which is open. */
void grow_extend(struct grow *g, event_id e);

/* Takes one of g->closed out and opens it; the caller extends it. */
event_id grow_open(struct grow *g, uint32_t i);

#endif
