#include "net/marking.h"
#include "reduce/lift.h"
#include "reduce/rule.h"
#include "reduced.h"

static const struct reduced_row rows[] = {
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

    /* overflow, dead */
    {"a* b c | o: a > b b | u: a > b | v: b > c", "safe", ""},
    {"a* b c | o: a > b b | u: b > c | v: c > b", "a c",
     "overflow o, dead b c, constant a"},
    {"a* b c | o: > b b | u: b > c | v: c > b", "a c",
     "overflow o, dead b c, constant a"},
    {"a* b c d e | t: a > b c | v: a > b | u: b d > e | w: e > d", "a b c d e",
     "dead d e"},
};

/* With some of the rules only. */
static const struct reduced_part parts[] = {
    {"sink", {"a* b c | o: a > b b | u: a > b | v: b > c", "c", "overflow o"}},

    /* Of two that are equal the older one stays, also when it comes last. */
    {"redundant dominated",
     {"p q r s* b g* | T: p q > b | w: q > b | t: s > p q | x: q > r |"
      " u: p r > s | y: g > | z: ? g >",
      "b g q r s", "redundant p, dominated w"}},
    {"redundant dominated",
     {"p q r s* b g* | T: p q ? g > b | w: q > b | t: s > p q | x: q > r |"
      " u: p r > s | y: g > | z: ? g >",
      "b g q r s", "redundant p, dominated T"}},

    /* Places that imply others are searched among all that a transition needs;
       where a step may hide a second token, another place may still do. */
    {"redundant",
     {"p q r* c | t: r > p q | u: ? p q > c", "safe", "redundant p"}},
    {"redundant",
     {"p q r* c | t: r > p q | u: q ? p > c", "c q", "redundant p"}},
    {"redundant",
     {"q p s r* | t: r > q p s | u: q p s > r | w: q >", "safe",
      "redundant p"}},
    {"read", {"p q r* c | t: r > p q | u: ? p q > c", "p c q", "read u p"}},
    {"read", {"p q r* c | t: r > p q | u: q ? p > c", "p c q", "read u p"}},

    /* A set is searched that implies p. */
    {"redundant",
     {"p q r s* c | t: s > p q | x: q > r | u: p r > s | v: q ? p > c",
      "q r s c", "redundant p"}},
    {"redundant",
     {"p q r s* | t: s > p q | x: q > r | u: p r > s | v: ? p q >", "q r s",
      "redundant p"}},
    {"redundant",
     {"p q r s* c d | t: s > p q | x: q > r | v: ? p q > c | w: ? p r > d",
      "q r s c d", "redundant p"}},
    {"redundant", {"p q r s | t: p q > r | u: p r > s", "q r s", ""}},
    {"redundant",
     {"y w p q r s* z* | t: s > p q | x: q > r | u: y p r > s | v: w > y |"
      " k: z > w",
      "y w q r s z", "redundant p"}},

    /* Transitions that use two places of a cycle; and what is found at once is
       merged at once. */
    {"cycle", {"p* q c | t: p > q | u: q > p | v: ? p q > c", "c", ""}},
    {"cycle",
     {"p* q r c | t: p > q | u: q > r | w: r > p | v: q r > c", "c", ""}},
    {"cycle",
     {"a* b c d e f g h u v w x y z | s: a > b | t: b > c | u: c > d | i: d > "
      "e |"
      " j: e > f | k: f > g | l: g > a | A: a > u | U: u > a | B: b > v | V: v "
      "> b | C: c > w |"
      " W: w > c | D: d > x | X: x > d | E: e > y | Y: y > e | F: f > z |"
      " Z: z > f | G: g > h | H: h > g",
      "deadlock", "cycle a, cycle a, cycle a, cycle a, cycle a"}},

    /* What is enabled with t needs only what t reads. */
    {"neutral", {"a* b | t: ? a b > | u: ? a >", "deadlock", "neutral t"}},
    {"neutral",
     {"a* b c | t: ? a b > | u: a > c | v: c > a", "deadlock", "neutral t"}},
    {"neutral", {"a* b c | t: ? a > | u: a b > c", "deadlock", ""}},
    {"neutral",
     {"a* b c | t: ? a > | u: a b > c", "EF (c >= 1 and deadlock)", ""}},
};

static void each_rule_finds_its_steps(void **state)
{
    uint32_t n_wrong = 0;

    (void)state;
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        n_wrong += !reduced_as_expected(&rows[i], NULL);
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++)
        n_wrong += !reduced_as_expected(&parts[i].row, parts[i].rules);
    assert_int_equal(n_wrong, 0);
}

static bool is_found(const struct reduced_row *row, const char *name)
{
    return strstr(row->steps, name) != NULL;
}

/* Of nets with weights tests/diff/reductions.c has many. */
static void each_rule_finds_a_step(void **state)
{
    (void)state;
    for (uint32_t rule = REDUCTION_OVERFLOW + 1; rule < REDUCTION_RULES;
         rule++) {
        const char *const name = reduction_rule_rows[rule].name;
        bool found = false;

        for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
            found |= is_found(&rows[i], name);
        for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++)
            found |= is_found(&parts[i].row, name);
        assert_true(found);
    }
}

/* p0* p1 ... | t0: p0 > p1 | t1: p1 > p2 | ... the last one goes to p0, and has
 * q besides, if there is one. */
static void print_ring(char *text, uint32_t n, bool has_q)
{
    char part[80];

    strcpy(text, has_q ? "q p0*" : "p0*");
    for (uint32_t i = 1; i < n; i++) {
        (void)snprintf(part, sizeof part, " p%u", i);
        strcat(text, part);
    }
    for (uint32_t i = 0; i < n; i++) {
        (void)snprintf(part, sizeof part, " | t%u: p%u%s > p%u%s", i, i,
                       has_q && i + 1 == n ? " q" : "", (i + 1) % n,
                       has_q && i == 0 ? " q" : "");
        strcat(text, part);
    }
}

/* A search for a cycle looks at 16 places, and the one that it looks for. */
static void only_short_cycles_are_found(void **state)
{
    (void)state;
    for (uint32_t n = 2; n <= 40; n++) {
        char text[1000];
        const struct reduced_row row = {text, "deadlock",
                                        n <= 17 ? "cycle p0" : ""};

        print_ring(text, n, false);
        assert_true(reduced_as_expected(&row, "cycle"));
    }
}

/* q has the tokens of all the places of a ring but p0. */
static void only_small_sets_are_found(void **state)
{
    (void)state;
    for (uint32_t n = 2; n <= 70; n++) {
        char text[2000], visible[400] = "p0";
        const struct reduced_row row = {text, visible,
                                        n <= 65 ? "redundant q" : ""};

        for (uint32_t i = 1; i < n; i++)
            (void)snprintf(visible + strlen(visible),
                           sizeof visible - strlen(visible), " p%u", i);
        print_ring(text, n, true);
        assert_true(reduced_as_expected(&row, "redundant"));
    }
}

/* q has the tokens of s and i, and where w0 is taken for i, the search needs
 * all places of a ring. */
static void small_sets_are_found_beside_large_ones(void **state)
{
    enum { N = 100 };
    char text[4000] = "w0*", visible[1000] = "s e i w0", part[80];
    const struct reduced_row row = {text, visible, "redundant q"};

    (void)state;
    for (uint32_t i = 1; i < N; i++) {
        (void)snprintf(part, sizeof part, " w%u", i);
        strcat(text, part);
        strcat(visible, part);
    }
    strcat(text, " q* s e i* | t: w0 i > s | u: s q > e | v: e > i q w1");
    for (uint32_t i = 1; i < N; i++) {
        (void)snprintf(part, sizeof part, " | x%u: w%u > w%u", i, i,
                       (i + 1) % N);
        strcat(text, part);
    }
    assert_true(reduced_as_expected(&row, "redundant"));
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
        net_builder_arc(b, GIVEN_CONSUME, i, i, 1);
        net_builder_arc(b, GIVEN_PRODUCE, (i + 1) % N, i, 1);
    }

    struct net *net = net_builder_finish(b);

    reduced_run(&r, &keeps, net, "deadlock", NULL);
    /* A new transition stands for a bounded number of others. */
    assert_true(r.net.live_transitions <= N / 256);
    assert_true(r.net.live_transitions > 0);
    assert_true(r.net.words.len < 40 * N);
    reducer_finish(&r);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
}

/* Two transitions may have one hash and differ in their arcs all the same. */
static void equal_hashes_are_not_trusted(void **state)
{
    static const char *const nets[] = {
        "a* b c* | t: a > b | u: c > b", "a* b c | t: a > b | u: a > c",
        "a* b c* | t: a > b | u: a c > b", "a* b c | t: a > b | u: a > b c"};

    (void)state;
    for (uint32_t i = 0; i < sizeof nets / sizeof *nets; i++)
        for (trans_id t = 0; t < 2; t++) {
            struct net *net = test_net(nets[i]);
            struct reduction_keeps keeps;
            struct reducer r;

            reduced_init_keeps(&keeps, net, "deadlock");
            reducer_init(&r, net, &keeps, REDUCER_ALL);
            assert_false(rule_dominated_try(&r, t));
            change_table_note(&r.changes, 1 - t, r.changes.hashes.at[t]);
            assert_false(rule_dominated_try(&r, t));
            reducer_finish(&r);
            reduction_keeps_finish(&keeps);
            net_destroy(net);
        }
}

/* Of many equal transitions one is left, and no search meets the others twice.
 * An entry of the chain with another hash stays. */
static void what_has_left_the_net_leaves_its_chain(void **state)
{
    enum { HASH = 7, OTHER = HASH + 16, STAYS = 50 };
    struct change_table table;
    uint32_t i, n = 0;

    (void)state;
    change_table_init(&table, 16);
    for (trans_id t = 0; t < 100; t++)
        change_table_note(&table, t, t == STAYS + 1 ? OTHER : HASH);
    for (trans_id t = 0; t < 100; t++)
        if (t != STAYS && t != STAYS + 1)
            change_table_forget(&table, t);
    i = change_table_next(&table, HASH, 0);
    assert_int_equal(change_table_trans(&table, i), STAYS);
    assert_int_equal(change_table_next(&table, HASH, i), 0);
    for (i = table.heads[HASH]; i; i = table.entries.at[i - 1].next)
        n++;
    assert_int_equal(n, 2);
    i = change_table_next(&table, OTHER, 0);
    assert_int_equal(change_table_trans(&table, i), STAYS + 1);
    change_table_finish(&table);
}

/* Chains of two transitions between one that forks and one that joins: each
 * chain becomes one transition, and the wide ones take in a few of these. */
static void wide_transitions_take_in_few(void **state)
{
    enum { CHAINS = 8192 };
    struct net_builder *b = net_builder_create();
    const struct net_where where = {"n", 1, 1};
    struct reduction_keeps keeps;
    struct diag diag = {0};
    struct reducer r;
    struct net *net;
    char id[16];

    (void)state;
    (void)net_builder_place(b, "start", NULL, true, where, &diag);
    for (uint32_t i = 0; i < 3 * CHAINS; i++) {
        (void)snprintf(id, sizeof id, "p%u", i);
        (void)net_builder_place(b, id, NULL, false, where, &diag);
    }
    (void)net_builder_trans(b, "fork", NULL, where, &diag);
    (void)net_builder_trans(b, "join", NULL, where, &diag);
    net_builder_arc(b, GIVEN_CONSUME, 0, 0, 1);
    for (uint32_t i = 0; i < 3 * CHAINS; i++) {
        if (i < CHAINS)
            net_builder_arc(b, GIVEN_PRODUCE, i + 1, 0, 1);
        if (i >= 2 * CHAINS) {
            net_builder_arc(b, GIVEN_CONSUME, i + 1, 1, 1);
            continue;
        }
        (void)snprintf(id, sizeof id, "t%u", i);
        (void)net_builder_trans(b, id, NULL, where, &diag);
        net_builder_arc(b, GIVEN_CONSUME, i + 1, i + 2, 1);
        net_builder_arc(b, GIVEN_PRODUCE, i + 1 + CHAINS, i + 2, 1);
    }
    net = net_builder_finish(b);
    reduced_run(&r, &keeps, net, "deadlock", NULL);
    assert_true(r.net.live_transitions <= CHAINS);
    assert_true(r.net.live_transitions > CHAINS / 2);
    /* all copies of arcs that were made: 2,075 a chain without the bound */
    assert_true(r.net.words.len < 1500 * CHAINS);
    reducer_finish(&r);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
}

/* Places in a row with moves both ways, and a transition at the end. */
static struct net *draw_row(uint32_t n)
{
    struct net_builder *b = net_builder_create();
    const struct net_where where = {"n", 1, 1};
    struct diag diag = {0};
    struct net *net;
    char id[16];

    for (uint32_t i = 0; i <= n; i++) {
        (void)snprintf(id, sizeof id, "p%u", i);
        (void)net_builder_place(b, i < n ? id : "end", NULL, i == 0, where,
                                &diag);
    }
    for (uint32_t i = 0; i < 2 * n - 1; i++) {
        const uint32_t p = i / 2, q = p + 1;

        (void)snprintf(id, sizeof id, "t%u", i);
        (void)net_builder_trans(b, id, NULL, where, &diag);
        net_builder_arc(b, GIVEN_CONSUME, i % 2 ? q : p, i, 1);
        net_builder_arc(b, GIVEN_PRODUCE, i % 2 ? p : q, i, 1);
    }
    net = net_builder_finish(b);
    assert_non_null(net);
    return net;
}

static void a_merged_row_stands_for_few_steps(void **state)
{
    enum { N = 4000, MOST = 1024 };
    struct reduced_pair pair;
    uint32_t n_places;

    (void)state;
    reduced_pair_init(&pair, draw_row(N), "end", "cycle");
    n_places = net_place_count(pair.small);
    assert_true(n_places > 1 + N / MOST && n_places < N / 8);
    for (trans_id t = 0; t < net_trans_count(pair.small); t++) {
        const uint32_t length = pair.r.lengths.at[pair.map.old_trans[t]];
        witness_run run = {0}, lifted = {0};

        /* The second time the token is led back to where t needs it. */
        vec_push(&run, t);
        vec_push(&run, t);
        lift_run(&pair.r.reduction, &pair.map, &run, &lifted);
        assert_true(length <= MOST && lifted.len <= 2 * length);
        vec_free(&run);
        vec_free(&lifted);
    }
    reduced_pair_finish(&pair);
}

struct stop_after {
    const struct reducer *r;
    enum reduction_rule rule;
    uint32_t asked, ended;
};

static bool has_step(void *self)
{
    struct stop_after *const stop = self;
    const struct reduction *const reduction = &stop->r->reduction;

    stop->asked++;
    for (uint32_t i = 0; i < reduction->steps.len; i++)
        if (reduction->steps.at[i].rule == stop->rule) {
            stop->ended++;
            return true;
        }
    return false;
}

/* d and e can be cut when t does not read g; n transitions come after t. */
static struct net *draw_slice(uint32_t n)
{
    struct draft_net *draft = draft_create("a* q g d* e c r s*");
    char name[16];

    draft_trans(draft, "t", "q", "c", "g");
    draft_trans(draft, "s", "a", "q g", "");
    draft_trans(draft, "w", "d", "e g", "");
    draft_trans(draft, "x", "e", "d", "");
    for (uint32_t i = 0; i < n; i++) {
        (void)snprintf(name, sizeof name, "u%u", i);
        draft_trans(draft, name, i % 2 ? "s" : "r", i % 2 ? "r" : "s", "");
    }
    return draft_finish(draft);
}

/* What asks for an end is asked now and then, and not again after its yes. */
static void a_reduction_stops_when_it_is_told_to(void **state)
{
    enum { N = 2000 };
    struct net *net = draw_slice(N);

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        struct reduction_keeps keeps;
        struct reducer r;
        struct stop_after stop = {
            &r, i == 2 ? REDUCTION_SINK : REDUCTION_OVERFLOW, 0, 0};
        const struct stop asks = {has_step, &stop};
        char text[100];

        reduced_init_keeps(&keeps, net, "c r s");
        reducer_init(&r, net, &keeps, reduced_rules("read sink slice"));
        r.stop = i == 0 ? NULL : &asks;
        reducer_run(&r);
        reduced_describe(&r.reduction, text, sizeof text);
        assert_string_equal(text, i == 2 ? "read t g, sink g"
                                         : "read t g, sink g, slice d e");
        assert_true(stop.asked >= (i > 0) && stop.asked < N / 64);
        assert_int_equal(stop.ended, i == 2);
        reducer_finish(&r);
        reduction_keeps_finish(&keeps);
    }
    net_destroy(net);
}

MODULE(reduce)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_finds_its_steps),
        cmocka_unit_test(each_rule_finds_a_step),
        cmocka_unit_test(only_short_cycles_are_found),
        cmocka_unit_test(only_small_sets_are_found),
        cmocka_unit_test(small_sets_are_found_beside_large_ones),
        cmocka_unit_test(a_chain_becomes_nothing),
        cmocka_unit_test(equal_hashes_are_not_trusted),
        cmocka_unit_test(what_has_left_the_net_leaves_its_chain),
        cmocka_unit_test(wide_transitions_take_in_few),
        cmocka_unit_test(a_merged_row_stands_for_few_steps),
        cmocka_unit_test(a_reduction_stops_when_it_is_told_to),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
