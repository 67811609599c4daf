#include "engine/symbolic/digit_order.h"

#include "base/id_queue.h"
#include "base/ids.h"
#include "base/mem.h"
#include "net/place_order.h"
#include "net/units.h"

/* How often all digits are moved, from each order that it begins with. */
enum { ROUNDS = 40 };

/* The digits that each transition has arcs with, without repeats, and the
 * transitions of each digit. */
struct spans {
    VEC(uint32_t) digits;
    VEC(uint32_t) ends; /* of the transitions */
    uint32_t n_digits;
    uint32_t *of, *starts; /* by digit: where its transitions are in `of` */
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

static uint32_t start_of(const struct spans *spans, uint32_t t)
{
    return t ? spans->ends.at[t - 1] : 0;
}

static void list_transitions(struct spans *spans)
{
    const uint32_t n = spans->n_digits;
    uint32_t *const filled = mem_alloc(n, sizeof *filled);

    spans->of = mem_alloc(spans->digits.len, sizeof *spans->of);
    spans->starts = mem_zero((size_t)n + 1, sizeof *spans->starts);
    for (uint32_t i = 0; i < spans->digits.len; i++)
        spans->starts[spans->digits.at[i] + 1]++;
    for (uint32_t d = 0; d < n; d++) {
        spans->starts[d + 1] += spans->starts[d];
        filled[d] = spans->starts[d];
    }
    for (uint32_t t = 0; t < spans->ends.len; t++)
        for (uint32_t i = start_of(spans, t); i < spans->ends.at[t]; i++)
            spans->of[filled[spans->digits.at[i]]++] = t;
    mem_free(filled);
}

static void find_spans(const struct net *net, const uint32_t *digit_of,
                       uint32_t n_digits, struct spans *spans)
{
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_READ, NET_POST};

    *spans = (struct spans){.n_digits = n_digits};
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const uint32_t start = spans->digits.len;

        for (uint32_t k = 0; k < 3; k++) {
            const struct net_place_span places =
                net_places_of(net, kinds[k], t);

            for (uint32_t i = 0; i < places.len; i++)
                vec_push(&spans->digits, digit_of[places.at[i]]);
        }
        if (spans->digits.len > start) {
            uint32_t *const own = spans->digits.at + start;

            ids_sort(own, spans->digits.len - start);
            vec_cut(&spans->digits,
                    start + ids_unique(own, spans->digits.len - start));
        }
        vec_push(&spans->ends, spans->digits.len);
    }
    list_transitions(spans);
}

static void spans_finish(struct spans *spans)
{
    vec_free(&spans->digits);
    vec_free(&spans->ends);
    mem_free(spans->of);
    mem_free(spans->starts);
}

/* --- moves ---------------------------------------------------------------- */

/* The sum over the transitions: how far apart their digits are. */
static uint64_t cost_of(const struct spans *spans, const uint32_t *rank)
{
    uint64_t cost = 0;

    for (uint32_t t = 0; t < spans->ends.len; t++) {
        uint32_t least = UINT32_MAX, most = 0;

        for (uint32_t i = start_of(spans, t); i < spans->ends.at[t]; i++) {
            const uint32_t at = rank[spans->digits.at[i]];

            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        if (least <= most)
            cost += most - least;
    }
    return cost;
}

/* Moves each digit to the middle of the middles of its transitions (Aloul,
 * Markov, Sakallah, 2003). */
static void move_digits(const struct spans *spans, struct digit_key *keys,
                        uint32_t *degree, uint32_t *rank)
{
    for (uint32_t d = 0; d < spans->n_digits; d++) {
        keys[d] = (struct digit_key){0, d};
        degree[d] = 0;
    }
    for (uint32_t t = 0; t < spans->ends.len; t++) {
        const uint32_t start = start_of(spans, t);
        double middle = 0;

        for (uint32_t i = start; i < spans->ends.at[t]; i++)
            middle += rank[spans->digits.at[i]];
        middle /= spans->ends.at[t] - start;
        for (uint32_t i = start; i < spans->ends.at[t]; i++) {
            keys[spans->digits.at[i]].key += middle;
            degree[spans->digits.at[i]]++;
        }
    }
    for (uint32_t d = 0; d < spans->n_digits; d++)
        keys[d].key = degree[d] ? keys[d].key / degree[d] : rank[d];
    rank_by(keys, spans->n_digits, rank);
}

/* Of the order `rank` and those that moves make of it, puts the first one that
 * costs less than *least into best. */
static void try_order(const struct spans *spans, uint32_t *rank, uint32_t *best,
                      uint64_t *least)
{
    struct digit_key *const keys = mem_alloc(spans->n_digits, sizeof *keys);
    uint32_t *const degree = mem_alloc(spans->n_digits, sizeof *degree);

    for (uint32_t i = 0; i <= ROUNDS; i++) {
        const uint64_t cost = cost_of(spans, rank);

        if (cost < *least) {
            *least = cost;
            memcpy(best, rank, spans->n_digits * sizeof *rank);
        }
        move_digits(spans, keys, degree, rank);
    }
    mem_free(keys);
    mem_free(degree);
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
    for (uint32_t k = spans->starts[digit]; k < spans->starts[digit + 1]; k++) {
        const uint32_t t = spans->of[k];
        const uint32_t start = start_of(spans, t), end = spans->ends.at[t];
        const uint32_t more = (ranked[t] == 0) + (ranked[t] + 2 == end - start);

        ranked[t]++;
        for (uint32_t i = start; more && i < end; i++) {
            const uint32_t other = spans->digits.at[i];

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
    const uint32_t n = spans->n_digits;
    uint32_t *const ranked = mem_zero(spans->ends.len, sizeof *ranked);
    struct waiting waiting = {.n_digits = n,
                              .weight = mem_alloc(n, sizeof *waiting.weight)};
    uint32_t most = 0;

    for (uint32_t d = 0; d < n; d++) {
        const uint32_t degree = spans->starts[d + 1] - spans->starts[d];

        most = degree > most ? degree : most;
        rank[d] = UINT32_MAX;
    }
    for (uint32_t d = n; d-- > 0;) {
        waiting.weight[d] = most - (spans->starts[d + 1] - spans->starts[d]);
        for (uint32_t k = spans->starts[d]; k < spans->starts[d + 1]; k++)
            if (spans->ends.at[spans->of[k]] - start_of(spans, spans->of[k]) ==
                1)
                waiting.weight[d] += 2;
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
                      uint32_t n, enum digit_order order, uint32_t *rank)
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
    spans_finish(&spans);
}
