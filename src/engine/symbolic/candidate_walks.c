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
static trans_id next_step(const struct candidate_walks *walks, trans_id t,
                          bool settles)
{
    do
        t = enabled_set_next(&walks->at, t);
    while (t != TRANS_NONE && settles && !bits_has(walks->settles, t++));
    return t != TRANS_NONE && settles ? t - 1 : t;
}

/* Random steps, as long as there are some. */
static void walk_on(struct candidate_walks *walks, bool settles)
{
    const uint32_t n = net_trans_count(walks->sets->net);

    for (uint32_t i = 0; i < DIGIT_STEPS * walks->of->n_levels; i++) {
        trans_id t = next_step(walks, dice_roll(&walks->dice, n), settles);

        if (t == TRANS_NONE)
            t = next_step(walks, 0, settles);
        if (t == TRANS_NONE)
            break;
        enabled_set_fire(&walks->at, t);
        walks->walked++;
        walks->sets->diagram.work += 5;
    }
}

/* Does a run from candidate m lead to another one, or to a marking that enables
 * nothing?  Walks that come to rest seek one. */
static bool leads_away(struct candidate_walks *walks, uint32_t n_walks)
{
    bool away = false;

    enabled_set_move(&walks->at, walks->m);
    for (uint32_t i = 0; i < n_walks && !away; i++) {
        walk_on(walks, false);
        walk_on(walks, true);
        away = !bits_equal(walks->at.marking, walks->m, walks->at.words) &&
               (!walks->at.n_enabled ||
                sets_has(walks->sets, walks->set, walks->at.marking));
    }
    return away;
}

/* Those of families with several of them. */
static mdd_id select_crowded(const struct candidate_walks *walks)
{
    const struct families *const families = walks->of->families;
    const mdd_id picked =
        families->several ? families_pick(families, walks->set) : MDD_EMPTY;

    return families_select(families, walks->set,
                           sets_less(walks->sets, walks->set, picked));
}

/* One round. */
static void drop_once(struct candidate_walks *walks, uint32_t n_walks)
{
    struct sets *const sets = walks->sets;
    mdd_id left = select_crowded(walks);

    if (space_small(&sets->steps, left) > MOST_CANDIDATES)
        return;
    while (left && walks->walked < MOST_WALKED && !mdd_spend(&sets->diagram)) {
        const mdd_id word = sets_take(sets, &left, walks->m);

        if (leads_away(walks, n_walks))
            walks->set = sets_less(sets, walks->set, word);
    }
}

mdd_id candidate_walks_drop(const struct influences *influences, mdd_id set)
{
    const struct net *const net = influences->sets->net;
    struct candidate_walks walks = {.of = influences,
                                    .sets = influences->sets,
                                    .dice = dice_for(1, 0),
                                    .set = set};
    uint32_t n_walks = FIRST_WALKS;

    enabled_set_init(&walks.at, net);
    walks.m = mem_zero(marking_words(net), sizeof *walks.m);
    walks.settles =
        mem_zero(bits_words(net_trans_count(net)), sizeof *walks.settles);
    for (uint32_t i = 0; i < influences->steps.len; i++)
        if (!influences->steps.at[i].is_left_out)
            bits_add(walks.settles, influences->steps.at[i].trans);
    while (n_walks <= MOST_WALKS && walks.walked < MOST_WALKED) {
        const mdd_id before = walks.set;

        drop_once(&walks, n_walks);
        if (walks.set == before)
            n_walks *= 4;
    }
    enabled_set_finish(&walks.at);
    mem_free(walks.m);
    mem_free(walks.settles);
    return walks.set;
}
