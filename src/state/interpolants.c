#include "state/interpolants.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

#include <stdlib.h>

/* Steps of the index that are allowed for each look-up, and for each hit. */
#define LOOKUP_ALLOWANCE 64
#define HIT_ALLOWANCE 1024

/* The cost of passing literals along one link, and of each word (watch.h). */
enum { PASS_COST = 30, WORD_COST = 3 };

void interpolants_init(struct interpolants *interpolants, const struct net *net)
{
    *interpolants = (struct interpolants){.net = net};
    marking_store_init(&interpolants->markings, marking_words(net));
    cube_index_init(&interpolants->index, net_place_count(net),
                    interpolants->markings.words);
    interpolants->scratch =
        mem_zero(interpolants->markings.words, sizeof *interpolants->scratch);
}

void interpolants_finish(struct interpolants *interpolants)
{
    marking_store_finish(&interpolants->markings);
    cube_index_finish(&interpolants->index);
    vec_free(&interpolants->nodes);
    vec_free(&interpolants->links);
    vec_free(&interpolants->literals);
    vec_free(&interpolants->stale);
    vec_free(&interpolants->grown);
    mem_free(interpolants->scratch);
    *interpolants = (struct interpolants){0};
}

bits_word *interpolants_literals(struct interpolants *interpolants,
                                 uint32_t node)
{
    return interpolants->literals.at +
           (size_t)node * interpolants->markings.words;
}

const bits_word *interpolants_marking(const struct interpolants *interpolants,
                                      uint32_t node)
{
    return marking_store_at(&interpolants->markings, node);
}

static struct cube_index_store cubes(const struct interpolants *interpolants)
{
    return (struct cube_index_store){interpolants->markings.store.at,
                                     interpolants->literals.at};
}

uint32_t interpolants_add(struct interpolants *interpolants, const bits_word *m,
                          uint32_t parent, trans_id trans, bool *fresh)
{
    const uint32_t words = interpolants->markings.words;
    const uint32_t id = marking_store_add(&interpolants->markings, m, fresh);
    const struct interpolants_node node = {.parent = parent,
                                           .trans = trans,
                                           .in = INTERPOLANTS_NONE,
                                           .out = INTERPOLANTS_NONE,
                                           .rank = UINT32_MAX,
                                           .open = true};

    if (!*fresh)
        return id;
    vec_push(&interpolants->nodes, node);
    vec_reserve(&interpolants->literals, words);
    bits_clear(interpolants->literals.at + interpolants->literals.len, words);
    interpolants->literals.len += words;
    return id;
}

static bool cubes_pay(const struct interpolants *interpolants)
{
    return interpolants->index.n_compared + interpolants->index.n_steps <=
           LOOKUP_ALLOWANCE * (interpolants->n_lookups + 64) +
               interpolants->effort / 4 + HIT_ALLOWANCE * interpolants->n_hits;
}

uint32_t interpolants_find(struct interpolants *interpolants,
                           const bits_word *m)
{
    const struct cube_index_store store = cubes(interpolants);
    const uint32_t same = marking_store_find(&interpolants->markings, m);
    uint32_t found;

    if (same != MARKING_STORE_NONE)
        return same;
    interpolants->n_lookups++;
    if (!cubes_pay(interpolants))
        return INTERPOLANTS_NONE;
    found = cube_index_find(&interpolants->index, &store, m);
    interpolants->n_hits += found != CUBE_INDEX_NONE;
    return found;
}

/* --- new literals ------------------------------------------------------- */

static void remove_all(bits_word *set, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        bits_remove(set, places.at[i]);
}

/* Adds to the literals of link->from those that link->to implies; true when one
 * of them is new. */
static bool absorb(struct interpolants *interpolants,
                   const struct interpolants_link *link)
{
    const uint32_t words = interpolants->markings.words;
    const bits_word *const source =
        interpolants_literals(interpolants, link->to);
    bits_word *const literals = interpolants_literals(interpolants, link->from);
    bits_word more = 0;

    bits_copy(interpolants->scratch, source, words);
    remove_all(interpolants->scratch, net_pre(interpolants->net, link->trans));
    remove_all(interpolants->scratch, net_post(interpolants->net, link->trans));
    for (uint32_t i = 0; i < words; i++) {
        more |= interpolants->scratch[i] & ~literals[i];
        literals[i] |= interpolants->scratch[i];
    }
    return more != 0;
}

static void enqueue(struct interpolants *interpolants, uint32_t node)
{
    struct interpolants_node *const n = &interpolants->nodes.at[node];

    if (n->queued || n->open)
        return;
    n->queued = true;
    vec_push(&interpolants->grown, node);
}

void interpolants_successor(const struct interpolants *interpolants,
                            uint32_t link, bits_word *m)
{
    const struct interpolants_link *const l = &interpolants->links.at[link];

    bits_copy(m, interpolants_marking(interpolants, l->from),
              interpolants->markings.words);
    marking_fire(interpolants->net, m, l->trans);
}

/* Does the cube of the link contain the successor? */
static bool is_covered(struct interpolants *interpolants, uint32_t link)
{
    const struct cube_index_store store = cubes(interpolants);

    interpolants_successor(interpolants, link, interpolants->scratch);
    return cube_index_contains(&store, interpolants->markings.words,
                               interpolants->links.at[link].to,
                               interpolants->scratch);
}

static void attach(struct interpolants *interpolants, uint32_t link)
{
    struct interpolants_link *const l = &interpolants->links.at[link];

    l->next_in = interpolants->nodes.at[l->to].in;
    interpolants->nodes.at[l->to].in = link;
    if (absorb(interpolants, l))
        enqueue(interpolants, l->from);
}

void interpolants_link(struct interpolants *interpolants, uint32_t from,
                       trans_id trans, uint32_t to)
{
    const struct interpolants_link link = {
        .from = from,
        .to = to,
        .trans = trans,
        .next_in = INTERPOLANTS_NONE,
        .next_out = interpolants->nodes.at[from].out,
    };

    vec_push(&interpolants->links, link);
    interpolants->nodes.at[from].out = interpolants->links.len - 1;
    attach(interpolants, interpolants->links.len - 1);
    ASSERT(is_covered(interpolants, interpolants->links.len - 1));
}

void interpolants_relink(struct interpolants *interpolants, uint32_t link,
                         uint32_t to)
{
    ASSERT(interpolants->links.at[link].to == INTERPOLANTS_NONE);
    interpolants->links.at[link].to = to;
    attach(interpolants, link);
    ASSERT(is_covered(interpolants, link));
}

/* Passes the literals of the node to the nodes with links to it.  A link whose
 * successor is no longer in the cube becomes stale. */
static void pass_on(struct interpolants *interpolants, uint32_t node)
{
    uint32_t *at = &interpolants->nodes.at[node].in;

    while (*at != INTERPOLANTS_NONE) {
        const uint32_t link = *at;
        struct interpolants_link *const l = &interpolants->links.at[link];

        interpolants->n_passed++;
        if (is_covered(interpolants, link)) {
            if (absorb(interpolants, l))
                enqueue(interpolants, l->from);
            at = &l->next_in;
        } else {
            *at = l->next_in;
            l->to = INTERPOLANTS_NONE;
            l->next_in = INTERPOLANTS_NONE;
            interpolants->n_hits -= interpolants->n_hits > 0;
            vec_push(&interpolants->stale, link);
        }
    }
}

void interpolants_settle(struct interpolants *interpolants, struct watch *watch)
{
    const uint64_t cost =
        PASS_COST + (uint64_t)WORD_COST * interpolants->markings.words;

    /* First in, first out, so that literals of many nodes are passed at once.
     */
    for (uint32_t i = 0; i < interpolants->grown.len; i++) {
        const uint32_t node = interpolants->grown.at[i];
        const uint64_t before = interpolants->n_passed;

        interpolants->nodes.at[node].queued = false;
        if (!interpolants->nodes.at[node].open)
            pass_on(interpolants, node);
        if (watch_work(watch, cost * (interpolants->n_passed - before)))
            return;
    }
    vec_clear(&interpolants->grown);
}

void interpolants_close(struct interpolants *interpolants, uint32_t node)
{
    struct interpolants_node *const n = &interpolants->nodes.at[node];
    const struct cube_index_store store = cubes(interpolants);

    n->open = false;
    if (n->rank == UINT32_MAX) {
        n->rank = interpolants->n_closed++;
        if (cubes_pay(interpolants))
            cube_index_add(&interpolants->index, &store, node);
    }
    enqueue(interpolants, node);
}

void interpolants_reopen(struct interpolants *interpolants, uint32_t node)
{
    interpolants->nodes.at[node].open = true;
}

size_t interpolants_bytes(const struct interpolants *interpolants)
{
    return marking_store_bytes(&interpolants->markings) +
           cube_index_bytes(&interpolants->index) +
           interpolants->nodes.cap * sizeof *interpolants->nodes.at +
           interpolants->links.cap * sizeof *interpolants->links.at +
           interpolants->literals.cap * sizeof *interpolants->literals.at;
}

void interpolants_check(struct interpolants *interpolants)
{
    ASSERT(interpolants->grown.len == 0);
    for (uint32_t i = 0; i < interpolants->links.len; i++) {
        const struct interpolants_link *const l = &interpolants->links.at[i];

        if (l->to == INTERPOLANTS_NONE)
            continue;
        CHECK(is_covered(interpolants, i));
        CHECK(interpolants->nodes.at[l->to].open || !absorb(interpolants, l));
    }
}
