#include "reduce/lift.h"

#include "net/marking.h"
#include "proof/reduction/reduction_rule.h"
#include "reduced.h"

/* The token of a cycle is led to where it is needed, also through a cycle of
 * cycles, and a second token to where the first one is. */
static void tokens_are_led_round_a_cycle(void **state)
{
    struct net *net = test_net(
        "p* q r c f h d* e* g* | t: p > q | u: q > p | v: q > r | w: r > q |"
        " a: d ? r > c | b: e ? p > f | c: g ? q > h");
    const struct {
        const char *names;
        uint32_t n;
    } expected = {"tvawub", 6};
    struct reduced_pair pair;
    witness_run run = {0}, lifted = {0};

    (void)state;
    reduced_pair_init(&pair, net, "c f h", NULL);
    /* What is left needs one transition for c, then one for f. */
    for (uint32_t k = 0; k < 2; k++)
        for (trans_id t = 0; t < net_trans_count(pair.small); t++) {
            const struct net_place_span post = net_post(pair.small, t);
            const place_id p = net_find_place(net, k ? "f" : "c", NULL);

            if (post.len == 1 && pair.map.old_place[post.at[0]] == p)
                vec_push(&run, t);
        }
    assert_int_equal(run.len, 2);
    lift_run(&pair.r.reduction, &pair.map, &run, &lifted);
    assert_int_equal(lifted.len, expected.n);
    for (uint32_t i = 0; i < lifted.len; i++)
        assert_int_equal(net_trans_label(net, lifted.at[i])[0],
                         expected.names[i]);
    vec_free(&run);
    vec_free(&lifted);
    reduced_pair_finish(&pair);
}

/* Transitions by name, and back. */
static void parse_run(const struct net *net, const char *text, witness_run *run)
{
    char *const copy = mem_text(text);
    char *rest = copy;
    struct diag diag = {0};

    vec_clear(run);
    while (*rest) {
        char *const name = rest;

        rest = test_cut(name, " ");
        vec_push(run, net_find_trans(net, name, &diag));
        assert_true(run->at[run->len - 1] != TRANS_NONE);
    }
    mem_free(copy);
}

static void assert_run(const struct net *net, const witness_run *run,
                       const char *expected)
{
    char text[100] = "";

    for (uint32_t i = 0; i < run->len; i++) {
        strcat(text, i ? " " : "");
        strcat(text, net_trans_label(net, run->at[i]));
    }
    assert_string_equal(text, expected);
}

/* A run of what is left, and the one that it stands for. */
struct lifting {
    struct reduced_part part;
    const char *run, *lifted;
    bool dead;
};

static const struct lifting liftings[] = {
    /* The token takes the shortest path, though another one leads back. */
    {{"cycle",
      {"p* q r c d* | w: r > p | u: q > p | t: p > q | v: q > r |"
       " a: d ? r > c",
       "c", "cycle p"}},
     "+2",
     "t v a",
     false},
    /* A second token is put where the first one is. */
    {{"cycle", {"p* q x* | t: p > q | u: q > p | v: x > q", "x", "cycle p"}},
     "+2",
     "t v",
     false},
    /* What was put off is fired at the end of a run that can be fired. */
    {{"pre",
      {"a* p b* c x* y* z | h: a > p | f: p b > c | v: x > y | w: z >",
       "deadlock", "pre p"}},
     "",
     "h",
     true},
    {{"pre",
      {"a* p b* c x* y* z | h: a > p | f: p b > c | v: x > y | w: z >",
       "deadlock", "pre p"}},
     "v",
     "v",
     true},
    {{"pre",
      {"a* p b* c x* y* z | h: a > p | f: p b > c | v: x > y | w: z >",
       "deadlock", "pre p"}},
     "w",
     "w",
     true},
    /* h and f are put off together; what of them can be fired is taken back,
       and h is fired by itself. */
    {{"pre",
      {"a* x y z w* c | h: a > x | f: x y > a z | g: z w > c", "deadlock",
       "pre x, pre z"}},
     "",
     "h",
     true},
};

static void each_run_stands_for_one(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof liftings / sizeof *liftings; i++) {
        const struct lifting *const l = &liftings[i];
        struct reduced_pair pair;
        witness_run run = {0}, lifted = {0};

        assert_true(reduced_as_expected(&l->part.row, l->part.rules));
        reduced_pair_init(&pair, test_net(l->part.row.net),
                          l->part.row.question, l->part.rules);
        parse_run(pair.small, l->run, &run);
        (l->dead ? lift_dead_run : lift_run)(&pair.r.reduction, &pair.map, &run,
                                             &lifted);
        assert_run(pair.net, &lifted, l->lifted);
        vec_free(&run);
        vec_free(&lifted);
        reduced_pair_finish(&pair);
    }
}

/* Steps that are allowed; each cycle is that of the places 1 and 2. */
struct forced {
    const char *net;
    struct reduction_step steps[4];
    const char *run, *lifted;
};

static const struct forced forced[] = {
    /* What the last step has put off leaves a token on a cycle, and what the
       one before has put off finds it there. */
    {"b* m n x y* c | i: b > m | t: m > n | u: n > m | h: n > x | f: x y > c |"
     " z: y >",
     {{.rule = REDUCTION_CYCLE, .a = 1, .len = 1},
      {.rule = REDUCTION_NEUTRAL, .a = 7, .b = 8}, /* t and h on one place */
      {.rule = REDUCTION_PRE, .a = 3},
      {.rule = REDUCTION_PRE, .a = 1}},
     "z",
     "z i t h"},
    /* What the last step has put off cannot be fired, and takes the token of
       the cycle back to where it was. */
    {"c m* n x y z w* | t: m > n | u: n > m | h: n > x | f: x y > n z |"
     " g: z w > c",
     {{.rule = REDUCTION_CYCLE, .a = 1, .len = 1},
      {.rule = REDUCTION_NEUTRAL, .a = 5, .b = 6},
      {.rule = REDUCTION_PRE, .a = 3},
      {.rule = REDUCTION_PRE, .a = 5}},
     "",
     "t h"},
};

static void what_was_put_off_moves_tokens(void **state)
{
    const place_id other = 2;

    (void)state;
    for (uint32_t i = 0; i < sizeof forced / sizeof *forced; i++) {
        struct net *net = test_net(forced[i].net), *small;
        witness_run run = {0}, lifted = {0};
        struct reduction reduction;
        struct reduction_keeps keeps;
        struct mutable_net left;
        struct mutable_net_map map;
        char text[REDUCTION_RULE_TEXT];

        reduced_init_keeps(&keeps, net, "deadlock");
        mutable_net_init(&left, net);
        reduction = (struct reduction){.net = net};
        for (uint32_t k = 0; k < 4; k++) {
            const struct reduction_step *const step = &forced[i].steps[k];

            assert_true(
                reduction_rule_check(&left, &keeps, step, &other, text));
            reduction_rule_apply(&reduction, &left, *step, &other);
        }
        small = mutable_net_freeze(&left, &map);
        parse_run(small, forced[i].run, &run);
        lift_dead_run(&reduction, &map, &run, &lifted);
        assert_run(net, &lifted, forced[i].lifted);
        vec_free(&run);
        vec_free(&lifted);
        mutable_net_map_free(&map);
        net_destroy(small);
        reduction_finish(&reduction);
        mutable_net_finish(&left);
        reduction_keeps_finish(&keeps);
        net_destroy(net);
    }
}

/* A run, and what is left of it when one place is visible. */
static const struct trimming {
    const char *net, *run, *visible, *left;
} trimmings[] = {
    {"a* b c* d e | t: a > b | u: c > d | v: b > a e | w: e >", "t u v w t",
     "b", "t v t"},
    {"a* b c* d e | t: a > b | u: c > d | v: b > a e | w: e >", "t v t", "c",
     ""},
    {"a* b c* d e | t: a > b | u: c > d | v: b > a e | w: e >", "t u", "c",
     "u"},
    {"g h* a* b x* y | k: h > g | j: x > y | t: a ? g > b", "k j t", "b",
     "k t"},

    /* nets that are not safe */
    {"a* b c* d | t: a > b | v: b > d | w: c > b", "t v w", "b", "w"},
    {"p* k e* | s: p > k | i: e > p | u: p > | w: k > p | x: p >", "s i u w x",
     "p", "s w x"},
    {"c* d* e f | u: c > f | w: d > c | x: c > e", "u w x", "c", "u w x"},

    /* runs that cannot be fired */
    {"a* b* c | t: a > b", "t", "c", "t"},
    {"a* b c | t: a > b | u: c > a", "u", "b", "u"},
};

static void runs_are_trimmed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof trimmings / sizeof *trimmings; i++) {
        struct net *net = test_net(trimmings[i].net);
        const bits_word visible =
            (bits_word)1 << net_find_place(net, trimmings[i].visible, NULL);
        witness_run run = {0};

        parse_run(net, trimmings[i].run, &run);
        lift_trim(net, &visible, &run);
        assert_run(net, &run, trimmings[i].left);
        vec_free(&run);
        net_destroy(net);
    }
}

/* Runs, and which of them get what they take, of a budget of 300. */
static const struct sharing {
    uint32_t n, steps[3]; /* an arc each, besides a word */
    bool gets[3];
} sharings[] = {
    {1, {299}, {true}},
    {1, {300}, {false}},
    {2, {149, 149}, {true, true}},
    {2, {150, 149}, {false, true}},
    {2, {150, 299}, {false, true}},
    {2, {150, 300}, {false, false}},
    {3, {9, 189, 99}, {true, true, true}},
    {3, {9, 190, 99}, {true, false, true}},
    {3, {9, 9, 279}, {true, true, true}},
    {3, {9, 9, 280}, {true, true, false}},
};

static void a_run_may_take_what_others_leave(void **state)
{
    struct net *net = test_net("p* | t: p >");

    (void)state;
    for (uint32_t i = 0; i < sizeof sharings / sizeof *sharings; i++) {
        const struct sharing *const s = &sharings[i];
        struct lift_budget budget;
        witness_run run = {0};

        lift_budget_init(&budget, 300, s->n);
        for (uint32_t k = 0; k < s->n; k++) {
            vec_clear(&run);
            for (uint32_t n = 0; n < s->steps[k]; n++)
                vec_push(&run, 0);
            assert_int_equal(lift_budget_take(&budget, net, &run), s->gets[k]);
        }
        vec_free(&run);
    }
    net_destroy(net);
}

/* Pairs before the loop, and in it, are two steps each. */
static void a_loop_begins_where_its_first_step_does(void **state)
{
    struct net *net = test_net("a* p b | h: a > p | f: p > b | g: b > a");
    struct reduced_pair pair;
    witness_run run = {0}, lifted = {0};
    uint32_t loop;

    (void)state;
    reduced_pair_init(&pair, net, "a", "post");
    parse_run(pair.small, "+1 g +1 g +1 g", &run);
    loop = lift_lasso(&pair.r.reduction, &pair.map, &run, 2, &lifted);
    assert_run(net, &lifted, "h f g h f g h f g");
    assert_int_equal(loop, 3);
    vec_clear(&lifted);
    loop = lift_lasso(&pair.r.reduction, &pair.map, &run, LTL_OPEN, &lifted);
    assert_int_equal(lifted.len, 9);
    assert_int_equal(loop, LTL_OPEN);
    vec_free(&run);
    vec_free(&lifted);
    reduced_pair_finish(&pair);
}

MODULE(lift)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_led_round_a_cycle),
        cmocka_unit_test(each_run_stands_for_one),
        cmocka_unit_test(what_was_put_off_moves_tokens),
        cmocka_unit_test(a_loop_begins_where_its_first_step_does),
        cmocka_unit_test(runs_are_trimmed),
        cmocka_unit_test(a_run_may_take_what_others_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
