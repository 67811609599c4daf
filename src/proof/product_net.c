#include "proof/product_net.h"

#include "base/text.h"
#include "question/formula_part.h"
#include "temporal/tableau.h"

#include <inttypes.h>

static const uint32_t NONE = UINT32_MAX;

struct product_builder {
    const struct net *given;
    const struct buchi *buchi;
    const struct guards *guards;
    const struct recurrence *recurrence;
    struct product_net *product;
    struct net_builder *net;
    place_id *empty; /* by place: the one that is marked while it is empty; or
                        PLACE_NONE */
    place_id read, step, runs, dead;
    place_id states, levels; /* the first ones */
    VEC(uint32_t) sets;      /* that are counted, in their order */
    uint32_t n_levels;       /* besides level 0 */
};

/* --- nodes ---------------------------------------------------------------- */

static place_id add_place(struct product_builder *b, const char *kind,
                          const char *label, bool is_marked)
{
    text_buffer id = {0};
    struct diag ignored = {0};
    place_id p;

    text_add(&id, kind, strlen(kind));
    text_add(&id, label, strlen(label));
    p = net_builder_place(b->net, text_end(&id), NULL, is_marked,
                          (struct net_where){0}, &ignored);
    vec_free(&id);
    return p;
}

static place_id add_numbered(struct product_builder *b, const char *kind,
                             uint32_t n, bool is_marked)
{
    char text[16];

    (void)snprintf(text, sizeof text, "%" PRIu32, n);
    return add_place(b, kind, text, is_marked);
}

/* Of transition t of the given net, or edge e; or neither. */
static trans_id add_trans(struct product_builder *b, trans_id of, uint32_t edge)
{
    char text[16];
    struct diag ignored = {0};
    const trans_id t = b->product->trans_of.len;

    (void)snprintf(text, sizeof text, "%" PRIu32, t);
    vec_push(&b->product->trans_of, of);
    vec_push(&b->product->edge_of, edge);
    return net_builder_trans(b->net, text, NULL, (struct net_where){0},
                             &ignored);
}

static void move(struct product_builder *b, trans_id t, place_id from,
                 place_id to)
{
    net_builder_arc(b->net, GIVEN_CONSUME, from, t, 1);
    net_builder_arc(b->net, GIVEN_PRODUCE, to, t, 1);
}

static void note_empty(struct product_builder *b)
{
    const uint32_t n = net_place_count(b->given);

    b->empty = mem_alloc(n + 1, sizeof *b->empty);
    for (place_id p = 0; p < n; p++)
        b->empty[p] = PLACE_NONE;
    for (uint32_t e = 0; e < b->guards->n_edges; e++)
        for (uint32_t i = 0; i < b->guards->edges[e].len; i++) {
            const net_place_list *const list = &b->guards->edges[e].at[i].empty;

            for (uint32_t k = 0; k < list->len; k++)
                b->empty[list->at[k]] = 0;
        }
}

static void add_places(struct product_builder *b)
{
    const struct net *const given = b->given;

    for (place_id p = 0; p < net_place_count(given); p++)
        (void)add_place(b, "place ", net_place_label(given, p),
                        net_marked(given, p));
    note_empty(b);
    for (place_id p = 0; p < net_place_count(given); p++)
        if (b->empty[p] != PLACE_NONE)
            b->empty[p] = add_place(b, "not ", net_place_label(given, p),
                                    !net_marked(given, p));
    b->read = add_place(b, "turn ", "read", true);
    b->step = add_place(b, "turn ", "step", false);
    b->runs = add_place(b, "net ", "runs", true);
    b->dead = add_place(b, "net ", "dead", false);
    b->states = add_numbered(b, "state ", 0, true);
    for (uint32_t q = 1; q < b->buchi->n_states; q++)
        (void)add_numbered(b, "state ", q, false);
    b->levels = add_numbered(b, "level ", 0, true);
    for (uint32_t i = 1; i <= b->n_levels; i++)
        (void)add_numbered(b, "level ", i, false);
}

/* --- steps of the net ----------------------------------------------------- */

static void add_step(struct product_builder *b, trans_id of)
{
    const struct net_place_span pre = net_pre(b->given, of);
    const struct net_place_span post = net_post(b->given, of);
    const struct net_place_span read = net_read(b->given, of);
    const trans_id t = add_trans(b, of, NONE);

    for (uint32_t i = 0; i < pre.len; i++) {
        net_builder_arc(b->net, GIVEN_CONSUME, pre.at[i], t, 1);
        if (b->empty[pre.at[i]] != PLACE_NONE)
            net_builder_arc(b->net, GIVEN_PRODUCE, b->empty[pre.at[i]], t, 1);
    }
    for (uint32_t i = 0; i < post.len; i++) {
        net_builder_arc(b->net, GIVEN_PRODUCE, post.at[i], t, 1);
        if (b->empty[post.at[i]] != PLACE_NONE)
            net_builder_arc(b->net, GIVEN_CONSUME, b->empty[post.at[i]], t, 1);
    }
    for (uint32_t i = 0; i < read.len; i++)
        net_builder_arc(b->net, GIVEN_READ, read.at[i], t, 1);
    move(b, t, b->step, b->read);
    net_builder_arc(b->net, GIVEN_READ, b->runs, t, 1);
    if (!b->recurrence->fires[of])
        net_builder_arc(b->net, GIVEN_READ, b->levels, t, 1);
}

static void add_steps(struct product_builder *b)
{
    trans_id t;

    for (trans_id of = 0; of < net_trans_count(b->given); of++)
        if (net_overflow(b->given, of) == PLACE_NONE)
            add_step(b, of);
    t = add_trans(b, TRANS_NONE, NONE);
    move(b, t, b->runs, b->dead);
    net_builder_arc(b->net, GIVEN_READ, b->read, t, 1);
    net_builder_arc(b->net, GIVEN_READ, b->levels, t, 1);
    t = add_trans(b, TRANS_NONE, NONE);
    move(b, t, b->step, b->read);
    net_builder_arc(b->net, GIVEN_READ, b->dead, t, 1);
}

/* --- edges ---------------------------------------------------------------- */

struct edge {
    uint32_t number, source, target;
    const struct formula_cubes_cube *cube;
};

/* The edge with a cube of its guard, at a place that is read, unless it is
 * PLACE_NONE, and from a level to the next one, unless `level` is NONE. */
static void add_edge(struct product_builder *b, const struct edge *edge,
                     place_id read, uint32_t level)
{
    const trans_id t = add_trans(b, TRANS_NONE, edge->number);

    move(b, t, b->states + edge->source, b->states + edge->target);
    move(b, t, b->read, b->step);
    for (uint32_t i = 0; i < edge->cube->marked.len; i++)
        net_builder_arc(b->net, GIVEN_READ, edge->cube->marked.at[i], t, 1);
    for (uint32_t i = 0; i < edge->cube->empty.len; i++)
        net_builder_arc(b->net, GIVEN_READ, b->empty[edge->cube->empty.at[i]],
                        t, 1);
    if (read != PLACE_NONE)
        net_builder_arc(b->net, GIVEN_READ, read, t, 1);
    if (level != NONE)
        move(b, t, b->levels + level, b->levels + level + 1);
}

/* Does the edge lead on from this level? */
static bool counts(const struct product_builder *b, uint32_t edge,
                   uint32_t level)
{
    const uint64_t sets = b->buchi->edges.at[edge].sets;

    return !b->sets.len || (sets >> b->sets.at[level % b->sets.len] & 1);
}

/* What recurs can be taken at any level, what stays only by a dead net. */
static void add_cube(struct product_builder *b, const struct edge *edge)
{
    const bool recurs = b->recurrence->recurs[edge->number];
    const bool stays = b->recurrence->stays[edge->number];

    add_edge(b, edge, recurs ? PLACE_NONE : b->levels, NONE);
    if (!recurs && stays)
        add_edge(b, edge, b->dead, NONE);
    for (uint32_t i = 0; stays && i < b->n_levels; i++)
        if (counts(b, edge->number, i))
            add_edge(b, edge, recurs ? PLACE_NONE : b->dead, i);
}

static void add_edges(struct product_builder *b)
{
    for (uint32_t q = 0; q < b->buchi->n_states; q++)
        for (uint32_t e = b->buchi->first.at[q]; e < b->buchi->first.at[q + 1];
             e++) {
            struct edge edge = {e, q, b->buchi->edges.at[e].target, NULL};

            for (uint32_t i = 0; i < b->guards->edges[e].len; i++) {
                edge.cube = &b->guards->edges[e].at[i];
                add_cube(b, &edge);
            }
        }
}

/* --- the question --------------------------------------------------------- */

/* Of the given net. */
static uint32_t put_disabled(struct product_builder *b,
                             struct formula_builder *f, trans_id t)
{
    const struct net_place_span pre = net_pre(b->given, t);
    const struct net_place_span read = net_read(b->given, t);
    VEC(uint32_t) parts = {0};
    uint32_t made;

    for (uint32_t i = 0; i < pre.len; i++) {
        made = formula_part_place(f, pre.at[i], false);
        vec_push(&parts, made);
    }
    for (uint32_t i = 0; i < read.len; i++) {
        made = formula_part_place(f, read.at[i], false);
        vec_push(&parts, made);
    }
    made = formula_builder_join(f, FORMULA_OR, parts.at, parts.len);
    vec_free(&parts);
    return made;
}

static uint32_t put_deadlock(struct product_builder *b,
                             struct formula_builder *f)
{
    VEC(uint32_t) parts = {0};
    uint32_t made;

    for (trans_id t = 0; t < net_trans_count(b->given); t++) {
        if (net_overflow(b->given, t) != PLACE_NONE)
            continue;
        made = put_disabled(b, f, t);
        vec_push(&parts, made);
    }
    made = formula_builder_join(f, FORMULA_AND, parts.at, parts.len);
    vec_free(&parts);
    return made;
}

static struct formula *make_sought(struct product_builder *b)
{
    struct formula_builder *const f = formula_builder_create();
    struct diag ignored = {0};
    uint32_t parts[2];

    parts[0] = formula_part_place(f, b->runs, true);
    parts[1] = put_deadlock(b, f);
    parts[1] = formula_builder_join(f, FORMULA_OR, parts, 2);
    parts[0] = formula_part_place(f, b->levels + b->n_levels, true);
    return formula_builder_finish(
        f, formula_builder_join(f, FORMULA_AND, parts, 2), false, &ignored);
}

/* --- the product ---------------------------------------------------------- */

/* The edges that may lead to a next level, with each cube. */
static uint64_t count_copies(const struct product_builder *b)
{
    uint64_t n = 0;

    for (uint32_t e = 0; e < b->buchi->edges.len; e++)
        if (b->recurrence->stays[e])
            n += b->guards->edges[e].len;
    return n;
}

static bool count_levels(struct product_builder *b, uint32_t rounds)
{
    for (uint32_t set = 0; set < b->buchi->n_sets; set++)
        if (b->recurrence->sets >> set & 1)
            vec_push(&b->sets, set);
    if (rounds >= PRODUCT_NET_COPIES)
        return false;
    b->n_levels = (rounds + 1) * (b->sets.len ? b->sets.len : 1);
    return (count_copies(b) + 1) * b->n_levels <= PRODUCT_NET_COPIES;
}

bool product_net_init(struct product_net *product, const struct net *net,
                      const struct buchi *buchi, const struct guards *guards,
                      const struct recurrence *recurrence, uint32_t rounds)
{
    struct product_builder b = {.given = net,
                                .buchi = buchi,
                                .guards = guards,
                                .recurrence = recurrence,
                                .product = product};
    const bool fits = count_levels(&b, rounds);
    struct diag ignored = {0};

    *product = (struct product_net){0};
    if (fits) {
        b.net = net_builder_create();
        add_places(&b);
        add_steps(&b);
        add_edges(&b);
        product->sought = make_sought(&b);
        product->net = net_builder_finish(b.net, &ignored);
    }
    mem_free(b.empty);
    vec_free(&b.sets);
    return fits;
}

bool product_net_build(struct product_net *product, const struct net *net,
                       const struct temporal *temporal,
                       const struct case_proof_ranks *ranks, uint32_t rounds)
{
    struct diag ignored = {0};
    struct buchi *const buchi = tableau_plain(&temporal->ltl, temporal->sought,
                                              PRODUCT_NET_STATES, &ignored);
    struct guards guards;
    struct recurrence recurrence;
    bool fits = buchi && buchi->edges.len <= PRODUCT_NET_EDGES;

    *product = (struct product_net){0};
    if (fits) {
        guards_init(&guards, net, temporal, buchi);
        recurrence_init(&recurrence, net, buchi, &guards, ranks);
        fits =
            product_net_init(product, net, buchi, &guards, &recurrence, rounds);
        recurrence_finish(&recurrence);
        guards_finish(&guards);
    }
    buchi_destroy(buchi);
    return fits;
}

void product_net_finish(struct product_net *product)
{
    net_destroy(product->net);
    formula_destroy(product->sought);
    vec_free(&product->trans_of);
    vec_free(&product->edge_of);
    *product = (struct product_net){0};
}
