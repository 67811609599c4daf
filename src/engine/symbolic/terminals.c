#include "engine/symbolic/sets.h"
#include "marking/dice.h"
#include "marking/enabled_set.h"
#include "net/marking.h"

/* A walk ends in a terminal component, or near one, from which little can be
 * reached. */
enum { WALK_LENGTH = 4096 };

static void walk_from(const struct net *net, bits_word *m)
{
    struct dice dice = dice_for(1, 0);
    struct enabled_set at;

    enabled_set_init(&at, net);
    enabled_set_move(&at, m);
    for (uint32_t i = 0; i < WALK_LENGTH && at.n_enabled; i++) {
        const trans_id from = dice_roll(&dice, net_trans_count(net));
        const trans_id t = enabled_set_next(&at, from);

        enabled_set_fire(&at, t != TRANS_NONE ? t : enabled_set_next(&at, 0));
    }
    bits_copy(m, at.marking, marking_words(net));
    enabled_set_finish(&at);
}

/* From a marking of the set to others, until all that can be reached leads
 * back.  Keeps the component; m is scratch. */
static mdd_id settle(struct sets *sets, mdd_id set, bits_word *m)
{
    const uint32_t n = sets->diagram.kept.len;
    mdd_id after;

    do {
        mdd_id before;

        sets_pick(sets, set, m);
        walk_from(sets->net, m);
        sets_drop(sets, n);
        after = images_closure(&sets->steps, sets_word(sets, m));
        sets_keep(sets, after);
        before = images_close_back(&sets->steps, sets_word(sets, m), after);
        set = sets_less(sets, after, before);
    } while (set && !sets->diagram.stopped);
    return after;
}

/* The markings that are left lead to none of the components so far, and nothing
 * leads from them to a marking that is not left. */
void terminals_find(struct sets *sets, void *self, terminals_listener *found)
{
    const uint32_t n = sets->diagram.kept.len;
    bits_word *const m = mem_alloc(marking_words(sets->net), sizeof *m);
    mdd_id left = sets->all;

    while (left && !mdd_spend(&sets->diagram)) {
        mdd_id component;

        sets_keep(sets, left);
        component = settle(sets, left, m);
        if (sets->diagram.stopped || !found(self, component))
            break;
        left = sets_less(sets, left,
                         images_close_back(&sets->steps, component, left));
        sets_drop(sets, n);
    }
    sets_drop(sets, n);
    mem_free(m);
}
