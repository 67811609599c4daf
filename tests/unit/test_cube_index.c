/* The index finds a cube that contains a marking iff a list finds one. */
#include "test.h"

#include "random.h"
#include "state/cube_index.h"

enum { N_PLACES = 100, WORDS = 2, N_CUBES = 2000 };

struct model {
    bits_word markings[N_CUBES * WORDS], literals[N_CUBES * WORDS];
    uint32_t n;
};

static struct cube_index_store store_of(const struct model *model)
{
    return (struct cube_index_store){model->markings, model->literals};
}

static void draw(struct random *random, bits_word *m, uint32_t percent)
{
    bits_clear(m, WORDS);
    for (uint32_t p = 0; p < N_PLACES; p++)
        if (random_chance(random, percent))
            bits_add(m, p);
}

static bool is_covered(const struct model *model, const bits_word *m)
{
    const struct cube_index_store store = store_of(model);

    for (uint32_t c = 0; c < model->n; c++)
        if (cube_index_contains(&store, WORDS, c, m))
            return true;
    return false;
}

static void check(struct cube_index *index, const struct model *model,
                  const bits_word *m)
{
    const struct cube_index_store store = store_of(model);
    const uint32_t found = cube_index_find(index, &store, m);

    assert_int_equal(found != CUBE_INDEX_NONE, is_covered(model, m));
    assert_true(found == CUBE_INDEX_NONE ||
                cube_index_contains(&store, WORDS, found, m));
}

/* A marking in cube c, random otherwise. */
static void draw_inside(struct random *random, const struct model *model,
                        uint32_t c, bits_word *m)
{
    draw(random, m, 30);
    for (uint32_t i = 0; i < WORDS; i++) {
        const bits_word literals = model->literals[c * WORDS + i];

        m[i] = (m[i] & ~literals) | (model->markings[c * WORDS + i] & literals);
    }
}

/* Adds literals to a cube that is in the index. */
static void narrow(struct random *random, struct model *model, uint32_t c)
{
    for (uint32_t i = 0; i < 3; i++)
        bits_add(model->literals + (size_t)c * WORDS,
                 random_below(random, N_PLACES));
}

static void try_sizes(uint64_t seed, uint32_t percent)
{
    struct model *const model = mem_zero(1, sizeof *model);
    struct cube_index index;
    struct random random;
    bits_word m[WORDS];

    random_init(&random, seed);
    cube_index_init(&index, N_PLACES, WORDS);
    for (uint32_t c = 0; c < N_CUBES; c++) {
        const struct cube_index_store store = store_of(model);

        draw(&random, model->markings + (size_t)c * WORDS, 30);
        draw(&random, model->literals + (size_t)c * WORDS, percent);
        model->n++;
        cube_index_add(&index, &store, c);
        if (c % 3 == 0)
            narrow(&random, model, random_below(&random, model->n));
        draw_inside(&random, model, random_below(&random, model->n), m);
        check(&index, model, m);
        draw(&random, m, 30);
        check(&index, model, m);
    }
    assert_true(cube_index_bytes(&index) > 0);
    cube_index_finish(&index);
    mem_free(model);
}

static void a_cube_is_found_when_there_is_one(void **state)
{
    (void)state;
    try_sizes(1, 5);
    try_sizes(2, 20);
    try_sizes(3, 95);
}

static void a_look_up_compares_few_cubes(void **state)
{
    struct model *const model = mem_zero(1, sizeof *model);
    const struct cube_index_store store = store_of(model);
    struct cube_index index;
    struct random random;
    bits_word m[WORDS];

    (void)state;
    random_init(&random, 4);
    cube_index_init(&index, N_PLACES, WORDS);
    for (uint32_t c = 0; c < N_CUBES; c++) {
        draw(&random, model->markings + (size_t)c * WORDS, 50);
        draw(&random, model->literals + (size_t)c * WORDS, 80);
        model->n++;
        cube_index_add(&index, &store, c);
    }
    for (uint32_t i = 0; i < 100; i++) {
        draw(&random, m, 50);
        (void)cube_index_find(&index, &store, m);
    }
    assert_true(index.n_compared < 100 * (uint64_t)N_CUBES / 10);
    cube_index_finish(&index);
    mem_free(model);
}

static void cubes_that_nothing_parts_stay_together(void **state)
{
    struct model *const model = mem_zero(1, sizeof *model);
    const struct cube_index_store store = store_of(model);
    struct cube_index index;
    bits_word m[WORDS] = {0};

    (void)state;
    cube_index_init(&index, N_PLACES, WORDS);
    for (uint32_t c = 0; c < 100; c++) {
        bits_add(model->literals + (size_t)c * WORDS, 5);
        model->n++;
        cube_index_add(&index, &store, c);
    }
    assert_int_equal(index.nodes.len, 1);
    check(&index, model, m);
    bits_add(m, 5);
    check(&index, model, m);
    cube_index_finish(&index);
    mem_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_is_found_when_there_is_one),
        cmocka_unit_test(a_look_up_compares_few_cubes),
        cmocka_unit_test(cubes_that_nothing_parts_stay_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
