/* Work in a child: its bytes come back, and it ends when it is to end. */
#include "test.h"

#include "base/apart.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool count(const void *self, FILE *out)
{
    const uint32_t *const n = self;

    for (uint32_t i = 0; i < *n; i++)
        fprintf(out, "%u\n", i);
    return true;
}

static bool refuse(const void *self, FILE *out)
{
    (void)self;
    fputs("half of it", out);
    return false;
}

static bool die(const void *self, FILE *out)
{
    (void)self;
    fputs("half of it", out);
    (void)fflush(out);
    _exit(0);
}

static bool starve(const void *self, FILE *out)
{
    (void)self, (void)out;
    (void)mem_alloc(SIZE_MAX, SIZE_MAX);
    return true;
}

static bool sleep_long(const void *self, FILE *out)
{
    (void)self, (void)out;
    return sleep(3600) == 0;
}

static void all_bytes_come_back(void **state)
{
    const uint32_t n = 100000;
    const struct apart_limits limits = {0};
    text_buffer bytes = {0};
    const char *text;

    (void)state;
    text_add(&bytes, "<", 1);
    assert_int_equal(apart_run(count, &n, &limits, &bytes), APART_DONE);
    text = text_end(&bytes);
    assert_memory_equal(text, "<0\n1\n2\n", 7);
    assert_string_equal(text + bytes.len - 7, "\n99999\n");
    assert_int_equal(bytes.len, strlen(text));
    vec_free(&bytes);
}

static void what_fails_gives_nothing(void **state)
{
    apart_work *const works[] = {refuse, die, starve};
    const struct apart_limits limits = {0};
    text_buffer bytes = {0};

    (void)state;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        assert_int_equal(apart_run(works[i], NULL, &limits, &bytes),
                         APART_FAILED);
        assert_int_equal(bytes.len, 0);
    }
}

static int after_some_calls(void *data)
{
    uint32_t *const n = data;

    return ++*n > 3;
}

static void limits_end_it(void **state)
{
    uint32_t n = 0;
    const struct apart_limits brief = {.seconds = 0.2},
                              stopped = {.stop = after_some_calls,
                                         .stop_data = &n};
    text_buffer bytes = {0};

    (void)state;
    assert_int_equal(apart_run(sleep_long, NULL, &brief, &bytes), APART_LATE);
    assert_int_equal(apart_run(sleep_long, NULL, &stopped, &bytes),
                     APART_STOPPED);
    assert_int_equal(n, 4);
}

#ifndef SANITIZED
static bool take_memory(const void *self, FILE *out)
{
    void *const block = malloc((size_t)1 << 30);

    (void)self, (void)out;
    free(block);
    return block != NULL;
}

static void memory_is_bounded(void **state)
{
    const struct apart_limits tight = {.bytes = (uint64_t)256 << 20},
                              none = {0};
    text_buffer bytes = {0};

    (void)state;
    assert_int_equal(apart_run(take_memory, NULL, &none, &bytes), APART_DONE);
    assert_int_equal(apart_run(take_memory, NULL, &tight, &bytes),
                     APART_FAILED);
}
#endif

MODULE(apart)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bytes_come_back),
        cmocka_unit_test(what_fails_gives_nothing),
        cmocka_unit_test(limits_end_it),
#ifndef SANITIZED
        cmocka_unit_test(memory_is_bounded),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
