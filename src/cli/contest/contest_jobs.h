/* contest_jobs.h - the children that work on an examination, and what their
 * lines say.
 *
 *     jobs.shared.question = ...; jobs.shared.engine = ...;
 *     contest_jobs_start(&jobs, &jobs.shared);      for each child of a round
 *     contest_jobs_finish_round(&jobs);
 *
 * All children share the time and the memory of the contest. */
#ifndef CONTEST_JOBS_H
#define CONTEST_JOBS_H

#include "cli/contest/contest_answers.h"
#include "cli/contest/contest_child.h"
#include "cli/jobs.h"

struct contest_jobs {
    struct contest_child shared; /* a child without a question */
    punfpor *common;             /* what all children begin with, or NULL */
    struct contest_answers *answers;
    double end; /* of system_now(); 0: none */
    struct jobs jobs;
    bool may_warn; /* a child will say whether the file of the net is wrong */
    bool warned;   /* one has */
    bool failed;   /* one has said why it has no answer */
    uint32_t n_refused; /* children whose engine cannot answer, however long */
};

/* Borrows its arguments. */
void contest_jobs_init(struct contest_jobs *jobs, const punfpor_net *net,
                       struct contest_answers *answers);
void contest_jobs_finish(struct contest_jobs *jobs);

/* Does in this process the work that all children have in common. */
void contest_jobs_prepare(struct contest_jobs *jobs);

/* Seconds; 0 without a limit. */
double contest_jobs_time_left(const struct contest_jobs *jobs);

/* Is there no time left, nothing left to be found out, or no way to do it? */
bool contest_jobs_are_over(const struct contest_jobs *jobs);

/* Waits until a child may run, which others may make needless meanwhile; false:
 * the examination is over. */
bool contest_jobs_await(struct contest_jobs *jobs);

/* Starts a child as soon as one may run; none when the examination is over. */
void contest_jobs_start(struct contest_jobs *jobs, struct contest_child *child);

/* Waits for all children, or kills them when the examination is over. */
void contest_jobs_finish_round(struct contest_jobs *jobs);

#endif
