#include "engine/symbolic/symbolic.h"

static void add_levels(const struct digits *digits, struct diagram *diagram)
{
    for (uint32_t level = 1; level <= digits->n_levels; level++) {
        for (uint32_t v = 1; v < digits_size(digits, level); v++)
            vec_push(&diagram->levels.all, digits_place(digits, level, v));
        vecs_close(&diagram->levels);
    }
}

static uint64_t count_arcs(const struct mdd *d, const struct mdd_list *list)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < list->keys.len; i++)
        n += mdd_len(d, (mdd_id)list->keys.at[i]);
    return n;
}

/* The list begins with the highest level, a proof with the lowest one.  Without
 * levels there is MDD_ALL alone, which is no node of a proof. */
static void add_nodes(struct mdd *d, const struct mdd_list *list,
                      struct diagram *diagram)
{
    if (!list->n_levels)
        return;
    for (uint32_t i = list->keys.len; i-- > 0 && !mdd_spend(d);) {
        const mdd_id n = (mdd_id)list->keys.at[i];

        for (uint32_t k = 0; k < mdd_len(d, n); k++) {
            const struct mdd_arc arc = mdd_arcs(d, n)[k];
            const uint32_t to = keys_find(&list->keys, arc.to);

            vec_push(&diagram->nodes.all, arc.value);
            vec_push(&diagram->nodes.all,
                     to == KEYS_NONE ? MDD_ALL : list->keys.len + 1 - to);
        }
        vecs_close(&diagram->nodes);
        d->work += 20 * (uint64_t)mdd_len(d, n);
    }
}

struct diagram *invariant_of(struct sets *sets)
{
    struct mdd *const d = &sets->diagram;
    struct diagram *diagram = NULL;
    struct mdd_list list;

    mdd_list_init(&list, d, sets->all, sets->digits.n_levels);
    if (!d->stopped && count_arcs(d, &list) <= DIAGRAM_MOST_ARCS) {
        diagram = mem_zero(1, sizeof(struct diagram));
        add_levels(&sets->digits, diagram);
        add_nodes(d, &list, diagram);
    }
    mdd_list_finish(&list);
    if (d->stopped) {
        diagram_destroy(diagram);
        diagram = NULL;
    }
    return diagram;
}
