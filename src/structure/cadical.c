#include "structure/cadical.h"

static void release_solver(void *solver)
{
    ccadical_release(solver);
}

CCaDiCaL *cadical_create(struct mem_guard *guard)
{
    CCaDiCaL *const solver = ccadical_init();

    mem_guard(guard, release_solver, solver);
    ccadical_set_option(solver, "quiet", 1);
    return solver;
}

void cadical_destroy(CCaDiCaL *solver, struct mem_guard *guard)
{
    if (!solver)
        return;
    mem_unguard(guard);
    ccadical_release(solver);
}

void cadical_without(CCaDiCaL *solver, const char *const *options)
{
    for (; *options; options++)
        ccadical_set_option(solver, *options, 0);
}

enum cadical_verdict cadical_solve(CCaDiCaL *solver)
{
    return (enum cadical_verdict)ccadical_solve(solver);
}
