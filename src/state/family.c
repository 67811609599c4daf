#include "state/family.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

#include <stdlib.h>

/* What a look-up may cost, in steps of the index: always, and for each that
 * spared a marking. */
#define LOOKUP_ALLOWANCE 64
#define HIT_ALLOWANCE 1024

/* Work of telling one link what grew, in nanoseconds, and of each word. */
enum { SPREAD_COST = 30, WORD_COST = 3 };

void family_init(struct family *family, const struct net *net)
{
    *family = (struct family){.net = net};
    visited_init(&family->visited, marking_words(net));
    cube_init(&family->index, net_place_count(net), family->visited.words);
    family->scratch = mem_zero(family->visited.words, sizeof *family->scratch);
}

void family_finish(struct family *family)
{
    visited_finish(&family->visited);
    cube_finish(&family->index);
    vec_free(&family->nodes);
    vec_free(&family->links);
    vec_free(&family->literals);
    vec_free(&family->stale);
    vec_free(&family->grown);
    free(family->scratch);
    *family = (struct family){0};
}

bits_word *family_literals(struct family *family, uint32_t node)
{
    return family->literals.at + (size_t)node * family->visited.words;
}

const bits_word *family_marking(const struct family *family, uint32_t node)
{
    return visited_at(&family->visited, node);
}

static struct cube_store cubes(const struct family *family)
{
    return (struct cube_store){family->visited.store.at, family->literals.at};
}

uint32_t family_add(struct family *family, const bits_word *m, uint32_t parent,
                    trans_id trans, bool *fresh)
{
    const uint32_t words = family->visited.words;
    const uint32_t id = visited_add(&family->visited, m, fresh);
    const struct family_node node = {.parent = parent,
                                     .trans = trans,
                                     .in = FAMILY_NONE,
                                     .out = FAMILY_NONE,
                                     .rank = UINT32_MAX,
                                     .open = true};

    if (!*fresh)
        return id;
    vec_push(&family->nodes, node);
    vec_reserve(&family->literals, words);
    bits_clear(family->literals.at + family->literals.len, words);
    family->literals.len += words;
    return id;
}

static bool cubes_pay(const struct family *family)
{
    return family->index.n_compared + family->index.n_steps <=
           LOOKUP_ALLOWANCE * (family->n_lookups + 64) + family->effort / 4 +
               HIT_ALLOWANCE * family->n_hits;
}

uint32_t family_find(struct family *family, const bits_word *m)
{
    const struct cube_store store = cubes(family);
    const uint32_t same = visited_find(&family->visited, m);
    uint32_t found;

    if (same != VISITED_NONE)
        return same;
    family->n_lookups++;
    if (!cubes_pay(family))
        return FAMILY_NONE;
    found = cube_find(&family->index, &store, m);
    family->n_hits += found != CUBE_NONE;
    return found;
}

/* --- growing ------------------------------------------------------------- */

static void remove_all(bits_word *set, struct place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        bits_remove(set, places.at[i]);
}

/* Gives from what the link brings; true when that was new. */
static bool absorb(struct family *family, const struct family_link *link)
{
    const uint32_t words = family->visited.words;
    const bits_word *const source = family_literals(family, link->to);
    bits_word *const literals = family_literals(family, link->from);
    bits_word more = 0;

    bits_copy(family->scratch, source, words);
    remove_all(family->scratch, net_pre(family->net, link->trans));
    remove_all(family->scratch, net_post(family->net, link->trans));
    for (uint32_t i = 0; i < words; i++) {
        more |= family->scratch[i] & ~literals[i];
        literals[i] |= family->scratch[i];
    }
    return more != 0;
}

static void wait(struct family *family, uint32_t node)
{
    struct family_node *const n = &family->nodes.at[node];

    if (n->waiting || n->open)
        return;
    n->waiting = true;
    vec_push(&family->grown, node);
}

void family_successor(const struct family *family, uint32_t link, bits_word *m)
{
    const struct family_link *const l = &family->links.at[link];

    bits_copy(m, family_marking(family, l->from), family->visited.words);
    marking_fire(family->net, m, l->trans);
}

static bool holds(struct family *family, uint32_t link)
{
    const struct cube_store store = cubes(family);

    family_successor(family, link, family->scratch);
    return cube_holds(&store, family->visited.words, family->links.at[link].to,
                      family->scratch);
}

static void attach(struct family *family, uint32_t link)
{
    struct family_link *const l = &family->links.at[link];

    l->next_in = family->nodes.at[l->to].in;
    family->nodes.at[l->to].in = link;
    if (absorb(family, l))
        wait(family, l->from);
}

void family_link(struct family *family, uint32_t from, trans_id trans,
                 uint32_t to)
{
    const struct family_link link = {
        .from = from,
        .to = to,
        .trans = trans,
        .next_in = FAMILY_NONE,
        .next_out = family->nodes.at[from].out,
    };

    vec_push(&family->links, link);
    family->nodes.at[from].out = family->links.len - 1;
    attach(family, family->links.len - 1);
    ASSERT(holds(family, family->links.len - 1));
}

void family_relink(struct family *family, uint32_t link, uint32_t to)
{
    ASSERT(family->links.at[link].to == FAMILY_NONE);
    family->links.at[link].to = to;
    attach(family, link);
    ASSERT(holds(family, link));
}

/* Tells the nodes that link to this one what it has; a link that does not
 * lead into its cube any more is taken off. */
static void spread(struct family *family, uint32_t node)
{
    uint32_t *at = &family->nodes.at[node].in;

    while (*at != FAMILY_NONE) {
        const uint32_t link = *at;
        struct family_link *const l = &family->links.at[link];

        family->n_spread++;
        if (holds(family, link)) {
            if (absorb(family, l))
                wait(family, l->from);
            at = &l->next_in;
        } else {
            *at = l->next_in;
            l->to = FAMILY_NONE;
            l->next_in = FAMILY_NONE;
            family->n_hits -= family->n_hits > 0;
            vec_push(&family->stale, link);
        }
    }
}

void family_settle(struct family *family, struct watch *watch)
{
    const uint64_t cost =
        SPREAD_COST + (uint64_t)WORD_COST * family->visited.words;

    /* First in, first out: a node that grows often waits for the others. */
    for (uint32_t i = 0; i < family->grown.len; i++) {
        const uint32_t node = family->grown.at[i];
        const uint64_t before = family->n_spread;

        family->nodes.at[node].waiting = false;
        if (!family->nodes.at[node].open)
            spread(family, node);
        if (watch_work(watch, cost * (family->n_spread - before)))
            return;
    }
    vec_clear(&family->grown);
}

void family_close(struct family *family, uint32_t node)
{
    struct family_node *const n = &family->nodes.at[node];
    const struct cube_store store = cubes(family);

    n->open = false;
    if (n->rank == UINT32_MAX) {
        n->rank = family->n_closed++;
        if (cubes_pay(family))
            cube_add(&family->index, &store, node);
    }
    wait(family, node);
}

void family_reopen(struct family *family, uint32_t node)
{
    family->nodes.at[node].open = true;
}

size_t family_bytes(const struct family *family)
{
    return visited_bytes(&family->visited) + cube_bytes(&family->index) +
           family->nodes.cap * sizeof *family->nodes.at +
           family->links.cap * sizeof *family->links.at +
           family->literals.cap * sizeof *family->literals.at;
}

void family_check(struct family *family)
{
    ASSERT(family->grown.len == 0);
    for (uint32_t i = 0; i < family->links.len; i++) {
        const struct family_link *const l = &family->links.at[i];

        if (l->to == FAMILY_NONE)
            continue;
        CHECK(holds(family, i));
        CHECK(family->nodes.at[l->to].open || !absorb(family, l));
    }
}
