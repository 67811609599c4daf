/* The iterator gives every history of a consumer once, by comparison with all
 * causally closed subsets of C. */
#include "test.h"

#include "base/ids.h"
#include "engine/unfolding/reader_sets.h"
#include "es_fixture.h"

enum { N_NETS = 1200, MOST = 9, MOST_USES = 16 }; /* events of C, uses of t */

/* A set of positions of C; bit 0 is bottom. */
typedef uint32_t position_set;

struct choice {
    const struct es_fixture *s;
    struct reader_sets *sets;
    const struct config_instance *pick[MOST_USES];
    uint32_t n, n_consumed;
    position_set pasts[MOST + 2]; /* by position */
    /* coverage of the test */
    uint32_t n_choices, n_histories, n_faults;
};

/* -- By definition -- */

static void find_pasts(struct choice *x)
{
    const struct config *const c = &x->s->c;
    struct es_past_walk walk = {0};

    for (uint32_t b = 0; b < config_len(c); b++) {
        const event_id e = config_at(c, b);

        (void)es_past(x->s->es, &walk, (struct es_span){&e, 1});
        x->pasts[b] = 1;
        for (uint32_t a = 1; a < config_len(c); a++)
            if (es_past_has(&walk, config_at(c, a)))
                x->pasts[b] |= 1u << a;
    }
    es_past_finish(&walk);
}

static position_set base(const struct choice *x)
{
    position_set set = x->pasts[config_len(&x->s->c) - 1];

    for (uint32_t i = 0; i < x->n; i++)
        set |= x->pasts[x->pick[i]->produced];
    return set;
}

/* Is the set causally closed, and does it consume none of the choice? */
static bool is_possible(const struct choice *x, position_set set)
{
    for (uint32_t pos = 0; pos < config_len(&x->s->c); pos++)
        if (set >> pos & 1 && x->pasts[pos] & ~set)
            return false;
    for (uint32_t i = 0; i < x->n; i++)
        if (x->pick[i]->consumed != POS_NONE && set >> x->pick[i]->consumed & 1)
            return false;
    return true;
}

/* Counts the readers of the consumed conditions in a set, once per
 * condition. */
static uint32_t readers_in(const struct choice *x, position_set set,
                           es_event_list *readers)
{
    const struct es *const es = x->s->es;

    vec_clear(readers);
    for (uint32_t pos = 1; pos < config_len(&x->s->c); pos++)
        for (uint32_t i = 0; i < x->n_consumed; i++) {
            const event_id e = config_at(&x->s->c, pos);

            if (!(set >> pos & 1))
                continue;
            for (uint32_t k = es_consume_count(es, e); k < es_use_count(es, e);
                 k++)
                if (es_uses(es, e)[k] == x->pick[i]->cond)
                    vec_push(readers, e);
        }
    ids_sort(readers->at, readers->len);
    return readers->len;
}

/* Is the set the base and the pasts of its readers? */
static bool is_history(const struct choice *x, position_set set)
{
    const struct es *const es = x->s->es;
    position_set least = base(x);

    for (uint32_t pos = 1; pos < config_len(&x->s->c); pos++)
        for (uint32_t i = 0; i < x->n_consumed; i++) {
            const event_id e = config_at(&x->s->c, pos);

            for (uint32_t k = es_consume_count(es, e); k < es_use_count(es, e);
                 k++)
                if (set >> pos & 1 && es_uses(es, e)[k] == x->pick[i]->cond)
                    least |= x->pasts[pos];
        }
    return set == least && is_possible(x, set);
}

static uint32_t count_histories(const struct choice *x)
{
    uint32_t n = 0;

    for (position_set set = 1; set < 1u << config_len(&x->s->c); set += 2)
        n += is_history(x, set);
    return n;
}

/* -- Comparison -- */

/* The positions of a past, and bottom. */
static position_set positions_of(const struct choice *x,
                                 const struct causality_past *past)
{
    const struct config *const c = &x->s->c;
    position_set set = 1;
    uint32_t n = 0;

    for (uint32_t pos = 1; pos < config_len(c); pos++)
        if (causality_past_has(&c->causality, past, pos)) {
            set |= (position_set)1 << pos;
            n++;
        }
    assert_int_equal(causality_past_count(&c->causality, past), n);
    return set;
}

static void check_current(struct choice *x, position_set set)
{
    es_event_list readers = {0};

    assert_true(is_history(x, set));
    assert_int_equal(readers_in(x, set, &readers), x->sets->readers.len);
    for (uint32_t i = 0; i < readers.len; i++)
        assert_int_equal(readers.at[i], x->sets->readers.at[i]);
    assert_int_equal(readers_in(x, (1u << config_len(&x->s->c)) - 1, &readers),
                     x->sets->n_all);
    vec_free(&readers);
}

static void compare_choice(struct choice *x)
{
    VEC(position_set) seen = {0};

    reader_sets_start(x->sets, x->pick, x->n_consumed, x->n);
    while (reader_sets_next(x->sets)) {
        const position_set set = positions_of(x, reader_sets_past(x->sets));

        check_current(x, set);
        for (uint32_t i = 0; i < seen.len; i++)
            assert_int_not_equal(seen.at[i], set);
        vec_push(&seen, set);
        assert_true(x->sets->n_tried <= x->sets->optional.len + 1);
        x->n_faults += x->sets->n_tried - 1;
    }
    assert_false(reader_sets_next(x->sets));
    assert_int_equal(seen.len, count_histories(x));
    assert_int_equal(positions_of(x, reader_sets_base(x->sets, x->pick, x->n)),
                     base(x));
    x->n_choices++;
    x->n_histories += seen.len;
    vec_free(&seen);
}

/* Every choice of conditions for the places from the k-th on. */
static void choose_from(struct choice *x, struct net_place_span use, uint32_t k)
{
    const struct config *const c = &x->s->c;

    x->n = k;
    if (k == use.len) {
        compare_choice(x);
        return;
    }
    for (const struct config_instance *inst = config_youngest(c, use.at[k]);
         inst; inst = config_older(c, inst)) {
        x->pick[k] = inst;
        x->n = k + 1;
        if (is_possible(x, base(x)))
            choose_from(x, use, k + 1);
    }
}

static void choose_all(struct choice *x)
{
    const struct compiled_net *const compiled = x->s->compiled;

    find_pasts(x);
    for (trans_id t = 0; t < compiled->n_trans; t++) {
        const struct net_place_span use = compiled_net_use(compiled, t);

        assert_true(use.len <= MOST_USES);
        x->n_consumed = compiled_net_consume_count(compiled, t);
        choose_from(x, use, 0);
    }
}

/* Five transitions occur once each, some in sequence, and read places on which
 * a sixth one consumes and a seventh one produces again. */
static struct net *draw_readers(struct random *random)
{
    struct draft_net *const draft =
        draft_create("p* q* s a* b* c* d* e* A B C D E");

    for (uint32_t i = 0; i < 5; i++) {
        char name[] = "a", pre[] = "a   ", read[] = "    ", post[] = "A";
        const uint32_t below = random_below(random, 5);

        *name = *pre = (char)('a' + i);
        *post = (char)('A' + i);
        if (below < i)
            pre[2] = (char)('A' + below);
        if (random_chance(random, 70))
            read[0] = 'p';
        if (random_chance(random, 50))
            read[2] = 'q';
        draft_trans(draft, name, pre, post, read);
    }
    draft_trans(draft, "take", "p q", "s", "");
    draft_trans(draft, "give", "s", "p q", "");
    return draft_finish(draft);
}

static void compare_walk(struct choice *x, struct es_fixture *s,
                         struct random *random)
{
    struct reader_sets sets;

    sets = (struct reader_sets){.c = &s->c};
    x->s = s;
    x->sets = &sets;
    choose_all(x);
    for (uint32_t k = 0; k < MOST && s->c.n_en; k++) {
        assert_true(es_fixture_push(s, es_fixture_pick(s, random)));
        choose_all(x);
    }
    reader_sets_finish(&sets);
}

static void every_history_comes_once(void **state)
{
    struct choice x = {0};

    (void)state;
    for (uint32_t i = 0; i < SWEEP(N_NETS); i++) {
        struct random random;
        struct es_fixture s;
        struct net *net;

        random_init(&random, i);
        es_fixture_draw(&s, i, i % 8 < 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                        3, i % ES_FIXTURE_RELATIONS);
        compare_walk(&x, &s, &random);
        es_fixture_finish(&s);
        net = draw_readers(&random);
        es_fixture_init(&s, net, dep_create(net, DEP_READ));
        compare_walk(&x, &s, &random);
        es_fixture_finish(&s);
    }
    assert_true(x.n_choices > SWEEP(10000));
    assert_true(x.n_histories > x.n_choices + SWEEP(3000));
    assert_true(x.n_faults > SWEEP(300));
}

/* -- By hand -- */

/* The sets for the last transition of the net and conditions of the cut, as
 * text: "- c a ac". */
static void sets_of(const char *line, const char *run, char *text, size_t size)
{
    struct net *const net = test_net(line);
    const trans_id t = net_trans_count(net) - 1;
    struct choice x = {0};
    struct reader_sets sets;
    struct es_fixture s;

    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    es_fixture_fire(&s, run);
    sets = (struct reader_sets){.c = &s.c};
    for (; x.n < compiled_net_use(s.compiled, t).len; x.n++)
        x.pick[x.n] =
            config_youngest(&s.c, compiled_net_use(s.compiled, t).at[x.n]);
    reader_sets_start(&sets, x.pick, compiled_net_consume_count(s.compiled, t),
                      x.n);
    *text = '\0';
    while (reader_sets_next(&sets)) {
        char set[32];
        uint32_t n = 0;

        for (trans_id u = 0; u < t; u++)
            for (uint32_t i = 0; i < sets.readers.len; i++)
                if (s.es->events.at[sets.readers.at[i]].trans == u)
                    set[n++] = (char)('a' + u);
        set[n] = '\0';
        (void)snprintf(text + strlen(text), size - strlen(text), " %s/%u",
                       n ? set : "-", (unsigned)sets.n_tried);
    }
    reader_sets_finish(&sets);
    es_fixture_finish(&s);
}

/* Each set with the number of sets tried for it.  The event on top is z: it is
 * in every history and reads nothing. */
static void sets_come_in_binary_order(void **state)
{
    char text[256];

    (void)state;
    sets_of("p* a* b* c* z* | a: a ? p > | b: b ? p > | c: c ? p > | "
            "z: z > | t: p >",
            "abcd", text, sizeof text);
    assert_string_equal(text, " -/1 c/1 b/1 bc/1 a/1 ac/1 ab/1 abc/1");
}

/* The example of the header. */
static void a_set_that_is_not_closed_is_skipped(void **state)
{
    char text[256];

    (void)state;
    sets_of("p* a* b c* z* | a: a ? p > b | b: b ? p > | c: c ? p > | "
            "z: z > | t: p >",
            "abcd", text, sizeof text);
    assert_string_equal(text, " -/1 c/1 a/2 ac/1 ab/1 abc/1");
}

/* a precedes the event on top, which precedes the consumer. */
static void a_reader_in_the_base_is_in_every_set(void **state)
{
    char text[256];

    (void)state;
    sets_of("p* a* b* q | a: a ? p > q | b: b ? p > | z: q > | t: p >", "abc",
            text, sizeof text);
    assert_string_equal(text, " a/1 ab/1");
}

/* An event that reads two of the conditions is listed twice, chosen once. */
static void a_reader_of_two_conditions_is_one_choice(void **state)
{
    char text[256];

    (void)state;
    sets_of("p* q* a* z* | a: a ? p q > | z: z > | t: p q >", "ab", text,
            sizeof text);
    assert_string_equal(text, " -/1 aa/1");
}

MODULE(reader_sets)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_history_comes_once),
        cmocka_unit_test(sets_come_in_binary_order),
        cmocka_unit_test(a_set_that_is_not_closed_is_skipped),
        cmocka_unit_test(a_reader_in_the_base_is_in_every_set),
        cmocka_unit_test(a_reader_of_two_conditions_is_one_choice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
