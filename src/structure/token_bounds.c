#include "structure/token_bounds.h"

#include "structure/lp.h"

#include <limits.h>
#include <math.h>

/* A bound that is so much below a whole number is that number. */
static const double ROUNDING = 1e-6;

/* Places for each of which a program is solved, at most. */
enum { MOST_PLACES = 3000 };

/* Simplex iterations of the program for all places, times its lines, at
 * most. */
enum { MOST_FOR_ALL = 50000000 };

/* The weighted tokens do not grow by the transition. */
static void add_row_of_bundles(struct lp_program *program,
                               const struct net *net, trans_id t,
                               net_bundle_list *bundles)
{
    bundles_of(net, t, bundles);
    lp_line_start(program);
    for (uint32_t i = 0; i < bundles->len; i++) {
        const struct net_bundle *const b = &bundles->at[i];

        if (b->produce != b->consume)
            lp_line_put(program, lp_number(b->place),
                        (double)b->produce - (double)b->consume);
    }
    lp_line_set_row(program, lp_number(t));
    lp_bound_row(program, lp_number(t), GLP_UP, 0, 0);
}

/* Rows: transitions; columns: weights. */
static void make_bounds_program(struct lp_program *program,
                                const struct net *net,
                                const struct lp_scope *scope)
{
    const uint32_t n = net_given_places(net);
    net_bundle_list bundles = {0};

    lp_program_init(program, scope, net_given_transitions(net), n);
    for (place_id p = 0; p < n; p++) {
        lp_bound_col(program, lp_number(p), GLP_LO, 0, 0);
        lp_price(program, lp_number(p), net_tokens(net, p));
    }
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        add_row_of_bundles(program, net, t, &bundles);
    vec_free(&bundles);
}

static uint32_t round_bound(double bound)
{
    return bound >= NET_MAX_WEIGHT ? TOKEN_BOUNDS_NONE
           : bound < 2 - ROUNDING  ? 1
                                   : (uint32_t)floor(bound + ROUNDING);
}

static uint32_t bound_of(const struct lp_program *program, place_id p)
{
    uint64_t n;
    double least;
    int failed;

    lp_bound_col(program, lp_number(p), GLP_FX, 1, 1);
    failed = lp_simplex(program, GLP_PRIMAL, INT_MAX, &n);
    least = lp_total(program);
    lp_bound_col(program, lp_number(p), GLP_LO, 0, 0);
    return failed ? TOKEN_BOUNDS_NONE : round_bound(least);
}

/* By one solution, in which each weight is 1 at least. */
static void bound_all(const struct lp_program *program, const struct net *net,
                      uint32_t *bounds)
{
    const uint32_t n_places = net_given_places(net);
    const uint32_t n_lines = n_places + net_given_transitions(net);
    uint64_t n;

    for (place_id p = 0; p < n_places; p++)
        lp_bound_col(program, lp_number(p), GLP_LO, 1, 0);
    if (lp_simplex(program, GLP_PRIMAL, (int)(MOST_FOR_ALL / n_lines) + 1, &n))
        return;
    for (place_id p = 0; p < n_places; p++)
        bounds[p] =
            round_bound(lp_total(program) / lp_value(program, lp_number(p)));
}

void token_bounds_find(const struct net *net, uint32_t *bounds)
{
    const uint32_t n = net_given_places(net);
    struct lp_program program;
    struct lp_scope scope;

    for (place_id p = 0; p < n; p++)
        bounds[p] = net_given_transitions(net) ? TOKEN_BOUNDS_NONE
                    : net_marked(net, p)       ? net_tokens(net, p)
                                               : 1;
    if (!n || !net_given_transitions(net) || !lp_enter(&scope))
        return;
    make_bounds_program(&program, net, &scope);
    if (n > MOST_PLACES)
        bound_all(&program, net, bounds);
    for (place_id p = 0; p < n && n <= MOST_PLACES; p++)
        bounds[p] = bound_of(&program, p);
    lp_program_finish(&program);
    lp_leave(&scope);
}
