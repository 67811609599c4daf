/* THEORY, Lemma 50: where the places of an up-set are as they were, the
 * formula is false, and it stays false until one of its transitions fires. */
#include "test.h"

#include "diff/condition.h"
#include "engine/state/up_set.h"
#include "net/marking.h"
#include "oracle.h"
#include "question/goal.h"
#include "random.h"

enum { LIMIT = 150, N_NETS = 80, N_FORMULAS = 6 };

struct scene {
    struct net *net;
    struct oracle oracle;
    struct enabled_set at;
    struct up_set up_set;
    struct stubborn_closure closure;
    goal_list goals;
    bits_word *m;
    bool *met;       /* by marking */
    uint32_t *queue; /* of markings */
    uint32_t n_tried, n_kept;
};

static void scene_init(struct scene *scene, struct net *net)
{
    *scene = (struct scene){.net = net};
    oracle_init(&scene->oracle, net, LIMIT);
    enabled_set_init(&scene->at, net);
    enabled_set_count_producers(&scene->at);
    up_set_init(&scene->up_set, net, &scene->at);
    stubborn_closure_init(&scene->closure, net, &scene->at);
    scene->m = mem_zero(scene->oracle.words, sizeof *scene->m);
    scene->met = mem_zero(scene->oracle.n_markings, sizeof *scene->met);
    scene->queue = mem_zero(scene->oracle.n_markings, sizeof(uint32_t));
}

static void scene_finish(struct scene *scene)
{
    mem_free(scene->queue);
    mem_free(scene->met);
    mem_free(scene->m);
    goal_list_free(&scene->goals);
    stubborn_closure_finish(&scene->closure);
    up_set_finish(&scene->up_set);
    enabled_set_finish(&scene->at);
    oracle_finish(&scene->oracle);
    net_destroy(scene->net);
}

static bool holds(const struct scene *scene, uint32_t i)
{
    return goal_holds(vec_top(&scene->goals), scene->net,
                      oracle_marking(&scene->oracle, i));
}

static uint32_t find(const struct scene *scene, const bits_word *m)
{
    for (uint32_t i = 0; i < scene->oracle.n_markings; i++)
        if (bits_equal(oracle_marking(&scene->oracle, i), m,
                       scene->oracle.words))
            return i;
    fail();
    return 0;
}

/* At all markings that have these places as marking i has them. */
static void expect_false_beside(struct scene *scene, uint32_t i)
{
    const net_place_list *const places = &scene->closure.set.places;

    for (uint32_t k = 0; k < scene->oracle.n_markings; k++) {
        bool same = true;

        for (uint32_t p = 0; p < places->len && same; p++)
            same = bits_has(oracle_marking(&scene->oracle, k), places->at[p]) ==
                   bits_has(oracle_marking(&scene->oracle, i), places->at[p]);
        if (same)
            assert_false(holds(scene, k));
    }
}

/* Along all runs from marking i without a transition of the up-set. */
static void expect_false_until(struct scene *scene, uint32_t i)
{
    uint32_t n = 1;

    memset(scene->met, 0, scene->oracle.n_markings * sizeof *scene->met);
    scene->queue[0] = i;
    scene->met[i] = true;
    for (uint32_t k = 0; k < n; k++) {
        const bits_word *const from =
            oracle_marking(&scene->oracle, scene->queue[k]);

        assert_false(holds(scene, scene->queue[k]));
        for (trans_id t = 0; t < net_trans_count(scene->net); t++) {
            uint32_t to;

            if (stubborn_closure_has(&scene->closure, t) ||
                !marking_enabled(scene->net, from, t))
                continue;
            bits_copy(scene->m, from, scene->oracle.words);
            marking_fire(scene->net, scene->m, t);
            to = find(scene, scene->m);
            if (!scene->met[to])
                scene->queue[n++] = to;
            scene->met[to] = true;
        }
    }
    scene->n_kept += n - 1;
}

static void try_marking(struct scene *scene, uint32_t i)
{
    const struct up_set *const r = &scene->up_set;

    enabled_set_move(&scene->at, oracle_marking(&scene->oracle, i));
    up_set_look(&scene->up_set);
    assert_true(r->candidates.len > 0);
    for (uint32_t k = 0; k < r->candidates.len; k++) {
        assert_true(k == 0 ||
                    r->candidates.at[k - 1].cost <= r->candidates.at[k].cost);
        stubborn_closure_start(&scene->closure);
        up_set_add(&scene->up_set, &r->candidates.at[k], &scene->closure);
        expect_false_beside(scene, i);
        expect_false_until(scene, i);
        scene->n_tried++;
    }
}

static void try_formula(struct scene *scene, const char *text)
{
    struct diag diag = {0};

    assert_true(goal_add_formula(&scene->goals, scene->net, text, &diag));
    up_set_seek(&scene->up_set, vec_top(&scene->goals)->formula);
    for (uint32_t i = 0; i < scene->oracle.n_markings; i++)
        if (!holds(scene, i))
            try_marking(scene, i);
}

static void formulas_stay_false_until_a_transition_fires(void **state)
{
    uint32_t n_tried = 0, n_kept = 0;

    (void)state;
    for (uint32_t seed = 0; seed < N_NETS; seed++) {
        struct random random;
        struct scene scene;

        random_init(&random, seed);
        scene_init(&scene, random_net(&random, RANDOM_CYCLIC, 1 + seed % 3));
        for (uint32_t i = 0; i < N_FORMULAS && scene.oracle.complete; i++) {
            struct condition *const condition =
                condition_create(&random, scene.net, 2);
            char text[4000];

            (void)snprintf(text, sizeof text, "EF %s",
                           condition_text(condition));
            try_formula(&scene, text);
            condition_destroy(condition);
        }
        n_tried += scene.n_tried;
        n_kept += scene.n_kept;
        scene_finish(&scene);
    }
    printf("# %u up-sets, %u steps beside them\n", n_tried, n_kept);
    assert_true(n_tried > 4000 && n_kept > 4000);
}

/* The first candidate at the initial marking, as transitions. */
static void expect_first(const char *line, const char *formula,
                         const char *wanted)
{
    struct diag diag = {0};
    struct scene scene;
    char found[64] = "";

    scene_init(&scene, test_net(line));
    assert_true(goal_add_formula(&scene.goals, scene.net, formula, &diag));
    up_set_seek(&scene.up_set, scene.goals.at->formula);
    enabled_set_move(&scene.at, oracle_marking(&scene.oracle, 0));
    up_set_look(&scene.up_set);
    stubborn_closure_start(&scene.closure);
    up_set_add(&scene.up_set, scene.up_set.candidates.at, &scene.closure);
    for (trans_id t = 0; t < net_trans_count(scene.net); t++)
        if (stubborn_closure_has(&scene.closure, t))
            strcat(found, net_trans_label(scene.net, t));
    assert_string_equal(found, wanted);
    scene_finish(&scene);
}

static void the_fewest_enabled_transitions_come_first(void **state)
{
    static const char *const line = "p* q r s* | a: p > q | b: q > r | c: s > |"
                                    " d: p >";

    (void)state;
    expect_first(line, "EF fireable(b)", "a");
    expect_first(line, "EF q = 1 and r = 1", "b");
    expect_first(line, "EF q = 1 or r = 1", "ab");
    expect_first(line, "EF p + s <= 1", "acd");
    expect_first(line, "EF deadlock", "c");
}

MODULE(up_set)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_stay_false_until_a_transition_fires),
        cmocka_unit_test(the_fewest_enabled_transitions_come_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
