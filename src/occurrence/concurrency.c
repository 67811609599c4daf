#include "occurrence/concurrency.h"

#include "base/mem.h"

#include <string.h>

/* Concurrency is found for blocks of conditions or events, each by two passes
 * over the prefix that take constant time for an arc. */
enum { WIDTH = 8, BLOCK = 64 * WIDTH };

/* A subset of a block. */
struct concurrency_block {
    bits_word at[WIDTH];
};

struct concurrency_search {
    struct concurrency *result;
    const struct prefix *prefix;
    const uint32_t *node_of; /* by event or condition */
    bool of_events;
    VEC(uint32_t) members; /* events or conditions with a node */
    uint32_t *number;      /* of a condition in that list */
    uint32_t first, n;     /* the block: members from `first` on */
    /* By event, what is in the block: */
    struct concurrency_block *from;    /* it has the event in its past, or is
                                          the event */
    struct concurrency_block *past;    /* the event has it in its past, or
                                          consumes it, or is it */
    struct concurrency_block *against; /* is in conflict with it */
    struct concurrency_block *taken;   /* by condition: a consumer is in its
                                          past, or is it */
    struct concurrency_block *beside;  /* by node: is concurrent with it */
};

void concurrency_init(struct concurrency *c, uint32_t n)
{
    *c = (struct concurrency){
        .n = n, .at = mem_zero((size_t)n * bits_words(n), sizeof *c->at)};
}

void concurrency_finish(struct concurrency *c)
{
    mem_free(c->at);
    *c = (struct concurrency){0};
}

/* --- one block ------------------------------------------------------------ */

static void add(struct concurrency_block *to,
                const struct concurrency_block *from)
{
    bits_unite(to->at, from->at, WIDTH);
}

static const uint32_t *span_of(const struct concurrency_search *search,
                               struct prefix_span span)
{
    return search->prefix->pool.at + span.from;
}

static void begin_block(struct concurrency_search *search)
{
    const uint32_t n = search->prefix->events.len;

    memset(search->from, 0, n * sizeof *search->from);
    memset(search->past, 0, n * sizeof *search->past);
    memset(search->against, 0, n * sizeof *search->against);
    memset(search->taken, 0,
           search->prefix->conditions.len * sizeof *search->taken);
    memset(search->beside, 0, search->result->n * sizeof *search->beside);
    for (uint32_t i = 0; i < search->n; i++) {
        const uint32_t at = search->members.at[search->first + i];
        const uint32_t e =
            search->of_events ? at : search->prefix->conditions.at[at].producer;

        bits_add(search->from[e].at, i);
        if (search->of_events)
            bits_add(search->past[e].at, i);
    }
}

/* Effects first. */
static void go_back(struct concurrency_search *search)
{
    for (uint32_t e = search->prefix->events.len; e-- > 1;) {
        const struct prefix_event *const event = &search->prefix->events.at[e];
        const uint32_t *const causes = span_of(search, event->causes);
        const uint32_t *const consumes = span_of(search, event->consumes);

        for (uint32_t k = 0; k < event->causes.len; k++)
            add(&search->from[causes[k]], &search->from[e]);
        for (uint32_t k = 0; k < event->consumes.len; k++)
            add(&search->taken[consumes[k]], &search->from[e]);
    }
}

/* No effect of e is an effect of another consumer. */
static void take(struct concurrency_search *search, uint32_t e, uint32_t cond)
{
    for (uint32_t w = 0; w < WIDTH; w++)
        search->against[e].at[w] |=
            search->taken[cond].at[w] & ~search->from[e].at[w];
    if (!search->of_events && search->number[cond] - search->first < search->n)
        bits_add(search->past[e].at, search->number[cond] - search->first);
}

static void put_beside(struct concurrency_search *search, uint32_t node,
                       const struct concurrency_block *after,
                       const struct concurrency_block *before,
                       const struct concurrency_block *against)
{
    if (node != CONCURRENCY_NO_NODE)
        for (uint32_t w = 0; w < WIDTH; w++)
            search->beside[node].at[w] |=
                ~(after->at[w] | before->at[w] | against->at[w]);
}

/* Causes first. */
static void go_forward(struct concurrency_search *search)
{
    for (uint32_t e = 0; e < search->prefix->events.len; e++) {
        const struct prefix_event *const event = &search->prefix->events.at[e];
        const uint32_t *const causes = span_of(search, event->causes);
        const uint32_t *const consumes = span_of(search, event->consumes);
        const uint32_t *const produces = span_of(search, event->produces);

        for (uint32_t k = 0; k < event->causes.len; k++) {
            add(&search->past[e], &search->past[causes[k]]);
            add(&search->against[e], &search->against[causes[k]]);
        }
        for (uint32_t k = 0; k < event->consumes.len; k++)
            take(search, e, consumes[k]);
        if (search->of_events)
            put_beside(search, search->node_of[e], &search->from[e],
                       &search->past[e], &search->against[e]);
        for (uint32_t k = 0; k < event->produces.len && !search->of_events; k++)
            put_beside(search, search->node_of[produces[k]],
                       &search->taken[produces[k]], &search->past[e],
                       &search->against[e]);
    }
}

static void end_block(struct concurrency_search *search)
{
    struct concurrency *const c = search->result;
    const uint32_t n = search->n;

    for (uint32_t a = 0; a < c->n; a++)
        for (uint32_t i = bits_next(search->beside[a].at, 0, n); i < n;
             i = bits_next(search->beside[a].at, i + 1, n))
            bits_add(concurrency_row(c, a),
                     search->node_of[search->members.at[search->first + i]]);
}

/* --- all of it ------------------------------------------------------------ */

static void list_members(struct concurrency_search *search, uint32_t n)
{
    search->number = mem_none(n);
    for (uint32_t i = 0; i < n; i++) {
        if (search->node_of[i] == CONCURRENCY_NO_NODE)
            continue;
        search->number[i] = search->members.len;
        vec_push(&search->members, i);
    }
}

static bool add_all(struct concurrency_search *search, const struct stop *stop)
{
    const uint32_t n_events = search->prefix->events.len;
    const uint32_t n_conditions = search->prefix->conditions.len;
    bool stopped = false;

    list_members(search, search->of_events ? n_events : n_conditions);
    search->from = mem_alloc(n_events, sizeof *search->from);
    search->past = mem_alloc(n_events, sizeof *search->past);
    search->against = mem_alloc(n_events, sizeof *search->against);
    search->taken = mem_alloc(n_conditions, sizeof *search->taken);
    search->beside = mem_alloc(search->result->n, sizeof *search->beside);
    for (; !stopped && search->first < search->members.len;
         search->first += BLOCK) {
        search->n = search->members.len - search->first;
        search->n = search->n < BLOCK ? search->n : BLOCK;
        begin_block(search);
        go_back(search);
        go_forward(search);
        end_block(search);
        stopped = stop_is_due(stop);
    }
    vec_free(&search->members);
    mem_free(search->number);
    mem_free(search->from);
    mem_free(search->past);
    mem_free(search->against);
    mem_free(search->taken);
    mem_free(search->beside);
    return !stopped;
}

bool concurrency_add_events(struct concurrency *c, const struct prefix *prefix,
                            const uint32_t *node_of, const struct stop *stop)
{
    struct concurrency_search search = {
        .result = c, .prefix = prefix, .node_of = node_of, .of_events = true};

    return add_all(&search, stop);
}

bool concurrency_from_prefix(struct concurrency *c, enum concurrency_kind kind,
                             const struct net *net, const struct prefix *prefix,
                             const struct stop *stop)
{
    const bool of_events = kind == CONCURRENCY_TRANSITIONS;
    const uint32_t n = of_events ? prefix->events.len : prefix->conditions.len;
    uint32_t *const node_of = mem_none(n);
    struct concurrency_search search = {.result = c,
                                        .prefix = prefix,
                                        .node_of = node_of,
                                        .of_events = of_events};
    bool done;

    concurrency_init(c, of_events ? net_given_transitions(net)
                                  : net_given_places(net));
    for (uint32_t e = 1; e < n && of_events; e++) {
        node_of[e] = net_given_trans(net, prefix->events.at[e].trans);
        bits_add(concurrency_row(c, node_of[e]), node_of[e]);
    }
    /* what an engine or a translation has added is no node of the input */
    for (uint32_t b = 0; b < n && !of_events; b++)
        if (prefix->conditions.at[b].original < c->n)
            node_of[b] = prefix->conditions.at[b].original;
    done = add_all(&search, stop);
    mem_free(node_of);
    if (!done)
        concurrency_finish(c);
    return done;
}
