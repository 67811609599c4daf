#include "mp_fixture.h"

void mp_fixture_init(struct mp_fixture *f, struct net *net,
                     enum dep_kind relation)
{
    f->net = net;
    f->dep = dep_create(net, relation);
    f->compiled = compiled_net_create(net, f->dep, NULL, 0, false);
    mp_process_init(&f->process, f->compiled);
    f->config = (struct mp_config){.process = &f->process};
}

void mp_fixture_finish(struct mp_fixture *f)
{
    mp_config_finish(&f->config);
    mp_process_finish(&f->process);
    compiled_net_destroy(f->compiled);
    dep_destroy(f->dep);
    net_destroy(f->net);
}

uint32_t mp_fixture_append(struct mp_fixture *f, trans_id t)
{
    uint32_t *const depth = mem_alloc(f->compiled->n_places, sizeof *depth);
    uint32_t e;

    CHECK(mp_config_sort(&f->config));
    mp_config_depths(&f->config, depth);
    e = mp_process_event(&f->process, t, depth);
    vec_push(&f->config.events, e);
    CHECK(mp_config_sort(&f->config));
    mem_free(depth);
    return e;
}
