/* Unit propagation on random clauses, against its definition and against all
 * assignments. */
#include "proof/clauses.h"
#include "random.h"
#include "test.h"

enum { VARIABLES = 7, LENGTH = 4, CLAUSES = 24 };

struct clause {
    uint32_t len, at[LENGTH];
};

struct set {
    struct clause at[CLAUSES];
    uint32_t n;
    bool used[CLAUSES]; /* else: left out */
};

static struct clause random_clause(struct random *random)
{
    struct clause clause = {.len = 0};
    const uint32_t len = random_below(random, 12) ? 1 + random_below(random, 4)
                                                  : random_below(random, 2);

    for (uint32_t i = 0; i < len && i < LENGTH; i++)
        clause.at[clause.len++] = random_below(random, 2 * VARIABLES);
    return clause;
}

/* Bit x of the assignment: variable x is true. */
static bool holds(const struct clause *clause, uint32_t assignment)
{
    for (uint32_t i = 0; i < clause->len; i++)
        if ((assignment >> clause->at[i] / 2 & 1) != clause->at[i] % 2)
            return true;
    return false;
}

static bool follows(const struct set *set, const struct clause *clause)
{
    for (uint32_t m = 0; m < 1u << VARIABLES; m++) {
        bool all = true;

        for (uint32_t i = 0; i < set->n && all; i++)
            all = !set->used[i] || holds(&set->at[i], m);
        if (all && !holds(clause, m))
            return false;
    }
    return true;
}

/* By the definition: as long as a clause has one literal left, it is true. */
static bool propagates(const struct set *set, const struct clause *clause)
{
    bool truth[2 * VARIABLES] = {false}, more = true;

    for (uint32_t i = 0; i < clause->len; i++)
        truth[clause->at[i] ^ 1] = true;
    for (uint32_t i = 0; i < clause->len; i++)
        if (truth[clause->at[i]])
            return true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < set->n; i++) {
            const struct clause *const c = &set->at[i];
            uint32_t n_left = 0, left = 0;
            bool satisfied = false;

            for (uint32_t k = 0; k < c->len; k++) {
                satisfied |= truth[c->at[k]];
                if (!truth[c->at[k] ^ 1] && !(n_left && left == c->at[k])) {
                    n_left++;
                    left = c->at[k];
                }
            }
            if (satisfied || !set->used[i])
                continue;
            if (!n_left)
                return true;
            more |= n_left == 1;
            if (n_left == 1)
                truth[left] = true;
        }
    }
    return false;
}

/* No literal twice: such a clause may not be seen as one of a single literal.
 */
static bool is_plain(const struct clause *clause)
{
    for (uint32_t i = 0; i < clause->len; i++)
        for (uint32_t k = 0; k < i; k++)
            if (clause->at[i] / 2 == clause->at[k] / 2)
                return false;
    return true;
}

static void put(struct clauses *clauses, const struct clause *clause)
{
    for (uint32_t i = 0; i < clause->len; i++)
        clauses_put(clauses, clause->at[i]);
}

/* What is said to show it shows it. */
static void expect_used(const struct set *set, const clauses_numbers *used,
                        const struct clause *clause)
{
    struct set part = *set;

    memset(part.used, 0, sizeof part.used);
    for (uint32_t i = 0; i < used->len; i++) {
        assert_true(used->at[i] < set->n);
        part.used[used->at[i]] = true;
    }
    assert_true(propagates(&part, clause));
}

static uint32_t try_set(struct random *random, bool plain)
{
    const struct clause none = {.len = 0};
    clauses_numbers used = {0};
    struct set set = {.n = 0};
    struct clauses clauses;
    uint32_t n_implied = 0;

    clauses_init(&clauses, VARIABLES);
    while (set.n < CLAUSES) {
        const struct clause clause = random_clause(random);
        bool implied;

        if (plain && !is_plain(&clause))
            continue;
        vec_clear(&used);
        put(&clauses, &clause);
        implied = clauses_imply(&clauses, &used);
        assert_true(!implied || follows(&set, &clause));
        assert_true(!plain || implied == propagates(&set, &clause));
        if (implied)
            expect_used(&set, &used, &clause);
        n_implied += implied;
        set.used[set.n] = true;
        set.at[set.n++] = clause;
        clauses_close(&clauses);
        assert_int_equal(clauses_count(&clauses), set.n);
        vec_clear(&used);
        implied = clauses_refuted(&clauses, &used);
        assert_true(!implied || follows(&set, &none));
        assert_true(!plain || implied == propagates(&set, &none));
        if (implied)
            expect_used(&set, &used, &none);
    }
    vec_free(&used);
    clauses_finish(&clauses);
    return n_implied;
}

static void propagation_is_that_of_the_definition(void **state)
{
    struct random random;
    uint32_t n_implied = 0;

    (void)state;
    random_init(&random, 5);
    for (uint32_t i = 0; i < SWEEP(20000); i++)
        n_implied += try_set(&random, i % 4 != 0);
    assert_true(n_implied > SWEEP(20000));
}

/* x, not x or y, not y or z imply z; the clause stays under way. */
static void a_chain_is_followed(void **state)
{
    struct clauses c;
    clauses_numbers used = {0};

    (void)state;
    clauses_init(&c, 4);
    clauses_put(&c, 1);
    clauses_put(&c, 2);
    clauses_close(&c);
    clauses_put(&c, 3);
    clauses_put(&c, 4);
    clauses_close(&c);
    clauses_put(&c, 1);
    clauses_put(&c, 6);
    clauses_close(&c);
    clauses_put(&c, 1);
    assert_false(clauses_imply(&c, &used));
    clauses_put(&c, 4);
    assert_true(clauses_imply(&c, &used));
    assert_int_equal(used.len, 2);
    clauses_close(&c);
    assert_int_equal(clauses_count(&c), 4);
    clauses_put(&c, 0);
    clauses_close(&c);
    assert_false(clauses_refuted(&c, NULL));
    clauses_put(&c, 7);
    clauses_close(&c);
    vec_clear(&used);
    assert_true(clauses_refuted(&c, &used));
    assert_int_equal(used.len, 3);
    vec_free(&used);
    clauses_finish(&c);
}

MODULE(clauses)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_is_followed),
        cmocka_unit_test(propagation_is_that_of_the_definition),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
