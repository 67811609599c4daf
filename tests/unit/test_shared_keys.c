/* 64-bit keys that several threads add, against a plain array. */
#include "test.h"

#include "base/shared_keys.h"
#include "random.h"

#include <pthread.h>

enum { N_KINDS = 3000, N_THREADS = 4, N_STEPS = 3 * N_KINDS };

static uint64_t key_of(uint32_t kind)
{
    return kind % 3 ? (uint64_t)kind << 32 | kind % 7 : kind;
}

struct adder {
    struct shared_keys *keys;
    uint64_t seed;
    uint32_t spare, n_fresh;
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

        x->ids[kind] =
            shared_keys_intern(x->keys, key_of(kind), &x->spare, &fresh);
        x->n_fresh += fresh;
    }
    return NULL;
}

/* Room for all keys, and for the spares. */
static void make_room(struct shared_keys *keys)
{
    shared_keys_init(keys);
    while (keys->room < N_KINDS + N_THREADS)
        shared_keys_grow(keys, NULL, 0);
}

static void check_ids(const struct shared_keys *keys,
                      const struct adder *adders)
{
    for (uint32_t kind = 0; kind < N_KINDS; kind++) {
        const uint32_t id = shared_keys_find(keys, key_of(kind));

        for (uint32_t i = 0; i < N_THREADS; i++)
            if (adders[i].ids[kind] != SHARED_KEYS_NONE)
                assert_int_equal(adders[i].ids[kind], id);
        if (id != SHARED_KEYS_NONE)
            assert_true(keys->at[id] == key_of(kind));
    }
}

static void threads_agree_on_ids(void **state)
{
    struct adder *const adders = mem_zero(N_THREADS, sizeof *adders);
    pthread_t threads[N_THREADS];
    struct shared_keys keys;
    uint32_t spares[N_THREADS], n = 0;

    (void)state;
    make_room(&keys);
    for (uint32_t i = 0; i < N_THREADS; i++) {
        adders[i] = (struct adder){
            .keys = &keys, .seed = i + 1, .spare = SHARED_KEYS_NONE};
        memset(adders[i].ids, 0xff, sizeof adders[i].ids);
        assert_int_equal(pthread_create(&threads[i], NULL, add, &adders[i]), 0);
    }
    for (uint32_t i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        n += adders[i].n_fresh;
        spares[i] = adders[i].spare;
    }
    check_ids(&keys, adders);
    shared_keys_grow(&keys, spares, N_THREADS);
    check_ids(&keys, adders);
    shared_keys_close(&keys, spares, N_THREADS);
    assert_int_equal(shared_keys_len(&keys), n);
    for (uint32_t id = 0; id < n; id++)
        assert_int_equal(shared_keys_find(&keys, keys.at[id]), id);
    shared_keys_finish(&keys);
    mem_free(adders);
}

/* As if other threads had been first at several slots. */
static void spare_ids_are_filled(void **state)
{
    static const uint32_t held[] = {1, 5, 8, 9};
    struct shared_keys keys;
    uint32_t spares[4], next = 0;
    bool fresh;

    (void)state;
    shared_keys_init(&keys);
    for (uint32_t id = 0; id < 10; id++) {
        uint32_t spare = SHARED_KEYS_NONE;

        if (id == held[next]) {
            atomic_fetch_add(&keys.len, 1);
            spares[next++] = id;
        } else {
            assert_int_equal(
                shared_keys_intern(&keys, 100 + id, &spare, &fresh), id);
            assert_true(fresh);
        }
    }
    shared_keys_close(&keys, spares, 4);
    assert_int_equal(shared_keys_len(&keys), 6);
    for (uint32_t id = 0; id < 6; id++)
        assert_int_equal(shared_keys_find(&keys, keys.at[id]), id);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(spares[i], SHARED_KEYS_NONE);
    assert_int_equal(shared_keys_find(&keys, 107), 1);
    shared_keys_finish(&keys);
}

static void a_full_store_says_so(void **state)
{
    uint32_t spare = SHARED_KEYS_NONE, id = 0;
    struct shared_keys keys;
    bool fresh;

    (void)state;
    shared_keys_init(&keys);
    for (; !shared_keys_are_full(&keys); id++)
        assert_int_equal(shared_keys_intern(&keys, id + 1, &spare, &fresh), id);
    assert_int_equal(shared_keys_intern(&keys, id + 1, &spare, &fresh),
                     SHARED_KEYS_FULL);
    assert_int_equal(shared_keys_intern(&keys, 1, &spare, &fresh), 0);
    assert_false(fresh);
    shared_keys_grow(&keys, &spare, 1);
    assert_int_equal(shared_keys_intern(&keys, id + 1, &spare, &fresh), id);
    assert_true(fresh);
    shared_keys_finish(&keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree_on_ids),
        cmocka_unit_test(spare_ids_are_filled),
        cmocka_unit_test(a_full_store_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
