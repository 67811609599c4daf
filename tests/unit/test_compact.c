/* Removing events from the store changes only the ids of the others. */
#include "test.h"

#include "random_walk.h"

enum { N_NETS = 200, N_PASSES = 8, N_STEPS = 60 };

static void roam_on(struct random_walk *r, uint32_t n_steps)
{
    while (n_steps-- > 0)
        random_walk_step(r);
}

/* -- Before and after -- */

/* A copy of the store, with the terms of its events. */
struct before {
    VEC(struct es_event) events;
    VEC(struct es_cond) conds;
    VEC(uint32_t) pool;
    VEC(struct es_users) users;
    VEC(event_id) user_ids;
    VEC(struct es_link) links;
    VEC(bits_word) marking_bits;
    VEC(uint32_t) terms;
    uint32_t n_markings, words;
};

#define copy_all(to, from)                            \
    do {                                              \
        vec_clear(to);                                \
        for (uint32_t i_ = 0; i_ < (from)->len; i_++) \
            vec_push(to, (from)->at[i_]);             \
    } while (0)

static void look(struct before *before, struct terms *terms,
                 const struct es *es)
{
    terms_look(terms, es);
    copy_all(&before->events, &es->events);
    copy_all(&before->conds, &es->conds);
    copy_all(&before->pool, &es->pool);
    copy_all(&before->users, &es->users);
    copy_all(&before->user_ids, &es->ids.words);
    copy_all(&before->links, &es->links);
    copy_all(&before->terms, &terms->of);
    before->words = marking_words(es->compiled->net);
    before->n_markings = markings_count(&es->markings);
    vec_clear(&before->marking_bits);
    vec_reserve(&before->marking_bits, before->n_markings * before->words);
    for (uint32_t m = 0; m < before->n_markings; m++)
        markings_read(&es->markings, m,
                      before->marking_bits.at + m * before->words);
}

static void finish_before(struct before *before)
{
    vec_free(&before->events);
    vec_free(&before->conds);
    vec_free(&before->pool);
    vec_free(&before->users);
    vec_free(&before->user_ids);
    vec_free(&before->links);
    vec_free(&before->marking_bits);
    vec_free(&before->terms);
}

static const bits_word *bits_before(const struct before *before, uint32_t mark)
{
    return before->marking_bits.at + (size_t)mark * before->words;
}

/* Does the marking of that number read as the old one did? */
static bool reads(const struct before *before, const struct es *es,
                  uint32_t marking, uint32_t old)
{
    bits_word m[4];

    assert_true(before->words <= 4);
    markings_read(&es->markings, marking, m);
    return bits_equal(m, bits_before(before, old), before->words);
}

/* Ids are dense, in the old order, and every retained event has one. */
static void compare_ids(const struct before *before,
                        const struct compact_map *map, const struct es *es)
{
    uint32_t n_events = 0, n_conds = 0;

    assert_int_equal(map->event.len, before->events.len);
    assert_int_equal(map->cond.len, before->conds.len);
    for (event_id e = 0; e < before->events.len; e++) {
        const event_id wanted =
            map->keep_event.at[e] ? n_events++ : COMPACT_REMOVED;

        assert_int_equal(map->event.at[e], wanted);
        assert_int_equal(compact_event(map, e), wanted);
    }
    for (cond_id b = 0; b < before->conds.len; b++) {
        const bool kept = map->keep_event.at[before->conds.at[b].producer];

        assert_int_equal(map->cond.at[b], kept ? n_conds++ : COMPACT_REMOVED);
    }
    assert_int_equal(es->events.len, n_events);
    assert_int_equal(es->conds.len, n_conds);
    assert_int_equal(compact_event(map, EVENT_NONE), EVENT_NONE);
}

static void compare_event(const struct before *before, const struct terms *now,
                          const struct compact_map *map, const struct es *es,
                          event_id e)
{
    const struct es_event *const old = &before->events.at[e];
    const struct es_event *const ev = &es->events.at[map->event.at[e]];

    assert_int_equal(now->of.at[map->event.at[e]], before->terms.at[e]);
    assert_int_equal(ev->size, old->size);
    assert_int_equal(ev->level, old->level);
    assert_true(reads(before, es, ev->marking, old->marking));
}

/* The hint of a link is valid by itself (es.h): the event is the user or in its
 * past, and uses the condition. */
static void check_hint(const struct es *es, struct es_past_walk *walk,
                       const struct es_link *link)
{
    const struct es_span self = {&link->user, 1};
    bool uses = false;

    (void)es_past(es, walk, self);
    assert_true(es_past_has(walk, link->hint.via));
    for (uint32_t i = 0; i < es_use_count(es, link->hint.via); i++)
        uses |= es_uses(es, link->hint.via)[i] == link->hint.blocked_by;
    assert_true(uses);
}

static event_id user_before(const struct before *before, struct es_users users,
                            uint32_t i)
{
    if (users.are_links)
        return before->links.at[users.at + i].user;
    return users.n == 1 ? users.at : before->user_ids.at[users.at + i];
}

/* Returns how many hints are stronger than that of a new link. */
static uint32_t compare_users(const struct before *before,
                              const struct compact_map *map,
                              const struct es *es, struct es_past_walk *walk,
                              cond_id b)
{
    const struct es_cond *const old = &before->conds.at[b];
    const struct es_cond *const cond = &es->conds.at[map->cond.at[b]];
    const struct es_users none = {0};
    const struct es_users users =
        b < before->users.len ? before->users.at[b] : none;
    const uint32_t n_users = es_user_count(es, map->cond.at[b]);
    uint32_t n = 0, n_hints = 0;

    assert_int_equal(cond->place, old->place);
    assert_int_equal(cond->producer, map->event.at[old->producer]);
    for (uint32_t i = 0; i < users.n; i++) {
        const event_id user = user_before(before, users, i);
        const struct es_link *from, *to;

        if (!map->keep_event.at[user])
            continue;
        assert_true(n < n_users);
        assert_int_equal(es_user(es, map->cond.at[b], n), map->event.at[user]);
        n++;
        if (n_users == 1 || !users.are_links)
            continue;
        from = &before->links.at[users.at + i];
        to = &es->links.at[es->users.at[map->cond.at[b]].at + n - 1];
        assert_int_equal(to->size, from->size);
        assert_int_equal(to->hint.via, map->event.at[from->hint.via]);
        assert_int_equal(to->hint.blocked_by,
                         map->cond.at[from->hint.blocked_by]);
        check_hint(es, walk, to);
        n_hints += to->hint.via != to->user;
    }
    assert_int_equal(n_users, n);
    return n_hints;
}

/* A removed event is new to the store if its causes have remained. */
static uint32_t search_evicted(const struct before *before,
                               const struct compact_map *map,
                               const struct es *es, event_id e)
{
    const struct es_event *const old = &before->events.at[e];
    const uint32_t n_uses = compiled_net_use(es->compiled, old->trans).len;
    VEC(uint32_t) name = {0};
    uint32_t known = 1;

    const uint32_t end = e + 1 < before->events.len
                             ? before->events.at[e + 1].names
                             : before->pool.len;

    for (uint32_t i = 0; i < end - old->names; i++) {
        const uint32_t word = before->pool.at[old->names + i];

        vec_push(&name, i < n_uses ? map->cond.at[word] : map->event.at[word]);
        known &= vec_top(&name)[0] != COMPACT_REMOVED;
    }
    if (known)
        assert_int_equal(es_find(es, old->trans, name.at, name.len - n_uses),
                         EVENT_NONE);
    vec_free(&name);
    return known;
}

/* Remaining markings keep their bits; removed ones are not found. */
static void compare_markings(const struct before *before,
                             const struct compact_map *map, const struct es *es)
{
    uint32_t n = 0;

    for (uint32_t m = 0; m < before->n_markings; m++) {
        uint32_t wanted = m;

        if (map->moves_markings)
            wanted = map->keep_marking.at[m] ? n : COMPACT_REMOVED;
        n += wanted != COMPACT_REMOVED;
        assert_int_equal(compact_marking(map, m), wanted);
        if (wanted != COMPACT_REMOVED)
            assert_true(reads(before, es, wanted, m));
    }
    assert_int_equal(markings_count(&es->markings), n);
}

/* -- Random sets -- */

struct compared {
    uint32_t gone, hints, evicted, markings;
};

/* Keeps some markings that no event has; those of events remain anyway. */
static void keep_some_markings(struct random_walk *r, struct compact_map *map)
{
    compact_start_markings(map, r->s.es);
    for (uint32_t m = 0; m < markings_count(&r->s.es->markings); m++)
        map->keep_marking.at[m] = random_chance(&r->random, 20);
}

static void compare(struct random_walk *r, const struct before *before,
                    struct terms *terms, const struct compact_map *map,
                    struct compared *sum)
{
    const struct es *const es = r->s.es;
    struct es_past_walk walk = {0};

    terms_look(terms, es);
    compare_ids(before, map, es);
    for (event_id e = 0; e < before->events.len; e++)
        if (map->keep_event.at[e])
            compare_event(before, terms, map, es, e);
        else
            sum->evicted += search_evicted(before, map, es, e);
    for (cond_id b = 0; b < before->conds.len; b++)
        if (map->cond.at[b] != COMPACT_REMOVED)
            sum->hints += compare_users(before, map, es, &walk, b);
    compare_markings(before, map, es);
    es_past_check(es);
    sum->gone += before->events.len - es->events.len;
    sum->markings += before->n_markings - markings_count(&es->markings);
    es_past_finish(&walk);
}

static void what_is_kept_is_as_it_was(void **state)
{
    struct compared sum = {0};
    struct before before = {0};
    struct compact_map map = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct terms terms = {0};
        struct random_walk r;

        random_walk_draw(&r, i, 1 + i / 4 % 4);
        random_walk_start(&r, (struct random_walk_hooks){0});
        for (uint32_t k = 0; k < N_PASSES; k++) {
            roam_on(&r, N_STEPS);
            look(&before, &terms, r.s.es);
            random_walk_keep(&r, &map, random_below(&r.random, 4) * 25);
            if (random_chance(&r.random, 50))
                keep_some_markings(&r, &map);
            random_walk_compact(&r, &map);
            compare(&r, &before, &terms, &map, &sum);
        }
        terms_finish(&terms);
        random_walk_finish(&r);
    }
    finish_before(&before);
    compact_finish(&map);
    assert_true(sum.gone > 4000 && sum.evicted > 2000);
    assert_true(sum.hints > 200 && sum.markings > 500);
}

/* -- Growing on -- */

/* The same run in another store, from which nothing was removed. */
static void run_afresh(struct es_fixture *other, const struct random_walk *r)
{
    for (uint32_t pos = 1; pos < config_len(&r->s.c); pos++) {
        const trans_id t = r->s.es->events.at[config_at(&r->s.c, pos)].trans;

        assert_true(es_fixture_push(other, es_fixture_enabled(other, t)));
    }
}

/* The numbers of the events of C, then of those of en(C) by transition. */
static void list_numbers(const struct es_fixture *s, struct terms *terms,
                         es_event_list *to)
{
    vec_clear(to);
    terms_look(terms, s->es);
    for (uint32_t pos = 0; pos < config_len(&s->c); pos++)
        vec_push(to, terms->of.at[config_at(&s->c, pos)]);
    for (trans_id t = 0; t < s->compiled->n_trans; t++)
        if (config_enabled(&s->c, t) != EVENT_NONE)
            vec_push(to, terms->of.at[config_enabled(&s->c, t)]);
}

static void compare_with_fresh(struct random_walk *r, uint64_t seed,
                               uint32_t size)
{
    struct terms terms = {0};
    es_event_list own = {0}, fresh = {0};
    struct random_walk other;

    random_walk_draw(&other, seed, size);
    run_afresh(&other.s, r);
    list_numbers(&r->s, &terms, &own);
    list_numbers(&other.s, &terms, &fresh);
    assert_int_equal(own.len, fresh.len);
    assert_memory_equal(own.at, fresh.at, own.len * sizeof *own.at);
    assert_int_equal(r->s.c.n_en, other.s.c.n_en);
    vec_free(&own);
    vec_free(&fresh);
    terms_finish(&terms);
    random_walk_finish(&other);
}

/* Each event is in the store once. */
static void check_distinct(const struct es *es)
{
    struct terms terms = {0};

    terms_look(&terms, es);
    for (event_id e = 0; e < es->events.len; e++)
        assert_int_equal(terms.of.at[e], e);
    terms_finish(&terms);
}

static void the_store_grows_on_as_if_nothing_had_been_taken_out(void **state)
{
    struct compact_map map = {0};
    uint32_t n_made = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        const uint32_t size = 1 + i / 4 % 4;
        struct random_walk r;

        random_walk_draw(&r, i, size);
        random_walk_start(&r, (struct random_walk_hooks){0});
        for (uint32_t k = 0; k < 2 * N_PASSES; k++) {
            uint32_t n;

            random_walk_keep(&r, &map, random_below(&r.random, 3) * 30);
            if (k % 2)
                compact_start_markings(&map, r.s.es);
            random_walk_compact(&r, &map);
            n = r.s.es->events.len;
            roam_on(&r, N_STEPS / 2);
            n_made += r.s.es->events.len - n;
            es_past_check(r.s.es);
            config_check(&r.s.c);
            check_distinct(r.s.es);
            compare_with_fresh(&r, i, size);
        }
        random_walk_finish(&r);
    }
    compact_finish(&map);
    assert_true(n_made > 6000);
}

/* -- By hand -- */

/* Only b is removed; b after c, which reads what b consumes, keeps its
 * readers. */
static void ids_close_up(void **state)
{
    struct net *const net =
        test_net("p* r* s t* | a: p > | b: r > s | c: t ? r > | d: s >");
    struct compact_map map = {0};
    struct es_fixture s;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    es_fixture_fire(&s, "cbd"); /* 1 a, 2 b, 3 c, 4 b after c, 5 d after that */
    assert_int_equal(s.es->events.len, 6);
    assert_int_equal(markings_count(&s.es->markings), 6);
    compact_start(&map, s.es);
    for (event_id e = 0; e < 6; e++)
        map.keep_event.at[e] = e != 2;
    compact_start_markings(&map, s.es);
    compact_store(s.es, &map);
    config_renumber(&s.c, &map);
    assert_int_equal(s.es->events.len, 5);
    assert_int_equal(markings_count(&s.es->markings), 5);
    assert_int_equal(map.event.at[1], 1);
    assert_int_equal(map.event.at[2], COMPACT_REMOVED);
    assert_int_equal(map.event.at[3], 2);
    assert_int_equal(s.es->events.at[3].trans, 1);
    assert_int_equal(es_readers(s.es, 3)[0], 2);
    assert_int_equal(es_user_count(s.es, 0), 1); /* on p */
    assert_int_equal(es_user_count(s.es, 1), 2); /* on r */
    assert_int_equal(es_user(s.es, 1, 0), 2);
    assert_int_equal(es_user(s.es, 1, 1), 3);
    assert_int_equal(config_at(&s.c, 3), 4);
    es_past_check(s.es);
    config_check(&s.c);
    compact_finish(&map);
    es_fixture_finish(&s);
}

MODULE(compact)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_as_it_was),
        cmocka_unit_test(the_store_grows_on_as_if_nothing_had_been_taken_out),
        cmocka_unit_test(ids_close_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
