#include "net/marking_tree.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"
#include "net/place_order.h"

/* Ids: 0 is the empty tree, 2 (i + 1) the i-th leaf, 2 (i + 1) + 1 the i-th
 * inner node.  A reference is an id, or DRAFT + the number of a draft. */
#define DRAFT 0x80000000u

enum { MOST_ID_BITS = 31, MOST_LEVELS = 32 };

/* Where a reference stands: the root, or a side of a draft. */
struct marking_tree_position {
    uint32_t draft; /* UINT32_MAX: the root */
    bool right;
};

static uint32_t bits_for(uint32_t most)
{
    return most ? bits_highest(most) + 1 : 0;
}

static int by_word(const void *a, const void *b)
{
    const struct marking_tree_effect *const x = a, *const y = b;

    return (x->word > y->word) - (x->word < y->word);
}

static uint32_t add_effects(const struct marking_tree *tree,
                            struct marking_tree_effect *at,
                            struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t bit = tree->rank[places.at[i]];

        at[i].word = bit / 32;
        at[i].bits = UINT32_C(1) << bit % 32;
    }
    return places.len;
}

/* Joins what is in one word; how many are left. */
static uint32_t join_effects(struct marking_tree_effect *at, uint32_t n)
{
    uint32_t kept = 0;

    qsort(at, n, sizeof *at, by_word);
    for (uint32_t i = 0; i < n; i++)
        if (kept && at[kept - 1].word == at[i].word)
            at[kept - 1].bits |= at[i].bits;
        else
            at[kept++] = at[i];
    return kept;
}

static void find_effects(struct marking_tree *tree)
{
    const struct net *const net = tree->net;
    const uint32_t n_trans = net_trans_count(net);
    uint32_t len = 0;

    tree->effect_at = mem_alloc((size_t)n_trans + 1, sizeof *tree->effect_at);
    tree->effects = mem_alloc(net_arc_count(net), sizeof *tree->effects);
    for (trans_id t = 0; t < n_trans; t++) {
        struct marking_tree_effect *const at = tree->effects + len;
        uint32_t n = add_effects(tree, at, net_pre(net, t));

        n += add_effects(tree, at + n, net_post(net, t));
        tree->effect_at[t] = len;
        len += n ? join_effects(at, n) : 0;
    }
    tree->effect_at[n_trans] = len;
}

void marking_tree_init(struct marking_tree *tree, const struct net *net)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t words = n_places / 32 + (n_places % 32 != 0);
    const uint32_t levels = bits_for(words ? words - 1 : 0);
    const uint32_t level_bits = bits_for(levels ? levels - 1 : 0);
    const uint32_t id_bits = (64 - level_bits) / 2;

    *tree = (struct marking_tree){
        .net = net,
        .words = words,
        .base = mem_alloc(marking_words(net), sizeof *tree->base),
        .rank = mem_alloc(n_places, sizeof *tree->rank),
        .place_of = mem_alloc(n_places, sizeof *tree->place_of),
        .id_bits = id_bits < MOST_ID_BITS ? id_bits : MOST_ID_BITS};
    marking_initial(net, tree->base);
    place_order_find(net, tree->rank);
    for (place_id p = 0; p < n_places; p++)
        tree->place_of[tree->rank[p]] = p;
    find_effects(tree);
}

void marking_tree_finish(struct marking_tree *tree)
{
    mem_free(tree->base);
    mem_free(tree->rank);
    mem_free(tree->place_of);
    mem_free(tree->effect_at);
    mem_free(tree->effects);
    keys_finish(&tree->leaves);
    keys_finish(&tree->inners);
    vec_free(&tree->drafts);
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

static struct marking_tree_draft read_node(const struct marking_tree *tree,
                                           uint32_t id)
{
    const uint32_t bits = tree->id_bits;
    const uint32_t mask = (UINT32_C(1) << bits) - 1;

    if (is_inner(id)) {
        const uint64_t key = tree->inners.at[id / 2 - 1];

        return (struct marking_tree_draft){(uint32_t)(key >> bits) & mask,
                                           (uint32_t)key & mask,
                                           (uint8_t)(key >> 2 * bits), false};
    }

    const uint64_t key = tree->leaves.at[id / 2 - 1];

    return (struct marking_tree_draft){(uint32_t)(key >> 32), (uint32_t)key, 0,
                                       true};
}

/* --- drafts -------------------------------------------------------------- */

static uint32_t add_draft(struct marking_tree *tree,
                          struct marking_tree_draft draft)
{
    vec_push(&tree->drafts, draft);
    return DRAFT | (tree->drafts.len - 1);
}

static uint32_t *reference(struct marking_tree *tree,
                           struct marking_tree_position at)
{
    if (at.draft == UINT32_MAX)
        return &tree->root;
    return at.right ? &tree->drafts.at[at.draft].right
                    : &tree->drafts.at[at.draft].left;
}

/* The draft at that place; what was stored there becomes one. */
static uint32_t open_draft(struct marking_tree *tree,
                           struct marking_tree_position at)
{
    uint32_t ref = *reference(tree, at);

    if (!(ref & DRAFT)) {
        ref = add_draft(tree, read_node(tree, ref));
        *reference(tree, at) = ref;
    }
    return ref & ~DRAFT;
}

static uint32_t new_leaf(struct marking_tree *tree, uint32_t word,
                         uint32_t value)
{
    return add_draft(tree, (struct marking_tree_draft){word, value, 0, true});
}

/* The leaf of that path is gone: its sibling takes the place of both. */
static void drop_leaf(struct marking_tree *tree,
                      const struct marking_tree_position *path, uint32_t len)
{
    const struct marking_tree_position at = path[len - 1];

    if (len == 1) {
        tree->root = MARKING_TREE_BASE;
        return;
    }
    *reference(tree, path[len - 2]) =
        *reference(tree, (struct marking_tree_position){.draft = at.draft,
                                                        .right = !at.right});
}

/* A new leaf joins the path to another one, where their words part. */
static void fork_path(struct marking_tree *tree,
                      const struct marking_tree_position *path, uint32_t len,
                      uint32_t other, uint32_t word, uint32_t value)
{
    const uint32_t level = bits_highest(other ^ word);
    const bool right = word >> level & 1;
    uint32_t i = 0;

    while (i + 1 < len && tree->drafts.at[path[i + 1].draft].level > level)
        i++;

    const uint32_t old = *reference(tree, path[i]);
    const uint32_t leaf = new_leaf(tree, word, value);
    const struct marking_tree_draft fork = {
        right ? old : leaf, right ? leaf : old, (uint8_t)level, false};
    const uint32_t ref = add_draft(tree, fork);

    *reference(tree, path[i]) = ref;
}

/* Bits of word `word` (of 32 places) change. */
static void flip_word(struct marking_tree *tree, uint32_t word, uint32_t bits)
{
    struct marking_tree_position path[MOST_LEVELS + 1];
    uint32_t len = 1, d;

    if (tree->root == MARKING_TREE_BASE) {
        tree->root = new_leaf(tree, word, bits);
        return;
    }
    path[0] = (struct marking_tree_position){UINT32_MAX, false};
    while (d = open_draft(tree, path[len - 1]), !tree->drafts.at[d].leaf)
        path[len++] = (struct marking_tree_position){
            d, word >> tree->drafts.at[d].level & 1};
    if (tree->drafts.at[d].left != word) {
        fork_path(tree, path, len, tree->drafts.at[d].left, word, bits);
        return;
    }
    tree->drafts.at[d].right ^= bits;
    if (!tree->drafts.at[d].right)
        drop_leaf(tree, path, len);
}

/* --- steps --------------------------------------------------------------- */

/* The id of a node, known or new; NONE when ids are used up. */
static uint32_t intern(struct marking_tree *tree,
                       const struct marking_tree_draft *node)
{
    struct keys *const keys = node->leaf ? &tree->leaves : &tree->inners;
    const uint64_t key =
        node->leaf ? (uint64_t)node->left << 32 | node->right
                   : inner_key(tree, node->level, node->left, node->right);
    const uint32_t most = (UINT32_C(1) << (tree->id_bits - 1)) - 2;
    uint32_t i;

    if (keys->len < most) {
        i = keys_intern(keys, key);
    } else {
        i = keys_find(keys, key);
        tree->full |= i == KEYS_NONE;
    }
    return i == KEYS_NONE ? MARKING_TREE_NONE : 2 * (i + 1) + !node->leaf;
}

/* The id of what was drafted.  Drafts are interned children first; one whose
 * children are ids is ready. */
static uint32_t intern_drafts(struct marking_tree *tree)
{
    uint32_t stack[2 * MOST_LEVELS + 2], len = 0;
    struct marking_tree_position at[2 * MOST_LEVELS + 2];

    if (!(tree->root & DRAFT))
        return tree->root;
    at[len] = (struct marking_tree_position){UINT32_MAX, false};
    stack[len++] = tree->root & ~DRAFT;
    while (len > 0) {
        const uint32_t d = stack[len - 1];
        const struct marking_tree_draft *const draft = &tree->drafts.at[d];
        const bool left = !draft->leaf && (draft->left & DRAFT);
        const bool right = !draft->leaf && (draft->right & DRAFT);

        if (left || right) {
            at[len] = (struct marking_tree_position){d, !left};
            stack[len++] = (left ? draft->left : draft->right) & ~DRAFT;
            continue;
        }

        const uint32_t id = intern(tree, draft);

        if (id == MARKING_TREE_NONE)
            return id;
        *reference(tree, at[--len]) = id;
    }
    return tree->root;
}

uint32_t marking_tree_fire(struct marking_tree *tree, uint32_t id, trans_id t)
{
    tree->root = id;
    vec_clear(&tree->drafts);
    for (uint32_t i = tree->effect_at[t]; i < tree->effect_at[t + 1]; i++)
        flip_word(tree, tree->effects[i].word, tree->effects[i].bits);
    return intern_drafts(tree);
}

uint32_t marking_tree_add(struct marking_tree *tree, const bits_word *m)
{
    const uint32_t words = marking_words(tree->net);

    tree->root = MARKING_TREE_BASE;
    vec_clear(&tree->drafts);
    for (uint32_t i = 0; i < words; i++)
        for (bits_word rest = m[i] ^ tree->base[i]; rest; rest &= rest - 1) {
            const uint32_t bit = tree->rank[64 * i + bits_lowest(rest)];

            flip_word(tree, bit / 32, UINT32_C(1) << bit % 32);
        }
    return intern_drafts(tree);
}

void marking_tree_read(const struct marking_tree *tree, uint32_t id,
                       bits_word *m)
{
    uint32_t stack[MOST_LEVELS + 1], len = 0;

    bits_copy(m, tree->base, marking_words(tree->net));
    if (id != MARKING_TREE_BASE)
        stack[len++] = id;
    while (len > 0) {
        const struct marking_tree_draft node = read_node(tree, stack[--len]);

        if (node.leaf) {
            for (uint32_t rest = node.right; rest; rest &= rest - 1) {
                const place_id p =
                    tree->place_of[32 * node.left + bits_lowest(rest)];

                m[p / 64] ^= (bits_word)1 << (p % 64);
            }
            continue;
        }
        stack[len++] = node.right;
        stack[len++] = node.left;
    }
}

size_t marking_tree_bytes(const struct marking_tree *tree)
{
    return keys_bytes(&tree->leaves) + keys_bytes(&tree->inners) +
           marking_words(tree->net) * sizeof *tree->base +
           (2 * (size_t)net_place_count(tree->net) +
            net_trans_count(tree->net)) *
               sizeof *tree->rank +
           net_arc_count(tree->net) * sizeof *tree->effects;
}

/* The number of some word below a node. */
static uint32_t some_word(const struct marking_tree *tree, uint32_t id)
{
    struct marking_tree_draft node = read_node(tree, id);

    while (!node.leaf)
        node = read_node(tree, node.left);
    return node.left;
}

void marking_tree_check(const struct marking_tree *tree)
{
    for (uint32_t i = 0; i < tree->leaves.len; i++) {
        const struct marking_tree_draft leaf = read_node(tree, 2 * (i + 1));

        CHECK(leaf.left < tree->words && leaf.right != 0);
    }
    for (uint32_t i = 0; i < tree->inners.len; i++) {
        const struct marking_tree_draft node = read_node(tree, 2 * (i + 1) + 1);
        const uint32_t left = some_word(tree, node.left);
        const uint32_t right = some_word(tree, node.right);

        CHECK(bits_highest(left ^ right) == node.level && left < right);
        CHECK(!is_inner(node.left) ||
              read_node(tree, node.left).level < node.level);
        CHECK(!is_inner(node.right) ||
              read_node(tree, node.right).level < node.level);
    }
}
