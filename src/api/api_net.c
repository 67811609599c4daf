#include "api/call.h"
#include "api/handle.h"
#include "formats/net/registry.h"

#include <stdlib.h>

static punfpor_net *wrap(struct net *net)
{
    punfpor_net *wrapped;

    if (!net)
        return NULL;
    wrapped = mem_alloc(1, sizeof *wrapped);
    wrapped->net = net;
    mem_own_none(&wrapped->blocks);
    return wrapped;
}

punfpor_net *punfpor_net_load(const char *path, punfpor_error *error)
{
    return punfpor_net_load_with(path, 0, error);
}

punfpor_net *punfpor_net_load_with(const char *path, unsigned reading,
                                   punfpor_error *error)
{
    const struct read_options options = {
        .ptnet = reading & PUNFPOR_READ_PTNET,
        .untimed = reading & PUNFPOR_READ_UNTIMED,
    };
    struct call call;
    punfpor_net *net;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return NULL;
    }
    net = wrap(registry_read_with(path, &options, &call.diag));
    return call_end(&call, error) == PUNFPOR_OK ? net : NULL;
}

punfpor_net *punfpor_net_parse(const void *bytes, size_t size, const char *name,
                               punfpor_error *error)
{
    const struct read_options none = {0};
    struct call call;
    punfpor_net *net;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return NULL;
    }
    net = wrap(registry_read_memory(bytes, size, name, &none, &call.diag));
    return call_end(&call, error) == PUNFPOR_OK ? net : NULL;
}

void punfpor_net_destroy(punfpor_net *net)
{
    if (!net)
        return;
    net_destroy(net->net);
    mem_free_all(&net->blocks);
    mem_free(net);
}

enum punfpor_status punfpor_net_write(const punfpor_net *net, const char *path,
                                      punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    (void)registry_write(net->net, path, &call.diag);
    return call_end_writing(&call, error);
}

uint32_t punfpor_net_warnings(const punfpor_net *net)
{
    return net_warning_count(net->net);
}

const char *punfpor_net_warning(const punfpor_net *net, uint32_t i)
{
    return net_warning(net->net, i);
}

uint32_t punfpor_place_capacity(const punfpor_net *net, uint32_t p)
{
    return net_capacity(net->net, p);
}

const char *punfpor_net_name(const punfpor_net *net)
{
    return net_name(net->net);
}

uint32_t punfpor_net_places(const punfpor_net *net)
{
    return net_place_count(net->net);
}

uint32_t punfpor_net_transitions(const punfpor_net *net)
{
    return net_trans_count(net->net);
}

uint32_t punfpor_net_given_places(const punfpor_net *net)
{
    return net_given_places(net->net);
}

uint32_t punfpor_net_given_transitions(const punfpor_net *net)
{
    return net_given_transitions(net->net);
}

uint32_t punfpor_net_arcs(const punfpor_net *net)
{
    return net_arc_count(net->net);
}

uint32_t punfpor_net_read_arcs(const punfpor_net *net)
{
    return net_read_count(net->net);
}

const char *punfpor_place_id(const punfpor_net *net, uint32_t p)
{
    return net_place_id(net->net, p);
}

const char *punfpor_place_name(const punfpor_net *net, uint32_t p)
{
    return net_place_name(net->net, p);
}

const char *punfpor_place_label(const punfpor_net *net, uint32_t p)
{
    return net_place_label(net->net, p);
}

const char *punfpor_transition_id(const punfpor_net *net, uint32_t t)
{
    return net_trans_id(net->net, t);
}

const char *punfpor_transition_name(const punfpor_net *net, uint32_t t)
{
    return net_trans_name(net->net, t);
}

const char *punfpor_transition_label(const punfpor_net *net, uint32_t t)
{
    return net_trans_label(net->net, t);
}

uint32_t punfpor_find_place(const punfpor_net *net, const char *text,
                            punfpor_error *error)
{
    struct call call;
    uint32_t p;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return PUNFPOR_NONE;
    }
    p = net_find_place(net->net, text, error ? &call.diag : NULL);
    (void)call_end(&call, error);
    return p;
}

uint32_t punfpor_find_transition(const punfpor_net *net, const char *text,
                                 punfpor_error *error)
{
    struct call call;
    uint32_t t;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return PUNFPOR_NONE;
    }
    t = net_find_trans(net->net, text, error ? &call.diag : NULL);
    (void)call_end(&call, error);
    return t;
}

int punfpor_place_marked(const punfpor_net *net, uint32_t p)
{
    return net_marked(net->net, p);
}

static const uint32_t *give(struct net_place_span span, uint32_t *n)
{
    *n = span.len;
    return span.at;
}

const uint32_t *punfpor_consumes(const punfpor_net *net, uint32_t t,
                                 uint32_t *n)
{
    return give(net_pre(net->net, t), n);
}

const uint32_t *punfpor_reads(const punfpor_net *net, uint32_t t, uint32_t *n)
{
    return give(net_read(net->net, t), n);
}

const uint32_t *punfpor_produces(const punfpor_net *net, uint32_t t,
                                 uint32_t *n)
{
    return give(net_post(net->net, t), n);
}
