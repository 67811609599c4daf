#include "engine/unfolding/count_nodes.h"

#include "base/ids.h"

#include <string.h>

/* The transition and the conditions used, each once. */
static struct count_nodes_key add_key(struct count_nodes *counts, event_id e)
{
    const cond_id *const uses = es_uses(counts->es, e);
    const uint32_t n = es_use_count(counts->es, e), from = counts->numbers.len;
    uint32_t *at, len;

    vec_push(&counts->numbers, counts->es->events.at[e].trans);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&counts->numbers, counts->same.at[uses[i]]);
    at = counts->numbers.at + from;
    len = 1 + ids_unique(at + 1, n);
    vec_cut(&counts->numbers, from + len);
    return (struct count_nodes_key){from, len, lists_hash(at, len)};
}

/* The number, counted from base, of the k-th condition that an event produces:
 * the conditions of all copies of a place are one. */
static uint32_t number_of(struct count_nodes *counts, place_id place,
                          uint32_t base, uint32_t k)
{
    const place_id p = compiled_net_original(counts->compiled, place);

    if (p == PLACE_NONE)
        return base + k;
    if (!stamp_has(&counts->produced_on, p)) {
        stamp_add(&counts->produced_on, p);
        counts->first[p] = k;
    }
    return base + counts->first[p];
}

/* Where read places have copies: what the event uses, by place. */
static void list_uses(struct count_nodes *counts, event_id e)
{
    const cond_id *const uses = es_uses(counts->es, e);

    stamp_start(&counts->used_on);
    for (uint32_t i = 0; counts->used && i < es_use_count(counts->es, e); i++) {
        const place_id p = counts->es->conds.at[uses[i]].place;

        stamp_add(&counts->used_on, p);
        counts->used[p] = uses[i];
    }
}

/* Where read places are copied (compiled_net.h) a reader consumes its copy and
 * produces it again.  The condition on p that the event, which produces on p,
 * consumed as a reader of the place; COND_NONE when it is no such reader. */
static cond_id read_copy(const struct count_nodes *counts, place_id p)
{
    return counts->used &&
                   compiled_net_original(counts->compiled, p) != PLACE_NONE &&
                   stamp_has(&counts->used_on, p)
               ? counts->used[p]
               : COND_NONE;
}

static void count_event(struct count_nodes *counts, event_id e,
                        const struct count_nodes_key *key)
{
    const struct net_place_span post =
        compiled_net_produce(counts->compiled, counts->es->events.at[e].trans);
    const cond_id own = counts->es->events.at[e].produces;
    uint32_t group;
    bool fresh;

    if (own != COND_NONE)
        vec_fit(&counts->same, own + post.len);
    group = lists_intern_hashed(&counts->groups, key->hash,
                                counts->numbers.at + key->at, key->len);
    if (group == counts->produced.len) /* it has produced nothing */
        vec_push(&counts->produced, UINT32_MAX);
    fresh = counts->produced.at[group] == UINT32_MAX;
    if (fresh) {
        counts->produced.at[group] = counts->n_conds;
        counts->n_conds += post.len;
    }
    counts->sizes.further += !fresh;
    stamp_start(&counts->produced_on);
    list_uses(counts, e);
    for (uint32_t k = 0; k < post.len; k++) {
        const cond_id read = read_copy(counts, post.at[k]);

        counts->sizes.conditions += fresh && read == COND_NONE &&
                                    post.at[k] < counts->compiled->n_net_places;
        if (own != COND_NONE)
            counts->same.at[own + k] =
                read != COND_NONE ? counts->same.at[read]
                                  : number_of(counts, post.at[k],
                                              counts->produced.at[group], k);
    }
}

/* How many of the n events, from the first on, are counted together: of one
 * size, so none is a cause of another. */
static uint32_t of_one_size(const struct count_nodes *counts,
                            const event_id *events, uint32_t n)
{
    const struct es_event *const all = counts->es->events.at;
    const uint32_t most = n < COUNT_NODES_MANY ? n : COUNT_NODES_MANY;
    uint32_t k = 1;

    while (k < most && all[events[k]].size == all[events[0]].size)
        k++;
    return k;
}

static void count_together(struct count_nodes *counts, const event_id *events,
                           uint32_t n)
{
    vec_clear(&counts->numbers);
    for (uint32_t i = 0; i < n; i++) {
        counts->keys[i] = add_key(counts, events[i]);
        lists_fetch(&counts->groups, counts->keys[i].hash);
    }
    for (uint32_t i = 0; i < n; i++)
        count_event(counts, events[i], &counts->keys[i]);
}

void count_nodes_add(struct count_nodes *counts, const event_id *events,
                     uint32_t n)
{
    while (n) {
        const uint32_t k = of_one_size(counts, events, n);

        count_together(counts, events, k);
        events += k;
        n -= k;
    }
}

/* How many of them are places of the net. */
static uint32_t count_of(const struct compiled_net *compiled,
                         struct net_place_span places)
{
    uint32_t n_net = 0;

    for (uint32_t i = 0; i < places.len; i++)
        n_net += places.at[i] < compiled->n_net_places;
    return n_net;
}

static void add_initial(struct count_nodes *counts)
{
    const struct net_place_span initial =
        compiled_net_initial(counts->compiled);

    stamp_start(&counts->produced_on);
    for (uint32_t i = 0; i < initial.len; i++)
        counts->same.at[i] = number_of(counts, initial.at[i], 0, i);
    counts->sizes.conditions = count_of(counts->compiled, initial);
    counts->n_conds = initial.len;
}

/* Has an event several histories, or a place copies?  Else names are groups. */
static bool needs_groups(const struct es *es)
{
    for (event_id e = 1; e < es->events.len; e++)
        if (es_reader_count(es, e))
            return true;
    return es->compiled->copies;
}

static uint64_t count_all(const struct es *es, const bits_word *events)
{
    uint64_t n = count_of(es->compiled, compiled_net_initial(es->compiled));

    for (event_id e = 1; e < es->events.len; e++)
        if (bits_has(events, e))
            n += count_of(es->compiled, es_produces_on(es, e));
    return n;
}

void count_nodes_init(struct count_nodes *counts, const struct es *es)
{
    *counts = (struct count_nodes){.es = es, .compiled = es->compiled};
    vec_fit(&counts->same, es->conds.len);
    counts->first = mem_zero(es->compiled->n_net_places, sizeof *counts->first);
    stamp_fit(&counts->produced_on, es->compiled->n_net_places);
    stamp_fit(&counts->used_on,
              es->compiled->copies ? es->compiled->n_places : 0);
    if (es->compiled->copies)
        counts->used = mem_zero(es->compiled->n_places, sizeof *counts->used);
    add_initial(counts);
}

void count_nodes_finish(struct count_nodes *counts)
{
    vec_free(&counts->same);
    mem_free(counts->first);
    stamp_finish(&counts->produced_on);
    stamp_finish(&counts->used_on);
    mem_free(counts->used);
    vec_free(&counts->numbers);
    vec_free(&counts->produced);
    lists_finish(&counts->groups);
}

static struct count_nodes_sizes count_groups(const struct es *es,
                                             const bits_word *events)
{
    event_id some[COUNT_NODES_MANY];
    uint32_t n_some = 0;
    struct count_nodes counts;

    count_nodes_init(&counts, es);
    for (event_id e = 1; e < es->events.len; e++) {
        if (bits_has(events, e))
            some[n_some++] = e;
        if (n_some == COUNT_NODES_MANY) {
            count_nodes_add(&counts, some, n_some);
            n_some = 0;
        }
    }
    count_nodes_add(&counts, some, n_some);
    count_nodes_finish(&counts);
    return counts.sizes;
}

struct count_nodes_sizes count_nodes_of(const struct es *es,
                                        const bits_word *events)
{
    if (needs_groups(es))
        return count_groups(es, events);
    return (struct count_nodes_sizes){.conditions = count_all(es, events)};
}
