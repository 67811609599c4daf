/* api_explore.h - one exploration: what an engine is given, and its answer in
 * the handle. */
#ifndef API_EXPLORE_H
#define API_EXPLORE_H

#include "api/handle.h"
#include "api/members.h"
#include "engine/engine.h"

struct api_explore_part {
    const struct engine *engine;
    const struct dep *dep; /* for the net as it is */
    bool anew;             /* its reduction begins with the net as it is */
    uint64_t work;         /* the limit of a race; 0: none */
    double start;          /* of the run, which has a time limit */
};

/* Explores for the goals of the members, which may be some of the questions.
 * The answer, and what was explored, go to the handle. */
void api_explore_run(punfpor *problem, const struct members *members,
                     const struct api_explore_part *part, struct diag *diag);

/* The relation of the options, for a net.  NULL: it is the user's. */
struct dep *api_explore_relation(const punfpor *problem, const struct net *net);

/* Appends the first n steps of a run. */
void api_explore_copy(witness_run *to, const witness_run *from, uint32_t n);

/* The run to a second token refutes safety, and the verdicts that presumed
 * it. */
void api_explore_refute_safety(const goal_list *goals, struct answer *answer);

/* Moves an answer to the goals of the members into the handle, by question. */
void api_explore_take(punfpor *problem, const struct members *members,
                      struct answer *answer);

#endif
