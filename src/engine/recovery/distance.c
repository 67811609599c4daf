#include "engine/recovery/distance.h"

#include "base/mem.h"

/* Simplex iterations of a program, at most; what one costs besides the arcs of
 * the net (watch.h). */
enum {
    MOST_DISTANCE_ITERATIONS = 20000,
    COST_OF_DISTANCE_ITERATION = 2000,
    COST_OF_ARC = 4,
};

static void set_column(struct distance *d, trans_id t)
{
    const struct net_place_span pre = net_pre(d->net, t),
                                post = net_post(d->net, t);
    VEC(int) rows = {0};
    VEC(double) values = {0};

    vec_push(&rows, 0); /* GLPK counts from 1 */
    vec_push(&values, 0.0);
    for (uint32_t i = 0; i < pre.len; i++) {
        vec_push(&rows, (int)pre.at[i] + 1);
        vec_push(&values, -1.0);
    }
    for (uint32_t i = 0; i < post.len; i++) {
        vec_push(&rows, (int)post.at[i] + 1);
        vec_push(&values, 1.0);
    }
    d->glpk->set_mat_col(d->program, (int)t + 1, (int)rows.len - 1, rows.at,
                         values.at);
    d->glpk->set_col_bnds(d->program, (int)t + 1, GLP_LO, 0, 0);
    d->glpk->set_obj_coef(d->program, (int)t + 1, 1);
    vec_free(&rows);
    vec_free(&values);
}

void distance_init(struct distance *distance, const struct net *net,
                   const struct lp_scope *scope, const net_place_list *marked,
                   const net_place_list *empty)
{
    struct distance *const d = distance;

    *d = (struct distance){
        .net = net,
        .glpk = &scope->glpk,
        .wanted = mem_zero(net_place_count(net), sizeof *d->wanted)};
    for (uint32_t i = 0; i < marked->len; i++)
        d->wanted[marked->at[i]] = 1;
    for (uint32_t i = 0; i < empty->len; i++)
        d->wanted[empty->at[i]] = -1;
    d->program = d->glpk->create_prob();
    if (net_place_count(net))
        (void)d->glpk->add_rows(d->program, (int)net_place_count(net));
    if (net_trans_count(net))
        (void)d->glpk->add_cols(d->program, (int)net_trans_count(net));
    for (trans_id t = 0; t < net_trans_count(net); t++)
        set_column(d, t);
}

void distance_finish(struct distance *distance)
{
    if (!distance->program)
        return;
    distance->glpk->delete_prob(distance->program);
    mem_free(distance->wanted);
    *distance = (struct distance){0};
}

/* The change of p is between these. */
static void bound_change(struct distance *d, place_id p, bool is_marked)
{
    const double least = d->wanted[p] == 1 ? 1 : 0;
    const double most = d->wanted[p] == -1 ? 0 : 1;
    const double now = is_marked ? 1 : 0;

    d->glpk->set_row_bnds(d->program, (int)p + 1,
                          least < most ? GLP_DB : GLP_FX, least - now,
                          most - now);
}

bool distance_find(struct distance *distance, const bits_word *m,
                   struct watch *watch)
{
    struct distance *const d = distance;
    const int before = d->glpk->get_it_cnt(d->program);
    glp_smcp options;
    bool good;

    for (place_id p = 0; p < net_place_count(d->net); p++)
        bound_change(d, p, bits_has(m, p));
    d->glpk->init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.it_lim = MOST_DISTANCE_ITERATIONS;
    options.meth = GLP_DUALP;
    good = !d->glpk->simplex(d->program, &options) &&
           d->glpk->get_status(d->program) == GLP_OPT;
    (void)watch_work(
        watch,
        (uint64_t)(d->glpk->get_it_cnt(d->program) - before + 1) *
            (COST_OF_DISTANCE_ITERATION + COST_OF_ARC * net_size(d->net)));
    return good;
}

double distance_firings(const struct distance *distance, trans_id t)
{
    return distance->glpk->get_col_prim(distance->program, (int)t + 1);
}
