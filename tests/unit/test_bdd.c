/* Prime implicants of random functions: none can lose a literal; all of them
 * are there, or of some of them the disjunction is the function and none can be
 * left out. */
#include "formats/boolean/bnet_function.h"

#include "random.h"
#include "test.h"

enum { N = 7, STATES = 1 << N };

typedef VEC(int32_t) code_list;

/* In postfix form, with this many operators of two operands. */
static void add_random(struct random *random, uint32_t size, code_list *code)
{
    const uint32_t left = size ? random_below(random, size) : 0;

    if (size) {
        add_random(random, left, code);
        add_random(random, size - 1 - left, code);
        vec_push(code, random_chance(random, 50) ? BNET_AND : BNET_OR);
    } else if (random_chance(random, 5)) {
        vec_push(code, random_chance(random, 50) ? BNET_TRUE : BNET_FALSE);
    } else {
        vec_push(code, (int32_t)random_below(random, N));
    }
    if (random_chance(random, 30))
        vec_push(code, BNET_NOT);
}

static bool evaluate(const code_list *code, uint32_t state)
{
    bool stack[64];
    uint32_t n = 0;

    for (uint32_t i = 0; i < code->len; i++) {
        const int32_t at = code->at[i];

        if (at >= 0 || at == BNET_TRUE || at == BNET_FALSE) {
            stack[n++] = at >= 0 ? state >> at & 1 : at == BNET_TRUE;
        } else if (at == BNET_NOT) {
            stack[n - 1] = !stack[n - 1];
        } else {
            n--;
            stack[n - 1] = at == BNET_AND ? stack[n - 1] && stack[n]
                                          : stack[n - 1] || stack[n];
        }
    }
    return stack[0];
}

static bool is_in(const bits_word *row, uint32_t state)
{
    for (uint32_t v = 0; v < N; v++)
        if (bits_has(row, primes_literal(v, !(state >> v & 1))))
            return false;
    return true;
}

static bool some_has(const struct primes *f, uint32_t state)
{
    for (uint32_t i = 0; i < primes_count(f); i++)
        if (is_in(primes_row(f, i), state))
            return true;
    return false;
}

static bool is_implicant(const bits_word *row, const code_list *code,
                         bool value)
{
    for (uint32_t s = 0; s < STATES; s++)
        if (is_in(row, s) && evaluate(code, s) != value)
            return false;
    return true;
}

/* Adds what the code says to the diagram. */
static uint32_t add_function(struct bdd *d, const code_list *code)
{
    uint32_t stack[64], n = 0;

    for (uint32_t i = 0; i < code->len; i++) {
        const int32_t at = code->at[i];

        if (at >= 0) {
            stack[n++] = bdd_variable(d, (uint32_t)at);
        } else if (at == BNET_TRUE || at == BNET_FALSE) {
            stack[n++] = at == BNET_TRUE ? BDD_TRUE : BDD_FALSE;
        } else if (at == BNET_NOT) {
            stack[n - 1] = bdd_not(d, stack[n - 1]);
        } else {
            n--;
            stack[n - 1] = at == BNET_AND ? bdd_and(d, stack[n - 1], stack[n])
                                          : bdd_or(d, stack[n - 1], stack[n]);
        }
    }
    return stack[0];
}

static void list(const struct bdd *d, uint32_t set, struct primes *cubes)
{
    uint32_t order[N];

    for (uint32_t v = 0; v < N; v++)
        order[v] = v;
    *cubes = (struct primes){.n_words = primes_words(N)};
    assert_true(bdd_list(d, set, order, 1000, cubes));
}

static void assert_values(const struct primes *f, const code_list *code)
{
    for (uint32_t s = 0; s < STATES; s++)
        assert_int_equal(some_has(f, s), evaluate(code, s));
}

static bool is_prime(const bits_word *cube, const code_list *code)
{
    bits_word row = *cube;

    if (!is_implicant(&row, code, true))
        return false;
    for (uint32_t l = 0; l < 2 * N; l++) {
        if (!bits_has(&row, l))
            continue;
        bits_remove(&row, l);
        if (is_implicant(&row, code, true))
            return false;
        bits_add(&row, l);
    }
    return true;
}

/* Each cube is prime; the number of all prime implicants is returned. */
static uint32_t count_primes(const struct primes *f, const code_list *code)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < primes_count(f); i++)
        assert_true(is_prime(primes_row(f, i), code));
    for (uint32_t c = 0; c < 2187; c++) { /* 3^7 */
        bits_word row = 0;

        for (uint32_t v = 0, left = c; v < N; v++, left /= 3)
            if (left % 3)
                bits_add(&row, primes_literal(v, left % 3 == 2));
        n += is_prime(&row, code);
    }
    return n;
}

static void assert_irredundant(const struct primes *f)
{
    for (uint32_t i = 0; i < primes_count(f); i++) {
        struct primes others = {.n_words = f->n_words};
        bool needed = false;

        for (uint32_t k = 0; k < primes_count(f); k++)
            if (k != i)
                primes_append(&others, primes_row(f, k));
        for (uint32_t s = 0; s < STATES && !needed; s++)
            needed = is_in(primes_row(f, i), s) && !some_has(&others, s);
        assert_true(needed);
        primes_free(&others);
    }
}

static void functions_have_their_prime_implicants(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 17);
    for (uint32_t round = 0; round < SWEEP(200); round++) {
        code_list code = {0};
        struct bdd d;
        struct primes all, some;
        uint32_t f;

        add_random(&random, random_below(&random, 30), &code);
        bdd_init(&d);
        bdd_allow(&d, 10000);
        f = add_function(&d, &code);
        list(&d, bdd_primes(&d, f), &all);
        list(&d, bdd_cover(&d, f), &some);
        assert_values(&all, &code);
        assert_values(&some, &code);
        assert_int_equal(count_primes(&all, &code), primes_count(&all));
        (void)count_primes(&some, &code);
        assert_irredundant(&some);
        primes_free(&all);
        primes_free(&some);
        bdd_finish(&d);
        vec_free(&code);
    }
}

/* What an operation says for want of room is right with more of it. */
static void nodes_are_bounded(void **state)
{
    bool good = false;

    (void)state;
    for (uint32_t most = 0; !good; most++) {
        struct bdd d;
        uint32_t f = BDD_FALSE;

        bdd_init(&d);
        bdd_allow(&d, most);
        for (uint32_t i = 0; i < N; i++) {
            const uint32_t v = bdd_variable(&d, i);

            f = bdd_or(&d, bdd_and(&d, f, bdd_not(&d, v)),
                       bdd_and(&d, bdd_not(&d, f), v));
        }
        good = f != BDD_NONE;
        assert_true(good ? most > N : most < 200);
        if (good) {
            bdd_allow(&d, 1);
            assert_int_equal(bdd_primes(&d, f), BDD_NONE);

            struct primes cubes = {.n_words = 1};

            bdd_allow(&d, 1000);
            assert_false(
                bdd_list(&d, bdd_primes(&d, f), (uint32_t[N]){0}, 63, &cubes));
            assert_int_equal(primes_count(&cubes), 0);
            list(&d, bdd_primes(&d, f), &cubes);
            assert_int_equal(primes_count(&cubes), 64);
            primes_free(&cubes);
        }
        bdd_finish(&d);
    }
}

MODULE(bdd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_have_their_prime_implicants),
        cmocka_unit_test(nodes_are_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
