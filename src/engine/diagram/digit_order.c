#include "base/id_queue.h"
#include "base/ids.h"
#include "engine/diagram/digits.h"
#include "net/place_order.h"
#include "net/units.h"

/* How often all digits are moved, from each order that it begins with. */
enum { ROUNDS = 40 };

struct spans {
    uint32_t n_digits;
    struct relation digits;      /* that a transition has arcs with */
    struct relation transitions; /* of a digit */
};

/* What sorts digits: by key, then by number. */
struct digit_key {
    double key;
    uint32_t digit;
};

static int compare_keys(const void *left, const void *right)
{
    const struct digit_key *const a = left, *const b = right;

    if (a->key < b->key || a->key > b->key)
        return a->key < b->key ? -1 : 1;
    return a->digit < b->digit ? -1 : a->digit > b->digit;
}

/* Fills rank with the positions of the digits by increasing keys. */
static void rank_by(struct digit_key *keys, uint32_t n, uint32_t *rank)
{
    qsort(keys, n, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < n; i++)
        rank[keys[i].digit] = i;
}

/* --- what transitions touch ----------------------------------------------- */

static void find_spans(const struct net *net, const uint32_t *digit_of,
                       uint32_t n_digits, struct spans *spans)
{
    static const enum net_arc_kind kinds[] = {NET_NEEDS, NET_POST};
    const uint32_t n_trans = net_trans_count(net);
    VEC(struct relation_pair) pairs = {0};
    VEC(uint32_t) own = {0};

    for (trans_id t = 0; t < n_trans; t++) {
        vec_clear(&own);
        for (uint32_t k = 0; k < 2; k++) {
            const struct net_place_span places =
                net_places_of(net_relation(net, kinds[k]), t);

            for (uint32_t i = 0; i < places.len; i++)
                vec_push(&own, digit_of[places.at[i]]);
        }
        own.len = ids_unique(own.at, own.len);
        for (uint32_t i = 0; i < own.len; i++)
            vec_push(&pairs, ((struct relation_pair){t, own.at[i]}));
    }
    spans->n_digits = n_digits;
    relation_init(&spans->digits, n_trans, pairs.at, pairs.len);
    relation_init_inverse(&spans->transitions, n_digits, pairs.at, pairs.len);
    vec_free(&pairs);
    vec_free(&own);
}

/* --- moves ---------------------------------------------------------------- */

/* The sum over the transitions: how far apart their digits are. */
static uint64_t cost_of(const struct spans *spans, const uint32_t *rank)
{
    const struct relation *const digits = &spans->digits;
    uint64_t cost = 0;

    for (trans_id t = 0; t < digits->n_nodes; t++) {
        uint32_t least = UINT32_MAX, most = 0;

        for (uint32_t i = digits->start[t]; i < digits->start[t + 1]; i++) {
            const uint32_t at = rank[digits->at[i]];

            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        if (least <= most)
            cost += most - least;
    }
    return cost;
}

/* How many transitions have arcs with the digit? */
static uint32_t degree_of(const struct spans *spans, uint32_t digit)
{
    return spans->transitions.start[digit + 1] -
           spans->transitions.start[digit];
}

/* Moves each digit to the middle of the middles of its transitions (Aloul,
 * Markov, Sakallah, 2003). */
static void move_digits(const struct spans *spans, struct digit_key *keys,
                        uint32_t *rank)
{
    const struct relation *const digits = &spans->digits;

    for (uint32_t d = 0; d < spans->n_digits; d++)
        keys[d] = (struct digit_key){0, d};
    for (trans_id t = 0; t < digits->n_nodes; t++) {
        const uint32_t start = digits->start[t], end = digits->start[t + 1];
        double middle = 0;

        for (uint32_t i = start; i < end; i++)
            middle += rank[digits->at[i]];
        middle /= end - start;
        for (uint32_t i = start; i < end; i++)
            keys[digits->at[i]].key += middle;
    }
    for (uint32_t d = 0; d < spans->n_digits; d++) {
        const uint32_t degree = degree_of(spans, d);

        keys[d].key = degree ? keys[d].key / degree : rank[d];
    }
    rank_by(keys, spans->n_digits, rank);
}

/* Of the order `rank` and those that moves make of it, puts the first one that
 * costs less than *least into best. */
static void try_order(const struct spans *spans, uint32_t *rank, uint32_t *best,
                      uint64_t *least)
{
    struct digit_key *const keys = mem_alloc(spans->n_digits, sizeof *keys);

    for (uint32_t i = 0; i <= ROUNDS; i++) {
        const uint64_t cost = cost_of(spans, rank);

        if (cost < *least) {
            *least = cost;
            memcpy(best, rank, spans->n_digits * sizeof *rank);
        }
        move_digits(spans, keys, rank);
    }
    mem_free(keys);
}

/* --- one digit behind the other ------------------------------------------- */

/* Digits that are still without a place in the order: the heaviest first, and
 * of equal ones the first.  A digit enters again whenever its weight grows;
 * where it was before it is passed over. */
struct waiting {
    uint32_t n_digits;
    uint32_t *weight; /* by digit */
    struct id_queue queue;
};

/* Beyond what a key can hold, weights count as equal. */
static uint32_t key_of(const struct waiting *waiting, uint32_t digit)
{
    const uint32_t n = waiting->n_digits, most = UINT32_MAX / n - 1;
    const uint32_t weight = waiting->weight[digit];

    return (weight < most ? weight : most) * n + (n - 1 - digit);
}

/* There must be one without a rank. */
static uint32_t take(struct waiting *waiting, const uint32_t *rank)
{
    for (;;) {
        const uint32_t key = id_queue_pop(&waiting->queue);
        const uint32_t n = waiting->n_digits, digit = n - 1 - key % n;

        if (rank[digit] == UINT32_MAX && key == key_of(waiting, digit))
            return digit;
    }
}

/* A digit is heavier by a transition that has a digit in the order, and again
 * by one of which no other digit is missing. */
static void rank_next(const struct spans *spans, struct waiting *waiting,
                      uint32_t *ranked, uint32_t digit, const uint32_t *rank)
{
    const struct relation *const digits = &spans->digits;
    const uint32_t *const of = spans->transitions.start + digit;

    for (uint32_t k = of[0]; k < of[1]; k++) {
        const trans_id t = spans->transitions.at[k];
        const uint32_t start = digits->start[t], end = digits->start[t + 1];
        const uint32_t more = (ranked[t] == 0) + (ranked[t] + 2 == end - start);

        ranked[t]++;
        for (uint32_t i = start; more && i < end; i++) {
            const uint32_t other = digits->at[i];

            if (rank[other] == UINT32_MAX) {
                waiting->weight[other] += more;
                id_queue_push(&waiting->queue, key_of(waiting, other));
            }
        }
    }
}

/* From the first rank on, the digit that is next in the most transitions: those
 * that are begun already speak for a digit, and others against it. */
static void rank_greedily(const struct spans *spans, uint32_t *rank)
{
    const struct relation *const digits = &spans->digits;
    const uint32_t n = spans->n_digits;
    uint32_t *const ranked = mem_zero(digits->n_nodes, sizeof *ranked);
    struct waiting waiting = {.n_digits = n,
                              .weight = mem_zero(n, sizeof *waiting.weight)};
    uint32_t most = 0;

    for (uint32_t d = 0; d < n; d++) {
        most = degree_of(spans, d) > most ? degree_of(spans, d) : most;
        rank[d] = UINT32_MAX;
    }
    for (trans_id t = 0; t < digits->n_nodes; t++)
        if (digits->start[t + 1] - digits->start[t] == 1)
            waiting.weight[digits->at[digits->start[t]]] += 2;
    for (uint32_t d = n; d-- > 0;) {
        waiting.weight[d] += most - degree_of(spans, d);
        id_queue_push(&waiting.queue, key_of(&waiting, d));
    }
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t d = take(&waiting, rank);

        rank[d] = k;
        rank_next(spans, &waiting, ranked, d, rank);
    }
    mem_free(ranked);
    mem_free(waiting.weight);
    id_queue_finish(&waiting.queue);
}

/* --- orders --------------------------------------------------------------- */

/* The digits by the mean of a number of their places. */
static void rank_by_places(const uint32_t *digit_of, uint32_t n_places,
                           const uint32_t *number, uint32_t n_digits,
                           uint32_t *rank)
{
    struct digit_key *const keys = mem_alloc(n_digits, sizeof *keys);
    uint32_t *const n = mem_zero(n_digits, sizeof *n);

    for (uint32_t d = 0; d < n_digits; d++)
        keys[d] = (struct digit_key){0, d};
    for (place_id p = 0; p < n_places; p++) {
        keys[digit_of[p]].key += number[p];
        n[digit_of[p]]++;
    }
    for (uint32_t d = 0; d < n_digits; d++)
        keys[d].key /= n[d];
    rank_by(keys, n_digits, rank);
    mem_free(keys);
    mem_free(n);
}

/* By the units, depth first, or by the first places. */
static void rank_as_given(const struct net *net, const uint32_t *digit_of,
                          uint32_t n, uint32_t *rank)
{
    const struct units *const units = net_units(net);
    const uint32_t n_places = net_place_count(net);
    uint32_t *const number = mem_alloc(n_places, sizeof *number);

    for (place_id p = 0; p < n_places; p++)
        number[p] = !units                ? p
                    : p < units->n_places ? units->unit_of[p]
                                          : units->n_units;
    rank_by_places(digit_of, n_places, number, n, rank);
    mem_free(number);
}

/* Fills best with the cheapest of several orders, and of what moves make of
 * each. */
static void rank_cheapest(const struct net *net, const uint32_t *digit_of,
                          const struct spans *spans, uint32_t *best)
{
    const uint32_t n = spans->n_digits, n_places = net_place_count(net);
    uint32_t *const rank = mem_alloc(n, sizeof *rank);
    uint32_t *const number = mem_alloc(n_places, sizeof *number);
    uint64_t least = UINT64_MAX;

    for (uint32_t d = 0; d < n; d++)
        rank[d] = d;
    try_order(spans, rank, best, &least);
    place_order_find(net, number);
    rank_by_places(digit_of, n_places, number, n, rank);
    try_order(spans, rank, best, &least);
    if (net_units(net)) {
        rank_as_given(net, digit_of, n, rank);
        try_order(spans, rank, best, &least);
    }
    mem_free(rank);
    mem_free(number);
}

static void reverse(uint32_t *rank, uint32_t n)
{
    for (uint32_t d = 0; d < n; d++)
        rank[d] = n - 1 - rank[d];
}

void digit_order_find(const struct net *net, const uint32_t *digit_of,
                      uint32_t n, enum digits_order order, uint32_t *rank)
{
    struct spans spans;

    find_spans(net, digit_of, n, &spans);
    if (order == DIGIT_ORDER_GREEDY)
        rank_greedily(&spans, rank);
    else if (order == DIGIT_ORDER_GIVEN)
        rank_as_given(net, digit_of, n, rank);
    else
        rank_cheapest(net, digit_of, &spans, rank);
    if (order != DIGIT_ORDER_GREEDY)
        reverse(rank, n);
    relation_finish(&spans.digits);
    relation_finish(&spans.transitions);
}
