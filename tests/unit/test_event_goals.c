/* Questions, open questions, and what an engine finds about them. */
#include "test.h"

#include "engine/unfolding/event_goals.h"
#include "es_fixture.h"
#include "net/marking.h"

enum { A, B, C };

/* A store in which b follows a, and questions about it. */
struct trial {
    struct es_fixture fixture;
    goal_list goals;
    struct engine_problem problem;
    struct answer answer;
    struct event_goals open_goals;
};

static void begin(struct trial *t)
{
    struct net *const net = test_net("p* q r | a: p > q | b: q > r | c: r > p");
    struct diag diag = {0};

    *t = (struct trial){0};
    es_fixture_init(&t->fixture, net, dep_create(net, DEP_READ));
    es_fixture_fire(&t->fixture, "abc");
    assert_true(goal_add_trans(&t->goals, net, "b", &diag));
    assert_true(goal_add_marking(&t->goals, net, "q !r", false, &diag));
    assert_true(goal_add_trans(&t->goals, net, "c", &diag));
    goal_add_plain(&t->goals, "deadlock");
    assert_true(goal_add_trans(&t->goals, net, "b", &diag));
}

static void ask(struct trial *t)
{
    t->problem = (struct engine_problem){.net = t->fixture.net,
                                         .dep = t->fixture.dep,
                                         .question.goals = t->goals.at,
                                         .question.n_goals = t->goals.len};
    answer_init(&t->answer, t->goals.len);
    event_goals_init(&t->open_goals, &t->problem, &t->answer, t->fixture.es,
                     &t->fixture.watch);
}

static void end(struct trial *t)
{
    event_goals_finish(&t->open_goals);
    answer_finish(&t->answer);
    goal_list_free(&t->goals);
    es_fixture_finish(&t->fixture);
}

static event_id at(const struct trial *t, uint32_t pos)
{
    return config_at(&t->fixture.c, pos);
}

static void expect_run(const witness_run *run, const char *letters)
{
    assert_int_equal(run->len, strlen(letters));
    for (uint32_t i = 0; i < run->len; i++)
        assert_int_equal(run->at[i], letters[i] - 'a');
}

static void expect(const struct trial *t, const char *verdicts)
{
    for (uint32_t g = 0; g < t->goals.len; g++)
        assert_int_equal("?+-"[t->answer.findings[g].verdict], verdicts[g]);
}

static void all_questions_are_open_at_first(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    ask(&t);
    assert_int_equal(t.open_goals.n_open, 5);
    assert_false(t.open_goals.finished);
    expect(&t, "?????");
    end(&t);
}

static void an_event_answers_all_questions_about_its_transition(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    ask(&t);
    event_goals_event(&t.open_goals, at(&t, 1));
    expect(&t, "?????");
    event_goals_event(&t.open_goals, at(&t, 2));
    expect(&t, "+???+");
    expect_run(&t.answer.findings[0].run, "ab");
    expect_run(&t.answer.findings[4].run, "ab");
    assert_int_equal(t.open_goals.n_open, 3);
    end(&t);
}

static void the_run_is_the_past_and_no_more(void **state)
{
    struct net *const net = test_net("p* q* | a: p > | b: q >");
    struct trial t = {0};
    struct diag diag = {0};

    (void)state;
    es_fixture_init(&t.fixture, net, dep_create(net, DEP_READ));
    es_fixture_fire(&t.fixture, "ab");
    assert_true(goal_add_trans(&t.goals, net, "b", &diag));
    ask(&t);
    event_goals_event(&t.open_goals, at(&t, 2));
    expect_run(&t.answer.findings[0].run, "b");
    assert_true(t.open_goals.finished);
    end(&t);
}

static void the_first_run_found_is_kept(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    ask(&t);
    event_goals_yes(&t.open_goals, 1,
                    (struct es_span){&(event_id){at(&t, 1)}, 1});
    event_goals_yes(&t.open_goals, 1,
                    (struct es_span){&(event_id){at(&t, 3)}, 1});
    event_goals_event(&t.open_goals, at(&t, 2));
    expect_run(&t.answer.findings[1].run, "a");
    assert_int_equal(t.open_goals.witness.len, 1);
    assert_int_equal(t.open_goals.witness.at[0], at(&t, 1));
    assert_int_equal(t.open_goals.n_open, 2);
    end(&t);
}

static void a_no_is_an_answer(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    ask(&t);
    event_goals_no(&t.open_goals, 3);
    assert_int_equal(t.answer.findings[3].verdict, VERDICT_NO);
    assert_int_equal(t.open_goals.n_open, 4);
    end(&t);
}

static void the_last_answer_finishes(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    ask(&t);
    event_goals_event(&t.open_goals, at(&t, 2));
    event_goals_event(&t.open_goals, at(&t, 3));
    event_goals_yes(&t.open_goals, 3, (struct es_span){0});
    assert_false(t.open_goals.finished);
    event_goals_yes(&t.open_goals, 1,
                    (struct es_span){&(event_id){at(&t, 1)}, 1});
    assert_true(t.open_goals.finished);
    event_goals_close(&t.open_goals,
                      STOP_TIME); /* after the end, without effect */
    assert_int_equal(t.answer.stop, STOP_DONE);
    expect(&t, "+++++");
    end(&t);
}

static void what_stays_open_is_no_when_all_was_explored(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    ask(&t);
    event_goals_event(&t.open_goals, at(&t, 2));
    event_goals_close(&t.open_goals, STOP_DONE);
    assert_int_equal(t.answer.stop, STOP_DONE);
    expect(&t, "+---+");
    end(&t);
}

static void what_stays_open_is_unknown_when_the_run_stopped_early(void **state)
{
    static const enum answer_stop reasons[] = {
        STOP_INTERRUPTED, STOP_TIME, STOP_EVENTS, STOP_DEPTH, STOP_MEMORY};

    (void)state;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        struct trial t;

        begin(&t);
        ask(&t);
        event_goals_event(&t.open_goals, at(&t, 2));
        event_goals_close(&t.open_goals, reasons[i]);
        assert_int_equal(t.answer.stop, reasons[i]);
        expect(&t, "+???+");
        end(&t);
    }
}

static void a_second_token_ends_everything(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    ask(&t);
    event_goals_unsafe(&t.open_goals,
                       (struct es_span){&(event_id){at(&t, 2)}, 1}, C, 1);
    assert_true(t.open_goals.finished);
    event_goals_unsafe(&t.open_goals, (struct es_span){0}, A,
                       0); /* the first answer stays */
    event_goals_close(&t.open_goals, STOP_DONE);
    assert_int_equal(t.answer.stop, STOP_UNSAFE);
    assert_int_equal(t.answer.unsafe_trans, C);
    assert_int_equal(t.answer.unsafe_place, 1);
    expect_run(&t.answer.unsafe_run, "ab");
    expect(&t, "?????");
    end(&t);
}

/* The goal requires nothing: the initial marking answers it. */
static void a_trivial_question_is_answered_at_once(void **state)
{
    const struct goal trivial = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    struct trial t;

    (void)state;
    begin(&t);
    vec_push(&t.goals, trivial);
    ask(&t);
    expect(&t, "?????+");
    assert_int_equal(t.answer.findings[5].run.len, 0);
    assert_false(t.open_goals.finished);
    end(&t);
}

static void without_questions_nothing_finishes(void **state)
{
    struct trial t;

    (void)state;
    begin(&t);
    goal_list_free(&t.goals);
    ask(&t);
    event_goals_event(&t.open_goals, at(&t, 1));
    assert_false(t.open_goals.finished);
    event_goals_close(&t.open_goals, STOP_DONE);
    assert_int_equal(t.answer.stop, STOP_DONE);
    end(&t);
}

MODULE(event_goals)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_questions_are_open_at_first),
        cmocka_unit_test(an_event_answers_all_questions_about_its_transition),
        cmocka_unit_test(the_run_is_the_past_and_no_more),
        cmocka_unit_test(the_first_run_found_is_kept),
        cmocka_unit_test(a_no_is_an_answer),
        cmocka_unit_test(the_last_answer_finishes),
        cmocka_unit_test(what_stays_open_is_no_when_all_was_explored),
        cmocka_unit_test(what_stays_open_is_unknown_when_the_run_stopped_early),
        cmocka_unit_test(a_second_token_ends_everything),
        cmocka_unit_test(a_trivial_question_is_answered_at_once),
        cmocka_unit_test(without_questions_nothing_finishes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
