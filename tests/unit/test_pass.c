/* What a pass met and explored, against lists that are begun anew with every
 * pass; figures count what was evicted. */
#include "test.h"

#include "engine/por/pass.h"
#include "random_walk.h"

enum { N_NETS = 80, N_STEPS = 200 };

/* Of an event: the words of pass.h, by the test's own hand. */
struct noted {
    bool met, explored;
};

struct trial {
    struct random_walk r;
    struct order order;
    struct cutoff cutoff;
    struct cutoff_sweep sweep;
    struct pass pass;
    VEC(struct noted) noted; /* by event */
    uint64_t evicted_explored, evicted_cutoffs;
    uint32_t n_again, n_gone; /* met a second time in a pass; evicted */
};

static bool is_cutoff(const struct trial *t, event_id e)
{
    return t->noted.at[e].met && !t->noted.at[e].explored &&
           cutoff_has(&t->cutoff, e);
}

static void meet(void *self, event_id e, bool created)
{
    const struct noted none = {false, false};
    struct trial *const t = self;

    if (created) {
        vec_push(&t->noted, none);
        cutoff_add(&t->cutoff, e);
        pass_add(&t->pass, e);
    }
    t->n_again += t->noted.at[e].met;
    assert_int_equal(pass_meet(&t->pass, e), !t->noted.at[e].met);
    t->noted.at[e].met = true;
}

static void compare(const struct trial *t)
{
    bits_word *const events = pass_events(&t->pass, false);
    bits_word *const cutoffs = pass_events(&t->pass, true);
    uint64_t n_explored = t->evicted_explored, n_cutoffs = t->evicted_cutoffs;
    uint64_t explored = 0, closed = 0;

    assert_int_equal(t->noted.len, t->r.s.es->events.len);
    for (event_id e = 1; e < t->noted.len; e++) {
        const struct noted noted = t->noted.at[e];

        assert_int_equal(pass_has(&t->pass, e), noted.met);
        assert_int_equal(pass_has_explored(&t->pass, e), noted.explored);
        assert_int_equal(pass_has_cutoff(&t->pass, e), is_cutoff(t, e));
        assert_int_equal(bits_has(events, e), noted.met);
        assert_int_equal(bits_has(cutoffs, e), is_cutoff(t, e));
        n_explored += noted.explored;
        n_cutoffs += is_cutoff(t, e);
    }
    assert_false(bits_has(events, EVENT_BOTTOM));
    pass_count(&t->pass, &explored, &closed);
    assert_int_equal(explored, n_explored);
    assert_int_equal(closed, n_cutoffs);
    mem_free(events);
    mem_free(cutoffs);
}

static void evict(struct trial *t, struct compact_map *map)
{
    uint32_t n = 0;

    random_walk_keep(&t->r, map, 40);
    for (event_id e = 1; e < t->noted.len; e++)
        if (!map->keep_event.at[e]) {
            t->n_gone++;
            t->evicted_explored += t->noted.at[e].explored;
            t->evicted_cutoffs += is_cutoff(t, e);
        }
    pass_release(&t->pass, map);
    cutoff_sweep_release(&t->sweep, map, true);
    random_walk_compact(&t->r, map);
    cutoff_sweep_renumber(&t->sweep, map);
    pass_renumber(&t->pass, map);
    for (event_id e = 0; e < map->keep_event.len; e++)
        if (map->keep_event.at[e])
            t->noted.at[n++] = t->noted.at[e];
    vec_cut(&t->noted, n);
}

/* The next pass: all that was noted is forgotten. */
static void start_pass(struct trial *t)
{
    pass_start(&t->pass);
    t->evicted_explored = t->evicted_cutoffs = 0;
    for (event_id e = 0; e < t->noted.len; e++)
        t->noted.at[e] = (struct noted){false, false};
}

/* A push explores an event of the pass; steps of the walk that go back are as
 * good as any. */
static void step(struct trial *t)
{
    const uint32_t size = config_size(&t->r.s.c);
    event_id e;

    random_walk_step(&t->r);
    if (config_size(&t->r.s.c) <= size)
        return;
    e = config_at(&t->r.s.c, config_len(&t->r.s.c) - 1);
    if (!t->noted.at[e].met)
        return; /* met in an earlier pass; the exploration begins again then */
    pass_explore(&t->pass, e);
    t->noted.at[e].explored = true;
}

static void begin(struct trial *t, uint32_t i)
{
    const struct noted none = {false, false};

    *t = (struct trial){0};
    random_walk_draw(&t->r, i, 2);
    order_init(&t->order, ORDER_SIZE, t->r.s.es);
    cutoff_init(&t->cutoff, t->r.s.es, &t->order, 0);
    t->sweep = (struct cutoff_sweep){.cutoff = &t->cutoff};
    t->r.alt.cutoff = &t->cutoff;
    pass_init(&t->pass, &t->cutoff);
    vec_push(&t->noted, none);
    start_pass(t);
    random_walk_start(&t->r, (struct random_walk_hooks){meet, t});
}

static void end(struct trial *t)
{
    vec_free(&t->pass.events);
    vec_free(&t->noted);
    vec_free(&t->sweep.touched);
    cutoff_finish(&t->cutoff);
    order_finish(&t->order);
    random_walk_finish(&t->r);
}

static void a_pass_knows_what_it_met_and_explored(void **state)
{
    struct compact_map map = {0};
    uint32_t n_again = 0, n_gone = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct trial t;

        begin(&t, i);
        for (uint32_t k = 0; k < N_STEPS; k++) {
            step(&t);
            if (random_chance(&t.r.random, 4))
                start_pass(&t);
            if (random_chance(&t.r.random, 4))
                evict(&t, &map);
            compare(&t);
        }
        n_again += t.n_again;
        n_gone += t.n_gone;
        end(&t);
    }
    assert_true(n_again > 200 && n_gone > 500);
    compact_finish(&map);
}

MODULE(pass)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_knows_what_it_met_and_explored),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
