#include "engine/state/cube_index.h"

#include "base/mem.h"
#include "net/marking.h"

/* A leaf with so many cubes is not split. */
#define SMALL_LEAF 8

/* What a cube says of a place; the branches of a node. */
enum { UNMARKED, MARKED, NO_LITERAL };

static uint32_t add_leaf(struct cube_index *index)
{
    const struct cube_index_node leaf = {.place = CUBE_INDEX_NONE,
                                         .most = SMALL_LEAF};

    vec_push(&index->nodes, leaf);
    return index->nodes.len - 1;
}

void cube_index_init(struct cube_index *index, const struct markings *markings,
                     const struct literals *literals)
{
    const uint32_t n_places = net_place_count(markings->layout.net);

    *index = (struct cube_index){.all_markings = markings,
                                 .all_literals = literals,
                                 .words = marking_words(markings->layout.net)};
    index->counts[UNMARKED] = mem_zero(n_places, sizeof(uint32_t));
    index->counts[MARKED] = mem_zero(n_places, sizeof(uint32_t));
    index->marking = mem_zero(index->words, sizeof *index->marking);
    index->literals = mem_zero(index->words, sizeof *index->literals);
    (void)add_leaf(index);
}

void cube_index_finish(struct cube_index *index)
{
    vec_free(&index->cubes);
    vec_free(&index->nodes);
    vec_free(&index->path);
    vec_free(&index->touched);
    pool_finish(&index->lists);
    mem_free(index->counts[UNMARKED]);
    mem_free(index->counts[MARKED]);
    mem_free(index->marking);
    mem_free(index->literals);
    *index = (struct cube_index){0};
}

static void unpack(struct cube_index *index, uint32_t cube)
{
    markings_read(index->all_markings, index->cubes.at[cube].marking,
                  index->marking);
    literals_read(index->all_literals, cube, index->literals);
}

/* What the cube that was unpacked last says of p. */
static uint32_t side(const struct cube_index *index, uint32_t p)
{
    if (!bits_has(index->literals, p))
        return NO_LITERAL;
    return bits_has(index->marking, p) ? MARKED : UNMARKED;
}

/* Lets the filter of the cube, which was unpacked last, be that part. */
static void set_filter(const struct cube_index *index,
                       struct cube_index_cube *cube, uint32_t part)
{
    const uint32_t word = part / 4, shift = 16 * (part % 4);

    cube->part = part;
    cube->literals = (uint16_t)(index->literals[word] >> shift);
    cube->marked = (uint16_t)(index->marking[word] >> shift);
}

/* --- splitting a leaf --------------------------------------------------- */

static void count_place(struct cube_index *index, uint32_t p, bool marked)
{
    index->n_steps++;
    if (!index->counts[UNMARKED][p] && !index->counts[MARKED][p])
        vec_push(&index->touched, p);
    index->counts[marked][p]++;
}

/* Counts the literals of the cube that was unpacked last. */
static void count_cube(struct cube_index *index)
{
    for (uint32_t i = 0; i < index->words; i++)
        for (bits_word rest = index->literals[i]; rest; rest &= rest - 1) {
            const uint32_t bit = bits_lowest(rest);

            count_place(index, 64 * i + bit, index->marking[i] >> bit & 1);
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

static void split(struct cube_index *index, uint32_t node)
{
    struct pool_list list = index->nodes.at[node].cubes;
    uint32_t place;

    for (uint32_t i = 0; i < list.len; i++) {
        unpack(index, pool_at(&index->lists, list)[i]);
        count_cube(index);
    }
    place = best_place(index, list.len);
    if (place == CUBE_INDEX_NONE) {
        index->nodes.at[node].most = 2 * list.len;
        return;
    }
    index->nodes.at[node] = (struct cube_index_node){
        .place = place,
        .branch = {CUBE_INDEX_NONE, CUBE_INDEX_NONE, CUBE_INDEX_NONE}};
    for (uint32_t i = 0; i < list.len; i++) {
        const uint32_t cube = pool_at(&index->lists, list)[i];
        uint32_t leaf;

        unpack(index, cube);
        leaf = branch_of(index, node, side(index, place));
        pool_push(&index->lists, &index->nodes.at[leaf].cubes, cube);
    }
}

void cube_index_add(struct cube_index *index, uint32_t cube)
{
    struct pool_list list;
    uint32_t node = 0;

    unpack(index, cube);
    while (index->nodes.at[node].place != CUBE_INDEX_NONE)
        node = branch_of(index, node, side(index, index->nodes.at[node].place));
    list = index->nodes.at[node].cubes;
    if (list.len) { /* what tells others of the leaf from markings */
        const uint32_t last = pool_at(&index->lists, list)[list.len - 1];

        set_filter(index, &index->cubes.at[cube], index->cubes.at[last].part);
    }
    pool_push(&index->lists, &index->nodes.at[node].cubes, cube);
    if (list.len + 1 > index->nodes.at[node].most)
        split(index, node);
}

/* --- looking up --------------------------------------------------------- */

/* The first word in which the cube that was unpacked last excludes m. */
static uint32_t word_apart(const struct cube_index *index, const bits_word *m)
{
    for (uint32_t i = 0; i < index->words; i++)
        if ((index->marking[i] ^ m[i]) & index->literals[i])
            return i;
    return CUBE_INDEX_NONE;
}

static bool is_filtered(const struct cube_index_cube *cube, const bits_word *m)
{
    const bits_word marked = m[cube->part / 4] >> 16 * (cube->part % 4);

    return ((cube->marked ^ marked) & cube->literals) != 0;
}

/* When the cube excludes m, so does its filter from now on. */
bool cube_index_contains(struct cube_index *index, uint32_t cube,
                         const bits_word *m)
{
    uint32_t word, bit;

    unpack(index, cube);
    word = word_apart(index, m);
    if (word == CUBE_INDEX_NONE)
        return true;
    bit = bits_lowest((index->marking[word] ^ m[word]) & index->literals[word]);
    set_filter(index, &index->cubes.at[cube], 4 * word + bit / 16);
    return false;
}

static uint32_t find_in(struct cube_index *index, struct pool_list list,
                        const bits_word *m)
{
    const uint32_t *const cubes = pool_at(&index->lists, list);

    for (uint32_t i = 0; i < list.len; i++) {
        index->n_compared++;
        if (!is_filtered(&index->cubes.at[cubes[i]], m) &&
            cube_index_contains(index, cubes[i], m))
            return cubes[i];
    }
    return CUBE_INDEX_NONE;
}

static void push_branch(struct cube_index *index, uint32_t node)
{
    if (node != CUBE_INDEX_NONE)
        vec_push(&index->path, node);
}

uint32_t cube_index_find(struct cube_index *index, const bits_word *m)
{
    vec_clear(&index->path);
    vec_push(&index->path, 0);
    while (index->path.len) {
        const struct cube_index_node *const node =
            &index->nodes.at[vec_pop(&index->path)];

        index->n_steps++;
        if (node->place == CUBE_INDEX_NONE) {
            const uint32_t cube = find_in(index, node->cubes, m);

            if (cube != CUBE_INDEX_NONE)
                return cube;
            continue;
        }
        push_branch(index, node->branch[bits_has(m, node->place)]);
        push_branch(index, node->branch[NO_LITERAL]);
    }
    return CUBE_INDEX_NONE;
}

size_t cube_index_bytes(const struct cube_index *index)
{
    return vec_bytes(&index->cubes) + vec_bytes(&index->nodes) +
           vec_bytes(&index->lists.words);
}
