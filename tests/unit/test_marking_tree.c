/* Markings that are stored part by part: one id each, and read back whole. */
#include "test.h"

#include "base/hash.h"
#include "net/marking_tree.h"
#include "random.h"

enum { MOST_WORDS = 40, N_STEPS = 4000 };

/* Markings whole, the naive way, with the id of each. */
struct known {
    VEC(bits_word) words;
    VEC(uint32_t) ids;
};

static uint32_t find(const struct known *known, const bits_word *m,
                     uint32_t words)
{
    for (uint32_t i = 0; i < known->ids.len; i++)
        if (bits_equal(known->words.at + (size_t)i * words, m, words))
            return i;
    return UINT32_MAX;
}

static void draw_base(struct random *random, bits_word *base, uint32_t words)
{
    bits_clear(base, words);
    for (uint32_t i = random_below(random, 20); i > 0; i--)
        bits_add(base, random_below(random, 64 * words));
}

/* Flips some places, or goes back to the base in a word. */
static void change(struct random *random, struct marking_tree *tree,
                   const bits_word *base, bits_word *m, uint32_t words)
{
    for (uint32_t n = 1 + random_below(random, 4); n > 0; n--) {
        const uint32_t p = random_below(random, 64 * words);

        if (random_chance(random, 30))
            m[p / 64] = base[p / 64];
        else
            m[p / 64] ^= (bits_word)1 << (p % 64);
        marking_tree_set(tree, p / 64, m[p / 64]);
    }
}

static void remember(struct known *known, const bits_word *m, uint32_t words,
                     uint32_t id)
{
    const uint32_t i = find(known, m, words);

    if (i != UINT32_MAX) {
        assert_int_equal(known->ids.at[i], id);
        return;
    }
    for (uint32_t k = 0; k < known->ids.len; k++)
        assert_int_not_equal(known->ids.at[k], id);
    vec_push(&known->ids, id);
    for (uint32_t w = 0; w < words; w++)
        vec_push(&known->words, m[w]);
}

static void walk(struct random *random, uint32_t words, uint32_t n_steps)
{
    bits_word base[MOST_WORDS], m[MOST_WORDS], read[MOST_WORDS];
    struct known known = {0};
    struct marking_tree tree;
    uint32_t id = MARKING_TREE_BASE;

    draw_base(random, base, words);
    bits_copy(m, base, words);
    marking_tree_init(&tree, base, words);
    remember(&known, base, words, id);
    for (uint32_t i = 0; i < n_steps; i++) {
        if (random_chance(random, 5)) { /* from somewhere else */
            const uint32_t k = random_below(random, known.ids.len);

            id = known.ids.at[k];
            bits_copy(m, known.words.at + (size_t)k * words, words);
        }
        marking_tree_start(&tree, id);
        change(random, &tree, base, m, words);
        id = marking_tree_end(&tree);
        assert_true(id < marking_tree_ids(&tree));
        remember(&known, m, words, id);
        marking_tree_read(&tree, id, read);
        assert_true(bits_equal(read, m, words));
        assert_int_equal(marking_tree_add(&tree, m), id);
    }
    marking_tree_check(&tree);
    marking_tree_finish(&tree);
    vec_free(&known.words);
    vec_free(&known.ids);
}

static void equal_markings_have_equal_ids(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 7);
    for (uint32_t words = 1; words <= MOST_WORDS; words += 1 + words / 8)
        walk(&random, words, 300);
    walk(&random, 1, N_STEPS / 4);
}

/* A token that moves along a chain makes one leaf a step. */
static void one_token_costs_one_leaf(void **state)
{
    enum { N_PLACES = 6400 };
    bits_word base[N_PLACES / 64] = {1}, m[N_PLACES / 64] = {1};
    struct marking_tree tree;
    uint32_t id = MARKING_TREE_BASE;

    (void)state;
    marking_tree_init(&tree, base, N_PLACES / 64);
    for (uint32_t p = 1; p < N_PLACES; p++) {
        bits_remove(m, p - 1);
        bits_add(m, p);
        marking_tree_start(&tree, id);
        marking_tree_set(&tree, (p - 1) / 64, m[(p - 1) / 64]);
        marking_tree_set(&tree, p / 64, m[p / 64]);
        id = marking_tree_end(&tree);
    }
    assert_int_equal(tree.leaves.len, N_PLACES);
    assert_true(tree.inners.len <= N_PLACES);
    marking_tree_check(&tree);
    marking_tree_finish(&tree);
}

/* With few bits for ids they are used up; what is known stays known. */
static void ids_end(void **state)
{
    bits_word base[2] = {0}, m[2] = {0}, read[2];
    struct marking_tree tree;
    uint32_t first, id = 0;

    (void)state;
    marking_tree_init(&tree, base, 2);
    tree.id_bits = 5;
    m[0] = 1;
    first = marking_tree_add(&tree, m);
    for (m[1] = 1; m[1] < 100 && id != MARKING_TREE_NONE; m[1]++)
        id = marking_tree_add(&tree, m);
    assert_int_equal(id, MARKING_TREE_NONE);
    assert_true(tree.full && m[1] > 5);
    m[1] = 0;
    assert_int_equal(marking_tree_add(&tree, m), first);
    marking_tree_read(&tree, first, read);
    assert_true(bits_equal(read, m, 2));
    marking_tree_finish(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_markings_have_equal_ids),
        cmocka_unit_test(one_token_costs_one_leaf),
        cmocka_unit_test(ids_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
