#include "occurrence/prefix.h"

#include "base/ids.h"

void prefix_finish(struct prefix *prefix)
{
    vec_free(&prefix->events);
    vec_free(&prefix->conditions);
    vec_free(&prefix->conflicts);
    vec_free(&prefix->pool);
    vec_free(&prefix->steps);
}

void prefix_sort_conflicts(struct prefix *prefix)
{
    vec_sort(&prefix->conflicts, ids_compare_pairs);
}

uint32_t *prefix_depths(const struct prefix *prefix)
{
    uint32_t *const depth = mem_zero(prefix->events.len, sizeof *depth);

    for (uint32_t e = 1; e < prefix->events.len; e++) {
        const struct prefix_span causes = prefix->events.at[e].causes;

        for (uint32_t i = 0; i < causes.len; i++) {
            const uint32_t before = depth[prefix->pool.at[causes.from + i]];

            if (depth[e] <= before)
                depth[e] = before + 1;
        }
    }
    return depth;
}

/* --- copies of places as reads -------------------------------------------- */

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

void prefix_fold_reads(const struct prefix *prefix, struct prefix *folded)
{
    struct folder f = {.prefix = prefix, .to = folded};

    f.same = mem_alloc(prefix->conditions.len, sizeof *f.same);
    vec_append(&folded->pool, &prefix->pool); /* causes and alternatives stay */
    for (uint32_t e = 0; e < prefix->events.len; e++) {
        const struct prefix_event *const event = &prefix->events.at[e];
        struct prefix_event to = *event;

        to.consumes = fold_uses(&f, event, false);
        to.reads = fold_uses(&f, event, true);
        to.produces = fold_produced(&f, event);
        vec_push(&folded->events, to);
    }
    vec_append(&folded->conflicts, &prefix->conflicts);
    vec_append(&folded->steps, &prefix->steps);
    folded->n_uncompared = prefix->n_uncompared;
    folded->steps_cut = prefix->steps_cut;
    mem_free(f.same);
}

/* --- the events of a part ------------------------------------------------- */

static bool has_all(const struct prefix *prefix, struct prefix_span span,
                    const bits_word *set)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (!bits_has(set, prefix->pool.at[span.from + i]))
            return false;
    return true;
}

static bool has_one(const struct prefix *prefix, struct prefix_span span,
                    const bits_word *set)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (bits_has(set, prefix->pool.at[span.from + i]))
            return true;
    return false;
}

/* The events of focus with all their causes, and bottom. */
static bits_word *find_past(const struct prefix *prefix, const bits_word *focus)
{
    bits_word *const past =
        mem_zero(bits_words(prefix->events.len), sizeof *past);

    for (uint32_t e = prefix->events.len; e-- > 0;) {
        const struct prefix_span causes = prefix->events.at[e].causes;

        if (e == 0 || bits_has(focus, e))
            bits_add(past, e);
        for (uint32_t i = 0; bits_has(past, e) && i < causes.len; i++)
            bits_add(past, prefix->pool.at[causes.from + i]);
    }
    return past;
}

bits_word *prefix_part_around(const struct prefix *prefix,
                              const bits_word *focus)
{
    const uint32_t n = prefix->events.len;
    bits_word *const past = find_past(prefix, focus);
    bits_word *const keep = mem_copy(past, bits_words(n), sizeof *keep);

    for (uint32_t e = 1; e < n; e++)
        if (has_one(prefix, prefix->events.at[e].causes, focus) &&
            has_all(prefix, prefix->events.at[e].causes, past))
            bits_add(keep, e);
    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        const struct prefix_conflict pair = prefix->conflicts.at[i];

        if (bits_has(focus, pair.a) &&
            has_all(prefix, prefix->events.at[pair.b].causes, past))
            bits_add(keep, pair.b);
        if (bits_has(focus, pair.b) &&
            has_all(prefix, prefix->events.at[pair.a].causes, past))
            bits_add(keep, pair.a);
    }
    mem_free(past);
    return keep;
}

/* --- the part ------------------------------------------------------------- */

#define NOT_TAKEN UINT32_MAX

struct prefix_taker {
    const struct prefix *prefix;
    struct prefix *to;
    uint32_t *event_no, *condition_no; /* event_no: or NOT_TAKEN */
};

static struct prefix_span take_span(struct prefix_taker *p,
                                    struct prefix_span span,
                                    const uint32_t *numbers)
{
    const uint32_t from = p->to->pool.len;

    for (uint32_t i = 0; i < span.len; i++)
        vec_push(&p->to->pool, numbers[p->prefix->pool.at[span.from + i]]);
    return (struct prefix_span){from, span.len};
}

static void take_conditions(struct prefix_taker *p, uint32_t e)
{
    const struct prefix_span produces = p->prefix->events.at[e].produces;

    for (uint32_t i = 0; i < produces.len; i++) {
        const uint32_t b = p->prefix->pool.at[produces.from + i];
        struct prefix_condition condition = p->prefix->conditions.at[b];

        condition.producer = p->event_no[e];
        p->condition_no[b] = p->to->conditions.len;
        vec_push(&p->to->conditions, condition);
    }
}

static void take_event(struct prefix_taker *p, uint32_t e)
{
    struct prefix_event event = p->prefix->events.at[e];

    p->event_no[e] = p->to->events.len;
    take_conditions(p, e);
    event.causes = take_span(p, event.causes, p->event_no);
    event.consumes = take_span(p, event.consumes, p->condition_no);
    event.reads = take_span(p, event.reads, p->condition_no);
    event.produces = take_span(p, event.produces, p->condition_no);
    vec_push(&p->to->events, event);
}

static void take_companions(struct prefix_taker *p)
{
    for (uint32_t e = 0; e < p->to->events.len; e++) {
        struct prefix_event *const event = &p->to->events.at[e];

        if (!event->has_companion)
            continue;
        event->companion = p->event_no[event->companion];
        event->has_companion = event->companion != NOT_TAKEN;
    }
}

static void take_conflicts(struct prefix_taker *p)
{
    for (uint32_t i = 0; i < p->prefix->conflicts.len; i++) {
        const struct prefix_conflict old = p->prefix->conflicts.at[i];
        const struct prefix_conflict pair = {p->event_no[old.a],
                                             p->event_no[old.b]};

        if (pair.a != NOT_TAKEN && pair.b != NOT_TAKEN)
            vec_push(&p->to->conflicts, pair);
    }
}

uint32_t *prefix_part_take(const struct prefix *prefix, const bits_word *keep,
                           struct prefix *part)
{
    const uint32_t n = prefix->events.len;
    struct prefix_taker p = {.prefix = prefix, .to = part};
    uint32_t *const numbers = mem_zero(n, sizeof *numbers);

    p.event_no = mem_none(n);
    p.condition_no = mem_zero(prefix->conditions.len, sizeof *p.condition_no);
    for (uint32_t e = 0; e < n; e++) {
        if (!bits_has(keep, e))
            continue;
        numbers[part->events.len] = e;
        part->n_uncompared += e >= n - prefix->n_uncompared;
        take_event(&p, e);
    }
    take_companions(&p);
    take_conflicts(&p);
    mem_free(p.event_no);
    mem_free(p.condition_no);
    return numbers;
}
