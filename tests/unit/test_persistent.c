/* Persistent arrays against plain copies. */
#include "occurrence/persistent.h"

#include "random.h"
#include "test.h"

enum { N_VERSIONS = 200 };

static void versions_stay_as_they_are(void **state)
{
    static const uint32_t sizes[] = {1, 15, 16, 17, 300, 5000};

    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const uint32_t n = sizes[k];
        uint32_t *const plain = mem_zero((size_t)n * N_VERSIONS, sizeof *plain);
        uint32_t versions[N_VERSIONS] = {PERSISTENT_ZERO};
        struct persistent arrays;
        struct random random;

        random_init(&random, k);
        persistent_init(&arrays, n);
        for (uint32_t v = 1; v < N_VERSIONS; v++) {
            const uint32_t from = random_below(&random, v);

            versions[v] = persistent_copy(&arrays, versions[from]);
            memcpy(plain + (size_t)v * n, plain + (size_t)from * n,
                   n * sizeof *plain);
            for (uint32_t i = random_below(&random, 6); i > 0; i--) {
                const uint32_t at = random_below(&random, n);

                plain[(size_t)v * n + at] = v + i;
                versions[v] = persistent_set(&arrays, versions[v], at, v + i);
            }
        }
        for (uint32_t v = 0; v < N_VERSIONS; v++)
            for (uint32_t i = 0; i < n; i++)
                assert_int_equal(persistent_get(&arrays, versions[v], i),
                                 plain[(size_t)v * n + i]);
        vec_free(&arrays.nodes);
        mem_free(plain);
    }
}

MODULE(persistent)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_stay_as_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
