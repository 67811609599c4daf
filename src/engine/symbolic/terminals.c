#include "engine/symbolic/sets.h"
#include "net/marking.h"

/* From the first marking of the set, and on from one that cannot lead back, as
 * long as there is one.  Keeps the component. */
static mdd_id settle(struct sets *sets, mdd_id set, bits_word *m)
{
    const uint32_t n = sets->diagram.kept.len;
    mdd_id after;

    do {
        mdd_id before;

        sets_pick(sets, set, m);
        sets_drop(sets, n);
        after = images_closure(&sets->steps, m);
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
