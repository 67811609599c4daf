/* api_run.h - the results of a run: answers, proofs, and runs of the net of the
 * caller. */
#ifndef API_RUN_H
#define API_RUN_H

#include "api/run/api_reduce.h"
#include "api/run/api_goals.h"

/* The second part of a certificate about what stays possible (api_part.c): a
 * run for a question EF. */
struct api_run_part {
    struct net *view; /* the net from the lost marking on; NULL: as it is */
    goal_list goals;  /* one */
    struct api_run *run;
};

struct api_run {
    const char *engine;     /* that was run; NULL: none */
    bool certified;         /* the run was to produce certificates */
    enum dep_kind relation; /* these are the options of the run */
    enum settings_prefix prefix;
    struct api_safety safety;
    struct api_reduce *reduced; /* what was explored instead of the net; NULL:
                                   the net itself */
    struct answer answer;       /* by question */
    struct answer_finding *by_trans; /* by transition, when all are asked about;
                                       or NULL */
    uint32_t n_by_trans;
    struct prefix shown; /* instead of answer.prefix: with reads, where that has
                            copies; the process of a run, where it is empty; or
                            all zero */
    struct {
        uint32_t *at, *start; /* by event: at[start[e]] up to start[e + 1] */
    } conflicts;              /* of answer.prefix; NULL: not requested */
    struct profile profile;   /* if it was requested */
    char *warning; /* what the run shows to be wrong in a file; or NULL */
    struct api_run_part part; /* of a certificate; all zero: there is none */
    char *certificate;        /* NULL: not written yet */
    size_t certificate_size;
    struct net *view; /* the net with another initial marking, of which the run
                         is; NULL: none */
};

/* Frees all of it and leaves all zero. */
void api_run_finish(struct api_run *run);

/* Moves an answer to the goals of the members into the run, by question, with
 * runs by the transitions of the input. */
void api_run_take(struct api_run *run, const struct api_problem *problem,
                  const struct api_goals *goals, struct answer *answer);

/* Adds the answers of another run for n of the questions, which is finished.
 * All else of the answer is then that of the other run; the reduction stays the
 * first one. */
void api_run_add(struct api_run *run, struct api_run *part,
                 const uint32_t *which, uint32_t n);

/* If a prefix was to be kept and the engines have built none, keeps the process
 * of the first run that answers a question, up to RUN_PROCESS_STEPS of it; of
 * the empty run if there is none. */
void api_run_keep_process(struct api_run *run,
                          const struct api_problem *problem);

/* The explored prefix with its reads, or the process of a run. */
const struct prefix *api_run_prefix(const struct api_run *run);

/* The reduction behind that prefix; NULL: it is of the net of the problem. */
const struct api_reduce *api_run_reduced(const struct api_run *run);

/* One run for all questions; also for those that ask questions of their own
 * about a problem.  With a report, if the options do not fit together or an
 * engine fails.  (api_solve.c) */
struct api_run api_solve_run(const struct api_problem *problem,
                             struct diag *diag);

#endif
