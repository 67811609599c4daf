/* U equals its definition, after every step and every pass. */
#include "test.h"

#include "aborts.h"
#include "random_walk.h"

enum { N_NETS = 120, N_STEPS = 150, MOST_EVENTS = 60 };

/* -- Random steps -- */

/* Coverage of the test. */
struct seen {
    uint32_t outside;  /* events of the store outside U */
    uint32_t conflict; /* events of U that no search found and that are not in C
                          + D */
    uint32_t followed;
    uint32_t passes;
};

static bool was_found(const struct useful_events *h, event_id e)
{
    for (uint32_t i = 0; i < h->extensions.len; i++)
        if (h->extensions.at[i] == e)
            return true;
    return false;
}

static void count_seen(const struct random_walk *r, struct seen *seen)
{
    seen->outside += r->s.es->events.len - 1 - r->useful.n;
    seen->followed += r->followed.len > 0;
    for (event_id e = 1; e < r->s.es->events.len; e++)
        seen->conflict += useful_events_has(&r->useful, e) &&
                          !r->useful.events.at[e].member &&
                          !was_found(&r->useful, e);
}

static void make_pass(struct random_walk *r, struct compact_map *map)
{
    const uint32_t n = r->useful.n;

    random_walk_keep(r, map, random_below(&r->random, 3) * 30);
    if (random_chance(&r->random, 50))
        compact_start_markings(map, r->s.es);
    random_walk_compact(r, map);
    assert_int_equal(r->useful.n, n);
    random_walk_check(r);
    config_check(&r->s.c);
    es_past_check(r->s.es);
}

static void u_is_what_the_definition_says(void **state)
{
    struct seen seen = {0};
    struct compact_map map = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        const bool passes = i % 3 > 0;
        struct random_walk r;

        random_walk_draw(&r, i, 1 + i / 4 % 3);
        random_walk_start(&r, (struct random_walk_hooks){0});
        random_walk_check(&r);
        for (uint32_t k = 0; k < N_STEPS; k++) {
            random_walk_step(&r);
            random_walk_check(&r);
            count_seen(&r, &seen);
            if (passes && (r.s.es->events.len > MOST_EVENTS ||
                           random_chance(&r.random, 10))) {
                make_pass(&r, &map);
                seen.passes++;
            }
            if (r.s.es->events.len > MOST_EVENTS)
                break;
        }
        random_walk_finish(&r);
    }
    compact_finish(&map);
    assert_true(seen.outside > 10000 && seen.conflict > 3000);
    assert_true(seen.followed > 1000 && seen.passes > 300);
}

/* All reasons are removed: none remains, and every link is spare. */
static void nothing_is_useful_in_the_end(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        uint32_t n_spare = 0;
        struct random_walk r;

        random_walk_draw(&r, i, 2);
        random_walk_start(&r, (struct random_walk_hooks){0});
        for (uint32_t k = 0; k < N_STEPS; k++)
            random_walk_step(&r);
        while (r.followed.len)
            random_walk_unfollow(&r, 0);
        while (r.d.len || config_size(&r.s.c))
            if (r.d.len && vec_top(&r.d)->depth == config_size(&r.s.c))
                random_walk_drop(&r);
            else
                random_walk_pop(&r);
        useful_events_restart(&r.useful);
        assert_int_equal(r.useful.n, 0);
        assert_int_equal(r.useful.events.at[EVENT_BOTTOM].reasons, 1);
        for (event_id e = 1; e < r.s.es->events.len; e++)
            assert_false(useful_events_has(&r.useful, e));
        for (uint32_t at = r.useful.spare; at != UINT32_MAX;
             at = r.useful.links.at[at].next)
            n_spare++;
        assert_int_equal(n_spare, r.useful.links.len);
        random_walk_finish(&r);
    }
}

/* -- By hand -- */

static void begin(struct random_walk *r, const char *line)
{
    struct net *const net = test_net(line);

    random_walk_init(r, net, dep_create(net, DEP_READ), 1);
    random_walk_start(r, (struct random_walk_hooks){0});
}

/* 'a' is the enabled occurrence of transition 0. */
static event_id enabled(const struct random_walk *r, char letter)
{
    return es_fixture_enabled(&r->s, (trans_id)(letter - 'a'));
}

static void go(struct random_walk *r, char letter)
{
    random_walk_push(r, enabled(r, letter));
    random_walk_check(r);
}

static void back(struct random_walk *r)
{
    random_walk_pop(r);
    random_walk_check(r);
}

static void forget(struct random_walk *r)
{
    random_walk_drop(r);
    random_walk_check(r);
}

static void what_a_push_found_goes_with_it(void **state)
{
    struct random_walk r;

    (void)state;
    begin(&r, "p* q | a: p > q | b: q >");
    assert_int_equal(r.useful.n, 1);
    go(&r, 'a');
    assert_int_equal(r.useful.n, 2);

    const event_id b = enabled(&r, 'b');

    back(&r);
    assert_false(useful_events_has(&r.useful, b));
    assert_int_equal(r.useful.n, 1);
    forget(&r);
    go(&r, 'a');
    assert_int_equal(enabled(&r, 'b'), b);
    assert_true(useful_events_has(&r.useful, b));
    random_walk_finish(&r);
}

/* c needs b and conflicts with a. */
static void what_conflicts_with_d_is_useful(void **state)
{
    struct random_walk r;

    (void)state;
    begin(&r, "p* q* s | a: p > | b: q > s | c: p s >");
    assert_int_equal(r.useful.n, 2);
    go(&r, 'a');
    back(&r);
    go(&r, 'b');

    const event_id c = enabled(&r, 'c');

    assert_int_equal(r.useful.n, 3);
    back(&r); /* D = {a, b} */
    assert_true(useful_events_has(&r.useful, c));
    forget(&r); /* D = {a} */
    assert_true(useful_events_has(&r.useful, c));
    assert_int_equal(r.useful.n, 3);
    forget(&r);
    assert_false(useful_events_has(&r.useful, c));
    assert_int_equal(r.useful.n, 2);
    random_walk_finish(&r);
}

/* c conflicts with a and with b.  THEORY, Lemma 23: the reason that counts is
 * a, which stays longer. */
static void the_oldest_conflict_is_the_reason(void **state)
{
    struct random_walk r;

    (void)state;
    begin(&r, "p* q* k* s | a: p > | b: q > | e: k > s | c: s p q >");
    go(&r, 'a');
    back(&r);
    go(&r, 'b');
    back(&r);
    go(&r, 'c');

    const event_id c = enabled(&r, 'd');

    back(&r); /* D = {a, b, e} */
    forget(&r);
    assert_true(useful_events_has(&r.useful, c));
    forget(&r); /* D = {a} */
    assert_true(useful_events_has(&r.useful, c));
    assert_int_equal(r.useful.n, 4);
    forget(&r);
    assert_false(useful_events_has(&r.useful, c));
    assert_int_equal(r.useful.n, 3);
    random_walk_finish(&r);
}

/* The past of c conflicts with a: for c, b is the conflict. */
static void a_conflict_that_is_inherited_is_none(void **state)
{
    struct random_walk r;

    (void)state;
    begin(&r, "p* q* s | a: p q > | b: p > s | c: q s >");
    go(&r, 'a');
    back(&r);
    go(&r, 'b');
    assert_int_equal(r.useful.n, 3);
    back(&r); /* D = {a, b} */
    assert_int_equal(r.useful.n, 2);
    random_walk_finish(&r);
}

/* b and c read what a consumes: a after c alone conflicts with b, in D. */
static void
readers_conflict_with_a_consumer_that_does_not_follow_them(void **state)
{
    struct random_walk r;

    (void)state;
    begin(&r, "p* q* s* | a: p > | b: q ? p > | c: s ? p >");
    assert_int_equal(r.useful.n, 3);
    go(&r, 'b');
    assert_int_equal(r.useful.n, 4); /* a after b */
    back(&r);
    assert_int_equal(r.useful.n, 3);
    go(&r, 'c');

    const event_id a = enabled(&r, 'a'); /* after c */

    assert_int_equal(es_reader_count(r.s.es, a), 1);
    back(&r);
    assert_true(useful_events_has(&r.useful, a));
    assert_int_equal(r.useful.n, 4);
    forget(&r); /* D = {b} */
    assert_true(useful_events_has(&r.useful, a));
    forget(&r);
    assert_false(useful_events_has(&r.useful, a));
    assert_int_equal(r.useful.n, 3);
    random_walk_finish(&r);
}

/* Both u and x follow r, which reads what u consumes. */
static void a_reader_that_both_know_is_no_conflict(void **state)
{
    struct random_walk r;

    (void)state;
    begin(&r, "b* q* k* z* s w | a: z ? b > w | e: k > s | u: s b q > | "
              "x: w q >");
    go(&r, 'a');
    go(&r, 'd');
    back(&r); /* D = {x} */
    go(&r, 'b');

    const event_id u = enabled(&r, 'c');

    assert_int_equal(es_reader_count(r.s.es, u), 1);
    assert_int_equal(r.useful.n, 5); /* u without a too */
    back(&r);
    assert_true(useful_events_has(&r.useful, u));
    assert_int_equal(r.useful.n, 5);
    random_walk_finish(&r);
}

/* Both read b, without a conflict there; one of them reads what the other
 * consumes. */
static void a_conflict_behind_a_common_test_counts(void **state)
{
    static const char *const nets[] = {
        "b* c* k* z* s | a: k > s | u: s c ? b > | x: z ? b c >",
        "b* c* k* z* s | a: k > s | u: s ? b c > | x: z c ? b >",
    };

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        struct random_walk r;
        event_id u;

        begin(&r, nets[i]);
        go(&r, 'c');
        back(&r); /* D = {x} */
        go(&r, 'a');
        u = enabled(&r, 'b');
        back(&r);
        assert_true(useful_events_has(&r.useful, u));
        assert_int_equal(r.useful.n, 3);
        random_walk_finish(&r);
    }
}

/* u is far from C, and shares many conditions with x. */
static void a_conflict_may_be_far_away(void **state)
{
    static const char path[] = "abcd";
    struct random_walk r;
    event_id u;

    (void)state;
    begin(&r, "k* p* q* s* l m n o | a: k > l | b: l > m | c: m > n | "
              "d: n > o | u: p q s o > | x: p q s >");
    go(&r, 'f');
    back(&r); /* D = {x} */
    for (uint32_t i = 0; i < 4; i++)
        go(&r, path[i]);
    u = enabled(&r, 'e');
    assert_int_equal(r.s.es->events.at[u].size, 5);
    assert_int_equal(r.useful.n, 6);
    for (uint32_t i = 0; i < 4; i++) {
        back(&r);
        forget(&r);
        assert_true(useful_events_has(&r.useful, u));
    }
    forget(&r);
    assert_false(useful_events_has(&r.useful, u));
    assert_int_equal(r.useful.n, 2);
    random_walk_finish(&r);
}

/* The store has b and c; c is not useful. */
static void what_is_followed_is_useful_until_it_is_pushed(void **state)
{
    struct random_walk r;

    (void)state;
    begin(&r, "p* q | a: p > | b: p > q | c: q >");
    go(&r, 'b');

    const event_id b = config_at(&r.s.c, 1), c = enabled(&r, 'c');

    back(&r);
    forget(&r);
    assert_int_equal(r.useful.n, 2);
    go(&r, 'a');
    back(&r);
    random_walk_follow(&r, b);
    random_walk_follow(&r, c);
    random_walk_check(&r);
    assert_int_equal(r.useful.n, 3);
    random_walk_push(&r, b);
    random_walk_unfollow(&r, 0);
    random_walk_check(&r);
    assert_int_equal(r.useful.n, 3);
    random_walk_push(&r, c);
    random_walk_unfollow(&r, 0);
    random_walk_check(&r);
    assert_int_equal(r.useful.n, 3);
    back(&r);
    forget(&r);
    back(&r);
    assert_int_equal(r.useful.n, 2);
    random_walk_finish(&r);
}

/* -- useful_events_check() -- */

static void check_useful(void *self)
{
    random_walk_check(self);
}

static void a_break_in_the_bookkeeping_is_noticed(void **state)
{
    struct useful_events_event *events;
    struct random_walk r;
    event_id b, c;
    uint32_t n;

    (void)state;
    begin(&r, "p* q* s | a: p > | b: q > s | c: p s >");
    go(&r, 'b');
    b = config_at(&r.s.c, 1);
    c = enabled(&r, 'c');
    back(&r);
    events = r.useful.events.at;
    assert_false(useful_events_has(&r.useful, c));
    assert_false(aborts(check_useful, &r));
    events[c].reasons++; /* useful without a reason */
    assert_true(aborts(check_useful, &r));
    r.useful.n++;
    assert_true(aborts(check_useful, &r));
    r.useful.n--;
    events[c].reasons--;
    r.useful.n++; /* counted without a reason */
    assert_true(aborts(check_useful, &r));
    r.useful.n--;
    n = events[b].reasons;
    events[b].reasons = 0; /* in D, and not useful */
    assert_true(aborts(check_useful, &r));
    events[b].reasons = n;
    assert_false(aborts(check_useful, &r));
    random_walk_finish(&r);
}

MODULE(useful_events)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(u_is_what_the_definition_says),
        cmocka_unit_test(nothing_is_useful_in_the_end),
        cmocka_unit_test(what_a_push_found_goes_with_it),
        cmocka_unit_test(what_conflicts_with_d_is_useful),
        cmocka_unit_test(the_oldest_conflict_is_the_reason),
        cmocka_unit_test(a_conflict_that_is_inherited_is_none),
        cmocka_unit_test(
            readers_conflict_with_a_consumer_that_does_not_follow_them),
        cmocka_unit_test(a_reader_that_both_know_is_no_conflict),
        cmocka_unit_test(a_conflict_behind_a_common_test_counts),
        cmocka_unit_test(a_conflict_may_be_far_away),
        cmocka_unit_test(what_is_followed_is_useful_until_it_is_pushed),
        cmocka_unit_test(a_break_in_the_bookkeeping_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
