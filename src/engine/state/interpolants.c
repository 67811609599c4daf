#include "engine/state/interpolants.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

/* Steps of the index that are allowed for each look-up, and for each hit. */
#define LOOKUP_ALLOWANCE 64
#define HIT_ALLOWANCE 1024

/* The cost of passing literals along one link, and of each word (watch.h). */
enum { PASS_COST = 30, LINK_WORD_COST = 3 };

void interpolants_init(struct interpolants *interpolants,
                       struct markings *markings)
{
    *interpolants = (struct interpolants){.net = markings->layout.net,
                                          .markings = markings};
    literals_init(&interpolants->literals, markings->layout.net);
    cube_index_init(&interpolants->index, markings, &interpolants->literals);
    interpolants->scratch = mem_zero(marking_words(markings->layout.net),
                                     sizeof *interpolants->scratch);
}

void interpolants_finish(struct interpolants *interpolants)
{
    cube_index_finish(&interpolants->index);
    literals_finish(&interpolants->literals);
    vec_free(&interpolants->node_of);
    vec_free(&interpolants->nodes);
    vec_free(&interpolants->links);
    vec_free(&interpolants->out);
    vec_free(&interpolants->next_out);
    vec_free(&interpolants->stale);
    vec_free(&interpolants->grown);
    mem_free(interpolants->scratch);
    *interpolants = (struct interpolants){0};
}

uint32_t interpolants_node_of(const struct interpolants *interpolants,
                              uint32_t marking)
{
    return marking < interpolants->node_of.len
               ? interpolants->node_of.at[marking]
               : INTERPOLANTS_NONE;
}

uint32_t interpolants_add(struct interpolants *interpolants, uint32_t marking,
                          uint32_t found)
{
    const struct interpolants_node node = {.found = found,
                                           .in = INTERPOLANTS_NONE,
                                           .rank = INTERPOLANTS_UNRANKED,
                                           .open = true};
    const struct cube_index_cube cube = {.marking = marking};

    ASSERT(interpolants_node_of(interpolants, marking) == INTERPOLANTS_NONE);
    while (interpolants->node_of.len <= marking)
        vec_push(&interpolants->node_of, INTERPOLANTS_NONE);
    interpolants->node_of.at[marking] = interpolants->nodes.len;
    vec_push(&interpolants->nodes, node);
    vec_push(&interpolants->index.cubes, cube);
    return literals_create(&interpolants->literals);
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
    uint32_t found;

    interpolants->n_lookups++;
    if (!cubes_pay(interpolants))
        return INTERPOLANTS_NONE;
    found = cube_index_find(&interpolants->index, m);
    interpolants->n_hits += found != CUBE_INDEX_NONE;
    return found;
}

/* --- new literals ------------------------------------------------------- */

/* Adds to the literals of link->from those that link->to implies; true when one
 * of them is new. */
static bool absorb(struct interpolants *interpolants,
                   const struct interpolants_link *link)
{
    return literals_absorb(&interpolants->literals, link->from, link->to,
                           link->trans);
}

static void enqueue(struct interpolants *interpolants, uint32_t node)
{
    struct interpolants_node *const n = &interpolants->nodes.at[node];

    if (n->queued || n->open)
        return;
    n->queued = true;
    vec_push(&interpolants->grown, node);
}

/* Does the cube of the link contain the successor? */
static bool is_covered(struct interpolants *interpolants, uint32_t link)
{
    const struct interpolants_link *const l = &interpolants->links.at[link];

    if (l->exact)
        return true;
    markings_read(interpolants->markings,
                  interpolants_marking(interpolants, l->from),
                  interpolants->scratch);
    marking_fire(interpolants->net, interpolants->scratch, l->trans);
    return cube_index_contains(&interpolants->index, l->to,
                               interpolants->scratch);
}

void interpolants_link(struct interpolants *interpolants, uint32_t link,
                       uint32_t from, trans_id trans, uint32_t to, bool exact)
{
    struct interpolants_node *const n = &interpolants->nodes.at[to];
    const struct interpolants_link new = {
        .from = from,
        .to = to,
        .trans = trans & INT32_MAX,
        .exact = exact,
        .next_in = n->in,
    };

    ASSERT(trans <= INT32_MAX);
    if (link == interpolants->links.len)
        vec_push(&interpolants->links, new);
    else
        interpolants->links.at[link] = new;
    n->in = link;
    if (absorb(interpolants, &new))
        enqueue(interpolants, from);
    ASSERT(is_covered(interpolants, link));
}

uint32_t interpolants_out(struct interpolants *interpolants, uint32_t node)
{
    while (interpolants->out.len < interpolants->nodes.len)
        vec_push(&interpolants->out, INTERPOLANTS_NONE);
    while (interpolants->next_out.len < interpolants->links.len) {
        const uint32_t link = interpolants->next_out.len;
        const uint32_t from = interpolants->links.at[link].from;

        vec_push(&interpolants->next_out, interpolants->out.at[from]);
        interpolants->out.at[from] = link;
    }
    return interpolants->out.at[node];
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
        PASS_COST + (uint64_t)LINK_WORD_COST * interpolants->index.words;

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

    n->open = false;
    if (n->rank == INTERPOLANTS_UNRANKED) {
        if (interpolants->n_closed == INTERPOLANTS_UNRANKED)
            mem_failed(SIZE_MAX);
        n->rank = interpolants->n_closed++ & INTERPOLANTS_UNRANKED;
        if (cubes_pay(interpolants))
            cube_index_add(&interpolants->index, node);
    }
    enqueue(interpolants, node);
}

size_t interpolants_bytes(const struct interpolants *interpolants)
{
    return cube_index_bytes(&interpolants->index) +
           literals_bytes(&interpolants->literals) +
           vec_bytes(&interpolants->out) + vec_bytes(&interpolants->next_out) +
           vec_bytes(&interpolants->node_of) + vec_bytes(&interpolants->nodes) +
           vec_bytes(&interpolants->links);
}

static bool is_exact(const struct interpolants *interpolants,
                     const struct interpolants_link *link)
{
    return markings_fire(interpolants->markings,
                         interpolants_marking(interpolants, link->from),
                         link->trans) ==
           interpolants_marking(interpolants, link->to);
}

void interpolants_check(struct interpolants *interpolants)
{
    ASSERT(interpolants->grown.len == 0);
    for (uint32_t i = 0; i < interpolants->links.len; i++) {
        const struct interpolants_link *const l = &interpolants->links.at[i];

        if (l->to == INTERPOLANTS_NONE)
            continue;
        CHECK(l->exact == is_exact(interpolants, l));
        CHECK(is_covered(interpolants, i));
        CHECK(interpolants->nodes.at[l->to].open || !absorb(interpolants, l));
    }
}
