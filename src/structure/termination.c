#include "structure/termination.h"

#include "base/ids.h"
#include "base/mem.h"
#include "base/vec.h"

struct termination {
    const struct net *net;
    uint32_t *n_endless; /* by place: transitions that add a token and are not
                            known to be bounded */
    bool *is_bounded;    /* by transition */
    VEC(trans_id) todo;  /* bounded ones, whose effect is not yet counted */
};

static bool has(struct net_place_span places, place_id p)
{
    return ids_has(places.at, places.len, p);
}

static void bound(struct termination *x, trans_id t)
{
    if (x->is_bounded[t])
        return;
    x->is_bounded[t] = true;
    vec_push(&x->todo, t);
}

/* The place gets no more tokens. */
static void exhaust(struct termination *x, place_id p)
{
    const struct net_trans_span consumers = net_consumers(x->net, p);

    for (uint32_t i = 0; i < consumers.len; i++)
        if (!has(net_post(x->net, consumers.at[i]), p))
            bound(x, consumers.at[i]);
}

static void settle(struct termination *x, trans_id t)
{
    const struct net_place_span post = net_post(x->net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (!has(net_pre(x->net, t), post.at[i]) &&
            --x->n_endless[post.at[i]] == 0)
            exhaust(x, post.at[i]);
}

static void run(struct termination *x)
{
    while (x->todo.len) {
        const trans_id t = vec_pop(&x->todo);

        settle(x, t);
    }
}

static struct termination start(const struct net *net)
{
    const uint32_t n_places = net_place_count(net);
    struct termination x = {.net = net};

    x.n_endless = mem_zero(n_places, sizeof *x.n_endless);
    x.is_bounded = mem_zero(net_trans_count(net), sizeof *x.is_bounded);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span post = net_post(net, t);

        for (uint32_t i = 0; i < post.len; i++)
            x.n_endless[post.at[i]] += !has(net_pre(net, t), post.at[i]);
    }
    for (place_id p = 0; p < n_places; p++)
        if (!x.n_endless[p])
            exhaust(&x, p);
    run(&x);
    return x;
}

static void finish(struct termination *x)
{
    mem_free(x->n_endless);
    mem_free(x->is_bounded);
    vec_free(&x->todo);
}

trans_id termination_find_endless(const struct net *net)
{
    struct termination x = start(net);
    trans_id endless = TRANS_NONE;

    for (trans_id t = net_trans_count(net); t-- > 0;)
        if (!x.is_bounded[t])
            endless = t;
    finish(&x);
    return endless;
}

void termination_break(const struct net *net, bool *set)
{
    struct termination x = start(net);

    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (set[t])
            bound(&x, t);
    run(&x);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        if (x.is_bounded[t])
            continue;
        set[t] = true;
        bound(&x, t);
        run(&x);
    }
    finish(&x);
}
