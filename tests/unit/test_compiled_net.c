/* The compiled net has the runs of the original net, and makes transitions
 * dependent exactly as the relation does. */
#include "test.h"

#include "engine/unfolding/compiled_net.h"
#include "es_fixture.h"
#include "net/marking.h"

enum { N_NETS = 60, N_STEPS = 40 };

static bool span_has(const uint32_t *at, uint32_t len, uint32_t x)
{
    for (uint32_t i = 0; i < len; i++)
        if (at[i] == x)
            return true;
    return false;
}

static bool consumes(const struct compiled_net *compiled, trans_id t,
                     place_id p)
{
    return span_has(compiled_net_use(compiled, t).at,
                    compiled_net_consume_count(compiled, t), p);
}

static bool reads(const struct compiled_net *compiled, trans_id t, place_id p)
{
    const struct net_place_span use = compiled_net_use(compiled, t);
    const uint32_t n = compiled_net_consume_count(compiled, t);

    return span_has(use.at + n, use.len - n, p);
}

static bool produces(const struct compiled_net *compiled, trans_id t,
                     place_id p)
{
    return span_has(compiled_net_produce(compiled, t).at,
                    compiled_net_produce(compiled, t).len, p);
}

static bool in(struct net_place_span span, place_id p)
{
    return span_has(span.at, span.len, p);
}

/* Is there a place of the compiled net with these arcs? */
static bool one_row(const struct es_fixture *s, trans_id t, place_id p)
{
    const bool pre = in(net_pre(s->net, t), p);
    const bool read = in(net_read(s->net, t), p);
    const bool post = in(net_post(s->net, t), p);
    const bool is_test =
        dep_kind(s->dep) == DEP_READ || dep_kind(s->dep) == DEP_USER;

    return consumes(s->compiled, t, p) == (pre || (read && !is_test)) &&
           reads(s->compiled, t, p) == (read && is_test) &&
           produces(s->compiled, t, p) == (post || (read && !is_test));
}

static void places_of_the_net_follow_the_table(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct es_fixture s;

        es_fixture_draw(&s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
        for (trans_id t = 0; t < s.compiled->n_trans; t++)
            for (place_id p = 0; p < s.compiled->n_net_places; p++)
                assert_true(one_row(&s, t, p));
        es_fixture_finish(&s);
    }
}

/* Do two transitions share a place that one of them does not only read? */
static bool meet(const struct compiled_net *compiled, trans_id t, trans_id u)
{
    for (place_id p = 0; p < compiled->n_places; p++) {
        const bool t_in = consumes(compiled, t, p) || reads(compiled, t, p);
        const bool u_in = consumes(compiled, u, p) || reads(compiled, u, p);

        if ((consumes(compiled, t, p) && u_in) ||
            (consumes(compiled, u, p) && t_in) ||
            (produces(compiled, t, p) && u_in) ||
            (produces(compiled, u, p) && t_in))
            return true;
    }
    return false;
}

static void transitions_meet_where_they_depend(void **state)
{
    uint32_t n_missing = 0;

    (void)state;
    for (uint32_t i = 0; i < 2 * N_NETS; i++) {
        struct es_fixture s;
        struct dep *read;

        es_fixture_draw(&s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
        read = dep_create(s.net, DEP_READ);
        for (trans_id t = 0; t < s.compiled->n_trans; t++)
            for (trans_id u = 0; u < s.compiled->n_trans; u++) {
                const bool by_dep = dep_has(s.dep, t, u);
                const bool by_read = dep_has(read, t, u);

                assert_int_equal(meet(s.compiled, t, u), by_dep || by_read);
                n_missing += by_dep && !by_read;
            }
        dep_destroy(read);
        es_fixture_finish(&s);
    }
    assert_true(n_missing > 500); /* there were cliques */
}

static void every_transition_takes_something(void **state)
{
    struct net *const net = test_net("p* | look: ? p | free: | both: ? p > ");
    uint32_t n_own = 0;

    (void)state;
    for (uint32_t kind = DEP_CLASSIC; kind <= DEP_READ; kind++) {
        struct dep *const dep = dep_create(net, (enum dep_kind)kind);
        struct compiled_net *const compiled =
            compiled_net_create(net, dep, NULL, 0, false);

        for (trans_id t = 0; t < 3; t++) {
            assert_true(compiled_net_consume_count(compiled, t) > 0);
            assert_true(meet(compiled, t, t));
        }
        n_own = compiled->n_places - compiled->n_net_places;
        assert_int_equal(n_own, kind == DEP_READ ? 3 : 1);
        assert_int_equal(compiled->n_initial, 1 + n_own);
        compiled_net_destroy(compiled);
        dep_destroy(dep);
    }
    net_destroy(net);
}

static void under_none_all_consume_and_produce_one_place(void **state)
{
    struct es_fixture s;

    (void)state;
    es_fixture_draw(&s, 5, RANDOM_CYCLIC, 2, 0);
    assert_true(s.compiled->total_order_place >= s.compiled->n_net_places);
    assert_true(s.compiled->total_order_place < s.compiled->n_places);
    assert_true(span_has(s.compiled->initial, s.compiled->n_initial,
                         s.compiled->total_order_place));
    for (trans_id t = 0; t < s.compiled->n_trans; t++) {
        assert_true(consumes(s.compiled, t, s.compiled->total_order_place));
        assert_true(produces(s.compiled, t, s.compiled->total_order_place));
    }
    es_fixture_finish(&s);
    es_fixture_draw(&s, 5, RANDOM_CYCLIC, 2, 1);
    assert_int_equal(s.compiled->total_order_place, PLACE_NONE);
    es_fixture_finish(&s);
}

static uint32_t count(const struct relation *arcs, uint32_t n, uint32_t x)
{
    uint32_t found = 0;

    for (uint32_t i = arcs->start[n]; i < arcs->start[n + 1]; i++)
        found += arcs->at[i] == x;
    return found;
}

static void places_know_who_takes_tests_and_makes_them(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct es_fixture s;

        es_fixture_draw(&s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);

        const struct compiled_net *const a = s.compiled;

        for (place_id p = 0; p < a->n_places; p++)
            for (trans_id t = 0; t < a->n_trans; t++) {
                assert_int_equal(count(&a->arcs[COMPILED_NET_CONSUMERS], p, t),
                                 consumes(a, t, p));
                assert_int_equal(count(&a->arcs[COMPILED_NET_READERS], p, t),
                                 reads(a, t, p));
                assert_int_equal(count(&a->arcs[COMPILED_NET_PRODUCERS], p, t),
                                 produces(a, t, p));
            }
        es_fixture_finish(&s);
    }
}

/* -- Questions -- */

/* A goal with random places marked and empty. */
static struct goal draw_goal(const struct net *net, struct random *random)
{
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};

    for (place_id p = 0; p < net_place_count(net); p++)
        if (random_chance(random, 25))
            vec_push(&goal.empty, p);
        else if (random_chance(random, 25))
            vec_push(&goal.marked, p);
    goal.text = mem_text("");
    return goal;
}

/* The token game of the compiled net, with its own places. */
struct game {
    const struct compiled_net *compiled;
    bool marked[256];
};

static bool game_enabled(const struct game *g, trans_id t)
{
    const struct net_place_span use = compiled_net_use(g->compiled, t);

    for (uint32_t i = 0; i < use.len; i++)
        if (!g->marked[use.at[i]])
            return false;
    return true;
}

static void game_fire(struct game *g, trans_id t)
{
    const struct net_place_span use = compiled_net_use(g->compiled, t);
    const struct net_place_span make = compiled_net_produce(g->compiled, t);

    for (uint32_t i = 0; i < compiled_net_consume_count(g->compiled, t); i++)
        g->marked[use.at[i]] = false;
    for (uint32_t i = 0; i < make.len; i++) {
        assert_false(g->marked[make.at[i]]);
        g->marked[make.at[i]] = true;
    }
}

static bool game_matches(const struct game *g, uint32_t pattern)
{
    const struct net_place_span places =
        compiled_net_pattern_places(g->compiled, pattern);

    for (uint32_t i = 0; i < places.len; i++)
        if (!g->marked[places.at[i]])
            return false;
    return true;
}

static void compare_with_net(const struct game *g, const struct net *net,
                             const bits_word *m, const struct goal *goal)
{
    for (place_id p = 0; p < net_place_count(net); p++)
        assert_int_equal(g->marked[p], bits_has(m, p));
    for (trans_id t = 0; t < net_trans_count(net); t++)
        assert_int_equal(game_enabled(g, t), marking_enabled(net, m, t));
    for (uint32_t i = 0; i < g->compiled->n_patterns; i++)
        if (g->compiled->patterns[i].goal == 0)
            assert_int_equal(game_matches(g, i), goal_holds(goal, net, m));
        else
            assert_false(game_matches(g, i)); /* the net is safe */
}

static trans_id draw_enabled(const struct net *net, const bits_word *m,
                             struct random *random)
{
    const uint32_t n = net_trans_count(net), from = random_below(random, n);

    for (uint32_t i = 0; i < n; i++)
        if (marking_enabled(net, m, (from + i) % n))
            return (from + i) % n;
    return TRANS_NONE;
}

/* Plays the net and the compiled net side by side. */
static void play(const struct es_fixture *s, const struct goal *goal,
                 struct random *random)
{
    struct game g = {.compiled = s->compiled};
    bits_word m[8];

    assert_true(s->compiled->n_places <= 256);
    marking_initial(s->net, m);
    for (uint32_t i = 0; i < s->compiled->n_initial; i++)
        g.marked[s->compiled->initial[i]] = true;
    for (uint32_t step = 0; step < N_STEPS; step++) {
        const trans_id t = draw_enabled(s->net, m, random);

        compare_with_net(&g, s->net, m, goal);
        if (t == TRANS_NONE)
            return;
        marking_fire(s->net, m, t);
        game_fire(&g, t);
    }
}

static void runs_and_questions_are_those_of_the_net(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4 * N_NETS; i++) {
        static const enum dep_kind kinds[] = {DEP_NONE, DEP_CLASSIC, DEP_READ};
        struct random random;
        struct es_fixture s;
        goal_list goals = {0};

        random_init(&random, i);

        struct net *const net = random_net(&random, RANDOM_CYCLIC, 2);
        const struct goal goal = draw_goal(net, &random);

        vec_push(&goals, goal);
        es_fixture_init_goals(&s, net, dep_create(net, kinds[i % 3]), goals.at,
                              1);
        play(&s, &goals.at[0], &random);
        es_fixture_finish(&s);
        goal_list_free(&goals);
    }
}

/* The complement of q disables t; a pattern shows that t is enabled. */
static void a_hidden_second_token_has_a_pattern(void **state)
{
    struct net *const net = test_net("p* q* r | t: p > q | u: q > r");
    struct dep *const dep = dep_create(net, DEP_READ);
    struct diag diag = {0};
    goal_list goals = {0};
    struct compiled_net *compiled;

    (void)state;
    assert_true(goal_add_trans(&goals, net, "u", &diag));
    assert_true(goal_add_marking(&goals, net, "r !q", false, &diag));
    compiled = compiled_net_create(net, dep, goals.at, goals.len, false);
    assert_int_equal(compiled->n_patterns, 2);
    assert_int_equal(compiled->patterns[0].goal, 1);
    assert_int_equal(compiled->patterns[1].goal, UINT32_MAX);
    assert_int_equal(compiled->patterns[1].trans, 0);
    assert_int_equal(compiled->patterns[1].place, 1);
    assert_int_equal(compiled_net_pattern_places(compiled, 1).len, 2);
    assert_int_equal(compiled->n_places, 4);
    assert_int_equal(count(&compiled->place_patterns, 0, 1), 1); /* p */
    assert_int_equal(count(&compiled->place_patterns, 1, 1), 1); /* q */
    assert_int_equal(count(&compiled->place_patterns, 3, 0), 1); /* !q */
    assert_true(consumes(compiled, 0, 3) && produces(compiled, 1, 3));
    compiled_net_destroy(compiled);
    goal_list_free(&goals);
    dep_destroy(dep);
    net_destroy(net);
}

/* -- Copies -- */

/* Nothing is read: a transition that consumes or produces on a place does so on
 * all copies, and each reader consumes and produces its own copy. */
static void copies_replace_tests(void **state)
{
    uint32_t n_own = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct es_fixture s;
        struct compiled_net *copies;

        es_fixture_draw(&s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
        copies = compiled_net_create(s.net, s.dep, NULL, 0, true);
        for (trans_id t = 0; t < copies->n_trans; t++) {
            assert_int_equal(compiled_net_consume_count(copies, t),
                             compiled_net_use(copies, t).len);
            assert_true(compiled_net_consume_count(copies, t) > 0);
            for (trans_id u = 0; u < copies->n_trans; u++)
                assert_int_equal(meet(copies, t, u),
                                 meet(s.compiled, t, u) || t == u);
        }
        n_own += copies->n_places - copies->n_net_places;
        compiled_net_destroy(copies);
        es_fixture_finish(&s);
    }
    assert_true(n_own > 30);
}

static void each_reader_has_a_copy_of_its_own(void **state)
{
    struct net *const net =
        test_net("p* q* x* | r: x ? p > | s: q ? p > | c: p > x");
    struct dep *const dep = dep_create(net, DEP_READ);
    struct compiled_net *const compiled =
        compiled_net_create(net, dep, NULL, 0, true);

    (void)state;
    assert_int_equal(compiled->n_places, 4);
    assert_int_equal(compiled->n_initial, 4);
    assert_true(consumes(compiled, 0, 0) && produces(compiled, 0, 0) &&
                !consumes(compiled, 0, 3));
    assert_true(consumes(compiled, 1, 3) && produces(compiled, 1, 3) &&
                !consumes(compiled, 1, 0));
    assert_true(consumes(compiled, 2, 0) && consumes(compiled, 2, 3));
    assert_false(produces(compiled, 2, 0) || produces(compiled, 2, 3));
    assert_int_equal(compiled->mirrors[0].place, 0);
    assert_false(compiled->mirrors[0].opposite);
    assert_int_equal(compiled_net_count_copied(net, dep).arcs, 2);
    assert_int_equal(compiled_net_count_copied(net, dep).most, 2);
    compiled_net_destroy(compiled);
    dep_destroy(dep);
    net_destroy(net);
}

MODULE(compiled_net)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(places_of_the_net_follow_the_table),
        cmocka_unit_test(transitions_meet_where_they_depend),
        cmocka_unit_test(every_transition_takes_something),
        cmocka_unit_test(under_none_all_consume_and_produce_one_place),
        cmocka_unit_test(places_know_who_takes_tests_and_makes_them),
        cmocka_unit_test(runs_and_questions_are_those_of_the_net),
        cmocka_unit_test(a_hidden_second_token_has_a_pattern),
        cmocka_unit_test(copies_replace_tests),
        cmocka_unit_test(each_reader_has_a_copy_of_its_own),
    };

    return cmocka_run_group_tests(all, NULL, NULL);
}
