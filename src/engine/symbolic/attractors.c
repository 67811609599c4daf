#include "base/cost_queue.h"
#include "engine/diagram/space.h"
#include "engine/symbolic/candidates.h"
#include "engine/symbolic/symbolic.h"
#include "engine/symbolic/trap_spaces.h"
#include "net/marking.h"

/* Work for all sizes of attractors that are known without their markings: some
 * seconds. */
enum { SIZES_WORK = 1 << 29 };

/* Attractors of several families are counted one by one, if they are no more.
 */
enum { MOST_SPLIT = 1 << 9 };

struct attractors {
    struct sets *sets;
    struct families families;
    answer_item_list *list;
    uint32_t most; /* that are listed one by one */
    bits_word *m;  /* scratch */
};

/* Attractors, one of each of several families. */
struct attractor_group {
    mdd_id inside; /* a marking of each, or more */
    mdd_id set;    /* all their markings, or more: */
    bool is_exact;
};

/* The markings of the set at which no reset is under way (settled.c). */
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

/* With a run into the set, and these numbers; takes the texts.  Not if the
 * watch has stopped the diagram. */
static void add_item(struct attractors *attractors, mdd_id set,
                     struct answer_item item)
{
    sets_keep(attractors->sets, set);
    if (shortest_run(attractors->sets, NULL, set, attractors->sets->all,
                     &item.run))
        vec_push(attractors->list, item);
    else
        answer_item_finish(&item);
    sets_drop(attractors->sets, attractors->sets->diagram.kept.len - 1);
}

/* Each marking of the set is an attractor. */
static void add_fixed_points(struct attractors *attractors, mdd_id set)
{
    struct sets *const sets = attractors->sets;
    naturals_number n = {0};

    space_add(&sets->steps, set, &n);
    if (naturals_small(&n) > attractors->most) {
        add_item(attractors, set,
                 (struct answer_item){.size = mem_text("1"),
                                      .times = naturals_text(&n)});
    } else {
        sets_keep(sets, set);
        while (set && !mdd_spend(&sets->diagram)) {
            const mdd_id word = sets_take(sets, &set, attractors->m);

            sets_drop(sets, sets->diagram.kept.len - 1);
            sets_keep(sets, set);
            add_item(attractors, word,
                     (struct answer_item){.size = mem_text("1")});
        }
        sets_drop(sets, sets->diagram.kept.len - 1);
    }
    vec_free(&n);
}

/* The attractor of a single family. */
static void add_attractor(struct attractors *attractors,
                          const struct attractor_group *group)
{
    naturals_number n = {0};

    space_add(&attractors->sets->steps, group->set, &n);
    add_item(attractors, group->inside,
             (struct answer_item){.size = naturals_text(&n),
                                  .is_at_most = !group->is_exact});
    vec_free(&n);
}

static struct attractor_group select_family(const struct attractors *attractors,
                                            const struct attractor_group *group,
                                            mdd_id of)
{
    return (struct attractor_group){
        .inside = families_select(&attractors->families, group->inside, of),
        .set = families_select(&attractors->families, group->set, of),
        .is_exact = group->is_exact,
    };
}

/* One of each size, with the number of families that have such a one. */
static void add_classes(struct attractors *attractors,
                        const struct attractor_group *group)
{
    struct sets *const sets = attractors->sets;
    const uint32_t n = sets->diagram.kept.len;
    families_class_list classes = {0};

    families_classes(&attractors->families, group->set, &classes);
    for (uint32_t i = 0; i < classes.len; i++)
        sets_keep(sets, classes.at[i].picked);
    for (uint32_t i = 0; i < classes.len; i++) {
        const struct families_class class = classes.at[i];
        mdd_id left = class.picked;
        naturals_number times = {0};

        space_add(&sets->steps, class.picked, &times);
        add_item(attractors,
                 select_family(attractors, group,
                               sets_take(sets, &left, attractors->m))
                     .inside,
                 (struct answer_item){.size = class.size,
                                      .times = naturals_text(&times),
                                      .is_at_most = !group->is_exact});
        vec_free(&times);
    }
    sets_drop(sets, n);
    vec_free(&classes);
}

static void add_group(struct attractors *attractors,
                      const struct attractor_group *group)
{
    struct sets *const sets = attractors->sets;
    const uint32_t kept = sets->diagram.kept.len;
    mdd_id left = families_pick(&attractors->families, group->set);

    sets_keep(sets, group->inside);
    sets_keep(sets, group->set);
    if (space_small(&sets->steps, left) > attractors->most) {
        add_classes(attractors, group);
        left = MDD_EMPTY;
    }
    while (left && !mdd_spend(&sets->diagram)) {
        const mdd_id word = sets_take(sets, &left, attractors->m);
        const struct attractor_group own =
            select_family(attractors, group, word);

        sets_drop(sets, kept + 2);
        sets_keep(sets, left);
        sets_keep(sets, own.set);
        add_attractor(attractors, &own);
    }
    sets_drop(sets, kept);
}

/* The component of each family is an attractor. */
static bool add_components(void *self, mdd_id component)
{
    struct attractors *const attractors = self;
    const mdd_id set = select_settled(attractors->sets, component);

    add_group(attractors, &(struct attractor_group){
                              .inside = set, .set = set, .is_exact = true});
    return true;
}

/* --- attractors in trap spaces -------------------------------------------- */

struct spaces {
    trap_spaces_list at;
    VEC(answer_item_list) items; /* of each */
    struct cost_queue queue;     /* not counted so far, the smallest first */
};

/* Lists each attractor of the trap space with its size; the space is kept. */
static void list_space(struct attractors *attractors, struct spaces *spaces,
                       const struct trap_spaces_item *item)
{
    const uint64_t size = space_small(&attractors->sets->steps, item->around);

    cost_queue_push(&spaces->queue,
                    (struct cost_queue_entry){size, 0, spaces->at.len});
    vec_push(&spaces->at, *item);
    vec_push(&spaces->items, ((answer_item_list){0}));
    attractors->list = vec_top(&spaces->items);
    add_group(attractors, &(struct attractor_group){.inside = item->inside,
                                                    .set = item->around});
}

static void finish_items(answer_item_list *items)
{
    for (uint32_t i = 0; i < items->len; i++)
        answer_item_finish(&items->at[i]);
    vec_free(items);
}

/* What is reached from the marking of each attractor of space i is the
 * attractor.  *work gets what is left of it; false if it does not suffice. */
static bool find_size(struct attractors *attractors, struct spaces *spaces,
                      uint32_t i, uint64_t *work)
{
    struct sets *const sets = attractors->sets;
    answer_item_list exact = {0};
    mdd_id set;
    bool found;

    mdd_limit(&sets->diagram, *work);
    set = images_closure(&sets->steps, spaces->at.at[i].inside);
    *work = mdd_go_on(&sets->diagram);
    attractors->list = &exact;
    sets_keep(sets, set);
    if (*work)
        (void)add_components(attractors, set);
    sets_drop(sets, sets->diagram.kept.len - 1);
    found = *work && !sets->diagram.stopped;
    if (found) {
        finish_items(&spaces->items.at[i]);
        spaces->items.at[i] = exact;
    } else {
        finish_items(&exact);
    }
    return found;
}

/* Lists the attractors of space i again, each as a space of its own. */
static void split(struct attractors *attractors, struct spaces *spaces,
                  uint32_t i)
{
    struct sets *const sets = attractors->sets;
    const struct trap_spaces_item all = spaces->at.at[i];
    const uint32_t n = spaces->items.len;
    mdd_id left = all.inside;

    while (left && !mdd_spend(&sets->diagram)) {
        struct trap_spaces_item one;

        one.inside = sets_take(sets, &left, attractors->m);
        one.around =
            families_select(&attractors->families, all.around, one.inside);
        sets_keep(sets, left);
        sets_keep(sets, one.inside);
        sets_keep(sets, one.around);
        list_space(attractors, spaces, &one);
    }
    if (!sets->diagram.stopped)
        finish_items(&spaces->items.at[i]);
    for (uint32_t k = n; sets->diagram.stopped && k < spaces->items.len; k++)
        finish_items(&spaces->items.at[k]);
}

static void find_sizes(struct attractors *attractors, struct spaces *spaces)
{
    struct sets *const sets = attractors->sets;
    uint64_t work = sets->collects ? 1 << 12 : SIZES_WORK;

    while (spaces->queue.heap.len && !mdd_spend(&sets->diagram)) {
        const uint32_t i = cost_queue_pop(&spaces->queue).id;
        const uint64_t share = work / 4;
        uint64_t left = share, n;

        if (!find_size(attractors, spaces, i, &left)) {
            n = space_small(&sets->steps, spaces->at.at[i].inside);
            if (n > 1 && n <= MOST_SPLIT)
                split(attractors, spaces, i);
        }
        work -= share - left;
    }
}

static void take_items(answer_item_list *list, struct spaces *spaces)
{
    for (uint32_t i = 0; i < spaces->items.len; i++) {
        vec_append(list, &spaces->items.at[i]);
        vec_free(&spaces->items.at[i]);
    }
    vec_free(&spaces->at);
    vec_free(&spaces->items);
    cost_queue_finish(&spaces->queue);
}

/* Fixed points come first, then those in trap spaces. */
static bool find_locally(struct attractors *attractors,
                         const struct influences *influences)
{
    struct sets *const sets = attractors->sets;
    answer_item_list *const list = attractors->list;
    answer_item_list others = {0};
    struct spaces spaces = {0};
    trap_spaces_list found = {0};
    mdd_id fixed, candidates, rest, known;
    bool complete;

    candidates_find(influences, &fixed, &candidates);
    add_fixed_points(attractors, fixed);
    trap_spaces_find(influences, fixed, candidates, &found, &known, &rest);
    for (uint32_t i = 0; i < found.len; i++)
        list_space(attractors, &spaces, &found.at[i]);
    vec_free(&found);
    attractors->list = &others;
    if (rest)
        terminals_find(&attractors->families,
                       images_closure(&sets->steps, rest), known, attractors,
                       add_components);
    complete = !mdd_spend(&sets->diagram);
    find_sizes(attractors, &spaces);
    take_items(list, &spaces);
    vec_append(list, &others);
    vec_free(&others);
    return complete;
}

bool attractors_find(struct sets *sets, answer_item_list *list)
{
    const uint32_t n = sets->diagram.kept.len;
    struct attractors attractors = {.sets = sets, .list = list};
    struct influences influences;
    bool complete;

    attractors.most = sets->collects ? 1 : ANSWER_MOST_LISTED;
    attractors.m = mem_alloc(marking_words(sets->net), sizeof *attractors.m);
    families_init(&attractors.families, sets);
    if (influences_init(&influences, &attractors.families)) {
        complete = find_locally(&attractors, &influences);
    } else {
        const mdd_id fixed = select_settled(sets, sets_dead(sets));

        sets_keep(sets, fixed);
        add_fixed_points(&attractors, fixed);
        terminals_find(&attractors.families, sets->all, fixed, &attractors,
                       add_components);
        complete = !mdd_spend(&sets->diagram);
    }
    sets_drop(sets, n);
    influences_finish(&influences);
    families_finish(&attractors.families);
    mem_free(attractors.m);
    return complete;
}
