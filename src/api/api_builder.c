#include "api/call.h"
#include "api/handle.h"

#include <stdlib.h>

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
    struct call call;
    punfpor_builder *builder;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return NULL;
    }
    builder = mem_zero(1, sizeof *builder);
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

static void begin(struct call *call, punfpor_builder *builder)
{
    call_begin(call);
    call->scope.owner = &builder->blocks;
}

static bool has_id(const char *id, struct diag *diag)
{
    return *id != '\0' ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0, "an id must not be empty");
}

enum punfpor_status punfpor_builder_place(punfpor_builder *builder,
                                          const char *id, const char *name,
                                          uint32_t tokens, uint32_t *p,
                                          punfpor_error *error)
{
    struct call call;

    begin(&call, builder);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
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
    struct call call;

    begin(&call, builder);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
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
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0, "there is no place %u",
                           p);
    return t < builder->n_transitions ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "there is no transition %u", t);
}

enum punfpor_status punfpor_builder_consume(punfpor_builder *builder,
                                            uint32_t p, uint32_t t,
                                            punfpor_error *error)
{
    struct call call;

    begin(&call, builder);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_nodes(builder, p, t, &call.diag))
        net_builder_consume(builder->builder, p, t);
    return end(&call, error);
}

enum punfpor_status punfpor_builder_produce(punfpor_builder *builder,
                                            uint32_t t, uint32_t p,
                                            punfpor_error *error)
{
    struct call call;

    begin(&call, builder);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_nodes(builder, p, t, &call.diag))
        net_builder_produce(builder->builder, t, p);
    return end(&call, error);
}

enum punfpor_status punfpor_builder_read(punfpor_builder *builder, uint32_t p,
                                         uint32_t t, punfpor_error *error)
{
    struct call call;

    begin(&call, builder);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    if (has_nodes(builder, p, t, &call.diag))
        net_builder_read(builder->builder, p, t);
    return end(&call, error);
}

/* Builds the net; it takes ownership of the builder's blocks. */
punfpor_net *punfpor_builder_finish(punfpor_builder *builder,
                                    punfpor_error *error)
{
    struct call call;
    punfpor_net *net;

    begin(&call, builder);
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
