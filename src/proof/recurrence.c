#include "proof/recurrence.h"

#include "base/strong.h"
#include "net/net.h"
#include "proof/edge_steps.h"

struct recurrence_search {
    const struct net *net;
    const struct buchi *buchi;
    const struct guards *guards;
    const case_proof_ranks *ranks;
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
static void find_components(struct recurrence_search *search)
{
    const struct buchi *const buchi = search->buchi;
    const uint32_t n = buchi->n_states;
    uint32_t *const first = mem_alloc((size_t)n + 1, sizeof *first);
    uint32_t *const to = mem_alloc(buchi->edges.len, sizeof *to);
    uint32_t *const least = mem_alloc(n, sizeof *least);
    uint32_t len = 0;

    for (uint32_t q = 0; q < n; q++) {
        first[q] = len;
        for (uint32_t e = buchi->first.at[q]; e < buchi->first.at[q + 1]; e++)
            if (search->alive[e])
                to[len++] = buchi->edges.at[e].target;
    }
    first[n] = len;
    (void)strong_components(first, to, n, STRONG_NONE, search->component);
    for (uint32_t q = n; q-- > 0;)
        least[search->component[q]] = q;
    for (uint32_t q = 0; q < n; q++)
        search->component[q] = least[search->component[q]];
    mem_free(first);
    mem_free(to);
    mem_free(least);
}

/* Leaves out the edges between components, and those of components without some
 * acceptance set. */
static void leave_out_components(struct recurrence_search *search)
{
    uint64_t *const sets = mem_zero(search->buchi->n_states + 1, sizeof *sets);
    const uint32_t n = search->buchi->edges.len;

    find_components(search);
    for (uint32_t e = 0; e < n; e++) {
        const uint32_t c = search->component[search->source[e]];

        search->alive[e] &=
            c == search->component[search->buchi->edges.at[e].target];
        if (search->alive[e])
            sets[c] |= search->buchi->edges.at[e].sets;
    }
    for (uint32_t e = 0; e < n; e++)
        if (search->alive[e] && buchi_all_sets(search->buchi) &
                                    ~sets[search->component[search->source[e]]])
            search->alive[e] = false;
    mem_free(sets);
}

/* --- pairs ---------------------------------------------------------------- */

static bool *pair(const struct recurrence_search *search, uint32_t e,
                  trans_id t)
{
    return &search->pairs[(size_t)e * search->n_trans + t];
}

static bool goes_on(const struct recurrence_search *search, uint32_t e,
                    trans_id t)
{
    const uint32_t q = search->buchi->edges.at[e].target;

    for (uint32_t f = search->buchi->first.at[q];
         f < search->buchi->first.at[q + 1]; f++)
        if (search->alive[f] && edge_steps_lead(&search->steps, e, t, f))
            return true;
    return false;
}

/* --- within a component --------------------------------------------------- */

static void count_down(struct recurrence_search *search,
                       struct net_place_span places, uint32_t *counts)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (!--counts[places.at[i]])
            vec_push(&search->queue, places.at[i]);
}

static void leave_out(struct recurrence_search *search, uint32_t e, trans_id t)
{
    *pair(search, e, t) = false;
    search->changed = true;
    if (--search->n_pairs[t])
        return;
    count_down(search, net_post(search->net, t), search->made);
    count_down(search, net_pre(search->net, t), search->used);
}

static void leave_out_trans(struct recurrence_search *search,
                            struct net_trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        for (uint32_t k = 0;
             k < search->edges.len && search->n_pairs[span.at[i]]; k++)
            if (*pair(search, search->edges.at[k], span.at[i]))
                leave_out(search, search->edges.at[k], span.at[i]);
}

/* Tokens that only come, or only go. */
static void balance_places(struct recurrence_search *search)
{
    while (search->queue.len) {
        const place_id p = vec_pop(&search->queue);

        leave_out_trans(search, search->made[p]
                                    ? net_producers(search->net, p)
                                    : net_consumers(search->net, p));
    }
}

static void follow_edges(struct recurrence_search *search)
{
    for (uint32_t k = 0; k < search->edges.len; k++) {
        const uint32_t e = search->edges.at[k];

        edge_steps_look_behind(&search->steps, e);
        for (trans_id t = 0; t < search->n_trans; t++)
            if (*pair(search, e, t) && !goes_on(search, e, t))
                leave_out(search, e, t);
    }
}

static int64_t rank_change(const struct recurrence_search *search, uint32_t e,
                           trans_id t)
{
    const struct net_place_span pre = net_pre(search->net, t);
    const struct net_place_span post = net_post(search->net, t);
    const int64_t *const state = search->rank + net_place_count(search->net);
    int64_t change =
        state[search->buchi->edges.at[e].target] - state[search->source[e]];

    for (uint32_t i = 0; i < pre.len; i++)
        change -= search->rank[pre.at[i]];
    for (uint32_t i = 0; i < post.len; i++)
        change += search->rank[post.at[i]];
    return change;
}

static bool never_increases(const struct recurrence_search *search)
{
    for (uint32_t k = 0; k < search->edges.len; k++)
        for (trans_id t = 0; t < search->n_trans; t++)
            if (*pair(search, search->edges.at[k], t) &&
                rank_change(search, search->edges.at[k], t) > 0)
                return false;
    return true;
}

static void decrease(struct recurrence_search *search)
{
    for (uint32_t k = 0; k < search->edges.len; k++)
        for (trans_id t = 0; t < search->n_trans; t++)
            if (*pair(search, search->edges.at[k], t) &&
                rank_change(search, search->edges.at[k], t) < 0)
                leave_out(search, search->edges.at[k], t);
}

/* Terms of unknown nodes and with large factors make the rank useless. */
static bool take_rank(struct recurrence_search *search, uint32_t i)
{
    const uint32_t n = net_place_count(search->net) + search->buchi->n_states;
    const case_proof_ranks *const ranks = search->ranks;
    bool good = true;

    memset(search->rank, 0, n * sizeof *search->rank);
    for (uint32_t k = 0; k < vecs_len(ranks, i); k++) {
        const struct formula_term *const term = &vecs_at(ranks, i)[k];

        good &= term->place < n && term->factor <= RECURRENCE_LARGEST &&
                term->factor >= -RECURRENCE_LARGEST;
        if (good)
            search->rank[term->place] = term->factor;
    }
    return good;
}

static void use_ranks(struct recurrence_search *search)
{
    for (uint32_t i = 0; search->ranks && i < vecs_count(search->ranks); i++)
        if (take_rank(search, i) && never_increases(search))
            decrease(search);
}

/* Counts for the component; its edges must be known. */
static void count(struct recurrence_search *search)
{
    const uint32_t n_places = net_place_count(search->net);

    memset(search->n_pairs, 0, search->n_trans * sizeof *search->n_pairs);
    memset(search->made, 0, n_places * sizeof *search->made);
    memset(search->used, 0, n_places * sizeof *search->used);
    vec_clear(&search->queue);
    for (trans_id t = 0; t < search->n_trans; t++) {
        const struct net_place_span pre = net_pre(search->net, t);
        const struct net_place_span post = net_post(search->net, t);

        for (uint32_t k = 0; k < search->edges.len; k++)
            search->n_pairs[t] += *pair(search, search->edges.at[k], t);
        for (uint32_t i = 0; search->n_pairs[t] && i < pre.len; i++)
            search->used[pre.at[i]]++;
        for (uint32_t i = 0; search->n_pairs[t] && i < post.len; i++)
            search->made[post.at[i]]++;
    }
    for (place_id p = 0; p < n_places; p++)
        if (!search->made[p] != !search->used[p])
            vec_push(&search->queue, p);
}

/* Does some edge of the component have no transition left?  It is left out. */
static bool leave_out_edges(struct recurrence_search *search)
{
    bool some = false;

    for (uint32_t k = 0; k < search->edges.len; k++) {
        const uint32_t e = search->edges.at[k];
        trans_id t = 0;

        while (t < search->n_trans && !*pair(search, e, t))
            t++;
        some |= t == search->n_trans;
        search->alive[e] = t < search->n_trans;
    }
    return some;
}

/* True if edges were left out. */
static bool settle(struct recurrence_search *search, uint32_t component)
{
    vec_clear(&search->edges);
    for (uint32_t e = 0; e < search->buchi->edges.len; e++)
        if (search->alive[e] &&
            search->component[search->source[e]] == component)
            vec_push(&search->edges, e);
    if (!search->edges.len)
        return false;
    count(search);
    do {
        search->changed = false;
        balance_places(search);
        follow_edges(search);
        if (!search->changed)
            use_ranks(search);
        if (leave_out_edges(search))
            return true;
    } while (search->changed);
    return false;
}

/* --- the search ----------------------------------------------------------- */

static void start(struct recurrence_search *search)
{
    const uint32_t n_edges = search->buchi->edges.len;
    const uint32_t n_places = net_place_count(search->net);

    search->n_trans = net_trans_count(search->net);
    search->n_words = bits_words(n_places);
    search->source = mem_zero(n_edges + 1, sizeof *search->source);
    search->component =
        mem_zero(search->buchi->n_states + 1, sizeof *search->component);
    search->alive = mem_zero(n_edges + 1, sizeof *search->alive);
    for (uint32_t q = 0; q < search->buchi->n_states; q++)
        for (uint32_t e = search->buchi->first.at[q];
             e < search->buchi->first.at[q + 1]; e++)
            search->source[e] = q;
    for (uint32_t e = 0; e < n_edges; e++)
        search->alive[e] = search->guards->edges[e].len > 0;
    leave_out_components(search);
}

static void start_pairs(struct recurrence_search *search)
{
    const size_t n_edges = search->buchi->edges.len;
    const uint32_t n_places = net_place_count(search->net);

    search->pairs =
        mem_zero(n_edges * search->n_trans + 1, sizeof *search->pairs);
    edge_steps_init(&search->steps, search->net, search->buchi, search->guards,
                    search->alive);
    search->n_pairs = mem_zero(search->n_trans + 1, sizeof *search->n_pairs);
    search->made = mem_zero(n_places + 1, sizeof *search->made);
    search->used = mem_zero(n_places + 1, sizeof *search->used);
    search->rank = mem_zero((size_t)n_places + search->buchi->n_states + 1,
                            sizeof *search->rank);
    for (uint32_t e = 0; e < n_edges; e++) {
        if (!search->alive[e])
            continue;
        for (trans_id t = 0; t < search->n_trans; t++)
            *pair(search, e, t) = edge_steps_enables(&search->steps, e, t);
    }
}

static void finish_search(struct recurrence_search *search)
{
    mem_free(search->source);
    edge_steps_finish(&search->steps);
    vec_free(&search->edges);
    mem_free(search->n_pairs);
    mem_free(search->made);
    mem_free(search->used);
    vec_free(&search->queue);
    mem_free(search->rank);
}

static void seek(struct recurrence_search *search)
{
    bool again = true;

    start_pairs(search);
    while (again) {
        again = false;
        for (uint32_t q = 0; q < search->buchi->n_states; q++)
            again |= search->component[q] == q && settle(search, q);
        if (again)
            leave_out_components(search);
    }
}

/* Otherwise all pairs may repeat.  The number of steps of follow_edges(). */
static bool has_few_steps(const struct recurrence_search *search)
{
    const struct buchi *const buchi = search->buchi;
    uint64_t n_steps = 0;

    for (uint32_t e = 0; e < buchi->edges.len; e++) {
        const uint32_t q = buchi->edges.at[e].target;

        if (search->alive[e])
            n_steps += buchi->first.at[q + 1] - buchi->first.at[q];
    }
    return (n_steps + buchi->edges.len) * (search->n_trans + search->n_words) <=
           RECURRENCE_PAIRS;
}

void recurrence_init(struct recurrence *recurrence, const struct net *net,
                     const struct buchi *buchi, const struct guards *guards,
                     const case_proof_ranks *ranks)
{
    struct recurrence_search search = {
        .net = net, .buchi = buchi, .guards = guards, .ranks = ranks};
    const uint32_t n_edges = buchi->edges.len;
    bool small;

    start(&search);
    small = has_few_steps(&search);
    recurrence->stays =
        mem_copy(search.alive, n_edges + 1, sizeof *search.alive);
    recurrence->fires = mem_zero(search.n_trans + 1, sizeof *recurrence->fires);
    if (small)
        seek(&search);
    for (trans_id t = 0; t < search.n_trans; t++)
        recurrence->fires[t] = !small && net_overflow(net, t) == PLACE_NONE;
    recurrence->sets = 0;
    for (uint32_t e = 0; e < n_edges; e++) {
        if (recurrence->stays[e])
            recurrence->sets |=
                buchi_all_sets(buchi) & ~buchi->edges.at[e].sets;
        for (trans_id t = 0; small && search.alive[e] && t < search.n_trans;
             t++)
            recurrence->fires[t] |= *pair(&search, e, t);
    }
    recurrence->recurs = search.alive;
    recurrence->component = search.component;
    recurrence->pairs = search.pairs;
    finish_search(&search);
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
