#include "api/handle.h"
#include "formats/net/registry.h"

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

static struct registry_options
registry_options_of(const punfpor_load_options *options)
{
    return (struct registry_options){
        .initial = options->initial,
        .ptnet = options->reading & PUNFPOR_READ_PTNET,
        .untimed = options->reading & PUNFPOR_READ_UNTIMED,
        .counts = true,
    };
}

punfpor_net *punfpor_net_load(const char *path, punfpor_error *error)
{
    return punfpor_net_load_with(path, 0, error);
}

punfpor_net *punfpor_net_load_with(const char *path, unsigned reading,
                                   punfpor_error *error)
{
    const punfpor_load_options options = {.reading = reading};

    return punfpor_net_load_as(path, &options, error);
}

punfpor_net *punfpor_net_load_as(const char *path,
                                 const punfpor_load_options *options,
                                 punfpor_error *error)
{
    const struct registry_options how = registry_options_of(options);
    CALL_OR(call, error, NULL);

    punfpor_net *const net =
        wrap(api_tokens_bound(registry_read(path, &how, &call.diag),
                              options->tokens, path, &call.diag));
    return call_end(&call, error) == PUNFPOR_OK ? net : NULL;
}

punfpor_net *punfpor_net_parse(const void *bytes, size_t size, const char *name,
                               punfpor_error *error)
{
    const punfpor_load_options options = {0};

    return punfpor_net_parse_as(bytes, size, name, &options, error);
}

punfpor_net *punfpor_net_parse_as(const void *bytes, size_t size,
                                  const char *name,
                                  const punfpor_load_options *options,
                                  punfpor_error *error)
{
    const struct registry_options how = registry_options_of(options);
    CALL_OR(call, error, NULL);

    punfpor_net *const net = wrap(api_tokens_bound(
        registry_read_memory(bytes, size, name, &how, &call.diag),
        options->tokens, name, &call.diag));
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

/* What net.h tells of the net, and of one of its nodes: type, name here, and
 * function there; and the lists of places by number. */
#define OF_NET(X)                                             \
    X(uint32_t, net_warnings, net_warning_count)              \
    X(uint32_t, net_finals, net_final_count)                  \
    X(const char *, net_name, net_name)                       \
    X(uint32_t, net_places, net_place_count)                  \
    X(uint32_t, net_transitions, net_trans_count)             \
    X(uint32_t, net_given_places, net_given_places)           \
    X(uint32_t, net_given_transitions, net_given_transitions) \
    X(uint32_t, net_arcs, net_arc_count)                      \
    X(uint32_t, net_read_arcs, net_read_count)
#define OF_NODE(X)                                          \
    X(const char *, net_warning, net_warning)               \
    X(const uint32_t *, net_final_tokens, net_final_tokens) \
    X(uint32_t, place_capacity, net_capacity)               \
    X(uint32_t, place_bound, net_bound)                     \
    X(int, place_marked, net_marked)                        \
    X(const char *, place_id, net_place_id)                 \
    X(const char *, place_name, net_place_name)             \
    X(const char *, place_label, net_place_label)           \
    X(const char *, transition_id, net_trans_id)            \
    X(const char *, transition_name, net_trans_name)        \
    X(const char *, transition_label, net_trans_label)
#define OF_PLACES(X)      \
    X(consumes, net_pre)  \
    X(reads, net_read)    \
    X(produces, net_post) \
    X(net_final, net_final)

#define X(type, name, function)                 \
    type punfpor_##name(const punfpor_net *net) \
    {                                           \
        return function(net->net);              \
    }
OF_NET(X)
#undef X
#define X(type, name, function)                             \
    type punfpor_##name(const punfpor_net *net, uint32_t i) \
    {                                                       \
        return function(net->net, i);                       \
    }
OF_NODE(X)
#undef X
#define X(name, function)                                              \
    const uint32_t *punfpor_##name(const punfpor_net *net, uint32_t i, \
                                   uint32_t *n)                        \
    {                                                                  \
        const struct net_place_span span = function(net->net, i);      \
                                                                       \
        *n = span.len;                                                 \
        return span.at;                                                \
    }
OF_PLACES(X)
#undef X

/* Without an error nobody reads the message. */
#define FIND(name, function)                                               \
    uint32_t punfpor_find_##name(const punfpor_net *net, const char *text, \
                                 punfpor_error *error)                     \
    {                                                                      \
        uint32_t found;                                                    \
                                                                           \
        CALL_OR(call, error, PUNFPOR_NONE);                                \
        found = function(net->net, text, error ? &call.diag : NULL);       \
        (void)call_end(&call, error);                                      \
        return found;                                                      \
    }
FIND(place, net_find_place)
FIND(transition, net_find_trans)

/* --- building --------------------------------------------------------- */

static const struct net_where nowhere = {0};

/* The caller has given the bad input directly, so an error is a
 * PUNFPOR_USAGE. */
static enum punfpor_status end(struct punfpor_call *call, punfpor_error *error)
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
    net_builder_count(builder->builder);
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

void punfpor_builder_tokens(punfpor_builder *builder, uint32_t tokens)
{
    builder->tokens = tokens;
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
    if (has_id(id, &call.diag)) {
        const place_id n = net_builder_place(builder->builder, id, name, tokens,
                                             nowhere, &call.diag);

        if (n != PLACE_NONE && p)
            *p = n;
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
    if (has_id(id, &call.diag)) {
        const trans_id n =
            net_builder_trans(builder->builder, id, name, nowhere, &call.diag);

        if (n != TRANS_NONE && t)
            *t = n;
    }
    return end(&call, error);
}

static bool has_place(const punfpor_builder *builder, uint32_t p,
                      struct diag *diag)
{
    return p < names_count(net_builder_places(builder->builder)) ||
           diag_usage(diag, "there is no place %u", p);
}

static bool has_transition(const punfpor_builder *builder, uint32_t t,
                           struct diag *diag)
{
    return t < names_count(net_builder_transitions(builder->builder)) ||
           diag_usage(diag, "there is no transition %u", t);
}

enum punfpor_status punfpor_builder_arc(punfpor_builder *builder,
                                        enum punfpor_arc kind, uint32_t p,
                                        uint32_t t, uint32_t weight,
                                        punfpor_error *error)
{
    static const enum net_given_kind kinds[] = {
        [PUNFPOR_CONSUMES] = GIVEN_CONSUME, [PUNFPOR_PRODUCES] = GIVEN_PRODUCE,
        [PUNFPOR_READS] = GIVEN_READ,       [PUNFPOR_INHIBITS] = GIVEN_INHIBIT,
        [PUNFPOR_RESETS] = GIVEN_RESET,
    };
    CALL(call, error);
    call.scope.owner = &builder->blocks;
    if ((unsigned)kind > PUNFPOR_RESETS)
        (void)diag_usage(&call.diag, "there is no kind of arcs %u",
                         (unsigned)kind);
    else if (has_place(builder, p, &call.diag) &&
             has_transition(builder, t, &call.diag))
        (void)net_builder_given_arc(builder->builder, kinds[kind], p, t, weight,
                                    nowhere, &call.diag);
    return end(&call, error);
}

enum punfpor_status punfpor_builder_consume(punfpor_builder *builder,
                                            uint32_t p, uint32_t t,
                                            punfpor_error *error)
{
    return punfpor_builder_arc(builder, PUNFPOR_CONSUMES, p, t, 1, error);
}

enum punfpor_status punfpor_builder_produce(punfpor_builder *builder,
                                            uint32_t t, uint32_t p,
                                            punfpor_error *error)
{
    return punfpor_builder_arc(builder, PUNFPOR_PRODUCES, p, t, 1, error);
}

enum punfpor_status punfpor_builder_read(punfpor_builder *builder, uint32_t p,
                                         uint32_t t, punfpor_error *error)
{
    return punfpor_builder_arc(builder, PUNFPOR_READS, p, t, 1, error);
}

enum punfpor_status punfpor_builder_final(punfpor_builder *builder,
                                          const uint32_t *places, uint32_t n,
                                          punfpor_error *error)
{
    CALL(call, error);
    call.scope.owner = &builder->blocks;

    struct relation_pair *const marked = mem_zero(n, sizeof *marked);
    bool good = true;

    for (uint32_t i = 0; i < n && good; i++) {
        marked[i] = (struct relation_pair){places[i], 1};
        good = has_place(builder, places[i], &call.diag);
    }
    if (good)
        net_builder_final(builder->builder, marked, n);
    mem_free(marked);
    return end(&call, error);
}

/* Builds the net; it takes ownership of the builder's blocks. */
punfpor_net *punfpor_builder_finish(punfpor_builder *builder,
                                    punfpor_error *error)
{
    struct punfpor_call call;
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
    net->net = api_tokens_bound(net_builder_finish(builder->builder),
                                builder->tokens, NULL, &call.diag);
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
