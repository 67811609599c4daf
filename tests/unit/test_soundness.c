/* The parts of the question whether a workflow net is sound, and at which
 * markings each of them holds. */
#include "question/goal.h"

#include "net/marking.h"
#include "test.h"

static bool add(goal_list *goals, const struct net *net, const char *kind,
                struct diag *diag)
{
    return soundness_add(goals, question_find("sound"), net, kind, diag);
}

/* A net by arcs "t: p q > r", with final markings as lists of places. */
static struct net *net_with_finals(const char *const *finals)
{
    static const char *const ids[] = {"i", "p", "q", "o"};
    struct net_builder *const b = net_builder_create();
    struct diag diag = {0};
    place_id at[4];

    for (uint32_t i = 0; i < 4; i++)
        at[i] = net_builder_place(b, ids[i], NULL, i == 0,
                                  (struct net_where){0}, &diag);
    for (uint32_t i = 0; i < 3; i++) {
        const char id[] = {(char)('a' + i), '\0'};
        const trans_id t =
            net_builder_trans(b, id, NULL, (struct net_where){0}, &diag);

        net_builder_arc(b, GIVEN_CONSUME, at[i], t, 1);
        net_builder_arc(b, GIVEN_PRODUCE, at[i + 1], t, 1);
    }
    for (; *finals; finals++) {
        struct relation_pair marked[4];
        uint32_t n = 0;

        for (uint32_t i = 0; i < 4; i++)
            if (strchr(*finals, ids[i][0]))
                marked[n++] = (struct relation_pair){at[i], 1};
        net_builder_final(b, marked, n);
    }
    return net_builder_finish(b);
}

/* Letters of the parts, in order: safe, option, quasi-live, proper. */
static void assert_parts(const struct goal *goal, const char *letters)
{
    assert_int_equal(goal->kind, GOAL_OTHER);
    assert_int_equal(goal->n_parts, strlen(letters));
    for (uint32_t i = 0; i < goal->n_parts; i++)
        assert_int_equal(goal->parts[i].question->word[0], letters[i]);
}

static bool holds(const struct net *net, const struct goal *goal,
                  const char *places)
{
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);
    bool found;

    for (place_id p = 0; p < net_place_count(net); p++)
        if (strchr(places, net_place_label(net, p)[0]))
            bits_add(m, p);
    found = formula_holds(goal->formula, net, m);
    mem_free(m);
    return found;
}

static void the_only_sink_is_the_end(void **state)
{
    struct net *const net = test_net("i* p q o | a: i > p q | b: p q > o");
    struct diag diag = {0};
    goal_list goals = {0};

    (void)state;
    assert_true(add(&goals, net, NULL, &diag));
    assert_int_equal(goals.len, 1);
    assert_string_equal(goals.at[0].text, "sound");
    assert_parts(goals.at, "soqp");
    assert_int_equal(goals.at->parts[1].kind, GOAL_HOME);
    assert_true(holds(net, &goals.at->parts[1], "o"));
    assert_false(holds(net, &goals.at->parts[1], "po"));
    assert_false(holds(net, &goals.at->parts[1], "p"));
    assert_false(holds(net, &goals.at->parts[1], ""));
    assert_false(holds(net, &goals.at->parts[3], "o"));
    assert_true(holds(net, &goals.at->parts[3], "po"));
    assert_false(holds(net, &goals.at->parts[3], "pq"));
    goal_list_free(&goals);
    assert_true(add(&goals, net, "weak", &diag));
    assert_string_equal(goals.at[0].text, "sound weak");
    assert_parts(goals.at, "so");
    goal_list_free(&goals);
    net_destroy(net);
}

/* Any of several sinks, or more than one; then more is not too much.  A place
 * that is read has a consumer. */
static void several_sinks_are_ends(void **state)
{
    struct net *const net =
        test_net("i* p r o | a: i > p | b: i > o | c: i ? r > o");
    struct diag diag = {0};
    goal_list goals = {0};

    (void)state;
    assert_true(add(&goals, net, NULL, &diag));
    assert_parts(goals.at, "soq");
    assert_true(holds(net, &goals.at->parts[1], "o"));
    assert_true(holds(net, &goals.at->parts[1], "p"));
    assert_true(holds(net, &goals.at->parts[1], "po"));
    assert_false(holds(net, &goals.at->parts[1], "ro"));
    assert_false(holds(net, &goals.at->parts[1], "i"));
    assert_false(holds(net, &goals.at->parts[1], ""));
    goal_list_free(&goals);
    net_destroy(net);
}

static void final_markings_are_the_ends(void **state)
{
    static const char *const one[] = {"po", NULL}, *const empty[] = {"", NULL},
                             *const two[] = {"p", "qo", NULL};
    struct net *net = net_with_finals(one);
    struct diag diag = {0};
    goal_list goals = {0};

    (void)state;
    assert_true(add(&goals, net, NULL, &diag));
    assert_parts(goals.at, "soqp");
    assert_true(holds(net, &goals.at->parts[1], "po"));
    assert_false(holds(net, &goals.at->parts[1], "o"));
    assert_true(holds(net, &goals.at->parts[3], "pqo"));
    assert_false(holds(net, &goals.at->parts[3], "po"));
    goal_list_free(&goals);
    net_destroy(net);

    net = net_with_finals(two);
    assert_true(add(&goals, net, NULL, &diag));
    assert_parts(goals.at, "soq");
    assert_true(holds(net, &goals.at->parts[1], "p"));
    assert_true(holds(net, &goals.at->parts[1], "qo"));
    assert_false(holds(net, &goals.at->parts[1], "q"));
    assert_false(holds(net, &goals.at->parts[1], "pqo"));
    goal_list_free(&goals);
    net_destroy(net);

    net = net_with_finals(empty); /* one without tokens is none */
    assert_true(add(&goals, net, NULL, &diag));
    assert_parts(goals.at, "soqp");
    assert_true(holds(net, &goals.at->parts[1], "o"));
    assert_false(holds(net, &goals.at->parts[1], ""));
    assert_true(holds(net, &goals.at->parts[3], "qo"));
    goal_list_free(&goals);
    net_destroy(net);
}

static void runs_begin_at_the_only_source(void **state)
{
    static const struct {
        const char *net, *source; /* NULL: none */
    } rows[] = {
        {"i o | a: i > o", "i"},
        {"o i | a: i > o", "i"},
        {"i* o | a: i > o", NULL},             /* tokens are there */
        {"i j o | a: i > o | b: j > o", NULL}, /* two of them */
        {"i o | a: i > o | b: o > i", NULL},   /* none of them */
        {"i c o | a: i ? c > o", "i"},         /* what is read is none */
        {"i p o | a: i > p | b: p > p o", "i"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net *const net = test_net(rows[i].net);
        const place_id p = soundness_source(net);

        assert_int_equal(p == PLACE_NONE, !rows[i].source);
        if (p != PLACE_NONE)
            assert_string_equal(net_place_label(net, p), rows[i].source);
        net_destroy(net);
    }
}

static void nothing_is_the_end_of_a_net_without_sinks(void **state)
{
    struct net *const net = test_net("p* q | a: p > q | b: q > p");
    struct diag diag = {0};
    goal_list goals = {0};

    (void)state;
    assert_true(add(&goals, net, NULL, &diag));
    assert_parts(goals.at, "soq");
    assert_false(holds(net, &goals.at->parts[1], "p"));
    assert_false(holds(net, &goals.at->parts[1], ""));
    assert_string_equal(goals.at->parts[1].question->fails,
                        "no marking is final");
    goal_list_free(&goals);
    net_destroy(net);
}

static void what_has_no_answer_is_refused(void **state)
{
    static const struct {
        const char *net, *kind, *why;
    } rows[] = {
        {"i* o | a: i > o", "strong",
         "'strong' is no kind of soundness; there is 'weak'"},
        {"i j o | a: i > o | b: j > o", "weak",
         "no place is marked, and there is no single place without producers "
         "to begin with"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net *const net = test_net(rows[i].net);
        struct diag diag = {0};
        goal_list goals = {0};

        assert_false(add(&goals, net, rows[i].kind, &diag));
        assert_report(&diag, 0, rows[i].why);
        assert_int_equal(goals.len, 0);
        goal_list_free(&goals);
        net_destroy(net);
    }
}

MODULE(soundness)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_only_sink_is_the_end),
        cmocka_unit_test(several_sinks_are_ends),
        cmocka_unit_test(final_markings_are_the_ends),
        cmocka_unit_test(runs_begin_at_the_only_source),
        cmocka_unit_test(nothing_is_the_end_of_a_net_without_sinks),
        cmocka_unit_test(what_has_no_answer_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
