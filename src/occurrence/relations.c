#include "occurrence/relations.h"

#include "base/mem.h"

static bits_word *after(const struct relations *r, trans_id a)
{
    return r->order + (size_t)a * bits_words(r->n);
}

/* --- one after the other ---------------------------------------------------
 */

/* By event: the second copy in its past, as a transition of the input;
 * TRANS_NONE: none. */
static trans_id chosen_before(const struct prefix *prefix,
                              const trans_id *chosen, uint32_t e)
{
    const struct prefix_span causes = prefix->events.at[e].causes;

    for (uint32_t i = 0; i < causes.len; i++) {
        const trans_id t = chosen[prefix->pool.at[causes.from + i]];

        if (t != TRANS_NONE)
            return t;
    }
    return TRANS_NONE;
}

/* Fills in node_of by event its transition, if it has no second copy in its
 * past and is none. */
static void order_events(struct relations *r, const struct prefix *prefix,
                         uint32_t *node_of)
{
    const uint32_t n_trans = net_trans_count(r->net);
    trans_id *const chosen = mem_none(prefix->events.len);

    for (uint32_t e = 1; e < prefix->events.len; e++) {
        const trans_id copy = prefix->events.at[e].trans,
                       t = net_given_trans(r->net, copy % n_trans),
                       before = chosen_before(prefix, chosen, e);

        if (before != TRANS_NONE)
            bits_add(after(r, before), t);
        chosen[e] = copy >= n_trans ? t : before;
        if (chosen[e] != TRANS_NONE)
            continue;
        node_of[e] = t;
        bits_add(r->fires, t);
        /* where it changes nothing, its two copies are independent, so that no
         * event of one is behind the other */
        if (!net_pre(r->net, t).len && !net_post(r->net, t).len)
            bits_add(after(r, t), t);
    }
    mem_free(chosen);
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
    uint32_t *const node_of = mem_none(prefix->events.len);
    bool done;

    *r = (struct relations){.net = net, .n = n};
    r->order = mem_zero(size, sizeof *r->order);
    concurrency_init(&r->concurrent, n);
    r->fires = mem_zero(bits_words(n), sizeof *r->fires);
    order_events(r, prefix, node_of);
    done = concurrency_add_events(&r->concurrent, prefix, node_of, stop);
    for (size_t i = 0; i < size; i++)
        r->order[i] |= r->concurrent.at[i];
    mem_free(node_of);
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
