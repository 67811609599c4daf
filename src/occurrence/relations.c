#include "occurrence/relations.h"

#include "base/mem.h"

struct relations_search {
    struct relations *r;
    const struct prefix *prefix;
    trans_id *chosen;  /* by event: the second copy in its past, as a
                          transition of the input; TRANS_NONE: none */
    uint32_t *node_of; /* by event: its transition, if it has none of those */
};

static bits_word *after(const struct relations *r, trans_id a)
{
    return r->order + (size_t)a * bits_words(r->n);
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
    for (uint32_t e = 1; e < search->prefix->events.len; e++) {
        const trans_id t = trans_of(search, e),
                       before = chosen_before(search, e);

        if (before != TRANS_NONE)
            bits_add(after(search->r, before), t);
        search->chosen[e] = is_second(search, e) ? t : before;
        if (search->chosen[e] != TRANS_NONE)
            continue;
        search->node_of[e] = t;
        bits_add(search->r->fires, t);
        if (changes_nothing(search->r->net, t))
            bits_add(after(search->r, t), t);
    }
}

/* --- all of it -------------------------------------------------------------
 */

void relations_finish(struct relations *r)
{
    mem_free(r->order);
    concurrency_finish(&r->concurrent);
    mem_free(r->fires);
    *r = (struct relations){0};
}

bool relations_init(struct relations *r, const struct net *net,
                    const struct prefix *prefix, const struct stop *stop)
{
    const uint32_t n = net_given_transitions(net);
    const size_t size = (size_t)n * bits_words(n);
    struct relations_search search = {.r = r, .prefix = prefix};
    bool done;

    *r = (struct relations){.net = net, .n = n};
    r->order = mem_zero(size, sizeof *r->order);
    concurrency_init(&r->concurrent, n);
    r->fires = mem_zero(bits_words(n), sizeof *r->fires);
    search.chosen = mem_none(prefix->events.len);
    search.node_of = mem_none(prefix->events.len);
    order_events(&search);
    done = concurrency_add_events(&r->concurrent, prefix, search.node_of, stop);
    for (size_t i = 0; i < size; i++)
        r->order[i] |= r->concurrent.at[i];
    mem_free(search.chosen);
    mem_free(search.node_of);
    if (!done)
        relations_finish(r);
    return done;
}

enum relations_kind relations_of(const struct relations *r, trans_id a,
                                 trans_id b)
{
    const bool there = bits_has(after(r, a), b);
    const bool back = bits_has(after(r, b), a);

    if (concurrency_has(&r->concurrent, a, b))
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
