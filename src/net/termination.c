#include "net/termination.h"

#include "base/mem.h"
#include "base/vec.h"

struct termination {
    const struct net *net;
    uint32_t *n_endless; /* by place: transitions that add a token and are not
                            known to be bounded */
    bool *is_bounded;    /* by transition */
    VEC(trans_id) todo;  /* bounded ones, whose effect is not yet counted */
};

static void bound(struct termination *termination, trans_id t)
{
    if (termination->is_bounded[t])
        return;
    termination->is_bounded[t] = true;
    vec_push(&termination->todo, t);
}

/* The place gets no more tokens. */
static void exhaust(struct termination *termination, place_id p)
{
    const struct net_trans_span consumers = net_consumers(termination->net, p);

    for (uint32_t i = 0; i < consumers.len; i++)
        bound(termination, consumers.at[i]);
}

static void settle(struct termination *termination, trans_id t)
{
    const struct net_place_span post = net_post(termination->net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (--termination->n_endless[post.at[i]] == 0)
            exhaust(termination, post.at[i]);
}

static void settle_all(struct termination *termination)
{
    while (termination->todo.len)
        settle(termination, vec_pop(&termination->todo));
}

static struct termination start_settling(const struct net *net)
{
    const uint32_t n_places = net_place_count(net);
    struct termination termination = {.net = net};

    termination.n_endless = mem_alloc(n_places, sizeof *termination.n_endless);
    termination.is_bounded =
        mem_zero(net_trans_count(net), sizeof *termination.is_bounded);
    for (place_id p = 0; p < n_places; p++) {
        termination.n_endless[p] = net_producers(net, p).len;
        if (!termination.n_endless[p])
            exhaust(&termination, p);
    }
    settle_all(&termination);
    return termination;
}

static void finish_settling(struct termination *termination)
{
    mem_free(termination->n_endless);
    mem_free(termination->is_bounded);
    vec_free(&termination->todo);
}

/* The weight of the tokens that the transition adds, less that of the tokens
 * that it takes. */
static int64_t added_weight(const struct net *net, const int64_t *weights,
                            trans_id t)
{
    const struct net_place_span pre = net_pre(net, t), post = net_post(net, t);
    int64_t weight = 0;

    for (uint32_t i = 0; i < pre.len; i++)
        weight -= weights[pre.at[i]];
    for (uint32_t i = 0; i < post.len; i++)
        weight += weights[post.at[i]];
    return weight;
}

/* Changes the weights so that the transition lowers them by more. */
static void weigh(const struct net *net, int64_t *weights, trans_id t)
{
    const struct net_place_span pre = net_pre(net, t), post = net_post(net, t);

    for (uint32_t i = 0; i < pre.len; i++)
        weights[pre.at[i]]++;
    for (uint32_t i = 0; i < post.len; i++)
        if (weights[post.at[i]])
            weights[post.at[i]]--;
}

/* Are there weights that each transition lowers that is not bounded?  The
 * weights change for each transition that does not (a perceptron), until none
 * is left, or each was looked at PASSES times, or ARCS arcs were. */
static bool find_weights(const struct termination *termination)
{
    enum { PASSES = 64, ARCS = 1 << 20 };
    const struct net *const net = termination->net;
    const uint32_t n = net_trans_count(net);
    int64_t *const weights = mem_zero(net_place_count(net), sizeof *weights);
    uint64_t n_looks = 0, n_arcs = 0;
    uint32_t n_lower = 0;

    for (trans_id t = 0;
         n_lower < n && n_arcs < ARCS && n_looks < (uint64_t)PASSES * n;
         t = (t + 1) % n) {
        n_looks++;
        n_arcs += net_pre(net, t).len + net_post(net, t).len;
        if (termination->is_bounded[t] || added_weight(net, weights, t) < 0) {
            n_lower++;
        } else {
            weigh(net, weights, t);
            n_lower = 0;
        }
    }
    mem_free(weights);
    return n_lower == n;
}

trans_id termination_find_endless(const struct net *net)
{
    struct termination termination = start_settling(net);
    trans_id endless = TRANS_NONE;

    for (trans_id t = net_trans_count(net); t-- > 0;)
        if (!termination.is_bounded[t])
            endless = t;
    if (endless != TRANS_NONE && find_weights(&termination))
        endless = TRANS_NONE;
    finish_settling(&termination);
    return endless;
}

void termination_break(const struct net *net, bool *set)
{
    struct termination termination = start_settling(net);

    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (set[t])
            bound(&termination, t);
    settle_all(&termination);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        if (termination.is_bounded[t])
            continue;
        set[t] = true;
        bound(&termination, t);
        settle_all(&termination);
    }
    finish_settling(&termination);
}
