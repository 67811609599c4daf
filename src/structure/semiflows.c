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

static void clear(struct semiflows *semiflows)
{
    for (uint32_t i = 0; i < semiflows->summed.len; i++) {
        semiflows->sums[semiflows->summed.at[i]] = 0;
        semiflows->is_summed[semiflows->summed.at[i]] = false;
    }
    vec_clear(&semiflows->summed);
    vec_clear(&semiflows->negative);
}

/* False: the sum is too large. */
static bool add_weight(struct semiflows *semiflows, place_id p, int64_t weight)
{
    if (!semiflows->is_summed[p]) {
        semiflows->is_summed[p] = true;
        vec_push(&semiflows->summed, p);
    }
    semiflows->sums[p] += weight;
    if (semiflows->sums[p] < 0)
        vec_push(&semiflows->negative, p);
    return elimination_size(semiflows->sums[p]) <= ELIMINATION_LARGEST;
}

/* A place with a negative sum; PLACE_NONE: there is none. */
static place_id find_negative(struct semiflows *semiflows)
{
    while (semiflows->negative.len) {
        const place_id p = *vec_top(&semiflows->negative);

        if (semiflows->sums[p] < 0)
            return p;
        (void)vec_pop(&semiflows->negative);
    }
    return PLACE_NONE;
}

/* Divides by what the sums have in common. */
static void divide_sums(struct semiflows *semiflows)
{
    int64_t common = 0;

    for (uint32_t i = 0; i < semiflows->summed.len && common != 1; i++)
        common = elimination_divisor(common,
                                     semiflows->sums[semiflows->summed.at[i]]);
    for (uint32_t i = 0; i < semiflows->summed.len && common > 1; i++)
        semiflows->sums[semiflows->summed.at[i]] /= common;
}

/* --- semiflows ------------------------------------------------------------ */

static struct weights_vector semiflow(const struct semiflows *semiflows,
                                      uint32_t i)
{
    return weights_vector(semiflows->weights, semiflows->first + i);
}

/* Is semiflow a better than b to cancel a weight?  A lower bound first, then
 * fewer terms. */
static bool cancels_better(const struct semiflows *semiflows, uint32_t a,
                           uint32_t b)
{
    return semiflows->bounds.at[a] != semiflows->bounds.at[b]
               ? semiflows->bounds.at[a] < semiflows->bounds.at[b]
               : semiflow(semiflows, a).len < semiflow(semiflows, b).len;
}

/* The best semiflow with the place; false: there is none. */
static bool find_with(struct semiflows *semiflows, place_id p, uint32_t *best)
{
    const struct pool_list list = semiflows->with[p];
    const uint32_t *const at = pool_at(&semiflows->lists, list);

    for (uint32_t i = 0; i < list.len && i < MOST_COMPARED; i++)
        if (i == 0 || cancels_better(semiflows, at[i], *best))
            *best = at[i];
    semiflows->work += list.len < MOST_COMPARED ? list.len : MOST_COMPARED;
    return list.len > 0;
}

static bool is_at_hand(struct semiflows *semiflows, uint32_t number,
                       uint32_t len)
{
    const struct weights_vector y = semiflow(semiflows, number);
    bool same = y.len == len;

    for (uint32_t i = 0; i < y.len && same; i++, semiflows->work++)
        same = semiflows->sums[y.at[i].place] == y.at[i].factor;
    return same;
}

/* Is the vector at hand empty, or one of those that were found? */
static bool is_known(struct semiflows *semiflows)
{
    struct pool_list list = {0};
    uint32_t len = 0;

    for (uint32_t i = 0; i < semiflows->summed.len; i++)
        if (semiflows->sums[semiflows->summed.at[i]] && !len++)
            list = semiflows->with[semiflows->summed.at[i]];
    for (uint32_t i = 0; i < list.len && i < MOST_COMPARED; i++)
        if (is_at_hand(semiflows, pool_at(&semiflows->lists, list)[i], len))
            return true;
    return !len;
}

/* Adds the vector at hand, which has no negative weights, to the weights. */
static void take_semiflow(struct semiflows *semiflows)
{
    const uint32_t number =
        vecs_count(&semiflows->weights->vectors) - semiflows->first;
    int64_t bound = 0;

    semiflows->work += semiflows->summed.len;
    if (is_known(semiflows))
        return;
    for (uint32_t i = 0; i < semiflows->summed.len; i++) {
        const place_id p = semiflows->summed.at[i];

        if (!semiflows->sums[p])
            continue;
        weights_term(semiflows->weights, p, semiflows->sums[p]);
        bound += net_marked(semiflows->net, p) ? semiflows->sums[p] : 0;
        pool_push(&semiflows->lists, &semiflows->with[p], number);
    }
    vecs_close(&semiflows->weights->vectors);
    vec_push(&semiflows->bounds, bound);
}

/* Adds a multiple of the semiflow to a multiple of the vector at hand, so that
 * the place has no weight.  False: a weight is too large. */
static bool cancel(struct semiflows *semiflows, place_id p, uint32_t number)
{
    const struct weights_vector y = semiflow(semiflows, number);
    int64_t weight = 0, common, factor;

    for (uint32_t i = 0; i < y.len; i++)
        if (y.at[i].place == p)
            weight = y.at[i].factor;
    ASSERT(weight);
    common = elimination_divisor(weight, semiflows->sums[p]);
    factor = -(semiflows->sums[p] / common);
    for (uint32_t i = 0; i < semiflows->summed.len && weight > common; i++) {
        int64_t *const sum = &semiflows->sums[semiflows->summed.at[i]];

        *sum *= weight / common;
        if (elimination_size(*sum) > ELIMINATION_LARGEST)
            return false;
    }
    semiflows->work += y.len + semiflows->summed.len;
    for (uint32_t i = 0; i < y.len; i++)
        if (!add_weight(semiflows, y.at[i].place, factor * y.at[i].factor))
            return false;
    return true;
}

/* --- from the basis ------------------------------------------------------- */

/* Has the vector of the basis weights of this sign only? */
static bool has_sign(const struct semiflows *semiflows, uint32_t i, int sign)
{
    const struct formula_term *const terms =
        vecs_at(&semiflows->basis.vectors, i);

    for (uint32_t k = 0; k < vecs_len(&semiflows->basis.vectors, i); k++)
        if (terms[k].factor * sign < 0)
            return false;
    return true;
}

static void start_vector(struct semiflows *semiflows, uint32_t i, int sign)
{
    const struct formula_term *const terms =
        vecs_at(&semiflows->basis.vectors, i);
    const uint32_t n = vecs_len(&semiflows->basis.vectors, i);

    clear(semiflows);
    for (uint32_t k = 0; k < n; k++)
        (void)add_weight(semiflows, terms[k].place, sign * terms[k].factor);
    semiflows->work += n;
}

/* Cancels the negative weights of the vector at hand.  False: some are left. */
static bool cancel_all(struct semiflows *semiflows)
{
    place_id p = find_negative(semiflows);
    uint32_t best;

    for (uint32_t k = 0; p != PLACE_NONE; k++) {
        if (k == MOST_STEPS || semiflows->work > semiflows->most ||
            !find_with(semiflows, p, &best) || !cancel(semiflows, p, best))
            return false;
        p = find_negative(semiflows);
    }
    return true;
}

/* False: some negative weights are left. */
static bool combine(struct semiflows *semiflows, uint32_t i, int sign)
{
    start_vector(semiflows, i, sign);
    if (!cancel_all(semiflows))
        return false;
    divide_sums(semiflows);
    take_semiflow(semiflows);
    return true;
}

/* Vectors that are semiflows as they are, or whose opposites are, are done. */
static void take_signed(struct semiflows *semiflows, bool *done)
{
    for (uint32_t i = 0; i < 2 * vecs_count(&semiflows->basis.vectors); i++) {
        const int sign = i % 2 ? -1 : 1;

        if (semiflows->work > semiflows->most ||
            !has_sign(semiflows, i / 2, sign))
            continue;
        done[i] = done[i ^ 1] = true;
        start_vector(semiflows, i / 2, sign);
        take_semiflow(semiflows);
    }
}

/* The others once more when there are more semiflows to add. */
static void combine_all(struct semiflows *semiflows)
{
    const uint32_t n = 2 * vecs_count(&semiflows->basis.vectors);
    bool *const done = mem_zero(n, sizeof *done);

    take_signed(semiflows, done);
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < n && semiflows->work <= semiflows->most; i++)
            if (!done[i])
                done[i] = combine(semiflows, i / 2, i % 2 ? -1 : 1);
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
    struct semiflows semiflows = {.net = net,
                                  .weights = weights,
                                  .first = vecs_count(&weights->vectors),
                                  .most = most,
                                  .with = mem_zero(n, sizeof *semiflows.with),
                                  .sums = mem_zero(n, sizeof *semiflows.sums),
                                  .is_summed =
                                      mem_zero(n, sizeof *semiflows.is_summed)};
    bool *const left_out = list_left_out(net, dead);

    invariants_find(net, left_out, most / 2, &semiflows.basis);
    semiflows.work = semiflows.basis.work;
    combine_all(&semiflows);
    mem_free(left_out);
    invariants_finish(&semiflows.basis);
    vec_free(&semiflows.bounds);
    mem_free(semiflows.with);
    pool_finish(&semiflows.lists);
    mem_free(semiflows.sums);
    vec_free(&semiflows.summed);
    mem_free(semiflows.is_summed);
    vec_free(&semiflows.negative);
    return semiflows.work;
}
