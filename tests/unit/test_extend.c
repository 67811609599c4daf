/* The extensions of a configuration are all (t, H) of [Rod15] Def. 3, found
 * here by trying every subset of it. */
#include "test.h"

#include "es_fixture.h"
#include "net/marking.h"

enum { N_NETS = SWEEP(160), MOST = 10 }; /* events of C without bottom */

/* A set of positions of C; bit 0 is bottom. */
typedef uint32_t position_set;

struct history {
    trans_id trans;
    position_set past; /* without bottom */
    bool enabled;
};

typedef VEC(struct history) histories;

static trans_id label(const struct es_fixture *s, uint32_t pos)
{
    return s->es->events.at[config_at(&s->c, pos)].trans;
}

/* -- By definition -- */

/* The positions of C in the past of each event, from the names alone. */
static void find_pasts(const struct es_fixture *s, position_set *pasts)
{
    struct es_past_walk walk = {0};

    for (uint32_t b = 1; b < config_len(&s->c); b++) {
        const event_id e = config_at(&s->c, b);

        (void)es_past(s->es, &walk, (struct es_span){&e, 1});
        pasts[b] = 0;
        for (uint32_t a = 1; a < config_len(&s->c); a++)
            if (es_past_has(&walk, config_at(&s->c, a)))
                pasts[b] |= 1u << a;
    }
    es_past_finish(&walk);
}

static bool is_closed(const struct es_fixture *s, const position_set *pasts,
                      position_set set)
{
    for (uint32_t i = 1; i < config_len(&s->c); i++)
        if (set >> i & 1 && pasts[i] & ~set)
            return false;
    return true;
}

/* The marking after the set, by the token game. */
static void fire(const struct es_fixture *s, position_set set, bits_word *m)
{
    marking_initial(s->net, m);
    for (uint32_t i = 1; i < config_len(&s->c); i++)
        if (set >> i & 1) {
            assert_true(marking_enabled(s->net, m, label(s, i)));
            marking_fire(s->net, m, label(s, i));
        }
}

/* Do all maximal events of the set depend on t? */
static bool is_history(const struct es_fixture *s, const position_set *pasts,
                       position_set set, trans_id t)
{
    for (uint32_t i = 1; i < config_len(&s->c); i++) {
        bool maximal = set >> i & 1;

        for (uint32_t j = i + 1; j < config_len(&s->c); j++)
            if (set >> j & 1 && pasts[j] >> i & 1)
                maximal = false;
        if (maximal && !dep_has(s->dep, label(s, i), t))
            return false;
    }
    return true;
}

/* Is (t, set) in en(C): does no other event of C depend on t? */
static bool is_enabled(const struct es_fixture *s, position_set set, trans_id t)
{
    for (uint32_t i = 1; i < config_len(&s->c); i++)
        if (!(set >> i & 1) && dep_has(s->dep, label(s, i), t))
            return false;
    return true;
}

static void add_histories(const struct es_fixture *s, const position_set *pasts,
                          position_set set, histories *list)
{
    bits_word m[8];

    fire(s, set, m);
    for (trans_id t = 0; t < s->compiled->n_trans; t++)
        if (marking_enabled(s->net, m, t) && is_history(s, pasts, set, t)) {
            const struct history h = {t, set, is_enabled(s, set, t)};

            vec_push(list, h);
        }
}

/* Lists the extensions whose history contains the event on top and that are not
 * in C. */
static void list_all(const struct es_fixture *s, histories *list)
{
    const uint32_t n = config_len(&s->c), top = n - 1;
    position_set pasts[MOST + 2] = {0};

    assert_true(n <= MOST + 1);
    find_pasts(s, pasts);
    for (position_set set = 0; set < 1u << n; set += 2)
        if ((top == 0 || set >> top & 1) && is_closed(s, pasts, set))
            add_histories(s, pasts, set, list);
}

/* -- Results -- */

static struct history found_history(const struct es_fixture *s,
                                    const struct extend_extension *ext)
{
    struct es_past_walk walk = {0};
    const struct es_span past =
        es_past(s->es, &walk, (struct es_span){&ext->event, 1});
    struct history h = {.trans = s->es->events.at[ext->event].trans,
                        .enabled = ext->enabled};
    uint32_t n = 1;

    for (uint32_t i = 1; i < config_len(&s->c); i++)
        if (es_past_has(&walk, config_at(&s->c, i))) {
            h.past |= 1u << i;
            n++;
        }
    assert_int_equal(n, past.len); /* only itself is outside C */
    es_past_finish(&walk);
    return h;
}

static void compare_found(const struct es_fixture *s, uint32_t *counts)
{
    histories list = {0};

    list_all(s, &list);
    assert_int_equal(s->x.found.len, list.len);
    for (uint32_t i = 0; i < s->x.found.len; i++) {
        const struct history h = found_history(s, &s->x.found.at[i]);
        uint32_t n = 0;

        for (uint32_t k = 0; k < list.len; k++)
            n += list.at[k].trans == h.trans && list.at[k].past == h.past &&
                 list.at[k].enabled == h.enabled;
        assert_int_equal(n, 1);
        counts[h.enabled]++;
    }
    vec_free(&list);
}

static void extensions_are_all_histories_in_c(void **state)
{
    uint32_t counts[ES_FIXTURE_RELATIONS][2] = {{0}};

    (void)state;
    for (uint32_t i = 0; i < 10 * N_NETS; i++) {
        const uint32_t relation = i % ES_FIXTURE_RELATIONS;
        struct random random;
        struct es_fixture s;

        random_init(&random, i);
        es_fixture_draw(&s, i, i % 8 < 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                        1 + i % 3, relation);
        compare_found(&s, counts[relation]);
        for (uint32_t k = 0; k < MOST && s.c.n_en; k++) {
            assert_true(es_fixture_push(&s, es_fixture_pick(&s, &random)));
            compare_found(&s, counts[relation]);
        }
        es_fixture_finish(&s);
    }
    for (uint32_t i = 0; i < ES_FIXTURE_RELATIONS; i++)
        assert_true(counts[i][true] > SWEEP(200));
    for (uint32_t i = 1; i < ES_FIXTURE_RELATIONS; i++)
        assert_true(counts[i][false] > SWEEP(100));
}

/* -- Figures -- */

static void a_known_event_is_found_again(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS / 4; i++) {
        struct random random, again;
        struct es_fixture s;
        uint32_t n;

        es_fixture_draw(&s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
        random_init(&random, i);
        again = random;
        es_fixture_walk(&s, &random, 12);
        n = s.es->events.len;
        for (es_fixture_reset(&s); config_size(&s.c) < 12 && s.c.n_en;) {
            assert_true(es_fixture_push(&s, es_fixture_pick(&s, &again)));
            for (uint32_t k = 0; k < s.x.found.len; k++)
                assert_false(s.x.found.at[k].created);
        }
        assert_int_equal(s.es->events.len, n);
        es_fixture_finish(&s);
    }
}

static void new_events_know_their_size_and_marking(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct es_past_walk walk = {0};
        struct random random;
        struct es_fixture s;
        bits_word m[8], read[8];

        random_init(&random, i);
        es_fixture_draw(&s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
        es_fixture_fill(&s, &random, 4, i < 8 ? 150 : 15, 300);
        for (event_id e = 1; e < s.es->events.len; e++) {
            const struct es_event *const ev = &s.es->events.at[e];
            const struct es_span past =
                es_past(s.es, &walk, (struct es_span){&e, 1});

            marking_initial(s.net, m);
            for (uint32_t k = 0; k < past.len; k++)
                marking_fire(s.net, m, s.es->events.at[past.at[k]].trans);
            assert_int_equal(ev->size, past.len);
            markings_read(&s.es->markings, ev->marking, read);
            assert_memory_equal(m, read, marking_words(s.net) * sizeof *m);
        }
        es_past_finish(&walk);
        es_fixture_finish(&s);
    }
}

/* -- Readers -- */

/* n readers of r and a consumer, which has a history for each set of them. */
static struct net *readers(uint32_t n)
{
    char places[96] = "shared*", name[] = "a", place[] = "a";
    struct draft_net *draft;

    for (uint32_t i = 0; i < n; i++) {
        const size_t len = strlen(places);

        (void)snprintf(places + len, sizeof places - len, " %c*",
                       (char)('a' + i));
    }
    draft = draft_create(places);
    for (uint32_t i = 0; i < n; i++) {
        *name = *place = (char)('a' + i);
        draft_trans(draft, name, place, "", "shared");
    }
    draft_trans(draft, "taker", "shared", "", "");
    return draft_finish(draft);
}

static uint32_t count_trans(const struct es_fixture *s, trans_id t)
{
    uint32_t n = 0;

    for (event_id e = 1; e < s->es->events.len; e++)
        n += s->es->events.at[e].trans == t;
    return n;
}

static void a_consumer_branches_over_all_sets_of_readers(void **state)
{
    static const char *const runs[] = {"abcdefgh", "hgfedcba", "dachbgfe"};

    (void)state;
    for (uint32_t k = 0; k < 3; k++) {
        struct net *const net = readers(8);
        struct es_fixture s;

        es_fixture_init(&s, net, dep_create(net, DEP_READ));
        es_fixture_fire(&s, runs[k]);
        assert_int_equal(count_trans(&s, 8), 1 << 8);
        assert_int_equal(s.es->events.len - 1, 8 + (1 << 8));
        es_fixture_finish(&s);
    }
}

/* b is an effect of a: a history with b contains a. */
static void readers_come_with_their_past(void **state)
{
    struct net *const net =
        test_net("r* p* q | a: p ? r > q | b: q ? r | t: r > ");
    struct es_fixture s;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    es_fixture_fire(&s, "ab");
    assert_int_equal(count_trans(&s, 2), 3);
    es_fixture_finish(&s);
}

/* -- Patterns -- */

/* Is there a part of C with the event on top after which the goal holds? */
static bool reaches(const struct es_fixture *s, const struct goal *goal)
{
    const uint32_t n = config_len(&s->c);
    position_set pasts[MOST + 2] = {0};
    bits_word m[8];

    find_pasts(s, pasts);
    for (position_set set = 0; set < 1u << n; set += 2)
        if (is_closed(s, pasts, set)) {
            fire(s, set, m);
            if (goal_holds(goal, s->net, m))
                return true;
        }
    return false;
}

/* After the pasts of the producers the pattern is marked. */
static void check_producers(const struct es_fixture *s,
                            const struct extend_match *match,
                            const struct goal *goal)
{
    const event_id *const producers = s->x.producers.at + match->producers;
    struct es_past_walk walk = {0};
    const struct es_span past =
        es_past(s->es, &walk, (struct es_span){producers, match->n_producers});
    bits_word m[8];

    marking_initial(s->net, m);
    for (uint32_t i = 0; i < past.len; i++)
        marking_fire(s->net, m, s->es->events.at[past.at[i]].trans);
    assert_true(goal_holds(goal, s->net, m));
    es_past_finish(&walk);
}

static struct goal draw_goal(const struct net *net, struct random *random)
{
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};

    do
        for (place_id p = 0; p < net_place_count(net); p++)
            if (random_chance(random, 15))
                vec_push(&goal.empty, p);
            else if (random_chance(random, 20))
                vec_push(&goal.marked, p);
    while (!goal.empty.len && !goal.marked.len);
    return goal;
}

/* A walk: the pattern matches as soon as a part of C shows it, and not
 * before. */
static bool follow(struct es_fixture *s, struct random *random,
                   const struct goal *goal)
{
    for (uint32_t k = 0;; k++) {
        const bool due = reaches(s, goal);

        assert_int_equal(s->x.matches.len, due);
        if (due) {
            assert_int_equal(s->x.matches.at[0].pattern, 0);
            check_producers(s, &s->x.matches.at[0], goal);
            return true;
        }
        if (k == MOST || !s->c.n_en)
            return false;
        assert_true(es_fixture_push(s, es_fixture_pick(s, random)));
    }
}

static void a_pattern_matches_when_a_part_of_c_shows_it(void **state)
{
    static const enum dep_kind kinds[] = {DEP_NONE, DEP_CLASSIC, DEP_READ};
    uint32_t counts[2] = {0};

    (void)state;
    for (uint32_t i = 0; i < 3 * N_NETS; i++) {
        struct random random;
        struct es_fixture s;
        struct net *net;
        struct goal goal;

        random_init(&random, i);
        net = random_net(&random, RANDOM_CYCLIC, 2);
        if (!net_place_count(net)) {
            net_destroy(net);
            continue;
        }
        goal = draw_goal(net, &random);
        es_fixture_init_goals(&s, net, dep_create(net, kinds[i % 3]), &goal, 1);
        counts[follow(&s, &random, &goal)]++;
        es_fixture_finish(&s);
        vec_free(&goal.marked);
        vec_free(&goal.empty);
    }
    assert_true(counts[0] > SWEEP(100) && counts[1] > SWEEP(100));
}

static void an_answered_pattern_is_not_looked_for(void **state)
{
    struct net *const net = test_net("p* q | a: p > q | b: q > p");
    struct goal goal = {.kind = GOAL_MARKING};
    struct es_fixture s;

    (void)state;
    vec_push(&goal.marked, 1);
    es_fixture_init_goals(&s, net, dep_create(net, DEP_READ), &goal, 1);
    assert_int_equal(s.x.matches.len, 0);
    es_fixture_fire(&s, "a");
    assert_int_equal(s.x.matches.len, 1);
    es_fixture_fire(&s, "ba");
    assert_int_equal(s.x.matches.len, 1);
    s.x.compiled->patterns[0].answered = true;
    es_fixture_fire(&s, "ba");
    assert_int_equal(s.x.matches.len, 0);
    es_fixture_finish(&s);
    vec_free(&goal.marked);
}

/* -- Ends -- */

static void a_second_token_after_a_new_history_is_reported(void **state)
{
    struct net *const net = test_net("p* q r* | a: p > q | b: q > r");
    struct es_fixture s;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    assert_int_equal(s.x.unsafe_place, PLACE_NONE);
    assert_false(es_fixture_push(&s, es_fixture_enabled(&s, 0)));
    assert_int_equal(s.x.unsafe_place, 2);
    assert_int_equal(s.x.unsafe_trans, 1);
    assert_int_equal(s.x.unsafe_past.len, 1);
    assert_int_equal(s.x.unsafe_past.at[0], config_at(&s.c, 1));
    es_fixture_finish(&s);
}

static void the_watch_ends_the_branching(void **state)
{
    struct net *const net = readers(20);
    struct es_fixture s;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    s.limits.max_events = 1000;
    es_fixture_fire(&s, "abcdefghijklmnopqrst");
    assert_int_equal(s.watch.reason, STOP_EVENTS);
    assert_true(s.es->events.len < 1100);
    es_fixture_finish(&s);
}

MODULE(extend)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extensions_are_all_histories_in_c),
        cmocka_unit_test(a_known_event_is_found_again),
        cmocka_unit_test(new_events_know_their_size_and_marking),
        cmocka_unit_test(a_consumer_branches_over_all_sets_of_readers),
        cmocka_unit_test(readers_come_with_their_past),
        cmocka_unit_test(a_pattern_matches_when_a_part_of_c_shows_it),
        cmocka_unit_test(an_answered_pattern_is_not_looked_for),
        cmocka_unit_test(a_second_token_after_a_new_history_is_reported),
        cmocka_unit_test(the_watch_ends_the_branching),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
