/* Sets with rounds contain what was added in the current round, also when
 * stamps start again from 1. */
#include "test.h"

#include "base/stamp.h"
#include "random.h"

enum { N_NUMBERS = 40, N_ROUNDS = 3000, MAX_COLOURS = 5, NOT_IN = -1 };

struct model {
    uint32_t n_colours;
    int colour[N_NUMBERS];
};

static void compare(const struct stamp *stamp, const struct model *model,
                    uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(stamp_has(stamp, i), model->colour[i] != NOT_IN);
        if (model->colour[i] != NOT_IN)
            assert_int_equal(stamp_colour(stamp, i), model->colour[i]);
        else
            assert_true(stamp_colour(stamp, i) >= model->n_colours);
        for (uint32_t k = 0; k < model->n_colours; k++)
            assert_int_equal(stamp_is(stamp, i, k), model->colour[i] == (int)k);
    }
}

static void change(struct stamp *stamp, struct model *model, uint32_t i,
                   uint32_t colour, uint32_t deed)
{
    if (deed == 0) {
        stamp_add(stamp, i);
        model->colour[i] = 0;
    } else if (deed == 1) {
        stamp_remove(stamp, i);
        model->colour[i] = NOT_IN;
    } else {
        stamp_paint(stamp, i, colour);
        model->colour[i] = (int)colour;
    }
}

/* A round of random operations on the first n numbers. */
static void play(struct stamp *stamp, struct random *random, uint32_t n)
{
    struct model model = {.n_colours = 1 + random_below(random, MAX_COLOURS)};

    for (uint32_t i = 0; i < N_NUMBERS; i++)
        model.colour[i] = NOT_IN;
    if (random_below(random, 2))
        stamp_fit(stamp, n);
    else
        stamp_refit(stamp, n);
    if (model.n_colours == 1)
        stamp_start(stamp);
    else
        stamp_start_colours(stamp, model.n_colours);
    compare(stamp, &model, n);
    for (uint32_t k = random_below(random, 2 * N_NUMBERS); k-- > 0;) {
        change(stamp, &model, random_below(random, n),
               random_below(random, model.n_colours), random_below(random, 4));
        compare(stamp, &model, n);
    }
}

static void a_round_has_what_was_added_in_it(void **state)
{
    struct stamp stamp = {0};
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t n = 0; n < N_ROUNDS; n++)
        play(&stamp, &random, 1 + n * (N_NUMBERS - 1) / N_ROUNDS);
    stamp_finish(&stamp);
    assert_null(stamp.at.at);
}

/* The last stamps are near their maximum in many ways. */
static void stamps_begin_again_where_they_end(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 2);
    for (uint32_t before = 0; before < 4 * MAX_COLOURS; before++) {
        struct stamp stamp = {0};
        uint32_t n_wiped = 0;

        for (uint32_t n = 0; n < 20; n++) /* stamps that must not survive */
            play(&stamp, &random, N_NUMBERS);
        stamp.last = UINT32_MAX - before;
        for (uint32_t n = 0; n < 40; n++) {
            const uint32_t last = stamp.last;

            play(&stamp, &random, N_NUMBERS);
            n_wiped += stamp.last < last;
        }
        assert_int_equal(n_wiped, 1);
        stamp_finish(&stamp);
    }
}

/* The largest stamp is used, and the next round does not see it. */
static void the_largest_stamp_is_used(void **state)
{
    struct stamp stamp = {0};

    (void)state;
    stamp_fit(&stamp, 2);
    stamp.last = UINT32_MAX - 3;
    stamp_start_colours(&stamp, 3);
    stamp_paint(&stamp, 1, 2);
    assert_int_equal(stamp.at.at[1], UINT32_MAX);
    assert_int_equal(stamp_colour(&stamp, 1), 2);
    assert_false(stamp_has(&stamp, 0));
    stamp_start(&stamp);
    assert_false(stamp_has(&stamp, 1));
    stamp_add(&stamp, 0);
    assert_int_equal(stamp.at.at[0], 1);
    stamp_finish(&stamp);
}

static void more_numbers_leave_the_round_as_it_is(void **state)
{
    struct stamp stamp = {0};

    (void)state;
    stamp_start(&stamp);
    for (uint32_t n = 1; n < 1000; n++) {
        stamp_fit(&stamp, n);
        assert_false(stamp_has(&stamp, n - 1));
        stamp_add(&stamp, n - 1);
        for (uint32_t i = 0; i < n; i++)
            assert_true(stamp_has(&stamp, i));
    }
    stamp_fit(&stamp, 1);
    assert_int_equal(stamp.at.len, 999);
    stamp_finish(&stamp);
}

MODULE(stamp)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_has_what_was_added_in_it),
        cmocka_unit_test(stamps_begin_again_where_they_end),
        cmocka_unit_test(the_largest_stamp_is_used),
        cmocka_unit_test(more_numbers_leave_the_round_as_it_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
