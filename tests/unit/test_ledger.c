/* At every moment the sums and the roots of a ledger describe the whole
 * search; and budgets follow the number of open roots. */
#include "engine/reverse/ledger.h"
#include "test.h"

static const trans_id TRANS[] = {7, 8, 9};
static const uint32_t PATH[] = {0, 1, 2};

struct fixture {
    struct first_answers answers;
    struct ledger ledger;
};

static void start(struct fixture *x, uint32_t n_workers)
{
    first_answers_init(&x->answers, 0);
    ledger_init(&x->ledger, n_workers, &x->answers);
    ledger_open(&x->ledger, NULL);
}

static void end(struct fixture *x)
{
    ledger_finish(&x->ledger);
    first_answers_finish(&x->answers);
}

/* Worker w has visited one configuration; n roots are left. */
static void commit(struct fixture *x, uint32_t w, uint32_t n)
{
    struct partial_search done = {.sums.maximal_configurations = 1};

    for (uint32_t i = 0; i < n; i++)
        partial_add_root(&done,
                         &(struct partial_name){PATH, TRANS, i % 3, i % 3});
    ledger_commit(&x->ledger, w, &done);
    partial_finish(&done);
}

static void expect_saved(struct fixture *x, uint64_t visited, uint32_t n_roots)
{
    struct partial_search saved = {0};

    ledger_save(&x->ledger, &saved);
    assert_int_equal(saved.sums.maximal_configurations, visited);
    assert_int_equal(saved.roots.len, n_roots);
    partial_finish(&saved);
}

static void taken_roots_are_left_until_the_commit(void **state)
{
    struct fixture x;
    struct ledger_lease lease;

    (void)state;
    start(&x, 2);
    expect_saved(&x, 0, 1);
    assert_true(ledger_take(&x.ledger, 0, &lease));
    assert_false(ledger_take(&x.ledger, 1, &lease));
    expect_saved(&x, 0, 1);
    commit(&x, 0, 5);
    expect_saved(&x, 1, 5);
    assert_true(ledger_take(&x.ledger, 1, &lease));
    assert_false(ledger_is_over(&x.ledger));
    expect_saved(&x, 1, 5);
    commit(&x, 1, 0);
    expect_saved(&x, 2, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(ledger_take(&x.ledger, 0, &lease));
        commit(&x, 0, 0);
    }
    assert_true(ledger_is_over(&x.ledger));
    expect_saved(&x, 6, 0);
    assert_false(ledger_wait(&x.ledger, 0, &lease));
    end(&x);
}

static void a_saved_search_goes_on(void **state)
{
    struct fixture x, y;
    struct partial_search saved = {0};
    struct ledger_lease lease;

    (void)state;
    start(&x, 1);
    assert_true(ledger_take(&x.ledger, 0, &lease));
    commit(&x, 0, 3);
    ledger_save(&x.ledger, &saved);
    first_answers_init(&y.answers, 0);
    ledger_init(&y.ledger, 3, &y.answers);
    ledger_open(&y.ledger, &saved);
    expect_saved(&y, 1, 3);
    partial_finish(&saved);
    end(&x);
    end(&y);
}

static void a_reason_comes_before_an_interruption(void **state)
{
    struct fixture x;

    (void)state;
    start(&x, 1);
    ledger_stop(&x.ledger, STOP_INTERRUPTED);
    ledger_stop(&x.ledger, STOP_TIME);
    ledger_stop(&x.ledger, STOP_INTERRUPTED);
    assert_int_equal(x.ledger.reason, STOP_TIME);
    assert_true(ledger_is_stopped(&x.ledger));
    end(&x);
}

static void budgets_grow_with_the_open_roots(void **state)
{
    (void)state;
    for (uint32_t n = 2; n < 5000; n *= 2)
        for (uint64_t n_open = 1; n_open < 1000000; n_open *= 2) {
            const struct ledger_budget less = ledger_budget_for(n_open, n);
            const struct ledger_budget more = ledger_budget_for(2 * n_open, n);

            assert_true(less.n_roots > 0);
            assert_true(less.n_roots <= n_open);
            assert_true(less.work <= more.work);
            assert_true(less.deepest <= more.deepest);
            /* Each of the others finds some. */
            assert_true(less.n_roots == 1 || less.n_roots <= n_open / n);
        }
}

MODULE(ledger)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taken_roots_are_left_until_the_commit),
        cmocka_unit_test(a_saved_search_goes_on),
        cmocka_unit_test(a_reason_comes_before_an_interruption),
        cmocka_unit_test(budgets_grow_with_the_open_roots),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
