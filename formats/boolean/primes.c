#include "formats/boolean/primes.h"

#include "base/mem.h"

uint32_t primes_words(uint32_t n)
{
    return n ? bits_words(2 * n) : 1;
}

bool primes_spend(uint64_t *work, uint64_t n)
{
    if (*work < n)
        return false;
    *work -= n;
    return true;
}

void primes_free(struct primes *f)
{
    vec_free(&f->rows);
}

/* Has the row all literals of the other one, so that the latter's cube contains
 * its cube? */
static bool implies(const bits_word *row, const bits_word *part, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (part[i] & ~row[i])
            return false;
    return true;
}

bool primes_are_disjoint(const bits_word *a, const bits_word *b, uint32_t n)
{
    const bits_word low = UINT64_C(0x5555555555555555);

    for (uint32_t i = 0; i < n; i++)
        if ((a[i] & b[i] >> 1 & low) | (a[i] >> 1 & low & b[i]))
            return true;
    return false;
}

void primes_append(struct primes *f, const bits_word *row)
{
    vec_append_n(&f->rows, row, f->n_words);
}

bool primes_contain(const struct primes *f, const bits_word *row)
{
    for (uint32_t i = 0; i < primes_count(f); i++)
        if (implies(row, primes_row(f, i), f->n_words))
            return true;
    return false;
}

bool primes_add(struct primes *f, const bits_word *row, uint64_t *work)
{
    const uint32_t n = primes_count(f);
    uint32_t kept = 0;

    if (!primes_spend(work, f->rows.len))
        return false;
    if (primes_contain(f, row))
        return true;
    for (uint32_t i = 0; i < n; i++)
        if (!implies(primes_row(f, i), row, f->n_words)) {
            if (kept < i)
                bits_copy(f->rows.at + (size_t)kept * f->n_words,
                          primes_row(f, i), f->n_words);
            kept++;
        }
    f->rows.len = kept * f->n_words;
    primes_append(f, row);
    return true;
}

static bool add_all(struct primes *f, const struct primes *rows, uint64_t *work)
{
    for (uint32_t i = 0; i < primes_count(rows); i++)
        if (!primes_add(f, primes_row(rows, i), work))
            return false;
    return true;
}

bool primes_or(const struct primes *f, const struct primes *g,
               struct primes *result, uint64_t *work)
{
    *result = (struct primes){.n_words = f->n_words};
    return add_all(result, f, work) && add_all(result, g, work);
}

bool primes_and(const struct primes *f, const struct primes *g,
                struct primes *result, uint64_t *work)
{
    const uint32_t n = f->n_words;
    bits_word *const row = mem_alloc(n, sizeof *row);
    bool good = true;

    *result = (struct primes){.n_words = n};
    for (uint32_t i = 0; i < primes_count(f); i++)
        for (uint32_t j = 0; j < primes_count(g) && good; j++) {
            if (primes_are_disjoint(primes_row(f, i), primes_row(g, j), n))
                continue;
            bits_copy(row, primes_row(f, i), n);
            bits_unite(row, primes_row(g, j), n);
            good = primes_add(result, row, work);
        }
    mem_free(row);
    return good;
}

/* The other value of each variable of a cube, each in a row of its own. */
static void negate(const bits_word *cube, struct primes *clause)
{
    const uint32_t n = clause->n_words;
    bits_word *const row = mem_alloc(n, sizeof *row);

    vec_clear(&clause->rows);
    for (uint32_t l = bits_next(cube, 0, 64 * n); l < 64 * n;
         l = bits_next(cube, l + 1, 64 * n)) {
        bits_clear(row, n);
        bits_add(row, l ^ 1);
        primes_append(clause, row);
    }
    mem_free(row);
}

bool primes_not(const struct primes *f, struct primes *result, uint64_t *work)
{
    struct primes clause = {.n_words = f->n_words};
    bool good = true;

    *result = (struct primes){.n_words = f->n_words};
    vec_fit(&result->rows, f->n_words);
    for (uint32_t i = 0; i < primes_count(f) && good; i++) {
        struct primes product;

        negate(primes_row(f, i), &clause);
        good = primes_and(result, &clause, &product, work);
        primes_free(result);
        *result = product;
    }
    primes_free(&clause);
    return good;
}

bool primes_of(const struct primes *f, struct primes *result, uint64_t *work)
{
    struct primes complement;
    bool good = primes_not(f, &complement, work);

    *result = (struct primes){.n_words = f->n_words};
    good = good && primes_not(&complement, result, work);
    primes_free(&complement);
    return good;
}

bool primes_restrict(const struct primes *f, uint32_t variable, bool value,
                     struct primes *result, uint64_t *work)
{
    const uint32_t n = f->n_words;
    bits_word *const row = mem_alloc(n, sizeof *row);
    bool good = true;

    *result = (struct primes){.n_words = n};
    for (uint32_t i = 0; i < primes_count(f) && good; i++) {
        bits_copy(row, primes_row(f, i), n);
        if (bits_has(row, primes_literal(variable, !value)))
            continue;
        bits_remove(row, primes_literal(variable, value));
        good = primes_add(result, row, work);
    }
    mem_free(row);
    return good;
}

static bool is_before(const bits_word *a, const bits_word *b, uint32_t n)
{
    const uint32_t in_a = bits_count(a, n), in_b = bits_count(b, n);

    if (in_a != in_b)
        return in_a < in_b;
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] >> bits_lowest(a[i] ^ b[i]) & 1;
    return false;
}

/* Each row moves others of the same function, of which primes_add() has
 * compared all pairs. */
void primes_sort(struct primes *f)
{
    const uint32_t n = f->n_words;
    bits_word *const row = mem_alloc(n, sizeof *row);

    for (uint32_t i = 1; i < primes_count(f); i++) {
        bits_word *to = f->rows.at + (size_t)i * n;

        bits_copy(row, to, n);
        for (; to > f->rows.at && is_before(row, to - n, n); to -= n)
            bits_copy(to, to - n, n);
        bits_copy(to, row, n);
    }
    mem_free(row);
}
