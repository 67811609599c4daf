/* A marking has one fixed number, independent of other markings. */
#include "test.h"

#include "random.h"
#include "state/marking_store.h"

enum { WORDS = 3, N_MARKINGS = 5000, N_KINDS = 1200 };

/* Few different markings, with differences in all words. */
static void draw(struct random *random, bits_word *m, uint32_t *kind)
{
    *kind = random_below(random, N_KINDS);
    bits_clear(m, WORDS);
    for (uint32_t bit = 0; bit < 11; bit++)
        if (*kind >> bit & 1)
            bits_add(m, bit * 17);
}

static void equal_markings_share_a_number(void **state)
{
    uint32_t number[N_KINDS];
    bits_word m[WORDS];
    struct marking_store markings;
    struct random random;
    uint32_t kind, n = 0;
    bool fresh;

    (void)state;
    memset(number, 0xff, sizeof number);
    random_init(&random, 1);
    marking_store_init(&markings, WORDS);
    for (uint32_t i = 0; i < N_MARKINGS; i++) {
        draw(&random, m, &kind);
        assert_int_equal(marking_store_find(&markings, m), number[kind]);

        const uint32_t id = marking_store_add(&markings, m, &fresh);

        assert_int_equal(fresh, number[kind] == MARKING_STORE_NONE);
        if (fresh)
            number[kind] = n++;
        assert_int_equal(id, number[kind]);
        assert_int_equal(markings.len, n);
        assert_true(bits_equal(marking_store_at(&markings, id), m, WORDS));
    }
    assert_true(n > N_KINDS / 2);
    assert_true(marking_store_bytes(&markings) >= n * sizeof m);
    marking_store_finish(&markings);
}

static void a_net_without_places_has_one_marking(void **state)
{
    const bits_word none = 0;
    struct marking_store markings;
    bool fresh;

    (void)state;
    marking_store_init(&markings, 0);
    assert_int_equal(marking_store_add(&markings, &none, &fresh), 0);
    assert_true(fresh);
    assert_int_equal(marking_store_add(&markings, &none, &fresh), 0);
    assert_false(fresh);
    marking_store_finish(&markings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_markings_share_a_number),
        cmocka_unit_test(a_net_without_places_has_one_marking),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
