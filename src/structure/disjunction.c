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
static void need(struct parts *x, const struct formula_node *node)
{
    const struct formula_term *const terms = x->formula->terms.at;

    if (node->op == FORMULA_AT_LEAST && node->len == 1 && node->bound > 0)
        vec_push(&x->needed, terms[node->first].place);
    if (node->op == FORMULA_FIREABLE) {
        const struct net_place_span needs = net_needs(x->net, node->trans);

        vec_append(&x->needed, &needs);
    }
}

/* Fills the places that are marked wherever the node holds. */
static void list_needed(struct parts *x, uint32_t part)
{
    vec_clear(&x->needed);
    vec_push(&x->stack, part);
    while (x->stack.len) {
        const struct formula_node *const node =
            &x->formula->nodes.at[vec_pop(&x->stack)];

        if (node->op != FORMULA_AND && node->op != FORMULA_OR)
            need(x, node);
        for (uint32_t i = 0;
             i < node->len && (node->op == FORMULA_AND ||
                               (node->op == FORMULA_OR && node->len == 1));
             i++)
            vec_push(&x->stack, node->first + i);
    }
}

/* Are two of the places in one set?  A place may be there twice. */
static bool is_refuted(struct parts *x, struct disjunction_part *part)
{
    stamp_start_colours(&x->visited, x->needed.len + 1);
    for (uint32_t i = 0; i < x->needed.len; i++) {
        const place_id p = x->needed.at[i];

        for (uint32_t k = x->sets.start[p]; k < x->sets.start[p + 1]; k++) {
            const uint32_t set = x->sets.at[k];
            place_id q;

            if (!stamp_has(&x->visited, set))
                stamp_paint(&x->visited, set, i);
            q = x->needed.at[stamp_colour(&x->visited, set)];
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
    struct parts x = {.net = net, .formula = formula};

    exclusive_by_place(sets, net_place_count(net), &x.sets);
    stamp_fit(&x.visited, exclusive_count(sets));
    for (uint32_t i = 0; i < root->len; i++) {
        struct disjunction_part part = {.node = root->first + i};

        list_needed(&x, part.node);
        if (is_refuted(&x, &part))
            vec_push(refuted, part);
    }
    relation_finish(&x.sets);
    stamp_finish(&x.visited);
    vec_free(&x.needed);
    vec_free(&x.stack);
}
