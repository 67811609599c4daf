#include "occurrence/relations.h"

#include "base/mem.h"

/* Concurrency of events is found for blocks of them, each by two passes over
 * the prefix that take constant time for an arc. */
enum { WIDTH = 8, BLOCK = 64 * WIDTH };

/* Events of a block, by column. */
struct event_block {
    bits_word at[WIDTH];
};

struct relations_search {
    struct relations *r;
    const struct prefix *prefix;
    trans_id *chosen;            /* by event: the second copy in its past, as a
                                    transition of the input; TRANS_NONE: none */
    VEC(uint32_t) plain;         /* events without one, but bottom */
    uint32_t first;              /* of these: the block begins with it */
    struct event_block *from;    /* by plain event: itself and its effects */
    struct event_block *past;    /* itself and its causes */
    struct event_block *against; /* in conflict with it */
    struct event_block *taken;   /* by condition: from its consumers on */
    struct event_block *beside;  /* by transition: concurrent with its events */
};

static bits_word *row(bits_word *matrix, const struct relations *r, trans_id a)
{
    return matrix + (size_t)a * bits_words(r->n);
}

static const struct prefix_event *
event_of(const struct relations_search *search, uint32_t e)
{
    return &search->prefix->events.at[e];
}

/* The transition of the input of which e is an event. */
static trans_id trans_of(const struct relations_search *search, uint32_t e)
{
    const struct net *const net = search->r->net;

    return net_given_trans(net,
                           event_of(search, e)->trans % net_trans_count(net));
}

static bool is_second(const struct relations_search *search, uint32_t e)
{
    return event_of(search, e)->trans >= net_trans_count(search->r->net);
}

/* --- one after the other ---------------------------------------------------
 */

static trans_id chosen_before(const struct relations_search *search, uint32_t e)
{
    const struct prefix_span causes = event_of(search, e)->causes;

    for (uint32_t i = 0; i < causes.len; i++) {
        const trans_id t =
            search->chosen[search->prefix->pool.at[causes.from + i]];

        if (t != TRANS_NONE)
            return t;
    }
    return TRANS_NONE;
}

/* Its two copies are independent, so that no event of one is behind the
 * other. */
static bool changes_nothing(const struct net *net, trans_id t)
{
    return !net_pre(net, t).len && !net_post(net, t).len;
}

static void order_events(struct relations_search *search)
{
    search->chosen[0] = TRANS_NONE;
    for (uint32_t e = 1; e < search->prefix->events.len; e++) {
        const trans_id t = trans_of(search, e),
                       before = chosen_before(search, e);

        if (before != TRANS_NONE)
            bits_add(row(search->r->order, search->r, before), t);
        search->chosen[e] = is_second(search, e) ? t : before;
        if (search->chosen[e] != TRANS_NONE)
            continue;
        vec_push(&search->plain, e);
        bits_add(search->r->fires, t);
        if (changes_nothing(search->r->net, t))
            bits_add(row(search->r->order, search->r, t), t);
    }
}

/* --- in one step -----------------------------------------------------------
 */

static void add(struct event_block *to, const struct event_block *from)
{
    bits_unite(to->at, from->at, WIDTH);
}

static void add_without(struct event_block *to, const struct event_block *from,
                        const struct event_block *but)
{
    for (uint32_t i = 0; i < WIDTH; i++)
        to->at[i] |= from->at[i] & ~but->at[i];
}

static uint32_t block_size(const struct relations_search *search)
{
    return search->plain.len - search->first < BLOCK
               ? search->plain.len - search->first
               : BLOCK;
}

static void begin_block(struct relations_search *search)
{
    const uint32_t n = search->prefix->events.len;

    memset(search->from, 0, n * sizeof *search->from);
    memset(search->past, 0, n * sizeof *search->past);
    memset(search->against, 0, n * sizeof *search->against);
    memset(search->taken, 0,
           search->prefix->conditions.len * sizeof *search->taken);
    memset(search->beside, 0, search->r->n * sizeof *search->beside);
    for (uint32_t i = 0; i < block_size(search); i++) {
        const uint32_t e = search->plain.at[search->first + i];

        bits_add(search->from[e].at, i);
        bits_add(search->past[e].at, i);
    }
}

/* Effects first. */
static void go_back(struct relations_search *search)
{
    const uint32_t *const pool = search->prefix->pool.at;

    for (uint32_t i = search->plain.len; i-- > 0;) {
        const uint32_t e = search->plain.at[i];
        const struct prefix_span causes = event_of(search, e)->causes;
        const struct prefix_span consumes = event_of(search, e)->consumes;

        for (uint32_t k = 0; k < causes.len; k++)
            add(&search->from[pool[causes.from + k]], &search->from[e]);
        for (uint32_t k = 0; k < consumes.len; k++)
            add(&search->taken[pool[consumes.from + k]], &search->from[e]);
    }
}

/* Causes first.  No effect of e is an effect of another consumer. */
static void go_forward(struct relations_search *search)
{
    const uint32_t *const pool = search->prefix->pool.at;

    for (uint32_t i = 0; i < search->plain.len; i++) {
        const uint32_t e = search->plain.at[i];
        const struct prefix_span causes = event_of(search, e)->causes;
        const struct prefix_span consumes = event_of(search, e)->consumes;
        struct event_block *const beside = &search->beside[trans_of(search, e)];

        for (uint32_t k = 0; k < causes.len; k++) {
            add(&search->past[e], &search->past[pool[causes.from + k]]);
            add(&search->against[e], &search->against[pool[causes.from + k]]);
        }
        for (uint32_t k = 0; k < consumes.len; k++)
            add_without(&search->against[e],
                        &search->taken[pool[consumes.from + k]],
                        &search->from[e]);
        for (uint32_t w = 0; w < WIDTH; w++)
            beside->at[w] |= ~(search->from[e].at[w] | search->past[e].at[w] |
                               search->against[e].at[w]);
    }
}

static void end_block(struct relations_search *search)
{
    const uint32_t n = block_size(search);

    for (trans_id a = 0; a < search->r->n; a++)
        for (uint32_t i = bits_next(search->beside[a].at, 0, n); i < n;
             i = bits_next(search->beside[a].at, i + 1, n))
            bits_add(row(search->r->concurrent, search->r, a),
                     trans_of(search, search->plain.at[search->first + i]));
}

static void join_events(struct relations_search *search)
{
    const uint32_t n = search->prefix->events.len;

    search->from = mem_alloc(n, sizeof *search->from);
    search->past = mem_alloc(n, sizeof *search->past);
    search->against = mem_alloc(n, sizeof *search->against);
    search->taken =
        mem_alloc(search->prefix->conditions.len, sizeof *search->taken);
    search->beside = mem_alloc(search->r->n, sizeof *search->beside);
    for (search->first = 0; search->first < search->plain.len;
         search->first += BLOCK) {
        begin_block(search);
        go_back(search);
        go_forward(search);
        end_block(search);
    }
    mem_free(search->from);
    mem_free(search->past);
    mem_free(search->against);
    mem_free(search->taken);
    mem_free(search->beside);
}

/* --- all of it -------------------------------------------------------------
 */

void relations_init(struct relations *r, const struct net *net,
                    const struct prefix *prefix)
{
    const uint32_t n = net_given_transitions(net);
    const size_t size = (size_t)n * bits_words(n);
    struct relations_search search = {.r = r, .prefix = prefix};

    *r = (struct relations){.net = net, .n = n};
    r->order = mem_zero(size, sizeof *r->order);
    r->concurrent = mem_zero(size, sizeof *r->concurrent);
    r->fires = mem_zero(bits_words(n), sizeof *r->fires);
    search.chosen = mem_alloc(prefix->events.len, sizeof *search.chosen);
    order_events(&search);
    join_events(&search);
    for (size_t i = 0; i < size; i++)
        r->order[i] |= r->concurrent[i];
    mem_free(search.chosen);
    vec_free(&search.plain);
}

void relations_finish(struct relations *r)
{
    mem_free(r->order);
    mem_free(r->concurrent);
    mem_free(r->fires);
    *r = (struct relations){0};
}

enum relations_kind relations_of(const struct relations *r, trans_id a,
                                 trans_id b)
{
    const bool there = bits_has(row(r->order, r, a), b);
    const bool back = bits_has(row(r->order, r, b), a);

    if (bits_has(row(r->concurrent, r, a), b))
        return RELATIONS_CONCURRENT;
    return there && back ? RELATIONS_INTERLEAVING
           : there       ? RELATIONS_BEFORE
           : back        ? RELATIONS_AFTER
                         : RELATIONS_EXCLUSIVE;
}

const char *relations_word(enum relations_kind kind)
{
    static const char *const words[] = {
        [RELATIONS_EXCLUSIVE] = "exclusive",
        [RELATIONS_BEFORE] = "before",
        [RELATIONS_AFTER] = "after",
        [RELATIONS_CONCURRENT] = "concurrent",
        [RELATIONS_INTERLEAVING] = "interleaving",
    };

    return words[kind];
}
