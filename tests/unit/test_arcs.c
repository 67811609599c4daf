/* The net that the unfolding sees has the runs of the net that was read, and
 * makes dependent what the relation calls dependent. */
#include "test.h"

#include "net/marking.h"
#include "stand.h"
#include "unfolding/arcs.h"

enum { N_NETS = 60, N_STEPS = 40 };

static bool span_has(const uint32_t *at, uint32_t len, uint32_t x)
{
    for (uint32_t i = 0; i < len; i++)
        if (at[i] == x)
            return true;
    return false;
}

static bool takes(const struct arcs *arcs, trans_id t, place_id p)
{
    return span_has(arcs_use(arcs, t).at, arcs->n_take[t], p);
}

static bool tests(const struct arcs *arcs, trans_id t, place_id p)
{
    const struct place_span use = arcs_use(arcs, t);
    const uint32_t n = arcs->n_take[t];

    return span_has(use.at + n, use.len - n, p);
}

static bool makes(const struct arcs *arcs, trans_id t, place_id p)
{
    return span_has(arcs_make(arcs, t).at, arcs_make(arcs, t).len, p);
}

static bool in(struct place_span span, place_id p)
{
    return span_has(span.at, span.len, p);
}

/* Is there a place of the net that is taken, tested and made like this? */
static bool one_row(const struct stand *s, trans_id t, place_id p)
{
    const bool pre = in(net_pre(s->net, t), p);
    const bool read = in(net_read(s->net, t), p);
    const bool post = in(net_post(s->net, t), p);
    const bool is_test =
        dep_kind(s->dep) == DEP_READ || dep_kind(s->dep) == DEP_USER;

    return takes(s->arcs, t, p) == (pre || (read && !is_test)) &&
           tests(s->arcs, t, p) == (read && is_test) &&
           makes(s->arcs, t, p) == (post || (read && !is_test));
}

static void places_of_the_net_follow_the_table(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct stand s;

        stand_draw(&s, i, RANDOM_CYCLIC, 2, i % STAND_RELATIONS);
        for (trans_id t = 0; t < s.arcs->n_trans; t++)
            for (place_id p = 0; p < s.arcs->n_net_places; p++)
                assert_true(one_row(&s, t, p));
        stand_finish(&s);
    }
}

/* Two transitions meet on a place, and not only by testing it. */
static bool meet(const struct arcs *arcs, trans_id t, trans_id u)
{
    for (place_id p = 0; p < arcs->n_places; p++) {
        const bool t_in = takes(arcs, t, p) || tests(arcs, t, p);
        const bool u_in = takes(arcs, u, p) || tests(arcs, u, p);

        if ((takes(arcs, t, p) && u_in) || (takes(arcs, u, p) && t_in) ||
            (makes(arcs, t, p) && u_in) || (makes(arcs, u, p) && t_in))
            return true;
    }
    return false;
}

static void transitions_meet_where_they_depend(void **state)
{
    uint32_t n_missing = 0;

    (void)state;
    for (uint32_t i = 0; i < 2 * N_NETS; i++) {
        struct stand s;
        struct dep *read;

        stand_draw(&s, i, RANDOM_CYCLIC, 2, i % STAND_RELATIONS);
        read = dep_create(s.net, DEP_READ);
        for (trans_id t = 0; t < s.arcs->n_trans; t++)
            for (trans_id u = 0; u < s.arcs->n_trans; u++) {
                const bool by_dep = dep_has(s.dep, t, u);
                const bool by_read = dep_has(read, t, u);

                assert_int_equal(meet(s.arcs, t, u), by_dep || by_read);
                n_missing += by_dep && !by_read;
            }
        dep_destroy(read);
        stand_finish(&s);
    }
    assert_true(n_missing > 500); /* cliques have been needed */
}

static void every_transition_takes_something(void **state)
{
    struct net *const net = test_net("p* | look: ? p | free: | both: ? p > ");
    uint32_t n_own = 0;

    (void)state;
    for (uint32_t kind = DEP_CLASSIC; kind <= DEP_READ; kind++) {
        struct dep *const dep = dep_create(net, (enum dep_kind)kind);
        struct arcs *const arcs = arcs_create(net, dep, NULL, 0);

        for (trans_id t = 0; t < 3; t++) {
            assert_true(arcs->n_take[t] > 0);
            assert_true(meet(arcs, t, t));
        }
        n_own = arcs->n_places - arcs->n_net_places;
        assert_int_equal(n_own, kind == DEP_READ ? 3 : 1);
        assert_int_equal(arcs->n_initial, 1 + n_own);
        arcs_destroy(arcs);
        dep_destroy(dep);
    }
    net_destroy(net);
}

static void under_none_all_take_and_make_the_clock(void **state)
{
    struct stand s;

    (void)state;
    stand_draw(&s, 5, RANDOM_CYCLIC, 2, 0);
    assert_true(s.arcs->clock >= s.arcs->n_net_places);
    assert_true(s.arcs->clock < s.arcs->n_places);
    assert_true(span_has(s.arcs->initial, s.arcs->n_initial, s.arcs->clock));
    for (trans_id t = 0; t < s.arcs->n_trans; t++) {
        assert_true(takes(s.arcs, t, s.arcs->clock));
        assert_true(makes(s.arcs, t, s.arcs->clock));
    }
    stand_finish(&s);
    stand_draw(&s, 5, RANDOM_CYCLIC, 2, 1);
    assert_int_equal(s.arcs->clock, PLACE_NONE);
    stand_finish(&s);
}

static uint32_t count(const uint32_t *at, const uint32_t *ends, uint32_t n,
                      uint32_t x)
{
    uint32_t found = 0;

    for (uint32_t i = at[n]; i < at[n + 1]; i++)
        found += ends[i] == x;
    return found;
}

static void places_know_who_takes_tests_and_makes_them(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct stand s;

        stand_draw(&s, i, RANDOM_CYCLIC, 2, i % STAND_RELATIONS);

        const struct arcs *const a = s.arcs;

        for (place_id p = 0; p < a->n_places; p++)
            for (trans_id t = 0; t < a->n_trans; t++) {
                assert_int_equal(count(a->taker_at, a->takers, p, t),
                                 takes(a, t, p));
                assert_int_equal(count(a->tester_at, a->testers, p, t),
                                 tests(a, t, p));
                assert_int_equal(count(a->maker_at, a->makers, p, t),
                                 makes(a, t, p));
            }
        stand_finish(&s);
    }
}

/* -- Questions -- */

/* A goal that wants random places marked and empty. */
static struct goal draw_goal(const struct net *net, struct random *random)
{
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};

    for (place_id p = 0; p < net_place_count(net); p++)
        if (random_chance(random, 25))
            vec_push(&goal.empty, p);
        else if (random_chance(random, 25))
            vec_push(&goal.marked, p);
    goal.text = mem_text("");
    goal.label = mem_text("");
    return goal;
}

/* The token game of the arcs, own places included. */
struct game {
    const struct arcs *arcs;
    bool marked[256];
};

static bool game_enabled(const struct game *g, trans_id t)
{
    const struct place_span use = arcs_use(g->arcs, t);

    for (uint32_t i = 0; i < use.len; i++)
        if (!g->marked[use.at[i]])
            return false;
    return true;
}

static void game_fire(struct game *g, trans_id t)
{
    const struct place_span use = arcs_use(g->arcs, t);
    const struct place_span make = arcs_make(g->arcs, t);

    for (uint32_t i = 0; i < g->arcs->n_take[t]; i++)
        g->marked[use.at[i]] = false;
    for (uint32_t i = 0; i < make.len; i++) {
        assert_false(g->marked[make.at[i]]);
        g->marked[make.at[i]] = true;
    }
}

static bool game_matches(const struct game *g, uint32_t pattern)
{
    const struct arcs *const arcs = g->arcs;

    for (uint32_t i = arcs->pattern_at[pattern];
         i < arcs->pattern_at[pattern + 1]; i++)
        if (!g->marked[arcs->pattern_places[i]])
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
    for (uint32_t i = 0; i < g->arcs->n_patterns; i++)
        if (g->arcs->patterns[i].goal == 0)
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

/* Fires the net and the arcs side by side. */
static void play(const struct stand *s, const struct goal *goal,
                 struct random *random)
{
    struct game g = {.arcs = s->arcs};
    bits_word m[8];

    assert_true(s->arcs->n_places <= 256);
    marking_initial(s->net, m);
    for (uint32_t i = 0; i < s->arcs->n_initial; i++)
        g.marked[s->arcs->initial[i]] = true;
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
        struct stand s;
        goal_list goals = {0};

        random_init(&random, i);

        struct net *const net = random_net(&random, RANDOM_CYCLIC, 2);
        const struct goal goal = draw_goal(net, &random);

        vec_push(&goals, goal);
        stand_init_goals(&s, net, dep_create(net, kinds[i % 3]), goals.at, 1);
        play(&s, &goals.at[0], &random);
        stand_finish(&s);
        goal_list_free(&goals);
    }
}

/* The complement of q hides that t is enabled; a pattern shows it. */
static void a_hidden_second_token_has_a_pattern(void **state)
{
    struct net *const net = test_net("p* q* r | t: p > q | u: q > r");
    struct dep *const dep = dep_create(net, DEP_READ);
    struct diag diag = {0};
    goal_list goals = {0};
    struct arcs *arcs;

    (void)state;
    assert_true(goal_add_trans(&goals, net, "u", &diag));
    assert_true(goal_add_marking(&goals, net, "r !q", false, &diag));
    arcs = arcs_create(net, dep, goals.at, goals.len);
    assert_int_equal(arcs->n_patterns, 2);
    assert_int_equal(arcs->patterns[0].goal, 1);
    assert_int_equal(arcs->patterns[1].goal, UINT32_MAX);
    assert_int_equal(arcs->patterns[1].trans, 0);
    assert_int_equal(arcs->patterns[1].place, 1);
    assert_int_equal(arcs->pattern_at[2] - arcs->pattern_at[1], 2);
    assert_int_equal(arcs->n_places, 4);
    assert_int_equal(count(arcs->wanting_at, arcs->wanting, 0, 1), 1); /* p */
    assert_int_equal(count(arcs->wanting_at, arcs->wanting, 1, 1), 1); /* q */
    assert_int_equal(count(arcs->wanting_at, arcs->wanting, 3, 0), 1); /* !q */
    assert_true(takes(arcs, 0, 3) && makes(arcs, 1, 3));
    arcs_destroy(arcs);
    goal_list_free(&goals);
    dep_destroy(dep);
    net_destroy(net);
}

/* t makes what it reads: it is enabled only where that is a second token. */
static void what_reads_a_place_does_not_take_its_complement(void **state)
{
    struct net *const net = test_net("p* q* | t: p ? q > q | u: q > p");
    struct dep *const dep = dep_create(net, DEP_READ);
    struct diag diag = {0};
    goal_list goals = {0};
    struct arcs *arcs;

    (void)state;
    assert_true(goal_add_marking(&goals, net, "!q", false, &diag));
    arcs = arcs_create(net, dep, goals.at, goals.len);
    assert_int_equal(arcs->n_patterns, 1);
    assert_false(takes(arcs, 0, 2));
    assert_true(tests(arcs, 0, 1) && makes(arcs, 0, 1));
    arcs_destroy(arcs);
    goal_list_free(&goals);
    dep_destroy(dep);
    net_destroy(net);
}

/* -- Copies -- */

/* Nothing is tested; who takes or makes a place does so with all its copies,
 * and each reader takes and makes a copy of its own. */
static void copies_replace_tests(void **state)
{
    uint32_t n_own = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct stand s;
        struct arcs *copies;

        stand_draw(&s, i, RANDOM_CYCLIC, 2, i % STAND_RELATIONS);
        copies = arcs_create_copies(s.net, s.dep, NULL, 0);
        for (trans_id t = 0; t < copies->n_trans; t++) {
            assert_int_equal(copies->n_take[t], arcs_use(copies, t).len);
            assert_true(copies->n_take[t] > 0);
            for (trans_id u = 0; u < copies->n_trans; u++)
                assert_int_equal(meet(copies, t, u),
                                 meet(s.arcs, t, u) || t == u);
        }
        n_own += copies->n_places - copies->n_net_places;
        arcs_destroy(copies);
        stand_finish(&s);
    }
    assert_true(n_own > 30);
}

static void each_reader_has_a_copy_of_its_own(void **state)
{
    struct net *const net =
        test_net("p* q* x* | r: x ? p > | s: q ? p > | c: p > x");
    struct dep *const dep = dep_create(net, DEP_READ);
    struct arcs *const arcs = arcs_create_copies(net, dep, NULL, 0);

    (void)state;
    assert_int_equal(arcs->n_places, 4);
    assert_int_equal(arcs->n_initial, 4);
    assert_true(takes(arcs, 0, 0) && makes(arcs, 0, 0) && !takes(arcs, 0, 3));
    assert_true(takes(arcs, 1, 3) && makes(arcs, 1, 3) && !takes(arcs, 1, 0));
    assert_true(takes(arcs, 2, 0) && takes(arcs, 2, 3));
    assert_false(makes(arcs, 2, 0) || makes(arcs, 2, 3));
    assert_int_equal(arcs->mirrors[0].place, 0);
    assert_false(arcs->mirrors[0].opposite);
    arcs_destroy(arcs);
    dep_destroy(dep);
    net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(places_of_the_net_follow_the_table),
        cmocka_unit_test(transitions_meet_where_they_depend),
        cmocka_unit_test(every_transition_takes_something),
        cmocka_unit_test(under_none_all_take_and_make_the_clock),
        cmocka_unit_test(places_know_who_takes_tests_and_makes_them),
        cmocka_unit_test(runs_and_questions_are_those_of_the_net),
        cmocka_unit_test(a_hidden_second_token_has_a_pattern),
        cmocka_unit_test(what_reads_a_place_does_not_take_its_complement),
        cmocka_unit_test(copies_replace_tests),
        cmocka_unit_test(each_reader_has_a_copy_of_its_own),
    };

    return cmocka_run_group_tests(all, NULL, NULL);
}
