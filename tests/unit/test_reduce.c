#include "reduce/reduce.h"

#include "net/marking.h"
#include "reduce/lift.h"
#include "test.h"

/* A net, a question, and the steps that all rules take for it. */
struct row {
    const char *net, *question; /* "deadlock" or a marking */
    const char *steps;
};

static const struct row rows[] = {
    {"a* p b* c | h: a > p | f: p b > c", "deadlock",
     "pre p, redundant b, sink c"},
    {"a* p b | h: a > p | f: p > b | g: b > a", "deadlock",
     "post p, post b, constant a"},
    {"a* b c | t: a > b | u: b > c | v: c > b", "b", ""},
    {"g* a* b | t: a ? g > b", "b", "constant g"},
    {"g a* b | t: a ? g > b", "b", "dead g b, slice a"},
    {"a* b | t: a > b | u: a > b", "b", "dominated u"},
    {"a* b g* h | t: a > b | v: g > h | w: h > g", "b", "slice g h"},
    {"a* b | t: a > b | u: ? a >", "b", "neutral u"},
    {"p q r* c | t: r > p q | u: p q > r | v: ? p q > c", "c q", "redundant p"},
    {"p q r* c | t: r > p q | u: p q > r | v: ? p q > c | w: r > p", "p c q",
     "read v p"},
    {"p* q c f d* e* | t: p > q | u: q > p | v: q d > c | w: p e > f", "c f",
     "redundant d, redundant e, cycle p, neutral +1"},
    {"p q* c f d* e* | t: p > q | u: q > p | v: q d > c | w: p e > f", "c f",
     "redundant d, redundant e, cycle q, neutral +1"},
    {"p* q* c f d* e* | t: p > q | u: q > p | v: q d > c | w: p e > f", "c f",
     ""},
    {"p* q c f d* e* | t: p > q | u: q > p | v: q d > c | w: p e > f", "p c f",
     "redundant d, redundant e"},
    {"p q r s* | t: s > p q | x: q > r | u: p r > s", "q r s", "redundant p"},
    {"p q r s* | t: s > p q | x: q > r | u: p r > s | v: p > s", "q r s", ""},
    {"p q r s* | t: s > p q | x: q > r | u: p r > s | v: ? p s >", "q r s",
     "neutral v, redundant p"},
    {"p q r s* c | t: s > p q | x: q > r | u: p r > s | v: s ? p > c",
     "c q r s", ""},
};

static const char *label(const struct net *net, trans_id t, char *made)
{
    if (t < net_trans_count(net))
        return net_trans_label(net, t);
    (void)snprintf(made, 16, "+%u", t - net_trans_count(net) + 1);
    return made;
}

static void append_ids(char *text, size_t size, const struct net *net,
                       struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        (void)snprintf(text + strlen(text), size - strlen(text), " %s",
                       net_place_label(net, places.at[i]));
}

static void describe(const struct reduction *reduction, char *text, size_t size)
{
    text[0] = '\0';
    for (uint32_t i = 0; i < reduction->steps.len; i++) {
        const struct reduction_step *const step = &reduction->steps.at[i];
        char made[16];
        const bool of_trans = step->rule == REDUCTION_DOMINATED ||
                              step->rule == REDUCTION_NEUTRAL ||
                              step->rule == REDUCTION_READ;

        (void)snprintf(text + strlen(text), size - strlen(text), "%s%s",
                       i ? ", " : "", reduction_rule_name(step->rule));
        if (step->rule == REDUCTION_DEAD || step->rule == REDUCTION_SLICE) {
            append_ids(text, size, reduction->net,
                       reduction_places(reduction, step));
            continue;
        }
        (void)snprintf(text + strlen(text), size - strlen(text), " %s",
                       of_trans ? label(reduction->net, step->a, made)
                                : net_place_label(reduction->net, step->a));
        if (step->rule == REDUCTION_READ)
            (void)snprintf(text + strlen(text), size - strlen(text), " %s",
                           net_place_label(reduction->net, step->b));
    }
}

static void reduce_net(struct reducer *r, struct reduction_keeps *keeps,
                       const struct net *net, const char *question)
{
    goal_list goals = {0};
    struct diag diag = {0};

    if (!strcmp(question, "deadlock"))
        goal_add_deadlock(&goals);
    else
        assert_true(goal_add_marking(&goals, net, question, false, &diag));
    reduction_keeps_init(keeps, net);
    reduction_keeps_add(keeps, net, goals.at);
    reducer_init(r, net, keeps, REDUCER_ALL);
    r->check = true;
    reduce_run(r);
    goal_list_free(&goals);
}

static void each_rule_finds_its_steps(void **state)
{
    uint32_t n_wrong = 0;

    (void)state;
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net *net = test_net(rows[i].net);
        struct reduction_keeps keeps;
        struct reducer r;
        char text[400];

        reduce_net(&r, &keeps, net, rows[i].question);
        describe(&r.reduction, text, sizeof text);
        if (strcmp(text, rows[i].steps) != 0) {
            print_message("%s: %s\n", rows[i].net, text);
            n_wrong++;
        }
        reducer_finish(&r);
        reduction_keeps_finish(&keeps);
        net_destroy(net);
    }
    assert_int_equal(n_wrong, 0);
}

static void a_chain_becomes_nothing(void **state)
{
    enum { N = 20000 };
    struct net_builder *b = net_builder_create();
    const struct net_where where = {"n", 1, 1};
    struct reduction_keeps keeps;
    struct diag diag = {0};
    struct reducer r;
    char id[16];

    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        (void)snprintf(id, sizeof id, "p%u", i);
        (void)net_builder_place(b, id, NULL, i == 0, where, &diag);
        (void)snprintf(id, sizeof id, "t%u", i);
        (void)net_builder_trans(b, id, NULL, where, &diag);
    }
    for (uint32_t i = 0; i < N; i++) {
        net_builder_consume(b, i, i);
        net_builder_produce(b, i, (i + 1) % N);
    }

    struct net *net = net_builder_finish(b, &diag);

    reduce_net(&r, &keeps, net, "deadlock");
    /* A new transition stands for a bounded number of others. */
    assert_true(r.net.live_transitions <= N / 256);
    assert_true(r.net.live_transitions > 0);
    assert_true(r.net.words.len < 40 * N);
    reducer_finish(&r);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
}

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
    struct reduction_keeps keeps;
    struct mutable_net_map map;
    struct reducer r;
    witness_run run = {0}, lifted = {0};
    bits_word m = 0;
    struct net *small;

    (void)state;
    reduce_net(&r, &keeps, net, "c f h");
    small = mutable_net_freeze(&r.net, &map);
    marking_initial(small, &m);
    /* What is left needs one transition for c, then one for f. */
    for (uint32_t k = 0; k < 2; k++)
        for (trans_id t = 0; t < net_trans_count(small); t++) {
            const struct net_place_span post = net_post(small, t);
            const place_id p = net_find_place(net, k ? "f" : "c", NULL);

            if (post.len == 1 && map.old_place[post.at[0]] == p)
                vec_push(&run, t);
        }
    assert_int_equal(run.len, 2);
    lift_run(&r.reduction, &map, &run, &lifted);
    assert_int_equal(lifted.len, expected.n);
    for (uint32_t i = 0; i < lifted.len; i++)
        assert_int_equal(net_trans_label(net, lifted.at[i])[0],
                         expected.names[i]);
    vec_free(&run);
    vec_free(&lifted);
    mutable_net_map_free(&map);
    net_destroy(small);
    reducer_finish(&r);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
}

static void runs_are_trimmed(void **state)
{
    struct net *net = test_net("a* b c* d e | t: a > b | u: c > d | v: b > a e"
                               " | w: e >");
    const trans_id steps[] = {0, 1, 2, 3, 0};
    bits_word visible = 1 << 1; /* b */
    witness_run run = {0};

    (void)state;
    for (uint32_t i = 0; i < 5; i++)
        vec_push(&run, steps[i]);
    lift_trim(net, &visible, &run);
    assert_int_equal(run.len, 3); /* t v t */
    assert_true(run.at[0] == 0 && run.at[1] == 2 && run.at[2] == 0);
    visible = 1 << 2; /* c is empty */
    lift_trim(net, &visible, &run);
    assert_int_equal(run.len, 0);
    vec_free(&run);
    net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_finds_its_steps),
        cmocka_unit_test(a_chain_becomes_nothing),
        cmocka_unit_test(tokens_are_led_round_a_cycle),
        cmocka_unit_test(runs_are_trimmed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
