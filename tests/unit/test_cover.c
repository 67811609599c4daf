/* Some prime implicants of random functions: their disjunction is the function,
 * and none can lose a literal. */
#include "formats/boolean/cover.h"

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

static void assert_primes(const struct primes *f, const code_list *code,
                          bool value)
{
    for (uint32_t i = 0; i < primes_count(f); i++) {
        bits_word row = *primes_row(f, i);

        assert_true(is_implicant(&row, code, value));
        for (uint32_t l = 0; l < 2 * N; l++) {
            if (!bits_has(&row, l))
                continue;
            bits_remove(&row, l);
            assert_false(is_implicant(&row, code, value));
            bits_add(&row, l);
        }
    }
}

static void functions_are_covered(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 17);
    for (uint32_t round = 0; round < SWEEP(1000); round++) {
        code_list code = {0};
        struct cover_function f = {.n_variables = N};
        struct primes holds, fails;
        uint64_t work = 1 << 20;

        add_random(&random, random_below(&random, 30), &code);
        f.code = code.at;
        f.len = code.len;
        assert_true(cover_find(&f, &holds, &fails, &work));
        for (uint32_t s = 0; s < STATES; s++) {
            assert_int_equal(some_has(&holds, s), evaluate(&code, s));
            assert_int_equal(some_has(&fails, s), !evaluate(&code, s));
        }
        assert_primes(&holds, &code, true);
        assert_primes(&fails, &code, false);
        primes_free(&holds);
        primes_free(&fails);
        vec_free(&code);
    }
}

/* Without work left there is no cover. */
static void work_is_bounded(void **state)
{
    static const int32_t code[] = {0, 1, BNET_AND, 2, BNET_OR};
    const struct cover_function f = {code, 5, 3};

    (void)state;
    for (uint64_t most = 0; most < 100; most++) {
        struct primes holds, fails;
        uint64_t work = most;

        if (cover_find(&f, &holds, &fails, &work))
            assert_int_equal(primes_count(&holds), 2);
        else
            assert_true(most < 60);
        primes_free(&holds);
        primes_free(&fails);
    }
}

MODULE(cover)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_covered),
        cmocka_unit_test(work_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
