/* encoder.h - the configurations of a prefix as clauses for CaDiCaL.
 *
 * There is a variable for each event whose conditions are in the store (see
 * es_produce()) and one for "condition b is consumed": an event needs the
 * producers of the conditions that it uses and the readers that it names; a
 * condition is consumed at most once; and an event that consumes a condition
 * names each reader of the condition that occurs.  The solutions are the
 * configurations.  More clauses, over these and new variables, restrict them to
 * answers (solve.c, solve_formula.h). */
#ifndef ENCODER_H
#define ENCODER_H

#include "engine/unfolding/es.h"
#include "engine/watch.h"
#include "structure/cadical.h"

struct encoder {
    const struct es *es;
    struct watch *watch;
    CCaDiCaL *solver;
    int n_vars;
    int *consumed; /* by condition: a variable that each consumer implies, or
                      0 */
    es_event_list users; /* scratch: of a condition */
    VEC(uint64_t) named; /* scratch: readers with those that name them */
    struct mem_guard guard;
    size_t noted; /* bytes of CaDiCaL, as mem_held() has them */
};

/* Adds the clauses of a configuration; false when the watch ended the run, or
 * the prefix has more events and conditions than literals.  In both cases the
 * caller must call encoder_finish().  Neither the encoder nor the store may
 * move. */
bool encoder_init(struct encoder *encoder, const struct es *es,
                  struct watch *watch);
void encoder_finish(struct encoder *encoder);

/* Adds the clause: the literal `unless` (0: none), or e is neither enabled nor
 * occurs. */
void encoder_disabled(const struct encoder *encoder, event_id e, int unless);

/* Adds the clause: the literal `unless` (0: none), or b is not produced, or b
 * is consumed. */
void encoder_absent(const struct encoder *encoder, cond_id b, int unless);

/* A variable that is true only if b is produced and not consumed. */
int encoder_present(struct encoder *encoder, cond_id b);

/* Appends the events of a solution when there is one. */
enum cadical_verdict encoder_solve(struct encoder *encoder,
                                   es_event_list *configuration);

#endif
