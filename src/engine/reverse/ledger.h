/* ledger.h - which subtrees of a reverse search are open, which are explored by
 * whom, and the sums of all that is done.
 *
 * A worker takes roots, explores, and commits.  A commit, in one step, adds the
 * work of the worker to the sums, opens the roots that it gives back, and
 * removes the roots that it had taken.  So at every moment the sums, the open
 * roots and the taken ones describe the whole search: each configuration is
 * counted, or is in exactly one open or taken subtree. ledger_save() writes
 * that down.  Work that is lost after a save is done again.
 *
 * Workers are threads, or processes that a thread speaks for (ranks.h).  The
 * blocks of the ledger are in no scope (mem.h). */
#ifndef LEDGER_H
#define LEDGER_H

#include "answer/partial.h"
#include "engine/reverse/first_answers.h"
#include "engine/reverse/subtree.h"

#include <pthread.h>
#include <stdatomic.h>

/* How much a worker takes at once.  It explores the subtrees of its roots until
 * its budget of work is spent, and gives back the roots that are left.  While
 * few roots are open, budgets are small, and the roots nearest to the root of
 * the tree are taken, so that large subtrees are split and all workers get
 * some.  While many are open, budgets are large, and the deepest roots are
 * taken, so that their number stays small.  [AJ18] D.  Avis, C.  Jordan: mplrs,
 * a scalable parallel vertex/facet enumeration code (2018), has such budgets.
 *
 * A model of many workers, bench/ranks_model.c, is linked with this file; the
 * numbers were chosen by it. */
struct ledger_budget {
    uint32_t n_roots; /* at most this many; more than 0 */
    bool deepest;     /* the deepest roots, which were given back last;
                         otherwise the roots nearest to the root of the tree */
    uint64_t work;    /* in units of the watch, about a nanosecond */
};

/* The work that a worker may still do when other workers wait for roots. */
enum { LEDGER_LEAST = 1 << 18 };

/* For one worker, of n_workers, while n_open roots are open. */
struct ledger_budget ledger_budget_for(uint64_t n_open, uint32_t n_workers);

/* Does the first of n_ranks processes, which hands out the roots, explore
 * subtrees, too? */
bool ledger_first_works(uint32_t n_ranks);

/* Its arrays follow it in its block. */
struct ledger_root {
    struct ledger_root *next, *prev;
    struct partial_name name;
};

struct ledger_list {
    struct ledger_root *first, *last;
    uint64_t n;
};

struct ledger {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct first_answers *answers;
    struct ledger_list open;   /* those nearest to the root of the tree first */
    struct ledger_list *taken; /* by worker */
    struct partial_sums sums;
    bool is_beyond;                          /* an event was left out */
    enum answer_stop reason;                 /* why the search ends early */
    uint32_t n_workers, n_waiting, n_taking; /* n_taking: have roots */
    _Atomic uint32_t n_wanted; /* waiting workers for whom there is no root */
    _Atomic bool is_stopped;
};

/* The list of what a worker has taken; valid until it commits. */
struct ledger_lease {
    const struct ledger_root *first;
    uint64_t work; /* its budget */
};

/* The answers must outlive the ledger: roots beyond them are left out. */
void ledger_init(struct ledger *ledger, uint32_t n_workers,
                 struct first_answers *answers);
void ledger_finish(struct ledger *ledger);

/* Opens the roots of a search that goes on, and takes over its figures; NULL:
 * the root of the tree. */
void ledger_open(struct ledger *ledger, const struct partial_search *from);

/* Takes roots for worker w, which has none.  False when none is open. */
bool ledger_take(struct ledger *ledger, uint32_t w, struct ledger_lease *lease);

/* The same, and waits for roots.  False when the search is at its end, or
 * stopped.  All workers must be threads that do this. */
bool ledger_wait(struct ledger *ledger, uint32_t w, struct ledger_lease *lease);

/* Commits the work of worker w on the roots that it had taken.  Ignores the
 * answers in `done`. */
void ledger_commit(struct ledger *ledger, uint32_t w,
                   const struct partial_search *done);

/* Worker w has failed: what it had taken is open again. */
void ledger_return(struct ledger *ledger, uint32_t w);

/* Ends the search for all workers; STOP_DONE: without a reason. */
void ledger_stop(struct ledger *ledger, enum answer_stop reason);

/* Is the search stopped, or nothing left, neither open nor taken? */
bool ledger_is_over(struct ledger *ledger);

/* Adds the sums, and the roots of all that is left. */
void ledger_save(struct ledger *ledger, struct partial_search *to);

static inline bool ledger_wants(const struct ledger *ledger)
{
    return atomic_load_explicit(&ledger->n_wanted, memory_order_relaxed) > 0;
}

static inline bool ledger_is_stopped(const struct ledger *ledger)
{
    return atomic_load_explicit(&ledger->is_stopped, memory_order_relaxed);
}

#endif
