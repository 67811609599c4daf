#include "engine/diagram/effects.h"

#include "base/ids.h"

typedef VEC(struct effects_change) change_list;

void effects_init(struct effects *changes, const struct digits *digits)
{
    *changes = (struct effects){.digits = digits};
    vec_push(&changes->at,
             (struct effects_change){0}); /* END, and the next number */
    vec_push(&changes->at, (struct effects_change){0});
}

void effects_finish(struct effects *changes)
{
    vec_free(&changes->at);
    hash_finish(&changes->index);
}

static uint32_t intern_change(struct effects *changes,
                              struct effects_change change)
{
    uint32_t hash = hash_mix(hash_mix(0, change.level), change.from);
    uint32_t p, id;

    hash = hash_mix(hash_mix(hash, change.to), change.next);
    for (p = hash_first(&changes->index, hash);
         (id = hash_id(&changes->index, p)) != HASH_FREE;
         p = hash_next(&changes->index, p))
        if (!memcmp(&changes->at.at[id], &change, sizeof change))
            return id;
    vec_push(&changes->at, change);
    hash_put(&changes->index, hash, changes->at.len - 1);
    return changes->at.len - 1;
}

/* Appends a change for each place: that it loses, keeps or gets a token. */
static void list_places(const struct digits *digits,
                        struct net_place_span places, bool before, bool after,
                        change_list *list)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t value = digits->value[places.at[i]];

        vec_push(list, ((struct effects_change){digits->level[places.at[i]],
                                                before ? value : 0,
                                                after ? value : 0, 0}));
    }
}

/* Makes one change of those of each level.  False when they exclude each
 * other. */
static bool merge_changes(change_list *list)
{
    uint32_t n = 0;

    vec_sort(list, ids_compare);
    for (uint32_t i = 0; i < list->len; i++) {
        struct effects_change *const last = n ? &list->at[n - 1] : NULL;
        const struct effects_change change = list->at[i];

        if (!last || last->level != change.level) {
            list->at[n++] = change;
            continue;
        }
        if ((last->from && change.from) || (last->to && change.to))
            return false;
        last->from |= change.from;
        last->to |= change.to;
    }
    vec_cut(list, n);
    return true;
}

/* Interns the list from its end, one change for each level, and frees it. */
static uint32_t intern_list(struct effects *changes, change_list *list,
                            bool back)
{
    uint32_t next = merge_changes(list) ? EFFECTS_END : EFFECTS_NONE;

    for (uint32_t i = 0; i < list->len && next != EFFECTS_NONE; i++) {
        const struct effects_change c = list->at[i];

        next = intern_change(
            changes,
            back ? (struct effects_change){c.level, c.to, c.from, next}
                 : (struct effects_change){c.level, c.from, c.to, next});
    }
    vec_free(list);
    return next;
}

uint32_t effects_of(struct effects *changes, const struct net *net, trans_id t,
                    bool back)
{
    change_list list = {0};

    if (net_overflow(net, t) != PLACE_NONE)
        return EFFECTS_NONE;
    list_places(changes->digits, net_pre(net, t), true, false, &list);
    list_places(changes->digits, net_read(net, t), true, true, &list);
    list_places(changes->digits, net_post(net, t), false, true, &list);
    return intern_list(changes, &list, back);
}

/* Is one of the places of this level? */
static bool has_level(const struct digits *digits, struct net_place_span places,
                      uint32_t level)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (digits->level[places.at[i]] == level)
            return true;
    return false;
}

uint32_t effects_risk(struct effects *changes, const struct net *net,
                      trans_id t, uint32_t level)
{
    const struct digits *const digits = changes->digits;
    change_list list = {0};

    if (has_level(digits, net_pre(net, t), level))
        return EFFECTS_NONE;
    list_places(digits, net_needs(net, t), true, false, &list);
    if (level && !has_level(digits, net_read(net, t), level))
        vec_push(&list, ((struct effects_change){level, EFFECTS_SOME, 0, 0}));
    return intern_list(changes, &list, false);
}
