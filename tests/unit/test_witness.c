#include "proof/witness.h"
#include "test.h"

#include <string.h>

enum { A, B, LOOK, DOUBLE };

/* p -a-> q -b-> r; look reads q; double puts a second token on r. */
static struct net *line(void)
{
    struct draft_net *draft = draft_create("p* q r");

    draft_trans(draft, "a", "p", "q", "");
    draft_trans(draft, "b", "q", "r", "");
    draft_trans(draft, "look", "", "", "q");
    draft_trans(draft, "double", "", "r", "");
    return draft_finish(draft);
}

static void push_all(witness_run *run, uint32_t n, const trans_id *steps)
{
    for (uint32_t i = 0; i < n; i++)
        vec_push(run, steps[i]);
}

/* why is NULL when the run replays; otherwise the expected report. */
static void expect(const struct net *net, const struct goal *goal, uint32_t n,
                   const trans_id *steps, const char *why)
{
    struct diag diag = {0};
    witness_run run = {0};

    push_all(&run, n, steps);
    assert_int_equal(witness_replay(net, &run, goal, &diag), why == NULL);
    assert_int_equal(diag.code, why ? DIAG_INPUT : DIAG_NONE);
    if (why && !strstr(diag.text, why))
        fail_msg("'%s' does not mention '%s'", diag.text, why);
    vec_free(&run);
}

#define STEPS(...)                                                     \
    sizeof((trans_id[]){__VA_ARGS__}) / sizeof(trans_id), (trans_id[]) \
    {                                                                  \
        __VA_ARGS__                                                    \
    }

static void runs_are_fired_step_by_step(void **state)
{
    struct net *net = line();

    (void)state;
    expect(net, NULL, 0, NULL, NULL);
    expect(net, NULL, STEPS(A, LOOK, LOOK, B), NULL);
    expect(net, NULL, STEPS(A, B, LOOK), "step 3: 'look' cannot fire, 'q'");
    expect(net, NULL, STEPS(B), "step 1: 'b' cannot fire, 'q'");
    expect(net, NULL, STEPS(A, A), "step 2: 'a' cannot fire, 'p'");
    expect(net, NULL, STEPS(A, 77), "step 2");
    net_destroy(net);
}

static void a_second_token_ends_a_run(void **state)
{
    struct net *net = line();

    (void)state;
    expect(net, NULL, STEPS(DOUBLE), NULL);
    expect(net, NULL, STEPS(DOUBLE, A, B), "step 3: 'b' puts a second token");
    net_destroy(net);
}

static void runs_must_answer(void **state)
{
    struct net *net = line();
    struct diag diag = {0};
    goal_list goals = {0};

    (void)state;
    assert_true(goal_add_trans(&goals, net, "look", &diag));
    assert_true(goal_add_marking(&goals, net, "r", true, &diag));
    assert_true(goal_add_marking(&goals, net, "p", false, &diag));
    goal_add_plain(&goals, "deadlock");
    expect(net, &goals.at[0], STEPS(A, LOOK), NULL);
    expect(net, &goals.at[0], STEPS(A, LOOK, B), "does not end with 'look'");
    expect(net, &goals.at[0], 0, NULL, "does not end with 'look'");
    expect(net, &goals.at[0], STEPS(LOOK), "step 1");
    expect(net, &goals.at[1], STEPS(A, B), NULL);
    expect(net, &goals.at[1], STEPS(A), "marking-exact r");
    expect(net, &goals.at[2], 0, NULL, NULL);
    expect(net, &goals.at[3], STEPS(A, B), "deadlock");
    goal_list_free(&goals);
    net_destroy(net);
}

/* The last step need not be the one that answers. */
static void runs_answer_on_their_way(void **state)
{
    struct net *net = line();
    struct diag diag = {0};
    goal_list goals = {0};
    witness_run run = {0};
    uint32_t lens[5];

    (void)state;
    assert_true(goal_add_trans(&goals, net, "look", &diag));
    assert_true(goal_add_trans(&goals, net, "double", &diag));
    assert_true(goal_add_marking(&goals, net, "q", true, &diag));
    assert_true(goal_add_marking(&goals, net, "p", false, &diag));
    assert_true(goal_add_marking(&goals, net, "!p !q", false, &diag));
    push_all(&run, STEPS(A, LOOK, LOOK, B));
    witness_first(net, &run, goals.at, goals.len, lens);
    assert_int_equal(lens[0], 2);
    assert_int_equal(lens[1], UINT32_MAX);
    assert_int_equal(lens[2], 1);
    assert_int_equal(lens[3], 0);
    assert_int_equal(lens[4], 4);
    vec_free(&run);
    goal_list_free(&goals);
    net_destroy(net);
}

static void dead_ends_are_recognised(void **state)
{
    struct draft_net *draft = draft_create("p* q");
    struct net *net;
    goal_list goals = {0};

    (void)state;
    draft_trans(draft, "a", "p", "q", "");
    net = draft_finish(draft);
    goal_add_plain(&goals, "deadlock");
    expect(net, &goals.at[0], STEPS(A), NULL);
    expect(net, &goals.at[0], 0, NULL, "deadlock");
    goal_list_free(&goals);
    net_destroy(net);
}

static void unsafe_runs_stop_before_the_second_token(void **state)
{
    struct net *net = line();
    witness_run run = {0};

    (void)state;
    push_all(&run, STEPS(DOUBLE, A));
    assert_true(witness_unsafe(net, &run, B, 2));
    assert_true(witness_unsafe(net, &run, DOUBLE, 2));
    assert_false(witness_unsafe(net, &run, B, 1));    /* consumed */
    assert_false(witness_unsafe(net, &run, LOOK, 1)); /* only read */
    assert_false(witness_unsafe(net, &run, A, 1));    /* not enabled */
    assert_false(witness_unsafe(net, &run, 77, 2));
    vec_cut(&run, 1);
    assert_false(witness_unsafe(net, &run, B, 2));
    push_all(&run, STEPS(B));
    assert_false(witness_unsafe(net, &run, DOUBLE, 2)); /* does not fire */
    vec_free(&run);
    net_destroy(net);
}

static void the_largest_value_of_a_run_is_found(void **state)
{
    struct net *net = test_net("p* q r | a: p > q r | b: q > p | c: r > ");
    const trans_id steps[] = {0, 1, 2, 0};
    witness_run run = {0};
    goal_list goals = {0};
    struct diag diag = {0};
    int64_t value;

    (void)state;
    assert_true(goal_add_bound(&goals, net, "q + 2*r - 1", &diag));
    assert_int_equal(witness_largest(net, &run, goals.at, &value), 0);
    assert_int_equal(value, -1);
    for (uint32_t i = 0; i < 4; i++)
        vec_push(&run, steps[i]);
    /* Twice, after one step and after four. */
    assert_int_equal(witness_largest(net, &run, goals.at, &value), 1);
    assert_int_equal(value, 2);
    goal_list_free(&goals);
    vec_free(&run);
    net_destroy(net);
}

static void what_a_run_enables_is_known(void **state)
{
    struct net *net = test_net("p* q r | a: p > q r | b: q ? r > p | c: r > ");
    witness_run run = {0};

    (void)state;
    assert_true(witness_enables(net, &run, 0));
    assert_false(witness_enables(net, &run, 1));
    vec_push(&run, 0);
    assert_false(witness_enables(net, &run, 0));
    assert_true(witness_enables(net, &run, 1));
    vec_push(&run, 2);
    assert_false(witness_enables(net, &run, 1));
    vec_free(&run);
    net_destroy(net);
}

/* Each of all runs of up to four steps, behind others, as by itself. */
static void a_game_replays_run_after_run(void **state)
{
    struct net *net = line();
    const struct goal goal = {.kind = GOAL_TRANSITION, .trans = LOOK};

    (void)state;
    for (uint32_t room = 2; room < 6; room++) {
        struct witness_game game;

        witness_game_init(&game, net, room);
        for (uint32_t i = 0; i < 5 * 1296; i++) {
            const uint32_t number = i * 577 % 1296; /* far from each other */
            witness_run run = {0};
            struct diag diag = {0}, other = {0};

            for (uint32_t k = number; k; k /= 6)
                vec_push(&run, k % 6 - (k % 6 == 5)); /* 4: no transition */
            assert_int_equal(
                witness_game_replay(&game, &run, i % 2 ? &goal : NULL, &diag),
                witness_replay(net, &run, i % 2 ? &goal : NULL, &other));
            assert_string_equal(diag.text, other.text);
            vec_free(&run);
        }
        witness_game_finish(&game);
    }
    net_destroy(net);
}

MODULE(witness)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_value_of_a_run_is_found),
        cmocka_unit_test(what_a_run_enables_is_known),
        cmocka_unit_test(runs_are_fired_step_by_step),
        cmocka_unit_test(a_second_token_ends_a_run),
        cmocka_unit_test(runs_must_answer),
        cmocka_unit_test(runs_answer_on_their_way),
        cmocka_unit_test(dead_ends_are_recognised),
        cmocka_unit_test(unsafe_runs_stop_before_the_second_token),
        cmocka_unit_test(a_game_replays_run_after_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
