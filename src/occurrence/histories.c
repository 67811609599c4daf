#include "occurrence/histories.h"

#include "base/ids.h"
#include "base/lists.h"
#include "base/mem.h"

struct grouping {
    const struct prefix *prefix;
    uint32_t *same;      /* by condition */
    VEC(uint32_t) key;   /* of the event at hand */
    struct lists groups; /* the keys */
    VEC(uint32_t) first; /* by group: its first event */
};

static void add_uses(struct grouping *x, struct prefix_span uses)
{
    for (uint32_t i = 0; i < uses.len; i++)
        vec_push(&x->key, x->same[x->prefix->pool.at[uses.from + i]]);
}

/* The transition and the conditions used, each once. */
static void set_key(struct grouping *x, const struct prefix_event *event)
{
    vec_clear(&x->key);
    vec_push(&x->key, event->trans);
    add_uses(x, event->consumes);
    add_uses(x, event->reads);
    vec_cut(&x->key, 1 + ids_unique(x->key.at + 1, x->key.len - 1));
}

/* The first event with the key of e, which may be e. */
static uint32_t find_first(struct grouping *x, uint32_t e)
{
    const uint32_t group = lists_intern(&x->groups, x->key.at, x->key.len);

    if (group == x->first.len)
        vec_push(&x->first, e);
    return x->first.at[group];
}

/* The condition on this place and of this rank that an event produces. */
static uint32_t produced_on(const struct prefix *prefix, uint32_t e,
                            const struct prefix_condition *wanted,
                            uint32_t guess)
{
    const struct prefix_span made = prefix->events.at[e].produces;
    const uint32_t *const at = prefix->pool.at + made.from;

    for (uint32_t i = 0; i < made.len; i++) {
        const uint32_t c = at[(guess + i) % made.len];
        const struct prefix_condition *const b = &prefix->conditions.at[c];

        if (b->place == wanted->place && b->original == wanted->original &&
            b->rank == wanted->rank)
            return c;
    }
    return UINT32_MAX;
}

static void merge(struct grouping *x, uint32_t e, uint32_t first)
{
    const struct prefix *const prefix = x->prefix;
    const struct prefix_span made = prefix->events.at[e].produces;

    for (uint32_t i = 0; i < made.len; i++) {
        const uint32_t c = prefix->pool.at[made.from + i];
        const uint32_t twin =
            produced_on(prefix, first, &prefix->conditions.at[c], i);

        if (twin != UINT32_MAX)
            x->same[c] = twin;
    }
}

void histories_init(struct histories *histories, const struct prefix *prefix)
{
    const uint32_t n = prefix->conditions.len;
    struct grouping x = {.prefix = prefix,
                         .same = mem_alloc(n, sizeof *x.same)};

    *histories = (struct histories){
        .event = mem_zero(prefix->events.len, sizeof *histories->event),
        .condition = x.same,
    };
    for (uint32_t c = 0; c < n; c++)
        x.same[c] = c;
    for (uint32_t e = 1; e < prefix->events.len; e++) {
        set_key(&x, &prefix->events.at[e]);
        histories->event[e] = find_first(&x, e);
        if (histories->event[e] != e)
            merge(&x, e, histories->event[e]);
    }
    histories->n_events = x.first.len;
    for (uint32_t c = 0; c < n; c++)
        histories->n_conditions +=
            x.same[c] == c && prefix->conditions.at[c].place != PLACE_NONE;
    vec_free(&x.key);
    vec_free(&x.first);
    lists_finish(&x.groups);
}

void histories_finish(struct histories *x)
{
    mem_free(x->event);
    mem_free(x->condition);
}
