#include "marking/marking_tree.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

/* Ids: 0 is the empty tree, 2 (i + 1) the i-th leaf, 2 (i + 1) + 1 the i-th
 * inner node. */
enum { MOST_ID_BITS = 31, MOST_LEVELS = 32 };

struct marking_tree_node {
    uint32_t left, right; /* of an inner node: ids */
    uint64_t bits;        /* of a leaf */
    uint32_t word;        /* of a leaf */
    uint32_t level;       /* of an inner node */
    bool leaf;
};

static uint32_t bits_for(uint32_t most)
{
    return most ? bits_highest(most) + 1 : 0;
}

/* As many bits as leave room for the numbers of the words. */
static uint32_t size_of_words(uint32_t n_bits)
{
    uint32_t size = 64;

    while (size + bits_for(n_bits / size) > 64)
        size--;
    return size;
}

/* Fields may leave as many bits free as there are places. */
void marking_tree_init(struct marking_tree *tree, const struct net *net,
                       const struct exclusive *sets)
{
    const uint32_t n = net_place_count(net);
    const uint32_t word_size = size_of_words(sets ? 2 * n : n);
    uint32_t levels, level_bits, id_bits;

    *tree = (struct marking_tree){0};
    marking_layout_init(&tree->layout, net, sets, word_size);
    levels = bits_for(tree->layout.words ? tree->layout.words - 1 : 0);
    level_bits = bits_for(levels ? levels - 1 : 0);
    id_bits = (64 - level_bits) / 2;
    tree->id_bits = id_bits < MOST_ID_BITS ? id_bits : MOST_ID_BITS;
}

void marking_tree_finish(struct marking_tree *tree)
{
    marking_layout_finish(&tree->layout);
    keys_finish(&tree->leaves);
    keys_finish(&tree->inners);
    vec_free(&tree->flips);
    *tree = (struct marking_tree){0};
}

/* --- nodes --------------------------------------------------------------- */

static bool is_inner(uint32_t id)
{
    return id & 1;
}

static uint64_t inner_key(const struct marking_tree *tree, uint32_t level,
                          uint32_t left, uint32_t right)
{
    return ((uint64_t)level << tree->id_bits | left) << tree->id_bits | right;
}

/* word_size may be 64: then there is one word, of number 0. */
static uint64_t leaf_key(const struct marking_tree *tree, uint32_t word,
                         uint64_t bits)
{
    return word ? (uint64_t)word << tree->layout.word_size | bits : bits;
}

static uint32_t leaf_word(const struct marking_tree *tree, uint64_t key)
{
    return tree->layout.word_size < 64
               ? (uint32_t)(key >> tree->layout.word_size)
               : 0;
}

static uint64_t leaf_bits(const struct marking_tree *tree, uint64_t key)
{
    return tree->layout.word_size < 64
               ? key & ((UINT64_C(1) << tree->layout.word_size) - 1)
               : key;
}

static uint64_t key_of(const struct marking_tree *tree, uint32_t id)
{
    return is_inner(id) ? tree->inners.at[id / 2 - 1]
                        : tree->leaves.at[id / 2 - 1];
}

static uint32_t left_of(const struct marking_tree *tree, uint64_t key)
{
    return (uint32_t)(key >> tree->id_bits) &
           ((UINT32_C(1) << tree->id_bits) - 1);
}

static uint32_t right_of(const struct marking_tree *tree, uint64_t key)
{
    return (uint32_t)key & ((UINT32_C(1) << tree->id_bits) - 1);
}

static uint32_t level_of(const struct marking_tree *tree, uint64_t key)
{
    return (uint32_t)(key >> 2 * tree->id_bits);
}

static struct marking_tree_node read_node(const struct marking_tree *tree,
                                          uint32_t id)
{
    const uint64_t key = key_of(tree, id);

    if (is_inner(id))
        return (struct marking_tree_node){.left = left_of(tree, key),
                                          .right = right_of(tree, key),
                                          .level = level_of(tree, key)};
    return (struct marking_tree_node){.word = leaf_word(tree, key),
                                      .bits = leaf_bits(tree, key),
                                      .leaf = true};
}

/* The id of a key, known or new; NONE when ids are used up, or when only known
 * ones are asked for and it is none. */
static uint32_t intern_node(struct marking_tree *tree, bool inner, uint64_t key,
                            bool known)
{
    struct keys *const keys = inner ? &tree->inners : &tree->leaves;
    const uint32_t most = (UINT32_C(1) << (tree->id_bits - 1)) - 2;
    const uint32_t i = keys->len < most && !known ? keys_intern(keys, key)
                                                  : keys_find(keys, key);

    return i == KEYS_NONE ? MARKING_TREE_NONE : 2 * (i + 1) + inner;
}

/* --- one word ------------------------------------------------------------ */

/* The key of the leaf to which a word leads from a node, not the empty tree. */
static uint64_t leaf_towards(const struct marking_tree *tree, uint32_t id,
                             uint32_t word)
{
    uint64_t key;

    while (key = key_of(tree, id), is_inner(id))
        id = word >> level_of(tree, key) & 1 ? right_of(tree, key)
                                             : left_of(tree, key);
    return key;
}

/* The bits of a word below a node. */
static uint64_t bits_below(const struct marking_tree *tree, uint32_t id,
                           uint32_t word)
{
    uint64_t key;

    if (id == MARKING_TREE_BASE)
        return 0;
    key = leaf_towards(tree, id, word);
    return leaf_word(tree, key) == word ? leaf_bits(tree, key) : 0;
}

/* The path from a node towards a word: the inner nodes into `path`, from the
 * top; how many.  *id becomes the leaf at the end. */
static uint32_t find_path(const struct marking_tree *tree, uint32_t *id,
                          uint32_t word, uint32_t *path)
{
    uint32_t len = 0;

    while (is_inner(*id)) {
        const uint64_t key = key_of(tree, *id);

        path[len++] = *id;
        *id = word >> level_of(tree, key) & 1 ? right_of(tree, key)
                                              : left_of(tree, key);
    }
    return len;
}

/* An inner node of that level with `id` on the side of the word. */
static uint32_t join_nodes(struct marking_tree *tree, uint32_t level,
                           uint32_t word, uint32_t id, uint32_t sibling,
                           bool known)
{
    const bool right = word >> level & 1;

    if (id == MARKING_TREE_NONE)
        return id;
    return intern_node(
        tree, true,
        inner_key(tree, level, right ? sibling : id, right ? id : sibling),
        known);
}

/* The node on the other side than the word. */
static uint32_t sibling_of(const struct marking_tree *tree, uint64_t key,
                           uint32_t word)
{
    return word >> level_of(tree, key) & 1 ? left_of(tree, key)
                                           : right_of(tree, key);
}

/* The node `id`, not the empty tree, after bits of one word change: new nodes
 * from the leaf up, nothing else. */
static uint32_t flip_one(struct marking_tree *tree, uint32_t id, uint32_t word,
                         uint64_t bits, bool known)
{
    uint32_t path[MOST_LEVELS], leaf = id;
    uint32_t len = find_path(tree, &leaf, word, path);
    const uint64_t old = key_of(tree, leaf);
    const uint32_t other = leaf_word(tree, old);

    if (other == word)
        bits ^= leaf_bits(tree, old);
    if (bits) {
        id = intern_node(tree, false, leaf_key(tree, word, bits), known);
    } else if (len > 0) { /* the sibling takes the place of both */
        id = sibling_of(tree, key_of(tree, path[--len]), word);
    } else {
        return MARKING_TREE_BASE;
    }
    if (other != word) { /* a new leaf joins the path where the words part */
        const uint32_t level = bits_highest(other ^ word);

        while (len > 0 && level_of(tree, key_of(tree, path[len - 1])) < level)
            leaf = path[--len];
        id = join_nodes(tree, level, word, id, leaf, known);
    }
    while (len > 0) {
        const uint64_t key = key_of(tree, path[--len]);

        id = join_nodes(tree, level_of(tree, key), word, id,
                        sibling_of(tree, key, word), known);
    }
    return id;
}

/* --- several words ------------------------------------------------------- */

static uint32_t flip_sides(struct marking_tree *tree, uint32_t id,
                           const struct marking_layout_flips *flips, uint32_t n,
                           bool known);

/* The node `id` after these words change, each of which stands there once, in
 * increasing order. */
static inline uint32_t apply(struct marking_tree *tree, uint32_t id,
                             const struct marking_layout_flips *flips,
                             uint32_t n, bool known)
{
    if (n == 0)
        return id;
    if (n == 1 && id == MARKING_TREE_BASE)
        return intern_node(tree, false,
                           leaf_key(tree, flips->word, flips->bits), known);
    if (n == 1)
        return flip_one(tree, id, flips->word, flips->bits, known);
    return flip_sides(tree, id, flips, n, known);
}

/* The same for several words.  Both sides of a node are changed by calls that
 * are nested no deeper than a tree: MOST_LEVELS. */
static uint32_t flip_sides(struct marking_tree *tree, uint32_t id,
                           const struct marking_layout_flips *flips, uint32_t n,
                           bool known)
{
    const uint32_t other =
        id == MARKING_TREE_BASE
            ? flips->word
            : leaf_word(tree, leaf_towards(tree, id, flips->word));
    uint32_t left = id, right = MARKING_TREE_BASE, n_left = 0;
    uint32_t level =
        bits_highest((flips->word ^ flips[n - 1].word) | (flips->word ^ other));

    if (is_inner(id) && level_of(tree, key_of(tree, id)) >= level) {
        const uint64_t key = key_of(tree, id);

        level = level_of(tree, key);
        left = left_of(tree, key);
        right = right_of(tree, key);
    } else if (other >> level & 1) { /* the node is on one side */
        left = MARKING_TREE_BASE;
        right = id;
    }
    while (n_left < n && !(flips[n_left].word >> level & 1))
        n_left++;
    left = apply(tree, left, flips, n_left, known);
    if (left == MARKING_TREE_NONE)
        return left;
    right = apply(tree, right, flips + n_left, n - n_left, known);
    if (left == MARKING_TREE_BASE || right == MARKING_TREE_NONE)
        return right;
    return right == MARKING_TREE_BASE
               ? left
               : intern_node(tree, true, inner_key(tree, level, left, right),
                             known);
}

/* --- the draft ----------------------------------------------------------- */

void marking_tree_open(struct marking_tree *tree, uint32_t id)
{
    tree->start = id;
    tree->n_steps = 0;
    vec_clear(&tree->flips);
}

void marking_tree_step(struct marking_tree *tree, trans_id t)
{
    struct marking_layout_cursor at = marking_layout_effects(&tree->layout, t);

    tree->n_steps++;
    while (marking_layout_next(&at))
        vec_push(&tree->flips, at.flips);
}

uint32_t marking_tree_close(struct marking_tree *tree, bool known)
{
    if (tree->n_steps > 1) {
        const uint32_t n = marking_layout_join(tree->flips.at, tree->flips.len);

        vec_cut(&tree->flips, n);
    }
    return apply(tree, tree->start, tree->flips.at, tree->flips.len, known);
}

bool marking_tree_has(const struct marking_tree *tree, uint32_t id, place_id p)
{
    const uint32_t word = marking_layout_word(&tree->layout, p);

    return marking_layout_has(&tree->layout, p, bits_below(tree, id, word));
}

bool marking_tree_open_has(const struct marking_tree *tree, place_id p)
{
    const uint32_t word = marking_layout_word(&tree->layout, p);
    uint64_t bits = bits_below(tree, tree->start, word);

    for (uint32_t i = 0; i < tree->flips.len; i++)
        if (tree->flips.at[i].word == word)
            bits ^= tree->flips.at[i].bits;
    return marking_layout_has(&tree->layout, p, bits);
}

void marking_tree_read(const struct marking_tree *tree, uint32_t id,
                       bits_word *m)
{
    uint32_t stack[MOST_LEVELS + 1], len = 0;

    marking_initial(tree->layout.net, m);
    if (id != MARKING_TREE_BASE)
        stack[len++] = id;
    while (len > 0) {
        const struct marking_tree_node node = read_node(tree, stack[--len]);

        if (node.leaf) {
            marking_layout_flip(&tree->layout, m, node.word, node.bits);
            continue;
        }
        stack[len++] = node.right;
        stack[len++] = node.left;
    }
}

/* --- removing ------------------------------------------------------------ */

/* Which nodes the markings need, by half of the id: bit 0 the leaf, bit 1 the
 * inner node.  Children have smaller numbers than their parents. */
static uint8_t *find_needed(const struct marking_tree *tree,
                            const uint32_t *ids, uint32_t n)
{
    uint8_t *const needed = mem_zero(marking_tree_ids(tree) / 2, 1);

    for (uint32_t i = 0; i < n; i++)
        needed[ids[i] / 2] |= is_inner(ids[i]) ? 2 : 1;
    for (uint32_t i = tree->inners.len; i-- > 0;) {
        const struct marking_tree_node node = read_node(tree, 2 * (i + 1) + 1);

        if (!(needed[i + 1] & 2))
            continue;
        needed[node.left / 2] |= is_inner(node.left) ? 2 : 1;
        needed[node.right / 2] |= is_inner(node.right) ? 2 : 1;
    }
    return needed;
}

/* By old id. */
static uint32_t *move_nodes(struct marking_tree *tree, const uint8_t *needed)
{
    struct marking_tree old = *tree;
    uint32_t *const moved = mem_zero(marking_tree_ids(&old), sizeof *moved);

    tree->leaves = tree->inners = (struct keys){0};
    for (uint32_t i = 0; i < old.leaves.len; i++)
        if (needed[i + 1] & 1)
            moved[2 * (i + 1)] =
                2 * (keys_intern(&tree->leaves, old.leaves.at[i]) + 1);
    for (uint32_t i = 0; i < old.inners.len; i++) {
        const struct marking_tree_node node = read_node(&old, 2 * (i + 1) + 1);

        if (needed[i + 1] & 2)
            moved[2 * (i + 1) + 1] =
                intern_node(tree, true,
                            inner_key(tree, node.level, moved[node.left],
                                      moved[node.right]),
                            false);
    }
    keys_finish(&old.leaves);
    keys_finish(&old.inners);
    return moved;
}

void marking_tree_keep(struct marking_tree *tree, uint32_t *ids, uint32_t n)
{
    uint8_t *const needed = find_needed(tree, ids, n);
    uint32_t *const moved = move_nodes(tree, needed);

    for (uint32_t i = 0; i < n; i++)
        ids[i] = moved[ids[i]];
    mem_free(needed);
    mem_free(moved);
}

size_t marking_tree_bytes(const struct marking_tree *tree)
{
    return keys_bytes(&tree->leaves) + keys_bytes(&tree->inners);
}

void marking_tree_check(const struct marking_tree *tree)
{
    for (uint32_t i = 0; i < tree->leaves.len; i++) {
        const struct marking_tree_node leaf = read_node(tree, 2 * (i + 1));

        CHECK(leaf.word < tree->layout.words && leaf.bits != 0);
    }
    for (uint32_t i = 0; i < tree->inners.len; i++) {
        const struct marking_tree_node node = read_node(tree, 2 * (i + 1) + 1);
        const uint32_t left = leaf_word(tree, leaf_towards(tree, node.left, 0));
        const uint32_t right =
            leaf_word(tree, leaf_towards(tree, node.right, 0));

        CHECK(bits_highest(left ^ right) == node.level && left < right);
        CHECK(!is_inner(node.left) ||
              read_node(tree, node.left).level < node.level);
        CHECK(!is_inner(node.right) ||
              read_node(tree, node.right).level < node.level);
    }
}
