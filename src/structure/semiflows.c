#include "structure/safety.h"

#include "base/mem.h"
#include "base/pool.h"
#include "structure/invariants.h"

/* So many vectors are added to one, and so many are compared to find the best
 * one for a place. */
enum { MOST_STEPS = 20, MOST_COMPARED = 64, ROUNDS = 2 };

struct semiflows {
    const struct net *net;
    struct weights *weights;
    struct invariants basis;
    uint32_t first;         /* of the vectors: the first semiflow */
    VEC(int64_t) bounds;    /* by semiflow: what the initial marking has */
    struct pool_list *with; /* by place: semiflows */
    struct pool lists;      /* of these */
    int64_t *sums;          /* by place: the vector at hand */
    net_place_list summed;  /* places with a sum that may not be 0 */
    bool *is_summed;
    VEC(place_id) negative; /* places that had a negative sum */
    uint64_t work, most;
};

/* --- the vector at hand --------------------------------------------------- */

static void clear(struct semiflows *x)
{
    for (uint32_t i = 0; i < x->summed.len; i++) {
        x->sums[x->summed.at[i]] = 0;
        x->is_summed[x->summed.at[i]] = false;
    }
    vec_clear(&x->summed);
    vec_clear(&x->negative);
}

/* False: the sum is too large. */
static bool add_weight(struct semiflows *x, place_id p, int64_t weight)
{
    if (!x->is_summed[p]) {
        x->is_summed[p] = true;
        vec_push(&x->summed, p);
    }
    x->sums[p] += weight;
    if (x->sums[p] < 0)
        vec_push(&x->negative, p);
    return elimination_size(x->sums[p]) <= ELIMINATION_LARGEST;
}

/* A place with a negative sum; PLACE_NONE: there is none. */
static place_id find_negative(struct semiflows *x)
{
    while (x->negative.len) {
        const place_id p = *vec_top(&x->negative);

        if (x->sums[p] < 0)
            return p;
        (void)vec_pop(&x->negative);
    }
    return PLACE_NONE;
}

/* Divides by what the sums have in common. */
static void divide_sums(struct semiflows *x)
{
    int64_t common = 0;

    for (uint32_t i = 0; i < x->summed.len && common != 1; i++)
        common = elimination_divisor(common, x->sums[x->summed.at[i]]);
    for (uint32_t i = 0; i < x->summed.len && common > 1; i++)
        x->sums[x->summed.at[i]] /= common;
}

/* --- semiflows ------------------------------------------------------------ */

static const struct weights_vector *semiflow(const struct semiflows *x,
                                             uint32_t i)
{
    return &x->weights->vectors.at[x->first + i];
}

/* Is x semiflow a better than b to cancel a weight?  A lower bound first, then
 * fewer terms. */
static bool cancels_better(const struct semiflows *x, uint32_t a, uint32_t b)
{
    return x->bounds.at[a] != x->bounds.at[b]
               ? x->bounds.at[a] < x->bounds.at[b]
               : semiflow(x, a)->len < semiflow(x, b)->len;
}

/* The best semiflow with the place; false: there is none. */
static bool find_with(struct semiflows *x, place_id p, uint32_t *best)
{
    const struct pool_list list = x->with[p];
    const uint32_t *const at = pool_at(&x->lists, list);

    for (uint32_t i = 0; i < list.len && i < MOST_COMPARED; i++)
        if (i == 0 || cancels_better(x, at[i], *best))
            *best = at[i];
    x->work += list.len < MOST_COMPARED ? list.len : MOST_COMPARED;
    return list.len > 0;
}

static bool is_at_hand(struct semiflows *x, uint32_t number, uint32_t len)
{
    const struct weights_vector *const y = semiflow(x, number);
    const struct weights_term *const terms = weights_terms(x->weights, y);
    bool same = y->len == len;

    for (uint32_t i = 0; i < y->len && same; i++, x->work++)
        same = x->sums[terms[i].place] == terms[i].factor;
    return same;
}

/* Is the vector at hand empty, or one of those that were found? */
static bool is_known(struct semiflows *x)
{
    struct pool_list list = {0};
    uint32_t len = 0;

    for (uint32_t i = 0; i < x->summed.len; i++)
        if (x->sums[x->summed.at[i]] && !len++)
            list = x->with[x->summed.at[i]];
    for (uint32_t i = 0; i < list.len && i < MOST_COMPARED; i++)
        if (is_at_hand(x, pool_at(&x->lists, list)[i], len))
            return true;
    return !len;
}

/* Adds the vector at hand, which has no negative weights, to the weights. */
static void take_semiflow(struct semiflows *x)
{
    const uint32_t number = x->weights->vectors.len - x->first;
    int64_t bound = 0;

    x->work += x->summed.len;
    if (is_known(x))
        return;
    weights_start(x->weights);
    for (uint32_t i = 0; i < x->summed.len; i++) {
        const place_id p = x->summed.at[i];

        if (!x->sums[p])
            continue;
        weights_term(x->weights, p, x->sums[p]);
        bound += net_marked(x->net, p) ? x->sums[p] : 0;
        pool_push(&x->lists, &x->with[p], number);
    }
    vec_push(&x->bounds, bound);
}

/* Adds a multiple of the semiflow to a multiple of the vector at hand, so that
 * the place has no weight.  False: a weight is too large. */
static bool cancel(struct semiflows *x, place_id p, uint32_t number)
{
    const struct weights_vector *const y = semiflow(x, number);
    const struct weights_term *const terms = weights_terms(x->weights, y);
    int64_t weight = 0, common, factor;

    for (uint32_t i = 0; i < y->len; i++)
        if (terms[i].place == p)
            weight = terms[i].factor;
    ASSERT(weight);
    common = elimination_divisor(weight, x->sums[p]);
    factor = -(x->sums[p] / common);
    for (uint32_t i = 0; i < x->summed.len && weight > common; i++) {
        int64_t *const sum = &x->sums[x->summed.at[i]];

        *sum *= weight / common;
        if (elimination_size(*sum) > ELIMINATION_LARGEST)
            return false;
    }
    x->work += y->len + x->summed.len;
    for (uint32_t i = 0; i < y->len; i++)
        if (!add_weight(x, terms[i].place, factor * terms[i].factor))
            return false;
    return true;
}

/* --- from the basis ------------------------------------------------------- */

/* Has the vector of the basis weights of this sign only? */
static bool has_sign(const struct semiflows *x, uint32_t i, int sign)
{
    uint32_t n;
    const struct formula_term *const terms = invariants_terms(&x->basis, i, &n);

    for (uint32_t k = 0; k < n; k++)
        if (terms[k].factor * sign < 0)
            return false;
    return true;
}

static void start_vector(struct semiflows *x, uint32_t i, int sign)
{
    uint32_t n;
    const struct formula_term *const terms = invariants_terms(&x->basis, i, &n);

    clear(x);
    for (uint32_t k = 0; k < n; k++)
        (void)add_weight(x, terms[k].place, sign * terms[k].factor);
    x->work += n;
}

/* Cancels the negative weights of the vector at hand.  False: some are left. */
static bool cancel_all(struct semiflows *x)
{
    place_id p = find_negative(x);
    uint32_t best;

    for (uint32_t k = 0; p != PLACE_NONE; k++) {
        if (k == MOST_STEPS || x->work > x->most || !find_with(x, p, &best) ||
            !cancel(x, p, best))
            return false;
        p = find_negative(x);
    }
    return true;
}

/* False: some negative weights are left. */
static bool combine(struct semiflows *x, uint32_t i, int sign)
{
    start_vector(x, i, sign);
    if (!cancel_all(x))
        return false;
    divide_sums(x);
    take_semiflow(x);
    return true;
}

/* Vectors that are semiflows as they are, or whose opposites are, are done. */
static void take_signed(struct semiflows *x, bool *done)
{
    for (uint32_t i = 0; i < 2 * invariants_count(&x->basis); i++) {
        const int sign = i % 2 ? -1 : 1;

        if (x->work > x->most || !has_sign(x, i / 2, sign))
            continue;
        done[i] = done[i ^ 1] = true;
        start_vector(x, i / 2, sign);
        take_semiflow(x);
    }
}

/* The others once more when there are more semiflows to add. */
static void combine_all(struct semiflows *x)
{
    const uint32_t n = 2 * invariants_count(&x->basis);
    bool *const done = mem_zero(n, sizeof *done);

    take_signed(x, done);
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < n && x->work <= x->most; i++)
            if (!done[i])
                done[i] = combine(x, i / 2, i % 2 ? -1 : 1);
    mem_free(done);
}

/* --- the net -------------------------------------------------------------- */

/* The transitions that need not keep the sum. */
static bool *list_left_out(const struct net *net, const bool *dead)
{
    const uint32_t n = net_trans_count(net);
    bool *const left_out = mem_alloc(n, sizeof *left_out);

    for (trans_id t = 0; t < n; t++)
        left_out[t] = (dead && dead[t]) || !net_post(net, t).len;
    return left_out;
}

uint64_t semiflows_find(const struct net *net, const bool *dead, uint64_t most,
                        struct weights *weights)
{
    const uint32_t n = net_place_count(net);
    struct semiflows x = {.net = net,
                          .weights = weights,
                          .first = weights->vectors.len,
                          .most = most,
                          .with = mem_zero(n, sizeof *x.with),
                          .sums = mem_zero(n, sizeof *x.sums),
                          .is_summed = mem_zero(n, sizeof *x.is_summed)};
    bool *const left_out = list_left_out(net, dead);

    invariants_find(net, left_out, most / 2, &x.basis);
    x.work = x.basis.work;
    combine_all(&x);
    mem_free(left_out);
    invariants_finish(&x.basis);
    vec_free(&x.bounds);
    mem_free(x.with);
    pool_finish(&x.lists);
    mem_free(x.sums);
    vec_free(&x.summed);
    mem_free(x.is_summed);
    vec_free(&x.negative);
    return x.work;
}
