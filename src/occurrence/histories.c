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

static void add_uses(struct grouping *grouping, struct prefix_span uses)
{
    for (uint32_t i = 0; i < uses.len; i++)
        vec_push(&grouping->key,
                 grouping->same[grouping->prefix->pool.at[uses.from + i]]);
}

/* The transition and the conditions used, each once. */
static void set_key(struct grouping *grouping, const struct prefix_event *event)
{
    vec_clear(&grouping->key);
    vec_push(&grouping->key, event->trans);
    add_uses(grouping, event->consumes);
    add_uses(grouping, event->reads);
    vec_cut(&grouping->key,
            1 + ids_unique(grouping->key.at + 1, grouping->key.len - 1));
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

static void merge(struct grouping *grouping, uint32_t e, uint32_t first)
{
    const struct prefix *const prefix = grouping->prefix;
    const struct prefix_span made = prefix->events.at[e].produces;

    for (uint32_t i = 0; i < made.len; i++) {
        const uint32_t c = prefix->pool.at[made.from + i];
        const uint32_t twin =
            produced_on(prefix, first, &prefix->conditions.at[c], i);

        if (twin != UINT32_MAX)
            grouping->same[c] = twin;
    }
}

void histories_init(struct histories *histories, const struct prefix *prefix)
{
    const uint32_t n = prefix->conditions.len;
    struct grouping grouping = {.prefix = prefix,
                                .same = mem_alloc(n, sizeof *grouping.same)};

    *histories = (struct histories){
        .event = mem_zero(prefix->events.len, sizeof *histories->event),
        .condition = grouping.same,
    };
    for (uint32_t c = 0; c < n; c++)
        grouping.same[c] = c;
    for (uint32_t e = 1; e < prefix->events.len; e++) {
        uint32_t group;

        set_key(&grouping, &prefix->events.at[e]);
        group =
            lists_intern(&grouping.groups, grouping.key.at, grouping.key.len);
        if (group == grouping.first.len)
            vec_push(&grouping.first, e);
        histories->event[e] = grouping.first.at[group];
        if (histories->event[e] != e)
            merge(&grouping, e, histories->event[e]);
    }
    histories->n_events = grouping.first.len;
    for (uint32_t c = 0; c < n; c++)
        histories->n_conditions += grouping.same[c] == c &&
                                   prefix->conditions.at[c].place != PLACE_NONE;
    vec_free(&grouping.key);
    vec_free(&grouping.first);
    lists_finish(&grouping.groups);
}

void histories_finish(struct histories *histories)
{
    mem_free(histories->event);
    mem_free(histories->condition);
}
