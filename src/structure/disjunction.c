#include "structure/disjunction.h"

#include "base/mem.h"
#include "base/stamp.h"

/* A disjunction of fewer nodes is no matter for linear programs. */
enum { MANY_NODES = 100 };

struct parts {
    const struct net *net;
    const struct formula *formula;
    struct relation sets; /* by place */
    struct stamp visited; /* sets of the part at hand; their colours: the first
                             place of each, as it is numbered in needed */
    net_place_list needed;
    net_place_list stack; /* nodes */
};

bool disjunction_is_large(const struct goal *goal)
{
    return goal->kind == GOAL_FORMULA &&
           goal->formula->nodes.at[0].op == FORMULA_OR &&
           goal->formula->nodes.len > MANY_NODES;
}

/* What a leaf needs: places that are marked where it holds. */
static void need(struct parts *parts, const struct formula_node *node)
{
    const struct formula_term *const terms = parts->formula->terms.at;

    if (node->op == FORMULA_AT_LEAST && node->len == 1 && node->bound > 0)
        vec_push(&parts->needed, terms[node->first].place);
    if (node->op == FORMULA_FIREABLE) {
        const struct net_place_span needs = net_needs(parts->net, node->trans);

        vec_append(&parts->needed, &needs);
    }
}

/* Fills the places that are marked wherever the node holds. */
static void list_needed(struct parts *parts, uint32_t part)
{
    vec_clear(&parts->needed);
    vec_push(&parts->stack, part);
    while (parts->stack.len) {
        const struct formula_node *const node =
            &parts->formula->nodes.at[vec_pop(&parts->stack)];

        if (node->op != FORMULA_AND && node->op != FORMULA_OR)
            need(parts, node);
        for (uint32_t i = 0;
             i < node->len && (node->op == FORMULA_AND ||
                               (node->op == FORMULA_OR && node->len == 1));
             i++)
            vec_push(&parts->stack, node->first + i);
    }
}

/* Are two of the places in one set?  A place may be there twice. */
static bool is_refuted(struct parts *parts, struct disjunction_part *part)
{
    stamp_start_colours(&parts->visited, parts->needed.len + 1);
    for (uint32_t i = 0; i < parts->needed.len; i++) {
        const place_id p = parts->needed.at[i];

        for (uint32_t k = parts->sets.start[p]; k < parts->sets.start[p + 1];
             k++) {
            const uint32_t set = parts->sets.at[k];
            place_id q;

            if (!stamp_has(&parts->visited, set))
                stamp_paint(&parts->visited, set, i);
            q = parts->needed.at[stamp_colour(&parts->visited, set)];
            if (p != q) {
                part->pair =
                    (struct exclusive_pair){p < q ? p : q, p < q ? q : p, set};
                return true;
            }
        }
    }
    return false;
}

void disjunction_refute(const struct net *net, const struct formula *formula,
                        const struct exclusive *sets,
                        disjunction_parts *refuted)
{
    const struct formula_node *const root = &formula->nodes.at[0];
    struct parts parts = {.net = net, .formula = formula};

    exclusive_by_place(sets, net_place_count(net), &parts.sets);
    stamp_fit(&parts.visited, exclusive_count(sets));
    for (uint32_t i = 0; i < root->len; i++) {
        struct disjunction_part part = {.node = root->first + i};

        list_needed(&parts, part.node);
        if (is_refuted(&parts, &part))
            vec_push(refuted, part);
    }
    relation_finish(&parts.sets);
    stamp_finish(&parts.visited);
    vec_free(&parts.needed);
    vec_free(&parts.stack);
}
