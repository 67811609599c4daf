#include "engine/symbolic/candidates.h"

#include "engine/symbolic/influences.h"
#include "net/marking.h"
#include "structure/cadical.h"

/* So many candidates are found one by one; so often all others take a step of
 * each digit. */
enum { MOST_SOLVED = 1 << 12, CANDIDATE_ROUNDS = 16 };

/* For one more candidate. */
enum { MOST_CONFLICTS = 1 << 14 };

/* A walk ends in a terminal component, or near one, from which little can be
 * reached. */
enum { CANDIDATE_WALK = 1 << 10 };

struct candidates {
    const struct families *families;
    struct sets *sets;
    struct influences influences;
    struct enabled_set at;
    bits_word *m; /* scratch */
    VEC(int) excluded;
    mdd_id fixed;     /* markings that enable nothing, and */
    mdd_id ends;      /* others where runs end: */
    uint32_t n;       /* kept from here on */
    uint32_t enabled; /* where all markings that enable a step are kept, by
                         rank; of a set only */
};

static void keep_both(struct candidates *x)
{
    sets_drop(x->sets, x->n);
    sets_keep(x->sets, x->fixed);
    sets_keep(x->sets, x->ends);
}

/* Adds the end of a walk from m. */
static void walk(struct candidates *x)
{
    struct sets *const sets = x->sets;
    mdd_id *to;

    enabled_set_move(&x->at, x->m);
    sets->diagram.work += 5 * terminals_walk(&x->at, CANDIDATE_WALK);
    to = x->at.n_enabled ? &x->ends : &x->fixed;
    if (sets_has(sets, *to, x->at.marking))
        return;
    *to = sets_or(sets, *to, sets_word(sets, x->at.marking));
    keep_both(x);
}

/* --- one by one ----------------------------------------------------------- */

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
static void take_solution(struct candidates *x, CCaDiCaL *solver)
{
    const struct influences *const of = &x->influences;
    const struct digits *const digits = &x->sets->digits;

    memset(x->m, 0, marking_words(x->sets->net) * sizeof *x->m);
    for (uint32_t level = 1; level <= of->n_levels; level++) {
        const int var = (int)level;
        const bool is_high = ccadical_val(solver, var) > 0;
        const uint32_t value = is_high ? of->high[level] : of->low[level];

        if (value)
            bits_add(x->m, digits_place(digits, level, value));
        vec_push(&x->excluded, is_high ? -var : var);
    }
    for (uint32_t i = 0; i < x->excluded.len; i++)
        ccadical_add(solver, x->excluded.at[i]);
    ccadical_add(solver, 0);
    vec_clear(&x->excluded);
}

/* False: they are too many, or too hard to find. */
static bool solve(struct candidates *x)
{
    struct mem_guard guard;
    CCaDiCaL *const solver = cadical_create(&guard);
    const uint32_t most = x->sets->collects ? 1 : MOST_SOLVED;
    enum cadical_verdict verdict = CADICAL_YES;

    add_clauses(&x->influences, solver);
    for (uint32_t i = 0; i <= most && verdict == CADICAL_YES; i++) {
        if (mdd_spend(&x->sets->diagram))
            break;
        ccadical_limit(solver, "conflicts", MOST_CONFLICTS);
        verdict = cadical_solve(solver);
        if (verdict == CADICAL_YES) {
            take_solution(x, solver);
            if (sets_has(x->sets, x->sets->all, x->m))
                walk(x);
        }
    }
    cadical_destroy(solver, &guard);
    return verdict == CADICAL_NO;
}

/* --- as a set ------------------------------------------------------------- */

/* All markings, of any reachable values, that enable the step: a node a level.
 * need is scratch, all UINT32_MAX. */
static mdd_id cube_of(const struct candidates *x,
                      const struct influences_step *step, uint32_t *need)
{
    const struct families *const families = x->families;
    const struct effects_change *const changes = x->sets->steps.changes.at.at;
    mdd_arc_list arcs = {0};
    mdd_id cube = MDD_ALL;

    for (uint32_t c = step->change; c != EFFECTS_END; c = changes[c].next)
        need[changes[c].level] = changes[c].from;
    for (uint32_t level = 1; level <= x->influences.n_levels; level++) {
        vec_clear(&arcs);
        for (uint32_t i = families->start[level];
             i < families->start[level + 1]; i++)
            if (need[level] == UINT32_MAX || need[level] == families->values[i])
                vec_push(&arcs, ((struct mdd_arc){families->values[i], cube}));
        cube = mdd_node(&x->sets->diagram, arcs.at, arcs.len);
        need[level] = UINT32_MAX;
    }
    x->sets->diagram.work += x->influences.n_levels;
    vec_free(&arcs);
    return cube;
}

/* All markings that enable a step of this rank, if `all`, or one that is not
 * left out. */
static mdd_id enabled_of(const struct candidates *x, uint32_t rank, bool all)
{
    const struct influences *const of = &x->influences;
    const size_t n = of->n_levels + 1;
    uint32_t *const need = mem_alloc(n, sizeof *need);
    mdd_id found = MDD_EMPTY;

    memset(need, 0xff, n * sizeof *need);
    for (uint32_t i = of->of_rank[rank];
         i < of->of_rank[rank + 1] && !mdd_spend(&x->sets->diagram); i++)
        if (all || !of->steps.at[i].is_left_out)
            found = sets_or(x->sets, found, cube_of(x, &of->steps.at[i], need));
    mem_free(need);
    return found;
}

/* Each marking of the set with a step of the level of this rank takes it. */
static mdd_id step_level(struct candidates *x, mdd_id set, uint32_t rank)
{
    struct sets *const sets = x->sets;
    const uint32_t n = sets->diagram.kept.len;
    mdd_id moved = MDD_EMPTY;

    for (uint32_t i = x->influences.of_rank[rank];
         i < x->influences.of_rank[rank + 1]; i++) {
        const struct influences_step *const step = &x->influences.steps.at[i];
        mdd_id after;

        sets_drop(sets, n);
        sets_keep(sets, set);
        sets_keep(sets, moved);
        after = images_step(&sets->steps, IMAGES_FORWARDS, step->change, set);
        moved = sets_or(sets, moved, after);
    }
    sets_drop(sets, n);
    return sets_or(
        sets, moved,
        sets_less(sets, set, sets->diagram.kept.at[x->enabled + rank]));
}

/* Each marking takes a step of one level after the other, as long as it is not
 * fixed and new ones are met: those of a terminal component stay in it. */
static mdd_id step_on(struct candidates *x, mdd_id set)
{
    const uint32_t n = x->influences.n_levels;
    mdd_id before[2] = {MDD_EMPTY, MDD_EMPTY}; /* one round, and two */

    for (uint32_t round = 0;
         set && set != before[1] && round < CANDIDATE_ROUNDS; round++) {
        before[1] = before[0];
        before[0] = set;
        for (uint32_t rank = 0; rank <= n; rank++)
            set = step_level(x, set, round % 2 ? n - rank : rank);
        set = sets_less(x->sets, set, x->fixed);
    }
    return set;
}

static void select_candidates(struct candidates *x)
{
    struct sets *const sets = x->sets;
    mdd_id set = sets->all;

    for (uint32_t rank = 0; rank <= x->influences.n_levels; rank++)
        set = sets_less(sets, set, enabled_of(x, rank, false));
    sets_drop(sets, x->n);
    x->enabled = x->n;
    x->fixed = set;
    for (uint32_t rank = 0; rank <= x->influences.n_levels; rank++) {
        const mdd_id enabled = enabled_of(x, rank, true);

        sets_keep(sets, enabled);
        x->fixed = sets_less(sets, x->fixed, enabled);
    }
    x->n = sets->diagram.kept.len;
    x->ends = MDD_EMPTY;
    keep_both(x);
    x->ends = step_on(x, sets_less(sets, set, x->fixed));
    keep_both(x);
}

bool candidates_find(const struct families *families, mdd_id *fixed,
                     mdd_id *ends)
{
    struct sets *const sets = families->sets;
    struct candidates x = {
        .families = families, .sets = sets, .n = sets->diagram.kept.len};
    const bool good = influences_init(&x.influences, families);

    if (good) {
        enabled_set_init(&x.at, sets->net);
        x.m = mem_zero(marking_words(sets->net), sizeof *x.m);
        if (!solve(&x))
            select_candidates(&x);
        *fixed = x.fixed;
        *ends = x.ends;
        enabled_set_finish(&x.at);
        mem_free(x.m);
        vec_free(&x.excluded);
    }
    influences_finish(&x.influences);
    return good;
}
