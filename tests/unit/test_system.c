/* The functions of the system, or the fallbacks (-Dportable=true). */
#include "test.h"

#include "base/mem.h"
#include "base/system.h"

#include <getopt.h>
#include <string.h>
#ifdef HAVE_POPULATE
#include <sys/mman.h>
#endif

enum { BLOCK = 32 << 20 };

static void memory_that_is_used_is_seen(void **state)
{
    const uint64_t before = system_peak();
    unsigned char *const block = mem_alloc(BLOCK, 1);

    (void)state;
    memset(block, 1, BLOCK);
    assert_int_equal(block[BLOCK - 1], 1);
    assert_true(before > 0);
    assert_true(system_resident() >= BLOCK);
    assert_true(system_peak() >= BLOCK);
    mem_free(block);
    system_trim();
    assert_true(system_peak() >= BLOCK);
}

static void memory_keeps_what_it_has_when_it_is_taken(void **state)
{
    unsigned char *const block = mem_zero(BLOCK, 1);

    (void)state;
    block[0] = 1;
    block[BLOCK / 2] = 2;
    system_populate(block + 1, BLOCK - 2);
    system_populate(block, 1);
    system_populate(block + 1, 0);
    for (uint32_t i = 0; i < BLOCK; i++)
        assert_int_equal(block[i], i ? i == BLOCK / 2 ? 2 : 0 : 1);
    mem_free(block);
}

#ifdef HAVE_POPULATE

/* Pages that nobody has written to. */
static void memory_is_taken_before_it_is_used(void **state)
{
    void *const block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const uint64_t before = system_resident();

    (void)state;
    assert_true(block != MAP_FAILED);
    system_populate(block, BLOCK);
    assert_true(system_resident() >= before + BLOCK / 4 * 3);
    assert_int_equal(munmap(block, BLOCK), 0);
}

#endif

static void there_is_a_processor(void **state)
{
    (void)state;
    assert_true(system_processors() >= 1);
}

static void there_is_memory(void **state)
{
    (void)state;
    assert_true(system_memory() == 0 || system_memory() >= BLOCK);
}

/* How many options -a are read. */
static int read_arguments(int argc, char **argv)
{
    const struct option none[] = {{0}};
    int n = 0;

    system_restart_getopt();
    while (getopt_long(argc, argv, "a", none, NULL) == 'a')
        n++;
    return n;
}

static void options_can_be_read_again(void **state)
{
    char name[] = "p", letter[] = "-a", word[] = "x";

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        char *two[] = {name, letter, word, letter, NULL};
        char *one[] = {name, letter, NULL};

        assert_int_equal(read_arguments(4, two), 2);
        assert_int_equal(read_arguments(2, one), 1);
    }
}

MODULE(system)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_is_used_is_seen),
        cmocka_unit_test(memory_keeps_what_it_has_when_it_is_taken),
#ifdef HAVE_POPULATE
        cmocka_unit_test(memory_is_taken_before_it_is_used),
#endif
        cmocka_unit_test(there_is_a_processor),
        cmocka_unit_test(there_is_memory),
        cmocka_unit_test(options_can_be_read_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
