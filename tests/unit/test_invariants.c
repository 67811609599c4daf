/* A basis of the P-invariants, against dense elimination by definition. */
#include "random.h"
#include "structure/invariants.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 40 }; /* places, transitions, vectors */

static const uint64_t ENOUGH = 100000000;

/* Fractions by a prime: what is independent modulo it is independent. */
static const int64_t PRIME = 2147483647;

static int64_t power(int64_t a, int64_t n)
{
    int64_t result = 1;

    for (; n; n /= 2) {
        if (n % 2)
            result = result * a % PRIME;
        a = a * a % PRIME;
    }
    return result;
}

struct matrix {
    uint32_t rows, columns;
    int64_t at[MOST][MOST];
};

static void swap_rows(struct matrix *m, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < m->columns; k++) {
        const int64_t other = m->at[a][k];

        m->at[a][k] = m->at[b][k];
        m->at[b][k] = other;
    }
}

/* Row b loses column c by a multiple of row a. */
static void clear_column(struct matrix *m, uint32_t a, uint32_t b, uint32_t c)
{
    const int64_t factor = m->at[b][c] * power(m->at[a][c], PRIME - 2) % PRIME;

    for (uint32_t k = 0; k < m->columns; k++)
        m->at[b][k] =
            ((m->at[b][k] - factor * m->at[a][k]) % PRIME + PRIME) % PRIME;
}

/* Modulo the prime. */
static uint32_t rank_of(struct matrix m)
{
    uint32_t rank = 0;

    for (uint32_t i = 0; i < m.rows; i++)
        for (uint32_t k = 0; k < m.columns; k++)
            m.at[i][k] = (m.at[i][k] % PRIME + PRIME) % PRIME;
    for (uint32_t c = 0; c < m.columns && rank < m.rows; c++) {
        uint32_t i = rank;

        while (i < m.rows && !m.at[i][c])
            i++;
        if (i == m.rows)
            continue;
        swap_rows(&m, rank, i);
        for (i = rank + 1; i < m.rows; i++)
            clear_column(&m, rank, i, c);
        rank++;
    }
    return rank;
}

/* Row: a transition. */
static void fill_effects(struct matrix *m, const struct net *net)
{
    *m = (struct matrix){net_trans_count(net), net_place_count(net), {{0}}};
    for (trans_id t = 0; t < m->rows; t++) {
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span post = net_post(net, t);

        for (uint32_t i = 0; i < pre.len; i++)
            m->at[t][pre.at[i]]--;
        for (uint32_t i = 0; i < post.len; i++)
            m->at[t][post.at[i]]++;
    }
}

static void fill_vectors(struct matrix *m, const struct net *net,
                         const struct invariants *basis)
{
    *m = (struct matrix){
        vecs_count(&basis->vectors), net_place_count(net), {{0}}};
    assert_true(m->rows <= MOST);
    for (uint32_t i = 0; i < m->rows; i++) {
        const struct formula_term *const terms = vecs_at(&basis->vectors, i);

        for (uint32_t k = 0; k < vecs_len(&basis->vectors, i); k++) {
            assert_true(terms[k].factor != 0);
            assert_true(k == 0 || terms[k - 1].place < terms[k].place);
            m->at[i][terms[k].place] = terms[k].factor;
        }
    }
}

/* No transition changes a vector, and none depends on others. */
static uint32_t expect_independent_invariants(const struct net *net,
                                              const struct invariants *basis)
{
    static const struct matrix none;
    struct matrix effects = none, vectors = none;

    fill_effects(&effects, net);
    fill_vectors(&vectors, net, basis);
    for (uint32_t i = 0; i < vectors.rows; i++)
        for (trans_id t = 0; t < effects.rows; t++) {
            int64_t change = 0;

            for (place_id p = 0; p < effects.columns; p++)
                change += vectors.at[i][p] * effects.at[t][p];
            assert_int_equal(change, 0);
        }
    assert_int_equal(rank_of(vectors), vectors.rows);
    return net_place_count(net) - rank_of(effects);
}

/* As many as the kernel has dimensions, so they span it. */
static void expect_basis(const struct net *net)
{
    struct invariants basis = {0};

    invariants_find(net, NULL, ENOUGH, &basis);
    assert_true(basis.complete);
    assert_int_equal(expect_independent_invariants(net, &basis),
                     vecs_count(&basis.vectors));
    invariants_finish(&basis);
}

static struct net *random_arcs(struct random *random)
{
    const uint32_t n_places = 1 + random_below(random, 12);
    const uint32_t n_trans = random_below(random, 14);
    const uint32_t percent = 5 + random_below(random, 30);
    char text[4096];
    int n = 0;

    for (uint32_t p = 0; p < n_places; p++)
        n += snprintf(text + n, sizeof text - (size_t)n, "p%u%s ", p,
                      random_chance(random, 30) ? "*" : "");
    for (uint32_t t = 0; t < n_trans; t++) {
        n += snprintf(text + n, sizeof text - (size_t)n, "| t%u:", t);
        for (uint32_t side = 0; side < 2; side++) {
            if (side)
                n += snprintf(text + n, sizeof text - (size_t)n, " >");
            for (uint32_t p = 0; p < n_places; p++)
                if (random_chance(random, percent))
                    n += snprintf(text + n, sizeof text - (size_t)n, " p%u", p);
        }
        n += snprintf(text + n, sizeof text - (size_t)n, " ");
    }
    return test_net(text);
}

static void a_basis_spans_all_invariants(void **state)
{
    struct random random;
    uint32_t n_tested = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        struct net *net;

        random_init(&random, seed);
        net = seed % 2
                  ? random_arcs(&random)
                  : random_net(&random,
                               (enum random_kind)random_below(&random, 3), 2);
        if (net_place_count(net) <= MOST && net_trans_count(net) <= MOST) {
            expect_basis(net);
            n_tested++;
        }
        net_destroy(net);
    }
    assert_true(n_tested > 3500);
}

/* With little work, some are missing; those that there are, are right. */
static void little_work_leaves_a_part(void **state)
{
    uint32_t n_partial = 0, n_empty = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct invariants basis = {0};
        struct random random;
        struct net *net;
        uint32_t dimensions;

        random_init(&random, seed);
        net = random_arcs(&random);
        invariants_find(net, NULL, 20 + random_below(&random, 300), &basis);
        dimensions = expect_independent_invariants(net, &basis);
        assert_true(vecs_count(&basis.vectors) <= dimensions);
        assert_true(!basis.complete ||
                    vecs_count(&basis.vectors) == dimensions);
        n_partial += !basis.complete && vecs_count(&basis.vectors);
        n_empty += !basis.complete && !vecs_count(&basis.vectors);
        invariants_finish(&basis);
        net_destroy(net);
    }
    assert_true(n_partial > 100 && n_empty > 100);
}

/* Three places of equal weights each; the first ones weigh 3^n times as much as
 * the last ones. */
static struct net *tripling(uint32_t n)
{
    char text[4096];
    int len = snprintf(text, sizeof text, "r ");

    for (uint32_t i = 0; i <= n; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, "a%u b%u c%u ",
                        i, i, i);
    for (uint32_t i = 0; i <= n; i++)
        len += snprintf(text + len, sizeof text - (size_t)len,
                        "| d%u: a%u > b%u | e%u: b%u > c%u ", i, i, i, i, i, i);
    for (uint32_t i = 0; i < n; i++)
        len += snprintf(text + len, sizeof text - (size_t)len,
                        "| t%u: a%u > a%u b%u c%u ", i, i, i + 1, i + 1, i + 1);
    return test_net(text);
}

static void large_weights_are_left_out(void **state)
{
    struct invariants basis = {0};
    struct net *net = tripling(18);

    (void)state;
    invariants_find(net, NULL, ENOUGH, &basis);
    assert_true(basis.complete);
    assert_int_equal(vecs_count(&basis.vectors), 2);
    assert_int_equal(vecs_at(&basis.vectors, 1)->factor, 387420489);
    assert_int_equal(vec_top(&basis.vectors.all)->factor, 1);
    invariants_finish(&basis);
    net_destroy(net);
    net = tripling(19);
    invariants_find(net, NULL, ENOUGH, &basis);
    assert_false(basis.complete);
    assert_int_equal(vecs_count(&basis.vectors), 1); /* r alone */
    assert_int_equal(vec_top(&basis.vectors.all)->place, 0);
    assert_int_equal(basis.vectors.all.len, 1);
    invariants_finish(&basis);
    net_destroy(net);
}

static void add(struct elimination *e, uint32_t n,
                const struct formula_term *terms)
{
    elimination_add(e, terms, n);
}

/* The only factors of the second equation are too large after the first. */
static void large_coefficients_are_left_out(void **state)
{
    const int64_t large = ELIMINATION_LARGEST - 1;
    struct elimination e;

    (void)state;
    elimination_init(&e, 5, ENOUGH);
    add(&e, 2, (struct formula_term[]){{0, large}, {1, large - 1}});
    add(&e, 3, (struct formula_term[]){{0, large - 3}, {1, large}, {2, 1}});
    add(&e, 2, (struct formula_term[]){{3, 1}, {4, -1}});
    elimination_run(&e);
    assert_false(e.complete);
    assert_true(e.is_zero[0] && e.is_zero[1] && e.is_zero[2]);
    assert_false(e.is_zero[3] || e.is_zero[4]);
    assert_int_equal(e.pivots.len, 1);
    elimination_finish(&e);
}

MODULE(invariants)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_basis_spans_all_invariants),
        cmocka_unit_test(little_work_leaves_a_part),
        cmocka_unit_test(large_weights_are_left_out),
        cmocka_unit_test(large_coefficients_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
