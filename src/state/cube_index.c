#include "state/cube_index.h"

#include "base/check.h"
#include "base/mem.h"

#include <stdlib.h>

/* A leaf with so many cubes is not split. */
#define SMALL_LEAF 8

/* What a cube says of a place; the branches of a node. */
enum { UNMARKED, MARKED, NO_LITERAL };

static uint32_t add_leaf(struct cube_index *index)
{
    const struct cube_index_node leaf = {
        .place = CUBE_INDEX_NONE,
        .branch = {CUBE_INDEX_NONE, CUBE_INDEX_NONE, CUBE_INDEX_NONE},
        .most = SMALL_LEAF};

    vec_push(&index->nodes, leaf);
    return index->nodes.len - 1;
}

void cube_index_init(struct cube_index *index, uint32_t n_places,
                     uint32_t words)
{
    *index = (struct cube_index){.n_places = n_places, .words = words};
    index->counts[UNMARKED] = mem_zero(n_places, sizeof(uint32_t));
    index->counts[MARKED] = mem_zero(n_places, sizeof(uint32_t));
    (void)add_leaf(index);
}

void cube_index_finish(struct cube_index *index)
{
    vec_free(&index->nodes);
    vec_free(&index->path);
    vec_free(&index->touched);
    pool_finish(&index->lists);
    mem_free(index->counts[UNMARKED]);
    mem_free(index->counts[MARKED]);
    *index = (struct cube_index){0};
}

static const bits_word *marking_of(const struct cube_index *index,
                                   const struct cube_index_store *store,
                                   uint32_t cube)
{
    return store->markings + (size_t)cube * index->words;
}

static const bits_word *literals_of(const struct cube_index *index,
                                    const struct cube_index_store *store,
                                    uint32_t cube)
{
    return store->literals + (size_t)cube * index->words;
}

static uint32_t side(const struct cube_index *index,
                     const struct cube_index_store *store, uint32_t cube,
                     uint32_t p)
{
    if (!bits_has(literals_of(index, store, cube), p))
        return NO_LITERAL;
    return bits_has(marking_of(index, store, cube), p) ? MARKED : UNMARKED;
}

/* --- splitting a leaf --------------------------------------------------- */

static void count_cube(struct cube_index *index,
                       const struct cube_index_store *store, uint32_t cube)
{
    const bits_word *const literals = literals_of(index, store, cube);
    const bits_word *const marking = marking_of(index, store, cube);
    const uint32_t n = index->n_places;

    for (uint32_t p = bits_next(literals, 0, n); p < n;
         p = bits_next(literals, p + 1, n)) {
        index->n_steps++;
        if (!index->counts[UNMARKED][p] && !index->counts[MARKED][p])
            vec_push(&index->touched, p);
        index->counts[bits_has(marking, p)][p]++;
    }
}

/* How good a place is: a look-up skips the cubes of one of the two sides.
 * 0 when all cubes are on one side. */
static uint32_t gain(uint32_t off, uint32_t on, uint32_t n_cubes)
{
    const uint32_t less = off < on ? off : on;
    const uint32_t more = off < on ? on : off;

    return more == n_cubes ? 0 : 4 * less + more;
}

/* The best place; CUBE_INDEX_NONE when none is good enough. */
static uint32_t best_place(struct cube_index *index, uint32_t n_cubes)
{
    uint32_t best = CUBE_INDEX_NONE, most = n_cubes / 2;

    for (uint32_t i = 0; i < index->touched.len; i++) {
        const uint32_t p = index->touched.at[i];
        const uint32_t spared =
            gain(index->counts[UNMARKED][p], index->counts[MARKED][p], n_cubes);

        if (spared > most) {
            most = spared;
            best = p;
        }
        index->counts[UNMARKED][p] = index->counts[MARKED][p] = 0;
    }
    vec_clear(&index->touched);
    return best;
}

/* The child of the node on that side, a new leaf if there is none. */
static uint32_t branch_of(struct cube_index *index, uint32_t node, uint32_t s)
{
    if (index->nodes.at[node].branch[s] == CUBE_INDEX_NONE) {
        const uint32_t leaf = add_leaf(index);

        index->nodes.at[node].branch[s] = leaf;
    }
    return index->nodes.at[node].branch[s];
}

static void split(struct cube_index *index,
                  const struct cube_index_store *store, uint32_t node)
{
    struct pool_list list = index->nodes.at[node].cubes;
    uint32_t place;

    for (uint32_t i = 0; i < list.len; i++)
        count_cube(index, store, pool_at(&index->lists, list)[i]);
    place = best_place(index, list.len);
    if (place == CUBE_INDEX_NONE) {
        index->nodes.at[node].most = 2 * list.len;
        return;
    }
    index->nodes.at[node].place = place;
    index->nodes.at[node].cubes = (struct pool_list){0};
    for (uint32_t i = 0; i < list.len; i++) {
        const uint32_t cube = pool_at(&index->lists, list)[i];
        const uint32_t leaf =
            branch_of(index, node, side(index, store, cube, place));

        pool_push(&index->lists, &index->nodes.at[leaf].cubes, cube);
    }
}

void cube_index_add(struct cube_index *index,
                    const struct cube_index_store *store, uint32_t cube)
{
    uint32_t node = 0;

    while (index->nodes.at[node].place != CUBE_INDEX_NONE)
        node = branch_of(index, node,
                         side(index, store, cube, index->nodes.at[node].place));
    pool_push(&index->lists, &index->nodes.at[node].cubes, cube);
    if (index->nodes.at[node].cubes.len > index->nodes.at[node].most)
        split(index, store, node);
}

/* --- looking up --------------------------------------------------------- */

static uint32_t find_in(struct cube_index *index,
                        const struct cube_index_store *store,
                        struct pool_list list, const bits_word *m)
{
    const uint32_t *const cubes = pool_at(&index->lists, list);

    for (uint32_t i = 0; i < list.len; i++) {
        index->n_compared++;
        if (cube_index_contains(store, index->words, cubes[i], m))
            return cubes[i];
    }
    return CUBE_INDEX_NONE;
}

static void follow(struct cube_index *index, uint32_t node)
{
    if (node != CUBE_INDEX_NONE)
        vec_push(&index->path, node);
}

uint32_t cube_index_find(struct cube_index *index,
                         const struct cube_index_store *store,
                         const bits_word *m)
{
    vec_clear(&index->path);
    vec_push(&index->path, 0);
    while (index->path.len) {
        const struct cube_index_node *const node =
            &index->nodes.at[vec_pop(&index->path)];

        index->n_steps++;
        if (node->place == CUBE_INDEX_NONE) {
            const uint32_t cube = find_in(index, store, node->cubes, m);

            if (cube != CUBE_INDEX_NONE)
                return cube;
            continue;
        }
        follow(index, node->branch[bits_has(m, node->place)]);
        follow(index, node->branch[NO_LITERAL]);
    }
    return CUBE_INDEX_NONE;
}

size_t cube_index_bytes(const struct cube_index *index)
{
    return index->nodes.cap * sizeof *index->nodes.at +
           index->lists.words.cap * sizeof *index->lists.words.at;
}
