/* Causality and immediate conflict are what [Rod15] section 2 says: compared
 * with the model, which takes them from pasts and the dependency relation and
 * knows no conditions. */
#include "test.h"

#include "engine/unfolding/conflict.h"
#include "random_walk.h"

enum { N_NETS = SWEEP(800), N_STEPS = 60, MOST_EVENTS = 40 };

/* What came up, so that nothing was compared in vain. */
struct seen {
    uint32_t near, far;          /* immediate: are all causes of both in C? */
    uint32_t inherited, in_c, d; /* conflicts that are not immediate; x in C */
};

static bool has_causes_in_c(const struct es_fixture *s, event_id e)
{
    const struct es_name name = es_name(s->es, e);

    for (uint32_t i = 0; i < name.n; i++)
        if (!config_has(&s->c, es_name_cause(s->es, name, i)))
            return false;
    return true;
}

static void compare_pair(struct random_walk *r, const struct model *model,
                         event_id x, event_id u, struct seen *seen)
{
    struct conflict *const k = &r->useful.conflict;
    const bool immediate = model_immediate(model, x, u);

    conflict_focus(k, x);
    assert_int_equal(conflict_is_immediate(k, x, u), immediate);
    conflict_focus(k, u);
    assert_int_equal(conflict_is_immediate(k, x, u), immediate);
    if (immediate && has_causes_in_c(&r->s, u))
        seen->near++;
    else if (immediate)
        seen->far++;
    else
        seen->inherited += bits_has(model_clash(model, x), u);
    seen->in_c += immediate && config_has(&r->s.c, x);
    seen->d += immediate && r->s.c.has.at[x] & CONFIG_SLEEPS;
}

/* Every pair of which one event has its causes in C. */
static void compare_all(struct random_walk *r, struct seen *seen)
{
    struct model model;

    model_init(&model, &r->s);
    for (event_id x = 1; x < model.n; x++)
        for (event_id u = 1; u < model.n && has_causes_in_c(&r->s, x); u++)
            compare_pair(r, &model, x, u, seen);
    model_finish(&model);
}

static void conflicts_are_those_of_the_definition(void **state)
{
    struct seen seen[ES_FIXTURE_RELATIONS] = {{0}};
    struct compact_map map = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random_walk r;

        random_walk_draw(&r, i, 1 + i / 4 % 3);
        random_walk_start(&r, (struct random_walk_hooks){0});
        for (uint32_t n = 0; n < N_STEPS && r.s.es->events.len <= MOST_EVENTS;
             n++) {
            random_walk_step(&r);
            if (n % 8 == 7)
                compare_all(&r, &seen[i % ES_FIXTURE_RELATIONS]);
            if (n % 16 == 15) {
                random_walk_keep(&r, &map, 60);
                random_walk_compact(&r, &map);
            }
        }
        random_walk_finish(&r);
    }
    compact_finish(&map);
    for (uint32_t i = 0; i < ES_FIXTURE_RELATIONS; i++) {
        assert_true(seen[i].near > SWEEP(8000));
        assert_true(seen[i].inherited > SWEEP(20000));
        assert_true(seen[i].in_c > SWEEP(2000) && seen[i].d > SWEEP(500));
        assert_true(i == 0 || seen[i].far > SWEEP(400));
    }
}

/* -- C is [x) -- */

/* Moves C to [x). */
static void move_to_causes(struct es_fixture *s, const struct model *model,
                           event_id x)
{
    const bits_word *const past = model_past(model, x);

    while (config_size(&s->c))
        config_pop(&s->c);
    for (event_id e = bits_next(past, 1, x); e < x;
         e = bits_next(past, e + 1, x)) {
        assert_true(config_push(&s->c, e));
    }
}

static void any_pair_can_be_asked_about_after_a_move(void **state)
{
    uint32_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS / 4; i++) {
        struct random random;
        struct model model;
        struct conflict k;
        struct es_fixture s;

        random_init(&random, i);
        es_fixture_draw(&s, i, RANDOM_CYCLIC, 1 + i / 4 % 3,
                        i % ES_FIXTURE_RELATIONS);
        es_fixture_fill(&s, &random, 4, 8, MOST_EVENTS);
        conflict_init(&k, &s.c);
        model_init(&model, &s);
        for (event_id x = 1; x < model.n; x++) {
            move_to_causes(&s, &model, x);
            conflict_focus(&k, x);
            for (event_id u = 1; u < model.n; u++) {
                assert_int_equal(conflict_is_immediate(&k, x, u),
                                 model_immediate(&model, x, u));
                n += model_immediate(&model, x, u);
            }
        }
        model_finish(&model);
        conflict_finish(&k);
        es_fixture_finish(&s);
    }
    assert_true(n > SWEEP(3000));
}

/* -- The example of the header -- */

static bool is_immediate(struct conflict *k, event_id x, event_id u)
{
    conflict_focus(k, x);
    return conflict_is_immediate(k, x, u);
}

static void the_example_is_right(void **state)
{
    struct net *const net =
        test_net("k* q* s | a: k ? q > | w: q > s | x: s >");
    struct es_fixture s;
    struct conflict k;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    es_fixture_fire(&s, "a");
    es_fixture_reset(&s);
    es_fixture_fire(&s, "b");
    es_fixture_reset(&s);
    assert_int_equal(s.es->events.len - 1, 4);
    assert_int_equal(es_readers(s.es, 3)[0], 1);
    conflict_init(&k, &s.c);
    assert_true(is_immediate(&k, 1, 2));
    assert_true(is_immediate(&k, 2, 1));
    assert_false(is_immediate(&k, 2, 3));
    assert_false(is_immediate(&k, 1, 4));
    assert_true(config_push(&s.c, 1));
    assert_true(is_immediate(&k, 1, 2));
    assert_false(is_immediate(&k, 3, 2));
    assert_false(is_immediate(&k, 3, 1));
    conflict_finish(&k);
    es_fixture_finish(&s);
}

MODULE(conflict)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conflicts_are_those_of_the_definition),
        cmocka_unit_test(any_pair_can_be_asked_about_after_a_move),
        cmocka_unit_test(the_example_is_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
