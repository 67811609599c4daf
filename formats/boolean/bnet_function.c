#include "formats/boolean/bnet_function.h"

#include "base/ids.h"

/* Words of cubes that are compared: about a second, and before a table. */
static const uint64_t most_work = UINT64_C(1) << 30;
static const uint64_t few_work = UINT64_C(1) << 26;

/* A function and its complement, as any cubes, or with all prime implicants. */
struct pair {
    struct primes holds, fails;
    VEC(bits_word) variables; /* those that it depends on, or more */
    bool has_all;
};

typedef VEC(struct pair) pair_list;

static void free_pair(struct pair *pair)
{
    primes_free(&pair->holds);
    primes_free(&pair->fails);
    vec_free(&pair->variables);
}

static struct pair constant(uint32_t n_words, bool value)
{
    struct pair pair = {
        {.n_words = n_words}, {.n_words = n_words}, .has_all = true};
    struct primes *const all = value ? &pair.holds : &pair.fails;

    vec_fit(&all->rows, n_words);
    vec_fit(&pair.variables, n_words);
    return pair;
}

static struct pair variable(uint32_t n_words, uint32_t i)
{
    struct pair pair = constant(n_words, true);

    vec_append(&pair.fails.rows, &pair.holds.rows);
    bits_add(pair.holds.rows.at, primes_literal(i, true));
    bits_add(pair.fails.rows.at, primes_literal(i, false));
    bits_add(pair.variables.at, i);
    return pair;
}

static struct pair negation(struct pair pair)
{
    const struct primes holds = pair.holds;

    pair.holds = pair.fails;
    pair.fails = holds;
    return pair;
}

static bool pair_is_constant(const struct pair *pair)
{
    return !pair->holds.rows.len || !pair->fails.rows.len;
}

/* Have both functions all their prime implicants, and no variable in common? */
static bool are_apart(const struct pair *a, const struct pair *b)
{
    bool apart = a->has_all && b->has_all;

    for (uint32_t i = 0; i < a->variables.len; i++)
        apart &= !(a->variables.at[i] & b->variables.at[i]);
    return apart;
}

/* Then their disjunction has those of both, and their conjunction all products
 * of one of each; so for the complement, too. */
static bool join_apart(struct pair *a, struct pair *b, struct pair *both,
                       uint64_t *work)
{
    const bool a_is_larger = a->fails.rows.len >= b->fails.rows.len;
    struct primes *const larger = a_is_larger ? &a->fails : &b->fails;
    struct primes *const smaller = a_is_larger ? &b->fails : &a->fails;

    vec_append(&larger->rows, &smaller->rows);
    both->fails = *larger;
    *larger = (struct primes){.n_words = both->fails.n_words};
    return primes_product(&a->holds, &b->holds, &both->holds, work);
}

/* The conjunction.  Takes both operands. */
static bool join(struct pair a, struct pair b, struct pair *both,
                 uint64_t *work)
{
    bool good;

    *both = (struct pair){.has_all = are_apart(&a, &b)};
    if (both->has_all && !pair_is_constant(&a) && !pair_is_constant(&b)) {
        good = join_apart(&a, &b, both, work);
    } else {
        good = primes_and(&a.holds, &b.holds, &both->holds, work);
        good = primes_or(&a.fails, &b.fails, &both->fails, work) && good;
    }
    vec_append(&both->variables, &a.variables);
    bits_unite(both->variables.at, b.variables.at, both->variables.len);
    free_pair(&a);
    free_pair(&b);
    return good;
}

static uint32_t size_of(const struct pair *pair)
{
    return primes_count(&pair->holds) + primes_count(&pair->fails);
}

/* Replaces many cubes by all prime implicants, which may be few: of x or not x
 * there is one.  *most is how many are left alone; it grows with what remains,
 * so that this is rare. */
static bool simplify(struct pair *pair, uint32_t *most, uint64_t *work)
{
    struct primes holds = pair->holds, fails = pair->fails;
    bool good;

    if (pair->has_all || size_of(pair) <= *most)
        return true;
    pair->holds = (struct primes){.n_words = holds.n_words};
    good = primes_not(&holds, &pair->fails, work) &&
           primes_not(&pair->fails, &pair->holds, work);
    pair->has_all = good;
    primes_free(&holds);
    primes_free(&fails);
    *most = 2 * (size_of(pair) + *most);
    return good;
}

static bool evaluate(struct bnet_function *f, pair_list *stack)
{
    uint32_t most = 64;
    const uint32_t n_words = primes_words(f->support.len);
    bool good = true;

    for (uint32_t i = 0; i < f->code.len && good; i++) {
        const int32_t code = f->code.at[i];
        struct pair top;

        if (code >= 0) {
            top = variable(n_words, (uint32_t)code);
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
        good = good && simplify(&top, &most, &f->work);
        vec_push(stack, top);
    }
    return good;
}

/* -- Functions of few variables, by tables -- */

/* A table has 3^n bytes.  It takes longer than cubes where these are few, so
 * functions of some more variables get one if they are many. */
enum { SMALL_TABLE = 13, TABLE_VARIABLES = 16, MOST_PRIMES = 1 << 14 };

typedef VEC(bits_word *) table_list;

static bits_word *values_of(uint32_t n, uint32_t variable)
{
    bits_word *const at = mem_zero(bits_words(1u << n), sizeof *at);

    for (uint32_t s = 0; s < 1u << n; s++)
        if (s >> variable & 1)
            bits_add(at, s);
    return at;
}

/* By state: the value of the function. */
static bits_word *tabulate(const struct bnet_function *f)
{
    const uint32_t n = f->support.len, words = bits_words(1u << n);
    table_list stack = {0};
    bits_word *result;

    for (uint32_t i = 0; i < f->code.len; i++) {
        const int32_t code = f->code.at[i];
        bits_word *top, *below = NULL;

        if (code >= 0)
            top = values_of(n, (uint32_t)code);
        else if (code == BNET_FALSE || code == BNET_TRUE)
            top = mem_zero(words, sizeof *top);
        else
            top = vec_pop(&stack);
        if (code == BNET_AND || code == BNET_OR)
            below = vec_pop(&stack);
        if (code == BNET_AND)
            bits_keep(top, below, words);
        else if (code == BNET_OR)
            bits_unite(top, below, words);
        for (uint32_t w = 0;
             w < words && (code == BNET_NOT || code == BNET_TRUE); w++)
            top[w] = ~top[w];
        mem_free(below);
        vec_push(&stack, top);
    }
    result = vec_pop(&stack);
    vec_free(&stack);
    return result;
}

/* The state with the digits of c, and the first digit that is 2; n: none. */
static uint32_t first_open(uint32_t c, uint32_t n, uint32_t *state)
{
    uint32_t i = 0;

    for (*state = 0; i < n && c % 3 < 2; c /= 3, i++)
        *state |= c % 3 << i;
    return i;
}

/* A cube is a number to the base 3, of which digit 2 says that a variable may
 * be anything.  It implies the function if it does with both other digits. */
static bool *find_implicants(const bits_word *values, bool value, uint32_t n,
                             const uint32_t *powers)
{
    bool *const implies = mem_alloc(powers[n], sizeof *implies);

    for (uint32_t c = 0; c < powers[n]; c++) {
        uint32_t state;
        const uint32_t i = first_open(c, n, &state);

        implies[c] = i < n
                         ? implies[c - powers[i]] && implies[c - 2 * powers[i]]
                         : bits_has(values, state) == value;
    }
    return implies;
}

/* Does no larger cube imply the function? */
static bool is_prime(const bool *implies, uint32_t c, uint32_t n,
                     const uint32_t *powers)
{
    for (uint32_t i = 0; i < n && implies[c]; i++) {
        const uint32_t digit = c / powers[i] % 3;

        if (digit < 2 && implies[c + (2 - digit) * powers[i]])
            return false;
    }
    return implies[c];
}

static bool list_primes(const bits_word *values, bool value, uint32_t n,
                        struct primes *primes)
{
    uint32_t powers[TABLE_VARIABLES + 1] = {1};
    bool *implies;

    for (uint32_t i = 0; i < n; i++)
        powers[i + 1] = 3 * powers[i];
    implies = find_implicants(values, value, n, powers);
    for (uint32_t c = 0; c < powers[n] && primes_count(primes) <= MOST_PRIMES;
         c++) {
        const uint32_t from = primes->rows.len;

        if (!is_prime(implies, c, n, powers))
            continue;
        vec_fit(&primes->rows, from + primes->n_words);
        for (uint32_t i = 0; i < n; i++)
            if (c / powers[i] % 3 < 2)
                bits_add(primes->rows.at + from,
                         primes_literal(i, c / powers[i] % 3));
    }
    mem_free(implies);
    return primes_count(primes) <= MOST_PRIMES;
}

static bool find_by_table(struct bnet_function *f)
{
    const uint32_t n = f->support.len;
    bits_word *const values = tabulate(f);
    bool good;

    f->holds.n_words = f->fails.n_words = primes_words(n);
    good = list_primes(values, true, n, &f->holds) &&
           list_primes(values, false, n, &f->fails);
    mem_free(values);
    return good;
}

/* -- Others, by products of cubes -- */

static bool find_by_cubes(struct bnet_function *f)
{
    pair_list stack = {0};
    bool good = evaluate(f, &stack);

    if (good && stack.at[0].has_all) {
        vec_append(&f->holds.rows, &stack.at[0].holds.rows);
        vec_append(&f->fails.rows, &stack.at[0].fails.rows);
        f->holds.n_words = f->fails.n_words = primes_words(f->support.len);
    } else {
        good = good && primes_of(&stack.at[0].holds, &f->holds, &f->work) &&
               primes_not(&f->holds, &f->fails, &f->work);
    }
    while (stack.len) {
        free_pair(vec_top(&stack));
        stack.len--;
    }
    vec_free(&stack);
    return good;
}

static bool find_all(struct bnet_function *f)
{
    const bool has_table = f->support.len <= TABLE_VARIABLES;

    f->work = has_table ? few_work : most_work;
    if (f->support.len > SMALL_TABLE && find_by_cubes(f))
        return true;
    primes_free(&f->holds);
    primes_free(&f->fails);
    f->work = most_work;
    return has_table && find_by_table(f);
}

/* -- Some of too many -- */

static bool find_some(struct bnet_function *f)
{
    const struct cover_function function = {f->code.at, f->code.len,
                                            f->support.len};

    primes_free(&f->holds);
    primes_free(&f->fails);
    f->work = most_work;
    return cover_find(&function, &f->holds, &f->fails, &f->work);
}

void bnet_function_init(struct bnet_function *f, const int32_t *code,
                        uint32_t len)
{
    *f = (struct bnet_function){0};
    for (uint32_t i = 0; i < len; i++)
        if (code[i] >= 0)
            vec_push(&f->support, (uint32_t)code[i]);
    f->support.len = ids_unique(f->support.at, f->support.len);
    for (uint32_t i = 0; i < len; i++)
        vec_push(&f->code,
                 code[i] < 0 ? code[i]
                             : (int32_t)ids_find(f->support.at, f->support.len,
                                                 (uint32_t)code[i]));
    f->has_all = find_all(f);
    f->good = f->has_all || find_some(f);
    if (f->good) {
        primes_sort(&f->holds);
        primes_sort(&f->fails);
    }
}

void bnet_function_finish(struct bnet_function *f)
{
    vec_free(&f->support);
    vec_free(&f->code);
    primes_free(&f->holds);
    primes_free(&f->fails);
}

/* The cubes of one value where the variable has another one; they may have lost
 * a literal, and may lose more then. */
static bool expand_where(struct bnet_function *f, uint32_t i, bool value,
                         struct primes *cubes)
{
    const struct primes *const other = value ? &f->fails : &f->holds;
    struct primes where, outside;
    bool good = primes_restrict(other, i, !value, &outside, &f->work);

    where = *cubes;
    *cubes = (struct primes){.n_words = where.n_words};
    if (good)
        good = cover_expand(&where, &outside, cubes, &f->work);
    primes_free(&where);
    primes_free(&outside);
    return good;
}

bool bnet_function_changes(struct bnet_function *f, uint32_t v, bool value,
                           struct primes *cubes)
{
    const struct primes *const from = value ? &f->holds : &f->fails;
    const uint32_t i = ids_find(f->support.at, f->support.len, v);

    *cubes = (struct primes){.n_words = primes_words(f->support.len)};
    if (f->good && ids_has(f->support.at, f->support.len, v))
        return primes_restrict(from, i, !value, cubes, &f->work) &&
               (f->has_all || expand_where(f, i, value, cubes));
    vec_append(&cubes->rows, &from->rows);
    return f->good;
}
