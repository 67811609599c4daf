/* Sets of small numbers against the simplest kind of set: a byte for each
 * number. */
#include "test.h"

#include "base/bits.h"

enum { N = 200 };

static void a_bit_is_found_at_each_place(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 64; i++) {
        const bits_word bit = (bits_word)1 << i;

        assert_int_equal(bits_lowest(bit), i);
        assert_int_equal(bits_lowest(UINT64_MAX << i), i);
        assert_int_equal(bits_lowest(bit | (bits_word)1 << 63), i);
        assert_int_equal(bits_highest(bit), i);
        assert_int_equal(bits_highest(bit | 1), i);
        assert_int_equal(bits_highest(UINT64_MAX >> (63 - i)), i);
        assert_int_equal(bits_sum(bit), 1);
        assert_int_equal(bits_sum(UINT64_MAX << i), 64 - i);
    }
    assert_int_equal(bits_sum(0), 0);
}

/* Multiples of step, as bits and as bytes. */
static uint32_t fill(bits_word *set, bool *plain, uint32_t step)
{
    uint32_t n = 0;

    bits_clear(set, bits_words(N));
    for (uint32_t i = 0; i < N; i++) {
        plain[i] = i % step == 0;
        n += plain[i];
        if (plain[i])
            bits_add(set, i);
    }
    return n;
}

static void sets_have_their_members(void **state)
{
    bits_word set[4];
    bool plain[N];

    (void)state;
    for (uint32_t step = 1; step < N; step++) {
        const uint32_t n = fill(set, plain, step);
        uint32_t next = N;

        assert_int_equal(bits_count(set, bits_words(N)), n);
        for (uint32_t i = N; i-- > 0;) {
            next = plain[i] ? i : next;
            assert_int_equal(bits_has(set, i), plain[i]);
            assert_int_equal(bits_next(set, i, N), next);
        }
        bits_remove(set, 0);
        assert_int_equal(bits_count(set, bits_words(N)), n - 1);
    }
}

static void the_limit_ends_a_search(void **state)
{
    bits_word set[4];
    bool plain[N];

    (void)state;
    (void)fill(set, plain, 70);
    assert_int_equal(bits_next(set, 1, 70), 70);
    assert_int_equal(bits_next(set, 1, 71), 70);
    assert_int_equal(bits_next(set, 71, 100), 100);
}

MODULE(bits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bit_is_found_at_each_place),
        cmocka_unit_test(sets_have_their_members),
        cmocka_unit_test(the_limit_ends_a_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
