#include "engine/diagram/space.h"
#include "engine/symbolic/symbolic.h"

struct risk {
    uint32_t level, change; /* level 0: it has none, and is one everywhere */
    trans_id trans;
    place_id place;
};

typedef VEC(struct risk) risk_list;

static void add_risk(struct sets *sets, trans_id t, place_id p, uint32_t level,
                     risk_list *list)
{
    struct effects *const changes = &sets->steps.changes;
    const uint32_t change = effects_risk(changes, sets->net, t, level);

    if (change != EFFECTS_NONE)
        vec_push(list,
                 ((struct risk){changes->at.at[change].level, change, t, p}));
}

/* Each is as long as what its transition needs.  Ends when the diagram is
 * stopped. */
static void list_risks(struct sets *sets, risk_list *list)
{
    for (trans_id t = 0; t < net_trans_count(sets->net); t++) {
        const struct net_place_span post = net_post(sets->net, t);
        const place_id overflow = net_overflow(sets->net, t);
        const uint64_t cost = 1 + net_needs(sets->net, t).len;

        if (overflow != PLACE_NONE)
            add_risk(sets, t, overflow, 0, list);
        for (uint32_t i = 0; i < post.len && overflow == PLACE_NONE &&
                             !mdd_spend(&sets->diagram);
             i++, sets->diagram.work += cost)
            add_risk(sets, t, post.at[i], sets->digits.level[post.at[i]], list);
    }
}

static int by_level(const void *left, const void *right)
{
    const struct risk *const a = left, *const b = right;

    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    return a->trans != b->trans ? (a->trans < b->trans ? -1 : 1)
                                : (a->place > b->place) - (a->place < b->place);
}

/* Does a marking allow one of the risks? */
static bool is_met(struct sets *sets, const risk_list *list)
{
    struct images_step *const steps = mem_alloc(list->len, sizeof *steps);
    struct space space;
    naturals_number n = {0};
    bool met = false;
    uint32_t i = 0;

    for (uint32_t k = 0; k < list->len; k++)
        steps[k] =
            (struct images_step){.change = list->at[k].change, .times = 1};
    while (i < list->len && !list->at[i].level)
        i++;
    if (list->len > i) {
        space_init(&space, &sets->steps, sets->all);
        space_count_steps(&space, steps + i, list->len - i, &n);
        space_finish(&space);
    }
    met = i > 0 || n.len > 0;
    mem_free(steps);
    vec_free(&n);
    return met;
}

/* The markings that enable t and have a token in that digit, or all that enable
 * it if it always puts two tokens. */
static mdd_id markings_of(struct sets *sets, const struct risk *risk)
{
    const uint32_t level = sets->digits.level[risk->place];
    const struct net_place_span places =
        net_places_of(&sets->digits.places, level);
    const mdd_id set =
        select_enabled(&sets->select, sets->all, sets->net, risk->trans);

    return net_overflow(sets->net, risk->trans) != PLACE_NONE
               ? set
               : select_places(&sets->select, set, places, 1);
}

bool risks_find(struct sets *sets, mdd_id *set, trans_id *t)
{
    risk_list list = {0};
    bool met;

    *set = MDD_EMPTY;
    list_risks(sets, &list);
    vec_sort(&list, by_level);
    met = !sets->diagram.stopped && is_met(sets, &list);
    if (met && !sets->merges)
        for (uint32_t i = 0; i < list.len && !*set; i++) {
            *set = markings_of(sets, &list.at[i]);
            *t = list.at[i].trans;
        }
    vec_free(&list);
    return met && (sets->merges || *set);
}
