#include "formats/net/bnet_function.h"

#include "base/ids.h"

/* Words of cubes that are compared: about a second. */
static const uint64_t most_work = UINT64_C(1) << 30;

/* A function and its complement, as any cubes. */
struct pair {
    struct primes holds, fails;
};

typedef VEC(struct pair) pair_list;

static void free_pair(struct pair *pair)
{
    primes_free(&pair->holds);
    primes_free(&pair->fails);
}

static struct pair constant(uint32_t n_words, bool value)
{
    struct pair pair = {{.n_words = n_words}, {.n_words = n_words}};
    struct primes *const all = value ? &pair.holds : &pair.fails;

    for (uint32_t i = 0; i < n_words; i++)
        vec_push(&all->rows, 0);
    return pair;
}

static struct pair variable(uint32_t n_words, uint32_t i)
{
    struct pair pair = constant(n_words, true);

    vec_append(&pair.fails.rows, &pair.holds.rows);
    bits_add(pair.holds.rows.at, primes_literal(i, true));
    bits_add(pair.fails.rows.at, primes_literal(i, false));
    return pair;
}

static struct pair negation(struct pair pair)
{
    return (struct pair){pair.fails, pair.holds};
}

/* Takes both operands. */
static bool join(struct pair a, struct pair b, struct pair *both,
                 uint64_t *work)
{
    const bool good = primes_and(&a.holds, &b.holds, &both->holds, work);
    const bool all = primes_or(&a.fails, &b.fails, &both->fails, work);

    free_pair(&a);
    free_pair(&b);
    return good && all;
}

static bool evaluate(struct bnet_function *f, pair_list *stack)
{
    const uint32_t n_words = primes_words(f->support.len);
    bool good = true;

    for (uint32_t i = 0; i < f->len && good; i++) {
        const int32_t code = f->code[i];
        struct pair top;

        if (code >= 0) {
            top = variable(n_words, ids_find(f->support.at, f->support.len,
                                             (uint32_t)code));
        } else if (code == BNET_FALSE || code == BNET_TRUE) {
            top = constant(n_words, code == BNET_TRUE);
        } else if (code == BNET_NOT) {
            top = negation(vec_pop(stack));
        } else {
            const struct pair b = vec_pop(stack);
            const struct pair a = vec_pop(stack);

            if (code == BNET_AND) {
                good = join(a, b, &top, &f->work);
            } else {
                good = join(negation(a), negation(b), &top, &f->work);
                top = negation(top);
            }
        }
        vec_push(stack, top);
    }
    return good;
}

void bnet_function_init(struct bnet_function *f)
{
    pair_list stack = {0};

    f->work = most_work;
    for (uint32_t i = 0; i < f->len; i++)
        if (f->code[i] >= 0)
            vec_push(&f->support, (uint32_t)f->code[i]);
    f->support.len = ids_unique(f->support.at, f->support.len);
    f->good = evaluate(f, &stack) &&
              primes_of(&stack.at[0].holds, &f->holds, &f->work) &&
              primes_not(&f->holds, &f->fails, &f->work);
    if (f->good) {
        primes_sort(&f->holds);
        primes_sort(&f->fails);
    }
    while (stack.len) {
        free_pair(vec_top(&stack));
        stack.len--;
    }
    vec_free(&stack);
}

void bnet_function_finish(struct bnet_function *f)
{
    vec_free(&f->support);
    primes_free(&f->holds);
    primes_free(&f->fails);
}

bool bnet_function_changes(struct bnet_function *f, uint32_t v, bool value,
                           struct primes *cubes)
{
    const struct primes *const from = value ? &f->holds : &f->fails;
    const uint32_t i = ids_find(f->support.at, f->support.len, v);

    *cubes = (struct primes){.n_words = primes_words(f->support.len)};
    if (f->good && ids_has(f->support.at, f->support.len, v))
        return primes_restrict(from, i, !value, cubes, &f->work);
    vec_append(&cubes->rows, &from->rows);
    return f->good;
}
