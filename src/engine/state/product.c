#include "engine/state/product.h"

#include "base/ids.h"
#include "base/stamp.h"

struct link {
    uint32_t state, from; /* from: its link, or UINT32_MAX */
    trans_id trans;
    uint64_t sets; /* of the edge of the automaton */
};

/* A breadth-first search among the states of open components. */
struct way {
    struct product *product;
    struct stamp met;
    VEC(struct link) links;
    uint32_t least;  /* states with smaller numbers are left out */
    uint32_t wanted; /* a state; UINT32_MAX: one with a number of `component` */
    uint32_t component;
    uint64_t sets; /* not 0: an edge of one of these is wanted instead */
};

static bool is_end(const struct way *way, const struct link *link)
{
    if (way->sets)
        return (link->sets & way->sets) != 0;
    return way->wanted == UINT32_MAX
               ? way->product->number.at[link->state] >= way->component
               : link->state == way->wanted;
}

/* True when this link ends the search; it is the last one then. */
static bool add_link(struct way *way, uint32_t marking, uint32_t q,
                     struct link link)
{
    const struct product *const product = way->product;
    const uint32_t state =
        keys_find(&product->states, (uint64_t)marking << 32 | q);

    if (state == KEYS_NONE || state >= product->number.len ||
        !product->number.at[state] || product->number.at[state] < way->least)
        return false;
    link.state = state;
    if (!is_end(way, &link) && stamp_has(&way->met, state))
        return false;
    stamp_add(&way->met, state);
    vec_push(&way->links, link);
    return is_end(way, &link);
}

static bool add_by_edge(struct way *way, uint32_t i, uint32_t marking,
                        const struct buchi_edge *edge)
{
    struct product *const product = way->product;
    struct link link = {.from = i,
                        .trans = TRANS_NONE,
                        .sets = product_sets(product, edge, TRANS_NONE)};

    if (!product->at->n_enabled)
        return add_link(way, marking, edge->target, link);
    for (trans_id t = enabled_set_next(product->at, 0); t != TRANS_NONE;
         t = enabled_set_next(product->at, t + 1)) {
        link.trans = t;
        link.sets = product_sets(product, edge, t);
        if (whole_step_unsafe(&product->step, product->at->marking, t) ==
                PLACE_NONE &&
            add_link(way, whole_step_fire(&product->step, marking, t),
                     edge->target, link))
            return true;
    }
    return false;
}

static bool expand(struct way *way, uint32_t i)
{
    struct product *const product = way->product;
    const uint64_t key = product->states.at[way->links.at[i].state];
    const uint32_t marking = (uint32_t)(key >> 32), q = (uint32_t)key;
    uint64_t letter;

    enabled_set_read(product->at, &product->markings, marking);
    letter = temporal_letter_at(product->temporal, enabled_set_at(product->at));
    for (uint32_t e = product->automaton->first.at[q];
         e < product->automaton->first.at[q + 1]; e++)
        if (buchi_reads(&product->automaton->edges.at[e], letter) &&
            add_by_edge(way, i, marking, &product->automaton->edges.at[e]))
            return true;
    return false;
}

/* Appends the transitions of a shortest way, TRANS_NONE among them, and returns
 * the state at its end; *sets gets the acceptance sets on it. */
static uint32_t go(struct way *way, uint32_t state, witness_run *run,
                   uint64_t *sets)
{
    const struct link first = {.state = state, .from = UINT32_MAX};
    const uint32_t begin = run->len;
    uint32_t i = 0;

    vec_clear(&way->links);
    stamp_fit(&way->met, way->product->number.len);
    stamp_start(&way->met);
    vec_push(&way->links, first);
    while (!expand(way, i))
        i++;
    for (i = way->links.len - 1; way->links.at[i].from != UINT32_MAX;
         i = way->links.at[i].from) {
        *sets |= way->links.at[i].sets;
        vec_push(run, way->links.at[i].trans);
    }
    ids_reverse(run->at + begin, run->len - begin);
    return vec_top(&way->links)->state;
}

/* Steps without a transition are at a deadlock, and at the end. */
static uint32_t drop_still(witness_run *run, uint32_t loop)
{
    uint32_t n = 0;

    while (n < run->len && run->at[n] != TRANS_NONE)
        n++;
    loop = n < run->len ? n : loop;
    run->len = n;
    return loop;
}

uint32_t product_run(struct product *product, witness_run *run)
{
    struct way way = {.product = product,
                      .wanted = UINT32_MAX,
                      .component = vec_top(&product->roots)->number};
    uint64_t sets = 0;
    uint32_t first = 0, state, loop;

    if (product->number.at[0] < way.component)
        first = go(&way, 0, run, &sets);
    loop = run->len;
    way.least = way.component;
    state = first;
    sets = 0;
    while (sets != product->all_sets) {
        way.sets = product->all_sets & ~sets;
        state = go(&way, state, run, &sets);
    }
    way.sets = 0;
    way.wanted = first;
    if (state != first || run->len == loop)
        (void)go(&way, state, run, &sets);
    stamp_finish(&way.met);
    vec_free(&way.links);
    return drop_still(run, loop);
}

uint32_t product_beginning(struct product *product, witness_run *run)
{
    struct way way = {.product = product,
                      .wanted = vec_top(&product->frames)->state};
    uint64_t sets = 0;

    if (way.wanted)
        (void)go(&way, 0, run, &sets);
    stamp_finish(&way.met);
    vec_free(&way.links);
    return drop_still(run, LTL_OPEN);
}
