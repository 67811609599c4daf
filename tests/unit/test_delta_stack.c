/* A stack of differences pops what was pushed. */
#include "test.h"

#include "engine/unfolding/delta_stack.h"
#include "random.h"

enum { N_STEPS = 20000, LARGE = 600 };

static void numbers_are_popped_as_they_were_pushed(void **state)
{
    struct delta_stack stack = {0};
    VEC(uint32_t) model = {0};
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t k = 0; k < N_STEPS; k++) {
        const uint32_t top = model.len ? *vec_top(&model) : 0;

        if (model.len && random_chance(&random, 48)) {
            assert_int_equal(delta_stack_pop(&stack), vec_pop(&model));
        } else {
            const uint32_t n = top + random_below(&random, LARGE);

            delta_stack_push(&stack, n);
            vec_push(&model, n);
        }
        assert_int_equal(delta_stack_len(&stack), model.len);
        assert_int_equal(stack.top, model.len ? *vec_top(&model) : 0);
    }
    delta_stack_finish(&stack);
    assert_null(stack.deltas.at);
    assert_null(stack.large.at);
    vec_free(&model);
}

static void the_edges_of_a_byte(void **state)
{
    static const uint32_t numbers[] = {0,   254,        508,       763,
                                       763, UINT32_MAX, UINT32_MAX};
    struct delta_stack stack = {0};

    (void)state;
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        delta_stack_push(&stack, numbers[i]);
    assert_int_equal(stack.large.len, 2);
    for (uint32_t i = sizeof numbers / sizeof *numbers; i-- > 0;)
        assert_int_equal(delta_stack_pop(&stack), numbers[i]);
    assert_int_equal(stack.top, 0);
    delta_stack_finish(&stack);
}

MODULE(delta_stack)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_popped_as_they_were_pushed),
        cmocka_unit_test(the_edges_of_a_byte),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
