#include "engine/state/ctl_search.h"

#include "base/mem.h"

#include <string.h>

/* What an arc costs. */
enum { ARC_COST = 4 };

static uint64_t atoms_of_node(const struct ctl_search *search,
                              const struct ltl_node *node)
{
    const uint64_t *const atoms = search->atoms;
    const struct ctl_search_part *part;

    if (node->op == LTL_FALSE || node->op == LTL_TRUE)
        return 0;
    if (node->op != LTL_ATOM && node->op != LTL_NOT)
        return atoms[node->left] |
               (node->op == LTL_NEXT ? 0 : atoms[node->right]);
    if (node->left < TEMPORAL_ATOMS)
        return UINT64_C(1) << node->left;
    part = &search->parts.at[node->left - TEMPORAL_ATOMS];
    return atoms[part->left] | atoms[part->right];
}

void ctl_order_init(struct ctl_search *search)
{
    const struct ltl *const ltl = &search->formula->ltl;

    search->atoms = mem_zero(ltl->nodes.len, sizeof *search->atoms);
    for (ltl_id i = 0; i < ltl->nodes.len; i++)
        search->atoms[i] = atoms_of_node(search, &ltl->nodes.at[i]);
}

/* A transition that has no rank yet gets this one. */
static void rank(unsigned char *ranks, net_trans_list *queue, trans_id t,
                 unsigned value)
{
    if (ranks[t] != CTL_ORDER_LAST || value >= CTL_ORDER_LAST)
        return;
    ranks[t] = (unsigned char)value;
    vec_push(queue, t);
}

/* Backwards from the transitions of rank 0. */
static void spread(const struct net *net, unsigned char *ranks,
                   net_trans_list *queue)
{
    for (uint32_t i = 0; i < queue->len; i++) {
        const trans_id t = queue->at[i];
        const struct net_place_span needs = net_needs(net, t);

        for (uint32_t k = 0; k < needs.len; k++) {
            const struct net_trans_span before =
                net_producers(net, needs.at[k]);

            for (uint32_t j = 0; j < before.len; j++)
                rank(ranks, queue, before.at[j], ranks[t] + 1u);
        }
    }
}

unsigned char *ctl_order_ranks(const struct ctl_search *search, uint32_t part)
{
    const struct net *const net = search->graph->goals->problem->net;
    const uint32_t n = net_trans_count(net);
    const uint64_t atoms = search->atoms[search->parts.at[part].right];
    unsigned char *const ranks = mem_alloc(n, sizeof *ranks);
    net_trans_list queue = {0};

    memset(ranks, CTL_ORDER_LAST, n);
    for (trans_id t = 0; t < n; t++)
        if (search->touched[t] & atoms)
            rank(ranks, &queue, t, 0);
    spread(net, ranks, &queue);
    for (trans_id t = 0; t < n && search->parts.at[part].way == CTL_SEARCH_STAY;
         t++)
        ranks[t] = (unsigned char)(CTL_ORDER_LAST - ranks[t]);
    search->graph->goals->watch->work += ARC_COST * net_size(net);
    vec_free(&queue);
    return ranks;
}
