#include "structure/firings.h"

static void add_transition(struct firings *firings, trans_id t, double cost)
{
    const struct net_place_span post = net_post(firings->net, t);
    const struct net_place_span pre = net_pre(firings->net, t);
    struct lp_line line = {0};

    lp_line_start(&line);
    lp_line_put_ids(&line, post.at, post.len, 1);
    lp_line_put_ids(&line, pre.at, pre.len, -1);
    firings->glpk->set_mat_col(firings->program, lp_number(t),
                               (int)line.at.len - 1, line.at.at,
                               line.values.at);
    firings->glpk->set_col_bnds(firings->program, lp_number(t), GLP_LO, 0, 0);
    firings->glpk->set_obj_coef(firings->program, lp_number(t), cost);
    lp_line_finish(&line);
}

void firings_init(struct firings *firings, const struct net *net,
                  const signed char *wanted, const uint32_t *cost,
                  const struct lp_scope *scope)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);

    *firings =
        (struct firings){.net = net, .wanted = wanted, .glpk = &scope->glpk};
    firings->program = firings->glpk->create_prob();
    if (n_places)
        (void)firings->glpk->add_rows(firings->program, (int)n_places);
    if (n_trans)
        (void)firings->glpk->add_cols(firings->program, (int)n_trans);
    for (trans_id t = 0; t < n_trans; t++)
        add_transition(firings, t, cost ? cost[t] : 1);
}

void firings_finish(struct firings *firings)
{
    if (firings->program)
        firings->glpk->delete_prob(firings->program);
    *firings = (struct firings){0};
}

void firings_from(struct firings *firings, const bits_word *m)
{
    for (place_id p = 0; p < net_place_count(firings->net); p++) {
        const int now = bits_has(m, p), wanted = firings->wanted[p];

        if (wanted < 0)
            firings->glpk->set_row_bnds(firings->program, lp_number(p), GLP_DB,
                                        -now, 1 - now);
        else
            firings->glpk->set_row_bnds(firings->program, lp_number(p), GLP_FX,
                                        wanted - now, wanted - now);
    }
}

int firings_solve(struct firings *firings, int most, uint64_t *n)
{
    return lp_simplex(firings->glpk, firings->program, GLP_DUALP, most, n);
}

double firings_of(const struct firings *firings, trans_id t)
{
    return firings->glpk->get_col_prim(firings->program, lp_number(t));
}
