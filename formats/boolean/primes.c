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

/* Adds a cube, and removes those that it contains.  Looks at all cubes, and
 * takes as many words from the work; false when there is no work left. */
static bool add(struct primes *f, const bits_word *row, uint64_t *work)
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
        if (!add(f, primes_row(rows, i), work))
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
            good = add(result, row, work);
        }
    mem_free(row);
    return good;
}

bool primes_product(const struct primes *f, const struct primes *g,
                    struct primes *result, uint64_t *work)
{
    const uint32_t n = f->n_words;
    const uint64_t rows = (uint64_t)primes_count(f) * primes_count(g);

    *result = (struct primes){.n_words = n};
    if (rows > PRIMES_MOST_PRODUCTS || !primes_spend(work, rows * n))
        return false;
    vec_fit(&result->rows, (uint32_t)rows * n);
    for (uint32_t i = 0, to = 0; i < primes_count(f); i++)
        for (uint32_t j = 0; j < primes_count(g); j++, to += n) {
            bits_copy(result->rows.at + to, primes_row(f, i), n);
            bits_unite(result->rows.at + to, primes_row(g, j), n);
        }
    return true;
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

/* Without the literal the cubes that have it may contain others, but not each
 * other. */
static void take_shorter(const struct primes *f, uint32_t literal,
                         struct primes *shorter)
{
    for (uint32_t i = 0; i < primes_count(f); i++)
        if (bits_has(primes_row(f, i), literal)) {
            const uint32_t at = shorter->rows.len;

            primes_append(shorter, primes_row(f, i));
            bits_remove(shorter->rows.at + at, literal);
        }
}

bool primes_restrict(const struct primes *f, uint32_t variable, bool value,
                     struct primes *result, uint64_t *work)
{
    const uint32_t n = f->n_words, literal = primes_literal(variable, value);
    struct primes shorter = {.n_words = n};
    bool good = true;

    *result = (struct primes){.n_words = n};
    take_shorter(f, literal, &shorter);
    for (uint32_t i = 0, k = 0; i < primes_count(f) && good; i++) {
        const bits_word *const row = primes_row(f, i);

        good = primes_spend(work, n + shorter.rows.len);
        if (bits_has(row, literal))
            primes_append(result, primes_row(&shorter, k++));
        else if (!bits_has(row, literal ^ 1) && !primes_contain(&shorter, row))
            primes_append(result, row);
    }
    primes_free(&shorter);
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

/* Puts two sorted lists of rows that follow each other into one, at `to`. */
static void merge(const bits_word *from, uint32_t first, uint32_t second,
                  uint32_t n, bits_word *to)
{
    const bits_word *a = from, *const middle = from + (size_t)first * n;
    const bits_word *b = middle, *const end = middle + (size_t)second * n;

    for (; a < middle || b < end; to += n) {
        const bool takes_b = a == middle || (b < end && is_before(b, a, n));

        bits_copy(to, takes_b ? b : a, n);
        *(takes_b ? &b : &a) += n;
    }
}

void primes_sort(struct primes *f)
{
    const uint32_t n = f->n_words, count = primes_count(f);
    struct primes other = {.n_words = n};

    vec_append(&other.rows, &f->rows);
    for (uint32_t len = 1; len < count; len *= 2) {
        const struct primes swap = *f;

        for (uint32_t i = 0; i < count; i += 2 * len) {
            const uint32_t left = count - i, first = left < len ? left : len;

            merge(f->rows.at + (size_t)i * n, first,
                  left - first < len ? left - first : len, n,
                  other.rows.at + (size_t)i * n);
        }
        *f = other;
        other = swap;
    }
    vec_free(&other.rows);
}
