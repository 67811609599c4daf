#include "marking/marking_numbers.h"

#include "base/mem.h"

static uint64_t hash_root(uint32_t id)
{
    const uint64_t h = (id + UINT64_C(1)) * 0x9e3779b97f4a7c15u;

    return h ^ h >> 32;
}

/* The number of a root, MARKING_NUMBERS_NONE when it has none. */
static uint32_t find_root(const struct marking_numbers *numbers, uint32_t id)
{
    const struct slots *const slots = &numbers->root_index;
    const uint64_t h = hash_root(id);
    uint32_t p, number;

    if (!slots->mask)
        return MARKING_NUMBERS_NONE;
    p = slots_first(slots, h);
    while ((number = slots_id(slots, p)) != SLOTS_FREE &&
           numbers->roots.at[number] != id)
        p = slots_next(slots, p);
    return number;
}

static uint32_t add_root(struct marking_numbers *numbers, uint32_t id)
{
    struct slots *const slots = &numbers->root_index;
    const uint32_t number = numbers->roots.len;

    if (number >= slots->room) {
        slots_grow(slots);
        for (uint32_t i = 0; i < number; i++)
            slots_put(slots, hash_root(numbers->roots.at[i]), i);
    }
    vec_push(&numbers->roots, id);
    slots_put(slots, hash_root(id), number);
    return number;
}

/* The id of a marking in the store. */
static uint32_t id_of(const struct marking_numbers *numbers, uint32_t marking)
{
    return markings_are_dense(&numbers->markings) ? marking
                                                  : numbers->roots.at[marking];
}

static uint32_t dense_number(struct marking_numbers *numbers, uint32_t id,
                             bool known)
{
    uint32_t number;

    if (id == MARKINGS_NONE) {
        if (!known)
            mem_failed(SIZE_MAX);
        return MARKING_NUMBERS_NONE;
    }
    if (markings_are_dense(&numbers->markings))
        return id;
    number = find_root(numbers, id);
    return number == MARKING_NUMBERS_NONE && !known ? add_root(numbers, id)
                                                    : number;
}

void marking_numbers_init(struct marking_numbers *numbers,
                          const struct net *net, const struct exclusive *sets)
{
    *numbers = (struct marking_numbers){.roots = {0}};
    markings_init(&numbers->markings, net, sets, true);
    (void)dense_number(numbers, MARKINGS_INITIAL, false);
}

void marking_numbers_finish(struct marking_numbers *numbers)
{
    markings_finish(&numbers->markings);
    vec_free(&numbers->roots);
    slots_finish(&numbers->root_index);
}

void marking_numbers_read(const struct marking_numbers *numbers,
                          uint32_t marking, bits_word *m)
{
    markings_read(&numbers->markings, id_of(numbers, marking), m);
}

void marking_numbers_open(struct marking_numbers *numbers, uint32_t marking)
{
    markings_open(&numbers->markings, id_of(numbers, marking));
}

place_id marking_numbers_open_unsafe(const struct marking_numbers *numbers,
                                     trans_id t)
{
    const struct net_place_span post = net_post(numbers->markings.net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (markings_open_has(&numbers->markings, post.at[i]))
            return post.at[i];
    return net_overflow(numbers->markings.net, t);
}

uint32_t marking_numbers_fire(struct marking_numbers *numbers, uint32_t marking,
                              trans_id t)
{
    return dense_number(
        numbers, markings_fire(&numbers->markings, id_of(numbers, marking), t),
        false);
}

uint32_t marking_numbers_close(struct marking_numbers *numbers, bool known)
{
    return dense_number(numbers, markings_close(&numbers->markings, known),
                        known);
}

size_t marking_numbers_bytes(const struct marking_numbers *numbers)
{
    return markings_bytes(&numbers->markings) +
           numbers->roots.cap * sizeof *numbers->roots.at +
           slots_bytes(&numbers->root_index);
}

void marking_numbers_keep(struct marking_numbers *numbers, const uint32_t *kept)
{
    VEC(uint32_t) ids = {0};

    for (uint32_t m = 0; m < marking_numbers_count(numbers); m++)
        if (kept[m] != MARKING_NUMBERS_NONE)
            vec_push(&ids, id_of(numbers, m));
    markings_keep(&numbers->markings, ids.at, ids.len);
    vec_free(&numbers->roots);
    slots_finish(&numbers->root_index);
    for (uint32_t i = 0; i < ids.len; i++)
        (void)dense_number(numbers, ids.at[i], false);
    vec_free(&ids);
}

void marking_numbers_view(struct marking_numbers *view,
                          const struct marking_numbers *numbers)
{
    const struct marking_tree own = view->markings.tree;

    *view = *numbers;
    view->markings.tree.flips = own.flips;
}

void marking_numbers_view_finish(struct marking_numbers *view)
{
    vec_free(&view->markings.tree.flips);
}

bool marking_numbers_has(const struct marking_numbers *numbers,
                         uint32_t marking, place_id p)
{
    return markings_has(&numbers->markings, id_of(numbers, marking), p);
}
