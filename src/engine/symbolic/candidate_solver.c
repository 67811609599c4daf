#include "engine/symbolic/candidates.h"
#include "marking/dice.h"
#include "marking/enabled_set.h"
#include "net/marking.h"
#include "structure/cadical.h"

/* For one more candidate. */
enum { MOST_CONFLICTS = 1 << 14 };

/* Steps of a walk, for each digit; walks from a candidate, in the first round
 * and in the last one; steps of all walks. */
enum {
    DIGIT_STEPS = 8,
    FIRST_WALKS = 2,
    MOST_WALKS = 128,
    MOST_WALKED = 1 << 24
};

struct candidate_solver {
    const struct influences *of;
    struct sets *sets;
    struct enabled_set at;
    bits_word *settles; /* transitions that are not left out */
    bits_word *m;       /* scratch */
    struct dice dice;
    uint32_t walked;
    VEC(int) excluded;
    mdd_id fixed;  /* markings that enable nothing, and */
    mdd_id others; /* other candidates: */
    uint32_t n;    /* kept from here on */
};

static void keep_both(struct candidate_solver *x)
{
    sets_drop(x->sets, x->n);
    sets_keep(x->sets, x->fixed);
    sets_keep(x->sets, x->others);
}

/* --- candidates ----------------------------------------------------------- */

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

/* m is a candidate. */
static void add(struct candidate_solver *x)
{
    struct sets *const sets = x->sets;
    mdd_id *to;

    enabled_set_move(&x->at, x->m);
    to = x->at.n_enabled ? &x->others : &x->fixed;
    *to = sets_or(sets, *to, sets_word(sets, x->m));
    keep_both(x);
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

/* --- runs between them ---------------------------------------------------- */

/* The first enabled transition from t on; only of those that are not left out,
 * if `settles`. */
static trans_id next_step(const struct candidate_solver *x, trans_id t,
                          bool settles)
{
    do
        t = enabled_set_next(&x->at, t);
    while (t != TRANS_NONE && settles && !bits_has(x->settles, t++));
    return t != TRANS_NONE && settles ? t - 1 : t;
}

/* Random steps, as long as there are some. */
static void walk_on(struct candidate_solver *x, bool settles)
{
    const uint32_t n = net_trans_count(x->sets->net);

    for (uint32_t i = 0; i < DIGIT_STEPS * x->of->n_levels; i++) {
        trans_id t = next_step(x, dice_roll(&x->dice, n), settles);

        if (t == TRANS_NONE)
            t = next_step(x, 0, settles);
        if (t == TRANS_NONE)
            break;
        enabled_set_fire(&x->at, t);
        x->walked++;
        x->sets->diagram.work += 5;
    }
}

/* Does a run from candidate m lead to another one, or to a marking that enables
 * nothing?  Walks that come to rest seek one. */
static bool leads_away(struct candidate_solver *x, uint32_t n_walks)
{
    bool away = false;

    enabled_set_move(&x->at, x->m);
    for (uint32_t i = 0; i < n_walks && !away; i++) {
        walk_on(x, false);
        walk_on(x, true);
        away =
            !bits_equal(x->at.marking, x->m, x->at.words) &&
            (!x->at.n_enabled || sets_has(x->sets, x->others, x->at.marking));
    }
    return away;
}

/* Leaves out candidates that lead away: walks more and more where none does. */
static void drop_leading(struct candidate_solver *x)
{
    struct sets *const sets = x->sets;
    uint32_t n_walks = FIRST_WALKS;

    while (n_walks <= MOST_WALKS && x->walked < MOST_WALKED) {
        const mdd_id before = x->others;
        mdd_id left = before;

        while (left && x->walked < MOST_WALKED && !mdd_spend(&sets->diagram)) {
            mdd_id word;

            sets_pick(sets, left, x->m);
            word = sets_word(sets, x->m);
            left = sets_less(sets, left, word);
            if (leads_away(x, n_walks))
                x->others = sets_less(sets, x->others, word);
            keep_both(x);
            sets_keep(sets, before);
            sets_keep(sets, left);
        }
        if (x->others == before)
            n_walks *= 4;
    }
    keep_both(x);
}

bool candidate_solver_find(const struct influences *influences, uint32_t most,
                           mdd_id *fixed, mdd_id *others)
{
    struct sets *const sets = influences->sets;
    struct candidate_solver x = {.of = influences,
                                 .sets = sets,
                                 .dice = dice_for(1, 0),
                                 .n = sets->diagram.kept.len};
    const uint32_t n = net_trans_count(sets->net);
    bool good;

    enabled_set_init(&x.at, sets->net);
    x.m = mem_zero(marking_words(sets->net), sizeof *x.m);
    x.settles = mem_zero(bits_words(n), sizeof *x.settles);
    for (uint32_t i = 0; i < influences->steps.len; i++)
        if (!influences->steps.at[i].is_left_out)
            bits_add(x.settles, influences->steps.at[i].trans);
    good = solve(&x, most);
    if (good)
        drop_leading(&x);
    *fixed = x.fixed;
    *others = x.others;
    sets_drop(sets, x.n);
    enabled_set_finish(&x.at);
    mem_free(x.m);
    mem_free(x.settles);
    vec_free(&x.excluded);
    return good;
}
