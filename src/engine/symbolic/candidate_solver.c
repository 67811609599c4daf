#include "engine/symbolic/candidates.h"
#include "marking/enabled_set.h"
#include "net/marking.h"
#include "structure/cadical.h"

/* For one more candidate. */
enum { MOST_CONFLICTS = 1 << 14 };

struct candidate_solver {
    const struct influences *of;
    struct sets *sets;
    struct enabled_set at;
    bits_word *m;  /* scratch */
    mdd_id fixed;  /* markings that enable nothing, and */
    mdd_id others; /* other candidates */
};

/* The variable of a digit is its level: does it have its larger value? */
static void add_clauses(const struct influences *x, CCaDiCaL *solver)
{
    const struct effects_change *const changes = x->sets->steps.changes.at.at;

    for (uint32_t i = 0; i < x->steps.len; i++) {
        if (x->steps.at[i].is_left_out)
            continue;
        for (uint32_t c = x->steps.at[i].change; c != EFFECTS_END;
             c = changes[c].next) {
            const int level = (int)changes[c].level;

            ccadical_add(solver,
                         changes[c].from == x->low[level] ? level : -level);
        }
        ccadical_add(solver, 0);
    }
    for (uint32_t level = 1; level <= x->n_levels; level++)
        if (x->high[level] == x->low[level]) {
            ccadical_add(solver, -(int)level);
            ccadical_add(solver, 0);
        }
}

/* Fills m, and excludes it from later solutions. */
static void take_solution(struct candidate_solver *x, CCaDiCaL *solver)
{
    const struct influences *const of = x->of;
    const struct digits *const digits = &x->sets->digits;
    const uint32_t *values;

    memset(x->m, 0, marking_words(x->sets->net) * sizeof *x->m);
    for (uint32_t level = 1; level <= of->n_levels; level++) {
        const bool is_high = ccadical_val(solver, (int)level) > 0;
        const uint32_t value = is_high ? of->high[level] : of->low[level];

        if (value)
            bits_add(x->m, digits_place(digits, level, value));
    }
    values = digits_of(digits, x->m);
    for (int level = 1; level <= (int)of->n_levels; level++)
        ccadical_add(solver, values[level] == of->low[level] ? level : -level);
    ccadical_add(solver, 0);
}

/* m is a candidate. */
static void add(struct candidate_solver *x)
{
    struct sets *const sets = x->sets;
    mdd_id *to;

    enabled_set_move(&x->at, x->m);
    to = x->at.n_enabled ? &x->others : &x->fixed;
    *to = sets_or(sets, *to, sets_word(sets, x->m));
}

/* False: they are more, or too hard to find. */
static bool solve(struct candidate_solver *x, uint32_t most)
{
    struct mem_guard guard;
    CCaDiCaL *const solver = cadical_create(&guard);
    enum cadical_verdict verdict = CADICAL_YES;

    add_clauses(x->of, solver);
    for (uint32_t i = 0; i <= most && verdict == CADICAL_YES; i++) {
        if (mdd_spend(&x->sets->diagram))
            break;
        ccadical_limit(solver, "conflicts", MOST_CONFLICTS);
        verdict = cadical_solve(solver);
        if (verdict == CADICAL_YES) {
            take_solution(x, solver);
            if (sets_has(x->sets, x->sets->all, x->m))
                add(x);
        }
    }
    cadical_destroy(solver, &guard);
    return verdict == CADICAL_NO;
}

bool candidate_solver_find(const struct influences *influences, uint32_t most,
                           mdd_id *fixed, mdd_id *others)
{
    struct sets *const sets = influences->sets;
    struct candidate_solver x = {.of = influences, .sets = sets};
    bool good;

    enabled_set_init(&x.at, sets->net);
    x.m = mem_zero(marking_words(sets->net), sizeof *x.m);
    good = solve(&x, most);
    *fixed = x.fixed;
    *others = x.others;
    enabled_set_finish(&x.at);
    mem_free(x.m);
    return good;
}
