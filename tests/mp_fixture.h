/* mp_fixture.h - a merged process and one configuration of it, which grows, for
 * the tests of the modules that work on both. */
#ifndef MP_FIXTURE_H
#define MP_FIXTURE_H

#include "engine/merged/mp_config.h"

struct mp_fixture {
    struct net *net;
    struct dep *dep;
    struct compiled_net *compiled;
    struct mp_process process;
    struct mp_config config;
};

/* Takes ownership of the net.  The fixture points into itself and must not
 * move. */
void mp_fixture_init(struct mp_fixture *f, struct net *net,
                     enum dep_kind relation);
void mp_fixture_finish(struct mp_fixture *f);

/* Appends the event of a transition that the configuration enables; returns
 * it. */
uint32_t mp_fixture_append(struct mp_fixture *f, trans_id t);

#endif
