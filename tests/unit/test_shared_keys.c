/* 64-bit keys that several threads add, against a plain array. */
#include "test.h"

#include "marking/shared_keys.h"
#include "random.h"

#include <pthread.h>

enum { N_KINDS = 3000, N_THREADS = 4, N_STEPS = 3 * N_KINDS };

/* Keys that differ in the high half, in the low one, or in both. */
static uint64_t key_of(uint32_t kind)
{
    return kind % 3 ? (uint64_t)kind << 32 | kind % 7 : kind;
}

static uint32_t intern(struct shared_keys *keys, uint32_t kind,
                       struct shared_keys_range *own, bool *fresh)
{
    struct shared_keys_look look = {.key = key_of(kind)};

    shared_keys_begin(keys, &look);
    if (kind % 2)
        shared_keys_go_on(keys, &look);
    return shared_keys_intern(keys, &look, own, fresh);
}

static uint32_t find(const struct shared_keys *keys, uint32_t kind)
{
    struct shared_keys_look look = {.key = key_of(kind)};

    shared_keys_begin(keys, &look);
    return shared_keys_find(keys, &look);
}

struct adder {
    struct shared_keys *keys;
    uint64_t seed;
    struct shared_keys_range own;
    uint32_t n_fresh;
    uint32_t ids[N_KINDS]; /* as this thread got them */
};

static void *add(void *self)
{
    struct adder *const x = self;
    struct random random;

    random_init(&random, x->seed);
    for (uint32_t i = 0; i < N_STEPS; i++) {
        const uint32_t kind = random_below(&random, N_KINDS);
        bool fresh;

        x->ids[kind] = intern(x->keys, kind, &x->own, &fresh);
        x->n_fresh += fresh;
    }
    return NULL;
}

/* Room for all keys, and for what threads hold besides. */
static void make_room(struct shared_keys *keys, bool cut)
{
    shared_keys_init(keys, cut);
    while (keys->room < N_KINDS + 64 * N_THREADS)
        shared_keys_grow(keys, NULL, 0);
}

static void check_ids(const struct shared_keys *keys,
                      const struct adder *adders)
{
    for (uint32_t kind = 0; kind < N_KINDS; kind++) {
        const uint32_t id = find(keys, kind);

        for (uint32_t i = 0; i < N_THREADS; i++)
            if (adders[i].ids[kind] != SHARED_KEYS_NONE)
                assert_int_equal(adders[i].ids[kind], id);
        if (id != SHARED_KEYS_NONE)
            assert_true(shared_keys_key(keys, id) == key_of(kind));
    }
}

/* The ids of all keys are below their number n. */
static void check_dense(const struct shared_keys *keys, uint32_t n)
{
    uint32_t n_found = 0;

    assert_int_equal(shared_keys_len(keys), n);
    for (uint32_t kind = 0; kind < N_KINDS; kind++) {
        const uint32_t id = find(keys, kind);

        assert_true(id == SHARED_KEYS_NONE || id < n);
        n_found += id != SHARED_KEYS_NONE;
    }
    assert_int_equal(n_found, n);
}

static void try_threads(bool cut)
{
    struct adder *const adders = mem_zero(N_THREADS, sizeof *adders);
    struct shared_keys_range own[N_THREADS];
    pthread_t threads[N_THREADS];
    struct shared_keys keys;
    uint32_t n = 0;

    make_room(&keys, cut);
    for (uint32_t i = 0; i < N_THREADS; i++) {
        adders[i] = (struct adder){.keys = &keys, .seed = i + 1};
        memset(adders[i].ids, 0xff, sizeof adders[i].ids);
        assert_int_equal(pthread_create(&threads[i], NULL, add, &adders[i]), 0);
    }
    for (uint32_t i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        n += adders[i].n_fresh;
        own[i] = adders[i].own;
    }
    check_ids(&keys, adders);
    shared_keys_grow(&keys, own, N_THREADS);
    check_ids(&keys, adders);
    shared_keys_close(&keys, own, N_THREADS);
    check_dense(&keys, n);
    shared_keys_finish(&keys);
    mem_free(adders);
}

static void threads_agree_on_ids(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 6; i++)
        try_threads(i % 2);
}

/* Several threads, in turn; each holds what is left of its range. */
static void ids_that_threads_hold_are_filled(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 7);
    for (uint32_t i = 0; i < 300; i++) {
        struct shared_keys_range own[N_THREADS] = {0};
        struct shared_keys keys;
        uint32_t n = 0;

        make_room(&keys, i % 2);
        for (uint32_t layer = 0; layer < 3; layer++) {
            for (uint32_t k = random_below(&random, 90); k > 0; k--) {
                bool fresh;

                (void)intern(&keys, random_below(&random, N_KINDS),
                             &own[random_below(&random, N_THREADS)], &fresh);
                n += fresh;
            }
            if (i % 3 == 0)
                shared_keys_grow(&keys, own, N_THREADS);
            shared_keys_close(&keys, own, N_THREADS);
            check_dense(&keys, n);
            for (uint32_t k = 0; k < N_THREADS; k++)
                assert_true(own[k].next == own[k].end);
        }
        shared_keys_finish(&keys);
    }
}

static void a_full_store_says_so(void **state)
{
    struct shared_keys_range own = {0};
    struct shared_keys keys;
    uint32_t id = 0;
    bool fresh;

    (void)state;
    shared_keys_init(&keys, false);
    for (; id < keys.room; id++)
        assert_int_equal(intern(&keys, id, &own, &fresh), id);
    assert_int_equal(intern(&keys, id, &own, &fresh), SHARED_KEYS_FULL);
    assert_true(shared_keys_are_full(&keys));
    assert_int_equal(intern(&keys, 1, &own, &fresh), 1);
    assert_false(fresh);
    shared_keys_grow(&keys, &own, 1);
    assert_int_equal(intern(&keys, id, &own, &fresh), id);
    assert_true(fresh);
    shared_keys_finish(&keys);
}

/* A number below n, which is at most 2^32. */
static uint64_t draw(struct random *random, uint64_t n)
{
    return random_below(random, n <= UINT32_MAX ? (uint32_t)n : UINT32_MAX);
}

/* Keys keep their ids when halves need other numbers of bits, or more than
 * there are. */
static void a_cut_key_keeps_its_id(void **state)
{
    static const uint32_t bits[][2] = {{16, 16}, {10, 22}, {0, 32},
                                       {32, 0},  {22, 10}, {3, 9}};
    struct random random;

    (void)state;
    random_init(&random, 3);
    for (uint32_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        const uint64_t high = UINT64_C(1) << bits[i][0];
        const uint64_t low = UINT64_C(1) << bits[i][1];
        struct shared_keys_look looks[200];
        struct shared_keys_range own = {0};
        struct shared_keys keys;
        bool fresh;

        shared_keys_init(&keys, true);
        while (keys.room < 200)
            shared_keys_grow(&keys, NULL, 0);
        shared_keys_cut(&keys, (uint32_t)(high - 1), (uint32_t)(low - 1));
        for (uint32_t k = 0; k < 200; k++) {
            looks[k].key = (draw(&random, high)) << 32 | draw(&random, low);
            shared_keys_begin(&keys, &looks[k]);
            (void)shared_keys_intern(&keys, &looks[k], &own, &fresh);
        }
        for (uint32_t turn = 0; turn < 2; turn++) {
            for (uint32_t k = 0; k < 200; k++) {
                const uint32_t id = (shared_keys_begin(&keys, &looks[k]),
                                     shared_keys_find(&keys, &looks[k]));

                assert_true(id != SHARED_KEYS_NONE);
                assert_true(shared_keys_key(&keys, id) == looks[k].key);
            }
            assert_int_equal(shared_keys_have_room(&keys, 1 << 17, 1 << 17),
                             turn);
            shared_keys_cut(&keys, 1 << 17, 1 << 17);
        }
        shared_keys_finish(&keys);
    }
}

/* A key beyond the cut finds the store full; one that is stored does not. */
static void a_cut_says_that_a_key_is_too_large(void **state)
{
    struct shared_keys_look small = {.key = UINT64_C(5) << 32 | 7};
    struct shared_keys_look large = {.key = UINT64_C(1) << 48};
    struct shared_keys_range own = {0};
    struct shared_keys keys;
    bool fresh;

    (void)state;
    shared_keys_init(&keys, true);
    shared_keys_begin(&keys, &small);
    assert_int_equal(shared_keys_intern(&keys, &small, &own, &fresh), 0);
    shared_keys_begin(&keys, &large);
    assert_int_equal(shared_keys_intern(&keys, &large, &own, &fresh),
                     SHARED_KEYS_FULL);
    assert_false(fresh);
    shared_keys_cut(&keys, (1 << 16) + 1, 8);
    assert_int_equal(shared_keys_intern(&keys, &large, &own, &fresh), 1);
    assert_true(fresh);
    shared_keys_begin(&keys, &small);
    assert_int_equal(shared_keys_find(&keys, &small), 0);
    shared_keys_finish(&keys);
}

MODULE(shared_keys)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree_on_ids),
        cmocka_unit_test(ids_that_threads_hold_are_filled),
        cmocka_unit_test(a_full_store_says_so),
        cmocka_unit_test(a_cut_key_keeps_its_id),
        cmocka_unit_test(a_cut_says_that_a_key_is_too_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
