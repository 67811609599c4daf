/* api_solve.h - one run: the choice of the engine, and its answer in the
 * handle. */
#ifndef API_SOLVE_H
#define API_SOLVE_H

#include "api/call.h"
#include "api/handle.h"
#include "api/members.h"
#include "engine/engine.h"

/* The engine for the current options and questions. */
const struct engine *api_solve_engine(const punfpor *problem);

/* Frees the result of the last run. */
void api_solve_clear(punfpor *problem);

/* The same after a failed allocation, when its blocks are already free. */
enum punfpor_status api_solve_lose(punfpor *problem, struct call *call,
                                   punfpor_error *error);

/* Appends the first n steps of a run. */
void api_solve_copy(witness_run *to, const witness_run *from, uint32_t n);

/* One exploration for some of the questions, by a race. */
struct api_solve_part {
    const struct engine *engine;
    const struct dep *dep; /* for the net as it is */
    bool anew;             /* its reduction begins with the net as it is */
    uint64_t work;         /* the limit of the race; 0: none */
    double start;          /* of the run, which has a time limit */
};

/* Its answer, and what it explored, go to the handle. */
void api_solve_explore(punfpor *problem, const struct members *members,
                       const struct api_solve_part *part, struct diag *diag);

/* The run to a second token refutes safety, and the verdicts that presumed
 * it. */
void api_solve_refute_safety(const goal_list *goals, struct answer *answer);

/* Moves an answer to the goals of the members into the handle, by question. */
void api_solve_take(punfpor *problem, const struct members *members,
                    struct answer *answer);

#endif
