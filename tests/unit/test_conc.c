/* The concurrency relation equals its definition: two conditions are concurrent
 * when some configuration has both in its cut.  So in both states of a
 * component, and for each of its questions. */
#include "test.h"

#include "engine/prefix/conc.h"
#include "prefix_fixture.h"

enum { N_NETS = 90, N_EVENTS = 30 };

struct counts {
    uint32_t events, partners, in_cut, others, brought;
    uint32_t at_once[2]; /* conc_partners_on() refused, answered */
};

static bool is_below(struct prefix_fixture *g, event_id f, event_id e)
{
    if (f == EVENT_BOTTOM)
        return true;
    (void)es_past(g->es, &g->walk, (struct es_span){&e, 1});
    return es_past_has(&g->walk, f);
}

/* By the definition, the one in the cut of [e] first. */
static void list_partners(struct prefix_fixture *g, event_id e, place_id p,
                          conc_list *partners, struct counts *counts)
{
    const cond_id own = g->es->events.at[e].produces;

    for (uint32_t i = 0; i < 2; i++)
        for (cond_id b = 0; b < g->es->conds.len; b++) {
            const event_id f = g->es->conds.at[b].producer;
            const struct conc_partner partner = {.cond = b};
            const bool in_cut = is_below(g, f, e);

            if (g->es->conds.at[b].place != p || f == e || in_cut == (i == 1))
                continue;
            if (!prefix_fixture_concurrent(g, b, own)) {
                counts->others++;
                continue;
            }
            vec_push(partners, partner);
            counts->in_cut += in_cut;
            counts->partners += !in_cut;
        }
}

static void assert_same(const conc_list *a, const conc_list *b)
{
    assert_int_equal(a->len, b->len);
    for (uint32_t i = 0; i < a->len; i++)
        assert_int_equal(a->at[i].cond, b->at[i].cond);
}

/* What a partner brings is below it and not below e, without repetition. */
static void check_brought(struct prefix_fixture *g,
                          const struct conc_query *query, event_id e,
                          struct conc_partner partner, struct counts *counts)
{
    const event_id producers[] = {e, g->es->conds.at[partner.cond].producer};
    const struct es_span past =
        es_past(g->es, &g->walk, (struct es_span){producers, 2});

    assert_int_equal(partner.n_brought, past.len - g->es->events.at[e].size);
    for (uint32_t i = 0; i < partner.n_brought; i++) {
        const event_id f = query->brought.at[partner.brought + i];

        assert_false(is_below(g, f, e));
        assert_true(is_below(g, f, producers[1]));
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(f, query->brought.at[partner.brought + k]);
    }
    counts->brought += partner.n_brought;
}

static void compare_place(struct prefix_fixture *g, struct conc_query *query,
                          event_id e, place_id p, const conc_list *expected,
                          struct counts *counts)
{
    conc_list found = {0};

    conc_partners(query, p, &found);
    assert_same(&found, expected);
    if (!rows_has(&query->conc->rows, query->conc->components.component[p]))
        for (uint32_t i = 0; i < found.len; i++)
            check_brought(g, query, e, found.at[i], counts);
    vec_free(&found);
}

/* What was added last has the partners of the definition. */
static void compare(struct prefix_fixture *g, struct conc *conc, event_id e,
                    struct counts *counts)
{
    const uint32_t n = g->compiled->n_places;
    const uint32_t k = rows_component_of(&conc->rows, e);
    conc_list *const expected = mem_zero(n, sizeof *expected);
    conc_list *const at_once = mem_zero(n, sizeof *at_once);
    struct stamp places = {0};
    struct conc_query query;
    bool done;

    query = (struct conc_query){.conc = conc};
    conc_query_start(&query, e);
    stamp_fit(&places, n);
    stamp_start(&places);
    for (place_id p = 0; k != PLACE_COMPONENTS_NONE && p < n; p++)
        if (conc->components.component[p] == k) {
            stamp_add(&places, p);
            list_partners(g, e, p, &expected[p], counts);
            compare_place(g, &query, e, p, &expected[p], counts);
        }
    assert_false(conc_partners_on(&query, 0, &places, at_once) &&
                 rows_of(&conc->rows, k, e)->n_cut > 0);
    done = conc_partners_on(&query, UINT32_MAX, &places, at_once);
    counts->at_once[done]++;
    assert_int_equal(done,
                     k != PLACE_COMPONENTS_NONE && rows_has(&conc->rows, k));
    for (place_id p = 0; p < n; p++) {
        if (done)
            assert_same(&at_once[p], &expected[p]);
        vec_free(&expected[p]);
        vec_free(&at_once[p]);
    }
    mem_free(expected);
    mem_free(at_once);
    stamp_finish(&places);
    if (k != PLACE_COMPONENTS_NONE)
        conc->walked[k] += query.walked;
    conc_query_finish(&query);
}

static void fill(struct conc *conc, uint32_t k)
{
    struct rows_worker worker = {0};

    rows_fill(&conc->rows, &worker, k);
    rows_worker_finish(&worker);
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
        if (conc_wants_rows(conc, e))
            fill(conc, rows_component_of(&conc->rows, e));
        compare(g, conc, e, counts);
        prefix_fixture_extend(g, e);
        counts->events++;
    }
}

static void open_all(struct conc *conc)
{
    for (uint32_t k = 0; k < conc->components.n; k++)
        if (!rows_has(&conc->rows, k))
            fill(conc, k);
}

static void all_is_as_the_definition_says(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < SWEEP(N_NETS); i++) {
        struct random random;
        struct conc conc;
        struct prefix_fixture g;

        random_init(&random, i);
        prefix_fixture_draw(&g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                            i / 2);
        conc_init(&conc, g.es);
        grow(&g, &conc, &random, N_EVENTS, &counts);
        open_all(&conc);
        grow(&g, &conc, &random, N_EVENTS, &counts);
        conc_finish(&conc);
        prefix_fixture_finish(&g);
    }
    assert_true(counts.events > SWEEP(1200));
    assert_true(counts.partners > SWEEP(100) && counts.in_cut > SWEEP(1000));
    assert_true(counts.others > SWEEP(50000) && counts.brought > SWEEP(150));
    assert_true(counts.at_once[0] > SWEEP(500) &&
                counts.at_once[1] > SWEEP(500));
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
    assert_int_equal(conc.components.n, 2);
    assert_true(conc.walked[0] > 0);
    assert_false(rows_has(&conc.rows, 0));
    conc.walked[0] = 1000000;
    grow(&g, &conc, &random, 8, &counts);
    assert_true(rows_has(&conc.rows, 0));
    assert_false(rows_has(&conc.rows, 1));
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
    assert_int_equal(conc.components.n, 0);
    assert_int_equal(conc.pool.words.len, 0);
    conc_finish(&conc);
    prefix_fixture_finish(&g);
}

MODULE(conc)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_as_the_definition_says),
        cmocka_unit_test(walks_give_way_to_rows),
        cmocka_unit_test(chains_are_not_stored),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
