#include "engine/state/components.h"

#include "base/mem.h"

#define DONE UINT32_MAX

void components_init(struct components *components, uint32_t n_signs)
{
    *components = (struct components){.n_signs = n_signs};
    components->seen = mem_zero(n_signs, sizeof *components->seen);
}

void components_finish(struct components *components)
{
    vec_free(&components->number);
    vec_free(&components->open);
    vec_free(&components->path);
    mem_free(components->seen);
    *components = (struct components){0};
}

void components_enter(struct components *components, uint32_t id)
{
    const uint32_t number = ++components->n;

    while (components->number.len <= id)
        vec_push(&components->number, 0);
    components->number.at[id] = number;
    vec_push(&components->open, id);
    vec_push(&components->path,
             ((struct components_frame){.number = number, .low = number}));
}

void components_see(struct components *components, uint32_t sign)
{
    if (sign < components->n_signs)
        components->seen[sign] = vec_top(&components->path)->number;
}

void components_meet(struct components *components, uint32_t id)
{
    struct components_frame *const top = vec_top(&components->path);
    const uint32_t number = components->number.at[id];

    if (number == DONE)
        top->leaves = true;
    else if (number < top->low)
        top->low = number;
}

void components_omit(struct components *components)
{
    vec_top(&components->path)->leaves = true;
}

static bool is_root(const struct components_frame *frame)
{
    return frame->low == frame->number;
}

bool components_is_bottom(const struct components *components)
{
    const struct components_frame *const top = vec_top(&components->path);

    return is_root(top) && !top->leaves;
}

bool components_has(const struct components *components, uint32_t sign)
{
    return components->seen[sign] >= vec_top(&components->path)->number;
}

/* The markings of the component whose root has this number. */
static void complete(struct components *components, uint32_t root)
{
    uint32_t number;

    do {
        const uint32_t id = vec_pop(&components->open);

        number = components->number.at[id];
        components->number.at[id] = DONE;
    } while (number != root);
}

void components_leave(struct components *components)
{
    const struct components_frame frame = vec_pop(&components->path);
    struct components_frame *const below =
        components->path.len ? vec_top(&components->path) : NULL;

    if (is_root(&frame))
        complete(components, frame.number);
    if (!below)
        return;
    below->leaves |= frame.leaves || is_root(&frame);
    if (frame.low < below->low)
        below->low = frame.low;
}

size_t components_bytes(const struct components *components)
{
    return vec_bytes(&components->number) + vec_bytes(&components->open) +
           vec_bytes(&components->path);
}
