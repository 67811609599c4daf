#include "engine/symbolic/families.h"
#include "marking/dice.h"
#include "net/marking.h"

/* A walk ends in a terminal component, or near one, from which little can be
 * reached. */
enum { WALK_LENGTH = 4096 };

struct terminals {
    struct sets *sets;
    const struct families *families;
    struct enabled_set at;
    bits_word *m; /* scratch */
};

/* Always the same. */
static void walk(struct enabled_set *at)
{
    struct dice dice = dice_for(1, 0);

    for (uint32_t i = 0; i < WALK_LENGTH && at->n_enabled; i++) {
        const trans_id from = dice_roll(&dice, net_trans_count(at->net));
        const trans_id t = enabled_set_next(at, from);

        enabled_set_fire(at, t != TRANS_NONE ? t : enabled_set_next(at, 0));
    }
}

/* A marking of each family in the set; of a single family, the end of a walk
 * from it. */
static mdd_id pick(struct terminals *terminals, mdd_id set)
{
    if (terminals->families->several)
        return families_pick(terminals->families, set);
    sets_pick(terminals->sets, set, terminals->m);
    enabled_set_move(&terminals->at, terminals->m);
    walk(&terminals->at);
    return sets_word(terminals->sets, terminals->at.marking);
}

/* From a marking of each family in the set to others, until all that can be
 * reached leads back.  Keeps the components that this ends in, one of each
 * family, and returns them. */
static mdd_id settle(struct terminals *terminals, mdd_id set)
{
    struct sets *const sets = terminals->sets;
    const uint32_t n = sets->diagram.kept.len;
    mdd_id found = MDD_EMPTY;

    do {
        const mdd_id picked = pick(terminals, set);
        mdd_id after;

        sets_drop(sets, n);
        sets_keep(sets, found);
        sets_keep(sets, picked);
        after = images_closure(&sets->steps, picked);
        sets_keep(sets, after);
        set = sets_less(sets, after,
                        images_close_back(&sets->steps, picked, after));
        found = sets_or(
            sets, found,
            sets_less(sets, after,
                      families_select(terminals->families, after, set)));
    } while (set && !mdd_spend(&sets->diagram));
    sets_drop(sets, n);
    sets_keep(sets, found);
    return found;
}

/* The markings that are left lead to none of the components so far, and nothing
 * leads from them to a marking that is not left. */
void terminals_find(const struct families *families, mdd_id within,
                    mdd_id known, void *self, terminals_listener *found)
{
    struct sets *const sets = families->sets;
    const uint32_t n = sets->diagram.kept.len;
    struct terminals terminals = {.sets = sets, .families = families};
    mdd_id left = within, component = known;

    terminals.m = mem_alloc(marking_words(sets->net), sizeof *terminals.m);
    enabled_set_init(&terminals.at, sets->net);
    sets_keep(sets, within);
    sets_keep(sets, known);
    for (;;) {
        if (component)
            left = sets_less(sets, left,
                             images_close_back(&sets->steps, component, left));
        if (mdd_spend(&sets->diagram) || !left)
            break;
        sets_drop(sets, n);
        sets_keep(sets, left);
        component = settle(&terminals, left);
        if (sets->diagram.stopped || !found(self, component))
            break;
    }
    sets_drop(sets, n);
    enabled_set_finish(&terminals.at);
    mem_free(terminals.m);
}
