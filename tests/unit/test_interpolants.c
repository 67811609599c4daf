/* Literals propagate back over links; a cube that is narrowed gives up its
 * uses. */
#include "test.h"

#include "engine/state/interpolants.h"
#include "net/marking.h"
#include "whole_marking.h"

enum { P, Q, R, S };

struct scene {
    struct net *net;
    struct markings markings;
    struct interpolants interpolants;
    struct engine_limits limits;
    struct answer_stats stats;
    struct watch watch;
};

static void scene_init(struct scene *scene, const char *line)
{
    *scene = (struct scene){.net = test_net(line)};
    markings_init(&scene->markings, scene->net, NULL);
    interpolants_init(&scene->interpolants, &scene->markings);
    watch_init(&scene->watch, &scene->limits, &scene->stats);
}

static void scene_finish(struct scene *scene)
{
    interpolants_finish(&scene->interpolants);
    markings_finish(&scene->markings);
    net_destroy(scene->net);
}

/* A node for a marking, given as places, with these own literals. */
static uint32_t add(struct scene *scene, bits_word m, bits_word literals)
{
    const uint32_t marking = markings_add(&scene->markings, &m);
    uint32_t node;

    assert_int_equal(interpolants_node_of(&scene->interpolants, marking),
                     INTERPOLANTS_NONE);
    node = interpolants_add(&scene->interpolants, marking, INTERPOLANTS_NONE);
    assert_int_equal(interpolants_node_of(&scene->interpolants, marking), node);
    for (place_id p = 0; p < 4; p++)
        if (bits_has(&literals, p))
            literals_add(&scene->interpolants.literals, node, p);
    return node;
}

static void add_link(struct interpolants *x, uint32_t from, trans_id trans,
                     uint32_t to, bool exact)
{
    interpolants_link(x, x->links.len, from, trans, to, exact);
}

static bits_word literals_of(struct scene *scene, uint32_t node)
{
    bits_word places;

    literals_read(&scene->interpolants.literals, node, &places);
    return places;
}

static void close_node(struct scene *scene, uint32_t node)
{
    interpolants_close(&scene->interpolants, node);
    interpolants_settle(&scene->interpolants, &scene->watch);
    interpolants_check(&scene->interpolants);
}

#define SET(p) ((bits_word)1 << (p))

static void literals_come_back_over_links(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "p* q r s | t: p > q | u: q > p");

    const uint32_t a = add(&scene, SET(P) | SET(S), SET(P));
    const uint32_t b = add(&scene, SET(Q) | SET(S), SET(Q) | SET(R) | SET(S));

    add_link(&scene.interpolants, a, 0, b, true);
    assert_int_equal(literals_of(&scene, a),
                     SET(P) | SET(R) |
                         SET(S)); /* without q, which t produces */
    close_node(&scene, b);
    close_node(&scene, a);
    scene_finish(&scene);
}

static void what_comes_late_goes_round_a_cycle(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "p* q r s | t: p > q | u: q > p");

    const uint32_t a = add(&scene, SET(P), SET(P));
    const uint32_t b = add(&scene, SET(Q), SET(Q));

    add_link(&scene.interpolants, a, 0, b, true);
    add_link(&scene.interpolants, b, 1, a, true);
    close_node(&scene, b);
    literals_add(&scene.interpolants.literals, a, S);
    close_node(&scene, a);
    assert_int_equal(literals_of(&scene, b), SET(Q) | SET(S));
    scene_finish(&scene);
}

static void a_cube_that_narrows_gives_uses_back(void **state)
{
    struct scene scene;
    bits_word m = SET(Q) | SET(S);

    (void)state;
    scene_init(&scene, "p* q r s | t: p > q | u: q > p | v: r > s");

    const uint32_t cube = add(&scene, SET(Q), SET(Q));

    close_node(&scene, cube);
    assert_int_equal(interpolants_find(&scene.interpolants, &m), cube);

    const uint32_t a = add(&scene, SET(P) | SET(S), SET(P));

    add_link(&scene.interpolants, a, 0, cube, false);
    scene.interpolants.nodes.at[cube].open = true;
    literals_add(&scene.interpolants.literals, cube, S);
    assert_int_equal(scene.interpolants.stale.len, 0);
    close_node(&scene, cube);
    assert_int_equal(scene.interpolants.stale.len, 1);
    assert_int_equal(interpolants_find(&scene.interpolants, &m),
                     INTERPOLANTS_NONE);

    const uint32_t link = vec_pop(&scene.interpolants.stale);

    assert_int_equal(scene.interpolants.links.at[link].from, a);
    assert_int_equal(scene.interpolants.links.at[link].trans, 0);
    interpolants_link(&scene.interpolants, link, a, 0,
                      add(&scene, m, SET(Q) | SET(R)), true);
    assert_int_equal(literals_of(&scene, a), SET(P) | SET(R));
    assert_true(interpolants_bytes(&scene.interpolants) > 0);
    scene_finish(&scene);
}

static void an_open_node_is_no_cube_yet(void **state)
{
    struct scene scene;
    bits_word other = SET(Q) | SET(S);

    (void)state;
    scene_init(&scene, "p* q r s | t: p > q | u: q > p");

    const uint32_t node = add(&scene, SET(Q), SET(Q));

    assert_int_equal(interpolants_find(&scene.interpolants, &other),
                     INTERPOLANTS_NONE);
    close_node(&scene, node);
    assert_int_equal(interpolants_find(&scene.interpolants, &other), node);
    scene_finish(&scene);
}

static void the_links_of_a_node_are_listed(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "p* q r s | t: p > q | u: p > r");

    const uint32_t a = add(&scene, SET(P), SET(P));
    const uint32_t b = add(&scene, SET(Q), SET(Q));
    const uint32_t c = add(&scene, SET(R), SET(R));
    struct interpolants *const x = &scene.interpolants;

    assert_int_equal(interpolants_out(x, a), INTERPOLANTS_NONE);
    add_link(x, a, 0, b, true);
    add_link(x, a, 1, c, true);
    assert_int_equal(interpolants_out(x, a), 1);
    assert_int_equal(x->next_out.at[1], 0);
    assert_int_equal(x->next_out.at[0], INTERPOLANTS_NONE);
    assert_int_equal(interpolants_out(x, b), INTERPOLANTS_NONE);
    scene_finish(&scene);
}

MODULE(interpolants)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_come_back_over_links),
        cmocka_unit_test(what_comes_late_goes_round_a_cycle),
        cmocka_unit_test(a_cube_that_narrows_gives_uses_back),
        cmocka_unit_test(an_open_node_is_no_cube_yet),
        cmocka_unit_test(the_links_of_a_node_are_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
