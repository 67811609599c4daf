#include "engine/prefix/visible_net.h"

#include "net/marking.h"
#include "question/formula_builder.h"

static const uint32_t NONE = UINT32_MAX;

struct visible_builder {
    struct net_product_builder parts;
    struct visible_net *made;
    const struct buchi *buchi;
    place_id step, levels; /* levels: the first one, of several */
    VEC(bool) counts;
};

/* --- edges ---------------------------------------------------------------- */

/* Within an accepting component? */
static bool is_inner(const struct buchi *buchi, uint32_t q, uint32_t e)
{
    const uint32_t component = buchi->component.at[q];

    return buchi->strength.at[component] != BUCHI_REJECTING &&
           buchi->component.at[buchi->edges.at[e].target] == component;
}

/* The edge from q with a cube of its guard, which counts set `level`, unless it
 * is NONE. */
static void add_edge(struct visible_builder *b, uint32_t q, uint32_t e,
                     const struct formula_cubes_cube *cube, uint32_t level)
{
    struct net_product_builder *const parts = &b->parts;
    const struct buchi_edge *const edge = &b->buchi->edges.at[e];
    const uint32_t n = b->buchi->n_sets;
    const trans_id t = net_product_edge(parts, e, cube);
    const bool has_all =
        is_inner(b->buchi, q, e) && edge->sets == buchi_all_sets(b->buchi);

    net_product_move(parts, t, b->made->states + q,
                     b->made->states + edge->target);
    net_product_move(parts, t, b->made->read, b->step);
    if (level != NONE)
        net_product_move(parts, t, b->levels + level,
                         b->levels + (level + 1) % n);
    vec_push(&b->counts, has_all || (level != NONE && level + 1 == n));
}

/* An edge with all sets goes round at once; with some it counts one of them, or
 * none. */
static void add_cube(struct visible_builder *b, uint32_t q, uint32_t e,
                     const struct formula_cubes_cube *cube)
{
    const uint64_t sets = b->buchi->edges.at[e].sets;

    add_edge(b, q, e, cube, NONE);
    if (!is_inner(b->buchi, q, e) || sets == buchi_all_sets(b->buchi))
        return;
    for (uint32_t i = 0; i < b->buchi->n_sets; i++)
        if (sets >> i & 1)
            add_edge(b, q, e, cube, i);
}

static void add_edges(struct visible_builder *b, const struct guards *guards)
{
    for (uint32_t q = 0; q < b->buchi->n_states; q++)
        for (uint32_t e = b->buchi->first.at[q]; e < b->buchi->first.at[q + 1];
             e++)
            for (uint32_t i = 0; i < guards->edges[e].len; i++)
                add_cube(b, q, e, &guards->edges[e].at[i]);
}

/* --- the product ---------------------------------------------------------- */

void visible_net_init(struct visible_net *visible_net, const struct net *net,
                      const struct buchi *buchi, const struct guards *guards,
                      const bool *visible)
{
    struct visible_builder b = {.made = visible_net, .buchi = buchi};
    struct net_product_builder *const parts = &b.parts;

    *visible_net = (struct visible_net){0};
    net_product_init(parts, &visible_net->product, net, guards);
    visible_net->read = net_product_place(parts, "turn ", "read", true);
    b.step = net_product_place(parts, "turn ", "step", false);
    visible_net->states = net_product_places(parts, "state ", buchi->n_states);
    if (buchi->n_sets > 1)
        b.levels = net_product_places(parts, "level ", buchi->n_sets);
    for (trans_id of = 0; of < net_trans_count(net); of++) {
        trans_id t;

        if (net_overflow(net, of) != PLACE_NONE)
            continue;
        t = net_product_step(parts, of);
        if (visible[of])
            net_product_move(parts, t, b.step, visible_net->read);
        vec_push(&b.counts, false);
    }
    add_edges(&b, guards);
    net_product_make(parts);
    visible_net->counts = b.counts.at;
}

void visible_net_finish(struct visible_net *visible_net)
{
    net_product_finish(&visible_net->product);
    mem_free(visible_net->counts);
    *visible_net = (struct visible_net){0};
}

/* --- tails ---------------------------------------------------------------- */

static struct formula *tail_sought(const struct net_product_builder *parts,
                                   place_id start)
{
    struct formula_builder *const f = formula_builder_create();
    const uint32_t node =
        formula_builder_two(f, FORMULA_AND, formula_part_place(f, start, false),
                            net_product_deadlock(parts, f));

    return formula_builder_finish(f, node, false, NULL);
}

void visible_net_tail(struct net_product *product, const struct net *net,
                      const bool *visible, const struct lists *markings)
{
    bits_word *const none = mem_zero(marking_words(net), sizeof *none);
    struct net *const empty = net_view(net, none);
    struct net_product_builder parts;
    place_id start;

    *product = (struct net_product){0};
    net_product_init(&parts, product, empty, NULL);
    start = net_product_place(&parts, "", "start", true);
    for (trans_id of = 0; of < net_trans_count(net); of++)
        if (net_overflow(net, of) == PLACE_NONE && !visible[of])
            (void)net_product_step(&parts, of);
    for (uint32_t i = 0; i < lists_count(markings); i++) {
        const trans_id t = net_product_trans(&parts, TRANS_NONE, i);
        uint32_t n;
        const uint32_t *const marked = lists_at(markings, i, &n);

        net_builder_arc(parts.net, GIVEN_CONSUME, start, t, 1);
        for (uint32_t k = 0; k < n; k++)
            net_builder_arc(parts.net, GIVEN_PRODUCE, marked[k], t, 1);
    }
    product->sought = tail_sought(&parts, start);
    net_product_make(&parts);
    net_view_destroy(empty);
    mem_free(none);
}
