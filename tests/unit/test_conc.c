/* The concurrency relation equals its definition: two conditions are concurrent
 * when some configuration has both in its cut.  So in both states of a
 * component, and for each of its questions. */
#include "test.h"

#include "base/ids.h"
#include "prefix/conc.h"
#include "prefix_fixture.h"

enum { N_NETS = 90, N_EVENTS = 30 };

struct counts {
    uint32_t concurrent, others, events, partners, in_cut, missing;
    uint32_t at_once[2]; /* conc_partners_on() refused, answered */
};

static uint32_t component(const struct conc *conc, cond_id b)
{
    return conc->needed.component[conc->es->conds.at[b].place];
}

static void compare(struct prefix_fixture *g, struct conc *conc,
                    struct counts *counts)
{
    for (cond_id b = 0; b < g->es->conds.len; b++)
        for (cond_id c = 0; c < g->es->conds.len; c++) {
            const bool expected = prefix_fixture_concurrent(g, b, c);

            if (component(conc, b) == NEEDED_NONE ||
                component(conc, b) != component(conc, c))
                continue;
            assert_int_equal(conc_pair(conc, b, c), expected);
            counts->concurrent += expected;
            counts->others += !expected;
        }
}

static bool is_below(struct prefix_fixture *g, event_id f, event_id e)
{
    if (f == EVENT_BOTTOM)
        return true;
    (void)es_past(g->es, &g->walk, (struct es_span){&e, 1});
    return es_walked(&g->walk, f);
}

/* By the definition, the one in the cut of [e] first. */
static void list_partners(struct prefix_fixture *g, event_id e, place_id p,
                          conc_list *partners, struct counts *counts)
{
    const cond_id own = g->es->events.at[e].produces;

    for (uint32_t from_cut = 1; from_cut < 2; from_cut--)
        for (cond_id b = 0; b < g->es->conds.len; b++) {
            const event_id f = g->es->conds.at[b].producer;

            if (g->es->conds.at[b].place == p && f != e &&
                is_below(g, f, e) == from_cut &&
                prefix_fixture_concurrent(g, b, own)) {
                vec_push(partners, b);
                counts->in_cut += from_cut;
                counts->partners += !from_cut;
            }
        }
}

static void assert_same(const conc_list *a, const conc_list *b)
{
    assert_int_equal(a->len, b->len);
    for (uint32_t i = 0; i < a->len; i++)
        assert_int_equal(a->at[i], b->at[i]);
}

/* Conditions that are concurrent with e and each other, of random places. */
static void compare_missing(struct prefix_fixture *g, struct conc *conc,
                            struct random *random, event_id e,
                            const conc_list *partners, struct counts *counts)
{
    conc_list choice = {0};
    es_event_list missing = {0}, producers = {0};
    struct es_span past;
    uint32_t n = 0;

    vec_push(&choice, g->es->events.at[e].produces);
    for (uint32_t i = 0; i < 12; i++) {
        const conc_list *const from =
            &partners[random_below(random, g->compiled->n_places)];
        const cond_id b =
            from->len ? from->at[random_below(random, from->len)] : COND_NONE;
        bool fits = b != COND_NONE;

        for (uint32_t k = 0; fits && k < choice.len; k++)
            fits = prefix_fixture_concurrent(g, choice.at[k], b);
        if (fits)
            vec_push(&choice, b);
    }
    conc_missing(conc, e, choice.at, choice.len, &missing);
    for (uint32_t i = 0; i < choice.len; i++)
        vec_push(&producers, g->es->conds.at[choice.at[i]].producer);
    past =
        es_past(g->es, &g->walk, (struct es_span){producers.at, producers.len});
    for (uint32_t i = 0; i < missing.len; i++) {
        assert_true(ids_has(past.at, past.len, missing.at[i]));
        assert_true(i == 0 || missing.at[i - 1] < missing.at[i]);
    }
    n = past.len - g->es->events.at[e].size;
    assert_int_equal(missing.len, n);
    for (uint32_t i = 0; i < missing.len; i++)
        assert_false(is_below(g, missing.at[i], e));
    counts->missing += n;
    vec_free(&choice);
    vec_free(&missing);
    vec_free(&producers);
}

/* What was added last has the partners of the definition. */
static void compare_partners(struct prefix_fixture *g, struct conc *conc,
                             struct random *random, event_id e,
                             struct counts *counts)
{
    const uint32_t n = g->compiled->n_places;
    const uint32_t k = rows_component_of(&conc->rows, e);
    conc_list *const expected = mem_zero(n, sizeof *expected);
    conc_list *const at_once = mem_zero(n, sizeof *at_once);
    struct stamp places = {0};
    bool done;

    stamp_fit(&places, n);
    stamp_start(&places);
    for (place_id p = 0; k != NEEDED_NONE && p < n; p++) {
        conc_list found = {0};

        if (conc->needed.component[p] != k)
            continue;
        stamp_add(&places, p);
        list_partners(g, e, p, &expected[p], counts);
        conc_partners(conc, e, p, &found);
        assert_same(&found, &expected[p]);
        vec_free(&found);
    }
    assert_false(conc_partners_on(conc, e, 0, &places, at_once) &&
                 rows_of(&conc->rows, k, e)->n_cut > 0);
    done = conc_partners_on(conc, e, UINT32_MAX, &places, at_once);
    counts->at_once[done]++;
    assert_int_equal(done, k != NEEDED_NONE && rows_has(&conc->rows, k));
    if (k != NEEDED_NONE)
        compare_missing(g, conc, random, e, expected, counts);
    for (place_id p = 0; p < n; p++) {
        if (done)
            assert_same(&at_once[p], &expected[p]);
        vec_free(&expected[p]);
        vec_free(&at_once[p]);
    }
    mem_free(expected);
    mem_free(at_once);
    stamp_finish(&places);
}

/* Opens events in a random causal order, with the relation. */
static void grow(struct prefix_fixture *g, struct conc *conc,
                 struct random *random, uint32_t n_events,
                 struct counts *counts)
{
    for (uint32_t n = 0; n < n_events && g->closed.len; n++) {
        const uint32_t i = random_below(random, g->closed.len);
        const event_id e = g->closed.at[i];

        g->closed.at[i] = g->closed.at[g->closed.len - 1];
        vec_cut(&g->closed, g->closed.len - 1);
        conc_add(conc, e);
        compare_partners(g, conc, random, e, counts);
        prefix_fixture_extend(g, e);
        counts->events++;
    }
}

static void open_all(struct conc *conc)
{
    for (uint32_t k = 0; k < conc->needed.n; k++)
        if (!rows_has(&conc->rows, k))
            rows_open(&conc->rows, k);
}

static void all_is_as_the_definition_says(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct conc conc;
        struct prefix_fixture g;

        random_init(&random, i);
        prefix_fixture_draw(&g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                            i / 2);
        conc_init(&conc, g.es);
        compare(&g, &conc, &counts);
        grow(&g, &conc, &random, N_EVENTS, &counts);
        compare(&g, &conc, &counts);
        open_all(&conc);
        grow(&g, &conc, &random, N_EVENTS, &counts);
        compare(&g, &conc, &counts);
        conc_finish(&conc);
        prefix_fixture_finish(&g);
    }
    assert_true(counts.events > 1200);
    assert_true(counts.concurrent > 20000 && counts.others > 80000);
    assert_true(counts.partners > 200 && counts.in_cut > 2000);
    assert_true(counts.missing > 80);
    assert_true(counts.at_once[0] > 500 && counts.at_once[1] > 500);
}

/* Walks of a component end when they have met many events. */
static void walks_give_way_to_rows(void **state)
{
    struct net *const net =
        test_net("p* q r* s x* y | a: p > q | b: q > p | c: r > s | d: s > r | "
                 "e: q s > p r | v: x > y | w: y > x");
    struct counts counts = {0};
    struct random random;
    struct conc conc;
    struct prefix_fixture g;

    (void)state;
    random_init(&random, 1);
    prefix_fixture_init(&g, net, dep_create(net, DEP_READ));
    conc_init(&conc, g.es);
    grow(&g, &conc, &random, 8, &counts);
    assert_int_equal(conc.needed.n, 2);
    assert_true(conc.walked[0] > 0);
    assert_false(rows_has(&conc.rows, 0));
    conc.walked[0] = 1000000;
    grow(&g, &conc, &random, 8, &counts);
    assert_true(rows_has(&conc.rows, 0));
    assert_false(rows_has(&conc.rows, 1));
    compare(&g, &conc, &counts);
    conc_finish(&conc);
    prefix_fixture_finish(&g);
}

/* What is alone needs no list and no row. */
static void chains_are_not_stored(void **state)
{
    struct net *const net =
        test_net("a* b c d* e f | t: a > b | u: b > c | v: d > e | w: e > f");
    struct counts counts = {0};
    struct random random;
    struct conc conc;
    struct prefix_fixture g;

    (void)state;
    random_init(&random, 1);
    prefix_fixture_init(&g, net, dep_create(net, DEP_READ));
    conc_init(&conc, g.es);
    grow(&g, &conc, &random, 8, &counts);
    assert_int_equal(counts.events, 4);
    assert_int_equal(conc.needed.n, 0);
    assert_int_equal(conc.pool.words.len, 0);
    conc_finish(&conc);
    prefix_fixture_finish(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_as_the_definition_says),
        cmocka_unit_test(walks_give_way_to_rows),
        cmocka_unit_test(chains_are_not_stored),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
