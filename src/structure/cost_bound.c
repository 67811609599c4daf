#include "structure/cost_bound.h"

#include "net/marking.h"

#include <math.h>

/* Weights that are kept, each of which takes time at each marking; their
 * numbers; and the largest sum of weights. */
enum { MOST_KEPT = 1000, MOST_NUMBERS = 1 << 24 };
static const double LARGEST = 1e18;

/* A violation costs as much as many transitions. */
static double price(const struct cost_bound *bound)
{
    uint32_t most = 1;

    for (trans_id t = 0; t < net_trans_count(bound->net); t++)
        if (bound->cost[t] > most)
            most = bound->cost[t];
    return 1000.0 * most;
}

/* A column for each place that is wanted marked or empty, so that there always
 * is a solution. */
static void add_violations(struct cost_bound *bound)
{
    struct lp_program *const program = &bound->firings.program;
    const double dear = price(bound);

    for (place_id p = 0; p < net_place_count(bound->net); p++) {
        int column;

        if (bound->wanted[p] < 0)
            continue;
        column = program->glpk->add_cols(program->at, 1);
        lp_line_start(program);
        lp_line_put(program, lp_number(p), bound->wanted[p] ? 1 : -1);
        lp_line_set_col(program, column);
        lp_bound_col(program, column, GLP_LO, 0, 0);
        lp_price(program, column, dear);
    }
}

void cost_bound_init(struct cost_bound *bound, const struct net *net,
                     const uint32_t *cost, const signed char *wanted,
                     const struct lp_scope *scope)
{
    *bound = (struct cost_bound){.net = net, .cost = cost, .wanted = wanted};
    if (!scope || !net_place_count(net) || !net_trans_count(net))
        return;
    firings_init(&bound->firings, net, wanted, cost, scope);
    add_violations(bound);
}

void cost_bound_finish(struct cost_bound *bound)
{
    firings_finish(&bound->firings);
    vec_free(&bound->kept);
    vec_free(&bound->weights);
    vec_free(&bound->marked);
    *bound = (struct cost_bound){0};
}

/* --- bounds --------------------------------------------------------------- */

/* Costs are whole numbers, so that a bound may be rounded up. */
static uint64_t bound_by(const struct cost_bound *bound,
                         const struct cost_bound_weights *kept,
                         const int64_t *weights)
{
    int64_t value = kept->least;

    for (uint32_t i = 0; i < bound->marked.len; i++)
        value -= weights[bound->marked.at[i]];
    return value <= 0 ? 0
                      : ((uint64_t)value + (uint64_t)kept->common - 1) /
                            (uint64_t)kept->common;
}

uint64_t cost_bound_at(struct cost_bound *bound, const bits_word *m)
{
    uint64_t most = 0;

    marking_list(m, net_place_count(bound->net), &bound->marked);
    for (uint32_t k = 0; k < bound->kept.len; k++) {
        const uint64_t one = bound_by(
            bound, &bound->kept.at[k],
            bound->weights.at + (size_t)k * net_place_count(bound->net));

        if (one > most)
            most = one;
    }
    return most;
}

/* --- programs ------------------------------------------------------------- */

static double weight(const struct cost_bound *bound, place_id p)
{
    return lp_dual(&bound->firings.program, lp_number(p));
}

/* The common denominator; false: weights are too large, or no fractions. */
static bool find_common(const struct cost_bound *bound, int64_t *common)
{
    double sum = 0;

    *common = 1;
    for (place_id p = 0; p < net_place_count(bound->net); p++) {
        sum += fabs(weight(bound, p));
        if (!(sum < LARGEST) || !lp_round(weight(bound, p), common))
            return false;
    }
    return sum * (double)*common < LARGEST;
}

/* Appends the rounded weights. */
static void round_weights(struct cost_bound *bound,
                          struct cost_bound_weights *new)
{
    new->least = 0;
    for (place_id p = 0; p < net_place_count(bound->net); p++) {
        const int64_t rounded = lp_scale(weight(bound, p), new->common);
        const bool counts =
            bound->wanted[p] < 0 ? rounded < 0 : bound->wanted[p] > 0;

        vec_push(&bound->weights, rounded);
        new->least += counts ? rounded : 0;
    }
}

static int64_t weight_of(const int64_t *weights, struct net_place_span places)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < places.len; i++)
        sum += weights[places.at[i]];
    return sum;
}

/* Does no transition raise the weight by more than it costs? */
static bool is_right(const struct cost_bound *bound, const int64_t *weights,
                     int64_t common)
{
    const struct net *const net = bound->net;

    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (weight_of(weights, net_post(net, t)) -
                weight_of(weights, net_pre(net, t)) >
            (int64_t)bound->cost[t] * common)
            return false;
    return true;
}

/* Keeps the weights if they are right and raise the bound of the marking. */
static void keep_weights(struct cost_bound *bound, const bits_word *m)
{
    const uint32_t from = bound->weights.len;
    const uint64_t before = cost_bound_at(bound, m);
    struct cost_bound_weights new;

    if (!find_common(bound, &new.common))
        return;
    round_weights(bound, &new);
    if (is_right(bound, bound->weights.at + from, new.common) &&
        bound_by(bound, &new, bound->weights.at + from) > before)
        vec_push(&bound->kept, new);
    else
        bound->weights.len = from;
}

bool cost_bound_solve(struct cost_bound *bound, const bits_word *m,
                      const struct stop *stop)
{
    int status = GLP_EITLIM;
    uint64_t n;

    if (!bound->firings.program.at || bound->kept.len == MOST_KEPT ||
        bound->weights.len > MOST_NUMBERS)
        return false;
    firings_from(&bound->firings, m);
    for (int most = LP_SLICE; status == GLP_EITLIM && !stop_is_due(stop);
         most *= 2)
        status = lp_simplex(&bound->firings.program, GLP_DUALP, most, &n);
    if (status)
        return false;
    keep_weights(bound, m);
    return true;
}
