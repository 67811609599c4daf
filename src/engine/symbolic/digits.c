#include "engine/symbolic/digits.h"

#include "base/ids.h"
#include "base/mem.h"
#include "net/place_order.h"
#include "net/units.h"

/* How often all digits are moved, from each order that it begins with. */
enum { ROUNDS = 40 };

/* The digits that each transition has arcs with, without repeats. */
struct spans {
    VEC(uint32_t) digits;
    VEC(uint32_t) ends; /* of the transitions */
    uint32_t n_digits;
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

/* --- which places are a digit --------------------------------------------- */

/* Fills digit_of, by place, in the order of their first places.  Returns the
 * number of digits. */
static uint32_t find_digits(const struct net *net, const struct exclusive *sets,
                            uint32_t *digit_of)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_sets = sets ? exclusive_count(sets) : 0;
    uint32_t *const set_of = mem_alloc(n_places, sizeof *set_of);
    uint32_t *const digit = mem_alloc(n_sets, sizeof *digit);
    uint32_t n = 0;

    for (uint32_t i = 0; i < n_sets; i++)
        digit[i] = UINT32_MAX;
    for (place_id p = 0; p < n_places; p++)
        set_of[p] = EXCLUSIVE_NONE;
    if (sets)
        exclusive_choose(sets, n_places, set_of);
    for (place_id p = 0; p < n_places; p++)
        if (set_of[p] == EXCLUSIVE_NONE)
            digit_of[p] = n++;
        else if (digit[set_of[p]] == UINT32_MAX)
            digit_of[p] = digit[set_of[p]] = n++;
        else
            digit_of[p] = digit[set_of[p]];
    mem_free(set_of);
    mem_free(digit);
    return n;
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
}

/* --- their order ---------------------------------------------------------- */

/* The sum over the transitions: how far apart their digits are. */
static uint64_t cost_of(const struct spans *spans, const uint32_t *rank)
{
    uint64_t cost = 0;

    for (uint32_t t = 0, i = 0; t < spans->ends.len; t++) {
        uint32_t least = UINT32_MAX, most = 0;

        for (; i < spans->ends.at[t]; i++) {
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
    for (uint32_t t = 0, start = 0; t < spans->ends.len;
         start = spans->ends.at[t++]) {
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

/* Fills best with the cheapest of several orders: that of the file, that of the
 * units, and one breadth first, and what moves make of each. */
static void find_order(const struct net *net, const uint32_t *digit_of,
                       const struct spans *spans, uint32_t *best)
{
    const struct units *const units = net_units(net);
    const uint32_t n_places = net_place_count(net);
    uint32_t *const rank = mem_alloc(spans->n_digits, sizeof *rank);
    uint32_t *const number = mem_alloc(n_places, sizeof *number);
    uint64_t least = UINT64_MAX;

    for (uint32_t d = 0; d < spans->n_digits; d++)
        rank[d] = d;
    try_order(spans, rank, best, &least);
    place_order_find(net, number);
    rank_by_places(digit_of, n_places, number, spans->n_digits, rank);
    try_order(spans, rank, best, &least);
    if (units) {
        for (place_id p = 0; p < n_places; p++)
            number[p] =
                p < units->n_places ? units->unit_of[p] : units->n_units;
        rank_by_places(digit_of, n_places, number, spans->n_digits, rank);
        try_order(spans, rank, best, &least);
    }
    mem_free(rank);
    mem_free(number);
}

/* --- the digits ----------------------------------------------------------- */

static void place_digits(struct digits *digits, uint32_t n_places)
{
    const uint32_t n = digits->n_levels;
    uint32_t *const filled = mem_zero((size_t)n + 2, sizeof *filled);

    digits->place_at = mem_zero((size_t)n + 2, sizeof *digits->place_at);
    for (place_id p = 0; p < n_places; p++)
        digits->place_at[digits->level[p] + 1]++;
    for (uint32_t level = 1; level <= n + 1; level++)
        digits->place_at[level] += digits->place_at[level - 1];
    for (place_id p = 0; p < n_places; p++) {
        const uint32_t level = digits->level[p];

        digits->places[digits->place_at[level] + filled[level]] = p;
        digits->value[p] = ++filled[level];
    }
    mem_free(filled);
}

/* The level of each digit. */
static uint32_t *find_levels(const struct net *net, const uint32_t *digit_of,
                             uint32_t n, enum digits_order order)
{
    uint32_t *const rank = mem_alloc(n, sizeof *rank);
    struct spans spans;

    find_spans(net, digit_of, n, &spans);
    for (uint32_t d = 0; d < n; d++)
        rank[d] = d;
    if (order <= DIGITS_CHEAPEST_REVERSED)
        find_order(net, digit_of, &spans, rank);
    for (uint32_t d = 0; d < n; d++)
        rank[d] = order == DIGITS_CHEAPEST || order == DIGITS_GIVEN
                      ? rank[d] + 1
                      : n - rank[d];
    vec_free(&spans.digits);
    vec_free(&spans.ends);
    return rank;
}

void digits_init(struct digits *digits, const struct net *net,
                 const struct exclusive *sets, enum digits_order order)
{
    const uint32_t n_places = net_place_count(net);
    uint32_t *levels;

    *digits = (struct digits){
        .level = mem_alloc(n_places, sizeof *digits->level),
        .value = mem_alloc(n_places, sizeof *digits->value),
        .places = mem_alloc(n_places, sizeof *digits->places),
    };
    digits->n_levels = find_digits(net, sets, digits->level);
    levels = find_levels(net, digits->level, digits->n_levels, order);
    for (place_id p = 0; p < n_places; p++)
        digits->level[p] = levels[digits->level[p]];
    place_digits(digits, n_places);
    mem_free(levels);
}

void digits_finish(struct digits *digits)
{
    mem_free(digits->level);
    mem_free(digits->value);
    mem_free(digits->place_at);
    mem_free(digits->places);
    *digits = (struct digits){0};
}

void digits_of(const struct digits *digits, const bits_word *m,
               uint32_t *values)
{
    for (uint32_t level = 1; level <= digits->n_levels; level++) {
        values[level] = 0;
        for (uint32_t v = 1; v < digits_size(digits, level); v++)
            if (bits_has(m, digits_place(digits, level, v)))
                values[level] = v;
    }
}
