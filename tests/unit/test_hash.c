/* Keys are found by their hashes, also where hashes are equal, and an index for
 * n keys does not grow before it has more. */
#include "test.h"

#include "base/hash.h"
#include "base/mem.h"

enum { N_KEYS = 5000, N_HASHES = 700 };

/* Key i is i, many keys have one hash. */
static uint32_t hash_of(uint32_t key)
{
    return key % N_HASHES * 0x9e3779b9u;
}

static bool has(const struct hash *ix, uint32_t key)
{
    const uint32_t h = hash_of(key);

    for (uint32_t p = hash_first(ix, h); hash_id(ix, p) != HASH_FREE;
         p = hash_next(ix, p))
        if (hash_at(ix, p) == h && hash_id(ix, p) == key)
            return true;
    return false;
}

static void put_all(struct hash *ix)
{
    for (uint32_t key = 0; key < N_KEYS; key++) {
        assert_false(has(ix, key));
        hash_put(ix, hash_of(key), key);
    }
}

static void has_all(const struct hash *ix)
{
    for (uint32_t key = 0; key < N_KEYS; key++)
        assert_true(has(ix, key));
    assert_false(has(ix, N_KEYS));
}

static void an_index_has_what_was_put(void **state)
{
    struct hash ix = {0};

    (void)state;
    assert_false(has(&ix, 0));
    put_all(&ix);
    has_all(&ix);
    hash_finish(&ix);
    assert_false(has(&ix, 1));
    put_all(&ix);
    has_all(&ix);
    hash_finish(&ix);
}

static void an_index_for_n_keys_does_not_grow(void **state)
{
    struct hash ix = {0};
    uint32_t mask;

    (void)state;
    hash_expect(&ix, N_KEYS);
    mask = ix.mask;
    assert_true(mask > 0);
    put_all(&ix);
    assert_int_equal(ix.mask, mask);
    has_all(&ix);
    for (uint32_t key = N_KEYS; ix.mask == mask; key++) {
        assert_true(key < 4 * N_KEYS);
        hash_put(&ix, hash_of(key), key);
    }
    hash_finish(&ix);
}

MODULE(hash)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_has_what_was_put),
        cmocka_unit_test(an_index_for_n_keys_does_not_grow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
