/* worker.h - one worker of a reverse search: explores subtrees until its budget
 * is spent, and returns the figures, and the roots that are left.
 *
 * A worker has a store of events, a watch over the limits and a run of its own;
 * answers are shared (first_answers.h).  When a limit ends its work, the
 * configuration that it was approaching is left, so nothing is lost. */
#ifndef WORKER_H
#define WORKER_H

#include "engine/reverse/ledger.h"

/* What workers count together. */
struct worker_totals {
    _Atomic uint64_t n_found, n_maximal; /* extensions; configurations */
};

struct worker_hooks {
    /* After each configuration, when the worker has done `work` since it took
     * its roots: must it commit now? */
    bool (*must_commit)(void *self, uint64_t work);
    /* For each maximal configuration; NULL: not wanted. */
    void (*maximal)(void *self, const trans_id *run, uint32_t len);
    void *self;
};

struct worker {
    const struct engine_problem *problem;
    struct engine_limits limits;
    struct first_answers *answers;
    struct worker_totals *totals;
    struct worker_hooks hooks;
    struct answer answer;          /* scratch of the questions */
    struct compiled_net *compiled; /* its own: the matcher reorders patterns */
    struct es *es;
    struct watch watch; /* its reason is that of the worker */
    struct run_goals goals;
    struct subtree subtree;
    VEC(trans_id) run;          /* scratch */
    uint64_t n_reported;        /* extensions that the totals contain */
    struct partial_search done; /* since it has taken its roots */
    struct partial_sums at;     /* the sums then that only grow */
};

/* Allocates in the scope of its thread.  The limits are copied. */
void worker_init(struct worker *worker, const struct engine_problem *problem,
                 const struct engine_limits *limits,
                 struct first_answers *answers, struct worker_totals *totals,
                 struct worker_hooks hooks);
void worker_finish(struct worker *worker);

/* Explores the subtrees of these roots; worker->done gets the figures and the
 * roots that are left.  Answers go to the shared answers. */
void worker_explore(struct worker *worker, const struct ledger_lease *lease);

#endif
