#include "answer/histories.h"

#include "base/hash.h"
#include "base/ids.h"
#include "base/mem.h"

#include <string.h>

struct histories {
    const struct prefix *prefix;
    uint32_t *same;       /* by condition */
    VEC(uint32_t) key;    /* of the event at hand */
    VEC(uint32_t) keys;   /* of all groups */
    VEC(uint32_t) starts; /* by group: its key in keys */
    VEC(uint32_t) first;  /* by group: its first event */
    struct hash groups;
};

static void add_uses(struct histories *x, struct prefix_span uses)
{
    for (uint32_t i = 0; i < uses.len; i++)
        vec_push(&x->key, x->same[x->prefix->pool.at[uses.from + i]]);
}

/* The transition and the conditions used, each once. */
static void set_key(struct histories *x, const struct prefix_event *event)
{
    vec_clear(&x->key);
    vec_push(&x->key, event->trans);
    add_uses(x, event->consumes);
    add_uses(x, event->reads);
    vec_cut(&x->key, 1 + ids_unique(x->key.at + 1, x->key.len - 1));
}

static bool has_key(const struct histories *x, uint32_t group)
{
    const uint32_t from = x->starts.at[group];
    const uint32_t to = x->starts.at[group + 1];

    return to - from == x->key.len && !memcmp(x->keys.at + from, x->key.at,
                                              x->key.len * sizeof *x->key.at);
}

/* The first event with the key of e, which may be e. */
static uint32_t find_first(struct histories *x, uint32_t e)
{
    const uint32_t h = hash_bytes_of(x->key.at, x->key.len * sizeof *x->key.at);
    uint32_t group;

    for (uint32_t p = hash_first(&x->groups, h);
         (group = hash_id(&x->groups, p)) != HASH_FREE;
         p = hash_next(&x->groups, p))
        if (hash_at(&x->groups, p) == h && has_key(x, group))
            return x->first.at[group];
    hash_put(&x->groups, h, x->first.len);
    for (uint32_t i = 0; i < x->key.len; i++)
        vec_push(&x->keys, x->key.at[i]);
    vec_push(&x->starts, x->keys.len);
    vec_push(&x->first, e);
    return e;
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

static void merge(struct histories *x, uint32_t e, uint32_t first)
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

uint32_t *histories_merge(const struct prefix *prefix, uint32_t *n_events)
{
    struct histories x = {.prefix = prefix};

    x.same = mem_alloc(prefix->conditions.len, sizeof *x.same);
    for (uint32_t c = 0; c < prefix->conditions.len; c++)
        x.same[c] = c;
    vec_push(&x.starts, 0);
    for (uint32_t e = 1; e < prefix->events.len; e++) {
        uint32_t first;

        set_key(&x, &prefix->events.at[e]);
        first = find_first(&x, e);
        if (first != e)
            merge(&x, e, first);
    }
    *n_events = x.first.len;
    vec_free(&x.key);
    vec_free(&x.keys);
    vec_free(&x.starts);
    vec_free(&x.first);
    hash_finish(&x.groups);
    return x.same;
}
