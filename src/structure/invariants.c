#include "structure/invariants.h"

#include "base/ids.h"
#include "base/mem.h"

/* Sums of products are smaller, so that one more fits 64 bits. */
#define LARGEST_SUM ((int64_t)1 << 61)

/* A place depends on so many free ones at most. */
enum { MOST_FREE = 1000 };

/* The weight of a place: a sum over free places, divided by a number. */
struct weight {
    uint32_t from, len; /* in terms */
    int64_t divisor;    /* from 1 to ELIMINATION_LARGEST */
};

struct solver {
    const struct net *net;
    struct elimination equations;
    struct weight *weights;         /* by place */
    VEC(struct formula_term) terms; /* of the weights, by free place */
    bool *is_left_out;     /* by place: it is free, but has no vector */
    int64_t *sums;         /* by free place: of the weight at hand */
    net_place_list summed; /* with a sum that may not be 0; one may be there
                              again, if its sum was 0 meanwhile */
    struct invariants *result;
};

/* --- the equations -------------------------------------------------------- */

/* The places that t takes from or puts on, by increasing number; none is
 * both. */
static void add_equation(struct solver *solver, trans_id t,
                         elimination_row *row)
{
    const struct net_place_span pre = net_pre(solver->net, t);
    const struct net_place_span post = net_post(solver->net, t);
    uint32_t i = 0, k = 0;

    vec_clear(row);
    while (i < pre.len || k < post.len) {
        const place_id p = i < pre.len ? pre.at[i] : PLACE_NONE;
        const place_id q = k < post.len ? post.at[k] : PLACE_NONE;

        vec_push(row, ((struct formula_term){p < q ? p : q, p < q ? -1 : 1}));
        i += p < q;
        k += q < p;
    }
    solver->equations.work += 1 + pre.len + post.len;
    if (row->len)
        elimination_add(&solver->equations, row->at, row->len);
}

/* left_out may be NULL. */
static void add_equations(struct solver *solver, const bool *left_out)
{
    elimination_row row = {0};

    for (trans_id t = 0; t < net_trans_count(solver->net); t++)
        if (!left_out || !left_out[t])
            add_equation(solver, t, &row);
    vec_free(&row);
}

/* --- the weights of places by those of free places ------------------------ */

/* Multiplies numbers up to ELIMINATION_LARGEST.  Is the result one, too? */
static bool multiply(int64_t *a, int64_t b)
{
    *a *= b;
    return elimination_size(*a) <= ELIMINATION_LARGEST;
}

/* The least number that both divide. */
static bool multiple(int64_t *a, int64_t b)
{
    return multiply(a, b / elimination_divisor(*a, b));
}

/* Adds factor times the weight of a place.  False: a number is too large. */
static bool add_scaled_weight(struct solver *solver,
                              const struct weight *weight, int64_t factor)
{
    for (uint32_t i = 0; i < weight->len; i++) {
        const struct formula_term term = solver->terms.at[weight->from + i];

        if (!solver->sums[term.place])
            vec_push(&solver->summed, term.place);
        solver->sums[term.place] += factor * term.factor;
        if (elimination_size(solver->sums[term.place]) > LARGEST_SUM)
            return false;
    }
    return true;
}

/* Adds up the other terms of the row.  *divisor: of the sum.  False: a number
 * is too large. */
static bool add_up(struct solver *solver, const elimination_row *row,
                   place_id unknown, int64_t *divisor)
{
    *divisor = 1;
    for (uint32_t i = 0; i < row->len; i++)
        if (row->at[i].place != unknown &&
            !multiple(divisor, solver->weights[row->at[i].place].divisor))
            return false;
    for (uint32_t i = 0; i < row->len; i++) {
        const struct weight *const weight = &solver->weights[row->at[i].place];
        int64_t factor = row->at[i].factor;

        if (row->at[i].place != unknown &&
            (!multiply(&factor, *divisor / weight->divisor) ||
             !add_scaled_weight(solver, weight, -factor)))
            return false;
    }
    return true;
}

/* The sum, divided by divisor and by the factor of the unknown, becomes its
 * weight.  False: a number is too large. */
static bool take_sum(struct solver *solver, place_id unknown, int64_t factor,
                     int64_t divisor)
{
    struct weight *const weight = &solver->weights[unknown];
    int64_t common = elimination_divisor(divisor * factor, 0); /* < 2^61 */

    solver->summed.len = ids_unique(solver->summed.at, solver->summed.len);
    for (uint32_t i = 0; i < solver->summed.len; i++)
        common =
            elimination_divisor(common, solver->sums[solver->summed.at[i]]);
    if (factor < 0)
        common = -common;
    *weight = (struct weight){solver->terms.len, 0, divisor * factor / common};
    for (uint32_t i = 0; i < solver->summed.len; i++) {
        const place_id p = solver->summed.at[i];
        const struct formula_term term = {p, solver->sums[p] / common};

        if (elimination_size(term.factor) > ELIMINATION_LARGEST)
            return false;
        if (term.factor)
            vec_push(&solver->terms, term);
    }
    weight->len = solver->terms.len - weight->from;
    return weight->divisor <= ELIMINATION_LARGEST && weight->len <= MOST_FREE;
}

/* Of the free places that the row depends on, none has a vector: all of its
 * places have the weight 0. */
static void leave_out(struct solver *solver, const elimination_row *row,
                      place_id unknown)
{
    for (uint32_t i = 0; i < row->len; i++) {
        const struct weight *const weight = &solver->weights[row->at[i].place];

        for (uint32_t k = 0; k < weight->len && row->at[i].place != unknown;
             k++)
            solver->is_left_out[solver->terms.at[weight->from + k].place] =
                true;
    }
    solver->weights[unknown] = (struct weight){.divisor = 1};
    solver->result->complete = false;
}

/* What the row adds up. */
static uint64_t cost_of(const struct solver *solver, const elimination_row *row)
{
    uint64_t cost = 1;

    for (uint32_t i = 0; i < row->len; i++)
        cost += 1 + solver->weights[row->at[i].place].len;
    return cost;
}

static void weigh(struct solver *solver, struct elimination_pivot pivot)
{
    const elimination_row *const row = &solver->equations.rows.at[pivot.row];
    const uint32_t before = solver->terms.len;
    int64_t factor = 0, divisor;

    for (uint32_t i = 0; i < row->len; i++)
        if (row->at[i].place == pivot.unknown)
            factor = row->at[i].factor;
    ASSERT(factor);
    solver->result->work += cost_of(solver, row);
    if (!add_up(solver, row, pivot.unknown, &divisor) ||
        !take_sum(solver, pivot.unknown, factor, divisor)) {
        vec_cut(&solver->terms, before);
        leave_out(solver, row, pivot.unknown);
    }
    for (uint32_t i = 0; i < solver->summed.len; i++)
        solver->sums[solver->summed.at[i]] = 0;
    vec_clear(&solver->summed);
}

/* Those without a pivot depend on themselves. */
static void weigh_free(struct solver *solver)
{
    const uint32_t n = net_place_count(solver->net);
    bool *const is_solved = mem_zero(n, sizeof *is_solved);

    for (uint32_t i = 0; i < solver->equations.pivots.len; i++)
        is_solved[solver->equations.pivots.at[i].unknown] = true;
    for (place_id p = 0; p < n; p++) {
        solver->weights[p] = (struct weight){solver->terms.len, 0, 1};
        if (is_solved[p] || solver->equations.is_zero[p])
            continue;
        solver->weights[p].len = 1;
        vec_push(&solver->terms, ((struct formula_term){p, 1}));
    }
    mem_free(is_solved);
}

/* A later pivot is in earlier rows.  False: the work is over. */
static bool weigh_all(struct solver *solver, uint64_t most)
{
    weigh_free(solver);
    for (uint32_t i = solver->equations.pivots.len; i-- > 0;) {
        if (solver->result->work > most)
            return false;
        weigh(solver, solver->equations.pivots.at[i]);
    }
    return true;
}

/* --- the vectors ---------------------------------------------------------- */

/* Of the free place: the terms, each with the divisor of its place in sums. */
static void take_vector(struct solver *solver, struct formula_term *terms,
                        uint32_t n)
{
    struct invariants *const to = solver->result;
    int64_t common = 1, divisor = 0;
    bool fits = true;

    for (uint32_t i = 0; i < n && fits; i++)
        fits = multiple(&common, solver->weights[terms[i].place].divisor);
    for (uint32_t i = 0; i < n && fits; i++) {
        fits = multiply(&terms[i].factor,
                        common / solver->weights[terms[i].place].divisor);
        divisor = elimination_divisor(divisor, terms[i].factor);
    }
    if (!fits) {
        to->complete = false;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        terms[i].factor /= divisor;
        vec_push(&to->vectors.all, terms[i]);
    }
    vecs_close(&to->vectors);
}

/* Turns the terms by place into terms by free place. */
static void take_vectors(struct solver *solver)
{
    const uint32_t n = net_place_count(solver->net);
    struct formula_term *const by_free =
        mem_alloc(solver->terms.len, sizeof *by_free);
    uint32_t *const end = mem_zero((size_t)n + 1, sizeof *end);

    for (uint32_t i = 0; i < solver->terms.len; i++)
        end[solver->terms.at[i].place + 1]++;
    for (place_id p = 0; p < n; p++)
        end[p + 1] += end[p];
    for (place_id p = 0; p < n; p++) /* end[f] moves on from the start of f */
        for (uint32_t i = 0; i < solver->weights[p].len; i++) {
            const struct formula_term term =
                solver->terms.at[solver->weights[p].from + i];

            by_free[end[term.place]++] = (struct formula_term){p, term.factor};
        }
    for (place_id f = 0; f < n; f++) {
        const uint32_t from = f ? end[f - 1] : 0;

        if (end[f] > from && !solver->is_left_out[f])
            take_vector(solver, by_free + from, end[f] - from);
    }
    mem_free(by_free);
    mem_free(end);
}

void invariants_find(const struct net *net, const bool *left_out, uint64_t most,
                     struct invariants *invariants)
{
    const uint32_t n = net_place_count(net);
    struct solver solver = {.net = net, .result = invariants};

    elimination_init(&solver.equations, n, most / 2);
    add_equations(&solver, left_out);
    elimination_run(&solver.equations);
    solver.weights = mem_alloc(n, sizeof *solver.weights);
    solver.is_left_out = mem_zero(n, sizeof *solver.is_left_out);
    solver.sums = mem_zero(n, sizeof *solver.sums);
    invariants->complete = solver.equations.complete;
    invariants->work = solver.equations.work;
    if (weigh_all(&solver, most))
        take_vectors(&solver);
    else
        invariants->complete = false;
    elimination_finish(&solver.equations);
    mem_free(solver.weights);
    vec_free(&solver.terms);
    mem_free(solver.is_left_out);
    mem_free(solver.sums);
    vec_free(&solver.summed);
}

void invariants_finish(struct invariants *invariants)
{
    vecs_free(&invariants->vectors);
    *invariants = (struct invariants){0};
}
