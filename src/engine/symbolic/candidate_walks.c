#include "engine/diagram/space.h"
#include "engine/symbolic/candidates.h"
#include "marking/dice.h"
#include "marking/enabled_set.h"
#include "net/marking.h"

/* So many candidates of families with several are tried, or none. */
enum { MOST_CANDIDATES = 1 << 14 };

/* Steps of a walk, for each digit; walks from a candidate, in the first round
 * and in the last one; steps of all walks. */
enum {
    DIGIT_STEPS = 8,
    FIRST_WALKS = 2,
    MOST_WALKS = 128,
    MOST_WALKED = 1 << 24
};

struct candidate_walks {
    const struct influences *of;
    struct sets *sets;
    struct enabled_set at;
    bits_word *settles; /* transitions that are not left out */
    bits_word *m;       /* where walks begin */
    struct dice dice;
    uint32_t walked;
    mdd_id set;
};

/* The first enabled transition from t on; only of those that are not left out,
 * if `settles`. */
static trans_id next_step(const struct candidate_walks *x, trans_id t,
                          bool settles)
{
    do
        t = enabled_set_next(&x->at, t);
    while (t != TRANS_NONE && settles && !bits_has(x->settles, t++));
    return t != TRANS_NONE && settles ? t - 1 : t;
}

/* Random steps, as long as there are some. */
static void walk_on(struct candidate_walks *x, bool settles)
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
static bool leads_away(struct candidate_walks *x, uint32_t n_walks)
{
    bool away = false;

    enabled_set_move(&x->at, x->m);
    for (uint32_t i = 0; i < n_walks && !away; i++) {
        walk_on(x, false);
        walk_on(x, true);
        away = !bits_equal(x->at.marking, x->m, x->at.words) &&
               (!x->at.n_enabled || sets_has(x->sets, x->set, x->at.marking));
    }
    return away;
}

/* Those of families with several of them. */
static mdd_id select_crowded(const struct candidate_walks *x)
{
    const struct families *const families = x->of->families;
    const mdd_id picked =
        families->several ? families_pick(families, x->set) : MDD_EMPTY;

    return families_select(families, x->set,
                           sets_less(x->sets, x->set, picked));
}

/* One round. */
static void drop_once(struct candidate_walks *x, uint32_t n_walks)
{
    struct sets *const sets = x->sets;
    mdd_id left = select_crowded(x);

    if (space_small(&sets->steps, left) > MOST_CANDIDATES)
        return;
    while (left && x->walked < MOST_WALKED && !mdd_spend(&sets->diagram)) {
        const mdd_id word = sets_take(sets, &left, x->m);

        if (leads_away(x, n_walks))
            x->set = sets_less(sets, x->set, word);
    }
}

mdd_id candidate_walks_drop(const struct influences *influences, mdd_id set)
{
    const struct net *const net = influences->sets->net;
    struct candidate_walks x = {.of = influences,
                                .sets = influences->sets,
                                .dice = dice_for(1, 0),
                                .set = set};
    uint32_t n_walks = FIRST_WALKS;

    enabled_set_init(&x.at, net);
    x.m = mem_zero(marking_words(net), sizeof *x.m);
    x.settles = mem_zero(bits_words(net_trans_count(net)), sizeof *x.settles);
    for (uint32_t i = 0; i < influences->steps.len; i++)
        if (!influences->steps.at[i].is_left_out)
            bits_add(x.settles, influences->steps.at[i].trans);
    while (n_walks <= MOST_WALKS && x.walked < MOST_WALKED) {
        const mdd_id before = x.set;

        drop_once(&x, n_walks);
        if (x.set == before)
            n_walks *= 4;
    }
    enabled_set_finish(&x.at);
    mem_free(x.m);
    mem_free(x.settles);
    return x.set;
}
