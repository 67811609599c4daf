#include "proof/edge_steps.h"

#include "net/marking.h"

/* The words of the edge. */
static bits_word *of_edge(const struct edge_steps *steps, bits_word *sets,
                          uint32_t e)
{
    return sets + (size_t)e * steps->n_words;
}

/* The places that all cubes of the edge want marked, or empty. */
static void find_common(struct edge_steps *steps, const struct guards *guards,
                        uint32_t e)
{
    const formula_cubes_list *const cubes = &guards->edges[e];
    bits_word *const own = mem_zero(steps->n_words, sizeof *own);

    for (uint32_t i = 0; i < cubes->len; i++) {
        const struct formula_cubes_cube *const cube = &cubes->at[i];

        for (int side = 0; side < 2; side++) {
            const net_place_list *const list =
                side ? &cube->empty : &cube->marked;
            bits_word *const common =
                of_edge(steps, side ? steps->empty : steps->marked, e);

            bits_clear(own, steps->n_words);
            marking_add_all(own, net_span_of(list));
            for (uint32_t w = 0; w < steps->n_words; w++)
                common[w] = i ? common[w] & own[w] : own[w];
        }
    }
    mem_free(own);
}

bool edge_steps_enables(const struct edge_steps *steps, uint32_t e, trans_id t)
{
    return net_overflow(steps->net, t) == PLACE_NONE &&
           !marking_meets(of_edge(steps, steps->empty, e),
                          net_needs(steps->net, t)) &&
           !marking_meets(of_edge(steps, steps->marked, e),
                          net_post(steps->net, t));
}

/* Of the places that are as `now` says at the marking before: one that is to be
 * otherwise behind t, and that t leaves alone? */
static bool is_stuck(const struct edge_steps *steps, const bits_word *now,
                     const bits_word *then, struct net_place_span changed)
{
    for (uint32_t w = 0; w < steps->n_words; w++)
        for (bits_word left = now[w] & then[w]; left; left &= left - 1)
            if (!net_span_has(changed, 64 * w + bits_lowest(left)))
                return true;
    return false;
}

bool edge_steps_lead(const struct edge_steps *steps, uint32_t e, trans_id t,
                     uint32_t f)
{
    const bits_word *const marked = of_edge(steps, steps->marked, e);
    const bits_word *const empty = of_edge(steps, steps->empty, e);
    const bits_word *const then_marked = of_edge(steps, steps->marked, f);
    const bits_word *const then_empty = of_edge(steps, steps->empty, f);
    const struct net_place_span pre = net_pre(steps->net, t);
    const struct net_place_span post = net_post(steps->net, t);

    return !marking_meets(then_marked, pre) &&
           !marking_meets(then_empty, post) &&
           !marking_meets(then_empty, net_read(steps->net, t)) &&
           (!steps->clashes[f] || (!is_stuck(steps, marked, then_empty, pre) &&
                                   !is_stuck(steps, empty, then_marked, post)));
}

void edge_steps_look_behind(struct edge_steps *steps, uint32_t e)
{
    const uint32_t q = steps->buchi->edges.at[e].target;

    for (uint32_t f = steps->buchi->first.at[q];
         f < steps->buchi->first.at[q + 1]; f++) {
        steps->clashes[f] = false;
        for (uint32_t w = 0; w < steps->n_words; w++) {
            const size_t now = (size_t)e * steps->n_words + w;
            const size_t then = (size_t)f * steps->n_words + w;

            steps->clashes[f] |= (steps->marked[now] & steps->empty[then]) ||
                                 (steps->empty[now] & steps->marked[then]);
        }
    }
}

void edge_steps_init(struct edge_steps *steps, const struct net *net,
                     const struct buchi *buchi, const struct guards *guards,
                     const bool *alive)
{
    const size_t n_edges = buchi->edges.len;
    const uint32_t n_words = bits_words(net_place_count(net));

    *steps = (struct edge_steps){
        .net = net,
        .buchi = buchi,
        .n_words = n_words,
        .marked = mem_zero(n_edges * n_words + 1, sizeof *steps->marked),
        .empty = mem_zero(n_edges * n_words + 1, sizeof *steps->empty),
        .clashes = mem_zero(n_edges + 1, sizeof *steps->clashes)};
    for (uint32_t e = 0; e < n_edges; e++)
        if (alive[e])
            find_common(steps, guards, e);
}

void edge_steps_finish(struct edge_steps *steps)
{
    mem_free(steps->marked);
    mem_free(steps->empty);
    mem_free(steps->clashes);
    *steps = (struct edge_steps){0};
}
