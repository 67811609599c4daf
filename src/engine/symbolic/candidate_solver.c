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
static void add_clauses(const struct influences *influences, CCaDiCaL *solver)
{
    const struct effects_change *const changes =
        influences->sets->steps.changes.at.at;

    for (uint32_t i = 0; i < influences->steps.len; i++) {
        if (influences->steps.at[i].is_left_out)
            continue;
        for (uint32_t c = influences->steps.at[i].change; c != EFFECTS_END;
             c = changes[c].next) {
            const int level = (int)changes[c].level;

            ccadical_add(solver, changes[c].from == influences->low[level]
                                     ? level
                                     : -level);
        }
        ccadical_add(solver, 0);
    }
    for (uint32_t level = 1; level <= influences->n_levels; level++)
        if (influences->high[level] == influences->low[level]) {
            ccadical_add(solver, -(int)level);
            ccadical_add(solver, 0);
        }
}

/* Fills m, and excludes it from later solutions. */
static void take_solution(struct candidate_solver *candidates, CCaDiCaL *solver)
{
    const struct influences *const of = candidates->of;
    const struct digits *const digits = &candidates->sets->digits;
    const uint32_t *values;

    memset(candidates->m, 0,
           marking_words(candidates->sets->net) * sizeof *candidates->m);
    for (uint32_t level = 1; level <= of->n_levels; level++) {
        const bool is_high = ccadical_val(solver, (int)level) > 0;
        const uint32_t value = is_high ? of->high[level] : of->low[level];

        if (value)
            bits_add(candidates->m, digits_place(digits, level, value));
    }
    values = digits_of(digits, candidates->m);
    for (int level = 1; level <= (int)of->n_levels; level++)
        ccadical_add(solver, values[level] == of->low[level] ? level : -level);
    ccadical_add(solver, 0);
}

/* m is a candidate. */
static void add(struct candidate_solver *candidates)
{
    struct sets *const sets = candidates->sets;
    mdd_id *to;

    enabled_set_move(&candidates->at, candidates->m);
    to = candidates->at.n_enabled ? &candidates->others : &candidates->fixed;
    *to = sets_or(sets, *to, sets_word(sets, candidates->m));
}

/* False: they are more, or too hard to find. */
static bool solve(struct candidate_solver *candidates, uint32_t most)
{
    struct mem_guard guard;
    CCaDiCaL *const solver = cadical_create(&guard);
    enum cadical_verdict verdict = CADICAL_YES;

    add_clauses(candidates->of, solver);
    for (uint32_t i = 0; i <= most && verdict == CADICAL_YES; i++) {
        if (mdd_spend(&candidates->sets->diagram))
            break;
        ccadical_limit(solver, "conflicts", MOST_CONFLICTS);
        verdict = cadical_solve(solver);
        if (verdict == CADICAL_YES) {
            take_solution(candidates, solver);
            if (sets_has(candidates->sets, candidates->sets->all,
                         candidates->m))
                add(candidates);
        }
    }
    cadical_destroy(solver, &guard);
    return verdict == CADICAL_NO;
}

bool candidate_solver_find(const struct influences *influences, uint32_t most,
                           mdd_id *fixed, mdd_id *others)
{
    struct sets *const sets = influences->sets;
    struct candidate_solver candidates = {.of = influences, .sets = sets};
    bool good;

    enabled_set_init(&candidates.at, sets->net);
    candidates.m = mem_zero(marking_words(sets->net), sizeof *candidates.m);
    good = solve(&candidates, most);
    *fixed = candidates.fixed;
    *others = candidates.others;
    enabled_set_finish(&candidates.at);
    mem_free(candidates.m);
    return good;
}
