#include "engine/merged/mp_solver.h"

/* What CaDiCaL costs (watch.h): a call for each clause that it has, a decision,
 * a conflict for each variable. */
enum { CLAUSE_COST = 2, DECISION_COST = 100, CONFLICT_COST = 5 };

/* CaDiCaL does not tell what it holds: about so many bytes of a variable with
 * its watches, and of a clause. */
enum { VARIABLE_BYTES = 160, CLAUSE_BYTES = 72 };

/* Conflicts before a restart: answers are near. */
enum { RESTART_CONFLICTS = 100 };

/* Disjunctions of the first group.  A question assumes the literals of all
 * groups, and a change of one disjunction costs a clause for each other of its
 * group, so both the number of groups and their size grow with the root of the
 * number of disjunctions. */
enum { FIRST_GROUP = 4 };

/* Variables that a small process has. */
enum { FIRST_VARIABLES = 1000 };

/* --- clauses -------------------------------------------------------------- */

int mp_solver_var(struct mp_solver *solver)
{
    return ++solver->n_vars;
}

void mp_solver_put(struct mp_solver *solver, int literal)
{
    solver->n_clauses += !literal;
    ccadical_add(solver->cadical, literal);
}

void mp_solver_clause(struct mp_solver *solver, int a, int b, int c)
{
    if (a)
        mp_solver_put(solver, a);
    if (b)
        mp_solver_put(solver, b);
    if (c)
        mp_solver_put(solver, c);
    mp_solver_put(solver, 0);
}

void mp_solver_add(struct mp_solver *solver, const int *literals, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        mp_solver_put(solver, literals[i]);
    mp_solver_put(solver, 0);
}

static void close_open(struct mp_solver *solver, uint32_t id, uint32_t group)
{
    mp_solver_clause(solver, -solver->groups.at[group].literal,
                     -solver->ends.at[id], 0);
}

/* The group of the next disjunction. */
static uint32_t next_group(struct mp_solver *solver)
{
    const uint32_t n = solver->groups.len;

    if (!n || solver->ends.len - vec_top(&solver->groups)->first >=
                  FIRST_GROUP + n / 4) {
        const struct mp_solver_group group = {mp_solver_var(solver),
                                              solver->ends.len, false};

        vec_push(&solver->groups, group);
    }
    return solver->groups.len - 1;
}

void mp_solver_begin(struct mp_solver *solver, struct mp_solver_open *open,
                     int head, const int *literals, uint32_t n)
{
    const int end = mp_solver_var(solver);

    open->group = next_group(solver);
    open->id = solver->ends.len;
    vec_push(&solver->ends, end);
    mp_solver_put(solver, -head);
    mp_solver_put(solver, end);
    mp_solver_add(solver, literals, n);
    close_open(solver, open->id, open->group);
}

void mp_solver_extend(struct mp_solver *solver, struct mp_solver_open *open,
                      int literal)
{
    const int end = mp_solver_var(solver);

    mp_solver_clause(solver, -solver->ends.at[open->id], literal, end);
    solver->ends.at[open->id] = end;
    solver->groups.at[open->group].changed = true;
    solver->stale = true;
}

void mp_solver_refresh(struct mp_solver *solver)
{
    for (uint32_t g = 0; g < solver->groups.len && solver->stale; g++) {
        struct mp_solver_group *const group = &solver->groups.at[g];
        const uint32_t end =
            g + 1 < solver->groups.len ? group[1].first : solver->ends.len;

        if (!group->changed)
            continue;
        mp_solver_clause(solver, -group->literal, 0, 0);
        group->literal = mp_solver_var(solver);
        group->changed = false;
        for (uint32_t id = group->first; id < end; id++)
            close_open(solver, id, g);
    }
    solver->stale = false;
}

void mp_solver_one(struct mp_solver *solver, int *one, int literal)
{
    int so_far;

    if (!*one) {
        *one = literal;
        return;
    }
    so_far = mp_solver_var(solver);
    mp_solver_clause(solver, -literal, so_far, 0);
    mp_solver_clause(solver, -*one, so_far, 0);
    mp_solver_clause(solver, -*one, -literal, 0);
    *one = so_far;
}

/* --- questions ------------------------------------------------------------ */

void mp_solver_assume(struct mp_solver *solver, int literal)
{
    ccadical_assume(solver->cadical, literal);
}

enum cadical_verdict mp_solver_ask(struct mp_solver *solver)
{
    for (uint32_t g = 0; g < solver->groups.len; g++)
        ccadical_assume(solver->cadical, solver->groups.at[g].literal);
    mem_note(&solver->noted, VARIABLE_BYTES * (size_t)solver->n_vars +
                                 CLAUSE_BYTES * (size_t)solver->n_clauses);
    if (watch_work(solver->watch, CLAUSE_COST * solver->n_clauses))
        return CADICAL_UNKNOWN;
    solver->n_calls++;
    return cadical_solve(solver->cadical);
}

bool mp_solver_holds(const struct mp_solver *solver, int literal)
{
    return ccadical_val(solver->cadical, literal) > 0;
}

bool mp_solver_needed(const struct mp_solver *solver, int literal)
{
    return ccadical_failed(solver->cadical, literal);
}

/* --- the beginning and the end -------------------------------------------- */

static int decides(void *self)
{
    struct mp_solver *const solver = self;

    return watch_work(solver->watch, DECISION_COST);
}

static void learns(void *self, int *clause)
{
    struct mp_solver *const solver = self;

    (void)clause;
    (void)watch_work(solver->watch, CONFLICT_COST * (uint64_t)solver->n_vars);
}

void mp_solver_init(struct mp_solver *solver, bool few, struct watch *watch)
{
    static const char *const without[] = {"chrono", "phase",     "lucky",
                                          "elim",   "stabilize", NULL};
    CCaDiCaL *cadical;

    *solver = (struct mp_solver){.watch = watch};
    solver->cadical = cadical = cadical_create(&solver->guard);
    ccadical_set_option(cadical, "terminateint", 1);
    if (!few) {
        ccadical_set_option(cadical, "restartint", RESTART_CONFLICTS);
        cadical_without(cadical, without);
    }
    /* its tables get room for these at once; the clause says nothing */
    ccadical_add(cadical, FIRST_VARIABLES);
    ccadical_add(cadical, -FIRST_VARIABLES);
    ccadical_add(cadical, 0);
    ccadical_set_terminate(cadical, solver, decides);
    ccadical_set_learn(cadical, solver, CADICAL_LONGEST, learns);
}

void mp_solver_finish(struct mp_solver *solver)
{
    cadical_destroy(solver->cadical, &solver->guard);
    mem_note(&solver->noted, 0);
    vec_free(&solver->ends);
    vec_free(&solver->groups);
}
