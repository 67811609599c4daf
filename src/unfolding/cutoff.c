#include "unfolding/cutoff.h"

#include "base/ids.h"

void cutoff_init(struct cutoff *cutoff, struct es *es, struct order *order,
                 uint64_t limit)
{
    const struct cutoff_node empty = {0, TRANS_NONE, 0};

    *cutoff = (struct cutoff){.es = es, .order = order, .limit = limit};
    vec_push(&cutoff->nodes, empty);
    vec_push(&cutoff->path, 0);
    cutoff_add(cutoff, EVENT_BOTTOM);
}

void cutoff_finish(struct cutoff *cutoff)
{
    vec_free(&cutoff->entries);
    vec_free(&cutoff->nodes);
    vec_free(&cutoff->path);
    vec_free(&cutoff->keys);
    vec_free(&cutoff->touched);
    es_walk_finish(&cutoff->walk);
}

static struct cutoff_entry *entry_of(struct cutoff *cutoff, uint32_t marking)
{
    const struct cutoff_entry none = {CUTOFF_EMPTY, EVENT_NONE, 0, EVENT_NONE};

    while (cutoff->entries.len <= marking)
        vec_push(&cutoff->entries, none);
    return &cutoff->entries.at[marking];
}

/* The labels of the configuration of a node. */
static void load_node(const struct cutoff *cutoff, uint32_t node,
                      order_labels *to)
{
    vec_clear(to);
    for (uint32_t n = node; n; n = cutoff->nodes.at[n].parent)
        vec_push(to, order_label(cutoff->nodes.at[n].level,
                                 cutoff->nodes.at[n].trans));
}

/* --- keys --------------------------------------------------------------- */

/* Seven bits a byte, the lowest first. */
static void write_number(struct cutoff *cutoff, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        vec_push(&cutoff->keys, (uint8_t)(n | 128));
    vec_push(&cutoff->keys, (uint8_t)n);
}

static uint64_t read_number(const uint8_t **at)
{
    uint64_t n = 0;
    uint32_t shift = 0;

    for (; **at & 128; ++*at, shift += 7)
        n |= (uint64_t)(**at & 127) << shift;
    n |= (uint64_t) * (*at)++ << shift;
    return n;
}

/* Labels that are sorted: no level is empty, so each is the one before it or
 * the next one.  The lowest bit tells which; in a level transitions grow. */
static uint32_t write_key(struct cutoff *cutoff, const order_labels *labels)
{
    const uint32_t at = cutoff->keys.len;
    uint64_t last = order_label(0, 0);

    for (uint32_t i = 0; i < labels->len; i++) {
        const uint64_t label = labels->at[i];
        const bool rises = label >> 32 != last >> 32;
        const trans_id from = rises ? 0 : (trans_id)last;

        write_number(cutoff, (uint64_t)((trans_id)label - from) << 1 | rises);
        last = label;
    }
    return at;
}

static void load_key(const struct cutoff *cutoff, uint32_t key, uint32_t size,
                     order_labels *to)
{
    const uint8_t *at = cutoff->keys.at + key;
    uint32_t level = 0;
    trans_id t = 0;

    vec_clear(to);
    for (uint32_t i = 0; i < size; i++) {
        const uint64_t n = read_number(&at);

        if (n & 1) {
            level++;
            t = 0;
        }
        t += (trans_id)(n >> 1);
        vec_push(to, order_label(level, t));
    }
}

/* --- entries ------------------------------------------------------------ */

static struct es_span list_event(struct cutoff *cutoff, event_id e)
{
    const struct es_span self = {&e, e != EVENT_BOTTOM};

    return es_past_any(cutoff->es, &cutoff->walk, self);
}

/* The labels of an entry that is local to no event in the store. */
static void load_entry(const struct cutoff *cutoff,
                       const struct cutoff_entry *entry, order_labels *to)
{
    if (entry->node & CUTOFF_KEY)
        load_key(cutoff, entry->node & ~CUTOFF_KEY, entry->size, to);
    else
        load_node(cutoff, entry->node, to);
}

/* -1, 0, 1: is the entry smaller than [e], as good, or larger? */
static int compare(struct cutoff *cutoff, const struct cutoff_entry *entry,
                   event_id e)
{
    const uint32_t size = cutoff->es->events.at[e].size;
    struct es_walk *const walk = &cutoff->walk;

    if (entry->size != size)
        return entry->size < size ? -1 : 1;
    if (cutoff->order->kind == ORDER_SIZE || entry->event == e)
        return 0;
    if (entry->event == EVENT_NONE) {
        load_entry(cutoff, entry, &cutoff->order->a);
        order_load(cutoff->order, &cutoff->order->b, list_event(cutoff, e));
        return order_decide(cutoff->order);
    }
    es_difference(cutoff->es, walk, entry->event, e);
    return order_compare(cutoff->order,
                         (struct es_span){walk->out.at, walk->out.len},
                         (struct es_span){walk->other.at, walk->other.len});
}

static void keep_alive(struct cutoff *cutoff, struct cutoff_entry *entry,
                       event_id e)
{
    cutoff->es->events.at[e].alive = entry->alive;
    entry->alive = e;
}

static void cut(struct cutoff *cutoff, event_id e)
{
    cutoff->es->events.at[e].cut = 1;
    cutoff->n_cut++;
}

/* After the entry got smaller: cut whom it beats now. */
static void cut_beaten(struct cutoff *cutoff, struct cutoff_entry *entry)
{
    event_id e = entry->alive;

    entry->alive = EVENT_NONE;
    while (e != EVENT_NONE) {
        const event_id next = cutoff->es->events.at[e].alive;

        if (compare(cutoff, entry, e) < 0)
            cut(cutoff, e);
        else
            keep_alive(cutoff, entry, e);
        e = next;
    }
}

void cutoff_add(struct cutoff *cutoff, event_id e)
{
    struct es_event *const ev = &cutoff->es->events.at[e];
    struct cutoff_entry *const entry = entry_of(cutoff, ev->marking);
    const int sign =
        entry->size == CUTOFF_EMPTY ? 1 : compare(cutoff, entry, e);

    cutoff->n_entries += entry->size == CUTOFF_EMPTY;
    if (sign < 0) {
        cut(cutoff, e);
        return;
    }
    if (sign > 0) {
        entry->size = ev->size;
        entry->event = e;
        cut_beaten(cutoff, entry);
    }
    keep_alive(cutoff, entry, e);
}

/* The node of the trail; those on the way to it are made when missing. */
static uint32_t node_of(struct cutoff *cutoff, struct es_span trail)
{
    while (cutoff->path.len <= trail.len) {
        const uint32_t n = cutoff->path.len;
        const struct es_event *const ev =
            &cutoff->es->events.at[trail.at[n - 1]];
        const struct cutoff_node node = {cutoff->path.at[n - 1], ev->trans,
                                         ev->level};

        vec_push(&cutoff->path, cutoff->nodes.len);
        vec_push(&cutoff->nodes, node);
    }
    /* What was popped from the trail must have been left here too. */
    ASSERT(cutoff->path.len == trail.len + 1);
    ASSERT(!trail.len ||
           cutoff->nodes.at[cutoff->path.at[trail.len]].trans ==
               cutoff->es->events.at[trail.at[trail.len - 1]].trans);
    return cutoff->path.at[trail.len];
}

static bool improves(struct cutoff *cutoff, const struct cutoff_entry *entry,
                     struct es_span trail)
{
    if (entry->size != trail.len)
        return entry->size > trail.len;
    if (cutoff->order->kind == ORDER_SIZE)
        return false;
    order_load(cutoff->order, &cutoff->order->a, trail);
    if (entry->event == EVENT_NONE)
        load_entry(cutoff, entry, &cutoff->order->b);
    else
        order_load(cutoff->order, &cutoff->order->b,
                   list_event(cutoff, entry->event));
    return order_decide_parikh(cutoff->order) < 0;
}

/* Is there no room for those that the configuration needs? */
static bool lacks_room(const struct cutoff *cutoff, struct es_span trail)
{
    const uint64_t wanted =
        (uint64_t)cutoff->nodes.len + trail.len + 1 - cutoff->path.len;

    return cutoff->node_limit && wanted > cutoff->node_limit;
}

void cutoff_visit(struct cutoff *cutoff, const bits_word *m,
                  struct es_span trail)
{
    const bool full = cutoff->limit && cutoff->n_entries >= cutoff->limit;
    const uint32_t marking =
        full ? es_marking_find(cutoff->es, m) : es_marking(cutoff->es, m);
    struct cutoff_entry *entry;

    if (marking == UINT32_MAX || lacks_room(cutoff, trail))
        return;
    entry = entry_of(cutoff, marking);
    if (entry->size != CUTOFF_EMPTY && !improves(cutoff, entry, trail))
        return;
    cutoff->n_entries += entry->size == CUTOFF_EMPTY;
    entry->size = trail.len;
    entry->event = EVENT_NONE;
    entry->node = node_of(cutoff, trail);
    cut_beaten(cutoff, entry);
}

event_id cutoff_companion(const struct cutoff *cutoff, event_id e, bool *known)
{
    const uint32_t marking = cutoff->es->events.at[e].marking;
    const event_id companion = cutoff->entries.at[marking].event;

    *known = companion != EVENT_NONE && companion != e;
    return companion;
}

/* Is there a string of labels, or a node? */
static bool has_key(const struct cutoff_entry *entry)
{
    return entry->size != CUTOFF_EMPTY && entry->event == EVENT_NONE &&
           (entry->node & CUTOFF_KEY);
}

static bool has_node(const struct cutoff_entry *entry)
{
    return entry->size != CUTOFF_EMPTY && entry->event == EVENT_NONE &&
           !(entry->node & CUTOFF_KEY);
}

/* --- events that leave the store ---------------------------------------- */

/* Leaves those events of the marking that are kept and not cut. */
static void filter_alive(struct cutoff *cutoff, struct cutoff_entry *entry,
                         const struct compact_map *map)
{
    event_id e = entry->alive;

    entry->alive = EVENT_NONE;
    while (e != EVENT_NONE) {
        const event_id next = cutoff->es->events.at[e].alive;

        if (map->keep_event.at[e])
            keep_alive(cutoff, entry, e);
        e = next;
    }
}

/* The event of the entry goes.  An event of the same marking that is not cut
 * is as good; without one its labels are kept. */
static void detach(struct cutoff *cutoff, struct cutoff_entry *entry, bool keys)
{
    const event_id e = entry->event;

    entry->event = entry->alive;
    if (entry->event != EVENT_NONE)
        return;
    if (!keys || (cutoff->limit && cutoff->n_entries > cutoff->limit) ||
        cutoff->keys.len >= CUTOFF_KEY / 2) {
        entry->size = CUTOFF_EMPTY;
        cutoff->n_entries--;
        return;
    }
    entry->node = 0;
    if (cutoff->order->kind == ORDER_SIZE)
        return; /* the size is all that is ever looked at */
    order_load(cutoff->order, &cutoff->order->a, list_event(cutoff, e));
    order_sort(&cutoff->order->a);
    entry->node = CUTOFF_KEY | write_key(cutoff, &cutoff->order->a);
}

/* The markings of the events in the store, each once. */
static void list_touched(struct cutoff *cutoff)
{
    const struct es *const es = cutoff->es;

    vec_clear(&cutoff->touched);
    for (event_id e = 0; e < es->events.len; e++)
        vec_push(&cutoff->touched, es->events.at[e].marking);
    vec_cut(&cutoff->touched,
            ids_unique(cutoff->touched.at, cutoff->touched.len));
}

static uint64_t weight(const struct cutoff *cutoff)
{
    return (uint64_t)cutoff->es->n_markings + cutoff->nodes.len +
           cutoff->keys.len / 64;
}

/* Has the table doubled; or grown by a quarter, when its nodes are many? */
static bool is_sweep_due(const struct cutoff *cutoff)
{
    const uint64_t before = cutoff->n_after_sweep;
    const bool many =
        cutoff->node_limit && cutoff->nodes.len > cutoff->node_limit / 4 * 3;

    return weight(cutoff) >= (many ? before + before / 4 : 2 * before) + 1024;
}

void cutoff_release(struct cutoff *cutoff, struct compact_map *map, bool keys)
{
    list_touched(cutoff);
    for (uint32_t i = 0; i < cutoff->touched.len; i++) {
        struct cutoff_entry *const entry =
            &cutoff->entries.at[cutoff->touched.at[i]];

        if (entry->size == CUTOFF_EMPTY)
            continue;
        filter_alive(cutoff, entry, map);
        if (entry->event != EVENT_NONE && !map->keep_event.at[entry->event])
            detach(cutoff, entry, keys);
    }
    if (!is_sweep_due(cutoff))
        return;
    compact_start_markings(map, cutoff->es);
    for (uint32_t marking = 0; marking < cutoff->entries.len; marking++)
        map->keep_marking.at[marking] =
            cutoff->entries.at[marking].size != CUTOFF_EMPTY;
}

/* The strings of labels that are still used move together. */
static void gather_keys(struct cutoff *cutoff)
{
    uint8_t *const old = cutoff->keys.at;

    cutoff->keys.at = NULL;
    cutoff->keys.len = cutoff->keys.cap = 0;
    for (uint32_t marking = 0; marking < cutoff->entries.len; marking++) {
        struct cutoff_entry *const entry = &cutoff->entries.at[marking];
        const uint8_t *at;

        if (!has_key(entry))
            continue;
        at = old + (entry->node & ~CUTOFF_KEY);
        entry->node = CUTOFF_KEY | cutoff->keys.len;
        for (uint32_t i = 0; i < entry->size; i++)
            write_number(cutoff, read_number(&at));
    }
    free(old);
}

/* So do the nodes of the tree; parents come before their children. */
static void gather_nodes(struct cutoff *cutoff)
{
    uint32_t *const to = mem_zero(cutoff->nodes.len, sizeof *to);
    uint32_t n_nodes = 1;

    for (uint32_t i = 0; i < cutoff->path.len; i++)
        to[cutoff->path.at[i]] = 1;
    for (uint32_t marking = 0; marking < cutoff->entries.len; marking++)
        if (has_node(&cutoff->entries.at[marking]))
            to[cutoff->entries.at[marking].node] = 1;
    for (uint32_t n = cutoff->nodes.len; n-- > 1;)
        if (to[n])
            to[cutoff->nodes.at[n].parent] = 1;
    to[0] = 0;
    for (uint32_t n = 1; n < cutoff->nodes.len; n++)
        if (to[n]) {
            to[n] = n_nodes;
            cutoff->nodes.at[n_nodes] = cutoff->nodes.at[n];
            cutoff->nodes.at[n_nodes++].parent = to[cutoff->nodes.at[n].parent];
        }
    vec_cut(&cutoff->nodes, n_nodes);
    for (uint32_t i = 0; i < cutoff->path.len; i++)
        cutoff->path.at[i] = to[cutoff->path.at[i]];
    for (uint32_t marking = 0; marking < cutoff->entries.len; marking++)
        if (has_node(&cutoff->entries.at[marking]))
            cutoff->entries.at[marking].node =
                to[cutoff->entries.at[marking].node];
    free(to);
}

/* Entries follow their markings. */
static void move_entries(struct cutoff *cutoff, const struct compact_map *map)
{
    uint32_t n = 0;

    for (uint32_t marking = 0; marking < cutoff->entries.len; marking++)
        if (map->marking.at[marking] != COMPACT_GONE)
            cutoff->entries.at[n++] = cutoff->entries.at[marking];
    vec_cut(&cutoff->entries, n);
}

void cutoff_renumber(struct cutoff *cutoff, const struct compact_map *map)
{
    for (event_id e = 0; e < cutoff->es->events.len; e++) {
        struct es_event *const ev = &cutoff->es->events.at[e];

        ev->alive = compact_event(map, ev->alive);
    }
    for (uint32_t i = 0; i < cutoff->touched.len; i++) {
        struct cutoff_entry *const entry =
            &cutoff->entries.at[cutoff->touched.at[i]];

        entry->event = compact_event(map, entry->event);
        entry->alive = compact_event(map, entry->alive);
    }
    if (!map->moves_markings)
        return;
    move_entries(cutoff, map);
    gather_keys(cutoff);
    gather_nodes(cutoff);
    cutoff->n_after_sweep = weight(cutoff);
}

size_t cutoff_bytes(const struct cutoff *cutoff)
{
    return cutoff->entries.len * sizeof *cutoff->entries.at +
           cutoff->nodes.len * sizeof *cutoff->nodes.at + cutoff->keys.len;
}
