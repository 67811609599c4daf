/* The index finds a cube that contains a marking iff a list finds one. */
#include "test.h"

#include "engine/state/cube_index.h"
#include "random.h"
#include "whole_marking.h"

enum { N_PLACES = 200, WORDS = 4, N_CUBES = 600 };

struct model {
    struct net *net;
    struct markings markings;
    struct literals literals;
    bits_word marking_of[N_CUBES][WORDS], literals_of[N_CUBES][WORDS];
    uint32_t n;
    struct cube_index index;
};

/* Places with a transition that nothing enables. */
static struct net *places(void)
{
    struct net_builder *const builder = net_builder_create();
    const struct net_where nowhere = {0};
    struct diag diag = {0};
    char id[32];

    for (uint32_t i = 0; i < N_PLACES; i++) {
        snprintf(id, sizeof id, "p%u", i);
        net_builder_place(builder, id, NULL, false, nowhere, &diag);
    }
    (void)net_builder_trans(builder, "t", NULL, nowhere, &diag);
    for (place_id p = 0; p < N_PLACES; p++)
        net_builder_arc(builder, GIVEN_CONSUME, p, 0, 1);
    return net_builder_finish(builder);
}

static struct model *model_create(void)
{
    struct model *const model = mem_zero(1, sizeof *model);

    model->net = places();
    markings_init(&model->markings, model->net, NULL);
    literals_init(&model->literals, model->net);
    cube_index_init(&model->index, &model->markings, &model->literals);
    return model;
}

static void model_destroy(struct model *model)
{
    cube_index_finish(&model->index);
    literals_finish(&model->literals);
    markings_finish(&model->markings);
    net_destroy(model->net);
    mem_free(model);
}

static void add_literal(struct model *model, uint32_t c, place_id p)
{
    bits_add(model->literals_of[c], p);
    literals_add(&model->literals, c, p);
}

/* Adds a cube of these to the index. */
static void add(struct model *model, const bits_word *m,
                const bits_word *literals)
{
    const uint32_t c = literals_create(&model->literals);
    const struct cube_index_cube cube = {.marking =
                                             markings_add(&model->markings, m)};

    bits_copy(model->marking_of[c], m, WORDS);
    vec_push(&model->index.cubes, cube);
    for (place_id p = 0; p < N_PLACES; p++)
        if (bits_has(literals, p))
            add_literal(model, c, p);
    cube_index_add(&model->index, c);
    model->n++;
}

static void draw(struct random *random, bits_word *m, uint32_t percent)
{
    bits_clear(m, WORDS);
    for (uint32_t p = 0; p < N_PLACES; p++)
        if (random_chance(random, percent))
            bits_add(m, p);
}

static bool has(const struct model *model, uint32_t c, const bits_word *m)
{
    for (uint32_t i = 0; i < WORDS; i++)
        if ((model->marking_of[c][i] ^ m[i]) & model->literals_of[c][i])
            return false;
    return true;
}

static void check(struct model *model, const bits_word *m)
{
    const uint32_t found = cube_index_find(&model->index, m);
    bool covered = false;

    for (uint32_t c = 0; c < model->n; c++) {
        assert_int_equal(cube_index_contains(&model->index, c, m),
                         has(model, c, m));
        covered |= has(model, c, m);
    }
    assert_int_equal(found != CUBE_INDEX_NONE, covered);
    assert_true(found == CUBE_INDEX_NONE || has(model, found, m));
}

/* A marking in cube c, random otherwise. */
static void draw_inside(struct random *random, const struct model *model,
                        uint32_t c, bits_word *m)
{
    draw(random, m, 30);
    for (uint32_t i = 0; i < WORDS; i++) {
        const bits_word literals = model->literals_of[c][i];

        m[i] = (m[i] & ~literals) | (model->marking_of[c][i] & literals);
    }
}

/* Adds literals to a cube that is in the index. */
static void narrow(struct random *random, struct model *model, uint32_t c)
{
    for (uint32_t i = 0; i < 3; i++)
        add_literal(model, c, random_below(random, N_PLACES));
}

static void try_sizes(uint64_t seed, uint32_t percent)
{
    struct model *const model = model_create();
    struct random random;
    bits_word m[WORDS], literals[WORDS];

    random_init(&random, seed);
    for (uint32_t c = 0; c < N_CUBES; c++) {
        draw(&random, m, 30);
        draw(&random, literals, percent);
        add(model, m, literals);
        if (c % 3 == 0)
            narrow(&random, model, random_below(&random, model->n));
        draw_inside(&random, model, random_below(&random, model->n), m);
        check(model, m);
        draw(&random, m, 30);
        check(model, m);
    }
    assert_true(cube_index_bytes(&model->index) > 0);
    model_destroy(model);
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
    struct model *const model = model_create();
    struct random random;
    bits_word m[WORDS], literals[WORDS];

    (void)state;
    random_init(&random, 4);
    for (uint32_t c = 0; c < N_CUBES; c++) {
        draw(&random, m, 50);
        draw(&random, literals, 80);
        add(model, m, literals);
    }
    for (uint32_t i = 0; i < 100; i++) {
        draw(&random, m, 50);
        (void)cube_index_find(&model->index, m);
    }
    assert_true(model->index.n_compared < 100 * (uint64_t)N_CUBES / 10);
    model_destroy(model);
}

static void cubes_that_nothing_parts_stay_together(void **state)
{
    struct model *const model = model_create();
    bits_word m[WORDS] = {0}, literals[WORDS] = {0};

    (void)state;
    bits_add(literals, 5);
    for (uint32_t c = 0; c < 100; c++)
        add(model, m, literals);
    assert_int_equal(model->index.nodes.len, 1);
    check(model, m);
    bits_add(m, 5);
    check(model, m);
    model_destroy(model);
}

MODULE(cube_index)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_is_found_when_there_is_one),
        cmocka_unit_test(a_look_up_compares_few_cubes),
        cmocka_unit_test(cubes_that_nothing_parts_stay_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
