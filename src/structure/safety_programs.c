#include "structure/safety.h"

#include "base/mem.h"
#include "structure/lp.h"

#include <limits.h>

/* Rows: the transitions, of which none increases the weighted tokens, but for
 * those that are dead.  Columns: the weights of the places, between 0 and 1. */

/* A larger gain is none of rounding. */
static const double LEAST_GAIN = 1e-6;

/* The cost of an iteration of the simplex method for each row and column, and
 * of the program for each node and arc; so many arcs without weights, and the
 * proof is given up. */
enum { COST_OF_LINE = 10, COST_OF_ARC = 300, FAILURES = 4 };

struct programs {
    const struct net *net;
    const struct glpk_calls *glpk;
    glp_prob *program;
    struct weights *weights;
    struct weights_check check;
    bool *is_free; /* by transition: it is dead, and its row was freed */
    uint64_t work, most;
    uint32_t n_failures;
};

static int row_of(trans_id t)
{
    return (int)t + 1;
}

static int column_of(place_id p)
{
    return (int)p + 1;
}

static void add_row(struct programs *x, trans_id t)
{
    const struct net_place_span spans[] = {net_pre(x->net, t),
                                           net_post(x->net, t)};
    VEC(int) columns = {0};
    VEC(double) values = {0};

    vec_push(&columns, 0); /* GLPK counts from 1 */
    vec_push(&values, 0.0);
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < spans[k].len; i++) {
            vec_push(&columns, column_of(spans[k].at[i]));
            vec_push(&values, k ? 1.0 : -1.0);
        }
    x->glpk->set_mat_row(x->program, row_of(t), (int)columns.len - 1,
                         columns.at, values.at);
    x->glpk->set_row_bnds(x->program, row_of(t), GLP_UP, 0, 0);
    vec_free(&columns);
    vec_free(&values);
}

static void make_program(struct programs *x)
{
    const uint32_t n_trans = net_trans_count(x->net);
    const uint32_t n_places = net_place_count(x->net);

    x->program = x->glpk->create_prob();
    (void)x->glpk->add_rows(x->program, (int)n_trans);
    (void)x->glpk->add_cols(x->program, (int)n_places);
    for (place_id p = 0; p < n_places; p++)
        x->glpk->set_col_bnds(x->program, column_of(p), GLP_DB, 0, 1);
    for (trans_id t = 0; t < n_trans; t++)
        add_row(x, t);
}

/* What the weights are to gain: on what t consumes and reads, and on p, which
 * may be PLACE_NONE, less what the initial marking has.  GLPK looks for the
 * least value, so the signs are turned.  by: 1, or 0 to take it back. */
static void aim(struct programs *x, trans_id t, place_id p, int by)
{
    const struct net_place_span needed[] = {net_pre(x->net, t),
                                            net_read(x->net, t)};
    int times = 1; /* that p counts */

    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < needed[k].len; i++) {
            const place_id q = needed[k].at[i];

            x->glpk->set_obj_coef(x->program, column_of(q),
                                  net_marked(x->net, q) - by);
            times += q == p;
        }
    if (p != PLACE_NONE)
        x->glpk->set_obj_coef(x->program, column_of(p),
                              net_marked(x->net, p) - by * times);
}

static bool solve(struct programs *x)
{
    const int before = x->glpk->get_it_cnt(x->program);
    const uint64_t lines = (uint64_t)x->glpk->get_num_rows(x->program) +
                           (uint64_t)x->glpk->get_num_cols(x->program);
    glp_smcp options;
    uint64_t most;
    int status;

    if (x->work >= x->most)
        return false;
    x->glpk->init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    most = (x->most - x->work) / (COST_OF_LINE * lines) + 1;
    options.it_lim = most < INT_MAX ? (int)most : INT_MAX;
    status = x->glpk->simplex(x->program, &options);
    x->work += COST_OF_LINE * lines *
               (uint64_t)(x->glpk->get_it_cnt(x->program) - before + 1);
    return !status && x->glpk->get_status(x->program) == GLP_OPT &&
           x->glpk->get_obj_val(x->program) < -LEAST_GAIN;
}

/* Rounds the solution to a vector of the weights; is it right? */
static bool take_vector(struct programs *x)
{
    const uint32_t n = net_place_count(x->net);
    const struct weights_vector *y;
    int64_t common = 1;
    trans_id wrong;

    for (place_id p = 0; p < n; p++)
        if (!lp_round(x->glpk->get_col_prim(x->program, column_of(p)), &common))
            return false;
    weights_start(x->weights);
    for (place_id p = 0; p < n; p++) {
        const int64_t factor =
            lp_scale(x->glpk->get_col_prim(x->program, column_of(p)), common);

        if (factor > 0)
            weights_term(x->weights, p, factor);
    }
    y = vec_top(&x->weights->vectors);
    if (weights_check_add(&x->check, weights_terms(x->weights, y), y->len,
                          &wrong))
        return true;
    weights_drop(x->weights);
    return false;
}

static void free_rows(struct programs *x)
{
    for (trans_id t = 0; t < net_trans_count(x->net); t++) {
        if (!x->check.dead[t] || x->is_free[t])
            continue;
        x->is_free[t] = true;
        x->glpk->set_row_bnds(x->program, row_of(t), GLP_FR, 0, 0);
    }
}

/* Weights by which t is dead, or finds p empty. */
static bool seek(struct programs *x, trans_id t, place_id p)
{
    bool found;

    aim(x, t, p, 1);
    found = solve(x) && take_vector(x);
    aim(x, t, p, 0);
    free_rows(x);
    return found;
}

/* Everything that the transition produces, or that it is dead. */
static void close_trans(struct programs *x, trans_id t)
{
    const struct net_arcs post = net_arcs(x->net, NET_POST);

    for (uint32_t a = post.start[t]; a < post.start[t + 1]; a++)
        if (!x->check.dead[t] && !x->check.finds[a] && x->work < x->most &&
            !seek(x, t, post.ends[a]) && !seek(x, t, PLACE_NONE)) {
            x->n_failures++;
            return;
        }
    if (!x->check.dead[t] && net_overflow(x->net, t) != PLACE_NONE &&
        !seek(x, t, PLACE_NONE))
        x->n_failures++;
}

static void close_all(struct programs *x)
{
    for (trans_id t = 0; t < net_trans_count(x->net) && x->work < x->most &&
                         x->n_failures < FAILURES && x->check.n_open;
         t++)
        close_trans(x, t);
}

bool safety_programs_prove(const struct net *net, uint64_t most,
                           struct weights *weights)
{
    struct programs x = {.net = net, .weights = weights, .most = most};
    struct lp_scope scope;
    bool safe;

    x.work = COST_OF_ARC * (uint64_t)net_size(net);
    if (!net_place_count(net) || !net_trans_count(net) || x.work >= most ||
        !lp_enter(&scope))
        return false;
    x.glpk = &scope.glpk;
    x.is_free = mem_zero(net_trans_count(net), sizeof *x.is_free);
    weights_check_init(&x.check, net);
    weights_check_repeat(&x.check, weights, 0);
    make_program(&x);
    for (place_id p = 0; p < net_place_count(net); p++)
        x.glpk->set_obj_coef(x.program, column_of(p), net_marked(net, p));
    free_rows(&x);
    close_all(&x);
    safe = !x.check.n_open;
    x.glpk->delete_prob(x.program);
    weights_check_finish(&x.check);
    mem_free(x.is_free);
    lp_leave(&scope);
    return safe;
}
