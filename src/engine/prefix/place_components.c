#include "engine/prefix/place_components.h"

#include "base/vec.h"

/* While components are joined, each place with a needed pair points to a
 * smaller place of its component, and the least one to itself. */
struct joiner {
    const struct compiled_net *compiled;
    place_id *parent;    /* PLACE_NONE: in no needed pair so far */
    VEC(place_id) queue; /* places whose producers are to be looked at */
};

static place_id least_joined(const struct joiner *joiner, place_id p)
{
    while (joiner->parent[p] != p) {
        joiner->parent[p] = joiner->parent[joiner->parent[p]];
        p = joiner->parent[p];
    }
    return p;
}

static void enter_place(struct joiner *joiner, place_id p)
{
    if (joiner->parent[p] == PLACE_NONE) {
        joiner->parent[p] = p;
        vec_push(&joiner->queue, p);
    }
}

static void join_places(struct joiner *joiner, place_id p, place_id q)
{
    place_id a, b;

    enter_place(joiner, p);
    enter_place(joiner, q);
    a = least_joined(joiner, p);
    b = least_joined(joiner, q);
    if (a < b)
        joiner->parent[b] = a;
    else
        joiner->parent[a] = b;
}

static void join_all(struct joiner *joiner, struct net_place_span places)
{
    for (uint32_t i = 1; i < places.len; i++)
        join_places(joiner, places.at[0], places.at[i]);
}

/* The pairs of transitions, of patterns, and of places with themselves. */
static void join_first(struct joiner *joiner, const bits_word *fed_twice)
{
    const struct compiled_net *const compiled = joiner->compiled;

    for (trans_id t = 0; t < compiled->n_trans; t++)
        join_all(joiner, compiled_net_use(compiled, t));
    for (uint32_t g = 0; g < compiled->n_patterns; g++)
        join_all(joiner, compiled_net_pattern_places(compiled, g));
    for (place_id p = bits_next(fed_twice, 0, compiled->n_places);
         p < compiled->n_places;
         p = bits_next(fed_twice, p + 1, compiled->n_places))
        enter_place(joiner, p);
}

/* What the producers of the places use: the places that one transition uses are
 * in one component. */
static void join_backwards(struct joiner *joiner)
{
    const struct compiled_net *const compiled = joiner->compiled;

    while (joiner->queue.len) {
        const place_id p = vec_pop(&joiner->queue);
        const struct net_trans_span producers =
            compiled_net_producers(compiled, p);

        for (uint32_t i = 0; i < producers.len; i++) {
            const struct net_place_span use =
                compiled_net_use(compiled, producers.at[i]);

            if (use.len)
                join_places(joiner, p, use.at[0]);
        }
    }
}

/* Removes the places that have no second token: those of exclusive sets, their
 * copies, and their complements, which are marked where they are not. */
static void remove_safe(const struct compiled_net *compiled, bits_word *twice)
{
    const struct exclusive *const sets = compiled->exclusive;
    const uint32_t n = compiled->n_net_places;

    if (!sets)
        return;
    for (uint32_t i = 0; i < sets->lists.all.len; i++)
        bits_remove(twice, sets->lists.all.at[i]);
    for (place_id p = n; p < compiled->n_places; p++) {
        const place_id of = compiled->mirrors[p - n].place;

        if (of != PLACE_NONE && !bits_has(twice, of))
            bits_remove(twice, p);
    }
}

static bits_word *list_fed_twice(const struct compiled_net *compiled)
{
    const uint32_t words = bits_words(compiled->n_places);
    bits_word *const fed = mem_zero(words, sizeof *fed);
    bits_word *const twice = mem_zero(words, sizeof *twice);

    for (uint32_t i = 0; i < compiled->n_initial; i++)
        bits_add(fed, compiled->initial[i]);
    for (place_id p = 0; p < compiled->n_places; p++)
        if (bits_has(fed, p) + compiled_net_producers(compiled, p).len > 1)
            bits_add(twice, p);
    mem_free(fed);
    remove_safe(compiled, twice);
    return twice;
}

/* Components in the order of their least places. */
static void number_components(const struct joiner *joiner,
                              struct place_components *components)
{
    const uint32_t n = joiner->compiled->n_places;

    components->component = mem_alloc(n, sizeof *components->component);
    for (place_id p = 0; p < n; p++)
        if (joiner->parent[p] == PLACE_NONE)
            components->component[p] = PLACE_COMPONENTS_NONE;
        else if (joiner->parent[p] == p)
            components->component[p] = components->n++;
        else
            components->component[p] =
                components->component[least_joined(joiner, p)];
}

void place_components_init(struct place_components *components,
                           const struct compiled_net *compiled)
{
    struct joiner joiner = {.compiled = compiled};

    *components =
        (struct place_components){.fed_twice = list_fed_twice(compiled)};
    joiner.parent = mem_none(compiled->n_places);
    join_first(&joiner, components->fed_twice);
    join_backwards(&joiner);
    number_components(&joiner, components);
    mem_free(joiner.parent);
    vec_free(&joiner.queue);
}

void place_components_finish(struct place_components *components)
{
    mem_free(components->component);
    mem_free(components->fed_twice);
    *components = (struct place_components){0};
}
