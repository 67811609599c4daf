#include "engine/unfolding/count_nodes.h"

#include "base/ids.h"

#include <string.h>

/* The transition and the conditions used, each once. */
static struct count_nodes_key add_key(struct count_nodes *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);
    const uint32_t n = es_use_count(x->es, e), from = x->numbers.len;
    uint32_t *at, len;

    vec_push(&x->numbers, x->es->events.at[e].trans);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&x->numbers, x->same.at[uses[i]]);
    at = x->numbers.at + from;
    len = 1 + ids_unique(at + 1, n);
    vec_cut(&x->numbers, from + len);
    return (struct count_nodes_key){from, len, lists_hash(at, len)};
}

/* The group of the event with the key; a new one has produced nothing. */
static uint32_t find_group(struct count_nodes *x,
                           const struct count_nodes_key *key)
{
    const uint32_t group = lists_intern_hashed(
        &x->groups, key->hash, x->numbers.at + key->at, key->len);

    if (group == x->produced.len)
        vec_push(&x->produced, UINT32_MAX);
    return group;
}

/* The number, counted from base, of the k-th condition that an event produces:
 * the conditions of all copies of a place are one. */
static uint32_t number_of(struct count_nodes *x, place_id place, uint32_t base,
                          uint32_t k)
{
    const place_id p = compiled_net_original(x->compiled, place);

    if (p == PLACE_NONE)
        return base + k;
    if (!stamp_has(&x->produced_on, p)) {
        stamp_add(&x->produced_on, p);
        x->first[p] = k;
    }
    return base + x->first[p];
}

/* Where read places have copies: what the event uses, by place. */
static void list_uses(struct count_nodes *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);

    stamp_start(&x->used_on);
    for (uint32_t i = 0; x->used && i < es_use_count(x->es, e); i++) {
        const place_id p = x->es->conds.at[uses[i]].place;

        stamp_add(&x->used_on, p);
        x->used[p] = uses[i];
    }
}

/* Where read places are copied (compiled_net.h) a reader consumes its copy and
 * produces it again.  The condition on p that the event, which produces on p,
 * consumed as a reader of the place; COND_NONE when it is no such reader. */
static cond_id read_copy(const struct count_nodes *x, place_id p)
{
    return x->used && compiled_net_original(x->compiled, p) != PLACE_NONE &&
                   stamp_has(&x->used_on, p)
               ? x->used[p]
               : COND_NONE;
}

static void count(struct count_nodes *x, event_id e,
                  const struct count_nodes_key *key)
{
    const struct net_place_span post =
        compiled_net_produce(x->compiled, x->es->events.at[e].trans);
    const cond_id own = x->es->events.at[e].produces;
    uint32_t group;
    bool fresh;

    if (own != COND_NONE)
        vec_fit(&x->same, own + post.len);
    group = find_group(x, key);
    fresh = x->produced.at[group] == UINT32_MAX;
    if (fresh) {
        x->produced.at[group] = x->n_conds;
        x->n_conds += post.len;
    }
    x->sizes.further += !fresh;
    stamp_start(&x->produced_on);
    list_uses(x, e);
    for (uint32_t k = 0; k < post.len; k++) {
        const cond_id read = read_copy(x, post.at[k]);

        x->sizes.conditions += fresh && read == COND_NONE &&
                               post.at[k] < x->compiled->n_net_places;
        if (own != COND_NONE)
            x->same.at[own + k] =
                read != COND_NONE
                    ? x->same.at[read]
                    : number_of(x, post.at[k], x->produced.at[group], k);
    }
}

/* How many of the n events, from the first on, are counted together: of one
 * size, so none is a cause of another. */
static uint32_t of_one_size(const struct count_nodes *x, const event_id *events,
                            uint32_t n)
{
    const struct es_event *const all = x->es->events.at;
    const uint32_t most = n < COUNT_NODES_MANY ? n : COUNT_NODES_MANY;
    uint32_t k = 1;

    while (k < most && all[events[k]].size == all[events[0]].size)
        k++;
    return k;
}

static void count_together(struct count_nodes *x, const event_id *events,
                           uint32_t n)
{
    vec_clear(&x->numbers);
    for (uint32_t i = 0; i < n; i++) {
        x->keys[i] = add_key(x, events[i]);
        lists_fetch(&x->groups, x->keys[i].hash);
    }
    for (uint32_t i = 0; i < n; i++)
        count(x, events[i], &x->keys[i]);
}

void count_nodes_add(struct count_nodes *x, const event_id *events, uint32_t n)
{
    while (n) {
        const uint32_t k = of_one_size(x, events, n);

        count_together(x, events, k);
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

static void add_initial(struct count_nodes *x)
{
    const struct net_place_span initial = compiled_net_initial(x->compiled);

    stamp_start(&x->produced_on);
    for (uint32_t i = 0; i < initial.len; i++)
        x->same.at[i] = number_of(x, initial.at[i], 0, i);
    x->sizes.conditions = count_of(x->compiled, initial);
    x->n_conds = initial.len;
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

void count_nodes_init(struct count_nodes *x, const struct es *es)
{
    *x = (struct count_nodes){.es = es, .compiled = es->compiled};
    vec_fit(&x->same, es->conds.len);
    x->first = mem_zero(es->compiled->n_net_places, sizeof *x->first);
    stamp_fit(&x->produced_on, es->compiled->n_net_places);
    stamp_fit(&x->used_on, es->compiled->copies ? es->compiled->n_places : 0);
    if (es->compiled->copies)
        x->used = mem_zero(es->compiled->n_places, sizeof *x->used);
    add_initial(x);
}

void count_nodes_finish(struct count_nodes *x)
{
    vec_free(&x->same);
    mem_free(x->first);
    stamp_finish(&x->produced_on);
    stamp_finish(&x->used_on);
    mem_free(x->used);
    vec_free(&x->numbers);
    vec_free(&x->produced);
    lists_finish(&x->groups);
}

static struct count_nodes_sizes count_groups(const struct es *es,
                                             const bits_word *events)
{
    event_id some[COUNT_NODES_MANY];
    uint32_t n_some = 0;
    struct count_nodes x;

    count_nodes_init(&x, es);
    for (event_id e = 1; e < es->events.len; e++) {
        if (bits_has(events, e))
            some[n_some++] = e;
        if (n_some == COUNT_NODES_MANY) {
            count_nodes_add(&x, some, n_some);
            n_some = 0;
        }
    }
    count_nodes_add(&x, some, n_some);
    count_nodes_finish(&x);
    return x.sizes;
}

struct count_nodes_sizes count_nodes_of(const struct es *es,
                                        const bits_word *events)
{
    if (needs_groups(es))
        return count_groups(es, events);
    return (struct count_nodes_sizes){.conditions = count_all(es, events)};
}
