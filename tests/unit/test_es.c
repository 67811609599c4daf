/* The store contains each event once, with what it uses and produces, and its
 * walks over pasts agree with the definition. */
#include "test.h"

#include "aborts.h"
#include "es_fixture.h"
#include "whole_marking.h"

enum { N_NETS = 48, N_PAIRS = 60 };

static void fill(struct es_fixture *s, struct random *random, uint32_t i)
{
    random_init(random, i);
    es_fixture_draw(s, i, i % 8 < 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 2,
                    i % ES_FIXTURE_RELATIONS);
    es_fixture_fill(s, random, 6, 12, 90);
}

static void bottom_makes_the_initial_conditions(void **state)
{
    struct es_fixture s;
    struct net *const net = test_net("p* q r* | t: p > q");

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    assert_int_equal(s.es->events.at[EVENT_BOTTOM].trans, TRANS_NONE);
    assert_int_equal(es_produce_count(s.es, EVENT_BOTTOM), 2);
    assert_int_equal(es_use_count(s.es, EVENT_BOTTOM), 0);
    assert_int_equal(es_consume_count(s.es, EVENT_BOTTOM), 0);
    assert_int_equal(s.es->conds.at[0].place, 0);
    assert_int_equal(s.es->conds.at[1].place, 2);
    assert_int_equal(s.es->conds.at[1].producer, EVENT_BOTTOM);
    assert_int_equal(es_fixture_word(&s, s.es->events.at[0].marking), 5);
    es_fixture_finish(&s);
}

/* The store of the header's example: a consumes p; r reads q; c consumes q. */
struct example {
    struct net *net;
    struct dep *dep;
    struct compiled_net *arcs;
    struct es *es;
};

enum { P, Q };
enum { A, R, C };

static struct example example(void)
{
    struct example x;

    x.net = test_net("p* q* x* y z | a: p > y | r: x ? q > z | c: q > y");
    x.dep = dep_create(x.net, DEP_READ);
    x.arcs = compiled_net_create(x.net, x.dep, NULL, 0, false);
    x.es = es_create(x.arcs);
    return x;
}

static void example_finish(struct example *x)
{
    es_destroy(x->es);
    compiled_net_destroy(x->arcs);
    dep_destroy(x->dep);
    net_destroy(x->net);
}

static void an_event_is_found_by_its_name_only(void **state)
{
    struct example x = example();
    const uint32_t name_a[] = {0}, name_r[] = {2, 1};
    const uint32_t name_c[] = {1, 2}; /* q, followed by its reader 2 */

    (void)state;
    assert_int_equal(es_find(x.es, A, name_a, 0), EVENT_NONE);
    assert_int_equal(es_add(x.es, A, name_a, 0, 1, 0), 1);
    assert_int_equal(es_add(x.es, R, name_r, 0, 1, 0), 2);
    assert_int_equal(es_find(x.es, C, name_c, 1), EVENT_NONE);
    assert_int_equal(es_add(x.es, C, name_c, 1, 2, 0), 3);
    assert_int_equal(es_find(x.es, C, name_c, 0), EVENT_NONE);
    assert_int_equal(es_add(x.es, C, name_c, 0, 1, 0), 4);
    assert_int_equal(es_find(x.es, A, name_a, 0), 1);
    assert_int_equal(es_find(x.es, R, name_r, 0), 2);
    assert_int_equal(es_find(x.es, C, name_c, 1), 3);
    assert_int_equal(es_find(x.es, C, name_c, 0), 4);
    assert_int_equal(es_readers(x.es, 3)[0], 2);
    assert_int_equal(es_uses(x.es, 3)[0], 1);
    es_check(x.es);
    example_finish(&x);
}

static void equal_names_share_an_event(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct es_fixture s;

        fill(&s, &random, i);
        for (event_id e = 1; e < s.es->events.len; e++) {
            const struct es_event *const ev = &s.es->events.at[e];
            const uint32_t n = es_name_count(s.es, e);
            uint32_t *const name = mem_copy(es_uses(s.es, e), n, sizeof *name);

            assert_int_equal(
                es_find(s.es, ev->trans, name, es_reader_count(s.es, e)), e);
            mem_free(name);
        }
        es_fixture_finish(&s);
    }
}

/* A chain long enough for names with equal hashes of 32 bits. */
static void equal_hashes_do_not_make_equal_names(void **state)
{
    struct example x = example();
    const uint32_t n = 300000;

    (void)state;
    for (uint32_t i = 0; i < n; i++) {
        /* c produces a condition, which the next c consumes. */
        const uint32_t name[] = {i ? x.es->events.at[i].produces : Q};

        assert_int_equal(es_find(x.es, C, name, 0), EVENT_NONE);
        assert_int_equal(es_add(x.es, C, name, 0, i + 1, 0), i + 1);
        es_produce_only(x.es, i + 1);
    }
    for (event_id e = 1; e <= n; e++)
        assert_int_equal(es_find(x.es, C, es_uses(x.es, e), 0), e);
    example_finish(&x);
}

/* Two different events differ in transition or past. */
static void different_events_have_different_histories(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct model model;
        struct es_fixture s;

        fill(&s, &random, i);
        model_init(&model, &s);
        for (event_id a = 1; a < model.n; a++)
            for (event_id b = a + 1; b < model.n; b++) {
                bits_word *const below =
                    mem_copy(model_past(&model, b), model.words, sizeof *below);

                if (s.es->events.at[a].trans == s.es->events.at[b].trans &&
                    !bits_has(below, a)) {
                    bits_remove(below, b);
                    bits_add(below, a);
                    assert_false(
                        bits_equal(below, model_past(&model, a), model.words));
                }
                mem_free(below);
            }
        model_finish(&model);
        es_fixture_finish(&s);
    }
}

static void causes_come_first_and_conditions_know_their_maker(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct es_fixture s;

        fill(&s, &random, i);
        for (event_id e = 1; e < s.es->events.len; e++) {
            for (uint32_t k = 0; k < es_use_count(s.es, e); k++)
                assert_true(s.es->conds.at[es_uses(s.es, e)[k]].producer < e);
            for (uint32_t k = 0; k < es_reader_count(s.es, e); k++)
                assert_true(es_readers(s.es, e)[k] < e);
            for (uint32_t k = 0; k < es_produce_count(s.es, e); k++)
                assert_int_equal(
                    s.es->conds.at[s.es->events.at[e].produces + k].producer,
                    e);
        }
        es_fixture_finish(&s);
    }
}

/* How many times e uses condition b. */
static uint32_t use(const struct es *es, event_id e, cond_id b)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < es_use_count(es, e); k++)
        n += es_uses(es, e)[k] == b;
    return n;
}

static void conditions_list_their_users_in_order(void **state)
{
    uint32_t most = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct es_fixture s;

        fill(&s, &random, i);
        for (cond_id b = 0; b < s.es->conds.len; b++) {
            const uint32_t n_users = es_user_count(s.es, b);
            const struct es_link *const links =
                b % 2 && n_users > 1 ? es_links(s.es, b) : NULL;
            uint32_t n = 0;

            for (event_id e = 1; e < s.es->events.len; e++)
                if (use(s.es, e, b)) {
                    assert_true(n < n_users);
                    assert_int_equal(es_user(s.es, b, n), e);
                    if (links)
                        assert_int_equal(links[n].size,
                                         s.es->events.at[e].size);
                    n++;
                }
            assert_int_equal(n, n_users);
            most = n > most ? n : most;
        }
        es_fixture_finish(&s);
    }
    assert_true(most > 16); /* blocks have moved a few times */
}

/* -- Figures of events -- */

static uint32_t longest_chain(const struct model *model, event_id e)
{
    const bits_word *const past = model_past(model, e);
    uint32_t level = 0;

    for (event_id x = bits_next(past, 1, e); x < e;
         x = bits_next(past, x + 1, e))
        if (longest_chain(model, x) > level)
            level = longest_chain(model, x);
    return level + 1;
}

static void sizes_and_levels_are_those_of_the_past(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct model model;
        struct es_fixture s;

        random_init(&random, i);
        es_fixture_draw(&s, i, RANDOM_TERMINATING, 2, i % ES_FIXTURE_RELATIONS);
        es_fixture_fill(&s, &random, 5, 7, 60);
        model_init(&model, &s);
        for (event_id e = 1; e < model.n; e++) {
            assert_int_equal(s.es->events.at[e].size,
                             bits_count(model_past(&model, e), model.words));
            if (s.es->events.at[e].size < 9)
                assert_int_equal(s.es->events.at[e].level,
                                 longest_chain(&model, e));
        }
        model_finish(&model);
        es_fixture_finish(&s);
    }
}

static void a_marking_is_stored_once(void **state)
{
    struct example x = example();
    uint32_t ids[32];
    bits_word read;

    (void)state;
    for (bits_word m = 0; m < 32; m++) {
        ids[m] = es_marking(x.es, &m);
        assert_true(ids[m] < 32 && (m == 7) == (ids[m] == 0));
        markings_open(&x.es->markings, ids[m]);
        assert_int_equal(markings_close(&x.es->markings, true), ids[m]);
    }
    assert_int_equal(markings_count(&x.es->markings), 32);
    for (bits_word m = 0; m < 32; m++) {
        assert_int_equal(es_marking(x.es, &m), ids[m]);
        markings_read(&x.es->markings, ids[m], &read);
        assert_int_equal(read, m);
        for (place_id p = 0; p < 5; p++)
            assert_int_equal(es_marked(x.es, ids[m], p), bits_has(&m, p));
    }
    assert_int_equal(markings_count(&x.es->markings), 32);
    example_finish(&x);
}

static void bytes_cover_what_is_stored(void **state)
{
    struct random random;
    struct es_fixture s;
    size_t least;

    (void)state;
    fill(&s, &random, 2);
    least = s.es->events.len * sizeof *s.es->events.at +
            s.es->conds.len * sizeof *s.es->conds.at +
            s.es->pool.len * sizeof *s.es->pool.at +
            s.es->users.len * sizeof *s.es->users.at +
            s.es->ids.words.len * sizeof *s.es->ids.words.at;
    assert_true(es_bytes(s.es) > least);
    assert_true(es_bytes(s.es) < 4 * least);
    es_fixture_finish(&s);
}

/* -- Walks -- */

static void compare_span(struct es_span span, const bits_word *set, uint32_t n)
{
    uint32_t at = 0;

    for (event_id e = bits_next(set, 0, n); e < n; e = bits_next(set, e + 1, n))
        assert_true(at < span.len && span.at[at++] == e);
    assert_int_equal(at, span.len);
}

static int by_id(const void *x, const void *y)
{
    const event_id a = *(const event_id *)x, b = *(const event_id *)y;

    return (a > b) - (a < b);
}

static void compare_list(es_event_list *list, const bits_word *set, uint32_t n)
{
    if (list->len)
        qsort(list->at, list->len, sizeof *list->at, by_id);
    compare_span((struct es_span){list->at, list->len}, set, n);
}

static void compare_walks(const struct model *model, struct es_past_walk *walk,
                          event_id a, event_id b)
{
    const struct es *const es = model->s->es;
    const event_id both[] = {a, b};
    const struct es_span span = {both, 2};
    bits_word *const set = mem_alloc(model->words, sizeof *set);

    bits_copy(set, model_past(model, a), model->words);
    bits_unite(set, model_past(model, b), model->words);
    compare_span(es_past(es, walk, span), set, model->n);
    for (event_id e = 1; e < model->n; e++)
        assert_int_equal(es_past_has(walk, e), bits_has(set, e));
    (void)es_past_any(es, walk, span);
    compare_list(&walk->out, set, model->n);
    es_past_difference(es, walk, a, b);
    for (uint32_t w = 0; w < model->words; w++)
        set[w] = model_past(model, a)[w] & ~model_past(model, b)[w];
    compare_list(&walk->out, set, model->n);
    for (uint32_t w = 0; w < model->words; w++)
        set[w] = model_past(model, b)[w] & ~model_past(model, a)[w];
    compare_list(&walk->other, set, model->n);
    mem_free(set);
}

static void pasts_and_differences_are_those_of_the_sets(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct es_past_walk walk = {0};
        struct random random;
        struct model model;
        struct es_fixture s;

        fill(&s, &random, i);
        model_init(&model, &s);
        for (uint32_t k = 0; k < N_PAIRS; k++)
            compare_walks(&model, &walk, random_below(&random, model.n),
                          random_below(&random, model.n));
        es_past_finish(&walk);
        model_finish(&model);
        es_fixture_finish(&s);
    }
}

/* The number of walks may overflow: old stamps must not count. */
static void a_walk_forgets_the_walks_before(void **state)
{
    struct es_past_walk walk = {0};
    struct random random;
    struct model model;
    struct es_fixture s;

    (void)state;
    fill(&s, &random, 6);
    model_init(&model, &s);
    compare_walks(&model, &walk, model.n - 1, model.n - 2);
    walk.seen.last = UINT32_MAX - 20;
    for (uint32_t k = 0; k < 12; k++)
        compare_walks(&model, &walk, random_below(&random, model.n),
                      random_below(&random, model.n));
    assert_true(walk.seen.last < 1000);
    es_past_finish(&walk);
    model_finish(&model);
    es_fixture_finish(&s);
}

/* Fails by timeout if a difference visits the whole pasts. */
static void a_difference_costs_what_it_holds(void **state)
{
    struct es_fixture s;
    struct net *const net = test_net("p* q | a: p > q | b: q > p | c: q > p");
    struct es_past_walk walk = {0};
    event_id b, c;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    for (uint32_t i = 0; i < 20000; i++)
        es_fixture_fire(&s, i % 2 ? "b" : "a");
    es_fixture_fire(&s, "a");
    b = es_fixture_enabled(&s, 1);
    c = es_fixture_enabled(&s, 2);
    for (uint32_t i = 0; i < 1000000; i++) {
        es_past_difference(s.es, &walk, b, c);
        assert_int_equal(walk.out.len + walk.other.len, 2);
    }
    es_past_finish(&walk);
    es_fixture_finish(&s);
}

/* -- es_check() -- */

static void check_store(void *self)
{
    es_past_check(self);
}

static void a_broken_store_is_noticed(void **state)
{
    struct random random;
    struct es_fixture s;

    (void)state;
    fill(&s, &random, 3);

    struct es_event *const last = vec_top(&s.es->events);
    const struct es_event old = *last;

    assert_false(aborts(check_store, s.es));
    last->size++;
    assert_true(aborts(check_store, s.es));
    *last = old;
    last->produces--;
    assert_true(aborts(check_store, s.es));
    *last = old;
    last->trans = s.es->events.at[1].trans == old.trans
                      ? s.es->events.at[2].trans
                      : s.es->events.at[1].trans;
    assert_true(aborts(check_store, s.es));
    *last = old;
    s.es->conds.at[old.produces].producer--;
    assert_true(aborts(check_store, s.es));
    s.es->conds.at[old.produces].producer++;
    last->marking = markings_count(&s.es->markings);
    assert_true(aborts(check_store, s.es));
    *last = old;
    assert_false(aborts(check_store, s.es));
    es_fixture_finish(&s);
}

/* -- A lazy store -- */

static void a_lazy_store_makes_conditions_when_told(void **state)
{
    struct example x = example();
    const uint32_t name_a[] = {0}, name_c[] = {1};

    (void)state;
    x.es->lazy = true;
    assert_int_equal(es_add(x.es, A, name_a, 0, 1, 0), 1);
    assert_int_equal(es_add(x.es, C, name_c, 0, 1, 0), 2);
    assert_int_equal(x.es->conds.len, 3);
    assert_int_equal(x.es->events.at[1].produces, COND_NONE);
    assert_int_equal(es_user_count(x.es, 0), 0);
    es_produce(x.es, 2); /* conditions get ids in the order of these calls */
    assert_int_equal(x.es->events.at[2].produces, 3);
    assert_int_equal(x.es->events.at[1].produces, COND_NONE);
    es_produce(x.es, 1);
    assert_int_equal(x.es->events.at[1].produces, 4);
    assert_int_equal(x.es->conds.at[3].producer, 2);
    assert_int_equal(x.es->conds.at[4].producer, 1);
    assert_int_equal(es_user_count(x.es, 0), 1);
    assert_int_equal(es_user(x.es, 1, 0), 2);
    assert_int_equal(es_user(x.es, 0, 0), 1);
    example_finish(&x);
}

/* Those of q become links in between. */
static void users_are_known_before_conditions(void **state)
{
    struct example x = example();
    const uint32_t name_a[] = {0}, name_r[] = {2, 1}, name_c[] = {1, 2};
    const struct es_link *links;

    (void)state;
    assert_int_equal(es_add(x.es, A, name_a, 0, 1, 0), 1);
    assert_int_equal(es_add(x.es, R, name_r, 0, 1, 0), 2);
    assert_int_equal(es_add(x.es, C, name_c, 0, 1, 0), 3);
    assert_int_equal(es_find(x.es, R, name_r, 0), 2);
    assert_int_equal(x.es->conds.len, 3);
    assert_int_equal(x.es->events.at[2].produces, COND_NONE);
    assert_int_equal(es_user_count(x.es, 1), 2);
    links = es_links(x.es, 1);
    assert_int_equal(links[0].user, 2);
    assert_int_equal(links[1].user, 3);
    assert_int_equal(es_add(x.es, C, name_c, 1, 2, 0), 4);
    links = es_links(x.es, 1);
    assert_int_equal(links[2].user, 4);
    assert_int_equal(links[2].size, 2);
    assert_int_equal(es_user_count(x.es, 1), 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(es_user(x.es, 1, i), 2 + i);
    es_produce_only(x.es, 2);
    assert_int_equal(x.es->events.at[2].produces, 3);
    assert_int_equal(es_user_count(x.es, 3), 0);
    example_finish(&x);
}

static void many_events_are_written_in_any_order(void **state)
{
    struct example x = example(), y = example();
    const uint32_t name_a[] = {0}, name_r[] = {2, 1}, name_c[] = {1};

    (void)state;
    x.es->lazy = y.es->lazy = true;
    (void)es_add(x.es, A, name_a, 0, 1, 0);
    (void)es_add(x.es, R, name_r, 0, 1, 0);
    (void)es_add(x.es, C, name_c, 0, 1, 0);
    (void)es_add(y.es, A, name_a, 0, 1, 0);
    es_reserve(y.es, 2, 3);
    es_write(y.es, 3, 2, C, name_c, 1, 0);
    es_write(y.es, 2, 0, R, name_r, 1, 0);
    assert_int_equal(y.es->events.len, 2);
    es_take(y.es, 2, 3);
    assert_int_equal(y.es->events.len, x.es->events.len);
    assert_int_equal(y.es->pool.len, x.es->pool.len);
    assert_memory_equal(y.es->events.at, x.es->events.at,
                        x.es->events.len * sizeof *x.es->events.at);
    assert_memory_equal(y.es->pool.at, x.es->pool.at,
                        x.es->pool.len * sizeof *x.es->pool.at);
    assert_int_equal(es_name_count(y.es, 3), 1);
    example_finish(&x);
    example_finish(&y);
}

/* Two consumers of q; the smaller event is the younger one. */
static void users_may_be_linked_later(void **state)
{
    struct example x = example();
    const uint32_t name_c[] = {1}, name_r[] = {2, 1};

    (void)state;
    x.es->lazy = true;
    (void)es_add(x.es, C, name_c, 0, 2, 0);
    (void)es_add(x.es, R, name_r, 0, 1, 0);
    (void)es_add(x.es, C, name_c, 0, 3, 0); /* without conditions */
    es_produce_only(x.es, 2);
    es_produce_only(x.es, 1);
    assert_int_equal(es_user_count(x.es, 1), 0);
    es_link_all(x.es);
    assert_int_equal(es_user_count(x.es, 1), 2);
    assert_int_equal(es_user(x.es, 1, 0), 2);
    assert_int_equal(es_user(x.es, 1, 1), 1);
    assert_int_equal(es_user_count(x.es, 2), 1);
    example_finish(&x);
}

MODULE(es)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bottom_makes_the_initial_conditions),
        cmocka_unit_test(an_event_is_found_by_its_name_only),
        cmocka_unit_test(equal_names_share_an_event),
        cmocka_unit_test(equal_hashes_do_not_make_equal_names),
        cmocka_unit_test(different_events_have_different_histories),
        cmocka_unit_test(causes_come_first_and_conditions_know_their_maker),
        cmocka_unit_test(conditions_list_their_users_in_order),
        cmocka_unit_test(sizes_and_levels_are_those_of_the_past),
        cmocka_unit_test(a_marking_is_stored_once),
        cmocka_unit_test(bytes_cover_what_is_stored),
        cmocka_unit_test(pasts_and_differences_are_those_of_the_sets),
        cmocka_unit_test(a_walk_forgets_the_walks_before),
        cmocka_unit_test(a_difference_costs_what_it_holds),
        cmocka_unit_test(a_broken_store_is_noticed),
        cmocka_unit_test(a_lazy_store_makes_conditions_when_told),
        cmocka_unit_test(users_are_known_before_conditions),
        cmocka_unit_test(many_events_are_written_in_any_order),
        cmocka_unit_test(users_may_be_linked_later),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
