/* The limit of memory of control groups, in folders made like those of Linux.
 */
#include "test.h"

#include "base/system.h"

#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 400, N_FILES = 16 };

/* A folder for the files of one test. */
struct tree {
    char root[64];
    char made[N_FILES][PATH]; /* in the order in which they were made */
    uint32_t n;
};

static void start(struct tree *tree)
{
    *tree = (struct tree){.root = "control_group.XXXXXX"};
    assert_non_null(mkdtemp(tree->root));
}

static void finish(struct tree *tree)
{
    while (tree->n > 0)
        assert_int_equal(remove(tree->made[--tree->n]), 0);
    assert_int_equal(rmdir(tree->root), 0);
}

/* Writes the file, with the folders on the way. */
static void put(struct tree *tree, const char *path, const char *text)
{
    char whole[PATH];
    FILE *f;

    (void)snprintf(whole, sizeof whole, "%s/%s", tree->root, path);
    for (char *at = strchr(whole, '/') + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        if (mkdir(whole, 0700) == 0)
            (void)snprintf(tree->made[tree->n++], PATH, "%s", whole);
        *at = '/';
    }
    f = fopen(whole, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    (void)snprintf(tree->made[tree->n++], PATH, "%s", whole);
}

static void without_files_there_is_no_limit(void **state)
{
    struct tree tree;

    (void)state;
    start(&tree);
    assert_true(system_group_memory(tree.root) == UINT64_MAX);
    put(&tree, "proc/self/cgroup", "0::/a\nno line of that kind\n");
    assert_true(system_group_memory(tree.root) == UINT64_MAX);
    finish(&tree);
}

static void the_groups_around_a_group_bound_it(void **state)
{
    struct tree tree;

    (void)state;
    start(&tree);
    put(&tree, "proc/self/cgroup", "1:name=systemd:/\n0::/a/b\n");
    put(&tree, "sys/fs/cgroup/a/b/memory.max", "max\n");
    assert_true(system_group_memory(tree.root) == UINT64_MAX);
    put(&tree, "sys/fs/cgroup/a/memory.max", "5000000000\n");
    assert_true(system_group_memory(tree.root) == 5000000000);
    put(&tree, "sys/fs/cgroup/memory.max", "3000\n");
    assert_true(system_group_memory(tree.root) == 3000);
    finish(&tree);
}

static void version_1_has_a_hierarchy_for_memory(void **state)
{
    struct tree tree;

    (void)state;
    start(&tree);
    put(&tree, "proc/self/cgroup",
        "5:cpu,memory_of_others:/c\n4:cpuacct,memory:/a\n0::/\n");
    put(&tree, "sys/fs/cgroup/memory/c/memory.limit_in_bytes", "10\n");
    assert_true(system_group_memory(tree.root) == UINT64_MAX);
    put(&tree, "sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4096\n");
    assert_true(system_group_memory(tree.root) == 4096);
    finish(&tree);
}

MODULE(system_group)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_files_there_is_no_limit),
        cmocka_unit_test(the_groups_around_a_group_bound_it),
        cmocka_unit_test(version_1_has_a_hierarchy_for_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
