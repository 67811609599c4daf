/* The orders agree with their definitions and are adequate. */
#include "test.h"

#include "engine/unfolding/order.h"
#include "es_fixture.h"

enum { N_NETS = 40, N_SETS = 40, MAX_EVENTS = 64 };

static const enum engine_order kinds[] = {ORDER_SIZE, ORDER_PARIKH,
                                          ORDER_FOATA};

/* A configuration: its events in the order of a run, and its marking. */
struct set {
    es_event_list events;
    bits_word marking;
};

static struct es_span span(const struct set *set)
{
    return (struct es_span){set->events.at, set->events.len};
}

/* The configuration of the fixture. */
static struct set here(const struct es_fixture *s)
{
    struct set set = {.marking = es_fixture_marking_word(s)};

    assert_true(net_place_count(s->net) <= 64 + 128);
    for (uint32_t pos = 1; pos < config_len(&s->c); pos++)
        vec_push(&set.events, config_at(&s->c, pos));
    return set;
}

static void go(struct es_fixture *s, const struct set *set)
{
    es_fixture_reset(s);
    for (uint32_t i = 0; i < set->events.len; i++)
        assert_true(es_fixture_push(s, set->events.at[i]));
}

/* -- By definition -- */

/* The longest chain to each event of a configuration, from the pasts alone. */
static uint32_t level_of(const struct es_fixture *s, struct es_past_walk *walk,
                         event_id e)
{
    const struct es_span past = es_past(s->es, walk, (struct es_span){&e, 1});
    uint32_t level[MAX_EVENTS] = {0}, best = 0;
    event_id copy[MAX_EVENTS];

    assert_true(past.len <= MAX_EVENTS);
    memcpy(copy, past.at, past.len * sizeof *copy);

    const uint32_t n = past.len;

    for (uint32_t i = 0; i < n; i++) {
        (void)es_past(s->es, walk, (struct es_span){&copy[i], 1});
        for (uint32_t j = 0; j < i; j++)
            if (es_past_has(walk, copy[j]) && level[j] > level[i])
                level[i] = level[j];
        level[i]++;
        best = level[i];
    }
    return best;
}

/* The number of events of the set with transition t on this level (0: any). */
static uint32_t occurrences(const struct es_fixture *s, const struct set *set,
                            const uint32_t *levels, trans_id t, uint32_t level)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < set->events.len; i++)
        n += s->es->events.at[set->events.at[i]].trans == t &&
             (!level || levels[i] == level);
    return n;
}

/* The number of events of the set on this level (0: any). */
static uint32_t on_level(const struct set *set, const uint32_t *levels,
                         uint32_t level)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < set->events.len; i++)
        n += !level || levels[i] == level;
    return n;
}

struct levels {
    uint32_t at[MAX_EVENTS];
};

static struct levels levels_of(const struct es_fixture *s,
                               const struct set *set)
{
    struct es_past_walk walk = {0};
    struct levels levels;

    assert_true(set->events.len <= MAX_EVENTS);
    for (uint32_t i = 0; i < set->events.len; i++)
        levels.at[i] = level_of(s, &walk, set->events.at[i]);
    es_past_finish(&walk);
    return levels;
}

/* The literal definition. */
static int compare(const struct es_fixture *s, enum engine_order kind,
                   const struct set *a, const struct set *b)
{
    const struct levels la = levels_of(s, a), lb = levels_of(s, b);
    const uint32_t deepest = kind == ORDER_FOATA ? a->events.len : 0;

    if (kind == ORDER_SIZE)
        return 0;
    for (uint32_t level = 0; level <= deepest; level++) {
        const uint32_t on_a = on_level(a, la.at, level);
        const uint32_t on_b = on_level(b, lb.at, level);

        if (on_a != on_b)
            return on_a < on_b ? -1 : 1;
        for (trans_id t = 0; t < s->compiled->n_trans; t++) {
            const uint32_t in_a = occurrences(s, a, la.at, t, level);
            const uint32_t in_b = occurrences(s, b, lb.at, t, level);

            if (in_a != in_b)
                return in_a > in_b ? -1 : 1;
        }
    }
    return 0;
}

static bool same(const struct set *a, const struct set *b)
{
    for (uint32_t i = 0; i < a->events.len; i++) {
        bool found = false;

        for (uint32_t j = 0; j < b->events.len; j++)
            found = found || a->events.at[i] == b->events.at[j];
        if (!found)
            return false;
    }
    return a->events.len == b->events.len;
}

/* -- Many pairs -- */

struct pairs {
    struct es_fixture fixture;
    struct random random;
    struct order orders[3];
    struct set sets[N_SETS];
};

static void begin(struct pairs *p, uint32_t i)
{
    struct es_fixture *const s = &p->fixture;

    random_init(&p->random, i);
    es_fixture_draw(s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
    for (uint32_t k = 0; k < 3; k++)
        order_init(&p->orders[k], kinds[k], s->es);
    for (uint32_t k = 0; k < N_SETS; k++) {
        es_fixture_walk(s, &p->random, 3 + random_below(&p->random, 4));
        p->sets[k] = here(s);
    }
}

static void end(struct pairs *p)
{
    for (uint32_t k = 0; k < N_SETS; k++)
        vec_free(&p->sets[k].events);
    for (uint32_t k = 0; k < 3; k++)
        order_finish(&p->orders[k]);
    es_fixture_finish(&p->fixture);
}

static void compare_pair(struct pairs *p, const struct set *a,
                         const struct set *b, uint32_t *counts)
{
    if (a->events.len != b->events.len)
        return;
    for (uint32_t k = 0; k < 3; k++) {
        const int sign = order_compare(&p->orders[k], span(a), span(b));

        assert_int_equal(sign, compare(&p->fixture, kinds[k], a, b));
        counts[k] += sign != 0;
    }
}

static void orders_are_as_defined(void **state)
{
    uint32_t counts[3] = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct pairs p;

        begin(&p, i);
        for (uint32_t a = 0; a < N_SETS; a++)
            for (uint32_t b = 0; b < a; b++)
                compare_pair(&p, &p.sets[a], &p.sets[b], counts);
        end(&p);
    }
    assert_int_equal(counts[0], 0);
    assert_true(counts[1] > 1000);
    assert_true(counts[2] > counts[1] + 100);
}

static void orders_are_antisymmetric_and_transitive(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct pairs p;

        begin(&p, i);
        for (uint32_t n = 0; n < 4000; n++) {
            const struct set *const a =
                &p.sets[random_below(&p.random, N_SETS)];
            const struct set *const b =
                &p.sets[random_below(&p.random, N_SETS)];
            const struct set *const c =
                &p.sets[random_below(&p.random, N_SETS)];
            struct order *const order = &p.orders[n % 3];

            if (a->events.len != b->events.len ||
                b->events.len != c->events.len)
                continue;

            const int ab = order_compare(order, span(a), span(b));
            const int bc = order_compare(order, span(b), span(c));
            const int ac = order_compare(order, span(a), span(c));

            assert_int_equal(order_compare(order, span(b), span(a)), -ab);
            if (ab <= 0 && bc <= 0)
                assert_int_equal(ac, ab < 0 || bc < 0 ? -1 : 0);
        }
        end(&p);
    }
}

static void foata_is_total(void **state)
{
    uint32_t n_different = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct pairs p;

        begin(&p, i);
        for (uint32_t a = 0; a < N_SETS; a++)
            for (uint32_t b = 0; b < a; b++) {
                const struct set *const x = &p.sets[a], *const y = &p.sets[b];
                const bool equal = same(x, y);

                if (x->events.len != y->events.len)
                    continue;
                assert_int_equal(
                    order_compare(&p.orders[2], span(x), span(y)) == 0, equal);
                n_different += !equal;
            }
        end(&p);
    }
    assert_true(n_different > 1000);
}

/* The events of a that are not in b. */
static struct set without(const struct set *a, const struct set *b)
{
    struct set rest = {0};

    for (uint32_t i = 0; i < a->events.len; i++) {
        bool found = false;

        for (uint32_t j = 0; j < b->events.len; j++)
            found = found || a->events.at[i] == b->events.at[j];
        if (!found)
            vec_push(&rest.events, a->events.at[i]);
    }
    return rest;
}

static int compare_parikh(struct order *order, struct es_span a,
                          struct es_span b)
{
    order_load(order, &order->a, a);
    order_load(order, &order->b, b);
    return order_decide_parikh(order);
}

static void common_events_may_be_left_out(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct pairs p;

        begin(&p, i);
        for (uint32_t n = 0; n < 500; n++) {
            const struct set *const a =
                &p.sets[random_below(&p.random, N_SETS)];
            const struct set *const b =
                &p.sets[random_below(&p.random, N_SETS)];
            struct set only_a = without(a, b), only_b = without(b, a);
            struct order *const order = &p.orders[n % 3];

            if (a->events.len == b->events.len) {
                assert_int_equal(
                    order_compare(order, span(&only_a), span(&only_b)),
                    order_compare(order, span(a), span(b)));
                assert_int_equal(
                    compare_parikh(order, span(&only_a), span(&only_b)),
                    compare_parikh(order, span(a), span(b)));
            }
            vec_free(&only_a.events);
            vec_free(&only_b.events);
        }
        end(&p);
    }
}

static void the_parikh_part_is_that_of_parikh(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct pairs p;

        begin(&p, i);
        for (uint32_t a = 1; a < N_SETS; a++) {
            const struct set *const x = &p.sets[a], *const y = &p.sets[a - 1];
            const int parikh = compare(&p.fixture, ORDER_PARIKH, x, y);

            if (x->events.len != y->events.len)
                continue;
            for (uint32_t k = 0; k < 3; k++)
                assert_int_equal(compare_parikh(&p.orders[k], span(x), span(y)),
                                 k ? parikh : 0);
        }
        end(&p);
    }
}

/* -- Adequacy -- */

/* a and b lead to the same marking: the same run from there extends both. */
static void extend_both(struct pairs *p, const struct set *a,
                        const struct set *b)
{
    trans_id run[4];
    uint32_t n = 0;
    struct set more_a, more_b;

    go(&p->fixture, a);
    for (event_id e; n < 4 && (e = es_fixture_pick(&p->fixture, &p->random)) !=
                                  EVENT_NONE;) {
        run[n++] = p->fixture.es->events.at[e].trans;
        assert_true(es_fixture_push(&p->fixture, e));
    }
    more_a = here(&p->fixture);
    go(&p->fixture, b);
    for (uint32_t i = 0; i < n; i++)
        assert_true(es_fixture_push(&p->fixture,
                                    es_fixture_enabled(&p->fixture, run[i])));
    more_b = here(&p->fixture);
    for (uint32_t k = 0; k < 3; k++)
        assert_int_equal(
            order_compare(&p->orders[k], span(a), span(b)),
            order_compare(&p->orders[k], span(&more_a), span(&more_b)));
    vec_free(&more_a.events);
    vec_free(&more_b.events);
}

static void equal_extensions_preserve_the_order(void **state)
{
    uint32_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct pairs p;

        begin(&p, i);
        for (uint32_t a = 0; a < N_SETS; a++)
            for (uint32_t b = 0; b < a; b++)
                if (p.sets[a].events.len == p.sets[b].events.len &&
                    p.sets[a].marking == p.sets[b].marking) {
                    extend_both(&p, &p.sets[a], &p.sets[b]);
                    n++;
                }
        end(&p);
    }
    assert_true(n > 1000);
}

/* A call leaves no traces for later ones. */
static void counters_are_zero_between_calls(void **state)
{
    struct pairs p;

    (void)state;
    begin(&p, 9);
    for (uint32_t a = 1; a < N_SETS; a++) {
        (void)compare_parikh(&p.orders[2], span(&p.sets[a]),
                             span(&p.sets[a - 1]));
        for (trans_id t = 0; t < p.fixture.compiled->n_trans; t++)
            assert_int_equal(p.orders[2].count[t], 0);
    }
    end(&p);
}

MODULE(order)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_as_defined),
        cmocka_unit_test(orders_are_antisymmetric_and_transitive),
        cmocka_unit_test(foata_is_total),
        cmocka_unit_test(common_events_may_be_left_out),
        cmocka_unit_test(the_parikh_part_is_that_of_parikh),
        cmocka_unit_test(equal_extensions_preserve_the_order),
        cmocka_unit_test(counters_are_zero_between_calls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
