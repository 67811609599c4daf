#include "question/goal.h"

#include "base/ids.h"
#include "base/mem.h"
#include "question/formula_builder.h"

static void add_lock(const struct net *net, place_id p, net_place_list *locks)
{
    if (net_lock(net, p) != PLACE_NONE)
        vec_push(locks, net_lock(net, p));
}

static void add_locks_of(const struct net *net, struct net_place_span places,
                         net_place_list *locks)
{
    for (uint32_t i = 0; i < places.len; i++)
        add_lock(net, places.at[i], locks);
}

static void sort(net_place_list *locks)
{
    locks->len = ids_unique(locks->at, locks->len);
}

/* -- Formulas -- */

static struct formula *with_locks(const struct formula *formula,
                                  const net_place_list *locks,
                                  struct diag *diag)
{
    struct formula_builder *const b = formula_builder_create();
    const uint32_t node = formula_builder_two(
        b, FORMULA_AND, formula_part(b, formula),
        formula_part_cube(b, net_span_of(locks), (struct net_place_span){0}));

    return formula_builder_finish(b, node, false, diag);
}

struct formula *settled_formula(const struct net *net, struct formula *formula,
                                struct diag *diag)
{
    net_place_list places = {0}, locks = {0};
    struct formula *both = formula;

    if (!formula || !net_has_steps(net))
        return formula;
    if (formula_places(formula, net, &places))
        for (place_id p = 0; p < net_given_places(net); p++)
            add_lock(net, p, &locks);
    add_locks_of(net, net_span_of(&places), &locks);
    vec_free(&places);
    sort(&locks);
    if (locks.len) {
        both = with_locks(formula, &locks, diag);
        formula_destroy(formula);
    }
    vec_free(&locks);
    return both;
}

/* -- Markings and sums -- */

void settled_marking(const struct net *net, net_place_list *marked,
                     const net_place_list *empty)
{
    net_place_list locks = {0};

    add_locks_of(net, net_span_of(marked), &locks);
    add_locks_of(net, net_span_of(empty), &locks);
    vec_append(marked, &locks);
    vec_free(&locks);
    sort(marked);
}

void settled_sum(const struct net *net, struct formula_sum *sum)
{
    net_place_list locks = {0};
    int64_t range = 1;

    for (uint32_t i = 0; i < sum->terms.len; i++) {
        const struct formula_term term = sum->terms.at[i];

        add_lock(net, term.place, &locks);
        range += term.factor < 0 ? -term.factor : term.factor;
    }
    sort(&locks);
    for (uint32_t i = 0; i < locks.len; i++)
        formula_sum_place(sum, locks.at[i], range);
    formula_sum_constant(sum, -range * (int64_t)locks.len);
    formula_sum_sort(sum);
    vec_free(&locks);
}
