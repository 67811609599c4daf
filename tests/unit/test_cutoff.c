/* The marking table against a list of everything that was entered into it. */
#include "test.h"

#include "engine/unfolding/cutoff.h"
#include "es_fixture.h"

enum { N_NETS = 48 };

/* Everything entered: local configurations of events, and visited ones. */
struct offer {
    es_event_list events; /* of the configuration */
    event_id event;       /* with this local configuration, or EVENT_NONE */
    bits_word marking;
};

struct table {
    struct es_fixture fixture;
    struct random random;
    struct order order;
    struct cutoff cutoff;
    struct es_past_walk walk;
    VEC(struct offer) offers;
};

static struct es_span span(const struct offer *offer)
{
    return (struct es_span){offer->events.at, offer->events.len};
}

static void offer_event(struct table *t, event_id e)
{
    const struct es_span self = {&e, e != EVENT_BOTTOM};
    const struct es_span past = es_past(t->fixture.es, &t->walk, self);
    const uint32_t mark = t->fixture.es->events.at[e].marking;
    struct offer offer = {.event = e,
                          .marking = es_fixture_word(&t->fixture, mark)};

    for (uint32_t i = 0; i < past.len; i++)
        vec_push(&offer.events, past.at[i]);
    vec_push(&t->offers, offer);
}

static void begin(struct table *t, uint32_t i, enum engine_order kind,
                  uint64_t limit)
{
    *t = (struct table){0};
    random_init(&t->random, i);
    es_fixture_draw(&t->fixture, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
    order_init(&t->order, kind, t->fixture.es);
    cutoff_init(&t->cutoff, t->fixture.es, &t->order, limit);
    offer_event(t, EVENT_BOTTOM);
    for (uint32_t k = 0; k < t->fixture.x.found.len; k++) {
        cutoff_add(&t->cutoff, t->fixture.x.found.at[k].event);
        offer_event(t, t->fixture.x.found.at[k].event);
    }
}

static void end(struct table *t)
{
    for (uint32_t i = 0; i < t->offers.len; i++)
        vec_free(&t->offers.at[i].events);
    vec_free(&t->offers);
    es_past_finish(&t->walk);
    cutoff_finish(&t->cutoff);
    order_finish(&t->order);
    es_fixture_finish(&t->fixture);
}

/* Is a smaller than b, comparing only sizes, Parikh vectors as well, or
 * everything? */
enum depth { BY_SIZE, BY_PARIKH, BY_ALL };

static bool smaller(struct table *t, const struct offer *a,
                    const struct offer *b, enum depth depth)
{
    if (a->events.len != b->events.len)
        return a->events.len < b->events.len;
    if (depth == BY_SIZE)
        return false;
    order_load(&t->order, &t->order.a, span(a));
    order_load(&t->order, &t->order.b, span(b));
    return (depth == BY_PARIKH ? order_decide_parikh(&t->order)
                               : order_decide(&t->order)) < 0;
}

/* Does an entry beat [e]: any entry, or one of an event? */
static bool beaten(struct table *t, const struct offer *e, bool by_event,
                   enum depth depth)
{
    for (uint32_t i = 0; i < t->offers.len; i++) {
        const struct offer *const offer = &t->offers.at[i];

        if (offer->marking == e->marking &&
            (!by_event || offer->event != EVENT_NONE) &&
            smaller(t, offer, e, depth))
            return true;
    }
    return false;
}

/* -- Exactness -- */

static void visit(struct table *t)
{
    const struct config *const c = &t->fixture.c;
    struct offer offer = {.event = EVENT_NONE,
                          .marking = es_fixture_marking_word(&t->fixture)};
    uint32_t marking;

    for (uint32_t pos = 1; pos < config_len(c); pos++)
        vec_push(&offer.events, config_at(c, pos));
    if (cutoff_is_full(&t->cutoff)) {
        markings_open(&t->fixture.es->markings, 0);
        for (uint32_t i = 0; i < offer.events.len; i++)
            markings_step(&t->fixture.es->markings,
                          t->fixture.es->events.at[offer.events.at[i]].trans);
        marking = markings_close(&t->fixture.es->markings, true);
    } else {
        marking = es_fixture_number(&t->fixture);
    }
    if (marking != MARKINGS_NONE)
        cutoff_visit(&t->cutoff, marking, span(&offer));
    vec_push(&t->offers, offer);
}

/* One step of a walk: pops, or pushes and enters new configurations. */
static void step(struct table *t, bool visits)
{
    struct es_fixture *const s = &t->fixture;

    if (!s->c.n_en || (config_size(&s->c) && random_chance(&t->random, 35))) {
        if (config_size(&s->c))
            es_fixture_pop(s);
        cutoff_key_leave(&t->cutoff.keys, config_size(&s->c));
        return;
    }
    assert_true(es_fixture_push(s, es_fixture_pick(s, &t->random)));
    for (uint32_t i = 0; i < s->x.found.len; i++)
        if (s->x.found.at[i].created) {
            cutoff_add(&t->cutoff, s->x.found.at[i].event);
            offer_event(t, s->x.found.at[i].event);
        }
    if (visits)
        visit(t);
}

static uint32_t compare_flags(struct table *t, bool visits)
{
    uint32_t n_cut = 0;

    for (uint32_t i = 0; i < t->offers.len; i++) {
        const struct offer *const e = &t->offers.at[i];
        bool cut;

        if (e->event == EVENT_NONE)
            continue;
        cut = cutoff_has(&t->cutoff, e->event);
        n_cut += cut;
        if (!visits)
            assert_int_equal(cut, beaten(t, e, true, BY_ALL));
        if (cut)
            assert_true(beaten(t, e, false, BY_ALL));
        else
            assert_false(beaten(t, e, false, BY_PARIKH) ||
                         beaten(t, e, true, BY_ALL));
    }
    assert_int_equal(t->cutoff.n_cutoffs, n_cut);
    return n_cut;
}

static uint32_t compare_all(bool visits)
{
    uint32_t n_cut = 0;

    for (uint32_t i = 0; i < N_NETS; i++) {
        struct table t;

        begin(&t, i, (enum engine_order)(i / ES_FIXTURE_RELATIONS % 3), 0);
        for (uint32_t k = 0; k < 60 && t.fixture.es->events.len < 120; k++) {
            step(&t, visits);
            if (k % 10 == 0)
                (void)compare_flags(&t, visits);
        }
        n_cut += compare_flags(&t, visits);
        end(&t);
    }
    return n_cut;
}

static void events_are_cut_by_smaller_events_and_no_others(void **state)
{
    (void)state;
    assert_true(compare_all(false) > 200);
}

static void visited_configurations_cut_too(void **state)
{
    const uint32_t by_events = compare_all(false);

    (void)state;
    assert_true(compare_all(true) > by_events);
}

/* -- Entries -- */

static bool is_first(const struct table *t, uint32_t i, bool events_only)
{
    for (uint32_t j = 0; j < i; j++)
        if (t->offers.at[j].marking == t->offers.at[i].marking &&
            (!events_only || t->offers.at[j].event != EVENT_NONE))
            return false;
    return true;
}

static uint32_t count_marks(const struct table *t, bool events_only)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->offers.len; i++)
        n += (!events_only || t->offers.at[i].event != EVENT_NONE) &&
             is_first(t, i, events_only);
    return n;
}

static void there_is_an_entry_for_each_marking(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct table t;

        begin(&t, i, ORDER_FOATA, 0);
        for (uint32_t k = 0; k < 80; k++)
            step(&t, true);
        assert_int_equal(t.cutoff.n_entries, count_marks(&t, false));
        end(&t);
    }
}

/* A full table may improve entries but adds no new marking, except those of
 * events. */
static void a_full_table_takes_no_new_node(void **state)
{
    uint32_t n_refused = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        const uint64_t limit = 1 + i % 7;
        struct table t;

        begin(&t, i, ORDER_FOATA, limit);
        for (uint32_t k = 0; k < 80; k++) {
            const uint64_t before = t.cutoff.n_entries;
            const uint32_t n_markings = count_marks(&t, true);

            step(&t, true);
            if (before >= limit)
                assert_true(t.cutoff.n_entries - before <=
                            count_marks(&t, true) - n_markings);
        }
        assert_true(t.cutoff.n_entries >= count_marks(&t, true));
        assert_true(t.cutoff.n_entries <= limit ||
                    t.cutoff.n_entries <= count_marks(&t, true) + limit);
        n_refused += t.cutoff.n_entries < count_marks(&t, false);
        for (uint32_t k = 0; k < t.offers.len; k++)
            if (t.offers.at[k].event != EVENT_NONE &&
                cutoff_has(&t.cutoff, t.offers.at[k].event))
                assert_true(beaten(&t, &t.offers.at[k], false, BY_ALL));
        end(&t);
    }
    assert_true(n_refused > 10);
}

/* Is it the configuration of that node, label by label? */
static bool is_node(struct table *t, uint32_t node, const struct offer *offer)
{
    order_labels *const a = &t->order.a, *const b = &t->order.b;

    vec_clear(a);
    for (; node; node = t->cutoff.keys.nodes.at[node].parent)
        vec_push(a, order_label(t->cutoff.keys.nodes.at[node].level,
                                t->cutoff.keys.nodes.at[node].trans));
    order_load(&t->order, b, span(offer));
    order_sort(a);
    order_sort(b);
    return a->len == b->len &&
           (!a->len || !memcmp(a->at, b->at, a->len * sizeof *a->at));
}

static bool was_offered(struct table *t, uint32_t mark)
{
    const struct cutoff_entry *const entry = &t->cutoff.entries.at[mark];
    const event_id event =
        entry->key.kind == CUTOFF_KEY_EVENT ? entry->key.at : EVENT_NONE;

    for (uint32_t i = 0; i < t->offers.len; i++) {
        const struct offer *const offer = &t->offers.at[i];

        if (offer->marking == es_fixture_word(&t->fixture, mark) &&
            offer->event == event && offer->events.len == entry->key.size &&
            (event != EVENT_NONE || is_node(t, entry->key.at, offer)))
            return true;
    }
    return false;
}

/* Paths share the prefixes of the walk, and still give each configuration. */
static void entries_are_configurations_that_were_offered(void **state)
{
    uint32_t n_nodes = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct table t;

        begin(&t, i, (enum engine_order)(i % 3), 0);
        for (uint32_t k = 0; k < 80; k++)
            step(&t, true);
        for (uint32_t mark = 0; mark < t.cutoff.entries.len; mark++)
            if (t.cutoff.entries.at[mark].key.kind != CUTOFF_KEY_NONE) {
                assert_true(was_offered(&t, mark));
                n_nodes +=
                    t.cutoff.entries.at[mark].key.kind == CUTOFF_KEY_PATH;
            }
        end(&t);
    }
    assert_true(n_nodes > 50);
}

/* -- Companions -- */

/* A table under a total order, with some events. */
static void begin_filled(struct table *t, uint32_t i)
{
    begin(t, i, ORDER_FOATA, 0);
    for (uint32_t k = 0; k < 60; k++)
        step(t, false);
}

static void a_companion_is_smaller_and_reaches_the_same_marking(void **state)
{
    uint32_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct table t;

        begin_filled(&t, i);
        for (uint32_t k = 0; k < t.offers.len; k++) {
            const struct offer *const e = &t.offers.at[k];
            const event_id other = cutoff_companion(&t.cutoff, e->event);
            const bool cut = cutoff_has(&t.cutoff, e->event);

            assert_int_equal(other != EVENT_NONE, cut); /* foata is total */
            if (!cut)
                continue;
            n++;
            for (uint32_t j = 0; j < t.offers.len; j++)
                if (t.offers.at[j].event == other) {
                    assert_int_equal(t.offers.at[j].marking, e->marking);
                    assert_true(smaller(&t, &t.offers.at[j], e, BY_ALL));
                }
        }
        end(&t);
    }
    assert_true(n > 200);
}

static void coming_back_to_the_start_is_a_cutoff_of_bottom(void **state)
{
    struct net *const net = test_net("p* q | a: p > q | b: q > p");
    struct table t = {0};

    (void)state;
    es_fixture_init(&t.fixture, net, dep_create(net, DEP_READ));
    order_init(&t.order, ORDER_SIZE, t.fixture.es);
    cutoff_init(&t.cutoff, t.fixture.es, &t.order, 0);
    assert_int_equal(t.cutoff.n_entries, 1);
    es_fixture_fire(&t.fixture, "a");
    cutoff_add(&t.cutoff, 1);
    cutoff_add(&t.cutoff, 2);
    assert_false(cutoff_has(&t.cutoff, 1));
    assert_true(cutoff_has(&t.cutoff, 2));
    assert_int_equal(cutoff_companion(&t.cutoff, 2), EVENT_BOTTOM);
    assert_int_equal(cutoff_companion(&t.cutoff, 1), EVENT_NONE);
    end(&t);
}

/* A visited configuration has no event to refer to. */
static void a_visited_configuration_is_no_companion(void **state)
{
    struct net *const net = test_net("p* q r* s | a: p > q | b: r > s | "
                                     "c: q s > p r | d: p > q");
    struct table t = {0};
    es_event_list trail = {0};

    (void)state;
    es_fixture_init(&t.fixture, net, dep_create(net, DEP_READ));
    order_init(&t.order, ORDER_FOATA, t.fixture.es);
    cutoff_init(&t.cutoff, t.fixture.es, &t.order, 0);
    es_fixture_fire(&t.fixture, "a");
    vec_push(&trail, config_at(&t.fixture.c, 1));

    /* d reaches the marking of a, which is smaller and was visited. */
    cutoff_visit(&t.cutoff, es_fixture_number(&t.fixture),
                 (struct es_span){trail.at, trail.len});
    es_fixture_reset(&t.fixture);

    const event_id d = es_fixture_enabled(&t.fixture, 3);

    for (event_id e = 1; e <= d; e++)
        cutoff_add(&t.cutoff, e);
    assert_true(cutoff_has(&t.cutoff, d));
    assert_int_equal(cutoff_companion(&t.cutoff, d), EVENT_NONE);
    vec_free(&trail);
    end(&t);
}

/* -- Foresight -- */

static void a_smaller_entry_is_foreseen(void **state)
{
    uint32_t n_foreseen = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct table t;

        begin_filled(&t, i);
        for (uint32_t k = 1; k < t.offers.len; k++) {
            const event_id e = t.offers.at[k].event;
            const bool foreseen = cutoff_foresee(&t.cutoff, e);

            assert_int_equal(foreseen,
                             beaten(&t, &t.offers.at[k], false, BY_SIZE));
            assert_int_equal(foreseen, cutoff_was_foreseen(&t.cutoff, e));
            assert_int_equal(foreseen, cutoff_has(&t.cutoff, e));
            n_foreseen += foreseen;
        }
        end(&t);
    }
    assert_true(n_foreseen > 0);
}

MODULE(cutoff)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smaller_entry_is_foreseen),
        cmocka_unit_test(events_are_cut_by_smaller_events_and_no_others),
        cmocka_unit_test(visited_configurations_cut_too),
        cmocka_unit_test(there_is_an_entry_for_each_marking),
        cmocka_unit_test(a_full_table_takes_no_new_node),
        cmocka_unit_test(entries_are_configurations_that_were_offered),
        cmocka_unit_test(a_companion_is_smaller_and_reaches_the_same_marking),
        cmocka_unit_test(coming_back_to_the_start_is_a_cutoff_of_bottom),
        cmocka_unit_test(a_visited_configuration_is_no_companion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
