#include "occurrence/prefix.h"

struct folder {
    const struct prefix *prefix;
    struct prefix *to;
    uint32_t *same; /* by condition with copies: the one that it becomes */
};

static const struct prefix_condition *condition(const struct folder *f,
                                                uint32_t b)
{
    return &f->prefix->conditions.at[b];
}

static bool is_copy(const struct folder *f, uint32_t b)
{
    return condition(f, b)->original != PLACE_NONE;
}

/* A copy of a place but the first, which is the place itself. */
static bool is_further_copy(const struct folder *f, uint32_t b)
{
    return is_copy(f, b) && condition(f, b)->place == PLACE_NONE;
}

/* The condition in the span that is the same copy as b; b when there is
 * none. */
static uint32_t find_copy(const struct folder *f, struct prefix_span span,
                          uint32_t b)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t c = f->prefix->pool.at[span.from + i];

        if (condition(f, c)->rank == condition(f, b)->rank)
            return c;
    }
    return b;
}

/* The condition of the place itself that the event produces with its copy b. */
static uint32_t first_copy(const struct folder *f, struct prefix_span produces,
                           uint32_t b)
{
    uint32_t i = produces.from;

    while (condition(f, f->prefix->pool.at[i])->place !=
           condition(f, b)->original)
        i++;
    return f->prefix->pool.at[i];
}

static struct prefix_span copy_span(const struct folder *f,
                                    struct prefix_span span)
{
    const uint32_t from = f->to->pool.len;

    for (uint32_t i = 0; i < span.len; i++)
        vec_push(&f->to->pool, f->prefix->pool.at[span.from + i]);
    return (struct prefix_span){from, span.len};
}

/* What the event consumes, or what it reads: conditions that it produces
 * again. */
static struct prefix_span
fold_uses(const struct folder *f, const struct prefix_event *event, bool reads)
{
    const uint32_t from = f->to->pool.len;

    for (uint32_t i = 0; i < event->consumes.len; i++) {
        const uint32_t b = f->prefix->pool.at[event->consumes.from + i];
        const bool read =
            is_copy(f, b) && find_copy(f, event->produces, b) != b;

        if (read == reads && (read || !is_further_copy(f, b)))
            vec_push(&f->to->pool, f->same[b]);
    }
    return (struct prefix_span){from, f->to->pool.len - from};
}

static struct prefix_span fold_produced(const struct folder *f,
                                        const struct prefix_event *event)
{
    const uint32_t from = f->to->pool.len;

    for (uint32_t i = 0; i < event->produces.len; i++) {
        const uint32_t b = f->prefix->pool.at[event->produces.from + i];
        const uint32_t read =
            is_copy(f, b) ? find_copy(f, event->consumes, b) : b;

        if (read != b) {
            f->same[b] = f->same[read];
        } else if (is_further_copy(f, b)) {
            f->same[b] = f->same[first_copy(f, event->produces, b)];
        } else {
            f->same[b] = f->to->conditions.len;
            vec_push(&f->to->pool, f->same[b]);
            vec_push(&f->to->conditions, *condition(f, b));
        }
    }
    return (struct prefix_span){from, f->to->pool.len - from};
}

static void fold_event(const struct folder *f, const struct prefix_event *event)
{
    struct prefix_event folded = *event;

    folded.causes = copy_span(f, event->causes);
    folded.consumes = fold_uses(f, event, false);
    folded.reads = fold_uses(f, event, true);
    folded.produces = fold_produced(f, event);
    vec_push(&f->to->events, folded);
}

void prefix_fold_reads(const struct prefix *prefix, struct prefix *folded)
{
    struct folder f = {.prefix = prefix, .to = folded};

    f.same = mem_alloc(prefix->conditions.len, sizeof *f.same);
    for (uint32_t e = 0; e < prefix->events.len; e++)
        fold_event(&f, &prefix->events.at[e]);
    vec_append(&folded->conflicts, &prefix->conflicts);
    for (uint32_t i = 0; i < prefix->steps.len; i++) {
        struct prefix_step step = prefix->steps.at[i];

        step.alternative = copy_span(&f, step.alternative);
        vec_push(&folded->steps, step);
    }
    folded->n_uncompared = prefix->n_uncompared;
    folded->steps_cut = prefix->steps_cut;
    mem_free(f.same);
}
