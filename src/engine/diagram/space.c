#include "engine/diagram/space.h"

/* Nodes with what steps still need of them. */
struct needs {
    struct keys pairs;   /* a node and a change */
    VEC(uint32_t) ends;  /* of the levels, the highest first */
    naturals_list words; /* of the pairs from the last one back */
};

static uint64_t need_of(mdd_id n, uint32_t change)
{
    return (uint64_t)n << 32 | change;
}

/* Adds what node n of this level has, as often as the value before it has
 * places. */
static void add_node(const struct space *space, uint32_t level, mdd_id n,
                     uint32_t times, naturals_number *sum)
{
    const uint32_t last = space->nodes.keys.len - 1;

    if (level)
        naturals_add_times(sum, &space->words,
                           last - keys_find(&space->nodes.keys, n), times);
    else
        naturals_add(sum, (const mp_limb_t[]){times}, 1);
}

/* How many markings differ by the places of this value alone. */
static uint32_t places_of(const struct space *space, uint32_t level,
                          uint32_t value)
{
    return digits_places(space->steps->digits, level, value);
}

void space_init(struct space *space, const struct images *steps, mdd_id set)
{
    struct mdd *const d = steps->diagram;
    naturals_number sum = {0};

    *space = (struct space){.steps = steps};
    mdd_list_init(&space->nodes, d, set, steps->n_levels);
    for (uint32_t level = 1; level <= steps->n_levels; level++)
        for (uint32_t i = mdd_list_start(&space->nodes, level - 1);
             i-- > mdd_list_start(&space->nodes, level) && !mdd_spend(d);) {
            const mdd_id n = (mdd_id)space->nodes.keys.at[i];

            vec_clear(&sum);
            for (uint32_t k = 0; k < mdd_len(d, n); k++)
                add_node(space, level - 1, mdd_arcs(d, n)[k].to,
                         places_of(space, level, mdd_arcs(d, n)[k].value),
                         &sum);
            naturals_push(&space->words, &sum);
            d->work += (10 + sum.len) * (uint64_t)mdd_len(d, n);
        }
    vec_free(&sum);
}

void space_finish(struct space *space)
{
    mdd_list_finish(&space->nodes);
    vecs_free(&space->words);
    *space = (struct space){0};
}

void space_count(const struct space *space, naturals_number *markings)
{
    if (space->nodes.keys.len && !space->steps->diagram->stopped)
        add_node(space, space->steps->n_levels, (mdd_id)space->nodes.keys.at[0],
                 1, markings);
}

/* --- firings -------------------------------------------------------------- */

/* The change that is due at this level; NULL: none is, and all values stay. */
static const struct effects_change *change_at(const struct space *space,
                                              uint32_t level, uint32_t change)
{
    const struct effects_change *const c = &space->steps->changes.at.at[change];

    return c->level == level ? c : NULL;
}

/* Lists the children of a pair for which a change is still due. */
static void list_children(const struct space *space, uint32_t level,
                          uint64_t pair, struct needs *needs)
{
    struct mdd *const d = space->steps->diagram;
    const mdd_id n = (mdd_id)(pair >> 32);
    const struct effects_change *const c =
        change_at(space, level, (uint32_t)pair);
    const uint32_t next = c ? c->next : (uint32_t)pair;

    d->work += 10 * (uint64_t)mdd_len(d, n);
    for (uint32_t k = 0; next && k < mdd_len(d, n); k++)
        if (!c || effects_allow(c, mdd_arcs(d, n)[k].value))
            (void)keys_intern(&needs->pairs,
                              need_of(mdd_arcs(d, n)[k].to, next));
}

/* Adds the words of a pair with what its change needs. */
static void add_pair(const struct space *space, const struct needs *needs,
                     uint32_t level, uint64_t pair, naturals_number *sum)
{
    struct mdd *const d = space->steps->diagram;
    const mdd_id n = (mdd_id)(pair >> 32);
    const struct effects_change *const c =
        change_at(space, level, (uint32_t)pair);
    const uint32_t next = c ? c->next : (uint32_t)pair;

    d->work += (10 + sum->len) * (uint64_t)mdd_len(d, n);
    for (uint32_t k = 0; k < mdd_len(d, n); k++) {
        const struct mdd_arc arc = mdd_arcs(d, n)[k];
        const uint32_t times = c ? 1 : places_of(space, level, arc.value);

        if (c && !effects_allow(c, arc.value))
            continue;
        if (next)
            naturals_add_times(
                sum, &needs->words,
                needs->pairs.len - 1 -
                    keys_find(&needs->pairs, need_of(arc.to, next)),
                times);
        else
            add_node(space, level - 1, arc.to, times, sum);
    }
}

/* What the steps of one level need of its nodes and of those below.  False when
 * the diagram is stopped. */
static bool find_needs(const struct space *space, uint32_t level,
                       const struct images_step *steps, uint32_t n,
                       struct needs *needs)
{
    const struct mdd_list *const nodes = &space->nodes;
    struct mdd *const d = space->steps->diagram;
    naturals_number sum = {0};

    for (uint32_t i = mdd_list_start(nodes, level);
         i < mdd_list_start(nodes, level - 1) && !mdd_spend(d);
         i++, d->work += n)
        for (uint32_t k = 0; k < n; k++)
            (void)keys_intern(&needs->pairs, need_of((mdd_id)nodes->keys.at[i],
                                                     steps[k].change));
    for (uint32_t start = 0, at = level;
         start < needs->pairs.len && !d->stopped; at--) {
        const uint32_t end = needs->pairs.len;

        for (; start < end && !mdd_spend(d); start++)
            list_children(space, at, needs->pairs.at[start], needs);
        vec_push(&needs->ends, end);
    }
    for (uint32_t i = needs->pairs.len, below = needs->ends.len;
         i-- > 0 && !mdd_spend(d);) {
        while (below > 1 && i < needs->ends.at[below - 2])
            below--;
        vec_clear(&sum);
        add_pair(space, needs, level + 1 - below, needs->pairs.at[i], &sum);
        naturals_push(&needs->words, &sum);
    }
    vec_free(&sum);
    return !d->stopped;
}

static void finish_needs(struct needs *needs)
{
    keys_finish(&needs->pairs);
    vec_free(&needs->ends);
    vecs_free(&needs->words);
}

/* For the nodes of a level, from the last one back: what the steps of the level
 * and of those below can be taken from. */
static void count_level(const struct space *space, uint32_t level,
                        const struct images_step *steps, uint32_t n,
                        const naturals_list *below, naturals_list *here)
{
    struct mdd *const d = space->steps->diagram;
    const struct mdd_list *const nodes = &space->nodes;
    const uint32_t end = mdd_list_start(nodes, level - 1);
    const uint32_t end_below = level > 1 ? mdd_list_start(nodes, level - 2) : 0;
    struct needs needs = {0};
    naturals_number sum = {0};
    const bool knows = find_needs(space, level, steps, n, &needs);
    for (uint32_t i = end;
         knows && i-- > mdd_list_start(nodes, level) && !mdd_spend(d);) {
        const mdd_id node = (mdd_id)nodes->keys.at[i];

        d->work += (10 + sum.len) * ((uint64_t)n + mdd_len(d, node));

        vec_clear(&sum);
        for (uint32_t k = 0; k < n; k++)
            naturals_add_times(
                &sum, &needs.words,
                needs.pairs.len - 1 -
                    keys_find(&needs.pairs, need_of(node, steps[k].change)),
                steps[k].times);
        for (uint32_t k = 0; level > 1 && k < mdd_len(d, node); k++)
            naturals_add_times(
                &sum, below,
                end_below - 1 -
                    keys_find(&nodes->keys, mdd_arcs(d, node)[k].to),
                places_of(space, level, mdd_arcs(d, node)[k].value));
        naturals_push(here, &sum);
    }
    finish_needs(&needs);
    vec_free(&sum);
}

void space_count_steps(const struct space *space,
                       const struct images_step *steps, uint32_t n,
                       naturals_number *firings)
{
    naturals_list counts[2] = {{{0}, {0}}};
    const struct images *const images = space->steps;
    uint32_t level, start = 0;

    for (level = 1; space->nodes.keys.len && level <= images->n_levels &&
                    !images->diagram->stopped;
         level++) {
        uint32_t end = start;

        while (end < n &&
               images->changes.at.at[steps[end].change].level == level)
            end++;
        vecs_clear(&counts[level % 2]);
        count_level(space, level, steps + start, end - start,
                    &counts[(level + 1) % 2], &counts[level % 2]);
        start = end;
    }
    if (space->nodes.keys.len && images->n_levels && !images->diagram->stopped)
        naturals_add_times(firings, &counts[images->n_levels % 2], 0, 1);
    vecs_free(&counts[0]);
    vecs_free(&counts[1]);
}

void space_add(const struct images *steps, mdd_id set,
               naturals_number *markings)
{
    struct space space;

    space_init(&space, steps, set);
    space_count(&space, markings);
    space_finish(&space);
}

uint64_t space_small(const struct images *steps, mdd_id set)
{
    naturals_number n = {0};
    uint64_t small;

    space_add(steps, set, &n);
    small = naturals_small(&n);
    vec_free(&n);
    return small;
}
