/* mp_solver.h - CaDiCaL with clauses that grow.
 *
 * The clause "a produced condition has a producer" grows with the process: it
 * ends with a literal that later clauses replace by more producers.  That the
 * last such literals are false is implied by a literal for each group of such
 * clauses, which questions assume.  So what is added to a clause counts once
 * its group has another literal: from the next epoch on. */
#ifndef MP_SOLVER_H
#define MP_SOLVER_H

#include "base/mem.h"
#include "base/vec.h"
#include "engine/watch.h"
#include "structure/cadical.h"

typedef VEC(int) mp_solver_literals;

struct mp_solver_group {
    int literal;    /* it implies that the last literals are false */
    uint32_t first; /* of its disjunctions, which are consecutive */
    bool changed;   /* it waits for the next epoch */
};

struct mp_solver {
    struct watch *watch;
    CCaDiCaL *cadical;
    struct mem_guard guard;
    size_t noted;
    int n_vars;
    uint64_t n_clauses, n_calls;
    mp_solver_literals ends; /* by disjunction that grows: its last literal */
    VEC(struct mp_solver_group) groups;
    bool stale; /* something waits for the next epoch */
};

/* A disjunction that grows. */
struct mp_solver_open {
    uint32_t id, group;
};

/* few: few questions come, each may be hard; else many, whose answers are
 * near. */
void mp_solver_init(struct mp_solver *solver, bool few, struct watch *watch);
void mp_solver_finish(struct mp_solver *solver);

int mp_solver_var(struct mp_solver *solver);

/* The next literal of a clause; 0 ends it. */
void mp_solver_put(struct mp_solver *solver, int literal);

/* The clause of those literals that are not 0; of n literals. */
void mp_solver_clause(struct mp_solver *solver, int a, int b, int c);
void mp_solver_add(struct mp_solver *solver, const int *literals, uint32_t n);

/* `head` implies one of these n literals, at once, or of those that follow. */
void mp_solver_begin(struct mp_solver *solver, struct mp_solver_open *open,
                     int head, const int *literals, uint32_t n);
void mp_solver_extend(struct mp_solver *solver, struct mp_solver_open *open,
                      int literal);

/* Begins another epoch, if something waits for it. */
void mp_solver_refresh(struct mp_solver *solver);

/* At most one literal of a growing set is true.  *one is 0 at first. */
void mp_solver_one(struct mp_solver *solver, int *one, int literal);

/* The next question assumes the literal. */
void mp_solver_assume(struct mp_solver *solver, int literal);
enum cadical_verdict mp_solver_ask(struct mp_solver *solver);

/* Is the literal true in the solution?  Did the answer CADICAL_NO need the
 * assumption? */
bool mp_solver_holds(const struct mp_solver *solver, int literal);
bool mp_solver_needed(const struct mp_solver *solver, int literal);

#endif
