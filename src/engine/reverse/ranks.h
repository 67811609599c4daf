/* ranks.h - a reverse search by several processes, the ranks.
 *
 * Rank 0 leads: it has the ledger, gives roots to the others, adds up what they
 * have done, and explores subtrees itself unless there are many others
 * (ledger.h).  The others follow: each asks for roots, explores until its
 * budget is spent, and sends what it has done with the roots that are left.  So
 * the search can go on when a follower is lost.
 *
 *     the follower sends     the leader sends
 *
 *     RANKS_DONE       ->                    what it has done, at first nothing
 *                      <-    RANKS_TAKE      roots and a budget
 *                      <-    RANKS_KNOWN     answers, when all questions have
 *                                            one
 *                      <-    RANKS_STOP      to commit, and end; sent once
 *     an empty one     ->                    it has failed: what it had taken
 * is open again
 *                      <-    an empty one    the leader has failed; as
 *                                            RANKS_STOP
 *
 * The leader never waits for one message: it looks for messages between
 * configurations. */
#ifndef RANKS_H
#define RANKS_H

#include "engine/reverse/worker.h"

/* The state of the leader. */
struct ranks_lead {
    struct worker *worker; /* its own */
    struct ledger *ledger; /* of a worker for each rank */
    struct first_answers *answers;
    struct worker_totals *totals;
    const struct engine_limits *limits;
    struct diag *diag; /* a rank had to be refused */
    /* Called often, between configurations; writes a checkpoint if one is
     * due. */
    void (*pause)(void *self);
    void *self;
    struct ranks_follower *followers; /* by rank; private */
    partial_words words;              /* scratch */
    struct partial_search scratch;
    uint64_t polled;   /* work of the worker at the last look for messages */
    uint32_t n_asking; /* followers that wait for roots */
};

/* Leads until all is explored or the search is stopped, and all followers have
 * ended.  Fill the fields up to self first; the worker must have the hook
 * ranks_lead_must_commit() with this. */
void ranks_lead(struct ranks_lead *lead);
bool ranks_lead_must_commit(void *self, uint64_t work);

/* Follows until it is told to end. */
void ranks_follow(const struct engine_problem *problem,
                  const struct engine_limits *limits);

#endif
