/* Programs of tests in one, which is linked once:
 *
 *     programs NAME [ARGUMENT...]
 *
 * The macro PROGRAMS of the build lists them.  The exit code is that of NAME,
 * and 2 when there is no such program. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#define X(name) int program_##name(int argc, char **argv);
PROGRAMS(X)
#undef X

struct program {
    const char *name;
    int (*run)(int argc, char **argv);
};

#define X(name) {#name, program_##name},
static const struct program programs[] = {PROGRAMS(X)};
#undef X

enum { N_PROGRAMS = sizeof programs / sizeof *programs };

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < N_PROGRAMS; i++)
        if (!strcmp(programs[i].name, argv[1]))
            return programs[i].run(argc - 1, argv + 1);
    fprintf(stderr, "usage: programs NAME [ARGUMENT...], where NAME is\n");
    for (size_t i = 0; i < N_PROGRAMS; i++)
        fprintf(stderr, "  %s\n", programs[i].name);
    return 2;
}
