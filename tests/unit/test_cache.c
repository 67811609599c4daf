/* Passes of the cache: which events remain, which are evicted, and whether
 * evicted events are recognised later. */
#include "test.h"

#include "engine/por/cache.h"
#include "random_walk.h"

enum { N_NETS = SWEEP(120), N_STEPS = 50, N_PASSES = 6 };

struct caching {
    struct random_walk r;
    struct cache cache;
    struct terms terms;
    VEC(uint8_t) evicted; /* by term: was it ever evicted? */
    uint32_t n_evicted, n_again, n_new;
    bool comes_again; /* as the last cache_add() has found */
};

/* By term, after terms have been computed for the store. */
static uint8_t *was_evicted(struct caching *x, event_id e)
{
    while (x->evicted.len < x->terms.begin.len)
        vec_push(&x->evicted, 0);
    return &x->evicted.at[x->terms.of.at[e]];
}

static void meet(void *self, event_id e, bool created)
{
    struct caching *const x = self;
    const uint64_t n_rebuilt = x->cache.n_rebuilt;

    if (!created) {
        cache_use(&x->cache, e);
        return;
    }
    terms_look(&x->terms, x->r.s.es);
    cache_add(&x->cache, e);
    x->comes_again = x->cache.n_rebuilt > n_rebuilt;
    assert_int_equal(x->comes_again, *was_evicted(x, e));
    x->n_again += x->comes_again;
    x->n_new += !x->comes_again;
}

static void begin_with(struct caching *x, uint64_t bound, uint32_t chance)
{
    cache_init(&x->cache, x->r.s.es, &x->r.useful, bound, chance);
    random_walk_start(&x->r, (struct random_walk_hooks){meet, x});
}

static void begin(struct caching *x, uint64_t seed, uint32_t size,
                  uint64_t bound, uint32_t chance)
{
    *x = (struct caching){0};
    random_walk_draw(&x->r, seed, size);
    begin_with(x, bound, chance);
}

static void end(struct caching *x)
{
    assert_int_equal(x->cache.n_evicted, x->n_evicted);
    assert_int_equal(x->cache.n_rebuilt, x->n_again);
    vec_free(&x->evicted);
    terms_finish(&x->terms);
    cache_finish(&x->cache);
    random_walk_finish(&x->r);
}

/* The rest of a pass after cache_choose(). */
static void carry_out(struct caching *x)
{
    const struct compact_map *const map = &x->cache.map;
    VEC(uint32_t) used = {0};

    terms_look(&x->terms, x->r.s.es);
    for (event_id e = 0; e < x->r.s.es->events.len; e++)
        vec_push(&used, x->cache.used.at[e]);
    for (event_id e = 1; e < x->r.s.es->events.len; e++)
        if (!map->keep_event.at[e]) {
            *was_evicted(x, e) = 1;
            x->n_evicted++;
        }
    compact_start_markings(&x->cache.map, x->r.s.es);
    random_walk_compact(&x->r, &x->cache.map);
    cache_renumber(&x->cache);
    assert_int_equal(x->cache.used.len, x->r.s.es->events.len);
    assert_int_equal(x->cache.names.len, x->r.s.es->events.len);
    for (event_id e = 0; e < used.len; e++)
        if (map->keep_event.at[e])
            assert_int_equal(x->cache.used.at[map->event.at[e]], used.at[e]);
    vec_free(&used);
}

/* -- After a pass -- */

static uint32_t count_kept(const struct caching *x)
{
    uint32_t n = 0;

    for (event_id e = 1; e < x->r.s.es->events.len; e++)
        n += x->cache.map.keep_event.at[e];
    return n;
}

static bool is_kept(const struct caching *x, event_id e)
{
    return x->cache.map.keep_event.at[e];
}

/* U remains, and each event remains with its causes. */
static void check_kept(const struct caching *x)
{
    const struct es *const es = x->r.s.es;

    assert_true(is_kept(x, EVENT_BOTTOM));
    for (event_id e = 1; e < es->events.len; e++) {
        if (useful_events_has(&x->r.useful, e))
            assert_true(is_kept(x, e));
        for (uint32_t i = 0; i < es_use_count(es, e) && is_kept(x, e); i++)
            assert_true(is_kept(x, es->conds.at[es_uses(es, e)[i]].producer));
        for (uint32_t i = 0; i < es_reader_count(es, e) && is_kept(x, e); i++)
            assert_true(is_kept(x, es_readers(es, e)[i]));
    }
}

static void roam_on(struct caching *x, uint32_t n_steps)
{
    while (n_steps-- > 0)
        random_walk_step(&x->r);
}

static void without_a_cache_exactly_u_is_left(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct caching x;

        begin(&x, i, 2, i % 2 ? ENGINE_NO_CACHE : 0, 0);
        for (uint32_t k = 0; k < N_PASSES; k++) {
            roam_on(&x, N_STEPS);
            cache_choose(&x.cache);
            check_kept(&x);
            assert_int_equal(count_kept(&x), x.r.useful.n);
            carry_out(&x);
            assert_int_equal(x.r.s.es->events.len, x.r.useful.n + 1);
        }
        end(&x);
    }
}

static void what_is_chosen_at_random_is_closed(void **state)
{
    uint32_t n_cached = 0, n_gone = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct caching x;

        begin(&x, i, 3, 0, 1 + i % 9);
        for (uint32_t k = 0; k < N_PASSES; k++) {
            roam_on(&x, N_STEPS);
            if (!cache_is_due(&x.cache))
                continue;
            cache_choose(&x.cache);
            check_kept(&x);
            n_cached += count_kept(&x) - x.r.useful.n;
            n_gone += x.r.s.es->events.len - 1 - count_kept(&x);
            carry_out(&x);
        }
        end(&x);
    }
    assert_true(n_cached > SWEEP(300) && n_gone > SWEEP(1000));
}

/* The last use of e or of an event above it, by definition. */
static uint32_t last_use(const struct caching *x, struct es_past_walk *walk,
                         event_id e)
{
    uint32_t last = x->cache.used.at[e];

    for (event_id f = e + 1; f < x->r.s.es->events.len; f++) {
        if (x->cache.used.at[f] <= last)
            continue;
        (void)es_past(x->r.s.es, walk, (struct es_span){&f, 1});
        if (es_past_has(walk, e))
            last = x->cache.used.at[f];
    }
    return last;
}

/* Of G the most recently used events remain. */
static void check_ages(const struct caching *x, const uint32_t *ages)
{
    uint32_t youngest_gone = 0, oldest_kept = UINT32_MAX;

    for (event_id e = 1; e < x->r.s.es->events.len; e++) {
        if (useful_events_has(&x->r.useful, e))
            continue;
        if (is_kept(x, e) && ages[e] < oldest_kept)
            oldest_kept = ages[e];
        if (!is_kept(x, e) && ages[e] > youngest_gone)
            youngest_gone = ages[e];
    }
    assert_true(youngest_gone <= oldest_kept);
}

/* How many events may remain: as many as half of the bound holds, but at least
 * U. */
static uint32_t room_for(const struct caching *x)
{
    const uint32_t n = x->r.s.es->events.len;
    const uint64_t per_event = cache_bytes(&x->cache) / n + 1;
    const uint64_t room = x->cache.bound / 2 / per_event;

    if (room >= n - 1)
        return n - 1;
    return room > x->r.useful.n ? (uint32_t)room : x->r.useful.n;
}

static void the_most_recently_used_events_stay(void **state)
{
    uint32_t n_mixed = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS / 3; i++) {
        uint32_t ages[4096] = {0};
        struct es_past_walk walk = {0};
        struct caching x;
        uint32_t room;

        begin(&x, i, 2, 1, 0);
        for (uint32_t k = 0; k < N_PASSES; k++) {
            roam_on(&x, N_STEPS);
            assert_true(x.r.s.es->events.len < 4096);
            x.cache.bound = cache_bytes(&x.cache) * (1 + k % 3) / 2 + 1;
            for (event_id e = 1; e < x.r.s.es->events.len; e++)
                ages[e] = last_use(&x, &walk, e);
            room = room_for(&x);
            cache_choose(&x.cache);
            check_kept(&x);
            check_ages(&x, ages);
            assert_int_equal(count_kept(&x), room);
            n_mixed += count_kept(&x) > x.r.useful.n &&
                       count_kept(&x) + 1 < x.r.s.es->events.len;
            carry_out(&x);
        }
        es_past_finish(&walk);
        end(&x);
    }
    assert_true(n_mixed > SWEEP(30));
}

/* -- The bound -- */

/* Events in a line have the same size in memory and different times of use. */
static void grow_line(struct caching *x, uint32_t n)
{
    const trans_id n_trans = x->r.s.compiled->n_trans;

    while (n > 0)
        for (trans_id t = 0; t < n_trans && n > 0; t++)
            if (config_enabled(&x->r.s.c, t) != EVENT_NONE) {
                random_walk_push(&x->r, config_enabled(&x->r.s.c, t));
                n--;
            }
}

static void back_to_the_start(struct caching *x)
{
    while (x->r.d.len || config_size(&x->r.s.c))
        if (x->r.d.len && vec_top(&x->r.d)->depth == config_size(&x->r.s.c))
            random_walk_drop(&x->r);
        else
            random_walk_pop(&x->r);
}

static void begin_line(struct caching *x, uint64_t bound)
{
    struct net *const net = test_net("p* q | a: p > q | b: q > p");

    *x = (struct caching){0};
    random_walk_init(&x->r, net, dep_create(net, DEP_READ), 1);
    begin_with(x, bound, 0);
}

/* Longer and longer runs, each from the start. */
static void grow_till_due(struct caching *x)
{
    while (!cache_is_due(&x->cache)) {
        grow_line(x, x->r.s.es->events.len + 10);
        back_to_the_start(x);
    }
}

static void a_pass_leaves_half_of_the_bound(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        const uint64_t bound = (uint64_t)40000 << k;
        uint64_t before, per_event;
        struct caching x;

        begin_line(&x, bound);
        grow_till_due(&x);
        before = cache_bytes(&x.cache);
        per_event = before / x.r.s.es->events.len;
        assert_true(before > bound);
        cache_choose(&x.cache);
        check_kept(&x);
        assert_true(count_kept(&x) * per_event <= bound / 2);
        assert_true(count_kept(&x) * per_event > bound * 9 / 20);
        carry_out(&x);
        assert_true(cache_bytes(&x.cache) < bound * 3 / 5);
        assert_false(cache_is_due(&x.cache));
        end(&x);
    }
}

/* The end of the line has had no use since its creation. */
static void the_end_of_a_line_goes_first(void **state)
{
    struct caching x;
    uint32_t n;

    (void)state;
    begin_line(&x, 40000);
    grow_till_due(&x);
    n = x.r.s.es->events.len;
    cache_choose(&x.cache);
    for (event_id e = 1; e < n; e++)
        assert_int_equal(is_kept(&x, e), e <= count_kept(&x));
    carry_out(&x);
    assert_int_equal(x.n_again, 0);
    grow_line(&x, n - 1); /* creates one more event than before */
    assert_int_equal(x.n_again, x.n_evicted);
    assert_false(x.comes_again);
    end(&x);
}

static void what_u_needs_is_no_reason_for_a_pass(void **state)
{
    struct caching x;

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        begin_line(&x, i ? 1 : ENGINE_NO_CACHE);
        grow_line(&x, 2000);
        assert_int_equal(x.r.useful.n, 2001);
        assert_true(cache_bytes(&x.cache) > 100000);
        assert_false(cache_is_due(&x.cache));
        back_to_the_start(&x);
        assert_int_equal(x.r.useful.n, 1);
        assert_true(cache_is_due(&x.cache));
        cache_choose(&x.cache);
        assert_int_equal(count_kept(&x), 1);
        carry_out(&x);
        assert_false(cache_is_due(&x.cache));
        end(&x);
    }
}

static void a_store_below_its_bound_is_left_alone(void **state)
{
    struct caching x;

    (void)state;
    begin_line(&x, 1 << 30);
    grow_line(&x, 2000);
    back_to_the_start(&x);
    assert_false(cache_is_due(&x.cache));
    x.cache.bound = cache_bytes(&x.cache);
    assert_false(cache_is_due(&x.cache));
    x.cache.bound--;
    assert_true(cache_is_due(&x.cache));
    end(&x);
}

/* Only markings of events count. */
static void markings_count_if_they_are_those_of_events(void **state)
{
    struct caching x;
    uint64_t without;

    (void)state;
    begin_line(&x, 1 << 30);
    without = cache_bytes(&x.cache);
    x.cache.has_markings = true;
    assert_true(cache_bytes(&x.cache) >=
                without +
                    markings_count(&x.r.s.es->markings) * sizeof(bits_word));
    end(&x);
}

/* -- Recognising evicted events -- */

/* meet() does the comparison whenever an event is found. */
static void what_was_evicted_is_recognised(void **state)
{
    uint32_t n_again = 0, n_new = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct caching x;

        begin(&x, i, 1 + i / 4 % 4, 0, 0);
        for (uint32_t k = 0; k < 3 * N_PASSES; k++) {
            roam_on(&x, N_STEPS / 2);
            x.cache.chance = k % 2;
            cache_choose(&x.cache);
            carry_out(&x);
        }
        n_again += x.n_again;
        n_new += x.n_evicted ? x.n_new : 0;
        end(&x);
    }
    assert_true(n_again > SWEEP(1000) && n_new > SWEEP(3000));
}

MODULE(cache)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_cache_exactly_u_is_left),
        cmocka_unit_test(what_is_chosen_at_random_is_closed),
        cmocka_unit_test(the_most_recently_used_events_stay),
        cmocka_unit_test(a_pass_leaves_half_of_the_bound),
        cmocka_unit_test(the_end_of_a_line_goes_first),
        cmocka_unit_test(what_u_needs_is_no_reason_for_a_pass),
        cmocka_unit_test(a_store_below_its_bound_is_left_alone),
        cmocka_unit_test(markings_count_if_they_are_those_of_events),
        cmocka_unit_test(what_was_evicted_is_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
