#include "question/formula.h"

#include "base/ids.h"

void formula_sum_free(struct formula_sum *sum)
{
    vec_free(&sum->terms);
    *sum = (struct formula_sum){0};
}

/* The value if it is not too large, else 0 with a mark in the sum. */
static int64_t bounded(struct formula_sum *sum, int64_t value)
{
    sum->too_large |= formula_is_large(value);
    return formula_is_large(value) ? 0 : value;
}

void formula_sum_place(struct formula_sum *sum, place_id p, int64_t factor)
{
    const struct formula_term term = {p, bounded(sum, factor)};

    vec_push(&sum->terms, term);
}

void formula_sum_tokens(struct formula_sum *sum, const struct net *net,
                        place_id p)
{
    for (uint32_t n = 1; n <= net_bound(net, p); n++)
        formula_sum_place(sum, net_level(net, p, n), 1);
}

void formula_sum_constant(struct formula_sum *sum, int64_t constant)
{
    sum->constant = bounded(sum, sum->constant + bounded(sum, constant));
}

void formula_sum_add(struct formula_sum *sum, const struct formula_sum *other,
                     int64_t factor)
{
    const int64_t by = bounded(sum, factor);

    sum->too_large |= other->too_large;
    formula_sum_constant(sum, bounded(sum, by * other->constant));
    for (uint32_t i = 0; i < other->terms.len; i++)
        formula_sum_place(sum, other->terms.at[i].place,
                          bounded(sum, by * other->terms.at[i].factor));
}

void formula_sum_sort(struct formula_sum *sum)
{
    uint32_t n = 0;

    vec_sort(&sum->terms, ids_compare);
    for (uint32_t i = 0; i < sum->terms.len;) {
        struct formula_term term = sum->terms.at[i];

        for (i++; i < sum->terms.len && sum->terms.at[i].place == term.place;
             i++)
            term.factor = bounded(sum, term.factor + sum->terms.at[i].factor);
        if (term.factor)
            sum->terms.at[n++] = term;
    }
    vec_cut(&sum->terms, n);
}
