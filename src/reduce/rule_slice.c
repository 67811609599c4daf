#include "reduce/reducer.h"

struct slice {
    struct reducer *r;
    bits_word *kept;
    bits_word *used; /* transitions that change a kept place */
    mutable_net_ids queue;
};

/* Each node is looked at once: the time is linear. */

static void keep_place(struct slice *slice, place_id p)
{
    if (bits_has(slice->kept, p))
        return;
    bits_add(slice->kept, p);
    vec_push(&slice->queue, p);
}

static void use(struct slice *slice, trans_id t)
{
    struct mutable_net_walk walk;

    if (bits_has(slice->used, t))
        return;
    bits_add(slice->used, t);
    walk = mutable_net_walk(&slice->r->net, NET_PRE, NET_READ, t);
    while (mutable_net_next(&walk))
        keep_place(slice, walk.node);
}

static void close_backwards(struct slice *slice)
{
    while (slice->queue.len) {
        struct mutable_net_walk walk =
            mutable_net_walk(&slice->r->net, NET_CONSUMERS, NET_PRODUCERS,
                             vec_pop(&slice->queue));

        while (mutable_net_next(&walk))
            use(slice, walk.node);
    }
}

static bool take_step(struct reducer *r, const bits_word *kept)
{
    struct reduction_step step = {.rule = REDUCTION_SLICE};
    mutable_net_ids rest = {0};
    bool found;

    for (place_id p = 0; p < r->net.n_places; p++)
        if (mutable_net_has_place(&r->net, p) && !bits_has(kept, p))
            vec_push(&rest, p);
    step.len = rest.len;
    found = rest.len && reducer_step(r, step, rest.at);
    vec_free(&rest);
    return found;
}

bool rule_slice_try(struct reducer *r)
{
    struct slice slice = {.r = r};
    bool found;

    slice.kept = mem_zero(bits_words(r->net.n_places), sizeof *slice.kept);
    slice.used = mem_zero(bits_words(r->net.n_transitions), sizeof *slice.used);
    for (place_id p = 0; p < r->net.n_places; p++)
        if (mutable_net_has_place(&r->net, p) && reducer_is_visible(r, p))
            keep_place(&slice, p);
    close_backwards(&slice);
    found = take_step(r, slice.kept);
    vec_free(&slice.queue);
    mem_free(slice.kept);
    mem_free(slice.used);
    return found;
}
