#include "engine/recovery/markable.h"

#include "base/mem.h"
#include "net/marking.h"

#include <string.h>

void markable_init(struct markable *x, const struct net *net)
{
    *x = (struct markable){.net = net};
    x->missing = mem_alloc(net_trans_count(net), sizeof *x->missing);
    x->markable = mem_zero(marking_words(net), sizeof *x->markable);
}

void markable_finish(struct markable *x)
{
    mem_free(x->missing);
    mem_free(x->markable);
    mem_free(x->may);
    vec_free(&x->queue);
}

static void produce(struct markable *x, trans_id t)
{
    const struct net_place_span post = net_post(x->net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (!bits_has(x->markable, post.at[i])) {
            bits_add(x->markable, post.at[i]);
            vec_push(&x->queue, post.at[i]);
        }
}

static void lack_less(struct markable *x, struct net_trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        if (--x->missing[users.at[i]] == 0)
            produce(x, users.at[i]);
}

void markable_find(struct markable *x, const bits_word *m)
{
    const struct net *const net = x->net;

    memcpy(x->markable, m, marking_words(net) * sizeof *m);
    vec_clear(&x->queue);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        x->missing[t] = net_pre(net, t).len + net_read(net, t).len;
    for (place_id p = 0; p < net_place_count(net); p++)
        if (bits_has(m, p))
            vec_push(&x->queue, p);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (x->missing[t] == 0)
            produce(x, t);
    while (x->queue.len) {
        const place_id p = vec_pop(&x->queue);

        lack_less(x, net_consumers(net, p));
        lack_less(x, net_readers(net, p));
    }
}

trans_id markable_dead(const struct markable *x)
{
    for (trans_id t = 0; t < net_given_transitions(x->net); t++)
        if (x->missing[t])
            return t;
    return TRANS_NONE;
}

/* Is the place marked for ever? */
static bool is_fixed(const struct markable *x, const bits_word *m, place_id p)
{
    const struct net_trans_span consumers = net_consumers(x->net, p);

    if (!bits_has(m, p))
        return false;
    for (uint32_t i = 0; i < consumers.len; i++)
        if (!x->missing[consumers.at[i]])
            return false;
    return true;
}

/* The largest value of the sum of a comparison, at most. */
static bool may_reach(const struct markable *x, const bits_word *m,
                      const struct formula *formula,
                      const struct formula_node *node)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term *const term =
            &formula->terms.at[node->first + i];

        if (term->factor > 0 ? bits_has(x->markable, term->place)
                             : is_fixed(x, m, term->place))
            sum += term->factor;
    }
    return sum >= node->bound;
}

static bool may_fire(const struct markable *x)
{
    for (trans_id t = 0; t < net_trans_count(x->net); t++)
        if (!x->missing[t])
            return true;
    return false;
}

static bool may(const struct markable *x, const bits_word *m,
                const struct formula *formula, const struct formula_node *node)
{
    switch (node->op) {
    case FORMULA_TRUE:
    case FORMULA_DISABLED:
    case FORMULA_DEADLOCK:
        return true;
    case FORMULA_FALSE:
        return false;
    case FORMULA_AND:
        for (uint32_t i = 0; i < node->len; i++)
            if (!x->may[node->first + i])
                return false;
        return true;
    case FORMULA_OR:
        for (uint32_t i = 0; i < node->len; i++)
            if (x->may[node->first + i])
                return true;
        return false;
    case FORMULA_AT_LEAST:
        return may_reach(x, m, formula, node);
    case FORMULA_FIREABLE:
        return !x->missing[node->trans];
    case FORMULA_LIVE:
        return may_fire(x);
    }
    return true;
}

bool markable_may_hold(struct markable *x, const bits_word *m,
                       const struct formula *formula)
{
    const uint32_t n = formula->nodes.len;

    if (n > x->n_may) {
        mem_free(x->may);
        x->may = mem_zero(n, sizeof *x->may);
        x->n_may = n;
    }
    for (uint32_t i = n; i-- > 0;)
        x->may[i] = may(x, m, formula, &formula->nodes.at[i]);
    return x->may[0];
}
