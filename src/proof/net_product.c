#include "proof/net_product.h"

#include "base/text.h"

#include <inttypes.h>

void net_product_finish(struct net_product *product)
{
    net_destroy(product->net);
    formula_destroy(product->sought);
    vec_free(&product->trans_of);
    vec_free(&product->edge_of);
    *product = (struct net_product){0};
}

/* --- places --------------------------------------------------------------- */

place_id net_product_place(struct net_product_builder *parts, const char *kind,
                           const char *label, bool is_marked)
{
    text_buffer id = {0};
    place_id p;

    text_put(&id, kind);
    text_put(&id, label);
    p = net_builder_place(parts->net, text_end(&id), NULL, is_marked,
                          (struct net_where){0}, NULL);
    vec_free(&id);
    return p;
}

place_id net_product_places(struct net_product_builder *parts, const char *kind,
                            uint32_t n)
{
    place_id first = PLACE_NONE;

    for (uint32_t i = 0; i < n; i++) {
        char text[16];
        place_id p;

        (void)snprintf(text, sizeof text, "%" PRIu32, i);
        p = net_product_place(parts, kind, text, i == 0);
        first = i ? first : p;
    }
    return first;
}

static void note(struct net_product_builder *parts,
                 struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        parts->empty[places.at[i]] = 0;
}

/* The places that guards want empty, or without which a fair transition is not
 * enabled. */
static void note_empty(struct net_product_builder *parts,
                       const struct guards *guards)
{
    parts->empty = mem_none(net_place_count(parts->given));
    for (uint32_t e = 0; guards && e < guards->n_edges; e++)
        for (uint32_t i = 0; i < guards->edges[e].len; i++)
            note(parts, net_span_of(&guards->edges[e].at[i].empty));
    for (uint32_t i = 0; guards && i < guards->fair->len; i++)
        note(parts, net_needs(parts->given, guards->fair->at[i]));
}

void net_product_init(struct net_product_builder *parts,
                      struct net_product *product, const struct net *given,
                      const struct guards *guards)
{
    *parts = (struct net_product_builder){
        .given = given, .product = product, .net = net_builder_create()};
    for (place_id p = 0; p < net_place_count(given); p++)
        (void)net_product_place(parts, "place ", net_place_label(given, p),
                                net_marked(given, p));
    note_empty(parts, guards);
    for (place_id p = 0; p < net_place_count(given); p++)
        if (parts->empty[p] != PLACE_NONE)
            parts->empty[p] =
                net_product_place(parts, "not ", net_place_label(given, p),
                                  !net_marked(given, p));
}

void net_product_make(struct net_product_builder *parts)
{
    parts->product->net = net_builder_finish(parts->net);
    mem_free(parts->empty);
    *parts = (struct net_product_builder){0};
}

/* --- transitions ---------------------------------------------------------- */

trans_id net_product_trans(struct net_product_builder *parts, trans_id of,
                           uint32_t edge)
{
    char text[16];
    const trans_id t = parts->product->trans_of.len;

    (void)snprintf(text, sizeof text, "%" PRIu32, t);
    vec_push(&parts->product->trans_of, of);
    vec_push(&parts->product->edge_of, edge);
    return net_builder_trans(parts->net, text, NULL, (struct net_where){0},
                             NULL);
}

void net_product_move(struct net_product_builder *parts, trans_id t,
                      place_id from, place_id to)
{
    net_builder_arc(parts->net, GIVEN_CONSUME, from, t, 1);
    net_builder_arc(parts->net, GIVEN_PRODUCE, to, t, 1);
}

void net_product_read(struct net_product_builder *parts, trans_id t, place_id p)
{
    net_builder_arc(parts->net, GIVEN_READ, p, t, 1);
}

/* An arc with the place, and the opposite one with `not p`. */
static void add_both(struct net_product_builder *parts, trans_id t,
                     enum net_given_kind kind, enum net_given_kind opposite,
                     place_id p)
{
    net_builder_arc(parts->net, kind, p, t, 1);
    if (parts->empty[p] != PLACE_NONE)
        net_builder_arc(parts->net, opposite, parts->empty[p], t, 1);
}

trans_id net_product_step(struct net_product_builder *parts, trans_id of)
{
    const struct net_place_span pre = net_pre(parts->given, of);
    const struct net_place_span post = net_post(parts->given, of);
    const struct net_place_span read = net_read(parts->given, of);
    const trans_id t = net_product_trans(parts, of, UINT32_MAX);

    for (uint32_t i = 0; i < pre.len; i++)
        add_both(parts, t, GIVEN_CONSUME, GIVEN_PRODUCE, pre.at[i]);
    for (uint32_t i = 0; i < post.len; i++)
        add_both(parts, t, GIVEN_PRODUCE, GIVEN_CONSUME, post.at[i]);
    for (uint32_t i = 0; i < read.len; i++)
        net_product_read(parts, t, read.at[i]);
    return t;
}

trans_id net_product_edge(struct net_product_builder *parts, uint32_t edge,
                          const struct formula_cubes_cube *cube)
{
    const trans_id t = net_product_trans(parts, TRANS_NONE, edge);

    for (uint32_t i = 0; i < cube->marked.len; i++)
        net_product_read(parts, t, cube->marked.at[i]);
    for (uint32_t i = 0; i < cube->empty.len; i++)
        net_product_read(parts, t, parts->empty[cube->empty.at[i]]);
    return t;
}

/* --- deadlocks ------------------------------------------------------------ */

uint32_t net_product_deadlock(const struct net_product_builder *parts,
                              struct formula_builder *f)
{
    formula_builder_nodes all = {0};
    uint32_t made;

    for (trans_id t = 0; t < net_trans_count(parts->given); t++) {
        if (net_overflow(parts->given, t) != PLACE_NONE)
            continue;
        made = formula_part_cube(f, net_needs(parts->given, t),
                                 (struct net_place_span){0});
        vec_push(&all, formula_builder_not(made));
    }
    return formula_builder_all(f, FORMULA_AND, &all);
}
