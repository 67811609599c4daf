/* The parts of a walk: tokens, atoms of questions, the guide, shorter runs. */
#include "test.h"

#include "engine/race/engines.h"
#include "marking/game_goals.h"
#include "marking/guide.h"
#include "marking/shorten.h"

/* Fires the transition with this label, which must be enabled and safe. */
static void fire(struct token_game *game, const char *label)
{
    const trans_id t = net_find_trans(game->net, label, NULL);

    assert_true(token_game_enables(game, t));
    assert_int_equal(token_game_fire(game, t), PLACE_NONE);
    token_game_check(game);
}

static void a_restart_undoes_a_walk(void **state)
{
    struct net *net = test_net("p* q r* s | a: p > q | b: q > p | c: q ? r > s"
                               " | d: s r > p");
    struct token_game game;

    (void)state;
    token_game_init(&game, net);
    for (uint32_t i = 0; i < 3; i++) {
        fire(&game, "a");
        fire(&game, "c");
        fire(&game, "d");
        assert_int_equal(game.run.len, 3);
        token_game_undo(&game);
        token_game_check(&game);
        fire(&game, "d");
        token_game_restart(&game);
        token_game_check(&game);
        assert_int_equal(game.run.len, 0);
        assert_int_equal(game.enabled.len, 1);
    }
    token_game_finish(&game);
    net_destroy(net);
}

static void a_second_token_is_told_and_not_made(void **state)
{
    struct net *net = test_net("p* q* | a: p > q");
    struct token_game game;

    (void)state;
    token_game_init(&game, net);
    assert_int_equal(token_game_fire(&game, 0), 1);
    assert_int_equal(game.run.len, 0);
    token_game_check(&game);
    token_game_finish(&game);
    net_destroy(net);
}

/* Only questions whose atoms have changed are looked at. */
static void questions_are_due_when_an_atom_changes(void **state)
{
    struct net *net = test_net("p* q r | a: p > q | b: q > r");
    struct diag diag = {0};
    struct token_game game;
    struct game_goals atoms;
    goal_list goals = {0};

    (void)state;
    assert_true(
        goal_add_formula(&goals, net, "EF q + r >= 1 and fireable(b)", &diag));
    assert_true(goal_add_marking(&goals, net, "r !p", false, &diag));
    goal_add_plain(&goals, "deadlock");
    assert_true(goal_add_bound(&goals, net, "2*q + 3*r", &diag));
    token_game_init(&game, net);
    game_goals_init(&atoms, &game, goals.at, goals.len);
    assert_int_equal(game_goals_next(&atoms), 3);
    assert_int_equal(game_goals_raise(&atoms, 3), 0);
    assert_int_equal(game_goals_next(&atoms), 4);
    fire(&game, "a");
    game_goals_update(&atoms);
    assert_int_equal(atoms.due.len, 2);
    assert_int_equal(game_goals_next(&atoms), 3);
    assert_int_equal(game_goals_raise(&atoms, 3), 2);
    assert_int_equal(game_goals_next(&atoms), 0);
    game_goals_close(&atoms, 0);
    assert_int_equal(game_goals_next(&atoms), 4);
    fire(&game, "b");
    game_goals_update(&atoms);
    assert_int_equal(atoms.due.len, 3);
    game_goals_finish(&atoms);
    token_game_finish(&game);
    goal_list_free(&goals);
    net_destroy(net);
}

/* Backwards from s: d misses q and r; a helps for q, b for c and so for r; what
 * leads elsewhere does not. */
static void the_guide_finds_what_helps(void **state)
{
    struct net *net = test_net("p* o* n m* k q r s | a: p > q | b: o > n"
                               " | c: n > r | d: q r > s | e: m > k");
    struct diag diag = {0};
    struct token_game game;
    struct dice dice = dice_for(1, 1);
    struct guide guide;
    goal_list goals = {0};
    trans_id t;
    uint32_t n = 0;

    (void)state;
    assert_true(goal_add_marking(&goals, net, "s", false, &diag));
    token_game_init(&game, net);
    guide_init(&guide, &game);
    guide_aim(&guide, goals.at, &dice);
    assert_int_equal(guide.helpful.len, 2);
    while ((t = guide_next(&guide, &dice)) != TRANS_NONE) {
        assert_string_not_equal(net_trans_label(net, t), "e");
        assert_int_equal(token_game_fire(&game, t), PLACE_NONE);
        guide_follow(&guide);
        n++;
    }
    assert_int_equal(n, 4); /* it leads to the goal */
    assert_true(goal_holds(goals.at, net, game.marked));
    guide_finish(&guide);
    token_game_finish(&game);
    goal_list_free(&goals);
    net_destroy(net);
}

static void runs_lose_what_does_not_matter_and_loops(void **state)
{
    struct net *net = test_net("p* q r s* u | a: p > q | b: q > p | c: q > r"
                               " | d: s > u");
    static const trans_id steps[] = {0, 3, 1, 0, 2}; /* a d b a c */
    struct diag diag = {0};
    goal_list goals = {0};
    witness_run run = {0};

    (void)state;
    assert_true(goal_add_marking(&goals, net, "r", false, &diag));
    for (uint32_t i = 0; i < 5; i++)
        vec_push(&run, steps[i]);
    shorten_run(net, goals.at, &run);
    assert_int_equal(run.len, 2);
    assert_int_equal(run.at[0], 0);
    assert_int_equal(run.at[1], 2);
    assert_true(witness_replay(net, &run, goals.at, &diag));
    vec_free(&run);
    goal_list_free(&goals);
    net_destroy(net);
}

/* A chain with a way back at each step: by chance a walk would need 2^n
 * steps. */
static void a_guided_walk_climbs(void **state)
{
    enum { N = 40 };
    struct draft_net *draft;
    struct diag diag = {0};
    struct net *net;
    goal_list goals = {0};
    struct answer answer;
    char places[N * 5 + 8] = "p0*", name[16], from[16], to[16];

    (void)state;
    for (int i = 1; i <= N; i++) {
        (void)snprintf(name, sizeof name, " p%d", i);
        strcat(places, name);
    }
    draft = draft_create(places);
    for (int i = 0; i < N; i++) {
        (void)snprintf(from, sizeof from, "p%d", i);
        (void)snprintf(to, sizeof to, "p%d", i + 1);
        (void)snprintf(name, sizeof name, "up%d", i);
        draft_trans(draft, name, from, to, "");
        (void)snprintf(name, sizeof name, "down%d", i);
        if (i > 0)
            draft_trans(draft, name, from, "p0", "");
    }
    net = draft_finish(draft);
    (void)snprintf(name, sizeof name, "p%d", N);
    assert_true(goal_add_marking(&goals, net, name, false, &diag));

    const struct engine_problem problem = {
        .net = net, .question = {goals.at, 1}, .seed = 1};
    const struct engine_limits limits = {.max_events = 5000};

    answer_init(&answer, 1);
    walk_engine.run(&problem, &limits, &answer);
    assert_int_equal(answer.findings[0].verdict, VERDICT_YES);
    assert_int_equal(answer.findings[0].run.len, N); /* loops are cut */
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
}

/* Ten rings of six places turn by themselves: 6^10 markings. */
static struct net *rings(void)
{
    enum { N = 10, SIZE = 6 };
    struct draft_net *draft;
    char places[N * SIZE * 6] = "", name[16], from[16], to[16];

    for (int i = 0; i < N * SIZE; i++) {
        (void)snprintf(name, sizeof name, " p%d%s", i, i % SIZE ? "" : "*");
        strcat(places, name);
    }
    draft = draft_create(places + 1);
    for (int i = 0; i < N * SIZE; i++) {
        (void)snprintf(from, sizeof from, "p%d", i);
        (void)snprintf(to, sizeof to, "p%d", i / SIZE * SIZE + (i + 1) % SIZE);
        (void)snprintf(name, sizeof name, "t%d", i);
        draft_trans(draft, name, from, to, "");
    }
    return draft_finish(draft);
}

static void a_walk_comes_back_to_where_it_was(void **state)
{
    struct net *const net = rings();
    struct diag diag = {0};
    struct answer answer;
    goal_list goals = {0};

    (void)state;
    assert_true(goal_add_formula(&goals, net, "E G F (p3 and F p9)", &diag));
    assert_true(
        goal_add_formula(&goals, net, "E G ((p0 or p1) and F p9)", &diag));
    assert_true(goal_add_formula(&goals, net, "E X X (p2 and F p8)", &diag));

    const struct engine_problem problem = {
        .net = net, .question = {goals.at, goals.len}, .seed = 1};
    const struct engine_limits limits = {.max_events = 50000};

    answer_init(&answer, goals.len);
    walk_engine.run(&problem, &limits, &answer);
    for (uint32_t g = 0; g < goals.len; g++) {
        const struct answer_finding *const found = &answer.findings[g];

        assert_int_equal(found->verdict, VERDICT_YES);
        assert_true(g != 1 || found->loop < found->run.len);
        assert_true(temporal_holds(goals.at[g].temporal, net, found->run.at,
                                   found->run.len, found->loop, &diag));
    }
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
}

MODULE(walk_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restart_undoes_a_walk),
        cmocka_unit_test(a_second_token_is_told_and_not_made),
        cmocka_unit_test(questions_are_due_when_an_atom_changes),
        cmocka_unit_test(the_guide_finds_what_helps),
        cmocka_unit_test(runs_lose_what_does_not_matter_and_loops),
        cmocka_unit_test(a_guided_walk_climbs),
        cmocka_unit_test(a_walk_comes_back_to_where_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
