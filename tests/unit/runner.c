/* The tests of all modules in one program, which is linked once.
 *
 *     run              all modules, each in a process of its own
 *     run MODULE...    these modules
 *     run --list       the names of the modules
 *
 * The exit code is 1 when a test failed or a module crashed, and 2 when there
 * is no such module. */
#include "modules.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define X(name) int module_##name(void);
MODULES(X)
#undef X

struct module {
    const char *name;
    int (*run)(void);
};

#define X(name) {#name, module_##name},
static const struct module modules[] = {MODULES(X)};
#undef X

enum { N_MODULES = sizeof modules / sizeof *modules };

static const struct module *find(const char *name)
{
    for (size_t i = 0; i < N_MODULES; i++)
        if (!strcmp(modules[i].name, name))
            return &modules[i];
    return NULL;
}

/* Did all its tests pass?  A crash ends only the child. */
static bool passes(const struct module *module)
{
    int status = 0;

    printf("# %s\n", module->name);
    (void)fflush(stdout);

    const pid_t child = fork();

    if (!child)
        exit(module->run() ? EXIT_FAILURE : EXIT_SUCCESS);
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror(module->name);
        return false;
    }
    if (WIFSIGNALED(status))
        printf("Bail out! %s: %s\n", module->name, strsignal(WTERMSIG(status)));
    return status == 0;
}

static int run_all(void)
{
    size_t n_failed = 0;

    for (size_t i = 0; i < N_MODULES; i++)
        n_failed += !passes(&modules[i]);
    printf("# %zu modules, %zu failed\n", (size_t)N_MODULES, n_failed);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int run_these(char *const *names, int n)
{
    bool passed = true;

    for (int i = 0; i < n; i++)
        if (!find(names[i])) {
            fprintf(stderr, "no module '%s': see --list\n", names[i]);
            return 2;
        }
    if (n == 1) /* in this process, for debuggers and valgrind */
        return find(*names)->run() ? EXIT_FAILURE : EXIT_SUCCESS;
    for (int i = 0; i < n; i++)
        passed &= passes(find(names[i]));
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return run_all();
    if (strcmp(argv[1], "--list") != 0)
        return run_these(argv + 1, argc - 1);
    for (size_t i = 0; i < N_MODULES; i++)
        puts(modules[i].name);
    return EXIT_SUCCESS;
}
