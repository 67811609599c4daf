#include "net/net.h"

#include "net/given_arcs.h"
#include "net/net_struct.h"
#include "net/unit_safety.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct net_builder {
    struct net *net;                      /* without its relations */
    VEC(struct relation_pair) marked;     /* (place, tokens) */
    VEC(bits_word) has_marking;           /* by net_builder_mark() */
    VEC(struct relation_pair) capacities; /* (place, capacity) */
    bundles_arcs arcs;                    /* in the order of the input */
    struct net_where units_where;
    bool prefer_names;
    bool counts; /* places may have several tokens */
};

struct net_builder *net_builder_create(void)
{
    struct net_builder *b = mem_zero(1, sizeof *b);

    b->net = mem_zero(1, sizeof *b->net);
    b->net->name = mem_text("");
    return b;
}

void net_builder_destroy(struct net_builder *b)
{
    if (!b)
        return;
    net_destroy(b->net);
    vec_free(&b->marked);
    vec_free(&b->has_marking);
    vec_free(&b->capacities);
    vec_free(&b->arcs);
    mem_free(b);
}

void net_builder_name(struct net_builder *b, const char *name)
{
    mem_free(b->net->name);
    b->net->name = mem_text(name);
}

void net_builder_prefer_names(struct net_builder *b)
{
    b->prefer_names = true;
}

static uint32_t add_node(struct names *names, const char *kind, const char *id,
                         const char *name, struct net_where where,
                         struct diag *diag)
{
    const uint32_t n = names_add(names, id, name);

    if (n == NAMES_NONE)
        (void)diag_report(diag, DIAG_INPUT, where.file, where.line,
                          where.column, "%s '%s' is defined twice", kind, id);
    return n;
}

static bool may_have(const struct net_builder *b, const char *id,
                     uint64_t tokens, struct net_where where, struct diag *diag)
{
    return tokens <= 1 || b->counts ||
           diag_report(diag, DIAG_INPUT, where.file, where.line, where.column,
                       "place '%s' has %llu tokens at the start: the net is "
                       "not safe",
                       id, (unsigned long long)tokens);
}

static void mark(struct net_builder *b, place_id p, uint64_t tokens)
{
    vec_push(&b->marked, ((struct relation_pair){p, tokens < NET_MAX_WEIGHT
                                                        ? (uint32_t)tokens
                                                        : NET_MAX_WEIGHT}));
}

place_id net_builder_place(struct net_builder *b, const char *id,
                           const char *name, uint64_t tokens,
                           struct net_where where, struct diag *diag)
{
    if (!may_have(b, id, tokens, where, diag))
        return PLACE_NONE;
    if (tokens)
        vec_reserve(&b->marked, 1);

    const place_id p =
        add_node(&b->net->places, "place", id, name, where, diag);

    if (p != PLACE_NONE && tokens)
        mark(b, p, tokens);
    return p;
}

struct names *net_builder_places(struct net_builder *b)
{
    return &b->net->places;
}

struct names *net_builder_transitions(struct net_builder *b)
{
    return &b->net->transitions;
}

bool net_builder_mark(struct net_builder *b, place_id p, uint64_t tokens,
                      struct net_where where, struct diag *diag)
{
    const char *const id = net_place_id(b->net, p);

    vec_fit(&b->has_marking, bits_words(net_place_count(b->net)));
    if (bits_has(b->has_marking.at, p))
        return diag_report(diag, DIAG_INPUT, where.file, where.line,
                           where.column, "place '%s' has two initial markings",
                           id);
    if (!may_have(b, id, tokens, where, diag))
        return false;
    bits_add(b->has_marking.at, p);
    if (tokens)
        mark(b, p, tokens);
    return true;
}

trans_id net_builder_trans(struct net_builder *b, const char *id,
                           const char *name, struct net_where where,
                           struct diag *diag)
{
    return add_node(&b->net->transitions, "transition", id, name, where, diag);
}

void net_builder_warn(struct net_builder *b, struct net_where where,
                      const char *format, ...)
{
    char text[1024], *copy;
    size_t n = (size_t)snprintf(text, sizeof text, "%.200s:", where.file);
    va_list args;

    if (b->net->warnings.len == NET_MAX_WARNINGS)
        return;
    if (where.line)
        n += (size_t)snprintf(text + n, sizeof text - n, "%u:", where.line);
    if (where.line && where.column)
        n += (size_t)snprintf(text + n, sizeof text - n, "%u:", where.column);
    n += (size_t)snprintf(text + n, sizeof text - n, " warning: ");
    va_start(args, format);
    (void)vsnprintf(text + n, sizeof text - n, format, args);
    va_end(args);
    vec_reserve(&b->net->warnings, 1);
    copy = mem_text(text);
    vec_push(&b->net->warnings, copy);
}

void net_builder_capacity(struct net_builder *b, place_id p, uint64_t capacity)
{
    const struct relation_pair pair = {
        p, capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX};

    ASSERT(p < net_place_count(b->net) && capacity > 0);
    vec_push(&b->capacities, pair);
}

void net_builder_arc(struct net_builder *b, enum net_given_kind kind,
                     place_id p, trans_id t, uint32_t weight)
{
    const struct bundles_arc arc = {
        .place = p,
        .trans = t,
        .weight = weight & NET_MAX_WEIGHT,
        .kind = kind & 0xf,
    };

    ASSERT(p < net_place_count(b->net) && t < net_trans_count(b->net));
    ASSERT(weight >= 1 && weight <= NET_MAX_WEIGHT);
    vec_push(&b->arcs, arc);
}

bool net_builder_given_arc(struct net_builder *b, enum net_given_kind kind,
                           place_id p, trans_id t, uint64_t weight,
                           struct net_where where, struct diag *diag)
{
    const char *const place = net_place_id(b->net, p);
    const char *const trans = net_trans_id(b->net, t);
    const bool out = kind == GIVEN_PRODUCE;

    if (!weight || weight > NET_MAX_WEIGHT)
        return diag_report(
            diag, DIAG_INPUT, where.file, where.line, where.column,
            "the arc from %s '%.200s' to %s '%.200s' has the "
            "weight %llu, which is too %s",
            out ? "transition" : "place", out ? trans : place,
            out ? "place" : "transition", out ? place : trans,
            (unsigned long long)weight, weight ? "large" : "small");
    net_builder_arc(b, kind, p, t, (uint32_t)weight);
    return true;
}

void net_builder_count(struct net_builder *b)
{
    b->counts = true;
}

void net_builder_bounds(struct net_builder *b, const uint32_t *bounds)
{
    b->net->bounds = mem_copy(bounds, net_place_count(b->net), sizeof *bounds);
}

void net_builder_units(struct net_builder *b, struct units *units,
                       struct net_where where)
{
    ASSERT(!b->net->units);
    b->net->units = units;
    b->units_where = where;
}

void net_builder_signals(struct net_builder *b, struct signals *signals)
{
    ASSERT(!b->net->signals);
    b->net->signals = signals;
}

/* Drops units that are wrong at once. */
static void check_units(struct net_builder *b)
{
    struct net *net = b->net;
    place_id p, q;
    const char *id;

    if (!net->units || !net->units->safe ||
        unit_safety_start(net->units, net, &p, &q))
        return;
    id = units_id(net->units, net->units->unit_of[p]);
    net_builder_warn(b, b->units_where,
                     "the NUPN units are ignored: unit '%.80s' excludes tokens "
                     "on '%s' and '%s', and both are marked at the start",
                     id ? id : "", net_place_id(net, p), net_place_id(net, q));
    units_destroy(net->units);
    net->units = NULL;
}

static void mark_places(struct net_builder *b)
{
    struct net *net = b->net;

    net->marked =
        mem_zero(bits_words(net_place_count(net)), sizeof *net->marked);
    if (b->counts)
        net->tokens = mem_zero(net_place_count(net), sizeof *net->tokens);
    for (uint32_t i = 0; i < b->marked.len; i++) {
        bits_add(net->marked, b->marked.at[i].key);
        if (b->counts)
            net->tokens[b->marked.at[i].key] = b->marked.at[i].partner;
    }
}

void net_builder_final(struct net_builder *b, struct relation_pair *marked,
                       uint32_t n)
{
    struct net *const net = b->net;

    relation_sort(marked, n);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t tokens = marked[i].partner;

        if (i && marked[i].key == marked[i - 1].key) {
            uint32_t *const sum = vec_top(&net->final_tokens);

            *sum = tokens < UINT32_MAX - *sum ? *sum + tokens : UINT32_MAX;
        } else {
            vec_push(&net->finals.all, marked[i].key);
            vec_push(&net->final_tokens, tokens);
        }
    }
    if (n)
        vecs_close(&net->finals);
}

static void set_capacities(struct net_builder *b)
{
    struct net *net = b->net;

    if (b->capacities.len)
        net->capacities =
            mem_zero(net_place_count(net), sizeof *net->capacities);
    for (uint32_t i = 0; i < b->capacities.len; i++)
        net->capacities[b->capacities.at[i].key] = b->capacities.at[i].partner;
}

struct net *net_builder_finish(struct net_builder *b)
{
    struct net *net = b->net;

    mark_places(b);
    set_capacities(b);
    check_units(b);
    if (b->prefer_names) {
        names_choose(&net->places);
        names_choose(&net->transitions);
    }
    given_arcs_translate(net, &b->arcs);
    b->net = NULL;
    net_builder_destroy(b);
    return net;
}
