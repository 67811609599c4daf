/* A configuration always agrees with its events, and popping an event undoes
 * its push completely. */
#include "test.h"

#include "aborts.h"
#include "es_fixture.h"
#include "net/marking.h"

enum { N_NETS = 60, N_STEPS = 14 };

static void draw(struct es_fixture *s, struct random *random, uint32_t i)
{
    random_init(random, i);
    es_fixture_draw(s, i, i % 8 < 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 2,
                    i % ES_FIXTURE_RELATIONS);
}

static void it_begins_with_bottom(void **state)
{
    struct es_fixture s;
    struct net *const net = test_net("p* q | t: p > q");

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    assert_int_equal(config_len(&s.c), 1);
    assert_int_equal(config_size(&s.c), 0);
    assert_int_equal(config_at(&s.c, 0), EVENT_BOTTOM);
    assert_true(config_has(&s.c, EVENT_BOTTOM));
    assert_int_equal(es_fixture_marking_word(&s), 1);
    es_fixture_finish(&s);
}

/* -- Push and pop -- */

/* Other changes that a pop undoes: those of an exploration to en(C) after a
 * push. */
static void shuffle(struct es_fixture *s, struct random *random)
{
    static const enum config_en_state states[] = {EN_FREE, EN_ASLEEP,
                                                  EN_EXCLUDED};

    for (uint32_t i = 0; i < 4; i++) {
        const event_id e = es_fixture_pick(s, random);

        if (e != EVENT_NONE)
            config_set(&s->c, s->es->events.at[e].trans,
                       states[random_below(random, 3)]);
    }
}

static void assert_same(const es_fixture_bytes *a, const es_fixture_bytes *b)
{
    assert_int_equal(a->len, b->len);
    assert_memory_equal(a->at, b->at, a->len);
}

static void pop_takes_back_all_of_a_push(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        es_fixture_bytes before[N_STEPS] = {0}, after = {0};
        struct random random;
        struct es_fixture s;
        uint32_t n = 0;

        draw(&s, &random, i);
        shuffle(&s, &random);
        for (; n < N_STEPS && s.c.n_en; n++) {
            es_fixture_snapshot(&s, &before[n]);
            assert_true(es_fixture_push(&s, es_fixture_pick(&s, &random)));
            shuffle(&s, &random);
        }
        while (n-- > 0) {
            es_fixture_pop(&s);
            es_fixture_snapshot(&s, &after);
            assert_same(&before[n], &after);
            vec_free(&before[n]);
        }
        vec_free(&after);
        es_fixture_finish(&s);
    }
}

static void undo_takes_back_changes_without_a_push(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        es_fixture_bytes before = {0}, after = {0};
        struct random random;
        struct es_fixture s;

        draw(&s, &random, i);
        es_fixture_walk(&s, &random, 5);

        const uint32_t mark = s.c.undo.len;

        es_fixture_snapshot(&s, &before);
        shuffle(&s, &random);
        config_undo(&s.c, mark);
        es_fixture_snapshot(&s, &after);
        assert_same(&before, &after);
        vec_free(&before);
        vec_free(&after);
        es_fixture_finish(&s);
    }
}

/* -- Rows -- */

/* Does every row agree with the past? */
static void compare_pasts(const struct es_fixture *s)
{
    struct es_past_walk walk = {0};

    for (uint32_t b = 0; b < config_len(&s->c); b++) {
        const event_id e = config_at(&s->c, b);

        (void)es_past(s->es, &walk, (struct es_span){&e, b > 0});
        assert_true(config_before(&s->c, 0, b));
        for (uint32_t a = 1; a < config_len(&s->c); a++)
            assert_int_equal(config_before(&s->c, a, b),
                             es_past_has(&walk, config_at(&s->c, a)));
    }
    es_past_finish(&walk);
}

static void pasts_are_those_of_the_events(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct es_fixture s;

        draw(&s, &random, i);
        es_fixture_walk(&s, &random, i < 8 ? 150 : 40);
        compare_pasts(&s);
        es_fixture_finish(&s);
    }
}

/* One sequence is one chain, whose events have no entries. */
static void a_long_sequential_run_costs_little(void **state)
{
    struct es_fixture s;
    struct net *const net = test_net("p* q | a: p > q | b: q > p");

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    for (uint32_t i = 0; i < 150; i++)
        es_fixture_fire(&s, "ab");
    assert_int_equal(s.c.causality.tails.len, 1);
    assert_int_equal(s.c.causality.entries.len, 1); /* the empty one's head */
    compare_pasts(&s);
    es_fixture_finish(&s);
}

/* Two independent sequences that then meet: the chain that goes on has one
 * entry, and all its events share it until they meet again. */
static void a_vector_is_made_where_chains_meet(void **state)
{
    struct es_fixture s;
    struct net *const net =
        test_net("p* q r* s | a: p > q | b: q > p | c: r > s | d: s > r | "
                 "e: p r > q s");

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    for (uint32_t i = 0; i < 70; i++)
        es_fixture_fire(&s, "ab");
    for (uint32_t i = 0; i < 70; i++)
        es_fixture_fire(&s, "cd");
    assert_int_equal(s.c.causality.tails.len, 2);
    assert_int_equal(s.c.causality.entries.len, 1); /* the empty one's head */
    es_fixture_fire(&s, "e");
    assert_int_equal(s.c.causality.entries.len, 3);
    es_fixture_fire(&s, "b");
    assert_int_equal(s.c.causality.entries.len, 3);
    es_fixture_fire(&s, "dac");
    for (uint32_t i = 0; i < 40; i++)
        es_fixture_fire(&s, "bdac");
    compare_pasts(&s);
    es_fixture_finish(&s);
}

/* -- en(C), the marking, the lists -- */

static void compare_enabled(const struct es_fixture *s)
{
    bits_word m[8], now[8];
    uint32_t n = 0;

    es_fixture_marking(s, m);
    config_marking(&s->c, now);
    assert_true(bits_equal(m, now, marking_words(s->net)));
    for (trans_id t = 0; t < s->compiled->n_trans; t++) {
        const event_id e = es_fixture_enabled(s, t);

        assert_int_equal(e != EVENT_NONE, marking_enabled(s->net, m, t));
        if (e == EVENT_NONE)
            continue;
        n++;
        assert_int_equal(s->es->events.at[e].trans, t);
        assert_false(config_has(&s->c, e));
        assert_true(config_admits(&s->c, e));
    }
    assert_int_equal(s->c.n_en, n);
}

static void what_is_enabled_is_enabled_by_the_token_game(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct es_fixture s;

        draw(&s, &random, i);
        compare_enabled(&s);
        for (uint32_t k = 0; k < 30 && s.c.n_en; k++) {
            if (random_chance(&random, 30) && config_size(&s.c))
                es_fixture_pop(&s);
            else
                assert_true(es_fixture_push(&s, es_fixture_pick(&s, &random)));
            compare_enabled(&s);
        }
        es_fixture_finish(&s);
    }
}

static void expect_list(const struct config *c, enum config_en_state state,
                        const char *letters)
{
    const trans_id head = config_head(c, state);

    for (trans_id t = config_next(c, head); t != head; t = config_next(c, t))
        assert_int_equal(*letters++, 'a' + (int)t);
    assert_int_equal(*letters, '\0');
}

static void free_and_asleep_are_listed_oldest_first(void **state)
{
    struct es_fixture s;
    struct net *const net =
        test_net("p* q* r* s | a: p > | b: q > s | c: r > | d: s >");

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    expect_list(&s.c, EN_FREE, "abc");
    config_set(&s.c, 1, EN_ASLEEP);
    config_set(&s.c, 0, EN_ASLEEP);
    expect_list(&s.c, EN_FREE, "c");
    expect_list(&s.c, EN_ASLEEP, "ba");
    config_set(&s.c, 1, EN_FREE);
    config_set(&s.c, 0, EN_EXCLUDED);
    expect_list(&s.c, EN_FREE, "cb");
    expect_list(&s.c, EN_ASLEEP, "");
    assert_int_equal(s.c.n_en, 3);
    es_fixture_fire(&s, "b");
    expect_list(&s.c, EN_FREE, "cd");
    es_fixture_fire(&s, "c");
    expect_list(&s.c, EN_FREE, "d");
    es_fixture_pop(&s);
    es_fixture_pop(&s);
    expect_list(&s.c, EN_FREE, "cb");
    config_undo(&s.c, 0);
    expect_list(&s.c, EN_FREE, "");
    assert_int_equal(s.c.n_en, 0);
    es_fixture_finish(&s);
}

/* -- Admitting and stepping -- */

/* All causes of e are in C.  Is e in en(C): is C + e a configuration? */
static bool is_enabled(const struct model *model, bits_word *set, event_id e)
{
    bool good;

    model_config(model, set);
    if (bits_has(set, e))
        return false;
    bits_add(set, e);
    good = model_is_config(model, set);
    bits_remove(set, e);
    return good;
}

static bool has_causes(const struct model *model, event_id e)
{
    const bits_word *const past = model_past(model, e);

    for (event_id x = bits_next(past, 1, e); x < e;
         x = bits_next(past, x + 1, e))
        if (!config_has(&model->s->c, x))
            return false;
    return true;
}

static void compare_admitted(const struct model *model, uint32_t *counts)
{
    bits_word *const set = mem_alloc(model->words, sizeof *set);

    for (event_id e = 1; e < model->n; e++)
        if (has_causes(model, e)) {
            const bool good = is_enabled(model, set, e);

            assert_int_equal(config_admits(&model->s->c, e), good);
            counts[good]++;
        }
    mem_free(set);
}

/* Pushes as many known events as possible. */
static void push_known(const struct model *model, struct config *c,
                       struct random *random, uint32_t percent)
{
    bits_word *const set = mem_alloc(model->words, sizeof *set);

    for (event_id e = 1; e < model->n; e++)
        if (random_chance(random, percent) && has_causes(model, e) &&
            is_enabled(model, set, e))
            assert_true(config_push(c, e));
    mem_free(set);
}

static void admitted_events_are_the_enabled_ones(void **state)
{
    uint32_t counts[2] = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct model model;
        struct es_fixture s;

        draw(&s, &random, i);
        es_fixture_fill(&s, &random, 6, 10, 80);
        model_init(&model, &s);
        for (uint32_t k = 0; k < 12; k++) {
            es_fixture_reset(&s);
            push_known(&model, &s.c, &random, 5 * k);
            compare_admitted(&model, counts);
        }
        model_finish(&model);
        es_fixture_finish(&s);
    }
    assert_true(counts[0] > 1000 && counts[1] > 1000);
}

/* Are the two equal for the purpose of looking ahead? */
static bool same_cut(const struct config *a, const struct config *b)
{
    for (cond_id k = 0; k < a->es->conds.len; k++)
        if (a->state.at[k] != b->state.at[k] ||
            config_read_count(a, k) != config_read_count(b, k))
            return false;
    for (event_id e = 0; e < a->es->events.len; e++)
        if (config_has(a, e) != config_has(b, e))
            return false;
    return true;
}

static void stepping_moves_the_cut_as_pushing_does(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        es_fixture_bytes before = {0}, after = {0};
        struct random random;
        struct config other;
        struct es_fixture s;
        uint32_t n;

        draw(&s, &random, i);
        es_fixture_walk(&s, &random, 12);
        n = config_len(&s.c);
        config_init(&other, s.es, false);
        for (uint32_t pos = 1; pos < n; pos++) {
            assert_true(config_admits(&other, config_at(&s.c, pos)));
            config_step(&other, config_at(&s.c, pos));
        }
        assert_true(same_cut(&s.c, &other));
        for (uint32_t pos = n; pos-- > 1;)
            config_unstep(&other, config_at(&s.c, pos));
        es_fixture_reset(&s);
        assert_true(same_cut(&s.c, &other));
        es_fixture_snapshot(&s, &before);
        for (uint32_t k = 0; k < 3 && s.c.n_en; k++) {
            const event_id e = es_fixture_pick(&s, &random);

            config_step(&s.c, e);
            config_unstep(&s.c, e);
        }
        es_fixture_snapshot(&s, &after);
        assert_same(&before, &after);
        vec_free(&before);
        vec_free(&after);
        config_finish(&other);
        es_fixture_finish(&s);
    }
}

/* -- Second tokens -- */

static void a_second_token_is_found_where_it_appears(void **state)
{
    struct net *const net =
        test_net("p* q* r s | a: p > r | b: q > r | c: r > s");
    struct es_fixture s;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    assert_true(config_push(&s.c, es_fixture_enabled(&s, 0)));
    assert_false(config_push(&s.c, es_fixture_enabled(&s, 1)));
    assert_int_equal(s.c.unsafe_place, 2);
    es_fixture_finish(&s);
}

/* c consumes the token of a before b produces another one.  There is no second
 * token then, but b is independent of c. */
static void a_second_token_is_found_even_when_the_first_is_gone(void **state)
{
    struct net *const net =
        test_net("p* q* r s | a: p > r | b: q > r | c: r > s");
    struct es_fixture s;
    event_id b;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    b = es_fixture_enabled(&s, 1);
    es_fixture_fire(&s, "ac");
    assert_false(config_push(&s.c, b));
    assert_int_equal(s.c.unsafe_place, 2);
    es_fixture_finish(&s);
}

static void a_token_may_come_back(void **state)
{
    struct net *const net = test_net("p* q | a: p > q | b: q > p");
    struct es_fixture s;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    es_fixture_fire(&s, "abab");
    assert_int_equal(s.c.unsafe_place, PLACE_NONE);
    es_fixture_finish(&s);
}

/* -- config_check() -- */

static void check_config(void *self)
{
    const struct es_fixture *const s = self;

    config_check(&s->c);
}

static void a_broken_configuration_is_noticed(void **state)
{
    struct net *const net = test_net("p* q r* | a: p > q | b: r > | c: q >");
    struct config_en_event c;
    struct es_fixture s;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    es_fixture_fire(&s, "ab");
    assert_false(aborts(check_config, &s));
    s.c.instances.at[0].consumed = POS_NONE;
    assert_true(aborts(check_config, &s));
    s.c.instances.at[0].consumed = 1;
    c = s.c.en[2].is; /* enabled, by the token game */
    s.c.en[2].is.bits = 0;
    assert_true(aborts(check_config, &s));
    s.c.en[2].is = c;
    s.c.state.at[0] = COND_CUT;
    assert_true(aborts(check_config, &s));
    s.c.state.at[0] = COND_CONSUMED;
    assert_false(aborts(check_config, &s));
    es_fixture_finish(&s);
}

MODULE(config)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_begins_with_bottom),
        cmocka_unit_test(pop_takes_back_all_of_a_push),
        cmocka_unit_test(undo_takes_back_changes_without_a_push),
        cmocka_unit_test(pasts_are_those_of_the_events),
        cmocka_unit_test(a_long_sequential_run_costs_little),
        cmocka_unit_test(a_vector_is_made_where_chains_meet),
        cmocka_unit_test(what_is_enabled_is_enabled_by_the_token_game),
        cmocka_unit_test(free_and_asleep_are_listed_oldest_first),
        cmocka_unit_test(admitted_events_are_the_enabled_ones),
        cmocka_unit_test(stepping_moves_the_cut_as_pushing_does),
        cmocka_unit_test(a_second_token_is_found_where_it_appears),
        cmocka_unit_test(a_second_token_is_found_even_when_the_first_is_gone),
        cmocka_unit_test(a_token_may_come_back),
        cmocka_unit_test(a_broken_configuration_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
