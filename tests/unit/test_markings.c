/* Markings that are stored by number. */
#include "test.h"

#include "marking/markings.h"
#include "net/marking.h"
#include "net/place_order.h"
#include "random.h"
#include "whole_marking.h"

enum { MOST_WORDS = 40 };

/* n tokens, each on a circle of `length` places; some transitions move two
 * tokens at once. */
static struct net *circles(uint32_t n, uint32_t length)
{
    struct net_builder *const builder = net_builder_create();
    const struct net_where nowhere = {0};
    struct diag diag = {0};
    char id[32];

    for (uint32_t i = 0; i < n * length; i++) {
        snprintf(id, sizeof id, "p%u", i);
        net_builder_place(builder, id, NULL, i % length == 0, nowhere, &diag);
    }
    for (uint32_t i = 0; i < n * length; i++) {
        const uint32_t from = i, to = i / length * length + (i + 1) % length;
        const uint32_t other = (i + length) % (n * length);
        trans_id t;

        snprintf(id, sizeof id, "t%u", i);
        t = net_builder_trans(builder, id, NULL, nowhere, &diag);
        net_builder_arc(builder, GIVEN_CONSUME, from, t, 1);
        net_builder_arc(builder, GIVEN_PRODUCE, to, t, 1);
        if (n > 1 && i % 3 == 0) {
            net_builder_arc(builder, GIVEN_CONSUME, other, t, 1);
            net_builder_arc(builder, GIVEN_PRODUCE,
                            other / length * length + (other + 1) % length, t,
                            1);
        }
    }
    return net_builder_finish(builder);
}

/* Markings whole, the naive way, with the id of each. */
struct known {
    VEC(bits_word) words;
    VEC(uint32_t) ids;
};

static void remember(struct known *known, const bits_word *m, uint32_t words,
                     uint32_t id)
{
    for (uint32_t i = 0; i < known->ids.len; i++)
        assert_int_equal(
            known->ids.at[i] == id,
            bits_equal(known->words.at + (size_t)i * words, m, words));
    vec_push(&known->ids, id);
    for (uint32_t w = 0; w < words; w++)
        vec_push(&known->words, m[w]);
}

static trans_id draw_enabled(struct random *random, const struct net *net,
                             const bits_word *m)
{
    const uint32_t n = net_trans_count(net);
    const trans_id first = random_below(random, n);

    for (uint32_t i = 0; i < n; i++)
        if (marking_enabled(net, m, (first + i) % n) &&
            marking_unsafe(net, m, (first + i) % n) == PLACE_NONE)
            return (first + i) % n;
    return TRANS_NONE;
}

/* The first place of t that is marked. */
static place_id second_token(const struct net *net, const bits_word *m,
                             trans_id t)
{
    const struct net_place_span post = net_post(net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (bits_has(m, post.at[i]))
            return post.at[i];
    return net_overflow(net, t);
}

/* The draft does the same as a step, and stores nothing before it is closed. */
static void compare_draft(struct markings *markings, uint32_t before,
                          trans_id t, uint32_t id, const bits_word *m)
{
    const uint32_t n_places = net_place_count(markings->layout.net);
    const uint32_t n_ids = markings_count(markings);

    markings_open(markings, before);
    assert_int_equal(markings_close(markings, true), before);
    markings_open(markings, before);
    markings_step(markings, t);
    for (place_id p = 0; p < n_places; p++) {
        assert_int_equal(markings_has(markings, id, p), bits_has(m, p));
    }
    for (trans_id u = 0; u < net_trans_count(markings->layout.net); u += 7)
        assert_int_equal(markings_open_unsafe(markings, u),
                         second_token(markings->layout.net, m, u));
    assert_int_equal(markings_close(markings, true), id);
    markings_open(markings, before);
    markings_step(markings, t);
    assert_int_equal(markings_close(markings, false), id);
    assert_int_equal(markings_count(markings), n_ids);
}

/* t was not fired at `id` before: the draft does not store what it leads to. */
static void compare_unknown(struct markings *markings, uint32_t id, trans_id t)
{
    const uint32_t n_ids = markings_count(markings);
    uint32_t found;

    markings_open(markings, id);
    markings_step(markings, t);
    found = markings_close(markings, true);
    assert_int_equal(markings_count(markings), n_ids);
    if (found != MARKINGS_NONE)
        assert_int_equal(markings_fire(markings, id, t), found);
}

/* Some markings are kept: these read as before, others are unknown, and what
 * is added later is found. */
static void compare_kept(struct random *random, struct markings *markings,
                         const struct known *known, uint32_t words)
{
    const size_t bytes = markings_bytes(markings);
    const uint32_t n = markings_count(markings);
    uint32_t *const kept = mem_alloc(n, sizeof *kept);
    VEC(uint32_t) ids = {0}, at = {0};
    bits_word read[MOST_WORDS];

    for (uint32_t i = 0; i < n; i++)
        kept[i] = i == 0 || random_chance(random, 30) ? 0 : MARKINGS_NONE;
    for (uint32_t i = 0, next = 0; i < n; i++)
        if (kept[i] != MARKINGS_NONE)
            kept[i] = next++;
    for (uint32_t i = 0; i < known->ids.len; i++)
        if (kept[known->ids.at[i]] != MARKINGS_NONE) {
            vec_push(&ids, kept[known->ids.at[i]]);
            vec_push(&at, i);
        }
    markings_keep(markings, kept);
    mem_free(kept);
    markings_check(markings);
    assert_true(markings_bytes(markings) <= bytes);
    assert_int_equal(ids.at[0], MARKINGS_INITIAL);
    for (uint32_t k = 0; k < ids.len; k++) {
        markings_read(markings, ids.at[k], read);
        assert_true(bits_equal(read, known->words.at + (size_t)at.at[k] * words,
                               words));
    }
    for (uint32_t i = 0; i < known->ids.len; i++) {
        const bits_word *const m = known->words.at + (size_t)i * words;
        const uint32_t id = markings_add(markings, m);

        for (uint32_t k = 0; k < ids.len; k++)
            assert_int_equal(
                ids.at[k] == id,
                bits_equal(known->words.at + (size_t)at.at[k] * words, m,
                           words));
    }
    vec_free(&ids);
    vec_free(&at);
}

/* A random run, now and then a step back or a jump; equal markings must have
 * equal ids and only these. */
static void walk(struct random *random, struct net *net,
                 const struct exclusive *sets, uint32_t n_steps)
{
    const uint32_t words = marking_words(net);
    bits_word m[MOST_WORDS], read[MOST_WORDS];
    struct known known = {0};
    struct markings markings;
    uint32_t id = MARKINGS_INITIAL;

    assert_true(words <= MOST_WORDS);
    marking_initial(net, m);
    markings_init(&markings, net, sets);
    remember(&known, m, words, id);
    for (uint32_t i = 0; i < n_steps; i++) {
        const trans_id t = draw_enabled(random, net, m);
        const uint32_t before = id;

        if (t == TRANS_NONE || random_chance(random, 3)) {
            const uint32_t k = random_below(random, known.ids.len);

            id = known.ids.at[k];
            bits_copy(m, known.words.at + (size_t)k * words, words);
            continue;
        }
        compare_unknown(&markings, id, t);
        marking_fire(net, m, t);
        id = markings_fire(&markings, id, t);
        assert_true(id < markings_count(&markings));
        assert_int_equal(markings_fire(&markings, id, t), before);
        assert_int_equal(markings_add(&markings, m), id);
        markings_read(&markings, id, read);
        assert_true(bits_equal(read, m, words));
        compare_draft(&markings, before, t, id, m);
        remember(&known, m, words, id);
    }
    markings_check(&markings);
    compare_kept(random, &markings, &known, words);
    assert_true(markings_bytes(&markings) > 0);
    markings_finish(&markings);
    vec_free(&known.words);
    vec_free(&known.ids);
    net_destroy(net);
}

static void equal_markings_have_equal_ids(void **state)
{
    static const struct {
        uint32_t n, length, words;
    } shapes[] = {{3, 7, 1},    {1, 64, 1},   {5, 13, 2},    {2, 64, 2},
                  {3, 43, 3},   {16, 64, 16}, {1, 1025, 17}, {1, 2500, 40},
                  {40, 60, 38}, {700, 3, 33}};
    struct random random;

    (void)state;
    random_init(&random, 7);
    for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct net *const net = circles(shapes[i].n, shapes[i].length);
        struct markings markings;

        markings_init(&markings, net, NULL);
        assert_int_equal(markings.n, shapes[i].words);
        markings_finish(&markings);
        walk(&random, net, NULL, SWEEP(600));
    }
    for (uint32_t i = 0; i < SWEEP(300); i++)
        walk(&random,
             random_net_padded(&random, RANDOM_CYCLIC, 1 + i % 4, i % 5 * 40),
             NULL, 40);
}

/* Places of each circle, in up to three sets. */
static void add_circles(struct random *random, struct exclusive *sets,
                        uint32_t n, uint32_t length)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t n_sets = random_below(random, 4);

        for (uint32_t s = 0; s < n_sets; s++) {
            net_place_list set = {0};

            for (uint32_t k = 0; k < length; k++)
                if (n_sets == 1 || random_chance(random, 50))
                    vec_push(&set, i * length + k);
            exclusive_add(sets, set.at, set.len, EXCLUSIVE_NONE);
            vec_free(&set);
        }
    }
}

static void places_that_exclude_each_other_share_bits(void **state)
{
    static const struct {
        uint32_t n, length;
    } shapes[] = {{2, 33},  {5, 13},   {2, 64},  {3, 43},  {16, 64}, {1, 900},
                  {9, 125}, {1, 2500}, {40, 60}, {700, 3}, {300, 8}, {7, 257}};
    struct random random;

    (void)state;
    random_init(&random, 9);
    for (uint32_t i = 0; i < 4 * (sizeof shapes / sizeof *shapes); i++) {
        const uint32_t n = shapes[i / 4].n, length = shapes[i / 4].length;
        struct exclusive sets = {0};

        add_circles(&random, &sets, n, length);
        walk(&random, circles(n, length), &sets, SWEEP(600));
        exclusive_finish(&sets);
    }
    for (uint32_t i = 0; i < SWEEP(1000); i++) {
        struct net *const net =
            random_net_padded(&random, RANDOM_CYCLIC, 1 + i % 4, i % 5 * 40);
        struct exclusive sets = {0};
        struct oracle oracle;

        oracle_init(&oracle, net, 4000);
        if (oracle.complete)
            random_exclusive(&random, &oracle, &sets);
        oracle_finish(&oracle);
        walk(&random, net, &sets, 40);
        exclusive_finish(&sets);
    }
}

/* A circle with one token takes the bits of a number, unless there are many
 * words and transitions change as much as without. */
static void a_set_takes_the_bits_of_a_number(void **state)
{
    static const struct {
        uint32_t n, length, words;
    } shapes[] = {{8, 256, 1}, {9, 256, 2}, {2, 64, 1}, {64, 2, 1},
                  {100, 4, 4}, {160, 3, 8}, {21, 8, 1}, {22, 8, 2}};

    (void)state;
    for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const uint32_t n = shapes[i].n, length = shapes[i].length;
        struct net *const net = circles(n, length);
        struct exclusive sets = {0};
        struct marking_layout layout;

        for (uint32_t k = 0; k < n; k++) {
            net_place_list set = {0};

            for (uint32_t p = 0; p < length; p++)
                vec_push(&set, k * length + p);
            exclusive_add(&sets, set.at, set.len, EXCLUSIVE_NONE);
            vec_free(&set);
        }
        marking_layout_init(&layout, net, &sets);
        assert_int_equal(layout.words, shapes[i].words);
        marking_layout_finish(&layout);
        exclusive_finish(&sets);
        net_destroy(net);
    }
}

/* The order is a permutation, and neighbours on a circle stay together. */
static void places_are_ordered_along_the_arcs(void **state)
{
    enum { N = 5, LENGTH = 40 };
    struct net *const net = circles(N, LENGTH);
    uint32_t rank[N * LENGTH];
    bool taken[N * LENGTH] = {false};

    (void)state;
    place_order_find(net, rank);
    for (place_id p = 0; p < N * LENGTH; p++) {
        assert_true(rank[p] < N * LENGTH && !taken[rank[p]]);
        taken[rank[p]] = true;
    }
    assert_int_equal(rank[0], 0);
    for (place_id p = 0; p + 1 < LENGTH; p++)
        assert_true(rank[p + 1] - rank[p] < 4 * N * 2 ||
                    rank[p] - rank[p + 1] < 4 * N * 2);
    net_destroy(net);
}

/* A token that moves along a circle makes one word a step, and few nodes. */
static void one_token_costs_one_word(void **state)
{
    enum { N_PLACES = 6400 };
    struct net *const net = circles(1, N_PLACES);
    struct markings markings;
    uint32_t id = MARKINGS_INITIAL;

    (void)state;
    markings_init(&markings, net, NULL);
    for (trans_id t = 0; t + 1 < N_PLACES; t++)
        id = markings_fire(&markings, id, t);
    assert_int_equal(markings_count(&markings), N_PLACES);
    assert_true(shared_keys_len(&markings.stores[MARKINGS_WORDS]) <=
                N_PLACES + 32);
    assert_true(shared_keys_len(&markings.stores[MARKINGS_INNERS]) <=
                7 * N_PLACES);
    assert_int_equal(markings_fire(&markings, id, N_PLACES - 1),
                     MARKINGS_INITIAL);
    markings_check(&markings);
    markings_finish(&markings);
    net_destroy(net);
}

/* Places that no transition changes take no bits, and are read as they are. */
static void constant_places_take_no_bits(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 5);
    for (uint32_t i = 0; i < 50; i++) {
        struct net *const net =
            random_net_padded(&random, RANDOM_CYCLIC, 1, 300);
        struct markings markings;

        markings_init(&markings, net, NULL);
        assert_int_equal(markings.n, 1);
        for (place_id p = 0; p < net_place_count(net); p++)
            assert_int_equal(markings_has(&markings, MARKINGS_INITIAL, p),
                             net_marked(net, p));
        markings_finish(&markings);
        walk(&random, net, NULL, 40);
    }
}

MODULE(markings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_markings_have_equal_ids),
        cmocka_unit_test(places_that_exclude_each_other_share_bits),
        cmocka_unit_test(a_set_takes_the_bits_of_a_number),
        cmocka_unit_test(places_are_ordered_along_the_arcs),
        cmocka_unit_test(one_token_costs_one_word),
        cmocka_unit_test(constant_places_take_no_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
