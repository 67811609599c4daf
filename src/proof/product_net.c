#include "proof/product_net.h"

#include "question/formula_builder.h"
#include "temporal/tableau.h"

/* Of a level, or of an edge. */
static const uint32_t NO_NUMBER = UINT32_MAX;

struct product_builder {
    struct net_product_builder parts;
    const struct buchi *buchi;
    const struct guards *guards;
    const struct recurrence *recurrence;
    place_id read, step, runs, dead;
    place_id states, levels; /* the first ones */
    VEC(uint32_t)
    sets;              /* that are counted, in their order; those of fair
                          transitions from BUCHI_SETS on */
    uint32_t n_levels; /* besides level 0 */
};

/* --- places --------------------------------------------------------------- */

static void add_places(struct product_builder *b)
{
    struct net_product_builder *const parts = &b->parts;

    b->read = net_product_place(parts, "turn ", "read", true);
    b->step = net_product_place(parts, "turn ", "step", false);
    b->runs = net_product_place(parts, "net ", "runs", true);
    b->dead = net_product_place(parts, "net ", "dead", false);
    b->states = net_product_places(parts, "state ", b->buchi->n_states);
    b->levels = net_product_places(parts, "level ", b->n_levels + 1);
}

/* --- steps of the net ----------------------------------------------------- */

/* The fair transition whose set leads on from this level; TRANS_NONE: another
 * set does. */
static trans_id fair_at(const struct product_builder *b, uint32_t level)
{
    const uint32_t set =
        b->sets.len ? b->sets.at[level % b->sets.len] : BUCHI_SETS - 1;

    return set < BUCHI_SETS ? TRANS_NONE
                            : b->guards->fair->at[set - BUCHI_SETS];
}

static trans_id add_step(struct product_builder *b, trans_id of)
{
    const trans_id t = net_product_step(&b->parts, of);

    net_product_move(&b->parts, t, b->step, b->read);
    net_product_read(&b->parts, t, b->runs);
    return t;
}

/* The step, and from each level where it is a fair one to the next level. */
static void add_each_step(struct product_builder *b, trans_id of)
{
    const trans_id t = add_step(b, of);

    if (!b->recurrence->fires[of]) {
        net_product_read(&b->parts, t, b->levels);
        return;
    }
    for (uint32_t i = 0; i < b->n_levels; i++)
        if (fair_at(b, i) == of)
            net_product_move(&b->parts, add_step(b, of), b->levels + i,
                             b->levels + i + 1);
}

static void add_steps(struct product_builder *b)
{
    const struct net *const given = b->parts.given;
    trans_id t;

    for (trans_id of = 0; of < net_trans_count(given); of++)
        if (net_overflow(given, of) == PLACE_NONE)
            add_each_step(b, of);
    t = net_product_trans(&b->parts, TRANS_NONE, NO_NUMBER);
    net_product_move(&b->parts, t, b->runs, b->dead);
    net_product_read(&b->parts, t, b->read);
    net_product_read(&b->parts, t, b->levels);
    t = net_product_trans(&b->parts, TRANS_NONE, NO_NUMBER);
    net_product_move(&b->parts, t, b->step, b->read);
    net_product_read(&b->parts, t, b->dead);
}

/* --- edges ---------------------------------------------------------------- */

struct edge {
    uint32_t number, source, target;
    const struct formula_cubes_cube *cube;
};

/* The edge with a cube of its guard, at a place that is read, unless it is
 * PLACE_NONE, and from a level to the next one, unless `level` is NO_NUMBER. */
static trans_id add_edge(struct product_builder *b, const struct edge *edge,
                         place_id read, uint32_t level)
{
    struct net_product_builder *const parts = &b->parts;
    const trans_id t = net_product_edge(parts, edge->number, edge->cube);

    net_product_move(parts, t, b->states + edge->source,
                     b->states + edge->target);
    net_product_move(parts, t, b->read, b->step);
    if (read != PLACE_NONE)
        net_product_read(parts, t, read);
    if (level != NO_NUMBER)
        net_product_move(parts, t, b->levels + level, b->levels + level + 1);
    return t;
}

/* Does the edge lead on from this level? */
static bool counts(const struct product_builder *b, uint32_t edge,
                   uint32_t level)
{
    const uint64_t sets = b->buchi->edges.at[edge].sets;

    return !b->sets.len || (sets >> b->sets.at[level % b->sets.len] & 1);
}

/* With each of these places empty, from a level to the next one. */
static void add_disabled(struct product_builder *b, const struct edge *edge,
                         place_id read, uint32_t level,
                         struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id empty = b->parts.empty[places.at[i]];

        net_product_read(&b->parts, add_edge(b, edge, read, level), empty);
    }
}

/* What recurs can be taken at any level, what stays only by a dead net. */
static void add_cube(struct product_builder *b, const struct edge *edge)
{
    const bool recurs = b->recurrence->recurs[edge->number];
    const bool stays = b->recurrence->stays[edge->number];
    const place_id read = recurs ? PLACE_NONE : b->dead;

    (void)add_edge(b, edge, recurs ? PLACE_NONE : b->levels, NO_NUMBER);
    if (!recurs && stays)
        (void)add_edge(b, edge, b->dead, NO_NUMBER);
    for (uint32_t i = 0; stays && i < b->n_levels; i++) {
        const trans_id fair = fair_at(b, i);

        if (fair != TRANS_NONE) {
            add_disabled(b, edge, read, i, net_needs(b->parts.given, fair));
        } else if (counts(b, edge->number, i)) {
            (void)add_edge(b, edge, read, i);
        }
    }
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

static struct formula *make_sought(struct product_builder *b)
{
    struct formula_builder *const f = formula_builder_create();
    const uint32_t goes_on =
        formula_builder_two(f, FORMULA_OR, formula_part_place(f, b->runs, true),
                            net_product_deadlock(&b->parts, f));
    const uint32_t node = formula_builder_two(
        f, FORMULA_AND, formula_part_place(f, b->levels + b->n_levels, true),
        goes_on);

    return formula_builder_finish(f, node, false, NULL);
}

/* --- the product ---------------------------------------------------------- */

/* The edges that may lead to a next level, with each cube and with each place
 * of a fair transition. */
static uint64_t count_copies(const struct product_builder *b,
                             const struct net *net)
{
    uint64_t n = 0, most = 1;

    for (uint32_t e = 0; e < b->buchi->edges.len; e++)
        if (b->recurrence->stays[e])
            n += b->guards->edges[e].len;
    for (uint32_t i = 0; i < b->guards->fair->len; i++) {
        const trans_id t = b->guards->fair->at[i];
        const uint32_t places = net_needs(net, t).len;

        most = places > most ? places : most;
    }
    return n * most;
}

static bool count_levels(struct product_builder *b, const struct net *net,
                         uint32_t rounds)
{
    for (uint32_t set = 0; set < b->buchi->n_sets; set++)
        if (b->recurrence->sets >> set & 1)
            vec_push(&b->sets, set);
    for (uint32_t i = 0; i < b->guards->fair->len; i++)
        vec_push(&b->sets, BUCHI_SETS + i);
    if (rounds >= PRODUCT_NET_COPIES)
        return false;
    b->n_levels = (rounds + 1) * (b->sets.len ? b->sets.len : 1);
    return (count_copies(b, net) + 1) * b->n_levels <= PRODUCT_NET_COPIES;
}

bool product_net_init(struct net_product *product, const struct net *net,
                      const struct buchi *buchi, const struct guards *guards,
                      const struct recurrence *recurrence, uint32_t rounds)
{
    struct product_builder b = {
        .buchi = buchi, .guards = guards, .recurrence = recurrence};
    const bool fits = count_levels(&b, net, rounds);

    *product = (struct net_product){0};
    if (fits) {
        net_product_init(&b.parts, product, net, guards);
        add_places(&b);
        product->levels = b.levels;
        add_steps(&b);
        add_edges(&b);
        product->sought = make_sought(&b);
        net_product_make(&b.parts);
    }
    vec_free(&b.sets);
    return fits;
}

bool product_net_build(struct net_product *product, const struct net *net,
                       const struct temporal *temporal,
                       const case_proof_ranks *ranks, uint32_t rounds)
{
    struct buchi *const buchi = tableau_plain(&temporal->ltl, temporal->sought,
                                              PRODUCT_NET_STATES, NULL);
    struct guards guards;
    struct recurrence recurrence;
    bool fits = buchi && buchi->edges.len <= PRODUCT_NET_EDGES;

    *product = (struct net_product){0};
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
