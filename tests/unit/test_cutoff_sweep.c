/* The marking table when events leave the store: the remaining entries are
 * valid, and its verdicts on new events agree with them. */
#include "test.h"

#include "engine/unfolding/cutoff_sweep.h"
#include "random_walk.h"

enum { N_NETS = SWEEP(240), N_STEPS = 150 };

/* Everything entered: local configurations and visited ones. */
struct offer {
    order_labels labels; /* sorted */
    event_id event; /* with this local configuration; EVENT_NONE: visited, or
                       evicted */
    bool is_event;
    bits_word marking;
};

struct releasing {
    struct random_walk r;
    struct order order;
    struct cutoff cutoff;
    struct cutoff_sweep sweep;
    VEC(struct offer) offers;
    VEC(uint8_t) cut; /* by event: the flag at the last check */
    struct es_past_walk walk;
    bool keys, sweeps;
    uint32_t n_cut, n_strings, n_lost, n_swept, n_by_string;
};

/* -- Orders -- */

/* Compares labels of equal number, by the definition in order.h. */
static int by_parikh(const order_labels *a, const order_labels *b,
                     trans_id n_trans)
{
    for (trans_id t = 0; t < n_trans; t++) {
        int32_t more = 0;

        for (uint32_t i = 0; i < a->len; i++)
            more += ((trans_id)a->at[i] == t) - ((trans_id)b->at[i] == t);
        if (more)
            return more > 0 ? -1 : 1;
    }
    return 0;
}

/* The labels of one level, from the given index on. */
static void cut_level(const order_labels *from, uint32_t level,
                      order_labels *to)
{
    vec_clear(to);
    for (uint32_t i = 0; i < from->len; i++)
        if (from->at[i] >> 32 == level)
            vec_push(to, from->at[i]);
}

static int by_levels(const order_labels *a, const order_labels *b,
                     trans_id n_trans)
{
    order_labels in_a = {0}, in_b = {0};
    int sign = 0;

    for (uint32_t level = 1; level <= a->len && !sign; level++) {
        cut_level(a, level, &in_a);
        cut_level(b, level, &in_b);
        if (in_a.len != in_b.len)
            sign = in_a.len < in_b.len ? -1 : 1;
        else
            sign = by_parikh(&in_a, &in_b, n_trans);
    }
    vec_free(&in_a);
    vec_free(&in_b);
    return sign;
}

/* Is a smaller than b?  Visited configurations are compared by size and Parikh
 * vector only. */
static bool smaller(const struct releasing *x, const order_labels *a,
                    const order_labels *b, bool by_all)
{
    const trans_id n_trans = x->r.s.compiled->n_trans;
    int sign;

    if (a->len != b->len)
        return a->len < b->len;
    if (x->order.kind == ORDER_SIZE)
        return false;
    sign = by_parikh(a, b, n_trans);
    if (!sign && by_all && x->order.kind == ORDER_FOATA)
        sign = by_levels(a, b, n_trans);
    return sign < 0;
}

/* -- Offers -- */

static void label(const struct releasing *x, struct es_span events,
                  order_labels *to)
{
    for (uint32_t i = 0; i < events.len; i++) {
        const struct es_event *const ev = &x->r.s.es->events.at[events.at[i]];

        vec_push(to, order_label(ev->level, ev->trans));
    }
    order_sort(to);
}

static struct offer *offer_event(struct releasing *x, event_id e)
{
    const struct es *const es = x->r.s.es;
    const struct es_span self = {&e, e != EVENT_BOTTOM};
    struct offer offer = {
        .event = e,
        .is_event = true,
        .marking = es_fixture_word(&x->r.s, es->events.at[e].marking),
    };

    label(x, es_past(es, &x->walk, self), &offer.labels);
    vec_push(&x->offers, offer);
    return vec_top(&x->offers);
}

static void visit(struct releasing *x)
{
    const struct config *const c = &x->r.s.c;
    struct offer offer = {.event = EVENT_NONE,
                          .marking = es_fixture_marking_word(&x->r.s)};
    es_event_list trail = {0};

    for (uint32_t pos = 1; pos < config_len(c); pos++)
        vec_push(&trail, config_at(c, pos));
    label(x, (struct es_span){trail.at, trail.len}, &offer.labels);
    if (!cutoff_is_full(&x->cutoff))
        cutoff_visit(&x->cutoff, es_fixture_number(&x->r.s),
                     (struct es_span){trail.at, trail.len});
    vec_push(&x->offers, offer);
    vec_free(&trail);
}

/* -- Entries -- */

/* Strings in the format of cutoff_key.c, decoded independently: for each label
 * twice the step to its transition, plus one where a level begins; seven bits a
 * byte, the lowest first, the last byte below 128.  Returns the number of
 * bytes. */
static uint32_t read_string(const struct cutoff *cutoff, uint32_t key,
                            uint32_t size, order_labels *to)
{
    const uint8_t *const from = cutoff->keys.strings.at + key, *at = from;
    uint64_t level = 0, trans = 0;

    for (uint32_t i = 0; i < size; i++) {
        uint64_t n = 0, unit = 1;

        for (; *at >= 128; at++, unit *= 128)
            n += (*at - 128) * unit;
        n += *at++ * unit;
        trans = n % 2 ? n / 2 : trans + n / 2;
        level += n % 2;
        vec_push(to, order_label((uint32_t)level, (trans_id)trans));
    }
    return (uint32_t)(at - from);
}

static void read_path(const struct releasing *x, uint32_t node,
                      order_labels *to)
{
    for (; node; node = x->cutoff.keys.nodes.at[node].parent)
        vec_push(to, order_label(x->cutoff.keys.nodes.at[node].level,
                                 x->cutoff.keys.nodes.at[node].trans));
}

/* The labels of an entry, sorted. */
static void read_entry(struct releasing *x, const struct cutoff_entry *entry,
                       order_labels *to)
{
    const uint32_t at = entry->key.at;
    const struct es_span self = {&at, at != EVENT_BOTTOM};

    vec_clear(to);
    switch (entry->key.kind) {
    case CUTOFF_KEY_EVENT:
        label(x, es_past(x->r.s.es, &x->walk, self), to);
        break;
    case CUTOFF_KEY_STRING:
        (void)read_string(&x->cutoff, at, entry->key.size, to);
        break;
    case CUTOFF_KEY_PATH:
        read_path(x, at, to);
        break;
    case CUTOFF_KEY_SIZE:
    case CUTOFF_KEY_NONE:
        fail();
    }
    order_sort(to);
}

static bool same(const order_labels *a, const order_labels *b)
{
    return a->len == b->len &&
           (!a->len || !memcmp(a->at, b->at, a->len * sizeof *a->at));
}

static bool was_offered(struct releasing *x, uint32_t mark,
                        const struct cutoff_entry *entry)
{
    const bool by_event = entry->key.kind == CUTOFF_KEY_EVENT;
    const bool has_labels = entry->key.kind != CUTOFF_KEY_SIZE;
    order_labels labels = {0};
    bool good = false;

    assert_true(has_labels || x->order.kind == ORDER_SIZE);
    if (has_labels)
        read_entry(x, entry, &labels);
    for (uint32_t i = 0; i < x->offers.len && !good; i++) {
        const struct offer *const offer = &x->offers.at[i];

        good = offer->marking == es_fixture_word(&x->r.s, mark) &&
               offer->labels.len == entry->key.size &&
               (!by_event || entry->key.at == offer->event) &&
               (!has_labels || same(&offer->labels, &labels));
    }
    vec_free(&labels);
    return good;
}

static bool is_string(const struct cutoff_entry *entry)
{
    return entry->key.kind == CUTOFF_KEY_STRING;
}

static void check_entries(struct releasing *x)
{
    uint64_t n = 0;

    assert_true(x->cutoff.entries.len <= markings_count(&x->r.s.es->markings));
    for (uint32_t mark = 0; mark < x->cutoff.entries.len; mark++) {
        const struct cutoff_entry *const entry = &x->cutoff.entries.at[mark];

        if (entry->key.kind == CUTOFF_KEY_NONE) {
            assert_int_equal(entry->uncut, CUTOFF_END);
            continue;
        }
        n++;
        x->n_strings += is_string(entry);
        assert_true(was_offered(x, mark, entry));
    }
    assert_int_equal(x->cutoff.n_entries, n);
}

/* The lists of events that are not cut: each such event once, by marking. */
static void check_uncut(struct releasing *x)
{
    const struct es *const es = x->r.s.es;
    uint32_t n = 0, n_uncut = 0;

    for (event_id e = 0; e < es->events.len; e++)
        n_uncut += !cutoff_has(&x->cutoff, e);
    for (uint32_t mark = 0; mark < x->cutoff.entries.len; mark++)
        for (event_id e = x->cutoff.entries.at[mark].uncut; e != CUTOFF_END;
             e = x->cutoff.events.at[e].next) {
            assert_true(e < es->events.len && n++ < n_uncut);
            assert_int_equal(es->events.at[e].marking, mark);
            assert_false(cutoff_has(&x->cutoff, e));
        }
    if (x->keys && !x->cutoff.limit)
        assert_int_equal(n, n_uncut);
}

/* -- New events -- */

/* Does the entry of its marking beat the event, before its own is added? */
static bool expected(struct releasing *x, const struct offer *e)
{
    const uint32_t mark = x->r.s.es->events.at[e->event].marking;
    const struct cutoff_entry *entry;
    order_labels labels = {0};
    bool cut;

    if (mark >= x->cutoff.entries.len)
        return false;
    entry = &x->cutoff.entries.at[mark];
    if (entry->key.kind == CUTOFF_KEY_NONE)
        return false;
    if (entry->key.size != e->labels.len || entry->key.kind == CUTOFF_KEY_SIZE)
        return entry->key.size < e->labels.len;
    read_entry(x, entry, &labels);
    cut = smaller(x, &labels, &e->labels, true);
    x->n_by_string += cut && is_string(entry);
    vec_free(&labels);
    return cut;
}

/* Did any earlier entry beat it? */
static bool beaten(const struct releasing *x, const struct offer *e,
                   bool by_all, bool events_only)
{
    for (uint32_t i = 0; i < x->offers.len; i++) {
        const struct offer *const other = &x->offers.at[i];

        if (other->marking == e->marking && (!events_only || other->is_event) &&
            smaller(x, &other->labels, &e->labels, by_all))
            return true;
    }
    return false;
}

static void meet(void *self, event_id e, bool created)
{
    struct releasing *const x = self;
    const struct offer *offer;
    bool wanted, cut;

    if (!created)
        return;
    offer = offer_event(x, e);
    wanted = expected(x, offer);
    cutoff_add(&x->cutoff, e);
    cut = cutoff_has(&x->cutoff, e);
    assert_int_equal(cut, wanted);
    if (cut)
        assert_true(beaten(x, offer, true, false));
    else if (x->keys && !x->cutoff.limit)
        assert_false(beaten(x, offer, false, false) ||
                     beaten(x, offer, true, true));
    x->n_cut += cut;
}

/* Flags stay, and are correct for everything entered since. */
static void check_flags(struct releasing *x)
{
    while (x->cut.len < x->r.s.es->events.len)
        vec_push(&x->cut, 0);
    for (uint32_t i = 0; i < x->offers.len; i++) {
        const struct offer *const e = &x->offers.at[i];
        bool cut;

        if (e->event == EVENT_NONE)
            continue;
        cut = cutoff_has(&x->cutoff, e->event);
        assert_true(cut || !x->cut.at[e->event]);
        x->cut.at[e->event] = cut;
        assert_true(!cut || beaten(x, e, true, false));
        if (x->keys && !x->cutoff.limit)
            assert_true(cut || !(beaten(x, e, false, false) ||
                                 beaten(x, e, true, true)));
    }
}

/* -- Passes -- */

/* Is the node on the path to an entry or to the visited configuration? */
static void check_nodes(struct releasing *x)
{
    const struct cutoff *const cutoff = &x->cutoff;
    const struct cutoff_key_store *const keys = &cutoff->keys;
    uint8_t *const used = mem_zero(keys->nodes.len, sizeof *used);
    uint64_t n_bytes = 0;

    for (uint32_t i = 0; i < keys->path.len; i++)
        used[keys->path.at[i]] = 1;
    for (uint32_t mark = 0; mark < cutoff->entries.len; mark++) {
        const struct cutoff_entry *const entry = &cutoff->entries.at[mark];
        order_labels labels = {0};

        if (is_string(entry))
            n_bytes +=
                read_string(cutoff, entry->key.at, entry->key.size, &labels);
        else if (entry->key.kind == CUTOFF_KEY_PATH)
            for (uint32_t n = entry->key.at; n; n = keys->nodes.at[n].parent)
                used[n] = 1;
        vec_free(&labels);
    }
    used[0] = 1;
    for (uint32_t n = 0; n < keys->nodes.len; n++)
        assert_true(used[n]);
    assert_int_equal(keys->strings.len, n_bytes);
    mem_free(used);
}

static void renumber_offers(struct releasing *x, const struct compact_map *map)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < x->offers.len; i++)
        x->offers.at[i].event = compact_event(map, x->offers.at[i].event);
    for (event_id e = 0; e < map->event.len && e < x->cut.len; e++)
        if (map->keep_event.at[e])
            x->cut.at[n++] = x->cut.at[e];
    vec_cut(&x->cut, n);
}

static void make_pass(struct releasing *x, struct compact_map *map)
{
    const uint64_t n_entries = x->cutoff.n_entries;

    check_flags(x);
    random_walk_keep(&x->r, map, random_below(&x->r.random, 3) * 30);
    if (x->sweeps && random_chance(&x->r.random, 60))
        x->sweep.weight_after = UINT64_MAX / 2 - 511; /* twice this is 0 */
    cutoff_sweep_release(&x->sweep, map, x->keys);
    x->n_swept += map->moves_markings;
    random_walk_compact(&x->r, map);
    cutoff_sweep_renumber(&x->sweep, map);
    renumber_offers(x, map);
    if (x->keys && !x->cutoff.limit)
        assert_int_equal(x->cutoff.n_entries, n_entries);
    x->n_lost += (uint32_t)(n_entries - x->cutoff.n_entries);
    check_entries(x);
    check_uncut(x);
    check_flags(x);
    if (!map->moves_markings)
        return;
    check_nodes(x);
    assert_true(markings_count(&x->r.s.es->markings) <=
                x->cutoff.n_entries + x->r.s.es->events.len);
}

static void step(struct releasing *x, bool visits)
{
    const uint32_t n = x->r.n_popped, size = config_size(&x->r.s.c);

    random_walk_step(&x->r);
    if (x->r.n_popped > n)
        cutoff_key_leave(&x->cutoff.keys, config_size(&x->r.s.c));
    else if (visits && config_size(&x->r.s.c) > size)
        visit(x);
}

static void begin(struct releasing *x, uint32_t i, uint64_t limit, bool keys,
                  bool sweeps)
{
    *x = (struct releasing){.keys = keys, .sweeps = sweeps};
    random_walk_draw(&x->r, i, 2 + i / 4 % 2);
    order_init(&x->order, (enum engine_order)(i / 8 % 3), x->r.s.es);
    cutoff_init(&x->cutoff, x->r.s.es, &x->order, limit);
    x->sweep = (struct cutoff_sweep){.cutoff = &x->cutoff};
    x->r.alt.cutoff = &x->cutoff;
    (void)offer_event(x, EVENT_BOTTOM);
    random_walk_start(&x->r, (struct random_walk_hooks){meet, x});
}

static void end(struct releasing *x)
{
    for (uint32_t i = 0; i < x->offers.len; i++)
        vec_free(&x->offers.at[i].labels);
    vec_free(&x->offers);
    vec_free(&x->cut);
    es_past_finish(&x->walk);
    vec_free(&x->sweep.touched);
    cutoff_finish(&x->cutoff);
    order_finish(&x->order);
    random_walk_finish(&x->r);
}

struct sum {
    uint32_t n_cut, n_strings, n_lost, n_swept, n_by_string;
};

static struct sum run_all(bool keys, bool full, bool sweeps, bool visits)
{
    struct sum sum = {0};
    struct compact_map map = {0};

    for (uint32_t i = 0; i < N_NETS; i++) {
        struct releasing x;

        begin(&x, i, full ? 1 + i % 20 : 0, keys, sweeps);
        for (uint32_t k = 0; k < N_STEPS && x.offers.len < 400; k++) {
            step(&x, visits);
            if (x.r.s.es->events.len > 60 || random_chance(&x.r.random, 10))
                make_pass(&x, &map);
        }
        make_pass(&x, &map);
        sum.n_cut += x.n_cut;
        sum.n_strings += x.n_strings;
        sum.n_lost += x.n_lost;
        sum.n_swept += x.n_swept;
        sum.n_by_string += x.n_by_string;
        end(&x);
    }
    compact_finish(&map);
    return sum;
}

static void keys_say_what_evicted_events_said(void **state)
{
    struct sum sum = run_all(true, false, false, true);

    (void)state;
    assert_true(sum.n_cut > SWEEP(500) && sum.n_strings > SWEEP(500) &&
                sum.n_by_string > SWEEP(100));
    assert_int_equal(sum.n_lost, 0);
    sum = run_all(true, false, false, false);
    assert_true(sum.n_cut > SWEEP(500) && sum.n_strings > SWEEP(500) &&
                sum.n_by_string > SWEEP(100));
}

static void without_keys_entries_go_with_their_events(void **state)
{
    const struct sum sum = run_all(false, false, false, true);

    (void)state;
    assert_true(sum.n_cut > SWEEP(500) && sum.n_lost > SWEEP(100));
    assert_int_equal(sum.n_strings, 0);
}

static void a_full_table_loses_entries(void **state)
{
    const struct sum sum = run_all(true, true, true, true);

    (void)state;
    assert_true(sum.n_cut > SWEEP(500) && sum.n_lost > SWEEP(100) &&
                sum.n_strings > SWEEP(100));
}

/* Moved entries are unchanged, and only nodes that an entry needs remain. */
static void a_sweep_leaves_what_entries_need(void **state)
{
    struct sum sum = run_all(true, false, true, true);

    (void)state;
    assert_true(sum.n_swept > SWEEP(100) && sum.n_strings > SWEEP(500) &&
                sum.n_by_string > SWEEP(100));
    assert_int_equal(sum.n_lost, 0);
    sum = run_all(false, false, true, true);
    assert_true(sum.n_swept > SWEEP(100));
}

/* -- Large numbers -- */

/* Transition i of a net, in which each consumes the token of the one before it;
 * ids are scattered over the whole range. */
static trans_id scattered(uint32_t i, uint32_t n)
{
    return i * 7919u % n; /* a prime that does not divide n */
}

static struct net *long_line(uint32_t n)
{
    const struct net_where nowhere = {0};
    struct net_builder *const b = net_builder_create();
    struct diag diag = {0};
    char name[16];

    for (uint32_t i = 0; i <= n; i++) {
        (void)snprintf(name, sizeof name, "p%u", i);
        (void)net_builder_place(b, name, NULL, !i, nowhere, &diag);
    }
    for (uint32_t i = 0; i < n; i++) {
        (void)snprintf(name, sizeof name, "t%u", i);
        (void)net_builder_trans(b, name, NULL, nowhere, &diag);
    }
    for (uint32_t i = 0; i < n; i++) {
        net_builder_arc(b, GIVEN_CONSUME, i, scattered(i, n), 1);
        net_builder_arc(b, GIVEN_PRODUCE, i + 1, scattered(i, n), 1);
    }
    return net_builder_finish(b);
}

enum { N_TRANS = 20000, N_FIRED = 600 };

/* Is entry m the key of the first m transitions of the line, one per level? */
static uint32_t check_line(const struct releasing *x)
{
    order_labels labels = {0};
    uint32_t n_wide = 0;

    assert_int_equal(x->cutoff.entries.len, N_FIRED + 2);
    for (uint32_t mark = 2; mark < N_FIRED + 2; mark++) {
        const struct cutoff_entry *const entry = &x->cutoff.entries.at[mark];

        assert_true(is_string(entry));
        assert_int_equal(entry->key.size, mark);
        vec_clear(&labels);
        (void)read_string(&x->cutoff, entry->key.at, entry->key.size, &labels);
        for (uint32_t i = 0; i < labels.len; i++)
            assert_true(labels.at[i] ==
                        order_label(i + 1, scattered(i, N_TRANS)));
    }
    for (uint32_t i = 0; i < x->cutoff.keys.strings.len; i++)
        n_wide += x->cutoff.keys.strings.at[i] >= 128;
    vec_free(&labels);
    return n_wide;
}

static void evict_all(struct releasing *x, struct compact_map *map)
{
    random_walk_keep(&x->r, map, 0);
    cutoff_sweep_release(&x->sweep, map, true);
    random_walk_compact(&x->r, map);
    cutoff_sweep_renumber(&x->sweep, map);
}

/* Names of three bytes, and as many levels as events.  These keys are so long
 * that a sweep is due, but not another one immediately after it. */
static void keys_hold_large_numbers(void **state)
{
    struct compact_map map = {0};
    struct releasing x = {.keys = true};
    struct net *const net = long_line(N_TRANS);

    (void)state;
    assert_non_null(net);
    random_walk_init(&x.r, net, dep_create(net, DEP_READ), 1);
    order_init(&x.order, ORDER_FOATA, x.r.s.es);
    cutoff_init(&x.cutoff, x.r.s.es, &x.order, 0);
    x.sweep = (struct cutoff_sweep){.cutoff = &x.cutoff};
    x.r.alt.cutoff = &x.cutoff;
    random_walk_start(&x.r, (struct random_walk_hooks){0});
    cutoff_add(&x.cutoff, 1);
    for (uint32_t i = 0; i < N_FIRED; i++) {
        random_walk_push(&x.r, i + 1);
        cutoff_add(&x.cutoff, i + 2);
    }
    while (x.r.d.len || config_size(&x.r.s.c))
        if (x.r.d.len && vec_top(&x.r.d)->depth == config_size(&x.r.s.c))
            random_walk_drop(&x.r);
        else
            random_walk_pop(&x.r);
    evict_all(&x, &map);
    assert_true(map.moves_markings);
    assert_int_equal(x.r.s.es->events.len, 2);
    assert_true(check_line(&x) > N_FIRED * N_FIRED / 2);
    evict_all(&x, &map);
    assert_false(map.moves_markings);
    (void)check_line(&x);
    compact_finish(&map);
    end(&x);
}

MODULE(cutoff_sweep)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_say_what_evicted_events_said),
        cmocka_unit_test(without_keys_entries_go_with_their_events),
        cmocka_unit_test(a_full_table_loses_entries),
        cmocka_unit_test(a_sweep_leaves_what_entries_need),
        cmocka_unit_test(keys_hold_large_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
