/* Alternatives ([Rod15] Def. 8): a set found is an alternative, and one is
 * found whenever there is one. */
#include "test.h"

#include "aborts.h"
#include "engine/por/alt.h"
#include "es_fixture.h"

enum { N_NETS = 400, N_ROUNDS = 24, MOST_EVENTS = 36 };

struct trial {
    struct es_fixture fixture;
    struct random random;
    struct model model;
    struct alt alt;
    bits_word *c, *barred;
    es_event_list asleep; /* events of D in en(C) */
};

static void begin(struct trial *t, uint32_t i)
{
    struct es_fixture *const s = &t->fixture;

    *t = (struct trial){0};
    random_init(&t->random, i);
    es_fixture_draw(s, i, i % 8 < 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                    1 + i / 8 % 2, i % ES_FIXTURE_RELATIONS);
    es_fixture_fill(s, &t->random, 6, 6, MOST_EVENTS);
    model_init(&t->model, s);
    config_undo(&s->c, 0);
    alt_init(&t->alt, s->es, &s->c, &s->cutoff, &s->watch);
    t->c = mem_zero(t->model.words, sizeof *t->c);
    t->barred = mem_zero(t->model.words, sizeof *t->barred);
}

static void end(struct trial *t)
{
    vec_free(&t->asleep);
    mem_free(t->c);
    mem_free(t->barred);
    alt_finish(&t->alt);
    model_finish(&t->model);
    es_fixture_finish(&t->fixture);
}

/* Can e be added to the configuration, by the model? */
static bool fits(const struct model *model, const bits_word *set, event_id e)
{
    if (bits_has(set, e))
        return false;
    for (uint32_t w = 0; w < model->words; w++) {
        bits_word past = model_past(model, e)[w];

        if (w == e / 64)
            past &= ~((bits_word)1 << (e % 64));
        if (past & ~set[w] || model_clash(model, e)[w] & set[w])
            return false;
    }
    return true;
}

/* Draws C from known events; some of the events that it enables are asleep. */
static void draw(struct trial *t)
{
    struct config *const c = &t->fixture.c;
    const struct es *const es = t->fixture.es;
    const uint32_t percent = random_below(&t->random, 60);

    es_fixture_reset(&t->fixture);
    config_undo(c, 0);
    vec_clear(&t->asleep);
    bits_clear(t->c, t->model.words);
    for (event_id e = 1; e < t->model.n; e++)
        if (random_chance(&t->random, percent) && fits(&t->model, t->c, e)) {
            assert_true(config_push(c, e));
            bits_add(t->c, e);
        }
    for (event_id e = 1; e < t->model.n; e++)
        if (fits(&t->model, t->c, e)) {
            const bool asleep = random_chance(&t->random, 60);

            config_enable(c, es->events.at[e].trans, e,
                          asleep ? EN_ASLEEP : EN_FREE);
            if (asleep)
                vec_push(&t->asleep, e);
        }
}

/* Draws barred events and the bound; cutoffs stay cutoffs. */
static void draw_barred(struct trial *t, uint32_t round)
{
    const struct es_event *const events = t->fixture.es->events.at;
    struct cutoff_event *const cutoffs = t->fixture.cutoff.events.at;

    t->alt.bound = LINK_DEAD - 1;
    if (random_chance(&t->random, 30))
        t->alt.bound = 1 + random_below(&t->random, 4);
    if (round % 6 == 5 && t->model.n > 1)
        cutoffs[1 + random_below(&t->random, t->model.n - 1)].is_cutoff = 1;
    bits_clear(t->barred, t->model.words);
    for (event_id e = 1; e < t->model.n; e++)
        if (cutoffs[e].is_cutoff || events[e].size > t->alt.bound)
            bits_add(t->barred, e);
    for (uint32_t i = 0; i < t->asleep.len; i++)
        bits_add(t->barred, t->asleep.at[i]);
}

/* -- By definition -- */

/* Does each sleeping event conflict with an event of the set? */
static bool resolves(const struct trial *t, const bits_word *set)
{
    for (uint32_t i = 0; i < t->asleep.len; i++) {
        const bits_word *const clash = model_clash(&t->model, t->asleep.at[i]);
        bool hit = false;

        for (uint32_t w = 0; w < t->model.words; w++)
            hit = hit || (clash[w] & set[w]);
        if (!hit)
            return false;
    }
    return true;
}

/* Tries all configurations of known events above C, without barred ones, by
 * adding or omitting one event after the other.  0: gives up. */
static uint32_t brute(const struct trial *t, uint32_t *steps)
{
    const struct model *const m = &t->model;
    bits_word *const set = mem_copy(t->c, m->words, sizeof *set);
    es_event_list added = {0};
    event_id e = 1;
    bool found = false;

    for (*steps = 0; *steps < 200000; ++*steps) {
        found = resolves(t, set);
        if (found)
            break;
        while (e < m->n && (bits_has(t->barred, e) || !fits(m, set, e)))
            e++;
        if (e == m->n) {
            if (!added.len)
                break;
            e = vec_pop(&added);
            bits_remove(set, e++);
        } else {
            bits_add(set, e);
            vec_push(&added, e++);
        }
    }
    vec_free(&added);
    mem_free(set);
    return found;
}

static void check_alternative(const struct trial *t, struct es_span j)
{
    const struct model *const m = &t->model;
    bits_word *const set = mem_copy(t->c, m->words, sizeof *set);

    for (uint32_t i = 0; i < j.len; i++) {
        assert_true(i == 0 || j.at[i - 1] < j.at[i]);
        assert_false(bits_has(t->barred, j.at[i]));
        assert_true(fits(m, set, j.at[i])); /* causes first, no conflict */
        bits_add(set, j.at[i]);
    }
    assert_true(model_is_config(m, set));
    assert_true(resolves(t, set));
    mem_free(set);
}

/* -- Many of them -- */

static void compare(struct trial *t, uint32_t *counts)
{
    es_fixture_bytes before = {0}, after = {0};
    struct es_span j;
    uint32_t steps;
    bool expected;

    if (!t->asleep.len)
        return;
    expected = brute(t, &steps);
    if (steps == 200000)
        return;
    es_fixture_snapshot(&t->fixture, &before);
    j = alt_find(&t->alt);
    es_fixture_snapshot(&t->fixture, &after);
    assert_int_equal(before.len, after.len);
    assert_memory_equal(before.at, after.at, before.len);
    assert_int_equal(j.len > 0, expected);
    if (expected) {
        check_alternative(t, j);
        alt_check(&t->alt, j);
    }
    counts[expected] += 1;
    counts[2] += expected && j.len > 2;
    vec_free(&before);
    vec_free(&after);
}

/* One store for many searches: the hints in its links must not mislead them. */
static void alternatives_are_found_where_there_is_one(void **state)
{
    uint32_t counts[3] = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct trial t;

        begin(&t, i);
        for (uint32_t k = 0; k < N_ROUNDS; k++) {
            draw(&t);
            draw_barred(&t, k);
            compare(&t, counts);
        }
        end(&t);
    }
    assert_true(counts[0] > 500 && counts[1] > 500 && counts[2] > 50);
}

/* -- By hand -- */

/* a and b are in conflict, so are c and d; e conflicts with a and c and needs
 * f. */
static struct net *choices(void)
{
    return test_net("p* q* r* s | a: p > | b: p > | c: q > | d: q > | "
                    "e: p q s > | f: r > s");
}

static void sleep_on(struct es_fixture *s, const char *letters)
{
    for (; *letters; letters++)
        config_set(&s->c, (trans_id)(*letters - 'a'), EN_ASLEEP);
}

static uint32_t find(struct es_fixture *s, struct alt *alt, const char *asleep)
{
    const uint32_t mark = s->c.undo.len;
    uint32_t n;

    sleep_on(s, asleep);
    n = alt_find(alt).len;
    config_undo(&s->c, mark);
    return n;
}

static void sleeping_events_are_no_alternative(void **state)
{
    struct es_fixture s;
    struct alt alt;
    struct net *const net = choices();

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    alt_init(&alt, s.es, &s.c, &s.cutoff, &s.watch);
    alt.bound = LINK_DEAD - 1;
    assert_int_equal(find(&s, &alt, "a"), 1);  /* b */
    assert_int_equal(find(&s, &alt, "ab"), 0); /* e is not in the store yet */
    assert_int_equal(find(&s, &alt, "ac"), 2); /* b d */
    es_fixture_fire(&s, "f");
    assert_int_equal(find(&s, &alt, "ab"), 1);   /* e */
    assert_int_equal(find(&s, &alt, "abcd"), 1); /* e */
    es_fixture_pop(&s);
    assert_int_equal(find(&s, &alt, "ab"), 2); /* f e */
    assert_int_equal(find(&s, &alt, "abf"), 0);
    alt.bound = 1;
    assert_int_equal(find(&s, &alt, "ab"), 0);
    assert_int_equal(find(&s, &alt, "ac"), 2);
    assert_true(alt.steps > 0);
    alt_finish(&alt);
    es_fixture_finish(&s);
}

static void a_stopped_search_finds_nothing(void **state)
{
    struct es_fixture s;
    struct alt alt;
    struct net *const net = choices();

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    alt_init(&alt, s.es, &s.c, &s.cutoff, &s.watch);
    alt.bound = LINK_DEAD - 1;
    assert_int_equal(find(&s, &alt, "ac"), 2);
    s.watch.reason = STOP_INTERRUPTED;
    assert_int_equal(find(&s, &alt, "ac"), 0);
    alt_finish(&alt);
    es_fixture_finish(&s);
}

struct claim {
    struct alt *alt;
    struct es_span j;
};

static void check_claim(void *self)
{
    const struct claim *const claim = self;

    alt_check(claim->alt, claim->j);
}

static void what_is_no_alternative_is_noticed(void **state)
{
    struct es_fixture s;
    struct alt alt;
    struct net *const net = choices();
    event_id j[2];
    struct claim claim = {&alt, {j, 2}};

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    alt_init(&alt, s.es, &s.c, &s.cutoff, &s.watch);
    sleep_on(&s, "ac");
    j[0] = es_fixture_enabled(&s, 1);
    j[1] = es_fixture_enabled(&s, 3);
    assert_false(aborts(check_claim, &claim));
    claim.j.len = 1; /* c is unresolved */
    assert_true(aborts(check_claim, &claim));
    claim.j.len = 2;
    j[1] = es_fixture_enabled(&s, 0); /* in conflict with b */
    assert_true(aborts(check_claim, &claim));
    alt_finish(&alt);
    es_fixture_finish(&s);
}

MODULE(alt)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alternatives_are_found_where_there_is_one),
        cmocka_unit_test(sleeping_events_are_no_alternative),
        cmocka_unit_test(a_stopped_search_finds_nothing),
        cmocka_unit_test(what_is_no_alternative_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
