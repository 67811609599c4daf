#include "engine/symbolic/sets.h"
#include "engine/symbolic/space.h"

struct attractors {
    struct sets *sets;
    answer_item_list *list;
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

static char *count_markings(struct sets *sets, mdd_id set)
{
    naturals_number n = {0};
    struct space space;
    char *text;

    space_init(&space, &sets->steps, set);
    space_count(&space, &n);
    space_finish(&space);
    text = naturals_text(&n);
    vec_free(&n);
    return text;
}

static bool add_attractor(void *self, mdd_id component)
{
    const struct attractors *const x = self;
    const mdd_id set = select_settled(x->sets, component);
    struct answer_item item = {0};

    if (!set)
        return true;
    item.size = count_markings(x->sets, set);
    (void)shortest_run(x->sets, NULL, set, x->sets->all, &item.run);
    vec_push(x->list, item);
    return true;
}

void attractors_find(struct sets *sets, answer_item_list *list)
{
    struct attractors x = {sets, list};

    terminals_find(sets, &x, add_attractor);
    if (sets->diagram.stopped)
        answer_items_finish(list);
}
