/* Pasts in a configuration, against sets that are kept the naive way. */
#include "test.h"

#include "base/ids.h"
#include "engine/unfolding/causality.h"
#include "random.h"

/* Chains and vectors are what causality.h says. */
static void check_chains(const struct causality *c)
{
    uint32_t n_chains = 0;

    for (uint32_t pos = 1; pos < c->events.len; pos++) {
        const struct causality_event *const e = &c->events.at[pos];
        const struct causality_vector vector = causality_vector(c, e);

        assert_true(e->chain < c->tails.len && c->tails.at[e->chain] >= pos);
        assert_true((e->before == CAUSALITY_NONE) == (e->index == 1));
        n_chains += e->index == 1;
        if (e->index > 1)
            assert_true(c->events.at[e->before].chain == e->chain &&
                        c->events.at[e->before].index == e->index - 1);
        for (uint32_t i = 0; i < vector.n; i++) {
            const struct causality_entry *const x = &vector.at[i];

            assert_true(x->chain != e->chain && x->pos < pos);
            assert_true(c->events.at[x->pos].chain == x->chain);
            assert_true(!i || x[-1].chain < x->chain);
        }
    }
    assert_true(n_chains == c->tails.len);
}

enum { MOST = 160 };

/* past[b] holds all positions before or at b. */
struct naive {
    bool past[MOST][MOST];
};

static void naive_push(struct naive *naive, uint32_t pos,
                       const uint32_t *causes, uint32_t n)
{
    memset(naive->past[pos], 0, sizeof naive->past[pos]);
    naive->past[pos][pos] = naive->past[pos][0] = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t a = 0; a < MOST; a++)
            naive->past[pos][a] |= naive->past[causes[i]][a];
}

static void compare(const struct causality *c, const struct naive *naive)
{
    for (uint32_t b = 0; b < c->events.len; b++)
        for (uint32_t a = 0; a < c->events.len; a++)
            assert_int_equal(causality_before(c, a, b), naive->past[b][a]);
    check_chains(c);
}

/* A union of pasts of some positions, and what of it is beyond another. */
static void compare_union(struct random *random, struct causality *c,
                          const struct naive *naive)
{
    const uint32_t len = c->events.len, other = random_below(random, len);
    struct causality_past past = {0}, copy = {0};
    causality_positions beyond = {0}, all = {0};
    bool wanted[MOST] = {[0] = true};
    uint32_t count = 0, n_beyond = 0;

    const bool one_by_one = random_below(random, 2);

    for (uint32_t i = random_below(random, one_by_one ? 4 : 40); i > 0; i--) {
        const uint32_t pos = random_below(random, len);

        if (one_by_one)
            causality_past_add(c, &past, pos);
        else
            vec_push(&all, pos);
        for (uint32_t a = 0; a < len; a++)
            wanted[a] |= naive->past[pos][a];
    }
    causality_past_add_all(c, &past, all.at, all.len);
    causality_past_copy(&copy, &past);
    causality_past_beyond(c, &copy, other, &beyond);
    ids_sort(beyond.at, beyond.len);
    for (uint32_t a = 0; a < len; a++) {
        assert_int_equal(causality_past_has(c, &copy, a), wanted[a]);
        count += wanted[a];
        if (a > 0 && wanted[a] && !(other && naive->past[other][a]))
            assert_int_equal(beyond.at[n_beyond++], a);
    }
    assert_int_equal(beyond.len, n_beyond);
    assert_int_equal(causality_past_count(c, &past), count - 1);
    causality_past_finish(&past);
    causality_past_finish(&copy);
    vec_free(&beyond);
    vec_free(&all);
}

static void pasts_are_as_by_definition(void **state)
{
    struct naive *const naive = mem_zero(1, sizeof *naive);
    struct random random;

    (void)state;
    random_init(&random, 3);
    naive->past[0][0] = true;
    for (uint32_t round = 0; round < SWEEP(60); round++) {
        const uint32_t near = 2 + random_below(&random, MOST);
        struct causality c;

        causality_init(&c);
        for (uint32_t i = 0; i < 400; i++) {
            const uint32_t len = c.events.len;
            uint32_t causes[40], n = 1 + random_below(&random, 4);

            if (len == MOST || (len > 1 && random_chance(&random, 30))) {
                causality_pop(&c);
                continue;
            }
            if (random_chance(&random, 10))
                n *= 10;                     /* which are sorted */
            for (uint32_t k = 0; k < n; k++) /* the last ones, or bottom */
                causes[k] =
                    random_chance(&random, 10)
                        ? 0
                        : len - 1 -
                              random_below(&random, near < len ? near : len);
            causality_push(&c, causes, n);
            naive_push(naive, len, causes, n);
            if (i % 16 == 0)
                compare(&c, naive);
            compare_union(&random, &c, naive);
        }
        causality_finish(&c);
    }
    mem_free(naive);
}

/* Long runs and wide ones need no vectors at all. */
static void chains_share_their_vectors(void **state)
{
    enum { WIDTH = 100, LENGTH = 100 };
    struct causality c;

    (void)state;
    causality_init(&c);
    for (uint32_t i = 0; i < WIDTH * LENGTH; i++) {
        const uint32_t cause = i < WIDTH ? 0 : i + 1 - WIDTH;

        causality_push(&c, &cause, 1);
    }
    assert_int_equal(c.entries.len, 1); /* the head of the empty vector */
    assert_int_equal(c.tails.len, WIDTH);
    check_chains(&c);
    causality_finish(&c);
}

/* Runs that meet again and again go on with the chains that they had. */
static void chains_go_on_after_a_meeting(void **state)
{
    enum { WIDTH = 16, N_MEETINGS = 50 };
    uint32_t ends[WIDTH] = {0};
    struct causality c;

    (void)state;
    causality_init(&c);
    for (uint32_t i = 0; i < N_MEETINGS; i++) {
        for (uint32_t w = 0; w < WIDTH; w++) {
            const uint32_t pos = c.events.len;

            causality_push(&c, &ends[w], 1);
            ends[w] = pos;
        }
        causality_push(&c, ends, WIDTH);
        for (uint32_t w = 0; w < WIDTH; w++)
            ends[w] = c.events.len - 1;
    }
    assert_int_equal(c.tails.len, WIDTH);
    assert_true(c.entries.len <= 2 * WIDTH * c.events.len);
    check_chains(&c);
    causality_finish(&c);
}

/* With one merge for each cause this would take minutes. */
static void many_chains_meet_in_one_event(void **state)
{
    enum { WIDTH = 400000 };
    uint32_t *const causes = mem_zero(WIDTH, sizeof *causes);
    struct causality_past past = {0};
    struct causality c;

    (void)state;
    causality_init(&c);
    for (uint32_t i = 0; i < WIDTH; i++)
        causality_push(&c, (uint32_t[]){0}, 1);
    for (uint32_t i = 0; i < WIDTH; i++) /* every second one, then the others */
        causes[i] = 1 + (2 * i + 2 * i / WIDTH) % WIDTH;
    causality_push(&c, causes, WIDTH);
    causality_past_add_all(&c, &past, causes, WIDTH);
    for (uint32_t pos = 1; pos <= WIDTH; pos += 1000) {
        assert_true(causality_before(&c, pos, WIDTH + 1));
        assert_true(causality_past_has(&c, &past, pos));
    }
    assert_int_equal(causality_past_count(&c, &past), WIDTH);
    causality_past_finish(&past);
    causality_finish(&c);
    mem_free(causes);
}

MODULE(causality)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pasts_are_as_by_definition),
        cmocka_unit_test(chains_share_their_vectors),
        cmocka_unit_test(chains_go_on_after_a_meeting),
        cmocka_unit_test(many_chains_meet_in_one_event),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
