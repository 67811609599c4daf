/* 64-bit keys that several threads add, against a plain array. */
#include "test.h"

#include "marking/shared_keys.h"
#include "random.h"

#include <pthread.h>

enum { N_KINDS = 3000, N_THREADS = 4, N_STEPS = 3 * N_KINDS };

/* Keys that differ in the first word, in the second one, or in both. */
static void write_key(uint32_t kind, uint64_t *key)
{
    key[0] = kind % 3 ? (uint64_t)kind << 32 | kind % 7 : kind;
    key[1] = kind % 5 ? 0 : kind;
}

/* With one word of the key, or both. */
static uint32_t intern(struct shared_keys *keys, uint32_t kind,
                       struct shared_keys_range *own, bool *fresh)
{
    struct shared_keys_look look;

    write_key(kind, look.key);
    shared_keys_begin(keys, &look);
    if (kind % 2)
        shared_keys_go_on(keys, &look);
    return shared_keys_intern(keys, &look, own, fresh);
}

static uint32_t find(const struct shared_keys *keys, uint32_t kind)
{
    struct shared_keys_look look;

    write_key(kind, look.key);
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
static void make_room(struct shared_keys *keys, uint32_t width)
{
    shared_keys_init(keys, width);
    while (keys->room < N_KINDS + 64 * N_THREADS)
        shared_keys_grow(keys, NULL, 0);
}

static void check_ids(const struct shared_keys *keys,
                      const struct adder *adders)
{
    for (uint32_t kind = 0; kind < N_KINDS; kind++) {
        const uint32_t id = find(keys, kind);
        uint64_t key[2];

        for (uint32_t i = 0; i < N_THREADS; i++)
            if (adders[i].ids[kind] != SHARED_KEYS_NONE)
                assert_int_equal(adders[i].ids[kind], id);
        write_key(kind, key);
        if (id != SHARED_KEYS_NONE)
            assert_memory_equal(keys->at + (size_t)keys->width * id, key,
                                keys->width * sizeof *key);
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

static void try_threads(uint32_t width)
{
    struct adder *const adders = mem_zero(N_THREADS, sizeof *adders);
    struct shared_keys_range own[N_THREADS];
    pthread_t threads[N_THREADS];
    struct shared_keys keys;
    uint32_t n = 0;

    make_room(&keys, width);
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
        try_threads(1 + i % 2);
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

        make_room(&keys, 1 + i % 2);
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
    shared_keys_init(&keys, 1);
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

MODULE(shared_keys)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree_on_ids),
        cmocka_unit_test(ids_that_threads_hold_are_filled),
        cmocka_unit_test(a_full_store_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
