#include "structure/elimination.h"

#include "base/ids.h"
#include "base/mem.h"

int64_t elimination_divisor(int64_t a, int64_t b)
{
    return (int64_t)ids_divisor((uint64_t)elimination_size(a),
                                (uint64_t)elimination_size(b));
}

void elimination_init(struct elimination *e, uint32_t n_unknowns, uint64_t most)
{
    *e = (struct elimination){

        .most = most,
        .complete = true,
        .is_zero = mem_zero(n_unknowns, sizeof *e->is_zero),
        .n_rows = mem_zero(n_unknowns, sizeof *e->n_rows),
        .in = mem_zero(n_unknowns, sizeof *e->in),
    };
}

static void finish_lists(struct elimination *e)
{
    vec_free(&e->is_active);
    mem_free(e->n_rows);
    mem_free(e->in);
    for (uint32_t i = 0; i < ELIMINATION_LENGTHS; i++)
        vec_free(&e->sized[i]);
    pool_finish(&e->lists);
    vec_free(&e->scratch);
    e->n_rows = NULL;
    e->in = NULL;
}

void elimination_finish(struct elimination *e)
{
    for (uint32_t i = 0; i < e->rows.len; i++)
        vec_free(&e->rows.at[i]);
    vec_free(&e->rows);
    vec_free(&e->pivots);
    mem_free(e->is_zero);
    finish_lists(e);
    *e = (struct elimination){0};
}

/* --- rows ----------------------------------------------------------------- */

static uint32_t length_of(const struct elimination *e, uint32_t row)
{
    const uint32_t len = e->rows.at[row].len;

    return len < ELIMINATION_LENGTHS ? len : ELIMINATION_LENGTHS - 1;
}

/* Puts a row where the search for the shortest one finds it.  An empty one is
 * not sought any more. */
static void enqueue(struct elimination *e, uint32_t row)
{
    const uint32_t length = length_of(e, row);

    if (!length) {
        vec_free(&e->rows.at[row]);
        e->is_active.at[row] = false;
        return;
    }
    vec_push(&e->sized[length], row);
    if (length < e->shortest)
        e->shortest = length;
}

/* The row gets the term of an unknown that it did not have. */
static void enter(struct elimination *e, uint32_t row, place_id unknown)
{
    pool_push(&e->lists, &e->in[unknown], row);
    e->n_rows[unknown]++;
}

void elimination_add(struct elimination *e, const struct formula_term *terms,
                     uint32_t n)
{
    const elimination_row none = {0};
    const uint32_t row = e->rows.len;

    vec_push(&e->rows, none);
    vec_push(&e->is_active, true);
    vec_reserve(&e->rows.at[row], n);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&e->rows.at[row], terms[i]);
        enter(e, row, terms[i].place);
    }
    enqueue(e, row);
}

/* The shortest active row; false: there is none. */
static bool find_shortest(struct elimination *e, uint32_t *row)
{
    while (e->shortest < ELIMINATION_LENGTHS) {
        if (!e->sized[e->shortest].len) {
            e->shortest++;
            continue;
        }
        e->work++;
        *row = vec_pop(&e->sized[e->shortest]);
        if (e->is_active.at[*row] && length_of(e, *row) == e->shortest)
            return true;
    }
    return false;
}

/* Where the unknown is in the row; its length if it is not there. */
static uint32_t find_term(const elimination_row *row, place_id unknown)
{
    uint32_t low = 0, high = row->len;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (row->at[middle].place < unknown)
            low = middle + 1;
        else
            high = middle;
    }
    return low < row->len && row->at[low].place == unknown ? low : row->len;
}

/* Small coefficients first, then few rows that have the unknown. */
static bool is_better_pivot(const struct elimination *e, struct formula_term a,
                            struct formula_term b)
{
    const int64_t x = elimination_size(a.factor),
                  y = elimination_size(b.factor);

    return x != y ? x < y : e->n_rows[a.place] < e->n_rows[b.place];
}

static struct formula_term choose_pivot(const struct elimination *e,
                                        uint32_t row)
{
    const elimination_row *const terms = &e->rows.at[row];
    struct formula_term best = terms->at[0];

    for (uint32_t i = 1; i < terms->len; i++)
        if (is_better_pivot(e, terms->at[i], best))
            best = terms->at[i];
    return best;
}

/* --- unknowns that are taken to be 0 -------------------------------------- */

static void remove_term(struct elimination *e, uint32_t row, place_id unknown)
{
    elimination_row *const terms = &e->rows.at[row];
    const uint32_t at = find_term(terms, unknown);

    if (!e->is_active.at[row] || at == terms->len)
        return;
    for (uint32_t i = at + 1; i < terms->len; i++)
        terms->at[i - 1] = terms->at[i];
    e->work += terms->len;
    terms->len--;
    enqueue(e, row);
}

/* No active row keeps it. */
static void take_zero(struct elimination *e, place_id unknown)
{
    e->complete = false;
    e->is_zero[unknown] = true;
    for (uint32_t i = 0; i < e->in[unknown].len; i++)
        remove_term(e, pool_at(&e->lists, e->in[unknown])[i], unknown);
    e->in[unknown].len = 0;
    e->n_rows[unknown] = 0;
}

/* The row then says nothing, unless the work is over. */
static void take_zeros(struct elimination *e, uint32_t row)
{
    while (e->rows.at[row].len && e->work <= e->most)
        take_zero(e, e->rows.at[row].at[0].place);
}

static void give_up(struct elimination *e)
{
    for (uint32_t i = 0; i < e->rows.len; i++) {
        const elimination_row *const terms = &e->rows.at[i];

        if (!e->is_active.at[i])
            continue;
        e->complete = false;
        for (uint32_t k = 0; k < terms->len; k++)
            e->is_zero[terms->at[k].place] = true;
    }
}

/* --- steps ---------------------------------------------------------------- */

/* Divides by what the coefficients have in common.  False: one is too large. */
static bool divide_row(elimination_row *row)
{
    int64_t common = 0;

    for (uint32_t i = 0; i < row->len && common != 1; i++)
        common = elimination_divisor(common, row->at[i].factor);
    for (uint32_t i = 0; i < row->len; i++) {
        row->at[i].factor /= common;
        if (elimination_size(row->at[i].factor) > ELIMINATION_LARGEST)
            return false;
    }
    return true;
}

/* The unknowns of two rows, in increasing order. */
struct elimination_pair {
    const elimination_row *x, *y;
    uint32_t i, k; /* the next terms */
    place_id unknown;
    int64_t a, b; /* its coefficients, 0 where it has none */
};

static bool next_unknown(struct elimination_pair *pair)
{
    const elimination_row *const x = pair->x, *const y = pair->y;
    const place_id p = pair->i < x->len ? x->at[pair->i].place : PLACE_NONE;
    const place_id q = pair->k < y->len ? y->at[pair->k].place : PLACE_NONE;

    pair->unknown = p < q ? p : q;
    if (pair->unknown == PLACE_NONE)
        return false;
    pair->a = p <= q ? x->at[pair->i++].factor : 0;
    pair->b = q <= p ? y->at[pair->k++].factor : 0;
    return true;
}

/* Fills sum with a * x + b * y. */
static void add_multiples(const elimination_row *x, int64_t a,
                          const elimination_row *y, int64_t b,
                          elimination_row *sum)
{
    struct elimination_pair pair = {.x = x, .y = y};

    vec_clear(sum);
    while (next_unknown(&pair)) {
        const struct formula_term term = {pair.unknown,
                                          a * pair.a + b * pair.b};

        if (term.factor)
            vec_push(sum, term);
    }
}

/* What the row gains and loses when it becomes the sum. */
static void recount(struct elimination *e, uint32_t row,
                    const elimination_row *sum)
{
    struct elimination_pair pair = {.x = &e->rows.at[row], .y = sum};

    while (next_unknown(&pair)) {
        if (!pair.b)
            e->n_rows[pair.unknown]--;
        else if (!pair.a)
            enter(e, row, pair.unknown);
    }
}

/* Combines the row with the pivot so that it loses the unknown of the term.
 * False: a coefficient is too large. */
static bool cancel_unknown(struct elimination *e, uint32_t row, uint32_t pivot,
                           struct formula_term term)
{
    elimination_row *const x = &e->rows.at[row];
    const elimination_row *const y = &e->rows.at[pivot];
    const int64_t b = x->at[find_term(x, term.place)].factor;
    const int64_t common = elimination_divisor(term.factor, b);

    e->work += 2 * ((uint64_t)x->len + y->len);
    add_multiples(x, term.factor / common, y, -(b / common), &e->scratch);
    if (!divide_row(&e->scratch))
        return false;
    recount(e, row, &e->scratch);
    vec_clear(x);
    vec_append(x, &e->scratch);
    enqueue(e, row);
    return true;
}

/* Solves the row for the unknown of the term.  False: a coefficient is too
 * large, or the work is over. */
static bool solve_for_unknown(struct elimination *e, uint32_t pivot,
                              struct formula_term term)
{
    for (uint32_t i = 0; i < e->in[term.place].len; i++) {
        const uint32_t row = pool_at(&e->lists, e->in[term.place])[i];

        e->work++;
        if (e->work > e->most)
            return false;
        if (row == pivot || !e->is_active.at[row] ||
            find_term(&e->rows.at[row], term.place) == e->rows.at[row].len)
            continue;
        if (!cancel_unknown(e, row, pivot, term)) {
            take_zeros(e, row);
            return false;
        }
    }
    return true;
}

/* The row has its unknown for itself. */
static void close_row(struct elimination *e, uint32_t row, place_id unknown)
{
    const elimination_row *const terms = &e->rows.at[row];

    for (uint32_t i = 0; i < terms->len; i++)
        e->n_rows[terms->at[i].place]--;
    e->is_active.at[row] = false;
    e->in[unknown].len = 0;
    vec_push(&e->pivots, ((struct elimination_pivot){row, unknown}));
}

void elimination_run(struct elimination *e)
{
    uint32_t row;

    while (e->work <= e->most && find_shortest(e, &row)) {
        const struct formula_term term = choose_pivot(e, row);

        if (solve_for_unknown(e, row, term))
            close_row(e, row, term.place);
        else if (e->work <= e->most)
            take_zeros(e, row);
        else
            break;
    }
    give_up(e);
    finish_lists(e);
}
