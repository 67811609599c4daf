#include "engine/recovery/markable.h"

#include "base/mem.h"
#include "net/marking.h"

#include <string.h>

void markable_init(struct markable *markable, const struct net *net)
{
    *markable = (struct markable){.net = net};
    markable->missing =
        mem_alloc(net_trans_count(net), sizeof *markable->missing);
    markable->markable =
        mem_zero(marking_words(net), sizeof *markable->markable);
}

void markable_finish(struct markable *markable)
{
    mem_free(markable->missing);
    mem_free(markable->markable);
    vec_free(&markable->may);
    vec_free(&markable->queue);
}

static void produce(struct markable *markable, trans_id t)
{
    const struct net_place_span post = net_post(markable->net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (!bits_has(markable->markable, post.at[i])) {
            bits_add(markable->markable, post.at[i]);
            vec_push(&markable->queue, post.at[i]);
        }
}

static void lack_less(struct markable *markable, struct net_trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        if (--markable->missing[users.at[i]] == 0)
            produce(markable, users.at[i]);
}

void markable_find(struct markable *markable, const bits_word *m)
{
    const struct net *const net = markable->net;

    memcpy(markable->markable, m, marking_words(net) * sizeof *m);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        markable->missing[t] = net_needs(net, t).len;
    marking_list(m, net_place_count(net), &markable->queue);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (markable->missing[t] == 0)
            produce(markable, t);
    while (markable->queue.len) {
        const place_id p = vec_pop(&markable->queue);

        lack_less(markable, net_consumers(net, p));
        lack_less(markable, net_readers(net, p));
    }
}

trans_id markable_dead(const struct markable *markable)
{
    for (trans_id t = 0; t < net_given_transitions(markable->net); t++)
        if (markable->missing[t])
            return t;
    return TRANS_NONE;
}

/* Is the place marked for ever? */
static bool is_fixed(const struct markable *markable, const bits_word *m,
                     place_id p)
{
    const struct net_trans_span consumers = net_consumers(markable->net, p);

    if (!bits_has(m, p))
        return false;
    for (uint32_t i = 0; i < consumers.len; i++)
        if (!markable->missing[consumers.at[i]])
            return false;
    return true;
}

/* The largest value of the sum of a comparison, at most. */
static bool may_reach(const struct markable *markable, const bits_word *m,
                      const struct formula *formula,
                      const struct formula_node *node)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(formula, node, i);

        if (term.factor > 0 ? bits_has(markable->markable, term.place)
                            : is_fixed(markable, m, term.place))
            sum += term.factor;
    }
    return sum >= node->bound;
}

static bool may_fire(const struct markable *markable)
{
    for (trans_id t = 0; t < net_trans_count(markable->net); t++)
        if (!markable->missing[t])
            return true;
    return false;
}

static bool may(const struct markable *markable, const bits_word *m,
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
    case FORMULA_OR:
        return formula_join_holds(node, markable->may.at);
    case FORMULA_AT_LEAST:
        return may_reach(markable, m, formula, node);
    case FORMULA_FIREABLE:
        return !markable->missing[node->trans];
    case FORMULA_LIVE:
        return may_fire(markable);
    }
    return true;
}

bool markable_may_hold(struct markable *markable, const bits_word *m,
                       const struct formula *formula)
{
    vec_fit(&markable->may, formula->nodes.len);
    for (uint32_t i = formula->nodes.len; i-- > 0;)
        markable->may.at[i] = may(markable, m, formula, &formula->nodes.at[i]);
    return markable->may.at[0];
}
