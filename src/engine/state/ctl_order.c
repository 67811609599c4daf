#include "engine/state/ctl_search.h"

#include "base/mem.h"

#include <string.h>

/* What an arc costs. */
enum { ARC_COST = 4 };

/* The atoms that a formula depends on; of_parts: those of the quantified parts
 * in it. */
static uint64_t atoms_in(const struct ltl *ltl, ltl_id id,
                         const uint64_t *of_parts)
{
    bool *const is_part = ltl_parts(ltl, id);
    uint64_t atoms = 0;

    for (ltl_id i = 0; i <= id; i++) {
        const struct ltl_node node = ltl->nodes.at[i];

        if (is_part[i] && (node.op == LTL_ATOM || node.op == LTL_NOT))
            atoms |= node.left < TEMPORAL_ATOMS
                         ? UINT64_C(1) << node.left
                         : of_parts[node.left - TEMPORAL_ATOMS];
    }
    mem_free(is_part);
    return atoms;
}

/* The atoms that tell where a part ends, or where it stays. */
static uint64_t atoms_of(const struct ctl_search *search, uint32_t part)
{
    const struct ltl *const ltl = &search->formula->ltl;
    uint64_t *const of_parts = mem_zero(part + 1, sizeof *of_parts);
    uint64_t atoms = 0;

    for (uint32_t k = 0; k <= part; k++) {
        atoms = atoms_in(ltl, search->parts.at[k].right, of_parts);
        of_parts[k] = atoms | atoms_in(ltl, search->parts.at[k].left, of_parts);
    }
    mem_free(of_parts);
    return atoms;
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
    const uint64_t atoms = atoms_of(search, part);
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
