#include "engine/diagram/space.h"
#include "engine/symbolic/candidates.h"
#include "engine/symbolic/symbolic.h"
#include "net/marking.h"

struct attractors {
    struct sets *sets;
    struct families families;
    answer_item_list *list;
    uint32_t most; /* that are listed one by one */
    bits_word *m;  /* scratch */
};

/* The markings of the set at which no reset is under way (settled.h). */
static mdd_id select_settled(struct sets *sets, mdd_id set)
{
    for (place_id p = 0;
         net_has_steps(sets->net) && p < net_given_places(sets->net); p++) {
        const place_id lock = net_lock(sets->net, p);

        if (lock != PLACE_NONE)
            set = select_places(&sets->select, set,
                                (struct net_place_span){&lock, 1}, 1);
    }
    return set;
}

/* The caller frees *n. */
static void count_markings(struct sets *sets, mdd_id set, naturals_number *n)
{
    struct space space;

    space_init(&space, &sets->steps, set);
    space_count(&space, n);
    space_finish(&space);
}

/* With a run into the set, and these numbers; takes the texts.  Not if the
 * watch has stopped the diagram. */
static void add_item(struct attractors *x, mdd_id set, char *size, char *times)
{
    struct answer_item item = {.size = size, .times = times};

    sets_keep(x->sets, set);
    if (shortest_run(x->sets, NULL, set, x->sets->all, &item.run))
        vec_push(x->list, item);
    else
        answer_item_finish(&item);
    sets_drop(x->sets, x->sets->diagram.kept.len - 1);
}

static mdd_id take_word(struct attractors *x, mdd_id *left)
{
    mdd_id word;

    sets_pick(x->sets, *left, x->m);
    word = sets_word(x->sets, x->m);
    *left = sets_less(x->sets, *left, word);
    return word;
}

/* Each marking of the set is an attractor. */
static void add_fixed_points(struct attractors *x, mdd_id set)
{
    struct sets *const sets = x->sets;
    naturals_number n = {0};

    count_markings(sets, set, &n);
    if (naturals_small(&n) > x->most) {
        add_item(x, set, mem_text("1"), naturals_text(&n));
    } else {
        sets_keep(sets, set);
        while (set && !mdd_spend(&sets->diagram)) {
            const mdd_id word = take_word(x, &set);

            sets_drop(sets, sets->diagram.kept.len - 1);
            sets_keep(sets, set);
            add_item(x, word, mem_text("1"), NULL);
        }
        sets_drop(sets, sets->diagram.kept.len - 1);
    }
    vec_free(&n);
}

static void add_attractor(struct attractors *x, mdd_id set)
{
    naturals_number n = {0};

    count_markings(x->sets, set, &n);
    add_item(x, set, naturals_text(&n), NULL);
    vec_free(&n);
}

/* One of each size, with the number of families that have such a one. */
static void add_classes(struct attractors *x, mdd_id set)
{
    struct sets *const sets = x->sets;
    const uint32_t n = sets->diagram.kept.len;
    families_class_list classes = {0};

    families_classes(&x->families, set, &classes);
    for (uint32_t i = 0; i < classes.len; i++)
        sets_keep(sets, classes.at[i].picked);
    for (uint32_t i = 0; i < classes.len; i++) {
        const struct families_class class = classes.at[i];
        mdd_id left = class.picked;
        naturals_number times = {0};

        count_markings(sets, class.picked, &times);
        add_item(x, families_select(&x->families, set, take_word(x, &left)),
                 class.size, naturals_text(&times));
        vec_free(&times);
    }
    sets_drop(sets, n);
    vec_free(&classes);
}

/* The component of each family is an attractor. */
static bool add_attractors(void *self, mdd_id component)
{
    struct attractors *const x = self;
    struct sets *const sets = x->sets;
    const uint32_t kept = sets->diagram.kept.len;
    const mdd_id set = select_settled(sets, component);
    mdd_id left = families_pick(&x->families, set);
    naturals_number n = {0};

    sets_keep(sets, set);
    count_markings(sets, left, &n);
    if (naturals_small(&n) > x->most) {
        add_classes(x, set);
        left = MDD_EMPTY;
    }
    while (left && !mdd_spend(&sets->diagram)) {
        const mdd_id word = take_word(x, &left);

        sets_drop(sets, kept + 1);
        sets_keep(sets, left);
        add_attractor(x, families_select(&x->families, set, word));
    }
    sets_drop(sets, kept);
    vec_free(&n);
    return true;
}

void attractors_find(struct sets *sets, answer_item_list *list)
{
    const uint32_t n = sets->diagram.kept.len;
    struct attractors x = {.sets = sets, .list = list};
    mdd_id within = sets->all, fixed, ends;
    bool has_candidates;

    x.most = sets->collects ? 1 : ANSWER_MOST_LISTED;
    x.m = mem_alloc(marking_words(sets->net), sizeof *x.m);
    families_init(&x.families, sets);
    has_candidates = candidates_find(&x.families, &fixed, &ends);
    if (!has_candidates)
        fixed = select_settled(sets, sets_dead(sets));
    sets_keep(sets, fixed);
    add_fixed_points(&x, fixed);
    if (has_candidates)
        within = sets_or(sets, fixed, images_closure(&sets->steps, ends));
    terminals_find(&x.families, within, fixed, &x, add_attractors);
    sets_drop(sets, n);
    families_finish(&x.families);
    mem_free(x.m);
}
