#include "proof/recurrence.h"

#include "base/strong.h"
#include "net/net.h"
#include "proof/edge_steps.h"

struct recurrence_search {
    const struct net *net;
    const struct buchi *buchi;
    const struct guards *guards;
    const struct case_proof_ranks *ranks;
    uint32_t n_trans, n_words;
    uint32_t *source;    /* by edge: its state */
    uint32_t *component; /* by state */
    bool *alive;         /* by edge */
    bool *pairs;         /* by edge and transition */
    struct edge_steps steps;

    /* Of the component at hand: */
    VEC(uint32_t) edges;
    uint32_t *n_pairs;     /* by transition */
    uint32_t *made, *used; /* by place: transitions that produce on it, and that
                              consume from it */
    net_place_list queue;  /* places of which one became 0 */
    int64_t *rank;         /* by place and state */
    bool changed;
};

/* --- components ----------------------------------------------------------- */

/* By the edges that are alive.  A component is numbered by its first state. */
static void find_components(struct recurrence_search *x)
{
    const struct buchi *const buchi = x->buchi;
    const uint32_t n = buchi->n_states;
    uint32_t *const first = mem_alloc((size_t)n + 1, sizeof *first);
    uint32_t *const to = mem_alloc(buchi->edges.len, sizeof *to);
    uint32_t *const least = mem_alloc(n, sizeof *least);
    uint32_t len = 0;

    for (uint32_t q = 0; q < n; q++) {
        first[q] = len;
        for (uint32_t e = buchi->first.at[q]; e < buchi->first.at[q + 1]; e++)
            if (x->alive[e])
                to[len++] = buchi->edges.at[e].target;
    }
    first[n] = len;
    (void)strong_components(first, to, n, STRONG_NONE, x->component);
    for (uint32_t q = n; q-- > 0;)
        least[x->component[q]] = q;
    for (uint32_t q = 0; q < n; q++)
        x->component[q] = least[x->component[q]];
    mem_free(first);
    mem_free(to);
    mem_free(least);
}

/* Leaves out the edges between components, and those of components without some
 * acceptance set. */
static void leave_out_components(struct recurrence_search *x)
{
    uint64_t *const sets = mem_zero(x->buchi->n_states + 1, sizeof *sets);
    const uint32_t n = x->buchi->edges.len;

    find_components(x);
    for (uint32_t e = 0; e < n; e++) {
        const uint32_t c = x->component[x->source[e]];

        x->alive[e] &= c == x->component[x->buchi->edges.at[e].target];
        if (x->alive[e])
            sets[c] |= x->buchi->edges.at[e].sets;
    }
    for (uint32_t e = 0; e < n; e++)
        if (x->alive[e] &&
            buchi_all_sets(x->buchi) & ~sets[x->component[x->source[e]]])
            x->alive[e] = false;
    mem_free(sets);
}

/* --- pairs ---------------------------------------------------------------- */

static bool *pair(const struct recurrence_search *x, uint32_t e, trans_id t)
{
    return &x->pairs[(size_t)e * x->n_trans + t];
}

static bool goes_on(const struct recurrence_search *x, uint32_t e, trans_id t)
{
    const uint32_t q = x->buchi->edges.at[e].target;

    for (uint32_t f = x->buchi->first.at[q]; f < x->buchi->first.at[q + 1]; f++)
        if (x->alive[f] && edge_steps_lead(&x->steps, e, t, f))
            return true;
    return false;
}

/* --- within a component --------------------------------------------------- */

static void count_down(struct recurrence_search *x,
                       struct net_place_span places, uint32_t *counts)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (!--counts[places.at[i]])
            vec_push(&x->queue, places.at[i]);
}

static void leave_out(struct recurrence_search *x, uint32_t e, trans_id t)
{
    *pair(x, e, t) = false;
    x->changed = true;
    if (--x->n_pairs[t])
        return;
    count_down(x, net_post(x->net, t), x->made);
    count_down(x, net_pre(x->net, t), x->used);
}

static void leave_out_trans(struct recurrence_search *x,
                            struct net_trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        for (uint32_t k = 0; k < x->edges.len && x->n_pairs[span.at[i]]; k++)
            if (*pair(x, x->edges.at[k], span.at[i]))
                leave_out(x, x->edges.at[k], span.at[i]);
}

/* Tokens that only come, or only go. */
static void balance_places(struct recurrence_search *x)
{
    while (x->queue.len) {
        const place_id p = vec_pop(&x->queue);

        leave_out_trans(x, x->made[p] ? net_producers(x->net, p)
                                      : net_consumers(x->net, p));
    }
}

static void follow_edges(struct recurrence_search *x)
{
    for (uint32_t k = 0; k < x->edges.len; k++) {
        const uint32_t e = x->edges.at[k];

        edge_steps_look_behind(&x->steps, e);
        for (trans_id t = 0; t < x->n_trans; t++)
            if (*pair(x, e, t) && !goes_on(x, e, t))
                leave_out(x, e, t);
    }
}

static int64_t rank_change(const struct recurrence_search *x, uint32_t e,
                           trans_id t)
{
    const struct net_place_span pre = net_pre(x->net, t);
    const struct net_place_span post = net_post(x->net, t);
    const int64_t *const state = x->rank + net_place_count(x->net);
    int64_t change = state[x->buchi->edges.at[e].target] - state[x->source[e]];

    for (uint32_t i = 0; i < pre.len; i++)
        change -= x->rank[pre.at[i]];
    for (uint32_t i = 0; i < post.len; i++)
        change += x->rank[post.at[i]];
    return change;
}

static bool never_increases(const struct recurrence_search *x)
{
    for (uint32_t k = 0; k < x->edges.len; k++)
        for (trans_id t = 0; t < x->n_trans; t++)
            if (*pair(x, x->edges.at[k], t) &&
                rank_change(x, x->edges.at[k], t) > 0)
                return false;
    return true;
}

static void decrease(struct recurrence_search *x)
{
    for (uint32_t k = 0; k < x->edges.len; k++)
        for (trans_id t = 0; t < x->n_trans; t++)
            if (*pair(x, x->edges.at[k], t) &&
                rank_change(x, x->edges.at[k], t) < 0)
                leave_out(x, x->edges.at[k], t);
}

/* Terms of unknown nodes and with large factors make the rank useless. */
static bool take_rank(struct recurrence_search *x, uint32_t i)
{
    const uint32_t n = net_place_count(x->net) + x->buchi->n_states;
    const struct case_proof_ranks *const ranks = x->ranks;
    bool good = true;

    memset(x->rank, 0, n * sizeof *x->rank);
    for (uint32_t k = i ? ranks->ends.at[i - 1] : 0; k < ranks->ends.at[i];
         k++) {
        const struct formula_term *const term = &ranks->terms.at[k];

        good &= term->place < n && term->factor <= RECURRENCE_LARGEST &&
                term->factor >= -RECURRENCE_LARGEST;
        if (good)
            x->rank[term->place] = term->factor;
    }
    return good;
}

static void use_ranks(struct recurrence_search *x)
{
    for (uint32_t i = 0; x->ranks && i < x->ranks->ends.len; i++)
        if (take_rank(x, i) && never_increases(x))
            decrease(x);
}

/* Counts for the component; its edges must be known. */
static void count(struct recurrence_search *x)
{
    const uint32_t n_places = net_place_count(x->net);

    memset(x->n_pairs, 0, x->n_trans * sizeof *x->n_pairs);
    memset(x->made, 0, n_places * sizeof *x->made);
    memset(x->used, 0, n_places * sizeof *x->used);
    vec_clear(&x->queue);
    for (trans_id t = 0; t < x->n_trans; t++) {
        const struct net_place_span pre = net_pre(x->net, t);
        const struct net_place_span post = net_post(x->net, t);

        for (uint32_t k = 0; k < x->edges.len; k++)
            x->n_pairs[t] += *pair(x, x->edges.at[k], t);
        for (uint32_t i = 0; x->n_pairs[t] && i < pre.len; i++)
            x->used[pre.at[i]]++;
        for (uint32_t i = 0; x->n_pairs[t] && i < post.len; i++)
            x->made[post.at[i]]++;
    }
    for (place_id p = 0; p < n_places; p++)
        if (!x->made[p] != !x->used[p])
            vec_push(&x->queue, p);
}

/* Does some edge of the component have no transition left?  It is left out. */
static bool leave_out_edges(struct recurrence_search *x)
{
    bool some = false;

    for (uint32_t k = 0; k < x->edges.len; k++) {
        const uint32_t e = x->edges.at[k];
        trans_id t = 0;

        while (t < x->n_trans && !*pair(x, e, t))
            t++;
        some |= t == x->n_trans;
        x->alive[e] = t < x->n_trans;
    }
    return some;
}

/* True if edges were left out. */
static bool settle(struct recurrence_search *x, uint32_t component)
{
    vec_clear(&x->edges);
    for (uint32_t e = 0; e < x->buchi->edges.len; e++)
        if (x->alive[e] && x->component[x->source[e]] == component)
            vec_push(&x->edges, e);
    if (!x->edges.len)
        return false;
    count(x);
    do {
        x->changed = false;
        balance_places(x);
        follow_edges(x);
        if (!x->changed)
            use_ranks(x);
        if (leave_out_edges(x))
            return true;
    } while (x->changed);
    return false;
}

/* --- the search ----------------------------------------------------------- */

static void start(struct recurrence_search *x)
{
    const uint32_t n_edges = x->buchi->edges.len;
    const uint32_t n_places = net_place_count(x->net);

    x->n_trans = net_trans_count(x->net);
    x->n_words = bits_words(n_places);
    x->source = mem_zero(n_edges + 1, sizeof *x->source);
    x->component = mem_zero(x->buchi->n_states + 1, sizeof *x->component);
    x->alive = mem_zero(n_edges + 1, sizeof *x->alive);
    for (uint32_t q = 0; q < x->buchi->n_states; q++)
        for (uint32_t e = x->buchi->first.at[q]; e < x->buchi->first.at[q + 1];
             e++)
            x->source[e] = q;
    for (uint32_t e = 0; e < n_edges; e++)
        x->alive[e] = x->guards->edges[e].len > 0;
    leave_out_components(x);
}

static void start_pairs(struct recurrence_search *x)
{
    const size_t n_edges = x->buchi->edges.len;
    const uint32_t n_places = net_place_count(x->net);

    x->pairs = mem_zero(n_edges * x->n_trans + 1, sizeof *x->pairs);
    edge_steps_init(&x->steps, x->net, x->buchi, x->guards, x->alive);
    x->n_pairs = mem_zero(x->n_trans + 1, sizeof *x->n_pairs);
    x->made = mem_zero(n_places + 1, sizeof *x->made);
    x->used = mem_zero(n_places + 1, sizeof *x->used);
    x->rank =
        mem_zero((size_t)n_places + x->buchi->n_states + 1, sizeof *x->rank);
    for (uint32_t e = 0; e < n_edges; e++) {
        if (!x->alive[e])
            continue;
        for (trans_id t = 0; t < x->n_trans; t++)
            *pair(x, e, t) = edge_steps_enables(&x->steps, e, t);
    }
}

static void finish_search(struct recurrence_search *x)
{
    mem_free(x->source);
    edge_steps_finish(&x->steps);
    vec_free(&x->edges);
    mem_free(x->n_pairs);
    mem_free(x->made);
    mem_free(x->used);
    vec_free(&x->queue);
    mem_free(x->rank);
}

static void seek(struct recurrence_search *x)
{
    bool again = true;

    start_pairs(x);
    while (again) {
        again = false;
        for (uint32_t q = 0; q < x->buchi->n_states; q++)
            again |= x->component[q] == q && settle(x, q);
        if (again)
            leave_out_components(x);
    }
}

/* Otherwise all pairs may repeat.  The number of steps of follow_edges(). */
static bool has_few_steps(const struct recurrence_search *x)
{
    const struct buchi *const buchi = x->buchi;
    uint64_t n_steps = 0;

    for (uint32_t e = 0; e < buchi->edges.len; e++) {
        const uint32_t q = buchi->edges.at[e].target;

        if (x->alive[e])
            n_steps += buchi->first.at[q + 1] - buchi->first.at[q];
    }
    return (n_steps + buchi->edges.len) * (x->n_trans + x->n_words) <=
           RECURRENCE_PAIRS;
}

void recurrence_init(struct recurrence *recurrence, const struct net *net,
                     const struct buchi *buchi, const struct guards *guards,
                     const struct case_proof_ranks *ranks)
{
    struct recurrence_search x = {
        .net = net, .buchi = buchi, .guards = guards, .ranks = ranks};
    const uint32_t n_edges = buchi->edges.len;
    bool small;

    start(&x);
    small = has_few_steps(&x);
    recurrence->stays = mem_copy(x.alive, n_edges + 1, sizeof *x.alive);
    recurrence->fires = mem_zero(x.n_trans + 1, sizeof *recurrence->fires);
    if (small)
        seek(&x);
    for (trans_id t = 0; t < x.n_trans; t++)
        recurrence->fires[t] = !small && net_overflow(net, t) == PLACE_NONE;
    recurrence->sets = 0;
    for (uint32_t e = 0; e < n_edges; e++) {
        if (recurrence->stays[e])
            recurrence->sets |=
                buchi_all_sets(buchi) & ~buchi->edges.at[e].sets;
        for (trans_id t = 0; small && x.alive[e] && t < x.n_trans; t++)
            recurrence->fires[t] |= *pair(&x, e, t);
    }
    recurrence->recurs = x.alive;
    recurrence->component = x.component;
    recurrence->pairs = x.pairs;
    finish_search(&x);
}

void recurrence_finish(struct recurrence *recurrence)
{
    mem_free(recurrence->stays);
    mem_free(recurrence->recurs);
    mem_free(recurrence->fires);
    mem_free(recurrence->component);
    mem_free(recurrence->pairs);
    *recurrence = (struct recurrence){0};
}
