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
    return punfpor_net_load_initial(path, reading, NULL, error);
}

punfpor_net *punfpor_net_load_initial(const char *path, unsigned reading,
                                      const char *initial, punfpor_error *error)
{
    const struct registry_options options = {
        .initial = initial,
        .ptnet = reading & PUNFPOR_READ_PTNET,
        .untimed = reading & PUNFPOR_READ_UNTIMED,
    };
    CALL_OR(call, error, NULL);

    punfpor_net *const net = wrap(registry_read(path, &options, &call.diag));
    return call_end(&call, error) == PUNFPOR_OK ? net : NULL;
}

punfpor_net *punfpor_net_parse(const void *bytes, size_t size, const char *name,
                               punfpor_error *error)
{
    const struct registry_options none = {0};
    CALL_OR(call, error, NULL);

    punfpor_net *const net =
        wrap(registry_read_memory(bytes, size, name, &none, &call.diag));
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
    CALL(call, error);
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
    CALL_OR(call, error, PUNFPOR_NONE);

    uint32_t p = net_find_place(net->net, text, error ? &call.diag : NULL);
    (void)call_end(&call, error);
    return p;
}

uint32_t punfpor_find_transition(const punfpor_net *net, const char *text,
                                 punfpor_error *error)
{
    CALL_OR(call, error, PUNFPOR_NONE);

    uint32_t t = net_find_trans(net->net, text, error ? &call.diag : NULL);
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

/* --- building --------------------------------------------------------- */

static const struct net_where nowhere = {0};

/* The caller has given the bad input directly, so an error is a
 * PUNFPOR_USAGE. */
static enum punfpor_status end(struct call *call, punfpor_error *error)
{
    if (call->diag.code != DIAG_NONE)
        call->diag.code = DIAG_USAGE;
    return call_end(call, error);
}

punfpor_builder *punfpor_builder_create(const char *name, punfpor_error *error)
{
    CALL_OR(call, error, NULL);

    punfpor_builder *const builder = mem_zero(1, sizeof *builder);
    mem_own_none(&builder->blocks);
    builder->builder = net_builder_create();
    if (name)
        net_builder_name(builder->builder, name);
    mem_keep(builder);
    call.scope.owner = &builder->blocks;
    (void)call_end(&call, error);
    return builder;
}

void punfpor_builder_destroy(punfpor_builder *builder)
{
    if (!builder)
        return;
    net_builder_destroy(builder->builder);
    mem_free_all(&builder->blocks);
    mem_free(builder);
}

static bool has_id(const char *id, struct diag *diag)
{
    return *id != '\0' || diag_usage(diag, "an id must not be empty");
}

enum punfpor_status punfpor_builder_place(punfpor_builder *builder,
                                          const char *id, const char *name,
                                          uint32_t tokens, uint32_t *p,
                                          punfpor_error *error)
{
    CALL(call, error);
    call.scope.owner = &builder->blocks;
    if (has_id(id, &call.diag) &&
        net_builder_place(builder->builder, id, name, tokens, nowhere,
                          &call.diag) != PLACE_NONE) {
        if (p)
            *p = builder->n_places;
        builder->n_places++;
    }
    return end(&call, error);
}

enum punfpor_status punfpor_builder_transition(punfpor_builder *builder,
                                               const char *id, const char *name,
                                               uint32_t *t,
                                               punfpor_error *error)
{
    CALL(call, error);
    call.scope.owner = &builder->blocks;
    if (has_id(id, &call.diag) &&
        net_builder_trans(builder->builder, id, name, nowhere, &call.diag) !=
            TRANS_NONE) {
        if (t)
            *t = builder->n_transitions;
        builder->n_transitions++;
    }
    return end(&call, error);
}

static bool has_nodes(const punfpor_builder *builder, uint32_t p, uint32_t t,
                      struct diag *diag)
{
    if (p >= builder->n_places)
        return diag_usage(diag, "there is no place %u", p);
    return t < builder->n_transitions ||
           diag_usage(diag, "there is no transition %u", t);
}

static enum punfpor_status join(punfpor_builder *builder, uint32_t p,
                                uint32_t t, enum net_given_kind kind,
                                punfpor_error *error)
{
    CALL(call, error);
    call.scope.owner = &builder->blocks;
    if (has_nodes(builder, p, t, &call.diag))
        net_builder_arc(builder->builder, kind, p, t, 1);
    return end(&call, error);
}

enum punfpor_status punfpor_builder_consume(punfpor_builder *builder,
                                            uint32_t p, uint32_t t,
                                            punfpor_error *error)
{
    return join(builder, p, t, GIVEN_CONSUME, error);
}

enum punfpor_status punfpor_builder_produce(punfpor_builder *builder,
                                            uint32_t t, uint32_t p,
                                            punfpor_error *error)
{
    return join(builder, p, t, GIVEN_PRODUCE, error);
}

enum punfpor_status punfpor_builder_read(punfpor_builder *builder, uint32_t p,
                                         uint32_t t, punfpor_error *error)
{
    return join(builder, p, t, GIVEN_READ, error);
}

/* Builds the net; it takes ownership of the builder's blocks. */
punfpor_net *punfpor_builder_finish(punfpor_builder *builder,
                                    punfpor_error *error)
{
    struct call call;
    punfpor_net *net;

    call_begin(&call);
    call.scope.owner = &builder->blocks;
    if (setjmp(call.scope.back)) {
        mem_free_all(&builder->blocks);
        mem_free(builder);
        (void)call_failed(&call, error);
        return NULL;
    }
    net = mem_zero(1, sizeof *net);
    mem_own_none(&net->blocks);
    net->net = net_builder_finish(builder->builder, &call.diag);
    builder->builder = NULL;
    if (end(&call, error) != PUNFPOR_OK) {
        punfpor_builder_destroy(builder);
        return NULL;
    }
    mem_keep(net);
    mem_give_all(&builder->blocks, &net->blocks);
    mem_free(builder);
    return net;
}
