/* contest_jobs.h - the children that work on an examination, and what their
 * lines say.
 *
 *     contest_jobs_start(&jobs, &task);      for each task of a round
 *     contest_jobs_finish_round(&jobs);
 *
 * All children share the time and the memory of the contest. */
#ifndef CONTEST_JOBS_H
#define CONTEST_JOBS_H

#include "cli/contest_answers.h"
#include "cli/contest_transitions.h"
#include "cli/examination.h"
#include "cli/examine.h"
#include "cli/jobs.h"

struct contest_jobs_limits {
    const char *folder;          /* for warnings */
    const char *racers, *reduce; /* options; NULL: as usual */
    double seconds;              /* for all of it; 0: no limit */
    uint64_t bytes;              /* of all children together; 0: no limit */
    uint32_t most;               /* children at once */
    const volatile sig_atomic_t *interrupted;
};

struct contest_jobs {
    struct contest_jobs_limits limits;
    enum examination examination;
    const punfpor_net *net;
    punfpor *common; /* what all children begin with; NULL: nothing */
    struct contest_answers *answers;
    struct contest_transitions transitions; /* known NULL: no use for them */
    double end;                             /* of child_now(); 0: none */
    struct jobs jobs;
    bool may_warn; /* a child will say whether the file of the net is wrong */
    bool warned;   /* one has */
    bool failed;   /* one has said why it has no answer */
};

struct contest_jobs_task {
    void (*examine)(const struct examine *x);
    const uint32_t *asked; /* questions; NULL with examinations without */
    uint32_t n_asked;
    const char *engine;
    double seconds;  /* 0: no limit */
    uint32_t number; /* of its child */
};

/* Borrows net and answers. */
void contest_jobs_init(struct contest_jobs *jobs,
                       const struct contest_jobs_limits *limits,
                       enum examination examination, const punfpor_net *net,
                       struct contest_answers *answers);
void contest_jobs_finish(struct contest_jobs *jobs);

/* Does in this process, once, what the children would each do anew. */
void contest_jobs_prepare(struct contest_jobs *jobs, const char *engine);

/* Seconds; 0 without a limit. */
double contest_jobs_time_left(const struct contest_jobs *jobs);

/* Is there no time left, nothing left to be found out, or no way to do it? */
bool contest_jobs_are_over(const struct contest_jobs *jobs);

/* Starts a child as soon as one may run; none when the examination is over. */
void contest_jobs_start(struct contest_jobs *jobs,
                        const struct contest_jobs_task *task);

/* Waits for all children, or kills them when the examination is over. */
void contest_jobs_finish_round(struct contest_jobs *jobs);

#endif
