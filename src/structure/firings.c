#include "structure/firings.h"

static void add_transition(struct firings *firings, trans_id t, double cost)
{
    const struct net_place_span post = net_post(firings->net, t);
    const struct net_place_span pre = net_pre(firings->net, t);
    struct lp_program *const program = &firings->program;

    lp_line_start(program);
    lp_line_put_ids(program, post.at, post.len, 1);
    lp_line_put_ids(program, pre.at, pre.len, -1);
    lp_line_set_col(program, lp_number(t));
    lp_bound_col(program, lp_number(t), GLP_LO, 0, 0);
    lp_price(program, lp_number(t), cost);
}

void firings_init(struct firings *firings, const struct net *net,
                  const signed char *wanted, const uint32_t *cost,
                  const struct lp_scope *scope)
{
    *firings = (struct firings){.net = net, .wanted = wanted};
    lp_program_init(&firings->program, scope, net_place_count(net),
                    net_trans_count(net));
    for (trans_id t = 0; t < net_trans_count(net); t++)
        add_transition(firings, t, cost ? cost[t] : 1);
}

void firings_finish(struct firings *firings)
{
    lp_program_finish(&firings->program);
    *firings = (struct firings){0};
}

void firings_from(struct firings *firings, const bits_word *m)
{
    for (place_id p = 0; p < net_place_count(firings->net); p++) {
        const int now = bits_has(m, p), wanted = firings->wanted[p];

        if (wanted < 0)
            lp_bound_row(&firings->program, lp_number(p), GLP_DB, -now,
                         1 - now);
        else
            lp_bound_row(&firings->program, lp_number(p), GLP_FX, wanted - now,
                         wanted - now);
    }
}
