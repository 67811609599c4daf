/* api_verdicts.h - checks what engines answer, and tells the caller of each
 * question its first verdict while they still run. */
#ifndef API_VERDICTS_H
#define API_VERDICTS_H

#include "api/run/api_reduce.h"
#include "api/run/api_goals.h"
#include "proof/witness.h"

#include <pthread.h>

enum api_verdicts_state {
    API_VERDICTS_OPEN,
    API_VERDICTS_TOLD,
    API_VERDICTS_SETTLED, /* told, and final() was called, or may not be */
};

struct api_verdicts {
    const struct api_problem_request *request;
    const struct api_goals *goals;
    const struct api_reduce *reduced; /* the engine is told of; NULL: the net */
    pthread_mutex_t lock;             /* the engines of a race share the rest */
    struct witness_game game;         /* of many questions: fires their runs */
    bool joint; /* a no about one member answers all that is asked about them */
    enum api_verdicts_state *states; /* by goal of the engine */
    struct answer_finding *of; /* by transition, without runs: the members */
    uint32_t n_left;           /* members without a verdict; 0: all is told */
};

void api_verdicts_init(struct api_verdicts *verdicts,
                       const struct api_problem_request *request,
                       const struct api_goals *goals,
                       const struct api_reduce *reduced);
void api_verdicts_finish(struct api_verdicts *verdicts);

/* engine_verdicts.tell: fires the run of a verdict before it is told.  A
 * question about all transitions is told when the last one has its verdict;
 * quasi-liveness, if no such question asks for more, with the first no. */
void api_verdicts_tell(void *self, uint32_t goal,
                       const struct answer_finding *finding,
                       const char *engine);

/* Of question q, which no engine is asked, before one runs. */
void api_verdicts_tell_question(const struct api_verdicts *verdicts, uint32_t q,
                                const struct answer_finding *finding);

/* engine_settled.tell: of a yes, which does not depend on the racer that found
 * it, final() is called. */
void api_verdicts_settle(void *self, uint32_t goal);

/* --- is an answer correct?  (prove.c) ---------------------------------------
 *
 * The library checks every claim of an engine before a caller sees it: runs by
 * the token game, proofs by their definition (verify.h). */

/* Replays every run of the answer by the token game, and verifies every proof.
 * An error is a DIAG_INTERNAL; the caller must then discard the answer. */
bool prove_answer(const struct engine_problem *problem,
                  const struct answer *answer, struct diag *diag);

/* The same for the run of one finding, by a replay that may have others behind
 * it.  Allocates only for a run for which that has no room, and for a goal
 * about what stays possible. */
bool prove_finding(struct witness_game *game, const struct goal *goal,
                   const struct answer_finding *finding, struct diag *diag);

/* The same for all runs, or for the run to a second token. */
bool prove_runs(const struct net *net, const struct goal *goals,
                const struct answer *answer, struct diag *diag);

#endif
