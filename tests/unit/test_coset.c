/* A co-set grows by what is concurrent with all of it, in both states of a
 * component, and shrinks again. */
#include "test.h"

#include "base/ids.h"
#include "engine/prefix/coset.h"
#include "prefix_fixture.h"

enum { N_NETS = 120, N_EVENTS = 25, N_STEPS = 40 };

struct counts {
    uint32_t pushed, refused, missing;
};

/* The candidates: what e produced, and its partners. */
static void list_all(struct prefix_fixture *g, struct conc_query *query,
                     event_id e, conc_list *all)
{
    const struct conc *const conc = query->conc;
    const uint32_t k = rows_component_of(&conc->rows, e);

    vec_clear(all);
    for (uint32_t i = 0; i < es_produce_count(g->es, e); i++) {
        const struct conc_partner own = {.cond =
                                             g->es->events.at[e].produces + i};

        if (k != PLACE_COMPONENTS_NONE &&
            conc->components.component[g->es->conds.at[own.cond].place] == k)
            vec_push(all, own);
    }
    for (place_id p = 0;
         k != PLACE_COMPONENTS_NONE && p < g->compiled->n_places; p++)
        if (conc->components.component[p] == k)
            conc_partners(query, p, all);
}

static bool fits(struct prefix_fixture *g, const struct coset *coset, cond_id b)
{
    for (uint32_t i = 0; i < coset->at.len; i++)
        if (!prefix_fixture_concurrent(g, coset->at.at[i].cond, b))
            return false;
    return true;
}

static void compare_missing(struct prefix_fixture *g, struct coset *coset,
                            event_id e, struct counts *counts)
{
    es_event_list missing = {0}, both = {0};
    struct es_span past;
    uint32_t n;

    vec_push(&both, e);
    for (uint32_t i = 0; i < coset->at.len; i++)
        vec_push(&both, g->es->conds.at[coset->at.at[i].cond].producer);
    coset_missing(coset, &missing);
    past = es_past(g->es, &g->walk, (struct es_span){both.at, both.len});
    for (uint32_t i = 0; i < missing.len; i++) {
        assert_true(ids_has(past.at, past.len, missing.at[i]));
        assert_true(i == 0 || missing.at[i - 1] < missing.at[i]);
    }
    n = past.len - g->es->events.at[e].size;
    (void)es_past(g->es, &g->walk, (struct es_span){&e, 1});
    for (uint32_t i = 0; i < missing.len; i++)
        assert_false(es_past_has(&g->walk, missing.at[i]));
    assert_int_equal(missing.len, n);
    counts->missing += n;
    vec_free(&missing);
    vec_free(&both);
}

static bool is_chosen(const struct coset *coset, cond_id b)
{
    for (uint32_t i = 0; i < coset->at.len; i++)
        if (coset->at.at[i].cond == b)
            return true;
    return false;
}

static void push(struct prefix_fixture *g, struct coset *coset,
                 struct conc_partner b, event_id e, struct counts *counts)
{
    const bool expected = fits(g, coset, b.cond);
    const uint32_t n = coset->at.len;

    assert_int_equal(coset_push(coset, b), expected);
    assert_int_equal(coset->at.len, n + expected);
    counts->pushed += expected;
    counts->refused += !expected;
    compare_missing(g, coset, e, counts);
}

/* Pushes and pops at random. */
static void choose(struct prefix_fixture *g, struct coset *coset,
                   const conc_list *all, event_id e, struct random *random,
                   struct counts *counts)
{
    coset_start(coset);
    for (uint32_t i = 0; all->len && i < N_STEPS; i++) {
        const struct conc_partner b = all->at[random_below(random, all->len)];

        if (coset->at.len && random_chance(random, 25))
            coset_pop(coset);
        else if (!is_chosen(coset, b.cond))
            push(g, coset, b, e, counts);
    }
}

static void cosets_are_pairwise_concurrent(void **state)
{
    struct counts counts[2] = {{0}};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct conc conc;
        struct conc_query query;
        struct rows_worker worker = {0};
        struct coset coset;
        struct prefix_fixture g;
        conc_list all = {0};

        random_init(&random, i);
        prefix_fixture_draw(&g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                            i / 2);
        conc_init(&conc, g.es);
        query = (struct conc_query){.conc = &conc};
        coset = (struct coset){.query = &query};
        for (uint32_t k = 0; i % 4 < 2 && k < conc.components.n; k++)
            rows_fill(&conc.rows, &worker, k);
        for (uint32_t n = 0; n < N_EVENTS && g.closed.len; n++) {
            const uint32_t at = random_below(&random, g.closed.len);
            const event_id e = g.closed.at[at];

            g.closed.at[at] = g.closed.at[g.closed.len - 1];
            vec_cut(&g.closed, g.closed.len - 1);
            conc_add(&conc, e);
            if (conc_wants_rows(&conc, e))
                rows_fill(&conc.rows, &worker,
                          rows_component_of(&conc.rows, e));
            conc_query_start(&query, e);
            list_all(&g, &query, e, &all);
            choose(&g, &coset, &all, e, &random, &counts[i % 4 < 2]);
            prefix_fixture_extend(&g, e);
        }
        vec_free(&all);
        coset_finish(&coset);
        conc_query_finish(&query);
        rows_worker_finish(&worker);
        conc_finish(&conc);
        prefix_fixture_finish(&g);
    }
    for (uint32_t rows = 0; rows < 2; rows++) {
        assert_true(counts[rows].pushed > 4000);
        assert_true(counts[rows].refused > 300);
        assert_true(counts[rows].missing > 300);
    }
}

/* Stamps may overflow: old ones must not count. */
static void old_stamps_do_not_count(void **state)
{
    struct net *const net = test_net("a* b* c* | t: a > | u: a b > | v: b c >");
    struct conc conc;
    struct conc_query query;
    struct coset coset;
    struct prefix_fixture g;

    (void)state;
    prefix_fixture_init(&g, net, dep_create(net, DEP_READ));
    conc_init(&conc, g.es);
    query = (struct conc_query){.conc = &conc};
    coset = (struct coset){.query = &query};
    conc_query_start(&query, EVENT_BOTTOM);
    coset.in.last = coset.taken.last = UINT32_MAX - 1;
    for (uint32_t i = 0; i < 3; i++) {
        coset_start(&coset);
        for (cond_id b = 0; b < 3; b++)
            assert_true(coset_push(&coset, (struct conc_partner){.cond = b}));
    }
    coset_finish(&coset);
    conc_query_finish(&query);
    conc_finish(&conc);
    prefix_fixture_finish(&g);
}

MODULE(coset)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cosets_are_pairwise_concurrent),
        cmocka_unit_test(old_stamps_do_not_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
