/* 64-bit keys with dense ids, against a plain array. */
#include "test.h"

#include "base/keys.h"
#include "random.h"

enum { N_KEYS = 30000, N_KINDS = 9000 };

/* Few different keys, which differ in all parts of the word. */
static uint64_t key_of(uint32_t kind)
{
    return kind % 3 ? (uint64_t)kind << 32 | kind % 7 : kind;
}

static void a_key_has_one_id(void **state)
{
    uint32_t *const ids = mem_alloc(N_KINDS, sizeof *ids);
    struct keys keys = {0};
    struct random random;
    uint32_t n = 0;

    (void)state;
    random_init(&random, 5);
    memset(ids, 0xff, N_KINDS * sizeof *ids);
    assert_int_equal(keys_find(&keys, 1), KEYS_NONE);
    for (uint32_t i = 0; i < N_KEYS; i++) {
        const uint32_t kind = random_below(&random, N_KINDS);

        assert_int_equal(keys_find(&keys, key_of(kind)), ids[kind]);
        if (ids[kind] == KEYS_NONE)
            ids[kind] = n++;
        assert_int_equal(keys_intern(&keys, key_of(kind)), ids[kind]);
        assert_int_equal(keys.len, n);
        assert_true(keys.at[ids[kind]] == key_of(kind));
    }
    for (uint32_t kind = 0; kind < N_KINDS; kind++)
        assert_int_equal(keys_find(&keys, key_of(kind)), ids[kind]);
    assert_true(n > N_KINDS / 2);
    /* 8 bytes a key, grown by half at most, and 10 bytes of index. */
    assert_true(keys.cap * sizeof *keys.at + slots_bytes(&keys.slots) <=
                (size_t)n * (12 + 10));
    keys_finish(&keys);
    assert_int_equal(keys_find(&keys, key_of(1)), KEYS_NONE);
    mem_free(ids);
}

MODULE(keys)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_has_one_id),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
